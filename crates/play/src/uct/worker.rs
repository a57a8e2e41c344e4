//! A worker: 512 descents and playouts in parallel on one thread.
//!
//! Every lane of the batch evaluator carries one descent. It is loaded with the descent's last position in the tree and
//! makes the move that leaves it. The next position is expanded from the evaluator's output, and then random moves
//! follow until the game ends. A finished lane gets the next descent at once, so no lane waits for the longest playout,
//! and only the batch evaluator evaluates rules.

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use game::{BatchEvaluator, Lanes, Random, choose_randomly, lanes};

use super::descent::{Leaf, Step};
use super::search::Search;
use super::tree::{Expanded, NodeId, ROOT, Shares};
use crate::player::Error;

/// Descents that a worker has begun per active one. With fewer, descents would choose by statistics that are still
/// meaningless.
const VISITS_PER_LANE: u32 = 8;

/// Descents that end within the tree before a lane waits for the next round.
const TRIES: usize = 32;

/// Playouts that have not ended after this many plies count as infinite play.
const LONGEST_PLAYOUT: u32 = 1000;

/// Rounds after which the first worker tells the best move so far, if it is another one. The first rounds are told more
/// often: in a large game a round takes long.
const TELLING: u64 = 64;

/// Numbers of descents that a worker reserves together.
const RESERVED: u64 = 64;

/// A worker of a search.
pub struct Worker<'s, const W: usize> {
    search: &'s Search<'s>,
    number: u64,
    /// Rounds so far, and the best move that was told last.
    rounds: u64,
    told: Option<usize>,
    batch: BatchEvaluator<'s, W>,
    lanes: Vec<Lane<'s>>,
    /// Its part of the tree.
    share: Shares,
    /// Numbers of descents that are reserved, and how many were begun.
    numbers: Range<u64>,
    begun: u32,
    /// Lanes that carry a descent.
    busy: Lanes<W>,
    /// Busy lanes at their last position in the tree.
    leaving: Lanes<W>,
    /// Busy lanes that have just left the tree.
    arrived: Lanes<W>,
    /// For each lane, the random moves of its playout.
    random: Vec<Random>,
    /// Breaks ties between arms that were never taken.
    ties: Random,
    /// Buffers for the legal moves of 64 lanes, per role.
    legal: Vec<Vec<[u64; 64]>>,
    rows: Vec<u64>,
    /// Buffers for the legal moves of one lane, per role.
    moves: Vec<Vec<u32>>,
    /// Playouts that reached a terminal state. Counted per worker first: a shared counter would slow the threads down.
    playouts: u64,
}

/// The descent of a lane.
#[derive(Default)]
struct Lane<'s> {
    path: Vec<Step<'s>>,
    /// The node of its leaf, if the tree has space for it.
    leaf: Option<NodeId>,
    /// The joint move to the leaf.
    joint: Vec<u32>,
    plies: u32,
}

