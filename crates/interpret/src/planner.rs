//! Compiles rules to plans: chooses the order of the goals and compiles each for the variables bound at that point.

use std::collections::VecDeque;

use gdl::rules::{Term, Variable};
use rustc_hash::FxHashMap;

use crate::estimate::Estimates;
use crate::plan::{DONE, Plan, ProcedureId, Slot, Step};
use crate::rule::{Goal, Source};
use crate::shape::{DEEPEST, Shape};
use crate::terms::Terms;
use crate::unify::Fitted;

/// Returns the procedure for calls of a shape.
pub(crate) trait Catalogue {
    fn procedure(&mut self, source: Source, shapes: Vec<Shape>) -> ProcedureId;
}

/// Compiles one specialised rule; `None` if an output, a negation or a `distinct` has an unbound variable.
pub(crate) fn plan(
    fitted: Fitted,
    terms: &mut Terms,
    estimates: &Estimates,
    catalogue: &mut dyn Catalogue,
) -> Option<Plan> {
    let inputs = fitted.inputs.len();
    let mut planner = Planner {
        terms,
        catalogue,
        steps: Vec::new(),
        retry: Vec::new(),
        last_choice: DONE,
        frame: vec![0; inputs],
        since: vec![DONE; inputs],
        variables: vec![None; fitted.variables],
        built: FxHashMap::default(),
    };
    for (slot, pattern) in fitted.inputs.iter().enumerate() {
        planner.matches(slot as Slot, pattern);
    }
    let mut goals = VecDeque::from(fitted.body);
    while let Some(next) = estimates.cheapest(goals.iter(), |v| planner.is_bound(v)) {
        planner.goal(goals.remove(next)?)?;
    }
    let outputs: Vec<Slot> = fitted.outputs.iter().map(|o| planner.slot_of(o)).collect::<Option<_>>()?;
    // DONE is the largest number but means "before all choice points".
    let again = outputs.iter().map(|&o| planner.since[o as usize]).fold(DONE, later);
    let Planner { steps, retry, frame, .. } = planner;
    Some(Plan { steps, retry, again, frame, outputs: outputs.into() })
}

/// The later of two choice points.
fn later(a: u32, b: u32) -> u32 {
    if a == DONE {
        b
    } else if b == DONE {
        a
    } else {
        a.max(b)
    }
}

struct Planner<'a> {
    terms: &'a mut Terms,
    catalogue: &'a mut dyn Catalogue,
    steps: Vec<Step>,
    retry: Vec<u32>,
    /// The last step that can be retried.
    last_choice: u32,
    frame: Vec<u32>,
    /// For each slot, the choice point since which its value is fixed.
    since: Vec<u32>,
    /// For each variable, its slot.
    variables: Vec<Option<Slot>>,
    /// Terms that already have a slot.
    built: FxHashMap<Term, Slot>,
}

