//! The game as an explicit graph with predecessors, for algorithms that work backwards in rounds.
//!
//! States are numbered in ascending order. Successors are found once, by expansion. The predecessors of a state are
//! then stored contiguously, so that a round costs as much as the moves that lead into it, however many rounds there
//! are.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rustc_hash::FxHashMap;
use task::{Error, Limit, Outcomes, Valuation, common_sum};

use crate::Resources;
use crate::backward::missing;
use crate::expand::{BATCH, Expander, WORDS, is_empty, lanes, size};
use crate::find::Cursors;
use crate::forward::PIECE;
use crate::key::Key;
use crate::moves::Moves;
use crate::outcomes::{Class, UNKNOWN};
use crate::parallel::{lock, work};
use crate::rewards::{Ends, Goals};

/// The index of a reachable state in the ascending list.
pub type Number = u32;

/// All states, and the moves between them.
pub struct Graph<const N: usize> {
    /// The states, ascending.
    pub keys: Vec<Key<N>>,
    /// For each state, the number of its moves.
    pub degrees: Vec<u32>,
    /// For each state, the role that chooses.
    pub choosers: Vec<u8>,
    /// The outcome of terminal states, including stuck ones; [`UNKNOWN`] for the others.
    pub ends: Vec<Class>,
    /// The states that are terminal by the rules.
    pub terminal: Vec<bool>,
    /// The start of each state's predecessors; one more for the end.
    starts: Vec<usize>,
    predecessors: Vec<Number>,
}

/// The contribution of one piece of the states.
#[derive(Default)]
struct Part {
    /// Successors, state by state.
    successors: Vec<Number>,
    degrees: Vec<u32>,
    choosers: Vec<u8>,
    ends: Vec<Class>,
    terminal: Vec<bool>,
}

impl<const N: usize> Graph<N> {
    /// Finds the moves between ascending states, which are all reachable ones.
    pub fn new(
        moves: &Moves<N>,
        keys: Vec<Key<N>>,
        outcomes: &mut Outcomes,
        valuation: Valuation,
        resources: Resources<'_>,
    ) -> Result<Graph<N>, Error> {
        if u32::try_from(keys.len()).is_err() {
            return Err(Limit::Numbers(format!("{} states are too many to number", keys.len())).into());
        }
        let ends = Ends::new(outcomes, valuation);
        let parts: Vec<Mutex<Part>> = keys.chunks(PIECE).map(|_| Mutex::default()).collect();
        let edges = AtomicUsize::new(0);
        work(
            resources.threads,
            parts.len(),
            || Linker::new(moves),
            |linker, number| {
                let states = &keys[number * PIECE..keys.len().min((number + 1) * PIECE)];
                if room_for::<N>(keys.len(), edges.load(Ordering::Relaxed)) > resources.bytes {
                    // Only their number matters now.
                    let count: usize = states.chunks(BATCH).map(|batch| linker.count(batch)).sum();
                    edges.fetch_add(count, Ordering::Relaxed);
                    return Ok(());
                }
                let mut part = Part::default();
                for batch in states.chunks(BATCH) {
                    linker.link(batch, &keys, &ends, &mut part)?;
                }
                edges.fetch_add(part.successors.len(), Ordering::Relaxed);
                *lock(&parts[number]) = part;
                Ok(())
            },
        )?;
        let needed = room_for::<N>(keys.len(), edges.into_inner());
        resources.check_all(needed, needed, "the moves between all states")?;
        let parts: Vec<Part> =
            parts.into_iter().map(|part| part.into_inner().unwrap_or_else(|e| e.into_inner())).collect();
        Ok(Graph::assemble(keys, parts))
    }

    fn assemble(keys: Vec<Key<N>>, parts: Vec<Part>) -> Graph<N> {
        let edges: usize = parts.iter().map(|part| part.successors.len()).sum();
        let mut starts = vec![0usize; keys.len() + 1];
        for &successor in parts.iter().flat_map(|part| &part.successors) {
            starts[successor as usize + 1] += 1;
        }
        for state in 1..starts.len() {
            starts[state] += starts[state - 1];
        }
        let mut graph = Graph {
            degrees: Vec::with_capacity(keys.len()),
            choosers: Vec::with_capacity(keys.len()),
            ends: Vec::with_capacity(keys.len()),
            terminal: Vec::with_capacity(keys.len()),
            predecessors: vec![0; edges],
            starts,
            keys,
        };
        let mut free = graph.starts.clone();
        for part in parts {
            let mut successors = part.successors.iter();
            for &degree in &part.degrees {
                let state = graph.degrees.len() as Number;
                for &successor in successors.by_ref().take(degree as usize) {
                    let place = &mut free[successor as usize];
                    graph.predecessors[*place] = state;
                    *place += 1;
                }
                graph.degrees.push(degree);
            }
            graph.choosers.extend(part.choosers);
            graph.ends.extend(part.ends);
            graph.terminal.extend(part.terminal);
        }
        graph
    }

    /// The predecessors of a state, one per move.
    pub fn predecessors(&self, state: Number) -> &[Number] {
        &self.predecessors[self.starts[state as usize]..self.starts[state as usize + 1]]
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.keys.len() * (size_of::<Key<N>>() + 16) + self.predecessors.len() * size_of::<Number>()
    }

    /// All states, ascending.
    pub fn states(&self) -> std::ops::Range<Number> {
        0..self.keys.len() as Number
    }

    /// Whether a state is non-terminal.
    pub fn is_open(&self, state: Number) -> bool {
        self.ends[state as usize] == UNKNOWN
    }

