//! Sampled reachable states: all of them if there are few, those of random playouts otherwise.
//!
//! Samples refute: a guess that a sampled state contradicts is wrong, with that state as the witness. They prove only
//! if the search was exhaustive.

pub(crate) mod columns;
pub(crate) mod successors;

use game::bits::ones;
use game::{BatchEvaluator, Defect, Evaluator, Game, Random, State, Tape, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;

use crate::quota::{Held, Quota};
use successors::Successors;

/// A visited state.
#[derive(Clone, Debug)]
pub struct Visited {
    /// The state itself.
    pub state: State,
    /// Whether it is terminal.
    pub terminal: bool,
    /// The first role without a legal move in a non-terminal state, if there is one.
    pub stuck: Option<usize>,
    /// For each role, whether it has at least two legal moves. All false in a terminal state.
    pub choice: Vec<bool>,
    /// For each role, the rewards that hold in a terminal state; empty elsewhere.
    pub rewards: Vec<Vec<i32>>,
}

/// A ply that was made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ply {
    /// Index of the state before.
    pub from: u32,
    /// Index of the state after.
    pub to: u32,
}

/// Visited states, the first state first, and the plies between them.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    /// Distinct states.
    pub states: Vec<Visited>,
    /// The plies between them, without duplicates.
    pub plies: Vec<Ply>,
    /// Random playouts as state indices, ply by ply.
    pub playouts: Vec<Vec<u32>>,
    /// Whether these are all reachable states and all plies.
    pub exhaustive: bool,
    /// The bytes of all that.
    held: Option<Rc<Held>>,
}

impl Samples {
    /// For each state, its successors.
    pub fn successors(&self) -> Successors {
        Successors::new(self.states.len(), self.plies.iter().map(|ply| (ply.from, ply.to)))
    }
}

/// Limits of sampling. Work is counted in gate evaluations.
#[derive(Clone, Copy, Debug)]
pub struct SampleLimits {
    /// The maximum number of states of an exhaustive search.
    pub states: usize,
    /// The maximum number of gate evaluations of the exhaustive search; the playouts may take ten times as many.
    pub work: u64,
    /// The maximum number of playouts.
    pub playouts: u64,
    /// The maximum number of plies per playout.
    pub plies: usize,
}

/// Searches the game exhaustively if it is small, otherwise plays at random.
pub fn sample(
    game: &Game,
    evaluator: &Evaluator,
    limits: &SampleLimits,
    quota: &Quota,
    seed: u64,
) -> Result<Samples, Defect> {
    let tape = Tape::new(game)?;
    let mut collector = Collector::new(game, evaluator, quota);
    let mut limits = *limits;
    if search(&mut collector, &limits) {
        collector.samples.exhaustive = true;
        // There are no new states to find: a few playouts show what depends on the ply.
        limits.playouts = limits.playouts.min(20);
        limits.plies = limits.plies.min(100);
    } else {
        collector = Collector::new(game, evaluator, quota);
    }
    collector.work = 0;
    limits.work *= 10;
    play(&mut collector, &tape, &limits, seed);
    let Collector { mut samples, held, .. } = collector;
    samples.held = Some(Rc::new(held));
    Ok(samples)
}

struct Collector<'e, 'g> {
    game: &'g Game,
    evaluator: &'e Evaluator<'g>,
    index: FxHashMap<State, u32>,
    seen: FxHashSet<Ply>,
    samples: Samples,
    work: u64,
    quota: &'e Quota,
    /// The bytes of the states and plies.
    held: Held,
}

/// Work per gate of an evaluation, and per word of a state that is looked up.
const GATE: u64 = 2;
const WORD: u64 = 20;
/// Bytes of a state beside its words, and of a ply, with the room that lists and tables keep.
const VISITED_BYTES: usize = 2 * (size_of::<Visited>() + size_of::<State>());
const PLY_BYTES: usize = 4 * size_of::<Ply>();

