//! Images of OxiDD's sets under identity-reduced relations: one recursion on its public interface.
#![allow(clippy::mutable_key_type, reason = "a function's identity, and so its hash, never changes")]

use diagram::{Store, StoreOptions, TransitionRelation};
use oxidd::bdd::BDDFunction;
use oxidd::{BooleanFunction, VarNo};
use rustc_hash::FxHashMap;
use symbolic::transition::Transitions;

use super::bits::Bits;
use crate::Outcome;
use crate::position::Position;

/// A relation to traverse.
pub struct Walk(TransitionRelation);

type Images = FxHashMap<(BDDFunction, u32), BDDFunction>;
type PreImages = FxHashMap<(BDDFunction, BDDFunction, u32), BDDFunction>;

impl Walk {
    /// All moves of a game, each relation with the role that chooses.
    pub fn all(position: &Position) -> Outcome<Vec<(usize, Walk)>> {
        let mut store = Store::new(position.encoding.domains()?, StoreOptions::default())?;
        let transitions = Transitions::new(&mut store, &position.proved.effects, &position.encoding, &|_| true)?;
        if !transitions.layered.is_empty() || transitions.groups.iter().any(|group| !group.conditions.is_empty()) {
            return Err("moves that depend on more than their relation are not supported by this peer".into());
        }
        let walk = |group: &symbolic::transition::Group| Some((group.chooser?, Walk(group.relation.clone())));
        let walks = transitions.groups.iter().map(walk).collect::<Option<Vec<_>>>();
        walks.ok_or_else(|| "a move does not say who chooses it".into())
    }

    pub fn image(&self, bits: &Bits, states: &BDDFunction) -> Outcome<BDDFunction> {
        self.image_from(bits, &mut Images::default(), 0, states, self.0.root())
    }

    fn image_from(
        &self,
        bits: &Bits,
        known: &mut Images,
        level: usize,
        states: &BDDFunction,
        node: u32,
    ) -> Outcome<BDDFunction> {
        if node == TransitionRelation::NONE || !states.satisfiable() {
            return Ok(bits.constant(false));
        }
        if node == TransitionRelation::UNCHANGED {
            return Ok(states.clone());
        }
        let key = (states.clone(), node);
        if let Some(image) = known.get(&key) {
            return Ok(image.clone());
        }
        let digits = split(bits, level, states)?;
        let mut parts = vec![bits.constant(false); digits.len()];
        for (from, to, child) in self.steps(level, node, digits.len()) {
            let part = self.image_from(bits, known, level + 1, &digits[from], child)?;
            parts[to] = parts[to].or(&part)?;
        }
        let image = join(bits, level, parts)?;
        known.insert(key, image.clone());
        Ok(image)
    }

    pub fn pre_image(&self, bits: &Bits, within: &BDDFunction, target: &BDDFunction) -> Outcome<BDDFunction> {
        self.pre_image_from(bits, &mut PreImages::default(), 0, [within, target], self.0.root())
    }

    fn pre_image_from(
        &self,
        bits: &Bits,
        known: &mut PreImages,
        level: usize,
        [within, target]: [&BDDFunction; 2],
        node: u32,
    ) -> Outcome<BDDFunction> {
        if node == TransitionRelation::NONE || !within.satisfiable() || !target.satisfiable() {
            return Ok(bits.constant(false));
        }
        if node == TransitionRelation::UNCHANGED {
            return Ok(within.and(target)?);
        }
        let key = (within.clone(), target.clone(), node);
        if let Some(before) = known.get(&key) {
            return Ok(before.clone());
        }
        let (within, target) = (split(bits, level, within)?, split(bits, level, target)?);
        let mut parts = vec![bits.constant(false); within.len()];
        for (from, to, child) in self.steps(level, node, within.len()) {
            let part = self.pre_image_from(bits, known, level + 1, [&within[from], &target[to]], child)?;
            parts[from] = parts[from].or(&part)?;
        }
        let before = join(bits, level, parts)?;
        known.insert(key, before.clone());
        Ok(before)
    }

    /// The steps of a node seen from a level: if the level is skipped, each digit is unchanged.
    fn steps(&self, level: usize, node: u32, digits: usize) -> Vec<(usize, usize, u32)> {
        match self.0.steps(node) {
            (own, steps) if usize::from(own.0) == level => {
                steps.map(|(from, to, child)| (usize::from(from), usize::from(to), child)).collect()
            }
            _ => (0..digits).map(|digit| (digit, digit, node)).collect(),
        }
    }
}

/// Splits a set by the digit of a level.
fn split(bits: &Bits, level: usize, set: &BDDFunction) -> Outcome<Vec<BDDFunction>> {
    let mut digits = vec![set.clone()];
    for &bit in bits.bits(level) {
        let halves: Vec<BDDFunction> = digits.iter().flat_map(|set| cofactors(set, bit)).collect();
        digits = halves;
    }
    Ok(digits)
}

/// The cofactors of a set by a bit that is above all its variables.
fn cofactors(set: &BDDFunction, bit: VarNo) -> [BDDFunction; 2] {
    use oxidd::Function as _;
    let top = set.with_manager_shared(|manager, edge| {
        use oxidd::{HasLevel as _, Manager as _};
        match manager.get_node(edge) {
            oxidd::Node::Inner(node) => Some(manager.level_to_var(node.level())),
            oxidd::Node::Terminal(_) => None,
        }
    });
    match set.cofactors() {
        Some((with, without)) if top == Some(bit) => [without, with],
        _ => [set.clone(), set.clone()],
    }
}

/// Joins the parts by the digit of a level.
fn join(bits: &Bits, level: usize, mut parts: Vec<BDDFunction>) -> Outcome<BDDFunction> {
    for &bit in bits.bits(level).iter().rev() {
        let var = bits.var(bit)?;
        let pairs = parts.chunks(2).map(|pair| Ok(var.ite(&pair[1], &pair[0])?));
        parts = pairs.collect::<Outcome<Vec<_>>>()?;
    }
    parts.pop().ok_or_else(|| "a level without digits".into())
}
