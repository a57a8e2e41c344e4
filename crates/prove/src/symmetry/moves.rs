//! The moves that correspond to each other under a permutation of the fluents, by what they require and do.
//!
//! A move is described by the fluents that its legality settles, and by the sampled states in which it is legal with
//! what follows. Its image has the description with all fluents replaced. Samples also refute wrong permutations early.

use game::implied::Implied;
use game::{Evaluator, Fluent, Game, State, View};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

use crate::quota::Quota;
use crate::samples::Samples;

/// Sampled states that must have images with the same number of moves, and those whose successors are compared.
const VIEWED: usize = 64;
const FOLLOWED: usize = 12;
/// Work per gate of an evaluation.
const GATE: u64 = 2;

/// A sampled state, what the rules say of it, and the successors by moves of one role where no other has a choice.
struct Sampled {
    state: State,
    view: View,
    successors: FxHashMap<(usize, usize), State>,
}

/// What is known of all moves of a game.
pub struct Moves<'m> {
    game: &'m Game,
    evaluator: &'m Evaluator<'m>,
    quota: &'m Quota,
    /// For each role and move, the fluents that its legality settles.
    settled: Vec<Vec<Vec<(Fluent, bool)>>>,
    sampled: Vec<Sampled>,
}

impl<'m> Moves<'m> {
    /// Describes the moves of a game.
    pub fn new(game: &'m Game, evaluator: &'m Evaluator<'m>, samples: &Samples, quota: &'m Quota) -> Moves<'m> {
        let implied = Implied::new(game);
        let settled = |made: &game::Move| implied.of(made.legal).to_vec();
        let settled = game.moves.iter().map(|moves| moves.iter().map(settled).collect()).collect();
        let mut moves = Moves { game, evaluator, quota, settled, sampled: Vec::new() };
        let step = samples.states.len().div_ceil(VIEWED).max(1);
        for (number, visited) in samples.states.iter().step_by(step).enumerate() {
            let view = moves.view(&visited.state);
            let successors = match number % VIEWED.div_ceil(FOLLOWED) {
                0 => moves.successors(&visited.state, &view),
                _ => FxHashMap::default(),
            };
            moves.sampled.push(Sampled { state: visited.state.clone(), view, successors });
        }
        moves
    }

    /// For each role and move its image, if fluents are permuted like this; `None` if a sampled state or a move has no
    /// counterpart.
    pub fn images(&self, fluents: &[Fluent]) -> Option<Vec<Vec<usize>>> {
        let image = |state: &State| {
            State::from_fluents(fluents.len(), state.fluents().map(|fluent| fluents[fluent.0 as usize]))
        };
        let mut described = [false, true].map(|mapped| self.settled_hashes(mapped.then_some(fluents)));
        for Sampled { state, view, successors } in &self.sampled {
            let state = image(state);
            let other = self.view(&state);
            let counts = |view: &View| view.legal.iter().map(Vec::len).collect::<Vec<usize>>();
            let differs = view.terminal != other.terminal
                || (view.terminal && view.rewards != other.rewards)
                || (!view.terminal && counts(view) != counts(&other));
            if differs || self.quota.is_over() {
                return None;
            }
            if view.terminal {
                continue;
            }
            let others = if successors.is_empty() { FxHashMap::default() } else { self.successors(&state, &other) };
            let [plain, mapped] = &mut described;
            for (role, moves) in other.legal.iter().enumerate() {
                moves.iter().for_each(|&made| mix(&mut plain[role][made], &others.get(&(role, made))));
            }
            for (role, moves) in view.legal.iter().enumerate() {
                let after = |made| successors.get(&(role, made)).map(image);
                moves.iter().for_each(|&made| mix(&mut mapped[role][made], &after(made).as_ref()));
            }
            for hash in described.iter_mut().flatten().flatten() {
                mix(hash, &0_u8);
            }
        }
        let [plain, mapped] = described;
        plain.iter().zip(&mapped).map(|(targets, sources)| matched(sources, targets)).collect()
    }

    /// For each role and move, a hash of the settled fluents or of their images.
    fn settled_hashes(&self, fluents: Option<&[Fluent]>) -> Vec<Vec<u64>> {
        let hash = |settled: &Vec<(Fluent, bool)>| {
            let image = |fluent: Fluent| fluents.map_or(fluent, |fluents| fluents[fluent.0 as usize]);
            let mut settled: Vec<(Fluent, bool)> =
                settled.iter().map(|&(fluent, holds)| (image(fluent), holds)).collect();
            settled.sort_unstable();
            let mut hash = 0;
            mix(&mut hash, &settled);
            hash
        };
        self.settled.iter().map(|moves| moves.iter().map(hash).collect()).collect()
    }

    fn view(&self, state: &State) -> View {
        self.quota.spend(GATE * self.game.circuit.nodes() as u64);
        self.evaluator.view(state)
    }

    fn successors(&self, state: &State, view: &View) -> FxHashMap<(usize, usize), State> {
        let mut successors = FxHashMap::default();
        for role in (0..view.legal.len()).filter(|_| !view.terminal) {
            let alone = |(other, legal): (usize, &Vec<usize>)| other == role || legal.len() == 1;
            if !view.legal.iter().enumerate().all(alone) {
                continue;
            }
            for &made in &view.legal[role] {
                let joint: Vec<usize> = view
                    .legal
                    .iter()
                    .enumerate()
                    .map(|(other, legal)| if other == role { made } else { legal[0] })
                    .collect();
                self.quota.spend(GATE * self.game.circuit.nodes() as u64);
                successors.insert((role, made), self.evaluator.next(state, &joint));
            }
        }
        successors
    }
}

/// Continues a hash.
fn mix(hash: &mut u64, value: &impl Hash) {
    let mut hasher = FxHasher::default();
    (*hash, value).hash(&mut hasher);
    *hash = hasher.finish();
}

/// For each source a target with the same description, each target once; among equal ones in order.
fn matched(sources: &[u64], targets: &[u64]) -> Option<Vec<usize>> {
    let sorted = |hashes: &[u64]| {
        let mut order: Vec<usize> = (0..hashes.len()).collect();
        order.sort_by_key(|&index| (hashes[index], index));
        order
    };
    let mut image = vec![0; sources.len()];
    for (source, target) in sorted(sources).into_iter().zip(sorted(targets)) {
        if sources[source] != targets[target] {
            return None;
        }
        image[source] = target;
    }
    Some(image)
}
