//! Candidates for symmetries: rotations and reflections of the board, read off the facts.
//!
//! Facts such as `(cell 2 3 x)` have places in their arguments. Arguments with the same constants form an axis: all
//! first ones of each relation one axis, all second ones another. A candidate permutes the constants of axes and swaps
//! two axes. Whether that is a symmetry of the rules is for others to prove; here it only maps facts to facts and the
//! first state to itself.

use game::{Fluent, Game};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

use crate::groups::term::Term;
use crate::quota::Quota;

/// Axes with more constants are only reversed, not rotated.
const LONGEST_ROTATED: usize = 16;
/// Of the axes with the most facts, so many are tried; of the first of these, any are reversed together.
const AXES: usize = 24;
const REVERSED_TOGETHER: usize = 6;
/// The maximum number of pairs of axes that are swapped.
const SWAPS: usize = 24;
/// Work per fluent and candidate.
const WORK: u64 = 50;

/// Arguments of facts with the same constants: of each relation the one with the same number among them.
struct Axis {
    /// The constants, in order.
    constants: Vec<u32>,
    /// For each relation that has such an argument, its position.
    positions: FxHashMap<u32, usize>,
}

/// The facts as relations with arguments.
struct Facts<'g> {
    game: &'g Game,
    /// For each fluent, its relation and arguments.
    parts: Vec<(u32, Vec<u32>)>,
    fluents: FxHashMap<(u32, Vec<u32>), u32>,
    axes: Vec<Axis>,
}

/// What a candidate does to places.
#[derive(Clone, Default)]
struct Change {
    /// Axes with the images of their constants.
    permuted: Vec<(usize, FxHashMap<u32, u32>)>,
    /// Two axes that are swapped, afterwards.
    swapped: Option<(usize, usize)>,
}

/// Permutations of the fluents that preserve the first state, without the identity.
pub fn candidates(game: &Game, quota: &Quota) -> Vec<Vec<Fluent>> {
    let facts = Facts::new(game);
    let mut seen: FxHashSet<Vec<Fluent>> = FxHashSet::default();
    let mut found = Vec::new();
    for change in changes(&facts.axes) {
        quota.spend(WORK * game.fluents.len() as u64);
        if quota.is_over() {
            break;
        }
        let Some(image) = facts.image(&change) else { continue };
        let moves = image.iter().zip(0..).any(|(fluent, at)| fluent.0 != at);
        if moves && seen.insert(image.clone()) {
            found.push(image);
        }
    }
    found
}

