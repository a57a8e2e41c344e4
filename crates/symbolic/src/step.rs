//! One ply: the moves of a game, applied to sets of states.
//!
//! Moves with a precomputed relation are applied in groups. A move whose effect has no small diagram gets a relation
//! for the current states, one move at a time, and it is dropped before the next one is built. If such moves have many
//! gates and there are few states, their gates are evaluated once on a [list](crate::listed), and each takes its
//! relation from there. Otherwise the common gates of several effects (the zombies move, whatever the player did) are
//! evaluated once on diagrams; if even that does not fit into memory, the states are split into halves.

use diagram::{Error, Level, Set, Store, TransitionRelation};
use game::Signal;
use game::effects::{Effect, Effects};

use crate::backward::Choosers;
use crate::condition::{Conditions, KnownSets};
use crate::encoding::LevelEncoding;
use crate::engine::DiagramEngine;
use crate::listed::{Lists, Settled};
use crate::transition::{Group, Transitions, relation, written};

/// The part of the current states in which moves count, by the role that chooses them; `None` if they do not count at
/// all.
type Part<'p> = dyn Fn(Option<usize>) -> Option<Set> + 'p;

/// Receives the states in which moves are legal, and their relation.
type Visit<'v> = dyn FnMut(&mut Store, &Set, &TransitionRelation) -> Result<(), Error> + 'v;

impl<'g> DiagramEngine<'g> {
    /// Some of the moves, for callers that distinguish them.
    pub fn moves(&mut self, wanted: &dyn Fn(&Effect) -> bool) -> Result<Transitions, Error> {
        Transitions::new(&mut self.store, self.effects, &self.encoding, wanted)
    }

    /// The successors of non-terminal states.
    pub fn successors(&mut self, states: &Set) -> Result<Set, Error> {
        self.all_moves().successors(states)
    }

    /// The successors of non-terminal states by some of the moves.
    pub fn successors_by(&mut self, moves: &Transitions, states: &Set) -> Result<Set, Error> {
        self.some_moves(moves).successors(states)
    }

    /// The non-terminal states of `within` from which some move leads into `target`.
    pub fn predecessors(&mut self, within: &Set, target: &Set) -> Result<Set, Error> {
        self.all_moves().predecessors(within, target)
    }

    /// The non-terminal states of `within` from which one of some moves leads into `target`.
    pub fn predecessors_by(&mut self, moves: &Transitions, within: &Set, target: &Set) -> Result<Set, Error> {
        self.some_moves(moves).predecessors(within, target)
    }

    /// Visits the moves among which `role` chooses in `open`.
    pub fn visit_choices(
        &mut self,
        open: &Set,
        role: usize,
        choosers: &Choosers,
        visit: &mut Visit<'_>,
    ) -> Result<(), Error> {
        let part = |chooser| match chooser {
            Some(chooser) => (chooser == role).then(|| open.clone()),
            None => choosers.of(role).cloned(),
        };
        self.all_moves().visit(open, &part, visit)
    }

    /// Whether every move determines who chooses it.
    pub fn all_choosers_known(&self) -> bool {
        let Transitions { groups, layered, .. } = &self.transitions;
        let layered = layered.iter().map(|&index| self.effects.effects[index].chooser);
        groups.iter().map(|group| group.chooser).chain(layered).all(|chooser| chooser.is_some())
    }

    fn all_moves(&mut self) -> Moves<'_> {
        let DiagramEngine { store, effects, encoding, transitions, .. } = self;
        Moves { store, effects, encoding, transitions }
    }

    fn some_moves<'m>(&'m mut self, transitions: &'m Transitions) -> Moves<'m> {
        Moves { transitions, ..self.all_moves() }
    }
}

/// Moves and the data needed to apply them.
struct Moves<'m> {
    store: &'m mut Store,
    effects: &'m Effects,
    encoding: &'m LevelEncoding,
    transitions: &'m Transitions,
}

impl<'m> Moves<'m> {
    fn successors(&mut self, states: &Set) -> Result<Set, Error> {
        let mut all = self.store.none();
        self.visit(states, &|_| Some(states.clone()), &mut |store, legal, relation| {
            let part = store.image(legal, relation)?;
            all = store.union(&all, &part)?;
            Ok(())
        })?;
        Ok(all)
    }

    fn predecessors(&mut self, within: &Set, target: &Set) -> Result<Set, Error> {
        let mut all = self.store.none();
        self.visit(within, &|_| Some(within.clone()), &mut |store, legal, relation| {
            let part = store.pre_image(legal, target, relation)?;
            all = store.union(&all, &part)?;
            Ok(())
        })?;
        Ok(all)
    }

