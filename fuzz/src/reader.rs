//! The reader target: malformed rule sheets and arbitrary text.

use gdl::Source;
use randomgame::{BoardShape, RandomChoices};

use crate::mutate::mutate;
use crate::tally::Tally;

/// Longer sheets are cut: time is better spent on many small ones.
const LONGEST: usize = 6_000;

/// A malformed sheet: a random one, a bundled one or nothing at all, mutated a few times.
pub fn generate(random: &mut RandomChoices) -> Vec<u8> {
    let mut text = match random.below(8) {
        0 => Vec::new(),
        1 | 2 => {
            let name = random.pick(games::all()).name;
            games::sheet(name).unwrap_or_default().into_bytes()
        }
        3 | 4 => randomgame::board(&BoardShape::random(random), random).to_string().into_bytes(),
        _ => randomgame::wild(random).to_string().into_bytes(),
    };
    let start = random.below(text.len().saturating_sub(LONGEST) + 1);
    text.drain(..start);
    text.truncate(LONGEST);
    mutate(&mut text, random);
    text
}

/// Reads, checks and formats.
pub fn run(input: &[u8], tally: &mut Tally) -> Result<(), String> {
    let Ok(source) = Source::from_bytes("input", input) else {
        tally.count("not text");
        return Ok(());
    };
    for mode in [gdl::Mode::Strict, gdl::Mode::Lenient] {
        let checked = gdl::check::check_in(&source, mode);
        tally.add("diagnostics", checked.diagnostics.len() as u64);
        if checked.rules.is_some() && checked.diagnostics.iter().any(gdl::Diagnostic::is_error) {
            return Err(format!("rules in spite of an error, {mode:?}"));
        }
        if checked.rules.is_none() && !checked.diagnostics.iter().any(gdl::Diagnostic::is_error) {
            return Err(format!("neither rules nor an error, {mode:?}"));
        }
        tally.add("well-formed", u64::from(checked.rules.is_some()));
        gdl::render(&source, &checked.diagnostics, gdl::Rendering::Plain);
        gdl::locate(&source, &checked.diagnostics);
    }
    let Ok(formatted) = gdl::format(&source) else {
        return Ok(());
    };
    tally.count("formatted");
    formatting_keeps_everything(&source, formatted)
}

/// Formatting is idempotent and preserves the rules.
fn formatting_keeps_everything(source: &Source, formatted: String) -> Result<(), String> {
    let formatted = Source::new("formatted", formatted);
    match gdl::format(&formatted) {
        Err(_) => return Err("the formatted sheet can't be read".into()),
        Ok(again) if again != formatted.text => return Err("formatting twice changes something".into()),
        Ok(_) => {}
    }
    let clauses = |source: &Source| {
        let rules = gdl::check(source).rules?;
        Some(rules.clauses.iter().map(|c| format!("{:?} {:?}", c.head, c.body)).collect::<Vec<_>>())
    };
    if clauses(source) != clauses(&formatted) {
        return Err("formatting changes the rules".into());
    }
    Ok(())
}
