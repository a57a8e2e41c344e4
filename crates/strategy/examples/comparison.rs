//! The comparison of section IX of Bolander and Pjetursson: orders of states, greedy removal against all subsets,
//! orders of simplification, Algorithm 1 against Algorithm 2; and their Table II.
//!
//! ```text
//! cargo run --release -p strategy --example comparison
//! ```
//!
//! Writes `docs/section-ix.md`: mean rules and literals over a hundred seeds, the fewest rules, and the time of a run,
//! beside the paper's figures. The only argument is another number of seeds.

use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

use game::Random;
use gdl::Rules;
use strategy::algorithm1::algorithm1;
use strategy::algorithm2::algorithm2;
use strategy::list::List;
use strategy::options::{Options, Order, PairOrder, Removal, Vocabulary};
use strategy::{Arena, ArenaOptions, Cases};

const PLAIN: Options = Options {
    pairs: PairOrder::FromEnd,
    removal: Removal::Greedy,
    order: Order::Random,
    vocabulary: Vocabulary::Values,
    everywhere: false,
};

/// One way to make a list, with the paper's figures: rules, literals, seconds.
struct Way {
    name: &'static str,
    algorithm: u8,
    options: Options,
    paper: [Option<&'static str>; 3],
}

const fn way(name: &'static str, options: Options, paper: [Option<&'static str>; 3]) -> Way {
    Way { name, algorithm: 2, options, paper }
}

/// The comparison of section IX on Tic-Tac-Toe; each way but the first is named by its difference.
const WAYS: [Way; 10] = [
    way(
        "Algorithm 2: states from the end, greedy, random order of simplification",
        PLAIN,
        [Some("8.4"), Some("14.66"), Some("0.83")],
    ),
    way("states in random order", Options { pairs: PairOrder::Random, ..PLAIN }, [Some("13"), None, None]),
    way("states from the start", Options { pairs: PairOrder::FromStart, ..PLAIN }, [Some("worse"), None, None]),
    way("from the end, including unreachable states", Options { everywhere: true, ..PLAIN }, [None; 3]),
    way(
        "in random order, including unreachable states",
        Options { everywhere: true, pairs: PairOrder::Random, ..PLAIN },
        [None; 3],
    ),
    way(
        "all subsets of literals",
        Options { removal: Removal::AllSubsets, ..PLAIN },
        [Some("8.14"), Some("10.57"), Some("556.27")],
    ),
    way("simplified first to last", Options { order: Order::Forward, ..PLAIN }, [Some("the same"), None, None]),
    way("simplified last to first", Options { order: Order::Backward, ..PLAIN }, [Some("the same"), None, None]),
    way("with negations", Options { vocabulary: Vocabulary::Negations, ..PLAIN }, [None; 3]),
    Way { name: "Algorithm 1", algorithm: 1, options: PLAIN, paper: [Some("about the same"), None, Some("116.3")] },
];

/// The orders of states on Nim, where the paper saw no difference.
const ORDERS: [(&str, PairOrder); 3] = [
    ("from the end", PairOrder::FromEnd),
    ("in random order", PairOrder::Random),
    ("from the start", PairOrder::FromStart),
];

/// The averages of runs from many seeds.
struct Average {
    rules: f64,
    literals: f64,
    fewest: usize,
    seconds: f64,
}

impl Average {
    fn of(list: &List<'_>, algorithm: u8, options: &Options, runs: u64) -> Average {
        let clock = Instant::now();
        let run = |seed| match algorithm {
            1 => algorithm1(list, options, &mut Random::stream(1, seed)).cost(),
            _ => algorithm2(list, options, &mut Random::stream(1, seed)).cost(),
        };
        let costs: Vec<(usize, usize)> = (0..runs).map(run).collect();
        let mean = |number: fn(&(usize, usize)) -> usize| costs.iter().map(number).sum::<usize>() as f64 / runs as f64;
        Average {
            rules: mean(|cost| cost.0),
            literals: mean(|cost| cost.1),
            fewest: costs.iter().map(|cost| cost.0).min().unwrap_or(0),
            seconds: clock.elapsed().as_secs_f64() / runs as f64,
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runs: u64 = std::env::args().nth(1).map_or(Ok(100), |runs| runs.parse())?;
    let mut page = format!(
        "# Section IX, reproduced\n\n\
         Bolander and Pjetursson compare the choices that their algorithms leave open (*Synthesizing human-friendly optimal strategies\n\
         in board games*, section IX). This page repeats the comparison with Backsolve: averages over {runs} seeds, one thread. `cargo run --release -p\n\
         strategy --example comparison` writes it; except for the times it is the same on every machine.\n"
    );
    tic_tac_toe(&mut page, runs)?;
    nim(&mut page, runs)?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/section-ix.md");
    std::fs::write(&path, page)?;
    println!("wrote {}", path.display());
    Ok(())
}

fn tic_tac_toe(page: &mut String, runs: u64) -> Result<(), Box<dyn std::error::Error>> {
    page.push_str(
        "\n## Tic-Tac-Toe, first player\n\n\
         The paper's figures are on the right. They are averages; the paper gives the number of runs, 10, only for the subsets.\n\n\
         | | rules | literals | fewest rules | ms per run | paper: rules | literals | s per run |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    with_list("tic-tac-toe", |list| {
        let mut milliseconds = Vec::new();
        for Way { name, algorithm, options, paper } in &WAYS {
            let ours = Average::of(list, *algorithm, options, runs);
            let [rules, literals, seconds] = paper.map(|figure| figure.unwrap_or(""));
            let Average { rules: mean, literals: means, fewest, .. } = ours;
            let time = ours.seconds * 1e3;
            writeln!(
                page,
                "| {name} | {mean:.2} | {means:.2} | {fewest} | {time:.1} | {rules} | {literals} | {seconds} |"
            )?;
            milliseconds.push(time);
        }
        let factor = milliseconds[WAYS.len() - 1] / milliseconds[0];
        writeln!(
            page,
            "\nAlgorithm 1 takes {factor:.1} times as long as Algorithm 2 here, and 132 times as long in the paper."
        )?;
        Ok(())
    })
}

fn nim(page: &mut String, runs: u64) -> Result<(), Box<dyn std::error::Error>> {
    page.push_str(
        "\n## Nim 1-2-4-5, first player\n\n\
         According to the paper, the order of states makes almost no difference.\n\n\
         | | rules | literals | fewest rules | ms per run |\n|---|---|---|---|---|\n",
    );
    with_list("nim:1,2,4,5", |list| {
        for (name, pairs) in ORDERS {
            let Average { rules, literals, fewest, seconds } = Average::of(list, 2, &Options { pairs, ..PLAIN }, runs);
            writeln!(page, "| states {name} | {rules:.2} | {literals:.2} | {fewest} | {:.1} |", seconds * 1e3)?;
        }
        Ok(())
    })
}

/// Solves a bundled game for its first role and passes on the empty list.
fn with_list(
    name: &str,
    then: impl FnOnce(&List<'_>) -> Result<(), Box<dyn std::error::Error>>,
) -> Result<(), Box<dyn std::error::Error>> {
    let rules = Rules::from_text(&games::sheet(name)?).map_err(|_| "the sheet is not well-formed")?;
    let game = ground::ground(&rules, &ground::GroundingLimits::default())?;
    let proved = prove::prove(game, &prove::ProofOptions::default())?;
    let arena = Arena::new(&proved.game, &proved.symmetries, 0, &ArenaOptions::default())?;
    let cases = Cases::new(&arena, 1 << 30)?;
    then(&List::new(&arena, &cases))
}