    /// Visits all moves where they are legal in their chooser's part of `states`.
    fn visit(&mut self, states: &Set, part: &Part<'_>, visit: &mut Visit<'_>) -> Result<(), Error> {
        let conditions = self.conditions();
        // Neighbouring groups often have the same conditions.
        let mut asked: Option<(&Group, Set)> = None;
        for group in &self.transitions.groups {
            let legal = match asked.take() {
                Some((last, legal)) if (last.chooser, &last.conditions) == (group.chooser, &group.conditions) => legal,
                _ => match part(group.chooser) {
                    // The conditions of legality outside the relation.
                    Some(states) => group.conditions.narrow(self.store, &conditions, &states)?,
                    None => continue,
                },
            };
            if !legal.is_empty() {
                visit(self.store, &legal, &group.relation)?;
            }
            asked = Some((group, legal));
        }
        let layered = self.layered().filter_map(|effect| Some((effect, part(effect.chooser)?)));
        let layered: Vec<(&Effect, Set)> = layered.collect();
        if layered.is_empty() {
            return Ok(());
        }
        match self.lists(states, &layered, &conditions)? {
            Some(lists) => {
                let Moves { effects, encoding, transitions, .. } = *self;
                self.store.holding(lists.bytes(), |store| {
                    let mut moves = Moves { store, effects, encoding, transitions };
                    let mut lists = lists.settled(&conditions);
                    lists.try_for_each(|list| moves.visit_listed(&list, &layered, &conditions, visit))
                })
            }
            None => {
                let shared = self.shared(states, &conditions)?;
                let conditions = conditions.with_known(&shared);
                let legal =
                    |store: &mut Store, (effect, part): &(&Effect, Set)| conditions.all(store, part, &effect.guard);
                layered.iter().try_for_each(|step| {
                    let legal = legal(self.store, step)?;
                    self.visit_on_diagrams(legal, step.0, &conditions, visit)
                })
            }
        }
    }

