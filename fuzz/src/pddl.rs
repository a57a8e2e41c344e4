//! The target of the PDDL reader: our planning problems, broken a little, and any text that begins like one.

use gdl::{Mode, Source};
use randomgame::RandomChoices;

use crate::mutate::mutate;
use crate::tally::Tally;

/// Texts to start from: types, axioms, quantifiers, conditional effects, costs, gains.
const PROBLEMS: [&str; 6] = [
    include_str!("../../crates/gddl/tests/problems/blocks.pddl"),
    include_str!("../../crates/gddl/tests/problems/briefcase.pddl"),
    include_str!("../../crates/gddl/tests/problems/jugs.pddl"),
    include_str!("../../crates/gddl/tests/problems/miconic.pddl"),
    include_str!("../../crates/gddl/tests/problems/sokoban.pddl"),
    include_str!("../../crates/gddl/tests/golden/tic-tac-toe.gddl"),
];

/// A broken problem; half of them have the start that makes a text PDDL.
pub fn generate(random: &mut RandomChoices) -> Vec<u8> {
    let mut text = random.pick(&PROBLEMS).as_bytes().to_vec();
    mutate(&mut text, random);
    if random.one_in(2) {
        text.splice(0..0, *b"(define ");
    }
    text
}

/// Reads, checks, and writes back what is well-formed.
pub fn run(input: &[u8], tally: &mut Tally) -> Result<(), String> {
    let Ok(source) = Source::from_bytes("input", input) else {
        tally.count("not text");
        return Ok(());
    };
    tally.add("read as PDDL", u64::from(gddl::is_gddl(&source.text)));
    let checked = gddl::check(&source, Mode::Strict);
    let has_error = checked.diagnostics.iter().any(gdl::Diagnostic::is_error);
    if checked.rules.is_some() == has_error {
        return Err("rules in spite of an error, or neither".to_owned());
    }
    gdl::render(&source, &checked.diagnostics, gdl::Rendering::Plain);
    gdl::locate(&source, &checked.diagnostics);
    if checked.rules.is_none() || !gddl::is_gddl(&source.text) {
        return Ok(());
    }
    tally.count("well-formed");
    let (domain, problem) = gddl::print::print(&gddl::read::read(&source).0);
    let again = Source::new("printed", format!("{domain}\n{problem}"));
    let is_same = |source: &Source| gddl::to_gdl(source).ok();
    match is_same(&source) == is_same(&again) {
        true => Ok(()),
        false => Err("the printed problem has other rules".to_owned()),
    }
}
