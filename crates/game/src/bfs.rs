//! Breadth-first search over all joint moves, the reference for all code that counts states.
//!
//! A layer holds the states first reached after a given number of plies; terminal states and states in which a role
//! cannot move are not expanded. States are expanded 512 at a time: the state phase once, then the move phase for the
//! first joint move of every lane, then the second, and so on.
//!
//! ```
//! # fn example(game: game::Game) -> Result<(), game::Defect> {
//! use game::{BfsLimits, Tape, search};
//!
//! let found = search(&Tape::new(&game)?, &BfsLimits { states: 1_000_000, ..BfsLimits::default() });
//! match found.stopped {
//!     None => println!("{} states, {} of them terminal", found.states.len(), found.terminals),
//!     Some(limit) => println!("gave up: {limit}"),
//! }
//! # Ok(()) }
//! ```

use crate::batch::{BatchEvaluator, lanes};
use crate::bits::ones;
use crate::state::State;
use crate::state_set::StateSet;
use crate::tape::Tape;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

/// Limits of a search.
#[derive(Clone, Debug)]
pub struct BfsLimits {
    /// Number of states.
    pub states: usize,
    /// Bytes for the states found.
    pub bytes: usize,
    /// The deadline.
    pub deadline: Option<Instant>,
    /// Receives the number of states found so far, for progress reports.
    pub counted: Option<Arc<AtomicUsize>>,
    /// Stops the search when set.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for BfsLimits {
    fn default() -> BfsLimits {
        BfsLimits { states: StateSet::CAPACITY, bytes: usize::MAX, deadline: None, counted: None, stop: None }
    }
}

/// The limit that ended a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BfsLimit {
    /// More states than permitted.
    #[error("the limit on states was reached")]
    States,
    /// More memory than permitted.
    #[error("the memory limit was reached")]
    Bytes,
    /// The deadline has passed.
    #[error("the time limit was reached")]
    Time,
    /// The stop flag was set.
    #[error("it was stopped")]
    Stop,
}

/// The result of a search, up to the point where it stopped.
#[derive(Clone, Debug)]
pub struct SearchReport {
    /// The limit that ended it; `None` if it is complete.
    pub stopped: Option<BfsLimit>,
    /// All states, in the order in which they were found, layer by layer.
    pub states: StateSet,
    /// For each state, the index of the state from which it was first reached; the first state is its own parent.
    pub parents: Vec<u32>,
    /// For each layer, its range in `states`.
    pub layers: Vec<Range<usize>>,
    /// Number of joint moves followed.
    pub joint_moves: u64,
    /// Terminal states.
    pub terminals: u64,
    /// The number of terminal states with each reward vector; only states without a defect.
    pub goal_vectors: BTreeMap<Vec<i32>, u64>,
    /// The index of a state with each reward vector.
    pub goal_vector_examples: BTreeMap<Vec<i32>, usize>,
    /// Terminal states in which some role that does not move by chance has no goal or several goals.
    pub goal_defects: u64,
    /// The index of such a state.
    pub goal_example: Option<usize>,
    /// Non-terminal states in which some role has no legal move.
    pub stuck: u64,
    /// The index of such a state.
    pub stuck_example: Option<usize>,
    /// The index of a state in which at least two roles have a choice, the one that moves by chance not counted.
    pub simultaneous_example: Option<usize>,
    /// The plies between the states, if requested.
    pub plies: Option<Plies>,
}

/// The plies of a search.
#[derive(Clone, Default, Debug)]
pub struct Plies {
    /// For each ply, the indices of the states before and after it. A ply made by several joint moves is repeated.
    pub list: Vec<(u32, u32)>,
    /// For each state, the role that has a choice; the first of several. Chance is no choice.
    pub choosers: Vec<Option<u8>>,
}

impl SearchReport {
    /// A state of the report.
    pub fn state(&self, index: usize) -> State {
        State::from_words(self.states.rows(index..index + 1))
    }

    /// The indices of the states on a shortest path from the first state to this one, inclusive.
    pub fn path(&self, index: usize) -> Vec<usize> {
        let mut path = vec![index];
        let mut at = index;
        while self.parents[at] as usize != at {
            at = self.parents[at] as usize;
            path.push(at);
        }
        path.reverse();
        path
    }
}

const W: usize = 8;

/// Searches a compiled game from its first state.
pub fn search(tape: &Tape, limits: &BfsLimits) -> SearchReport {
    Search::new(tape, limits).finish()
}

/// Searches a compiled game and keeps the plies between its states.
pub fn search_plies(tape: &Tape, limits: &BfsLimits) -> SearchReport {
    let mut search = Search::new(tape, limits);
    search.report.plies = Some(Plies::default());
    search.finish()
}

struct Search<'t> {
    limits: &'t BfsLimits,
    batch: BatchEvaluator<'t, W>,
    report: SearchReport,
    expansion: Expansion,
    legal_rows: Vec<[u64; 64]>,
    successors: Vec<u64>,
}