    fn conditions(&self) -> Conditions<'m> {
        Conditions::new(&self.effects.circuit, self.encoding)
    }

    /// The moves whose relation depends on the states.
    fn layered(&self) -> impl Iterator<Item = &'m Effect> + use<'m> {
        let effects = &self.effects.effects;
        self.transitions.layered.iter().map(|&index| &effects[index])
    }

    /// The states in lists, for moves whose relation depends on them; `None` if diagrams are better.
    fn lists(
        &mut self,
        states: &Set,
        layered: &[(&Effect, Set)],
        conditions: &Conditions<'_>,
    ) -> Result<Option<Lists>, Error> {
        let read =
            |(effect, _): &(&'_ Effect, Set)| effect.guard.iter().copied().chain(written(effect)).collect::<Vec<_>>();
        let signals: Vec<Signal> = layered.iter().flat_map(read).collect();
        match Lists::of(self.store, states, conditions, &signals, self.transitions.many_gates) {
            Err(error) if error.is_out_of_memory() => Ok(None),
            lists => lists,
        }
    }

    /// The common gates of several effects on some states; empty if they do not fit.
    fn shared(&mut self, states: &Set, conditions: &Conditions<'_>) -> Result<KnownSets, Error> {
        let signals = &self.transitions.shared;
        match conditions.evaluate(self.store, states, signals) {
            Ok(sets) => Ok(signals.iter().map(|signal| signal.node()).zip(sets).collect()),
            Err(error) if error.is_out_of_memory() => Ok(KnownSets::default()),
            Err(error) => Err(error),
        }
    }

    /// Visits moves whose relations are taken from a list.
    fn visit_listed(
        &mut self,
        list: &Settled<'_>,
        layered: &[(&Effect, Set)],
        conditions: &Conditions<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<(), Error> {
        for (effect, part) in layered {
            let bits = list.all(&effect.guard);
            let legal = list.set(self.store, &bits)?;
            let legal = self.store.intersection(&legal, part)?;
            if legal.is_empty() {
                continue;
            }
            match list.relation(self.store, effect, &bits) {
                Ok(relation) => self.store.holding(relation.bytes(), |store| visit(store, &legal, &relation))?,
                Err(error) if error.is_out_of_memory() => {
                    self.visit_on_diagrams(legal, effect, conditions, visit)?;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Visits a move whose relation depends on the states, in halves if necessary.
    fn visit_on_diagrams(
        &mut self,
        legal: Set,
        effect: &Effect,
        conditions: &Conditions<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<(), Error> {
        let mut left = vec![legal];
        while let Some(states) = left.pop() {
            if states.is_empty() {
                continue;
            }
            let store = &mut *self.store;
            match relation(store, self.encoding, conditions, effect, &states, usize::MAX) {
                Ok(Some(relation)) => store.holding(relation.bytes(), |store| visit(store, &states, &relation))?,
                Ok(None) => {}
                Err(error) if error.is_out_of_memory() => match halves(store, &states)? {
                    Some(halves) => left.extend(halves),
                    None => return Err(error),
                },
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Splits a set in two by the first level with two values; `None` for a single state.
fn halves(store: &mut Store, states: &Set) -> Result<Option<[Set; 2]>, Error> {
    let sizes = store.domains().sizes().to_vec();
    for (level, size) in sizes.into_iter().enumerate() {
        for value in 0..size {
            let cube = store.cube(&[(Level(level as u16), &[value])])?;
            let one = store.intersection(states, &cube)?;
            if !one.is_empty() && one != *states {
                let other = store.difference(states, &one)?;
                return Ok(Some([one, other]));
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use prove::ProvedGame;

    use super::*;
    use task::VariableOrder;

    use crate::engine::Resources;
    use crate::testing::bundled;
    use crate::transition::Thresholds;

    /// All results of moves on the layers of a game: successors, also by role, and predecessors.
    fn told(thresholds: Thresholds, proved: &ProvedGame, order: &VariableOrder) -> (usize, Vec<Vec<Vec<u16>>>) {
        let resources = Resources { bytes: 1 << 28, threads: 1 };
        let mut engine = DiagramEngine::with(thresholds, proved, order, resources).unwrap();
        let mut sets = Vec::new();
        let mut states = engine.initial().unwrap();
        while !states.is_empty() {
            let open = engine.open(&states).unwrap();
            let next = engine.successors(&open).unwrap();
            sets.push(engine.predecessors(&open, &next).unwrap());
            let choosers = engine.choosers(&open).unwrap();
            for role in 0..proved.game.roles.len() {
                let mut own = engine.store().none();
                let mut visit = |store: &mut Store, legal: &Set, relation: &TransitionRelation| {
                    let part = store.image(legal, relation)?;
                    own = store.union(&own, &part)?;
                    Ok(())
                };
                engine.visit_choices(&open, role, &choosers, &mut visit).unwrap();
                sets.push(own);
            }
            sets.push(next.clone());
            states = next;
        }
        let members = |set: &Set| engine.diagrams().members(set).unwrap().map(|(path, _)| path).collect();
        (engine.transitions.layered.len(), sets.iter().map(members).collect())
    }

    #[test]
    fn moves_applied_state_by_state_give_the_same_results() {
        for name in ["tic-tac-toe", "clobber:2x4", "hex:3", "hanoi:3", "minichess"] {
            let (proved, order) = bundled(name);
            let (_, expected) = told(Thresholds::default(), &proved, &order);
            for many_gates in [0, usize::MAX] {
                let (layered, found) =
                    told(Thresholds { large_effect: 0, many_gates, ..Thresholds::default() }, &proved, &order);
                assert_eq!(layered, proved.effects.effects.len(), "{name}");
                assert_eq!(found, expected, "{name}");
            }
        }
    }

    /// Cubi Cup tests whether a cup is open: all conditions at once, some at once, or one by one.
    #[test]
    fn conditions_evaluated_together_give_the_same_results() {
        let (proved, order) = bundled("cubi-cup:4");
        let found = |small_condition| {
            let thresholds = Thresholds { small_condition, ..Thresholds::default() };
            let resources = Resources { bytes: 1 << 28, threads: 1 };
            let mut engine = DiagramEngine::with(thresholds, &proved, &order, resources).unwrap();
            let asked = engine.transitions.groups.iter().map(|group| &group.conditions);
            let asked: Vec<_> = asked.map(|asked| (asked.sets.len(), asked.signals.len())).collect();
            let mut counts = Vec::new();
            let mut states = engine.initial().unwrap();
            while !states.is_empty() {
                let open = engine.open(&states).unwrap();
                states = engine.successors(&open).unwrap();
                let before = engine.predecessors(&open, &states).unwrap();
                counts.push((engine.store().count(&states).unwrap(), engine.store().count(&before).unwrap()));
            }
            (asked, counts)
        };
        let (at_once, expected) = found(usize::MAX);
        assert_eq!(at_once, [(0, 0), (1, 0), (0, 0), (1, 0)]);
        let (in_turn, counts) = found(0);
        assert_eq!((in_turn, &counts), (vec![(0, 0), (0, 10), (0, 0), (0, 10)], &expected));
        let (some_at_once, counts) = found(100);
        assert!(some_at_once.iter().any(|(sets, _)| *sets > 1), "{some_at_once:?}");
        assert_eq!(counts, expected);
        assert_eq!(expected.iter().map(|(states, _)| states).sum::<u128>(), 659_180 - 1);
    }
}