    /// Repeatedly removes states whose moves all lead to removed states; returns which states remain.
    pub fn trim(&self) -> Vec<bool> {
        let mut waiting = self.degrees.clone();
        let mut left = vec![true; self.keys.len()];
        let mut away: Vec<Number> = self.states().filter(|&state| waiting[state as usize] == 0).collect();
        while let Some(state) = away.pop() {
            left[state as usize] = false;
            for &before in self.predecessors(state) {
                waiting[before as usize] -= 1;
                if waiting[before as usize] == 0 {
                    away.push(before);
                }
            }
        }
        left
    }

    /// Refuses a game of several roles without a terminal state.
    pub fn refuse_endless(&self, moves: &Moves<N>) -> Result<(), Error> {
        match moves.roles.len() > 1 && self.states().all(|state| self.is_open(state)) {
            true => Err(Error::NeverEnds(self.keys.len() as u128)),
            false => Ok(()),
        }
    }

    /// The error that the remaining states contain a cycle, with an example.
    pub fn cyclic(&self, moves: &Moves<N>, left: &[bool], outcomes: &Outcomes) -> Error {
        let mut expander = Expander::new(moves);
        let mut path: Vec<Number> = Vec::new();
        let mut place: FxHashMap<Number, usize> = FxHashMap::default();
        let mut at = self.states().find(|&state| left[state as usize]);
        while let Some(state) = at {
            if let Some(start) = place.insert(state, path.len()) {
                path.drain(..start);
                break;
            }
            path.push(state);
            at = self.successor_within(&mut expander, state, left);
        }
        let states = path.iter().map(|&state| moves.layout.state(&self.keys[state as usize])).collect();
        let sum = common_sum(outcomes.list().iter().map(|outcome| outcome.rewards.as_slice()));
        Error::Cyclic { states, sum }
    }

    fn successor_within(&self, expander: &mut Expander<'_, N>, state: Number, left: &[bool]) -> Option<Number> {
        expander.load(&self.keys[state as usize..][..1]);
        (0..expander.moves().joint.len()).find_map(|joint| {
            let legal = expander.legal(joint);
            if is_empty(&legal) {
                return None;
            }
            expander.make(joint, &legal);
            let number = self.keys.binary_search(&expander.successors()[0]).ok()?;
            left[number].then_some(number as Number)
        })
    }
}

/// The memory for all moves; while the graph is assembled each is stored twice.
fn room_for<const N: usize>(states: usize, edges: usize) -> usize {
    states * (size_of::<Key<N>>() + 32) + edges * 2 * size_of::<Number>()
}

/// Finds the successors of batches of states.
struct Linker<'m, const N: usize> {
    expander: Expander<'m, N>,
    cursors: Vec<Cursors<N>>,
    choosers: Vec<u8>,
    classes: Vec<Class>,
    goals: Goals,
    /// For each lane, its successors.
    successors: Vec<Vec<Number>>,
}

impl<'m, const N: usize> Linker<'m, N> {
    fn new(moves: &'m Moves<N>) -> Linker<'m, N> {
        Linker {
            expander: Expander::new(moves),
            cursors: vec![Cursors::new(); moves.joint.len()],
            choosers: vec![0; BATCH],
            classes: vec![UNKNOWN; BATCH],
            goals: Goals::default(),
            successors: vec![Vec::new(); BATCH],
        }
    }

    fn link(&mut self, batch: &[Key<N>], all: &[Key<N>], ends: &Ends<'_>, part: &mut Part) -> Result<(), Error> {
        self.expander.load(batch);
        self.choosers.fill(0);
        self.classes.fill(UNKNOWN);
        self.expander.find_choosers(&mut self.choosers)?;
        self.successors.iter_mut().for_each(Vec::clear);
        for joint in 0..self.cursors.len() {
            self.follow(joint, all)?;
        }
        let (open, over) = (self.expander.open(), self.expander.over());
        let mut stuck = [0; WORDS];
        for lane in lanes(&open).filter(|&lane| self.successors[lane].is_empty()) {
            stuck[lane / 64] |= 1 << (lane % 64);
        }
        self.expander.refuse_stuck(&stuck, ends.valuation().defects)?;
        let ending = std::array::from_fn(|word| over[word] | stuck[word]);
        self.goals.read(&mut self.expander, &ending, ends, &mut self.classes)?;
        for lane in 0..batch.len() {
            part.terminal.push(over[lane / 64] >> (lane % 64) & 1 == 1);
            part.successors.extend_from_slice(&self.successors[lane]);
            part.degrees.push(self.successors[lane].len() as u32);
        }
        part.choosers.extend_from_slice(&self.choosers[..batch.len()]);
        part.ends.extend_from_slice(&self.classes[..batch.len()]);
        Ok(())
    }

    /// The number of moves of some states.
    fn count(&mut self, batch: &[Key<N>]) -> usize {
        self.expander.load(batch);
        (0..self.cursors.len()).map(|joint| size(&self.expander.legal(joint))).sum()
    }

    fn follow(&mut self, joint: usize, all: &[Key<N>]) -> Result<(), Error> {
        let legal = self.expander.legal(joint);
        if is_empty(&legal) {
            return Ok(());
        }
        self.expander.make(joint, &legal);
        let chooser = self.expander.moves().joint[joint].chooser;
        for lane in lanes(&legal) {
            let (state, successor) = (self.expander.key(lane), self.expander.successors()[lane]);
            let found = self.cursors[joint].find(all, &state, &successor);
            let number = found.ok_or_else(|| missing(self.expander.moves(), &state))?;
            self.successors[lane].push(number as Number);
            if let Some(role) = chooser {
                self.choosers[lane] = role as u8;
            }
        }
        Ok(())
    }
}
