//! Every sheet of a folder as GDDL and back: `cargo run --release -p gddl --example corpus -- DIR [NAME…]`.
//!
//! `DIR/games/NAME.kif` are the sheets and `DIR/summary.tsv` says which of them were searched completely. Those are
//! compared state by state on the ground games; the others are only translated. Each line: name, what came of it, and
//! the seconds of the translation and of all.

#[path = "../tests/support/mod.rs"]
mod support;

use std::path::Path;
use std::time::{Duration, Instant};

use gddl::write::Written;
use gdl::{Mode, Rules};
use support::{Ground, compare, translated};

/// States up to which two games are compared.
const MOST: usize = 1_000_000;
/// Time for grounding each of two games that are compared.
const TIME: Duration = Duration::from_secs(60);

fn ground(rules: &Rules) -> Result<game::Game, String> {
    let limits = ground::GroundingLimits { time: Some(TIME), ..Default::default() };
    ground::ground(rules, &limits).map_err(|error| format!("not grounded: {error}"))
}

fn compared(original: &Rules, gddl: &str, written: &Written) -> Result<usize, String> {
    let copy = gddl::check(&gdl::Source::new("copy", gddl), Mode::Strict);
    let why = || copy.diagnostics.first().map_or_else(String::new, |one| one.message.clone());
    let copy = ground(copy.rules.as_ref().ok_or_else(why)?)?;
    let original = ground(original)?;
    let open = |game| game::Evaluator::new(game).map_err(|defect| format!("{defect:?}"));
    let (mut left, mut right) = (Ground(&original, open(&original)?), Ground(&copy, open(&copy)?));
    compare(&mut left, &mut right, written, MOST)
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().expect("a folder");
    let wanted: Vec<String> = arguments.collect();
    let summary = std::fs::read_to_string(Path::new(&folder).join("summary.tsv")).expect("summary.tsv");
    let mut lines = summary.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().expect("a head");
    let column = |name: &str| head.iter().position(|one| *one == name).expect("a column");
    let (complete, simultaneous) = (column("bfs"), column("simultaneous"));
    let [mut same, mut all, mut written_only, mut refused] = [0; 4];
    for row in lines.filter(|row| wanted.is_empty() || wanted.iter().any(|name| name == row[0])) {
        let is_judged = row[complete] == "complete" && row[simultaneous] == "0";
        all += usize::from(is_judged);
        let text = std::fs::read_to_string(Path::new(&folder).join(format!("games/{}.kif", row[0]))).expect("a sheet");
        let checked = gdl::check_lenient(&gdl::Source::new(row[0], &*text));
        let Some(original) = checked.rules else {
            println!("{}\till-formed", row[0]);
            continue;
        };
        let start = Instant::now();
        let translation = translated(row[0], &original);
        let seconds = start.elapsed().as_secs_f64();
        let answer = match translation {
            Ok((gddl, written)) if is_judged => match compared(&original, &gddl, &written) {
                Ok(states) => {
                    same += 1;
                    format!("same: {states} states")
                }
                Err(error) => format!("DIFFERENT: {}", error.chars().take(300).collect::<String>()),
            },
            Ok((gddl, _)) => {
                written_only += 1;
                format!("written: {} bytes", gddl.len())
            }
            Err(refusal) => {
                refused += 1;
                format!("refused: {refusal}")
            }
        };
        println!("{}\t{answer}\t{seconds:.1}\t{:.1}", row[0], start.elapsed().as_secs_f64());
    }
    println!(
        "{same} of {all} complete searches the same; of all sheets {written_only} more written, {refused} refused"
    );
}
