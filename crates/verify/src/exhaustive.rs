//! Checks every state with the interpreter.

use std::collections::HashMap;
use std::sync::Arc;

use number::{PLY, all, count, grouped};
use rustc_hash::FxHashMap;
use solution::manifest;

use crate::Check;
use crate::error::Error;
use crate::judge::{Judge, Seen};
use crate::layer::Layers;
use crate::report::{CheckObserver, CheckProgress};
use crate::retrograde::{Graph, MISSING, Refused};

/// States evaluated between two progress reports.
const BATCH: usize = 4096;

/// All states of a solution with their stored outcomes.
#[derive(Default)]
struct StoredStates {
    numbers: FxHashMap<Arc<[u8]>, u32>,
    keys: Vec<Arc<[u8]>>,
    /// For each state, its layer and its outcome there, `None` if it is not solved yet; the first of several layers.
    places: Vec<(usize, Option<u32>)>,
    /// For each layer, its states.
    members: Vec<Vec<u32>>,
}

/// The interpreter's view of a state, with successors by number.
enum Looked {
    Over(Vec<i32>),
    Goes { mover: Option<usize>, next: Vec<u32>, missing: Option<String> },
    Defect(String),
}

/// Checks all states and returns their number.
pub fn check(check: &mut Check<'_>, observe: &mut CheckObserver<'_>) -> Result<u64, Error> {
    let known = gather(check)?;
    let looked = look(check, &known, observe)?;
    let graph = graph(check, &known, &looked);
    if !observe(&CheckProgress { what: "recomputing all values", done: 0, of: 0 }) {
        return Err(Error::Stopped);
    }
    compare_values(check, &known, &graph);
    start(check, &known, &graph)?;
    check.findings.method(format!("{} through the interpreter", all(known.keys.len(), "state")));
    Ok(known.keys.len() as u64)
}

/// Reads all states of all layers.
fn gather(check: &mut Check<'_>) -> Result<StoredStates, Error> {
    let mut known = StoredStates { members: vec![Vec::new(); check.layers.entries.len()], ..StoredStates::default() };
    let mut repeated = 0u64;
    let mut sums: HashMap<i64, usize> = HashMap::new();
    for number in (0..check.layers.entries.len()).filter(|&number| check.layers.entries[number].is_solved()) {
        let file = check.layers.read(number)?;
        let outcomes = &check.layers.entries[number].layer.outcomes;
        let findings = &mut check.findings;
        file.for_each(|values, outcome| {
            let state = || check.judge.text(&check.states.state(&values));
            if let Some(weights) = &check.manifest.encoding.measure
                && *sums.entry(measure(weights, &values)).or_insert(number) != number
            {
                findings.fail_at(number, "by the measure, the state belongs to another layer".to_owned(), state);
            }
            let key: Arc<[u8]> = check.states.key(&values).into();
            let next = known.keys.len() as u32;
            let place = *known.numbers.entry(Arc::clone(&key)).or_insert(next);
            known.members[number].push(place);
            if place == next {
                known.keys.push(key);
                known.places.push((number, Some(outcome)));
                return;
            }
            repeated += 1;
            let layer = known.places[place as usize].0;
            let before = known.outcome(check.layers, place as usize);
            let here = &outcomes[outcome as usize];
            if before.is_some_and(|before| (&before.rewards, before.distance) != (&here.rewards, here.distance)) {
                findings.fail_at(number, format!("the state has another value in layer {layer}"), state);
            }
        });
    }
    gather_unsolved(check, &mut known)?;
    let repeats = if repeated > 0 {
        format!(", {} in several layers, each time with the same value", grouped(repeated))
    } else {
        String::new()
    };
    check.findings.did(format!("every state{repeats}"));
    Ok(known)
}

/// Reads the unsolved states that solved ones may lead to. A solution made round by round has all its states in one
/// last layer until it is complete, and a state may be solved by a forcing move before its other successors are.
fn gather_unsolved(check: &Check<'_>, known: &mut StoredStates) -> Result<(), Error> {
    let entries = &check.layers.entries;
    let (Some(first), Some(last)) = (entries.first(), entries.last()) else { return Ok(()) };
    if !first.is_solved() || last.is_solved() {
        return Ok(());
    }
    check.layers.read(entries.len() - 1)?.for_each(|values, _| {
        let key: Arc<[u8]> = check.states.key(&values).into();
        let next = known.keys.len() as u32;
        if *known.numbers.entry(Arc::clone(&key)).or_insert(next) == next {
            known.keys.push(key);
            known.places.push((entries.len() - 1, None));
        }
    });
    Ok(())
}

