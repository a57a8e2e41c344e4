//! One step of backward induction: the values of states whose successors are solved.
//!
//! Successors are merged by the preference of the role that chooses. Most moves determine that role: the others have no
//! alternative where they are legal. Where the moves do not determine it, it is computed for the current states, as the
//! role with more than one legal move.

use diagram::{Preference, Set, Terminal, Values};
use task::{Model, Outcomes};

use crate::engine::DiagramEngine;
use crate::error::Error;

/// The values of the non-terminal states `open` from those of their successors. States without a solved successor get
/// none.
pub fn backward(
    engine: &mut DiagramEngine<'_>,
    open: &Set,
    solved: &Values,
    outcomes: &mut Outcomes,
    model: Model,
) -> Result<Values, Error> {
    let later = outcomes.one_ply_further()?;
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

/// The preference of `role` over all outcomes seen so far.
fn preference(outcomes: &Outcomes, model: Model, role: usize) -> Preference {
    let best_first = outcomes.best_first(model, role).into_iter();
    let terminals: Vec<Terminal> = best_first.filter_map(|index| Terminal::new(index as u32 + 1)).collect();
    Preference::best_first(&terminals)
}

/// The states in which each role chooses, where the moves do not determine it.
pub struct Choosers(Option<Vec<Set>>);

impl Choosers {
    /// The moves determine it.
    pub const KNOWN: Choosers = Choosers(None);

    /// The given states for each role.
    pub fn by_role(sets: Vec<Set>) -> Choosers {
        Choosers(Some(sets))
    }

    /// The states in which `role` chooses among moves that do not determine it, if there are such moves.
    pub fn of(&self, role: usize) -> Option<&Set> {
        self.0.as_ref().map(|sets| &sets[role])
    }
}

impl DiagramEngine<'_> {
    /// Finds who chooses in `open`, where some moves do not determine it.
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
        // If nobody has a choice, any role may be taken.
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
