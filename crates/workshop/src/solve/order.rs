//! Which variable order the diagrams use: that of a begun directory, one that was asked for, or the winner of a race.

use std::fs;
use std::path::Path;

use solution::manifest::Manifest;
use symbolic::order::Order;
use symbolic::race::{Runner, race};

use crate::error::Error;
use crate::prepared::Prepared;

/// All candidates with how they did in the race, best first, or the single one that is wanted: by name, or as a file that lists the
/// variables.
pub fn runners(wanted: Option<&str>, prepared: &Prepared) -> Result<Vec<Runner>, Error> {
    let Some(wanted) = wanted else { return Ok(race(&prepared.game, &prepared.effects)) };
    let candidates = symbolic::order::candidates(&prepared.game, &prepared.effects);
    let names: Vec<String> = candidates.iter().map(|order| short(order.name)).collect();
    let order = match candidates.into_iter().find(|order| short(order.name) == wanted) {
        Some(order) => order,
        None if Path::new(wanted).exists() => from_file(Path::new(wanted), prepared)?,
        None => {
            let what = format!("`{wanted}` is neither an order of this game nor a file");
            return Err(Error::input(what).hint(format!("its orders are {}", names.join(", "))));
        }
    };
    Ok(vec![Runner { order, nodes: Vec::new() }])
}

/// The variable order: that of the directory where there is one, else the one that is wanted, else the winner of the race.
pub(super) fn variable_order(
    wanted: Option<&str>,
    known: Option<&Manifest>,
    prepared: &Prepared,
    path: &Path,
) -> Result<Order, Error> {
    let mut variables: Vec<usize> =
        known.into_iter().flat_map(|manifest| &manifest.encoding.levels).map(|level| level.variable).collect();
    variables.dedup();
    if variables.is_empty() || variables.len() != prepared.game.variables.len() {
        return Ok(runners(wanted, prepared)?.swap_remove(0).order);
    }
    if wanted.is_some() && runners(wanted, prepared)?[0].order.variables != variables {
        let what = format!("{} has another variable order", path.display());
        return Err(Error::input(what).hint("leave --order out to go on with it, or choose another --out"));
    }
    Ok(Order { name: "as in the database", variables })
}

/// The name of an order as it is written on the command line: `by last coordinate` is `last-coordinate`.
pub fn short(name: &str) -> String {
    name.trim_start_matches("by ").replace(' ', "-")
}

fn from_file(path: &Path, prepared: &Prepared) -> Result<Order, Error> {
    let unreadable = |error| Error::input(format!("{} can't be read: {error}", path.display()));
    let text = fs::read_to_string(path).map_err(unreadable)?;
    let known = &prepared.game.variables;
    let mut variables = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let Some(variable) = known.iter().position(|variable| variable.name == line) else {
            return Err(Error::input(format!("{}: the game has no variable `{line}`", path.display())));
        };
        if variables.contains(&variable) {
            return Err(Error::input(format!("{}: `{line}` stands there twice", path.display())));
        }
        variables.push(variable);
    }
    match (0..known.len()).find(|variable| !variables.contains(variable)) {
        Some(missing) => Err(Error::input(format!("{}: `{}` is missing", path.display(), known[missing].name))),
        None => Ok(Order { name: "as given", variables }),
    }
}
