//! Checks a random sample of states with the interpreter, each with all its successors.

use std::collections::HashMap;

use interpret::State;
use number::{count, grouped};
use solution::manifest::{self, OutcomeCount};

use crate::Check;
use crate::error::Error;
use crate::exhaustive::measure;
use crate::judge::Seen;
use crate::layer::LayerFile;
use crate::preference::{compare, shortens};
use crate::report::{CheckObserver, CheckProgress};

/// All layers, open.
struct Open<'a> {
    files: Vec<LayerFile<'a>>,
    /// The layer for each sum of the measure.
    sums: Option<HashMap<i64, usize>>,
}

/// Checks a sample and returns its size.
pub fn check(check: &mut Check<'_>, observe: &mut CheckObserver<'_>) -> Result<u64, Error> {
    let layers = check.layers;
    let mut random = Random(check.options.seed);
    let mut open = Open { files: Vec::new(), sums: None };
    for number in 0..layers.entries.len() {
        open.files.push(layers.read(number)?);
    }
    let solved: Vec<usize> = (0..open.files.len()).filter(|&number| layers.entries[number].is_solved()).collect();
    open.sums = sums(check, &open, &solved)?;
    let all: u128 = solved.iter().map(|&number| layers.entries[number].layer.states).sum();
    let mut checked = 0;
    for &number in &solved {
        let states = layers.entries[number].layer.states;
        // At least one of each non-empty layer.
        let share = (check.options.sample as f64 * (states as f64 / all as f64)).ceil() as usize;
        for (values, outcome) in
            open.files[number].draw(share.min(usize::try_from(states).unwrap_or(share)), || random.fraction())
        {
            let progress = CheckProgress { what: "evaluating states", done: checked, of: check.options.sample as u64 };
            if checked.is_multiple_of(1000) && !observe(&progress) {
                return Err(Error::Stopped);
            }
            state(check, &open, number, &values, outcome)?;
            checked += 1;
        }
    }
    first(check, &open)?;
    say(check, all, checked);
    Ok(checked)
}

fn say(check: &mut Check<'_>, all: u128, checked: u64) {
    let has_distances = check.has_distances();
    let findings = &mut check.findings;
    findings.method(format!(
        "{} of {} states, sampled at random, with all their successors, through the interpreter",
        grouped(checked),
        grouped(all)
    ));
    findings.did("of the sampled states: that every successor is in the solution");
    findings.did(
        "of the sampled states: the rewards of terminal states, and that each other value is the best of the successors' values",
    );
    if has_distances {
        findings.did("of the sampled states: that the distance follows from those of the successors");
    }
    findings.did_not(format!("the rules on {}", count(all.saturating_sub(u128::from(checked)), "other state")));
    findings.did_not("that every state is reachable");
    if check.manifest.question.infinite.is_some() && !has_distances {
        check
            .findings
            .did_not("that play ends where the solution says so: the game has cycles, and no distances are stored");
    }
}

/// One state of each layer, to find the measure of the layer.
fn sums(check: &Check<'_>, open: &Open<'_>, solved: &[usize]) -> Result<Option<HashMap<i64, usize>>, Error> {
    let Some(weights) = &check.manifest.encoding.measure else { return Ok(None) };
    let mut sums = HashMap::new();
    for &number in solved {
        for (values, _) in open.files[number].draw(1, || 0.0) {
            if sums.insert(measure(weights, &values), number).is_some() {
                return Err(check.layers.entries[number].damaged("by the measure, its states belong to another layer"));
            }
        }
    }
    Ok(Some(sums))
}

/// The stored outcome of a state.
fn lookup<'c>(check: &'c Check<'_>, open: &Open<'_>, state: &State) -> Option<&'c OutcomeCount> {
    let values = check.states.values(state)?;
    let outcome = |number: usize| {
        let outcome = open.files[number].outcome(&values)?;
        check.layers.entries[number].layer.outcomes.get(outcome as usize)
    };
    match (&open.sums, &check.manifest.encoding.measure) {
        (Some(sums), Some(weights)) => outcome(*sums.get(&measure(weights, &values))?),
        _ => (0..open.files.len()).filter(|&number| check.layers.entries[number].is_solved()).find_map(outcome),
    }
}

