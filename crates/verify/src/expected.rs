//! Solutions of games with chance or simultaneous moves: every bound follows from the rules, the bounds of successors
//! and the stored strategies.
//!
//! Bounds are checked as a proof is: in a state the row strategy must get the lower bound against every column, and the
//! column strategy must give no more than the upper bound to any row (`certificate`). Where play can go on for ever
//! that is not all: bounds must not rest on each other, which is a matter of reaching ends (`progress`).

mod certificate;
mod file;
mod number;
mod progress;

use std::collections::VecDeque;
use std::path::Path;

use interpret::State;
use rustc_hash::FxHashMap;
use solution::Manifest;
use solution::manifest::ExpectedFigures;

use crate::CheckOptions;
use crate::error::Error;
use crate::judge::{Judge, SeenAtOnce};
use crate::report::{CheckObserver, CheckProgress, CheckReport, Findings};
use crate::states::States;
use certificate::Certifier;
use file::ExpectedFile;
use number::Number;

/// The picks of two strategies with their weights: of the role whose value they prove, and of the others together.
pub(crate) type StrategyPair = [Vec<(u16, u64)>; 2];

/// What the solution says of a state.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub layer: usize,
    pub values: Vec<Number>,
    /// Per value two strategies, as picks with weights.
    pub strategies: Vec<StrategyPair>,
}

/// A state as the rules have it, with successors by number.
pub(crate) enum Node {
    /// The game is over.
    Over(Vec<i32>),
    /// Per role the number of its legal moves, and the successors of all joint moves, the last role's moves changing
    /// first.
    Goes(Vec<usize>, Vec<u32>),
}

/// States between two looks at the clock.
const BATCH: u64 = 4096;

/// Checks the solution in a directory.
pub(crate) fn check(
    path: &Path,
    manifest: &Manifest,
    figures: &ExpectedFigures,
    (states, mut judge): (&States, Judge),
    options: &CheckOptions,
    observe: &mut CheckObserver<'_>,
) -> Result<CheckReport, Error> {
    let mut findings = Findings::default();
    let stored = read(path, manifest, states, &mut findings)?;
    let total = stored.len() as u128;
    let first = judge.first()?;
    let mut search = Search { states, judge, stored: &stored, numbers: FxHashMap::default(), found: Vec::new() };
    search.number(first);
    let most = usize::try_from(options.most_states).unwrap_or(usize::MAX);
    let certifier = Certifier::new(manifest, figures);
    let mut nodes: Vec<Node> = Vec::new();
    let mut queue: VecDeque<u32> = VecDeque::from([0]);
    while let Some(at) = queue.pop_front() {
        if nodes.len() >= most {
            break;
        }
        if (nodes.len() as u64).is_multiple_of(BATCH) {
            let progress = CheckProgress { what: "evaluating the rules", done: nodes.len() as u64, of: total as u64 };
            if !observe(&progress) {
                return Err(Error::Stopped);
            }
        }
        let before = search.found.len();
        let node = search.look(at, &mut findings)?;
        queue.extend((before as u32)..(search.found.len() as u32));
        nodes.push(node);
    }
    let all = queue.is_empty();
    for (at, node) in nodes.iter().enumerate() {
        if let Err(what) = certifier.check(node, at as u32, &search.found) {
            let layer = search.found[at].1.map_or(0, |stored| stored.layer);
            findings.fail_at(layer, what, || search.judge.text(&search.found[at].0));
        }
    }
    findings.did("the hash, the structure and the content hash of every file");
    findings.did("every bound by the stored strategies and the bounds of the successors");
    if all {
        if search.found.len() as u128 != total {
            let what = format!("{} of {total} stored states can be reached", search.found.len());
            findings.fail(0, what);
        }
        progress::check(&nodes, &search.found, &certifier, &mut findings, |at| search.judge.text(&search.found[at].0));
        findings.did("that the stored strategies attain the bounds of cycles");
        findings.method(format!("{} through the interpreter", number::every(nodes.len())));
    } else {
        findings
            .did_not("states further from the start, and whether the stored strategies attain the bounds of cycles");
        findings.method(format!("the first {} states of {total} through the interpreter", nodes.len()));
    }
    start(manifest, figures, &search, &mut findings);
    Ok(findings.report(manifest, total, nodes.len() as u64))
}

