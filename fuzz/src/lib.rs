//! Fuzzing on stable Rust: inputs from a seed, a child process that runs them, a parent that supervises it.
//!
//! ```text
//! cargo run --release -p fuzz -- reader   --seconds 600 --seed 1
//! cargo run --release -p fuzz -- grounder --seconds 600 --seed 1
//! cargo run --release -p fuzz -- messages --seconds 600 --seed 1
//! ```
//!
//! | target | input | property |
//! |---|---|---|
//! | `reader` | malformed text | no panic; formatting is idempotent and preserves the meaning |
//! | `grounder` | random well-formed sheets | a game or a limit; all evaluators agree on random playouts |
//! | `messages` | malformed messages to a player | the player always answers; messages survive a round trip |
//!
//! A case is a pair of numbers, seed and index, so a finding is reproduced by `--seed S --case N` on any machine. The
//! parent detects failures that the child cannot survive (stack overflow, a hang, too much memory). Findings are
//! minimised before they are shown.

pub mod grounder;
pub mod messages;
pub mod minimise;
pub mod mutate;
pub mod pddl;
pub mod reader;
pub mod supervisor;
pub mod tally;
pub mod worker;

use std::fmt;

use randomgame::RandomChoices;
use tally::Tally;

/// What to fuzz.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Target {
    /// Reader, checker and formatter
    Reader,
    /// Grounder and evaluators against the interpreter
    Grounder,
    /// Messages of hosts to a player
    Messages,
    /// Reader of GDDL and PDDL
    Pddl,
}

impl Target {
    /// The input of case `number`.
    pub fn generate(self, seed: u64, number: u64) -> Vec<u8> {
        let mut random =
            RandomChoices::new(RandomChoices::new(seed).bits() ^ number.wrapping_mul(0x2545_f491_4f6c_dd1d));
        match self {
            Target::Reader => reader::generate(&mut random),
            Target::Grounder => grounder::generate(&mut random).into_bytes(),
            Target::Messages => messages::generate(&mut random),
            Target::Pddl => pddl::generate(&mut random),
        }
    }

    /// Runs an input.
    ///
    /// # Errors
    ///
    /// The expectation that was violated.
    pub fn run(self, input: &[u8], tally: &mut Tally) -> Result<(), String> {
        match self {
            Target::Reader => reader::run(input, tally),
            Target::Grounder => grounder::run(input, tally),
            Target::Messages => messages::run(input, tally),
            Target::Pddl => pddl::run(input, tally),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Target::Reader => "reader",
            Target::Grounder => "grounder",
            Target::Messages => "messages",
            Target::Pddl => "pddl",
        })
    }
}