impl Planner<'_> {
    fn is_bound(&self, variable: Variable) -> bool {
        self.variables[variable.0 as usize].is_some()
    }

    fn is_known(&self, term: &Term) -> bool {
        match term {
            Term::Variable(v) => self.is_bound(*v),
            Term::Constant(_) => true,
            Term::Compound(_, arguments) => arguments.iter().all(|a| self.is_known(a)),
        }
    }

    /// Whether some part of a term is known.
    fn has_known(&self, term: &Term) -> bool {
        match term {
            Term::Compound(_, parts) => parts.iter().any(|part| self.has_known(part)),
            _ => self.is_known(term),
        }
    }

    fn new_slots(&mut self, count: usize, since: u32) -> Slot {
        let first = self.frame.len();
        self.frame.resize(first + count, 0);
        self.since.resize(first + count, since);
        first as Slot
    }

    fn push(&mut self, step: Step) {
        self.steps.push(step);
        self.retry.push(self.last_choice);
    }

    /// The slot of a term whose variables are all bound; builds the term if necessary.
    fn slot_of(&mut self, term: &Term) -> Option<Slot> {
        if let Term::Variable(v) = term {
            return self.variables[v.0 as usize];
        }
        if let Some(&slot) = self.built.get(term) {
            return Some(slot);
        }
        let slot = if let Some(constant) = self.terms.ground(term) {
            let slot = self.new_slots(1, DONE);
            self.frame[slot as usize] = constant;
            slot
        } else {
            let Term::Compound(symbol, arguments) = term else { return None };
            let arguments: Vec<Slot> = arguments.iter().map(|a| self.slot_of(a)).collect::<Option<_>>()?;
            let since = arguments.iter().map(|&a| self.since[a as usize]).fold(DONE, later);
            let into = self.new_slots(1, since);
            let functor = self.terms.functor(*symbol, arguments.len());
            self.push(Step::Build { functor, arguments: arguments.into(), into });
            into
        };
        self.built.insert(term.clone(), slot);
        Some(slot)
    }

    /// Matches the term in `slot` with a pattern; binds the pattern's new variables.
    fn matches(&mut self, slot: Slot, pattern: &Term) {
        match pattern {
            Term::Variable(v) if !self.is_bound(*v) => self.variables[v.0 as usize] = Some(slot),
            Term::Compound(symbol, arguments) if !self.is_known(pattern) => {
                let since = self.since[slot as usize];
                let into = self.new_slots(arguments.len(), since);
                let functor = self.terms.functor(*symbol, arguments.len());
                self.push(Step::Take { term: slot, functor, into });
                self.built.insert(pattern.clone(), slot);
                for (i, argument) in arguments.iter().enumerate() {
                    self.matches(into + i as Slot, argument);
                }
            }
            _ => {
                if let Some(known) = self.slot_of(pattern).filter(|&known| known != slot) {
                    self.push(Step::Equal(slot, known));
                }
            }
        }
    }

    fn goal(&mut self, goal: Goal) -> Option<()> {
        match goal {
            Goal::Distinct(a, b) => {
                let step = Step::Differ(self.slot_of(&a)?, self.slot_of(&b)?);
                self.push(step);
                Some(())
            }
            Goal::Call { source: Source::Fluents, arguments, positive } if self.is_known(&arguments[0]) => {
                let term = self.slot_of(&arguments[0])?;
                self.push(Step::Fluent { term, holds: positive });
                Some(())
            }
            Goal::Call { source, arguments, positive } => self.call(source, &arguments, positive),
        }
    }

    fn call(&mut self, source: Source, arguments: &[Term], positive: bool) -> Option<()> {
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        let shapes: Vec<Shape> = match (source, arguments) {
            // The fact is often needed again, in the head of a rule that keeps it.
            (Source::Fluents, [fact @ Term::Compound(symbol, parts)]) if !parts.iter().any(|p| self.has_known(p)) => {
                outputs.push(fact.clone());
                vec![Shape::Whole(self.terms.functor(*symbol, parts.len()))]
            }
            _ => arguments.iter().map(|a| self.shape(a, DEEPEST, &mut inputs, &mut outputs)).collect(),
        };
        let procedure = self.catalogue.procedure(source, shapes);
        let inputs = inputs.into();
        if !positive {
            self.push(Step::Refute { procedure, inputs });
            return outputs.is_empty().then_some(());
        }
        let choice = self.steps.len() as u32;
        let first = self.new_slots(outputs.len(), choice);
        let cursor = self.new_slots(1, choice);
        self.push(Step::Call { procedure, inputs, outputs: first, cursor });
        if !outputs.is_empty() {
            self.last_choice = choice;
        }
        for (i, output) in outputs.iter().enumerate() {
            self.matches(first + i as Slot, output);
        }
        Some(())
    }

    /// The current shape of an argument; appends the slots of its inputs and the terms of its outputs.
    fn shape(&mut self, term: &Term, depth: usize, inputs: &mut Vec<Slot>, outputs: &mut Vec<Term>) -> Shape {
        if self.is_known(term) {
            inputs.extend(self.slot_of(term));
            return Shape::Known;
        }
        match term {
            Term::Compound(symbol, arguments) if depth > 0 => {
                let parts = arguments.iter().map(|a| self.shape(a, depth - 1, inputs, outputs)).collect();
                Shape::Compound(self.terms.functor(*symbol, arguments.len()), parts)
            }
            _ => {
                outputs.push(term.clone());
                Shape::Asked
            }
        }
    }
}