/// Reads all files; checks hashes, order and content.
fn read(
    path: &Path,
    manifest: &Manifest,
    states: &States,
    findings: &mut Findings,
) -> Result<FxHashMap<Vec<u8>, Stored>, Error> {
    let mut stored = FxHashMap::default();
    for (number, layer) in manifest.layers.iter().enumerate() {
        let Some(file) = &layer.value_file else { continue };
        let mapped = solution::mapped::MappedFile::open_checked(path, file)?;
        let damaged = |what: String| solution::Error::damaged(&path.join(&file.name), what);
        let opened = ExpectedFile::open(mapped.as_ref(), &states.domains).map_err(damaged)?;
        if opened.count as u128 != layer.states {
            findings.fail(number, format!("it has {} states, the manifest says {}", opened.count, layer.states));
        }
        let mut content = crate::content::ContentHash::ZERO;
        for index in 0..opened.count {
            let (values, record) = opened.record(index).map_err(damaged)?;
            content = content.plus(opened.content(index, &values));
            let key = states.key(&values);
            let known = stored.insert(key, Stored { layer: number, ..record });
            if known.is_some() {
                findings.fail(number, "it has a state that another layer has".to_owned());
            }
        }
        if layer.content.as_ref().is_some_and(|claimed| *claimed != content.to_hex()) {
            findings.fail(number, "the content hash in the manifest is not that of the states and values".to_owned());
        }
    }
    Ok(stored)
}

/// States found so far, with what is stored of them.
pub(crate) type Found<'s> = Vec<(State, Option<&'s Stored>)>;

struct Search<'s> {
    states: &'s States,
    judge: Judge,
    stored: &'s FxHashMap<Vec<u8>, Stored>,
    numbers: FxHashMap<State, u32>,
    found: Found<'s>,
}

impl Search<'_> {
    fn number(&mut self, state: State) -> u32 {
        let next = self.found.len() as u32;
        if let Some(&known) = self.numbers.get(&state) {
            return known;
        }
        let stored = self.states.values(&state).and_then(|values| self.stored.get(&self.states.key(&values)));
        self.numbers.insert(state.clone(), next);
        self.found.push((state, stored));
        next
    }

    fn look(&mut self, at: u32, findings: &mut Findings) -> Result<Node, Error> {
        let (state, stored) = self.found[at as usize].clone();
        if stored.is_none() {
            let text = self.judge.text(&state);
            findings.fail_at(0, "a reachable state is missing".to_owned(), || text);
        }
        Ok(match self.judge.see_at_once(&state)? {
            SeenAtOnce::Over(rewards) => Node::Over(rewards),
            SeenAtOnce::Goes(legal, next) => {
                let next = next.into_iter().map(|state| self.number(state)).collect();
                Node::Goes(legal, next)
            }
            SeenAtOnce::Defect(what) => {
                let text = self.judge.text(&state);
                findings.fail_at(0, what, || text);
                Node::Goes(Vec::new(), Vec::new())
            }
        })
    }
}

/// What the manifest says of the first state is what the file says.
fn start(manifest: &Manifest, figures: &ExpectedFigures, search: &Search<'_>, findings: &mut Findings) {
    if !manifest.progress.is_complete() {
        return;
    }
    let Some((_, Some(stored))) = search.found.first() else { return };
    let claimed = |number: &Number, reward: &solution::manifest::ExpectedReward| number.is(reward);
    let fits = match (figures.sum, stored.values.as_slice(), figures.value.as_slice()) {
        (Some(_), [value], [reward, _]) => claimed(value, reward),
        (None, values, rewards) => {
            values.len() == rewards.len() && values.iter().zip(rewards).all(|(value, reward)| claimed(value, reward))
        }
        _ => false,
    };
    if !fits {
        findings.fail(stored.layer, "the value of the first state in the manifest is not the stored one".to_owned());
    }
}