impl<'g> Facts<'g> {
    fn new(game: &'g Game) -> Facts<'g> {
        let mut relations: FxHashMap<Vec<&str>, u32> = FxHashMap::default();
        let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
        let mut constants: Vec<&str> = Vec::new();
        let mut parts = Vec::new();
        for fact in &game.fluents {
            let term = Term::opened(fact).unwrap_or_else(|| Term::new(fact));
            let count = relations.len() as u32;
            let relation = *relations.entry(term.frame).or_insert(count);
            let mut number = |constant| {
                *numbers.entry(constant).or_insert_with(|| {
                    constants.push(constant);
                    constants.len() as u32 - 1
                })
            };
            parts.push((relation, term.arguments.into_iter().map(&mut number).collect::<Vec<u32>>()));
        }
        let fluents = parts.iter().cloned().zip(0..).collect();
        let axes = axes(&parts, &constants);
        Facts { game, parts, fluents, axes }
    }

    /// The permutation of the fluents, if it is one and maps the first state to itself.
    fn image(&self, change: &Change) -> Option<Vec<Fluent>> {
        let initial = &self.game.initial;
        for fluent in initial {
            initial.binary_search(&self.image_of(fluent.0, change)?).ok()?;
        }
        let image: Vec<Fluent> =
            (0..self.parts.len() as u32).map(|fluent| self.image_of(fluent, change)).collect::<Option<_>>()?;
        let distinct: FxHashSet<Fluent> = image.iter().copied().collect();
        (distinct.len() == image.len()).then_some(image)
    }

    fn image_of(&self, fluent: u32, change: &Change) -> Option<Fluent> {
        let (relation, mut arguments) = self.parts[fluent as usize].clone();
        for (axis, images) in &change.permuted {
            if let Some(&position) = self.axes[*axis].positions.get(&relation) {
                arguments[position] = images[&arguments[position]];
            }
        }
        if let Some((one, other)) = change.swapped {
            let position = |axis: usize| self.axes[axis].positions.get(&relation);
            if let (Some(&one), Some(&other)) = (position(one), position(other)) {
                arguments.swap(one, other);
            }
        }
        self.fluents.get(&(relation, arguments)).map(|&fluent| Fluent(fluent))
    }
}

/// The axes of facts. Numbers are in their order, other constants in that of the alphabet.
fn axes(parts: &[(u32, Vec<u32>)], constants: &[&str]) -> Vec<Axis> {
    let mut domains: FxHashMap<(u32, usize), BTreeSet<u32>> = FxHashMap::default();
    for (relation, arguments) in parts {
        for (position, &constant) in arguments.iter().enumerate() {
            domains.entry((*relation, position)).or_default().insert(constant);
        }
    }
    let mut slots: Vec<((u32, usize), BTreeSet<u32>)> = domains.into_iter().collect();
    slots.sort_unstable();
    let mut axes: Vec<(BTreeSet<u32>, Axis)> = Vec::new();
    for ((relation, position), domain) in slots.into_iter().filter(|(_, domain)| domain.len() > 1) {
        let free = |entry: &&mut (BTreeSet<u32>, Axis)| entry.0 == domain && !entry.1.positions.contains_key(&relation);
        match axes.iter_mut().find(free) {
            Some((_, axis)) => {
                axis.positions.insert(relation, position);
            }
            None => {
                let mut ordered: Vec<u32> = domain.iter().copied().collect();
                let order = |constant: u32| {
                    let text = constants[constant as usize];
                    (text.parse::<i64>().unwrap_or(i64::MAX), text)
                };
                ordered.sort_by_key(|&constant| order(constant));
                axes.push((
                    domain,
                    Axis { constants: ordered, positions: [(relation, position)].into_iter().collect() },
                ));
            }
        }
    }
    let mut axes: Vec<Axis> = axes.into_iter().map(|(_, axis)| axis).collect();
    let facts = |axis: &Axis| parts.iter().filter(|(relation, _)| axis.positions.contains_key(relation)).count();
    axes.sort_by_cached_key(|axis| std::cmp::Reverse(facts(axis)));
    axes.truncate(AXES);
    axes
}

/// Reversals of several axes with a swap of two; rotations and reflections of a single one.
fn changes(axes: &[Axis]) -> Vec<Change> {
    let reversed = |axis: usize| (axis, turned(&axes[axis].constants, axes[axis].constants.len() - 1, true));
    let is_swap = |&(one, other): &(usize, usize)| axes[one].constants == axes[other].constants;
    let pairs = (0..axes.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
    let swaps: Vec<Option<(usize, usize)>> =
        std::iter::once(None).chain(pairs.filter(is_swap).take(SWAPS).map(Some)).collect();
    let mut changes = Vec::new();
    for mask in 0..1_u32 << axes.len().min(REVERSED_TOGETHER) {
        let permuted: Vec<_> = (0..axes.len()).filter(|&axis| mask >> axis & 1 == 1).map(reversed).collect();
        changes.extend(swaps.iter().map(|&swapped| Change { permuted: permuted.clone(), swapped }));
    }
    for (axis, Axis { constants, .. }) in axes.iter().enumerate() {
        let shifts = if constants.len() <= LONGEST_ROTATED { 0..constants.len() } else { 0..0 };
        for (shift, flipped) in shifts.flat_map(|shift| [(shift, false), (shift, true)]) {
            changes.push(Change { permuted: vec![(axis, turned(constants, shift, flipped))], swapped: None });
        }
    }
    changes
}

/// The images of constants on a circle when it is flipped and turned.
fn turned(constants: &[u32], shift: usize, flipped: bool) -> FxHashMap<u32, u32> {
    let length = constants.len();
    let target = |at: usize| (if flipped { shift + length - at } else { shift + at }) % length;
    constants.iter().enumerate().map(|(at, &constant)| (constant, constants[target(at)])).collect()
}
