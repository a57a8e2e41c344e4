//! Splits moves into cases, so that common conditions are evaluated once.
//!
//! In Cubi Cup a cube may be put where a cup is open, or, if no cup is open anywhere, on any free place. That none is
//! open is a condition on the whole board, and as a part of every move's relation it makes all of them large. Here a
//! move becomes two, one for each reason why it is legal, and "none is open" becomes a condition beside the relations
//! of all moves that have it. It is [evaluated](crate::asked) once on each layer, and the remaining relations are
//! small.

use diagram::{Error, Store, TransitionRelation};
use game::effects::{Effect, Effects};
use game::{Circuit, Gate, GateKind, Signal};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::condition::{Conditions, KnownSets};
use crate::encoding::LevelEncoding;
use crate::transition::relation;

/// The maximum number of nodes in the diagrams of a case, per level.
const SMALL: usize = 64;

/// The maximum number of edges in the relation of a case.
const SMALL_RELATION: usize = 1_000;

/// The maximum number of reasons by which a move is split.
const MOST_CASES: usize = 8;

/// The depth of gates searched for common conditions.
const DEPTH: usize = 3;

/// A condition is evaluated beside the relations if one in this many of a role's moves depends on it.
const COMMON: usize = 2;

/// A move under some conditions that its relation does not contain.
pub struct Case {
    /// The conditions, to be evaluated on the current layer.
    pub conditions: Vec<Signal>,
    /// The move if they hold.
    pub relation: TransitionRelation,
}

/// Splits moves into cases.
pub struct Cases<'c> {
    conditions: &'c Conditions<'c>,
    encoding: &'c LevelEncoding,
    effects: &'c Effects,
    /// The conditions that many moves depend on, by the role that chooses them; computed on first use.
    common: Option<FxHashSet<(Option<usize>, Signal)>>,
}

impl<'c> Cases<'c> {
    /// For the moves of a game.
    pub fn new(conditions: &'c Conditions<'c>, encoding: &'c LevelEncoding, effects: &'c Effects) -> Cases<'c> {
        Cases { conditions, encoding, effects, common: None }
    }

    /// The cases of a move; a single one without conditions if its relation is small; `None` if some case is large.
    pub fn of(&mut self, store: &mut Store, effect: &Effect) -> Result<Option<Vec<Case>>, Error> {
        if let Some(case) = self.case(store, effect, &effect.guard, &[])? {
            return Ok(Some(case.into_iter().collect()));
        }
        let Some(reasons) = self.reasons(effect) else { return Ok(None) };
        let mut cases = Vec::new();
        for reason in reasons {
            let (mut common, own): (Vec<Signal>, Vec<Signal>) =
                reason.iter().partition(|&&signal| self.is_common(effect.chooser, signal));
            // Moves with the same conditions are joined.
            common.sort_unstable();
            common.dedup();
            let case = match self.case(store, effect, &reason, &[])? {
                None => self.case(store, effect, &own, &common)?,
                found => found,
            };
            match case {
                Some(case) => cases.extend(case),
                None => return Ok(None),
            }
        }
        Ok(Some(cases))
    }

    /// The move for one reason of legality, as far as that is a part of its relation, under some conditions; no case if
    /// it is never legal, and `None` if it is not small.
    fn case(
        &self,
        store: &mut Store,
        effect: &Effect,
        reason: &[Signal],
        conditions: &[Signal],
    ) -> Result<Option<Option<Case>>, Error> {
        let answer = |signal: &Signal| (signal.node(), if signal.inverted() { store.none() } else { store.all() });
        let known: KnownSets = conditions.iter().map(answer).collect();
        let given = self.conditions.given(&known);
        let (all, most) = (store.all(), small(store));
        let Some(guard) = store.within(most, |store| given.all(store, &all, reason))? else { return Ok(None) };
        if guard.is_empty() {
            return Ok(Some(None));
        }
        let relation = |store: &mut Store| relation(store, self.encoding, &given, effect, &guard, SMALL_RELATION);
        let relation = store.within(most, relation)?.flatten();
        Ok(relation.map(|relation| Some(Case { conditions: conditions.to_vec(), relation })))
    }

    /// Lists of signals, one of which holds as a whole if the move is legal. Only signals that contain common ones are
    /// expanded.
    fn reasons(&mut self, effect: &Effect) -> Option<Vec<Vec<Signal>>> {
        let circuit = self.conditions.circuit;
        let mut reasons = Vec::new();
        let mut left = vec![(Vec::new(), effect.guard.clone())];
        while let Some((mut reason, mut pending)) = left.pop() {
            let Some(signal) = pending.pop() else {
                reasons.push(reason);
                continue;
            };
            match circuit.gate(signal.node()).filter(|_| self.hides_common(effect.chooser, signal)) {
                None => {
                    reason.push(signal);
                    left.push((reason, pending));
                }
                Some(gate) if is_conjunction(gate, signal) => {
                    pending.extend(operands(circuit, gate, signal));
                    left.push((reason, pending));
                }
                Some(gate) => left.extend(operands(circuit, gate, signal).map(|operand| {
                    let pending = pending.iter().copied().chain([operand]).collect();
                    (reason.clone(), pending)
                })),
            }
            if left.len() + reasons.len() > MOST_CASES {
                return None;
            }
        }
        Some(reasons)
    }

    /// Whether a signal contains common ones. A signal that is itself common is better evaluated as a whole, unless it
    /// consists of these alone.
    fn hides_common(&mut self, chooser: Option<usize>, signal: Signal) -> bool {
        let circuit = self.conditions.circuit;
        let Some(gate) = circuit.gate(signal.node()).filter(|_| !self.conditions.is_recursive(signal.node())) else {
            return false;
        };
        let operands: Vec<Signal> = operands(circuit, gate, signal).collect();
        (is_conjunction(gate, signal) || !self.is_common(chooser, signal))
            && conjuncts(circuit, &operands).into_iter().any(|part| self.is_common(chooser, part))
    }

    /// Whether many of a role's moves depend on a condition.
    fn is_common(&mut self, chooser: Option<usize>, signal: Signal) -> bool {
        let (circuit, effects) = (self.conditions.circuit, &self.effects.effects);
        let common = self.common.get_or_insert_with(|| common(circuit, effects));
        common.contains(&(chooser, signal))
    }
}