impl StoredStates {
    /// The stored outcome of a state.
    fn outcome<'l>(&self, layers: &'l Layers, state: usize) -> Option<&'l manifest::OutcomeCount> {
        let (layer, outcome) = self.places[state];
        layers.entries[layer].layer.outcomes.get(outcome? as usize)
    }
}

/// The measure of a state.
pub fn measure(weights: &[Vec<i64>], values: &[u32]) -> i64 {
    weights.iter().zip(values).map(|(weights, &value)| weights.get(value as usize).copied().unwrap_or(0)).sum()
}

/// Evaluates every state by the rules.
fn look(check: &Check<'_>, known: &StoredStates, observe: &mut CheckObserver<'_>) -> Result<Vec<Looked>, Error> {
    let mut judges = vec![check.judge.clone(); check.options.threads.max(1)];
    let mut looked = Vec::with_capacity(known.keys.len());
    for batch in known.keys.chunks(BATCH) {
        let progress =
            CheckProgress { what: "evaluating states", done: looked.len() as u64, of: known.keys.len() as u64 };
        if !observe(&progress) {
            return Err(Error::Stopped);
        }
        let share = batch.len().div_ceil(judges.len());
        let results: Vec<Result<Vec<Looked>, Error>> = std::thread::scope(|scope| {
            let work = |(judge, keys): (&'_ mut Judge, &'_ [Arc<[u8]>])| {
                keys.iter().map(|key| look_at(check, known, judge, key)).collect()
            };
            let started: Vec<_> =
                judges.iter_mut().zip(batch.chunks(share)).map(|pair| scope.spawn(move || work(pair))).collect();
            // A panic of a worker is propagated.
            started
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        for result in results {
            looked.extend(result?);
        }
    }
    Ok(looked)
}

fn look_at(check: &Check<'_>, known: &StoredStates, judge: &mut Judge, key: &[u8]) -> Result<Looked, Error> {
    let state = check.states.state(&check.states.unkey(key));
    Ok(match judge.see(&state)? {
        Seen::Over(rewards) => Looked::Over(rewards),
        Seen::Defect(what) => Looked::Defect(what),
        Seen::Goes { mover, next: states } => {
            let mut missing = None;
            let mut next = Vec::with_capacity(states.len());
            for successor in states {
                let values = check.states.values(&successor);
                let number = values.and_then(|values| known.numbers.get(check.states.key(&values).as_slice()));
                if number.is_none() && missing.is_none() {
                    missing = Some(judge.text(&successor));
                }
                next.push(number.copied().unwrap_or(MISSING));
            }
            Looked::Goes { mover, next, missing }
        }
    })
}

/// The graph of all states; errors in single states are reported as they are found.
fn graph(check: &mut Check<'_>, known: &StoredStates, looked: &[Looked]) -> Graph {
    let mut graph = Graph { starts: vec![0], ..Graph::default() };
    let mut vectors: HashMap<Vec<i32>, u32> = HashMap::new();
    let mut number = |rewards: &Vec<i32>, graph: &mut Graph| {
        *vectors.entry(rewards.clone()).or_insert_with(|| {
            graph.rewards.push(rewards.clone());
            graph.rewards.len() as u32 - 1
        })
    };
    for (state, looked) in looked.iter().enumerate() {
        let layer = known.places[state].0;
        let text = || check.judge.text(&check.states.state(&check.states.unkey(&known.keys[state])));
        let (mut over, mut moves) = (None, None);
        match looked {
            Looked::Over(rewards) => over = Some(number(rewards, &mut graph)),
            Looked::Defect(what) => {
                graph.broken = true;
                check.findings.fail_at(layer, what.clone(), text);
            }
            Looked::Goes { mover, next, missing } => {
                moves = *mover;
                graph.next.extend(next);
                if let Some(missing) = missing {
                    graph.broken = true;
                    check.findings.fail_at(layer, format!("a successor is not in the solution: {missing}"), text);
                }
            }
        }
        graph.over.push(over);
        graph.mover.push(moves);
        graph.starts.push(graph.next.len());
    }
    if let Some(infinite) = &check.manifest.question.infinite {
        number(infinite, &mut graph);
    }
    count_terminal_states(check, known, looked);
    graph
}

/// Compares the numbers of terminal states.
fn count_terminal_states(check: &mut Check<'_>, known: &StoredStates, looked: &[Looked]) {
    let ends = |&&state: &&u32| matches!(looked[state as usize], Looked::Over(_));
    for (number, entry) in check.layers.entries.iter().enumerate().filter(|(_, entry)| entry.is_solved()) {
        let counted = known.members[number].iter().filter(ends).count();
        if entry.layer.terminal_states != counted as u128 {
            let claimed = entry.layer.terminal_states;
            check
                .findings
                .fail(number, format!("it has {}, but the manifest says {claimed}", count(counted, "terminal state")));
        }
    }
}

/// Computes all values and distances and compares them with the stored ones.
fn compare_values(check: &mut Check<'_>, known: &StoredStates, graph: &Graph) {
    let question = &check.manifest.question;
    let place = |rewards: &Vec<i32>| graph.rewards.iter().position(|known| known == rewards).map(|i| i as u32);
    let values = match graph.values(question.model, question.infinite.as_ref().and_then(place)) {
        Ok(values) => values,
        Err(refused) => {
            let (state, what) = match refused {
                Refused::Cycle(state) => (state, "play may never end from here, but infinite play has no value"),
                Refused::GeneralRewards(state) => {
                    (state, "play may never end from here, but the rewards have no constant sum")
                }
            };
            let text = || check.judge.text(&check.states.state(&check.states.unkey(&known.keys[state])));
            check.findings.fail_at(known.places[state].0, what.to_owned(), text);
            return;
        }
    };
    let has_distances = check.has_distances();
    let infinite = check.manifest.question.infinite.as_deref();
    let distances = if has_distances { graph.distances(&values, infinite) } else { vec![None; graph.len()] };
    for state in 0..graph.len() {
        let layer = known.places[state].0;
        let Some(stored) = known.outcome(check.layers, state) else { continue };
        let text = || check.judge.text(&check.states.state(&check.states.unkey(&known.keys[state])));
        let Some(value) = values[state] else {
            if !graph.broken {
                check.findings.fail_at(
                    layer,
                    "no terminal state can be reached, but infinite play has no value".to_owned(),
                    text,
                );
            }
            continue;
        };
        let rewards = &graph.rewards[value as usize];
        if stored.rewards != *rewards {
            check.findings.fail_at(
                layer,
                format!("its value is {rewards:?}, but {:?} is stored", stored.rewards),
                text,
            );
        } else if stored.distance != distances[state] {
            let plies = |distance: Option<u32>| distance.map_or("no end".to_owned(), |plies| count(plies, PLY));
            let what = format!("its distance is {}, but {} is stored", plies(distances[state]), plies(stored.distance));
            check.findings.fail_at(layer, what, text);
        }
    }
    check.findings.did("that every successor of every state is in the solution");
    check.findings.did("every value, recomputed from the rewards of terminal states");
    match has_distances {
        true => check.findings.did("every distance, recomputed"),
        false => check.findings.did_not("distances: none are stored"),
    }
}

/// Checks the first state, and that every state is reachable from it.
fn start(check: &mut Check<'_>, known: &StoredStates, graph: &Graph) -> Result<(), Error> {
    let manifest::Progress::Complete { value } = &check.manifest.progress else { return Ok(()) };
    let first = check.judge.first()?;
    let values = check.states.values(&first);
    let number = values.and_then(|values| known.numbers.get(check.states.key(&values).as_slice()).copied());
    let Some(number) = number else {
        check.findings.fail_at(0, "the initial state is not in the solution".to_owned(), || check.judge.text(&first));
        return Ok(());
    };
    let layer = known.places[number as usize].0;
    match known.outcome(check.layers, number as usize).map(|outcome| &outcome.rewards) {
        Some(rewards) if rewards == value => {}
        other => {
            check.findings.fail(layer, format!("the value of the game is {other:?}, but the manifest says {value:?}"))
        }
    }
    let mut reached = vec![false; graph.len()];
    reached[number as usize] = true;
    let mut left = vec![number];
    while let Some(state) = left.pop() {
        for &next in graph.successors(state as usize).iter().filter(|&&next| next != MISSING) {
            if !std::mem::replace(&mut reached[next as usize], true) {
                left.push(next);
            }
        }
    }
    for state in (0..graph.len()).filter(|&state| !reached[state]) {
        let text = || check.judge.text(&check.states.state(&check.states.unkey(&known.keys[state])));
        check.findings.fail_at(
            known.places[state].0,
            "the state is not reachable from the initial one".to_owned(),
            text,
        );
    }
    check.findings.did("the initial state, and that every state is reachable from it");
    Ok(())
}

impl Check<'_> {
    /// Whether the solution stores distances.
    pub fn has_distances(&self) -> bool {
        let outcomes = self.layers.entries.iter().flat_map(|entry| &entry.layer.outcomes);
        outcomes.into_iter().any(|outcome| outcome.states > 0 && outcome.distance.is_some())
    }
}
