//! Drops distances if they make the files [too large](task::distances).

use diagram::{Terminal, Value, Values};
use layer::Sorted;
use task::distances::{are_costly, without_distances};
use task::{Bounds, Limit, Outcomes};

use crate::engine::DiagramEngine;
use crate::error::Error;
use crate::journal::Journal;

/// Drops the distances of all solved layers if the last one shows that they are too costly. Returns the new number of
/// each outcome; the outcomes are then replaced.
pub fn drop_if_costly(
    engine: &mut DiagramEngine<'_>,
    journal: &mut Journal<'_>,
    last: usize,
    outcomes: &mut Outcomes,
    bounds: Bounds,
) -> Result<Option<Vec<Terminal>>, Error> {
    let Some(values) = journal.values(engine.store(), last, outcomes)? else { return Ok(None) };
    let (with, without) = sample_bytes(engine, &values, outcomes, bounds.sample)?;
    if !are_costly(with, without) {
        return Ok(None);
    }
    let mut plain = journal.commits.plain_outcomes()?;
    let terminals = without_distances(outcomes, &mut plain)?;
    drop_distances(engine, journal, &plain)?;
    *outcomes = plain;
    Ok(Some(terminals))
}

/// Rewrites all solved layers without distances. `plain` has their outcomes.
pub fn drop_distances(
    engine: &mut DiagramEngine<'_>,
    journal: &mut Journal<'_>,
    plain: &Outcomes,
) -> Result<(), Error> {
    journal.replace_values(engine, plain, |engine, journal, number| {
        let mut own = Outcomes::default();
        let Some(values) = journal.values(engine.store(), number, &mut own)? else { return Ok(None) };
        let terminals = without_distances(&own, &mut plain.clone())?;
        renumbered(engine, &values, &terminals).map(Some)
    })
}

/// Values with other terminals: for each terminal the new one.
pub fn renumbered(engine: &mut DiagramEngine<'_>, values: &Values, terminals: &[Terminal]) -> Result<Values, Error> {
    let new = |terminal: Terminal| terminals.get(terminal.number() as usize - 1).copied();
    Ok(engine.store().map_terminals(values, new)?)
}

/// The size of the diagram of a layer's sample with and without distances.
fn sample_bytes(
    engine: &mut DiagramEngine<'_>,
    values: &Values,
    outcomes: &Outcomes,
    most: usize,
) -> Result<(u64, u64), Error> {
    let sample = sample(engine, values, most as u128)?;
    let encoding = engine.encoding();
    // The levels of the variables by number.
    let levels: Vec<usize> =
        (0..engine.game().variables.len()).flat_map(|variable| encoding.levels(variable)).copied().collect();
    let sizes: Vec<u16> = levels.iter().map(|&level| encoding.size(level) as u16).collect();
    let domains = if sizes.is_empty() { vec![1] } else { sizes };
    let by_number = |path: &[Value]| -> Vec<Value> {
        if levels.is_empty() { vec![0] } else { levels.iter().map(|&level| path[level]).collect() }
    };
    let members = engine.diagrams().members(&sample)?;
    let mut states: Vec<(Vec<Value>, Terminal)> =
        members.map(|(path, terminal)| (by_number(&path), terminal)).collect();
    states.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    let plain = without_distances(outcomes, &mut Outcomes::default())?;
    let with = diagram_bytes(&domains, states.iter().map(|(path, terminal)| (&path[..], *terminal)))?;
    let without = diagram_bytes(&domains, states.iter().map(|(path, t)| (&path[..], plain[t.number() as usize - 1])))?;
    Ok((with, without))
}

/// The part of a layer that is [measured](task::Bounds::sample): the states with the most frequent value of the first
/// variable, among these those with the most frequent value of the second, and so on until there are few enough.
fn sample(engine: &mut DiagramEngine<'_>, values: &Values, most: u128) -> Result<Values, Error> {
    let mut sample = values.clone();
    for variable in 0..engine.game().variables.len() {
        if engine.store().count(&sample)? <= most {
            break;
        }
        let mut largest = (0, sample.clone());
        for value in 0..engine.game().variables[variable].domain() {
            let part = engine.with_value(&sample, variable, value)?;
            let states = engine.store().count(&part)?;
            if states > largest.0 {
                largest = (states, part);
            }
        }
        sample = largest.1;
    }
    Ok(sample)
}

/// The size of the file of ascending states. Terminals are numbered in order of occurrence, since a file grows with its
/// largest terminal.
fn diagram_bytes<'s>(domains: &[u16], states: impl Iterator<Item = (&'s [Value], Terminal)>) -> Result<u64, Error> {
    let levels = domains.len();
    let mut sorted = Sorted::new(domains, levels);
    let mut met: Vec<Terminal> = Vec::new();
    let mut before: Option<&[Value]> = None;
    for (path, terminal) in states {
        let number = met.iter().position(|&known| known == terminal).unwrap_or_else(|| {
            met.push(terminal);
            met.len() - 1
        });
        let terminal = Terminal::new(number as u32 + 1).unwrap_or(terminal);
        let from = before.map_or(0, |before| before.iter().zip(path).take_while(|(a, b)| a == b).count());
        let part = sorted.part([(levels, |_| 0, terminal)]);
        sorted.push(from, |level| path[level], part);
        before = Some(path);
    }
    sorted.finish().file_bytes().map_err(|error| Limit::Numbers(error.to_string()).into())
}