impl<'s, const W: usize> Worker<'s, W> {
    /// A worker with a number.
    pub fn new(search: &'s Search<'s>, number: u64) -> Worker<'s, W> {
        let lanes = BatchEvaluator::<W>::LANES;
        Worker {
            batch: BatchEvaluator::new(&search.playable.tape),
            lanes: (0..lanes).map(|_| Lane::default()).collect(),
            busy: [0; W],
            leaving: [0; W],
            arrived: [0; W],
            random: vec![Random::new(0); lanes],
            ties: Random::stream(search.seed, u64::MAX - number),
            share: search.tree.share(),
            numbers: 0..0,
            begun: 0,
            legal: vec![Vec::new(); search.playable.roles()],
            rows: Vec::new(),
            moves: vec![Vec::new(); search.playable.roles()],
            playouts: 0,
            number,
            rounds: 0,
            told: None,
            search,
        }
    }

    /// Runs until the search ends.
    pub fn run(mut self) {
        while !self.search.stop.load(Relaxed) {
            if self.search.limit.is_reached() {
                self.search.stop.store(true, Relaxed);
                break;
            }
            self.tell_best();
            let is_going_on = self.begin_descents();
            if self.busy == [0; W] {
                // All descents ended within the tree; there may be more.
                match is_going_on {
                    true => continue,
                    false => break,
                }
            }
            if let Err(error) = self.step() {
                *self.search.failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(error);
                self.search.stop.store(true, Relaxed);
            }
        }
        lanes(&self.busy).for_each(|lane| self.search.take_back(&self.lanes[lane].path));
        self.search.playouts.fetch_add(self.playouts, Relaxed);
        self.search.nodes.fetch_add(self.share.count, Relaxed);
        self.search.begun.0.fetch_sub(self.numbers.end - self.numbers.start, Relaxed);
    }

    /// Reports the best move so far from time to time.
    fn tell_best(&mut self) {
        self.rounds += 1;
        let is_time = self.rounds.is_multiple_of(TELLING) || self.rounds.is_power_of_two();
        if self.number > 0 || self.search.limit.interim.is_none() || !is_time {
            return;
        }
        let best = self.search.choice().map(|choice| choice.made);
        if let Some(made) = best.filter(|_| best != self.told) {
            self.search.limit.tell(made);
            self.told = best;
        }
    }

    /// Makes one ply in every lane.
    fn step(&mut self) -> Result<(), Error> {
        self.batch.evaluate_view();
        self.expand_arrived()?;
        self.end_playouts();
        self.make_moves();
        self.batch.evaluate_next();
        self.batch.advance();
        (self.arrived, self.leaving) = (self.leaving, [0; W]);
        Ok(())
    }

    /// Starts descents in free lanes, as many as the statistics can direct; returns whether more may be started.
    fn begin_descents(&mut self) -> bool {
        let width = (1 + self.begun / VISITS_PER_LANE).min(self.search.settings.width as u32);
        let width = (width as usize).min(BatchEvaluator::<W>::LANES);
        for lane in (0..width).filter(|&lane| self.busy[lane / 64] >> (lane % 64) & 1 == 0).collect::<Vec<_>>() {
            if self.search.stop.load(Relaxed) || !self.begin(lane) {
                return false;
            }
        }
        true
    }

    /// Starts a descent in a lane; returns whether more may be started.
    fn begin(&mut self, lane: usize) -> bool {
        let search = self.search;
        let mut path = std::mem::take(&mut self.lanes[lane].path);
        let mut may_go_on = true;
        for _ in 0..TRIES {
            let Some(number) = self.next_number() else {
                may_go_on = false;
                break;
            };
            match search.descend(&mut path, &mut self.share, &mut self.ties) {
                Leaf::New(leaf) => {
                    self.random[lane] = Random::stream(search.seed, number);
                    self.load(lane, path, leaf);
                    return true;
                }
                Leaf::Proved(proof) => {
                    search.back_up(&path, &proof.rewards);
                    search.prove_upwards(&path);
                    self.stop_if_proved();
                }
                Leaf::Ending(rewards) => search.back_up(&path, rewards),
            }
            if search.stop.load(Relaxed) {
                break;
            }
        }
        self.lanes[lane].path = path;
        may_go_on
    }

    /// The number of the next descent, unless the limit is reached.
    fn next_number(&mut self) -> Option<u64> {
        if self.numbers.is_empty() {
            let most = self.search.limit.playouts.unwrap_or(u64::MAX);
            let reserve = |begun: u64| (begun < most).then(|| most.min(begun.saturating_add(RESERVED)));
            let first = self.search.begun.0.fetch_update(Relaxed, Relaxed, reserve).ok()?;
            self.numbers = first..reserve(first)?;
        }
        self.begun = self.begun.saturating_add(1);
        self.numbers.next()
    }

    /// Loads a descent's last position in the tree into a lane, with the move that leaves it.
    fn load(&mut self, lane: usize, path: Vec<Step<'s>>, leaf: Option<NodeId>) {
        let last = path.last().expect("the root is expanded, so a descent leaves it");
        let moves = self.search.tree.moves(last.node).expect("a descent passes expanded nodes");
        self.rows.clear();
        self.rows.extend(moves.row());
        self.batch.load_lane(lane, &self.rows);
        set(&mut self.busy, lane);
        set(&mut self.leaving, lane);
        let mut joint = std::mem::take(&mut self.lanes[lane].joint);
        moves.joint(&last.arms, &mut joint);
        self.lanes[lane] = Lane { joint, leaf, path, plies: 0 };
    }

    /// Expands the leaves at which lanes have arrived. Lanes whose value is known end there.
    fn expand_arrived(&mut self) -> Result<(), Error> {
        if self.arrived == [0; W] {
            return Ok(());
        }
        self.rows.clear();
        self.batch.states(BatchEvaluator::<W>::LANES, &mut self.rows);
        for word in (0..W).filter(|&word| self.arrived[word] != 0).collect::<Vec<_>>() {
            for (role, legal) in self.legal.iter_mut().enumerate() {
                self.batch.legal_rows(role, word, legal);
            }
            for lane in lanes(&self.arrived).filter(|lane| lane / 64 == word).collect::<Vec<_>>() {
                let Some(leaf) = self.lanes[lane].leaf else { continue };
                let is_new = self.search.tree.expanded(leaf).is_none();
                if is_new && self.search.tree.node(leaf).proof.get().is_none() {
                    self.expand(lane, leaf)?;
                }
                self.end_at(lane, leaf);
            }
        }
        self.arrived = [0; W];
        Ok(())
    }

    /// Expands a node with the state of a lane, or proves its value.
    fn expand(&mut self, lane: usize, leaf: NodeId) -> Result<(), Error> {
        let (search, words) = (self.search, self.search.playable.tape.state_words());
        let row = &self.rows[lane * words..][..words];
        for (moves, rows) in self.moves.iter_mut().zip(&self.legal) {
            read_moves(rows, lane % 64, moves);
        }
        let is_terminal = self.batch.terminal()[lane / 64] >> (lane % 64) & 1 == 1;
        let is_stuck = self.moves.iter().any(Vec::is_empty);
        if is_terminal || is_stuck && search.playable.lenient {
            search.prove(leaf, self.rewards(lane).into(), 0);
        } else if is_stuck {
            search.tree.end(leaf, &self.rewards(lane));
        } else if self.is_repeated(lane, row) {
            search.tree.end(leaf, &search.playable.endless);
        } else if let Some(prober) = &search.prober
            && let Some(outcome) = prober.probe_row(row)?
        {
            search.prove(leaf, outcome.rewards.clone().into(), outcome.distance.unwrap_or(u32::MAX / 2));
        } else {
            search.tree.open(&mut self.share, leaf, row, &self.moves);
        }
        Ok(())
    }

    /// Whether the state of a lane has occurred before on its path.
    fn is_repeated(&self, lane: usize, row: &[u64]) -> bool {
        let is_same = |step: &Step<'_>| {
            self.search.tree.moves(step.node).is_some_and(|moves| moves.row().eq(row.iter().copied()))
        };
        self.search.playable.cyclic
            && (self.lanes[lane].path.iter().any(is_same)
                || self.search.position.history().iter().any(|state| state.words() == row))
    }

    /// Ends a descent at a leaf with a known value.
    fn end_at(&mut self, lane: usize, leaf: NodeId) {
        let (search, node) = (self.search, self.search.tree.node(leaf));
        if let Some(proof) = node.proof.get() {
            search.back_up(&self.lanes[lane].path, &proof.rewards);
            search.prove_upwards(&self.lanes[lane].path);
            self.stop_if_proved();
        } else if let Some(Expanded::Ending(rewards)) = search.tree.expanded(leaf) {
            search.back_up(&self.lanes[lane].path, rewards);
        } else {
            return;
        }
        clear(&mut self.busy, lane);
    }

    /// Backs up the rewards of finished playouts.
    fn end_playouts(&mut self) {
        let terminal = self.batch.terminal();
        let ended: Lanes<W> = std::array::from_fn(|word| terminal[word] & self.busy[word] & !self.leaving[word]);
        for lane in lanes(&ended).collect::<Vec<_>>() {
            let rewards = self.rewards(lane);
            self.end_playout(lane, &rewards);
        }
    }

    fn end_playout(&mut self, lane: usize, rewards: &[i32]) {
        self.search.back_up(&self.lanes[lane].path, rewards);
        self.playouts += 1;
        clear(&mut self.busy, lane);
    }

    /// Makes a move in every lane: the one that leaves the tree, or a random one.
    fn make_moves(&mut self) {
        let playing: Lanes<W> = std::array::from_fn(|word| self.busy[word] & !self.leaving[word]);
        let mut able = playing;
        for role in 0..self.search.playable.roles() {
            let can = choose_randomly(&mut self.batch, role, &playing, &mut self.random, &mut self.legal[role]);
            able.iter_mut().zip(can).for_each(|(able, can)| *able &= can);
        }
        for lane in lanes(&playing).collect::<Vec<_>>() {
            self.lanes[lane].plies += 1;
            if able[lane / 64] >> (lane % 64) & 1 == 0 {
                let rewards = self.rewards(lane);
                self.end_playout(lane, &rewards);
            } else if self.lanes[lane].plies > LONGEST_PLAYOUT {
                self.end_playout(lane, &self.search.playable.endless);
            }
        }
        for lane in lanes(&self.leaving) {
            for (role, &made) in self.lanes[lane].joint.iter().enumerate() {
                self.batch.set_move(lane, role, made as usize);
            }
        }
    }

    /// The rewards in the state of a lane: the lowest of several, 0 if there is none.
    fn rewards(&self, lane: usize) -> Vec<i32> {
        let holds = |lanes: &Lanes<W>| lanes[lane / 64] >> (lane % 64) & 1 == 1;
        let reward = |role| self.batch.goals(role).find(|(_, lanes)| holds(lanes)).map_or(0, |(reward, _)| reward);
        self.search.playable.counted((0..self.search.playable.roles()).map(reward).collect())
    }

    fn stop_if_proved(&self) {
        if self.search.tree.node(ROOT).proof.get().is_some() {
            self.search.stop.store(true, Relaxed);
        }
    }
}

fn set<const W: usize>(lanes: &mut Lanes<W>, lane: usize) {
    lanes[lane / 64] |= 1 << (lane % 64);
}

fn clear<const W: usize>(lanes: &mut Lanes<W>, lane: usize) {
    lanes[lane / 64] &= !(1 << (lane % 64));
}

/// Reads the legal moves of a lane from the rows of its role.
fn read_moves(rows: &[[u64; 64]], lane: usize, moves: &mut Vec<u32>) {
    moves.clear();
    for (block, row) in rows.iter().enumerate() {
        moves.extend(game::bits::ones(row[lane]).map(|bit| block as u32 * 64 + bit));
    }
}