fn small(store: &Store) -> usize {
    SMALL * store.domains().sizes().len()
}

/// Whether a signal that reads a gate means that all of its [`operands`] hold, rather than one of them.
fn is_conjunction(gate: &Gate, signal: Signal) -> bool {
    (gate.kind == GateKind::And) != signal.inverted()
}

/// The operands of a gate, or of its complement: "not one of them" is "all of them not".
fn operands<'c>(circuit: &'c Circuit, gate: &Gate, signal: Signal) -> impl Iterator<Item = Signal> + use<'c> {
    circuit.operands(gate).iter().map(move |&operand| if signal.inverted() { !operand } else { operand })
}

/// The gates on which the legality of many moves depends, by the role that chooses them.
fn common(circuit: &Circuit, effects: &[Effect]) -> FxHashSet<(Option<usize>, Signal)> {
    let mut moves: FxHashMap<Option<usize>, usize> = FxHashMap::default();
    let mut uses: FxHashMap<(Option<usize>, Signal), usize> = FxHashMap::default();
    for effect in effects {
        *moves.entry(effect.chooser).or_default() += 1;
        for signal in conjuncts(circuit, &effect.guard) {
            *uses.entry((effect.chooser, signal)).or_default() += 1;
        }
    }
    // At least two moves must share a condition.
    uses.retain(|(chooser, _), uses| *uses >= moves[chooser].div_ceil(COMMON).max(2));
    uses.into_keys().collect()
}

/// The gates in some signals, down to the depth to which reasons are expanded.
fn conjuncts(circuit: &Circuit, guard: &[Signal]) -> FxHashSet<Signal> {
    let mut found = FxHashSet::default();
    let mut left: Vec<(Signal, usize)> = guard.iter().map(|&signal| (signal, 0)).collect();
    while let Some((signal, depth)) = left.pop() {
        let Some(gate) = circuit.gate(signal.node()) else { continue };
        if found.insert(signal) && depth < DEPTH {
            left.extend(operands(circuit, gate, signal).map(|operand| (operand, depth + 1)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::engine::{DiagramEngine, Resources};
    use crate::testing::bundled;
    use crate::transition::Group;

    /// Whether a cup is open determines where cubes may be put, and who moves next.
    #[test]
    fn a_condition_common_to_all_moves_is_evaluated_once() {
        let (proved, order) = bundled("cubi-cup:5");
        let engine = DiagramEngine::new(&proved, &order, Resources { bytes: 1 << 28, threads: 1 }).unwrap();
        let moves = &engine.transitions;
        let asked = |group: &Group| (group.conditions.sets.len(), group.conditions.signals.len());
        let asked: Vec<(usize, usize)> = moves.groups.iter().map(asked).collect();
        assert_eq!((&moves.layered, asked), (&Vec::new(), vec![(0, 0), (1, 0), (0, 0), (1, 0)]));
    }
}