/// The joint moves of the lanes of a batch, enumerated by an odometer per lane.
#[derive(Default)]
struct Expansion {
    roles: usize,
    /// Legal moves of role `r` in lane `l`: `moves[ends[l * roles + r - 1]..ends[l * roles + r]]`.
    moves: Vec<u32>,
    ends: Vec<u32>,
    /// The current position in these moves.
    digits: Vec<u32>,
    /// Lanes with remaining joint moves.
    active: Vec<usize>,
}

impl<'t> Search<'t> {
    fn new(tape: &'t Tape, limits: &'t BfsLimits) -> Search<'t> {
        let report = SearchReport {
            stopped: None,
            states: StateSet::new(tape.state_words()),
            parents: Vec::new(),
            layers: Vec::new(),
            joint_moves: 0,
            terminals: 0,
            goal_vectors: BTreeMap::new(),
            goal_vector_examples: BTreeMap::new(),
            goal_defects: 0,
            goal_example: None,
            stuck: 0,
            stuck_example: None,
            simultaneous_example: None,
            plies: None,
        };
        let expansion = Expansion { roles: tape.roles.len(), ..Expansion::default() };
        let batch = BatchEvaluator::new(tape);
        Search { limits, batch, report, expansion, legal_rows: Vec::new(), successors: Vec::new() }
    }

    fn finish(mut self) -> SearchReport {
        let stopped = self.run().err();
        SearchReport { stopped, ..self.report }
    }

    fn run(&mut self) -> Result<(), BfsLimit> {
        self.make_room(1)?;
        self.report.states.insert(self.batch.tape().initial.words());
        self.report.parents.push(0);
        let mut layer = 0..1;
        while !layer.is_empty() {
            self.report.layers.push(layer.clone());
            for start in layer.clone().step_by(64 * W) {
                self.expand(start..layer.end.min(start + 64 * W))?;
            }
            layer = layer.end..self.report.states.len();
        }
        Ok(())
    }

    fn make_room(&mut self, count: usize) -> Result<(), BfsLimit> {
        if let Some(counted) = &self.limits.counted {
            counted.store(self.report.states.len(), Ordering::Relaxed);
        }
        if self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(BfsLimit::Time);
        }
        if self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(BfsLimit::Stop);
        }
        // Parents and plies grow by doubling, and the old vectors coexist with the new ones.
        let parents = (self.report.parents.len() + count) * 12;
        let plies = self.report.plies.as_ref().map_or(0, |plies| (plies.list.len() + count) * 24);
        if self.report.states.bytes_to_insert(count).saturating_add(parents + plies) > self.limits.bytes {
            return Err(BfsLimit::Bytes);
        }
        self.report.states.reserve(count);
        Ok(())
    }

    /// Evaluates up to as many states as there are lanes, and inserts their successors.
    fn expand(&mut self, indices: Range<usize>) -> Result<(), BfsLimit> {
        self.batch.load(self.report.states.rows(indices.clone()));
        self.batch.evaluate_view();
        let terminal = self.batch.terminal();
        let is_terminal = |lane: usize| terminal[lane / 64] >> (lane % 64) & 1 == 1;
        self.book_terminals(&indices, &is_terminal);
        self.list_moves(&indices, &is_terminal);
        self.batch.clear_moves();
        self.expansion.set_first(&mut self.batch);
        while !self.expansion.active.is_empty() {
            self.follow(&indices)?;
            self.expansion.advance(&mut self.batch);
        }
        Ok(())
    }

    fn book_terminals(&mut self, indices: &Range<usize>, is_terminal: &impl Fn(usize) -> bool) {
        let mut rewards: Vec<Vec<i32>> = vec![Vec::new(); indices.len()];
        let mut sound = vec![true; indices.len()];
        for role in 0..self.expansion.roles {
            for (reward, holds) in self.batch.goals(role) {
                lanes(&holds).filter(|&lane| lane < indices.len()).for_each(|lane| rewards[lane].push(reward));
            }
            if self.batch.tape().random == Some(role) {
                // Its goals do not count.
                rewards.iter_mut().for_each(|rewards| rewards.resize(role + 1, 0));
            }
            sound.iter_mut().zip(&rewards).for_each(|(sound, rewards)| *sound &= rewards.len() == role + 1);
        }
        for lane in (0..indices.len()).filter(|&lane| is_terminal(lane)) {
            self.report.terminals += 1;
            match std::mem::take(&mut rewards[lane]) {
                vector if sound[lane] => {
                    self.report.goal_vector_examples.entry(vector.clone()).or_insert(indices.start + lane);
                    *self.report.goal_vectors.entry(vector).or_insert(0) += 1;
                }
                _ => {
                    self.report.goal_defects += 1;
                    self.report.goal_example.get_or_insert(indices.start + lane);
                }
            }
        }
    }

    /// Lists the legal moves of the lanes to expand.
    fn list_moves(&mut self, indices: &Range<usize>, is_terminal: &impl Fn(usize) -> bool) {
        let (roles, random) = (self.expansion.roles, self.batch.tape().random);
        let chooses = |(role, list): (usize, &Vec<u32>)| (list.len() > 1 && Some(role) != random).then_some(role);
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); indices.len() * roles];
        for role in 0..roles {
            for word in 0..indices.len().div_ceil(64) {
                self.batch.legal_rows(role, word, &mut self.legal_rows);
                for lane in (word * 64..indices.len().min(word * 64 + 64)).filter(|&lane| !is_terminal(lane)) {
                    let words = self.legal_rows.iter().map(|block| block[lane % 64]).zip(0..);
                    lists[lane * roles + role]
                        .extend(words.flat_map(|(w, block)| ones(w).map(move |m| block * 64 + m)));
                }
            }
        }
        for lane in (0..indices.len()).filter(|&lane| !is_terminal(lane)) {
            let of_roles = &mut lists[lane * roles..(lane + 1) * roles];
            if of_roles.iter().any(Vec::is_empty) {
                self.report.stuck += 1;
                self.report.stuck_example.get_or_insert(indices.start + lane);
                of_roles.iter_mut().for_each(Vec::clear);
            } else if of_roles.iter().enumerate().filter_map(chooses).count() > 1 {
                self.report.simultaneous_example.get_or_insert(indices.start + lane);
            }
        }
        if let Some(plies) = &mut self.report.plies {
            let chooser = |of_roles: &[Vec<u32>]| of_roles.iter().enumerate().find_map(chooses);
            plies.choosers.extend(lists.chunks(roles).map(|of_roles| chooser(of_roles).map(|role| role as u8)));
        }
        self.expansion.begin(&lists, (0..indices.len()).filter(|&lane| !is_terminal(lane)));
    }

    /// Computes the successors under the current joint moves, and inserts them.
    fn follow(&mut self, indices: &Range<usize>) -> Result<(), BfsLimit> {
        self.batch.evaluate_next();
        self.successors.clear();
        self.batch.successors(indices.len(), &mut self.successors);
        self.make_room(self.expansion.active.len())?;
        let stride = self.batch.tape().state_words();
        for &lane in &self.expansion.active {
            let (index, new) = self.report.states.insert(&self.successors[lane * stride..(lane + 1) * stride]);
            if let Some(plies) = &mut self.report.plies {
                plies.list.push(((indices.start + lane) as u32, index as u32));
            }
            if new {
                self.report.parents.push((indices.start + lane) as u32);
            }
            if self.report.states.len() > self.limits.states.min(StateSet::CAPACITY) {
                return Err(BfsLimit::States);
            }
        }
        self.report.joint_moves += self.expansion.active.len() as u64;
        Ok(())
    }
}

