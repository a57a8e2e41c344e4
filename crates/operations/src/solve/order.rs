//! Chooses the variable order of diagrams: that of an existing directory, the requested one, or the winner of a race.

use std::fs;
use std::path::Path;

use prove::ProvedGame;
use solution::Difference;
use solution::directory::MANIFEST;
use solution::manifest::Manifest;
use symbolic::race::{Runner, race};
use task::{AdviceStep, Allowance, VariableOrder};

use crate::error::Error;

/// The name of the order of an existing directory.
pub(super) const AS_BEGUN: &str = "as in the database";

/// All candidates with their results in the race, best first, or the single requested one: by name, or as a file that
/// lists the variables.
pub fn runners(wanted: Option<&str>, proved: &ProvedGame, allowance: Allowance<'_>) -> Result<Vec<Runner>, Error> {
    let Some(wanted) = wanted else { return Ok(race(proved, allowance)) };
    let candidates = symbolic::order::candidates(proved);
    let names: Vec<String> = candidates.iter().map(|order| short(order.name)).collect();
    let order = match candidates.into_iter().find(|order| short(order.name) == wanted) {
        Some(order) => order,
        None if Path::new(wanted).exists() => from_file(Path::new(wanted), proved)?,
        None => {
            let what = format!("`{wanted}` is neither an order of this game nor a file");
            return Err(Error::input(what).advise(AdviceStep::Orders(names)));
        }
    };
    Ok(vec![Runner { order, nodes: Vec::new() }])
}

/// The variable order of a new directory: the requested one, otherwise the winner of the race.
pub(super) fn new_order(
    wanted: Option<&str>,
    proved: &ProvedGame,
    allowance: Allowance<'_>,
) -> Result<VariableOrder, Error> {
    Ok(runners(wanted, proved, allowance)?.swap_remove(0).order)
}

/// The variable order of an existing directory.
pub(super) fn begun_order(
    wanted: Option<&str>,
    known: &Manifest,
    proved: &ProvedGame,
    path: &Path,
) -> Result<VariableOrder, Error> {
    // The digits of one variable are adjacent.
    let mut variables: Vec<usize> = known.encoding.levels.iter().map(|level| level.variable).collect();
    variables.dedup();
    let mut ascending = variables.clone();
    ascending.sort_unstable();
    if !ascending.into_iter().eq(0..proved.game.variables.len()) {
        return Err(solution::Error::damaged(&path.join(MANIFEST), "its levels do not match its variables").into());
    }
    // A single order is requested, so there is no race.
    if wanted.is_some() && new_order(wanted, proved, Allowance::default())?.variables != variables {
        return Err(Difference::Order.of(path).into());
    }
    Ok(VariableOrder { name: AS_BEGUN, variables })
}

/// The name of an order on the command line: `by last coordinate` is `last-coordinate`.
pub fn short(name: &str) -> String {
    name.trim_start_matches("by ").replace(' ', "-")
}

fn from_file(path: &Path, proved: &ProvedGame) -> Result<VariableOrder, Error> {
    let unreadable = |error| Error::input(format!("{} cannot be read: {error}", path.display()));
    let text = fs::read_to_string(path).map_err(unreadable)?;
    let known = &proved.game.variables;
    let mut variables = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let Some(variable) = known.iter().position(|variable| variable.name == line) else {
            return Err(Error::input(format!("{}: the game has no variable `{line}`", path.display())));
        };
        if variables.contains(&variable) {
            return Err(Error::input(format!("{}: `{line}` occurs twice", path.display())));
        }
        variables.push(variable);
    }
    match (0..known.len()).find(|variable| !variables.contains(variable)) {
        Some(missing) => Err(Error::input(format!("{}: `{}` is missing", path.display(), known[missing].name))),
        None => Ok(VariableOrder { name: "as given", variables }),
    }
}
