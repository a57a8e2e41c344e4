//! What a list of rules says everywhere, as sets: per move of the role the states in which it may be made.

use diagram::Set;

use super::field::Field;
use crate::error::Error;
use crate::follow::Optimality;
use crate::rule::Rule;

/// A rule in a plan.
#[derive(Clone)]
pub struct Placed {
    /// The rule.
    pub rule: Rule,
    /// Per move of its images where it applies.
    applies: Vec<(usize, Set)>,
    /// Per move of its images where it decides and proposes that move.
    takes: Vec<(usize, Set)>,
    /// Where no earlier rule decides.
    left: Set,
}

/// A list of rules laid out over the states.
#[derive(Clone)]
pub struct Plan {
    /// The rules.
    pub rules: Vec<Placed>,
    /// Where no rule decides.
    pub left: Set,
}

impl Plan {
    /// The plan without rules.
    pub fn new(field: &Field<'_>) -> Plan {
        Plan { rules: Vec::new(), left: field.own.clone() }
    }

    /// The plan of a list of rules.
    pub fn of(field: &mut Field<'_>, rules: &[Rule]) -> Result<Plan, Error> {
        let mut plan = Plan::new(field);
        for rule in rules {
            plan.push(field, rule.clone())?;
        }
        Ok(plan)
    }

    /// Its rules.
    pub fn list(&self) -> Vec<Rule> {
        self.rules.iter().map(|placed| placed.rule.clone()).collect()
    }

    /// Adds a rule at the end.
    pub fn push(&mut self, field: &mut Field<'_>, rule: Rule) -> Result<(), Error> {
        let applies = field.applying(&rule)?;
        self.place(field, rule, applies)
    }

    /// The plan without a rule.
    pub fn without(&self, field: &mut Field<'_>, at: usize) -> Result<Plan, Error> {
        let mut plan = self.before(at);
        for placed in &self.rules[at + 1..] {
            plan.place(field, placed.rule.clone(), placed.applies.clone())?;
        }
        Ok(plan)
    }

    /// The plan with another rule in the place of one.
    pub fn with(&self, field: &mut Field<'_>, at: usize, rule: Rule) -> Result<Plan, Error> {
        let mut plan = self.before(at);
        plan.push(field, rule)?;
        for placed in &self.rules[at + 1..] {
            plan.place(field, placed.rule.clone(), placed.applies.clone())?;
        }
        Ok(plan)
    }

    /// Whether a rule decides nowhere.
    pub fn is_dead(&self, at: usize) -> bool {
        self.rules[at].takes.iter().all(|(_, states)| states.is_empty())
    }

    /// Per move of the role the states in which play may make it: as a rule proposes, or where none decides any move or, if the player
    /// finds these alone, the optimal ones.
    pub fn taken(&self, field: &mut Field<'_>, optimality: Optimality) -> Result<Vec<Option<Set>>, Error> {
        let mut taken = Vec::with_capacity(field.moves.len());
        let store = field.engine.store();
        for (made, own) in field.moves.iter().enumerate() {
            let Some(own) = own else {
                taken.push(None);
                continue;
            };
            let mut states = store.intersection(&self.left, &own.legal)?;
            if optimality == Optimality::Weak {
                states = store.difference(&states, &own.poor)?;
            }
            let proposed = self.rules.iter().flat_map(|placed| &placed.takes).filter(|(of, _)| *of == made);
            for (_, proposed) in proposed {
                states = store.union(&states, proposed)?;
            }
            taken.push(Some(states));
        }
        Ok(taken)
    }

    fn before(&self, at: usize) -> Plan {
        let left = self.rules.get(at).map_or(&self.left, |placed| &placed.left).clone();
        Plan { rules: self.rules[..at].to_vec(), left }
    }

    fn place(&mut self, field: &mut Field<'_>, rule: Rule, applies: Vec<(usize, Set)>) -> Result<(), Error> {
        let store = field.engine.store();
        let before = self.left.clone();
        let mut takes = Vec::with_capacity(applies.len());
        for (made, states) in &applies {
            takes.push((*made, store.intersection(&before, states)?));
            self.left = store.difference(&self.left, states)?;
        }
        self.rules.push(Placed { rule, applies, takes, left: before });
        Ok(())
    }
}
