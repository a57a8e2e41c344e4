//! One ply: the moves of a game, applied to sets of states.
//!
//! Moves whose relation is known beforehand are taken in groups. A move whose effect has no small diagram gets its relation for the states at
//! hand, one move at a time, and it is gone before the next one is built; where even that does not fit into memory, the states are taken in halves.
//! What the effects of several such moves have in common (the zombies move, whatever the player did) is evaluated once for all of them.

use diagram::{Error, Level, Relation, Set, Store};
use game::effects::{Effect, Effects};

use crate::backward::Choosers;
use crate::condition::{Conditions, Known};
use crate::encoding::Encoding;
use crate::engine::Engine;
use crate::transition::{Transitions, relation};

/// Sees where moves are legal, and their relation.
type Visit<'v> = dyn FnMut(&mut Store, &Set, &Relation) -> Result<(), Error> + 'v;

impl<'g> Engine<'g> {
    /// Some of the moves alone, for whoever has to tell them apart.
    pub fn moves(&mut self, wanted: &dyn Fn(&Effect) -> bool) -> Result<Transitions, Error> {
        Transitions::new(&mut self.store, self.effects, &self.encoding, wanted)
    }

    /// The successors of states at which the game goes on.
    pub fn successors(&mut self, states: &Set) -> Result<Set, Error> {
        self.all_moves().successors(states)
    }

    /// The successors of states at which the game goes on, by some of the moves.
    pub fn successors_by(&mut self, moves: &Transitions, states: &Set) -> Result<Set, Error> {
        self.some_moves(moves).successors(states)
    }

    /// The states of `within` from which some move leads into `target`.
    pub fn predecessors(&mut self, within: &Set, target: &Set) -> Result<Set, Error> {
        self.all_moves().predecessors(within, target)
    }

    /// The states of `within` from which one of some moves leads into `target`.
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
        let mut moves = self.all_moves();
        let shared = moves.shared(open)?;
        let conditions = moves.conditions().with_known(&shared);
        for number in 0..moves.steps() {
            let states = match (moves.chooser(number), choosers.of(role)) {
                (Some(chooser), _) if chooser == role => open.clone(),
                (None, Some(own)) => own.clone(),
                _ => continue,
            };
            moves.visit(&states, number, &conditions, visit)?;
        }
        Ok(())
    }

    /// Whether every move says who chooses it.
    pub fn all_choosers_known(&mut self) -> bool {
        let moves = self.all_moves();
        (0..moves.steps()).all(|number| moves.chooser(number).is_some())
    }

    fn all_moves(&mut self) -> Moves<'_> {
        let Engine { store, effects, encoding, transitions, .. } = self;
        Moves { store, effects, encoding, transitions }
    }

    fn some_moves<'m>(&'m mut self, transitions: &'m Transitions) -> Moves<'m> {
        Moves { transitions, ..self.all_moves() }
    }
}

/// Moves and what they are applied with.
struct Moves<'m> {
    store: &'m mut Store,
    effects: &'m Effects,
    encoding: &'m Encoding,
    transitions: &'m Transitions,
}

impl<'m> Moves<'m> {
    fn successors(&mut self, states: &Set) -> Result<Set, Error> {
        let mut all = self.store.none();
        self.visit_all(states, &mut |store, legal, relation| {
            let part = store.image(legal, relation)?;
            all = store.union(&all, &part)?;
            Ok(())
        })?;
        Ok(all)
    }

    fn predecessors(&mut self, within: &Set, target: &Set) -> Result<Set, Error> {
        let mut all = self.store.none();
        self.visit_all(within, &mut |store, legal, relation| {
            let part = store.pre_image(legal, target, relation)?;
            all = store.union(&all, &part)?;
            Ok(())
        })?;
        Ok(all)
    }

    /// Number of steps: groups of moves, then moves whose relation depends on the states.
    fn steps(&self) -> usize {
        self.transitions.groups.len() + self.transitions.layered.len()
    }

    /// The move of a step whose relation depends on the states.
    fn layered(&self, number: usize) -> &'m Effect {
        &self.effects.effects[self.transitions.layered[number - self.transitions.groups.len()]]
    }

    fn chooser(&self, number: usize) -> Option<usize> {
        match self.transitions.groups.get(number) {
            Some(group) => group.chooser,
            None => self.layered(number).chooser,
        }
    }

    /// What the effects of several moves have in common, on some states; nothing where it does not fit.
    fn shared(&mut self, states: &Set) -> Result<Known, Error> {
        let signals = &self.transitions.shared;
        match self.conditions().evaluate(self.store, states, signals) {
            Ok(sets) => Ok(signals.iter().map(|signal| signal.node()).zip(sets).collect()),
            Err(Error::OutOfBudget(_) | Error::OutOfMemory) => Ok(Known::default()),
            Err(error) => Err(error),
        }
    }

    fn conditions(&self) -> Conditions<'m> {
        Conditions::new(&self.effects.circuit, self.encoding)
    }

    /// Visits all moves, where they are legal in `states`.
    fn visit_all(&mut self, states: &Set, visit: &mut Visit<'_>) -> Result<(), Error> {
        let shared = self.shared(states)?;
        let conditions = self.conditions().with_known(&shared);
        (0..self.steps()).try_for_each(|number| self.visit(states, number, &conditions, visit))
    }

    /// Visits the moves of a step, where they are legal in `states`.
    fn visit(
        &mut self,
        states: &Set,
        number: usize,
        conditions: &Conditions<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<(), Error> {
        if let Some(group) = self.transitions.groups.get(number) {
            // What the relation does not say about where they are legal.
            let legal = conditions.all(self.store, states, &group.conditions)?;
            return if legal.is_empty() { Ok(()) } else { visit(self.store, &legal, &group.relation) };
        }
        let effect = self.layered(number);
        let legal = conditions.all(self.store, states, &effect.guard)?;
        self.visit_layered(legal, effect, conditions, visit)
    }

    /// Visits a move whose relation depends on the states.
    fn visit_layered(
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
                Err(error @ (Error::OutOfBudget(_) | Error::OutOfMemory)) => match halves(store, &states)? {
                    Some(halves) => left.extend(halves),
                    None => return Err(error),
                },
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Two sets of which a larger one consists, told apart by the first level that can; none for a single state.
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