impl Expansion {
    fn begin(&mut self, lists: &[Vec<u32>], candidates: impl Iterator<Item = usize>) {
        self.moves.clear();
        self.ends.clear();
        for list in lists {
            self.moves.extend_from_slice(list);
            self.ends.push(self.moves.len() as u32);
        }
        self.digits.clear();
        self.digits.resize(lists.len(), 0);
        let roles = self.roles;
        let movable = |lane: usize| lists[lane * roles..(lane + 1) * roles].iter().all(|list| !list.is_empty());
        self.active = candidates.filter(|&lane| movable(lane)).collect();
    }

    fn list(&self, lane: usize, role: usize) -> &[u32] {
        let index = lane * self.roles + role;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.moves[start as usize..self.ends[index] as usize]
    }

    fn current(&self, lane: usize, role: usize) -> usize {
        self.list(lane, role)[self.digits[lane * self.roles + role] as usize] as usize
    }

    fn set_first(&self, batch: &mut BatchEvaluator<'_, W>) {
        for &lane in &self.active {
            (0..self.roles).for_each(|role| batch.set_move(lane, role, self.current(lane, role)));
        }
    }

    /// Advances each lane to its next joint move; lanes without one are dropped.
    fn advance(&mut self, batch: &mut BatchEvaluator<'_, W>) {
        let active = std::mem::take(&mut self.active);
        self.active = active.into_iter().filter(|&lane| self.advance_lane(lane, batch)).collect();
    }

    fn advance_lane(&mut self, lane: usize, batch: &mut BatchEvaluator<'_, W>) -> bool {
        for role in 0..self.roles {
            batch.unset_move(lane, role, self.current(lane, role));
            let digit = lane * self.roles + role;
            self.digits[digit] += 1;
            let wrapped = self.digits[digit] as usize == self.list(lane, role).len();
            if wrapped {
                self.digits[digit] = 0;
            }
            batch.set_move(lane, role, self.current(lane, role));
            if !wrapped {
                return true;
            }
        }
        false
    }
}