impl<'e, 'g> Collector<'e, 'g> {
    fn new(game: &'g Game, evaluator: &'e Evaluator<'g>, quota: &'e Quota) -> Self {
        Collector {
            game,
            evaluator,
            index: FxHashMap::default(),
            seen: FxHashSet::default(),
            samples: Samples::default(),
            work: 0,
            quota,
            held: quota.hold(0),
        }
    }

    /// Counts evaluations of all gates.
    fn count(&mut self, evaluations: u64) {
        let gates = evaluations * self.game.circuit.nodes() as u64;
        self.work += gates;
        self.quota.spend(GATE * gates);
    }

    /// The view of a state. Counts as work.
    fn view(&mut self, state: &State) -> View {
        self.count(1);
        self.evaluator.view(state)
    }

    fn next(&mut self, state: &State, joint: &[usize]) -> State {
        self.count(1);
        self.evaluator.next(state, joint)
    }

    /// The index of a state, and its view if it is new.
    fn visit(&mut self, state: State) -> (u32, Option<View>) {
        if let Some(&index) = self.index.get(&state) {
            return (index, None);
        }
        let view = self.view(&state);
        (self.add(state, &view), Some(view))
    }

    /// The index of a state whose view is known.
    fn add(&mut self, state: State, view: &View) -> u32 {
        let (new, words) = (self.samples.states.len() as u32, state.words().len());
        self.quota.spend(WORD * words as u64);
        let index = *self.index.entry(state.clone()).or_insert(new);
        if index == new {
            // Once in the list and once as a key.
            self.held.add(2 * 8 * words + VISITED_BYTES);
            self.samples.states.push(visited(state, view));
        }
        index
    }

    fn ply(&mut self, from: u32, to: u32) {
        let ply = Ply { from, to };
        if self.seen.insert(ply) {
            self.held.add(PLY_BYTES);
            self.samples.plies.push(ply);
        }
    }
}

fn visited(state: State, view: &View) -> Visited {
    let goes_on = !view.terminal;
    Visited {
        state,
        terminal: view.terminal,
        stuck: view.legal.iter().position(Vec::is_empty).filter(|_| goes_on),
        choice: view.legal.iter().map(|moves| goes_on && moves.len() > 1).collect(),
        rewards: if view.terminal { view.rewards.clone() } else { Vec::new() },
    }
}

/// Visits all reachable states, unless a limit is reached.
fn search(collector: &mut Collector, limits: &SampleLimits) -> bool {
    let (_, first) = collector.visit(State::initial(collector.game));
    let mut queue: VecDeque<(u32, View)> = first.into_iter().map(|view| (0, view)).collect();
    while let Some((from, view)) = queue.pop_front() {
        if view.terminal {
            continue;
        }
        let state = collector.samples.states[from as usize].state.clone();
        for joint in JointMoves::new(&view.legal) {
            let successor = collector.next(&state, &joint);
            let (to, new) = collector.visit(successor);
            collector.ply(from, to);
            queue.extend(new.map(|view| (to, view)));
            if collector.samples.states.len() > limits.states || collector.work > limits.work {
                return false;
            }
        }
        if collector.quota.is_over() {
            return false;
        }
    }
    true
}

/// The number of states after which playouts stop.
const MOST_STATES: usize = 30_000;
/// Words of states played in parallel.
const WORDS: usize = 4;

