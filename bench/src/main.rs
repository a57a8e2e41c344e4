//! Measurements, each by one command:
//!
//! ```text
//! cargo run --release -p bench -- paper      the papers' tables
//! cargo run --release -p bench -- peers      comparison with OxiDD on the same boards, in the same run
//! cargo run --release -p bench -- scale      by board size
//! cargo run --release -p bench -- threads    by number of threads
//! cargo run --release -p bench -- engines    both engines, and the choice of `auto`
//! cargo run --release -p bench -- expected   games with chance or simultaneous moves
//! cargo run --release -p bench -- bitboards  the explicit engine against hand-written bitboards
//! cargo run --release -p bench -- play       players against each other
//! cargo run --release -p bench -- compare OLD_BINARY  comparison with an older version
//! ```
//!
//! All but the last write a table to `bench/results/` and, where useful, a figure to `docs/figures/`. Everything runs
//! in a separate process, sequentially, so that time and memory are those of a single task. Compare CPU seconds: they
//! hardly depend on other load on the machine.

mod bitboards;
mod child;
mod compare;
mod engines;
mod expected;
mod figure;
mod machine;
mod oxidd;
mod paper;
mod peers;
mod play;
mod position;
mod probe;
mod report;
mod scale;
mod threads;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The result of a part of the bench.
type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Measure Backsolve
#[derive(Parser)]
#[command(name = "bench")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The papers' tables: every game by every algorithm that they compare
    Paper {
        /// Games to measure again, separated by `;`; all if none is named
        #[arg(long, value_delimiter = ';')]
        games: Vec<String>,
        /// Ways to measure them again, separated by `;`: auto, symbolic, layered, fixpoint, zero-sum, restart, reach;
        /// all if none is named
        #[arg(long, value_delimiter = ';')]
        ways: Vec<String>,
        /// Seconds that a single run may take
        #[arg(long, default_value_t = 7200)]
        seconds: u64,
        /// Seconds for a game that the papers do not solve, and for an algorithm that the program would not choose
        #[arg(long, default_value_t = 120)]
        brief: u64,
        /// Gigabytes that a single run may take
        #[arg(long, default_value_t = 12)]
        gigabytes: u64,
        /// Measure nothing, and write the page from what was measured
        #[arg(long)]
        page: bool,
    },
    /// Against OxiDD, by its own operators and with an image operator written on its interface
    Peers {
        /// Boards of Connect Four, columns x rows
        #[arg(long, value_delimiter = ',', default_value = "4x4,4x5,5x4,5x5")]
        boards: Vec<String>,
    },
    /// By board size: states, nodes, time and memory of Connect Four, Clobber and Hex
    Scale {
        /// Seconds that a single run may take; larger boards of the game are then left out
        #[arg(long, default_value_t = 600)]
        seconds: u64,
    },
    /// By number of threads
    Threads {
        /// Games to solve
        #[arg(long, default_value = "connect-four:5x5,clobber:4x5,connect-four:5x6", value_delimiter = ',')]
        games: Vec<String>,
    },
    /// Both engines on the same games, and what `auto` makes of it
    Engines {
        /// Games to measure again, separated by `;`
        #[arg(long, default_values = engines::GAMES, value_delimiter = ';')]
        games: Vec<String>,
        /// Seconds that a single run may take
        #[arg(long, default_value_t = 300)]
        seconds: u64,
        /// Threads of a run: with one, CPU seconds are what the clock says on an idle machine
        #[arg(long, default_value_t = 1)]
        threads: u64,
    },
    /// Games with chance or simultaneous moves
    Expected {
        /// Games to solve
        #[arg(long, default_values = expected::GAMES, value_delimiter = ';')]
        games: Vec<String>,
        /// Threads of a run
        #[arg(long, default_value_t = 2)]
        threads: u64,
    },
    /// The explicit engine against Connect Four by hand
    Bitboards {
        /// Boards, columns x rows
        #[arg(long, value_delimiter = ',', default_value = "5x4,5x5")]
        boards: Vec<String>,
    },
    /// Players against each other
    Play {
        /// What to measure; all if nothing is named
        #[arg(long, value_delimiter = ',', default_value = "speed,batch,endgames,levels,perfect")]
        parts: Vec<play::Part>,
        /// Games of each contest
        #[arg(long, default_value_t = 200)]
        games: usize,
        /// Games of the perfect player against each of three opponents on each of eight games
        #[arg(long, default_value_t = 420)]
        perfect_games: usize,
    },
    /// Against an older binary, game by game in turns; fails if a median is more than 5 % slower
    Compare {
        /// The older binary
        old: PathBuf,
    },
    /// One measurement by hand
    #[command(hide = true)]
    Bitboard { board: String, threads: usize },
    /// Runs a command and prints what it took
    #[command(hide = true)]
    Child {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        command: Vec<String>,
    },
    /// How long a probe of a solution takes
    #[command(hide = true)]
    Probe { solution: PathBuf },
    /// One measurement with OxiDD
    #[command(hide = true)]
    Oxidd { operators: oxidd::Operators, task: oxidd::Task, rules: String },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Paper { page: true, .. } => paper::rewrite(),
        Command::Paper { games, ways, seconds, brief, gigabytes, .. } => {
            paper::run(&games, &ways, paper::Limits { seconds, brief, gigabytes })
        }
        Command::Probe { solution } => probe::run(&solution),
        Command::Peers { boards } => peers::run(&boards),
        Command::Scale { seconds } => scale::run(seconds),
        Command::Threads { games } => threads::run(&games),
        Command::Engines { games, seconds, threads } => engines::run(&games, seconds, threads),
        Command::Expected { games, threads } => expected::run(&games, threads),
        Command::Bitboards { boards } => bitboards::run(&boards),
        Command::Play { parts, games, perfect_games } => play::run(&parts, games, perfect_games),
        Command::Compare { old } => compare::run(&old),
        Command::Bitboard { board, threads } => bitboards::solve(&board, threads),
        Command::Child { command } => child::run(&command),
        Command::Oxidd { operators, task, rules } => oxidd::run(operators, task, &rules),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
