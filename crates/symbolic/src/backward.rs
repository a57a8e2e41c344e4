//! One step of backward induction: the values of states whose successors are solved.
//!
//! Successors are merged by what the role that chooses prefers. Most moves say by themselves who chooses: the others
//! have no other move where they are legal. Where that can't be seen from the moves, it is found for the states at
//! hand, by who has more than one legal move.

use diagram::{Preference, Set, Terminal, Values};
use task::{Model, Outcomes};

use crate::engine::DiagramEngine;
use crate::error::Error;

/// The values of `open`, states at which the game goes on, from those of their successors. States none of whose
/// successors has a value get none.
pub fn backward(
    engine: &mut DiagramEngine<'_>,
    open: &Set,
    solved: &Values,
    outcomes: &mut Outcomes,
    model: Model,
) -> Result<Values, Error> {
    let later = outcomes.one_ply_on()?;
    let next = match outcomes.have_distances() {
        true => engine.store().map_terminals(solved, |terminal| later.get(terminal.number() as usize - 1).copied())?,
        false => solved.clone(),
    };
    let roles = engine.game().roles.len();
    let mut values: Values = engine.store().none().into();
    let shared = engine.choosers(open)?;
    for role in 0..roles {
        let preference = preference(outcomes, model, role);
        let mut own: Values = engine.store().none().into();
        engine.visit_choices(open, role, &shared, &mut |store, states, relation| {
            let best = store.best(states, &next, relation, &preference)?;
            own = store.choice(&own, &best, &preference)?;
            Ok(())
        })?;
        values = engine.store().override_with(&values, &own)?;
    }
    Ok(values)
}

/// How `role` orders all outcomes met so far.
fn preference(outcomes: &Outcomes, model: Model, role: usize) -> Preference {
    let best_first = outcomes.best_first(model, role).into_iter();
    let terminals: Vec<Terminal> = best_first.filter_map(|index| Terminal::new(index as u32 + 1)).collect();
    Preference::best_first(&terminals)
}

/// Which states each role chooses in, as far as the moves do not tell.
pub struct Choosers(Option<Vec<Set>>);

impl Choosers {
    /// The moves tell.
    pub const KNOWN: Choosers = Choosers(None);

    /// By role.
    pub fn by_role(sets: Vec<Set>) -> Choosers {
        Choosers(Some(sets))
    }

    /// The states in which `role` chooses among moves that do not say so, if there are such moves.
    pub fn of(&self, role: usize) -> Option<&Set> {
        self.0.as_ref().map(|sets| &sets[role])
    }
}

impl DiagramEngine<'_> {
    /// Finds who chooses in `open`, where some moves leave that open.
    pub fn choosers(&mut self, open: &Set) -> Result<Choosers, Error> {
        if self.all_choosers_known() {
            return Ok(Choosers::KNOWN);
        }
        let roles = self.game().roles.len();
        let mut choosing: Vec<Set> = Vec::with_capacity(roles);
        let mut taken = self.store().none();
        for role in 0..roles {
            let several = self.several(open, role)?;
            let both = self.store().intersection(&taken, &several)?;
            if !both.is_empty() {
                return Err(task::Error::Simultaneous(self.example(&both)?).into());
            }
            taken = self.store().union(&taken, &several)?;
            choosing.push(several);
        }
        // Where nobody has a choice anybody may be said to make it.
        let nobody = self.store().difference(open, &taken)?;
        choosing[0] = self.store().union(&choosing[0], &nobody)?;
        Ok(Choosers::by_role(choosing))
    }

    /// The states in which a role has more than one legal move.
    fn several(&mut self, open: &Set, role: usize) -> Result<Set, Error> {
        let signals: Vec<_> = self.game().moves[role].iter().map(|m| m.legal).collect();
        let mut some = self.store().none();
        let mut several = self.store().none();
        for legal in self.satisfying(open, &signals)? {
            let again = self.store().intersection(&some, &legal)?;
            several = self.store().union(&several, &again)?;
            some = self.store().union(&some, &legal)?;
        }
        Ok(several)
    }
}
