//! One ply: the moves of a game, applied to sets of states.
//!
//! Moves whose relation is known beforehand are taken in groups. A move whose effect has no small diagram gets its relation for the states at
//! hand, one move at a time, and it is gone before the next one is built; where even that does not fit into memory, the states are taken in halves.

use diagram::{Error, Level, Relation, Set, Store};
use game::effects::Effect;

use crate::backward::Choosers;
use crate::condition::Conditions;
use crate::engine::Engine;
use crate::transition::relation;

/// Sees where moves are legal, and their relation.
type Visit<'v> = dyn FnMut(&mut Store, &Set, &Relation) -> Result<(), Error> + 'v;

impl<'g> Engine<'g> {
    /// The successors of states at which the game goes on.
    pub fn successors(&mut self, states: &Set) -> Result<Set, Error> {
        let mut all = self.store().none();
        for number in 0..self.steps() {
            self.visit_step(states, number, &mut |store, legal, relation| {
                let part = store.image(legal, relation)?;
                all = store.union(&all, &part)?;
                Ok(())
            })?;
        }
        Ok(all)
    }

    /// The states of `within` from which some move leads into `target`.
    pub fn predecessors(&mut self, within: &Set, target: &Set) -> Result<Set, Error> {
        let mut all = self.store().none();
        for number in 0..self.steps() {
            self.visit_step(within, number, &mut |store, legal, relation| {
                let part = store.pre_image(legal, target, relation)?;
                all = store.union(&all, &part)?;
                Ok(())
            })?;
        }
        Ok(all)
    }

    /// Visits the moves among which `role` chooses in `open`.
    pub fn visit_choices(
        &mut self,
        open: &Set,
        role: usize,
        choosers: &Choosers,
        visit: &mut Visit<'_>,
    ) -> Result<(), Error> {
        for number in 0..self.steps() {
            let states = match (self.chooser(number), choosers.of(role)) {
                (Some(chooser), _) if chooser == role => open.clone(),
                (None, Some(own)) => own.clone(),
                _ => continue,
            };
            self.visit_step(&states, number, visit)?;
        }
        Ok(())
    }

    /// Whether every move says who chooses it.
    pub fn all_choosers_known(&self) -> bool {
        (0..self.steps()).all(|number| self.chooser(number).is_some())
    }

    /// Number of steps: groups of moves, then moves whose relation depends on the states.
    fn steps(&self) -> usize {
        self.transitions.groups.len() + self.transitions.layered.len()
    }

    /// The move of a step whose relation depends on the states.
    fn layered(&self, number: usize) -> &'g Effect {
        &self.effects.effects[self.transitions.layered[number - self.transitions.groups.len()]]
    }

    fn chooser(&self, number: usize) -> Option<usize> {
        match self.transitions.groups.get(number) {
            Some(group) => group.chooser,
            None => self.layered(number).chooser,
        }
    }

    /// Visits the moves of a step, where they are legal in `states`.
    fn visit_step(&mut self, states: &Set, number: usize, visit: &mut Visit<'_>) -> Result<(), Error> {
        let conditions = Conditions::new(&self.effects.circuit, &self.encoding);
        if let Some(group) = self.transitions.groups.get(number) {
            // What the relation does not say about where they are legal.
            let legal = conditions.all(&mut self.store, states, &group.conditions)?;
            return if legal.is_empty() { Ok(()) } else { visit(&mut self.store, &legal, &group.relation) };
        }
        let effect = self.layered(number);
        let legal = conditions.all(&mut self.store, states, &effect.guard)?;
        self.visit_layered(legal, effect, visit)
    }

    /// Visits a move whose relation depends on the states.
    fn visit_layered(&mut self, legal: Set, effect: &Effect, visit: &mut Visit<'_>) -> Result<(), Error> {
        let mut left = vec![legal];
        while let Some(states) = left.pop() {
            if states.is_empty() {
                continue;
            }
            let conditions = Conditions::new(&self.effects.circuit, &self.encoding);
            let store = &mut self.store;
            match relation(store, &self.encoding, &conditions, effect, &states, usize::MAX) {
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