/// Visits the states of random playouts, all in parallel.
fn play(collector: &mut Collector, tape: &Tape, limits: &SampleLimits, seed: u64) {
    let mut batch = BatchEvaluator::<WORDS>::new(tape);
    let count = limits.playouts.min(BatchEvaluator::<WORDS>::LANES as u64) as usize;
    let mut random: Vec<Random> = (0..count as u64).map(|number| Random::stream(seed, number)).collect();
    let mut going: Vec<usize> = (0..count).collect();
    let mut paths: Vec<Vec<u32>> = vec![Vec::new(); count];
    batch.restart(&[u64::MAX; WORDS]);
    let mut rows = Vec::new();
    let roles = collector.game.moves.len();
    for ply in 0..=limits.plies {
        let enough = collector.work > limits.work || collector.samples.states.len() > MOST_STATES;
        // The first state is always included, since proofs by induction start there.
        if going.is_empty() || ply > 0 && (enough || collector.quota.is_over()) {
            break;
        }
        // A batch of states takes little longer than a single one.
        collector.count(2);
        batch.evaluate_view();
        let legal = legal_moves(&batch, roles, &going);
        rows.clear();
        batch.states(count, &mut rows);
        let rewards = |lane: usize| -> Vec<Vec<i32>> {
            let role = |role| batch.goals(role).filter(|(_, holds)| in_lane(holds, lane)).map(|(reward, _)| reward);
            (0..roles).map(|number| role(number).collect()).collect()
        };
        let terminal = batch.terminal();
        let mut joints = Vec::with_capacity(going.len());
        for (&lane, legal) in going.iter().zip(legal) {
            let state = State::from_words(&rows[lane * tape.state_words()..][..tape.state_words()]);
            let terminal = in_lane(&terminal, lane);
            let view = View { terminal, legal, rewards: if terminal { rewards(lane) } else { Vec::new() } };
            let index = collector.add(state, &view);
            if let Some(&before) = paths[lane].last() {
                collector.ply(before, index);
            }
            paths[lane].push(index);
            if !terminal && view.legal.iter().all(|moves| !moves.is_empty()) {
                let draw = |moves: &Vec<usize>| moves[random[lane].below(moves.len() as u32) as usize];
                joints.push((lane, view.legal.iter().map(draw).collect::<Vec<usize>>()));
            }
        }
        batch.clear_moves();
        for (lane, joint) in &joints {
            joint.iter().enumerate().for_each(|(role, &index)| batch.set_move(*lane, role, index));
        }
        going = joints.into_iter().map(|(lane, _)| lane).collect();
        batch.evaluate_next();
        batch.advance();
    }
    collector.samples.playouts.extend(paths);
}

fn in_lane(words: &[u64; WORDS], lane: usize) -> bool {
    words[lane / 64] >> (lane % 64) & 1 == 1
}

/// For each lane and role, the legal moves, ascending.
fn legal_moves(batch: &BatchEvaluator<WORDS>, roles: usize, lanes: &[usize]) -> Vec<Vec<Vec<usize>>> {
    let mut legal = vec![vec![Vec::new(); roles]; lanes.len()];
    let mut rows = Vec::new();
    for role in 0..roles {
        for word in 0..WORDS {
            batch.legal_rows(role, word, &mut rows);
            for (legal, lane) in legal.iter_mut().zip(lanes).filter(|(_, lane)| **lane / 64 == word) {
                for (block, bits) in rows.iter().enumerate() {
                    legal[role].extend(ones(bits[lane % 64]).map(|bit| block * 64 + bit as usize));
                }
            }
        }
    }
    legal
}

/// Every combination of one entry from each list; the first list varies fastest.
struct JointMoves<'v> {
    legal: &'v [Vec<usize>],
    at: Option<Vec<usize>>,
}

impl<'v> JointMoves<'v> {
    fn new(legal: &'v [Vec<usize>]) -> Self {
        let some = legal.iter().all(|moves| !moves.is_empty());
        JointMoves { legal, at: some.then(|| vec![0; legal.len()]) }
    }
}

impl Iterator for JointMoves<'_> {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let at = self.at.as_mut()?;
        let joint = at.iter().zip(self.legal).map(|(&i, moves)| moves[i]).collect();
        let mut carry = true;
        for (i, moves) in at.iter_mut().zip(self.legal) {
            *i += 1;
            carry = *i == moves.len();
            if !carry {
                break;
            }
            *i = 0;
        }
        if carry {
            self.at = None;
        }
        Some(joint)
    }
}