/// Whether a state is in a layer that is not solved yet.
fn is_unsolved(check: &Check<'_>, open: &Open<'_>, state: &State) -> bool {
    let unsolved = || (0..open.files.len()).filter(|&number| !check.layers.entries[number].is_solved());
    let values = check.states.values(state);
    values.is_some_and(|values| unsolved().any(|number| open.files[number].outcome(&values).is_some()))
}

/// Checks one state against the rules and its successors.
fn state(check: &mut Check<'_>, open: &Open<'_>, layer: usize, values: &[u32], outcome: u32) -> Result<(), Error> {
    let state = check.states.state(values);
    let stored = check.layers.entries[layer].layer.outcomes[outcome as usize].clone();
    let seen = check.judge.see(&state)?;
    let wrong = match seen {
        Seen::Defect(what) => Some(what),
        Seen::Over(rewards) if rewards != stored.rewards => {
            Some(format!("the game ends with {rewards:?}, but {:?} is stored", stored.rewards))
        }
        Seen::Over(_) if check.has_distances() && stored.distance != Some(0) => {
            Some("the game ends here, but the stored distance is not 0".to_owned())
        }
        Seen::Over(_) => None,
        Seen::Goes { mover, next } => {
            let mut outcomes = Vec::with_capacity(next.len());
            let mut missing = None;
            for successor in &next {
                match lookup(check, open, successor) {
                    Some(outcome) => outcomes.push(outcome.clone()),
                    // The solution contains the successor but has not solved it, so this state cannot be checked.
                    None if is_unsolved(check, open, successor) => return Ok(()),
                    None => missing = Some(check.judge.text(successor)),
                }
            }
            match missing {
                Some(missing) => Some(format!("a successor is not in the solution: {missing}")),
                None => inconsistent(check, mover, &stored, &outcomes),
            }
        }
    };
    if let Some(what) = wrong {
        check.findings.fail_at(layer, what, || check.judge.text(&state));
    }
    Ok(())
}

/// The inconsistency of an outcome with those of the successors, if there is one.
fn inconsistent(
    check: &Check<'_>,
    mover: Option<usize>,
    stored: &OutcomeCount,
    next: &[OutcomeCount],
) -> Option<String> {
    let role = mover.unwrap_or(0);
    let model = check.manifest.question.model;
    let best = next.iter().max_by(|a, b| compare(model, role, &a.rewards, &b.rewards))?;
    if best.rewards != stored.rewards {
        return Some(format!("the best successor is worth {:?}, but {:?} is stored", best.rewards, stored.rewards));
    }
    if !check.has_distances() {
        return None;
    }
    let kept = next.iter().filter(|outcome| outcome.rewards == stored.rewards);
    // Infinite play is the longest.
    let length = kept.map(|outcome| outcome.distance.map_or(u64::MAX, |plies| u64::from(plies) + 1));
    let infinite = check.manifest.question.infinite.as_deref();
    let best = if shortens(role, &stored.rewards, infinite) { length.min() } else { length.max() }?;
    let claimed = stored.distance.map_or(u64::MAX, u64::from);
    (best != claimed).then(|| "the distance does not follow from those of the successors".to_owned())
}

/// Checks the first state and the value of the game.
fn first(check: &mut Check<'_>, open: &Open<'_>) -> Result<(), Error> {
    let manifest::Progress::Complete { value } = &check.manifest.progress else { return Ok(()) };
    let first = check.judge.first()?;
    let found = lookup(check, open, &first).map(|outcome| outcome.rewards.clone());
    match found {
        None => check
            .findings
            .fail_at(0, "the initial state is not in the solution".to_owned(), || check.judge.text(&first)),
        Some(rewards) if rewards != *value => {
            check.findings.fail(0, format!("the value of the game is {rewards:?}, but the manifest says {value:?}"));
        }
        Some(_) => {}
    }
    check.findings.did("the first state");
    Ok(())
}

/// Random numbers from a seed (SplitMix64). A second implementation: a check shares no code with what it checks.
struct Random(u64);

impl Random {
    fn fraction(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((word ^ (word >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}
