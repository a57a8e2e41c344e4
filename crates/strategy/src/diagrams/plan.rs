//! A list of rules as sets: for each move of the role, the states in which it may be made.

use diagram::Set;

use super::arena::DiagramArena;
use crate::error::Error;
use crate::follow::Optimality;
use crate::rule::Rule;

/// A rule in a plan.
#[derive(Clone)]
pub struct Placed {
    /// The rule.
    pub rule: Rule,
    /// For each move of its images, the states in which it applies.
    applies: Vec<(usize, Set)>,
    /// For each move of its images, the states in which it decides and proposes that move.
    takes: Vec<(usize, Set)>,
    /// The states in which no earlier rule decides.
    left: Set,
}

/// A list of rules with the states in which they decide.
#[derive(Clone)]
pub struct Plan {
    /// The rules.
    pub rules: Vec<Placed>,
    /// The states in which no rule decides.
    pub left: Set,
}

impl Plan {
    /// The plan without rules.
    pub fn new(arena: &DiagramArena<'_>) -> Plan {
        Plan { rules: Vec::new(), left: arena.own.clone() }
    }

    /// The plan of a list of rules.
    pub fn of(arena: &mut DiagramArena<'_>, rules: &[Rule]) -> Result<Plan, Error> {
        let mut plan = Plan::new(arena);
        for rule in rules {
            plan.push(arena, rule.clone())?;
        }
        Ok(plan)
    }

    /// Its rules.
    pub fn list(&self) -> Vec<Rule> {
        self.rules.iter().map(|placed| placed.rule.clone()).collect()
    }

    /// Adds a rule at the end.
    pub fn push(&mut self, arena: &mut DiagramArena<'_>, rule: Rule) -> Result<(), Error> {
        let applies = arena.applying(&rule)?;
        self.place(arena, rule, applies)
    }

    /// The plan without a rule.
    pub fn without(&self, arena: &mut DiagramArena<'_>, at: usize) -> Result<Plan, Error> {
        self.before(at).followed_by(arena, &self.rules[at + 1..])
    }

    /// The plan with one rule replaced.
    pub fn with(&self, arena: &mut DiagramArena<'_>, at: usize, rule: Rule) -> Result<Plan, Error> {
        let mut plan = self.before(at);
        plan.push(arena, rule)?;
        plan.followed_by(arena, &self.rules[at + 1..])
    }

    fn followed_by(mut self, arena: &mut DiagramArena<'_>, rules: &[Placed]) -> Result<Plan, Error> {
        for placed in rules {
            self.place(arena, placed.rule.clone(), placed.applies.clone())?;
        }
        Ok(self)
    }

    /// Whether a rule decides nowhere.
    pub fn is_dead(&self, at: usize) -> bool {
        self.rules[at].takes.iter().all(|(_, states)| states.is_empty())
    }

    /// For each move of the role, the states in which play may make it: where a rule proposes it, and where none
    /// decides any move or, if the player finds optimal moves alone, the optimal ones.
    pub fn taken(&self, arena: &mut DiagramArena<'_>, optimality: Optimality) -> Result<Vec<Option<Set>>, Error> {
        let mut taken = Vec::with_capacity(arena.moves.len());
        let store = arena.engine.store();
        for (made, own) in arena.moves.iter().enumerate() {
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

    fn place(&mut self, arena: &mut DiagramArena<'_>, rule: Rule, applies: Vec<(usize, Set)>) -> Result<(), Error> {
        let store = arena.engine.store();
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
