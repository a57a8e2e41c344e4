//! The comparison of section IX: orders of states, greedy removal against all subsets, Algorithm 1 against Algorithm 2.
//!
//! ```text
//! cargo run --release -p strategy --example comparison -- tic-tac-toe 100
//! ```
//!
//! Prints a table: rules and literals on average, the fewest rules, and seconds, over runs from that many seeds.

use std::time::Instant;

use game::Random;
use gdl::Rules;
use strategy::algorithm2::algorithm2;
use strategy::list::List;
use strategy::naive::algorithm1;
use strategy::options::{Options, Order, PairOrder, Removal, Vocabulary};
use strategy::{Arena, ArenaOptions, Cases};

/// What is compared: a name, the algorithm's number, and its options.
fn settings() -> Vec<(&'static str, u8, Options)> {
    let plain = Options { vocabulary: Vocabulary::Values, ..Options::default() };
    vec![
        ("Algorithm 2: from the end, greedy, random order", 2, plain),
        ("states in random order", 2, Options { pairs: PairOrder::Random, ..plain }),
        ("states from the start", 2, Options { pairs: PairOrder::FromStart, ..plain }),
        ("states that play can't reach too", 2, Options { everywhere: true, ..plain }),
        ("the same, in random order", 2, Options { everywhere: true, pairs: PairOrder::Random, ..plain }),
        ("all subsets of literals", 2, Options { removal: Removal::AllSubsets, ..plain }),
        ("simplified first to last", 2, Options { order: Order::Forward, ..plain }),
        ("simplified last to first", 2, Options { order: Order::Backward, ..plain }),
        ("with negations", 2, Options { vocabulary: Vocabulary::Negations, ..plain }),
        ("Algorithm 1", 1, plain),
    ]
}

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = arguments.first().map_or("tic-tac-toe", String::as_str);
    let runs: u64 =
        arguments.get(1).map_or(Ok(100), |runs| runs.parse()).map_err(|_| "the number of runs is no number")?;
    let sheet = games::sheet(name).map_err(|error| error.to_string())?;
    let rules = Rules::from_text(&sheet).map_err(|_| "the sheet is not well-formed")?;
    let mut game = ground::ground(&rules, &ground::Limits::default()).map_err(|error| error.to_string())?;
    let analysis = prove::analyse(&game, &prove::Options::default()).map_err(|error| error.to_string())?;
    game.variables.clone_from(&analysis.variables);
    let arena =
        Arena::new(&game, &analysis.symmetries, 0, &ArenaOptions::default()).map_err(|error| error.to_string())?;
    let cases = Cases::new(&arena, 1 << 30).map_err(|error| error.to_string())?;
    println!("{name}, first role, {runs} runs\n");
    println!("| | rules | literals | fewest rules | seconds a run |\n|---|---|---|---|---|");
    for (title, algorithm, options) in settings() {
        let clock = Instant::now();
        let empty = List::new(&arena, &cases);
        let run = |seed| match algorithm {
            1 => algorithm1(&empty, &options, &mut Random::stream(1, seed)).cost(),
            _ => algorithm2(&empty, &options, &mut Random::stream(1, seed)).cost(),
        };
        let costs: Vec<(usize, usize)> = (0..runs).map(run).collect();
        let average =
            |number: fn(&(usize, usize)) -> usize| costs.iter().map(number).sum::<usize>() as f64 / runs as f64;
        let fewest = costs.iter().map(|cost| cost.0).min().unwrap_or(0);
        let seconds = clock.elapsed().as_secs_f64() / runs as f64;
        println!(
            "| {title} | {:.2} | {:.2} | {fewest} | {seconds:.4} |",
            average(|cost| cost.0),
            average(|cost| cost.1)
        );
    }
    Ok(())
}
