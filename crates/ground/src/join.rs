//! Executes a join plan: a backtracking search over its steps with explicit cursors, so that long bodies do not
//! overflow the stack.

use crate::clause::Clause;
use crate::index::open;
use crate::limits::{Meter, Stop};
use crate::plan::{Access, Plan, Step};
use crate::store::Store;
use crate::terms::TermId;

/// A complete match of a body.
#[derive(Clone, Copy, Debug)]
pub struct Match<'a> {
    /// The values of the clause's variables.
    pub binding: &'a [TermId],
    /// For each positive literal, the number of its tuple.
    pub tuples: &'a [u32],
    /// The number of the head's tuple, if the plan looks it up.
    pub head: u32,
}

/// Scratch space, kept between joins.
#[derive(Debug, Default)]
pub struct Join {
    binding: Vec<TermId>,
    tuples: Vec<u32>,
    head: u32,
    cursors: Vec<u32>,
    registers: Vec<TermId>,
    key: Vec<TermId>,
}

const END: u32 = u32::MAX;

impl Join {
    /// Calls `emit` for each match. Tuples that `emit` adds are not visible to this join.
    pub fn run(
        &mut self,
        clause: &Clause,
        plan: &Plan,
        store: &mut Store,
        meter: &mut Meter,
        mut emit: impl FnMut(&mut Store, &mut Meter, Match) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.binding.clear();
        self.binding.resize(clause.variables as usize, 0);
        self.tuples.clear();
        self.tuples.resize(clause.positive.len(), 0);
        self.cursors.clear();
        self.cursors.resize(plan.steps.len(), END);
        let (mut level, mut entering) = (0, true);
        loop {
            meter.tick(|| store.bytes())?;
            if level == plan.steps.len() {
                emit(store, meter, Match { binding: &self.binding, tuples: &self.tuples, head: self.head })?;
                level = plan.decided.unwrap_or(level);
            } else if self.step(clause, plan, level, entering, store, meter)? {
                (level, entering) = (level + 1, true);
                continue;
            }
            if level == 0 {
                return Ok(());
            }
            (level, entering) = (level - 1, false);
        }
    }

    /// Finds the first (`entering`) or next match of one step.
    fn step(
        &mut self,
        clause: &Clause,
        plan: &Plan,
        level: usize,
        entering: bool,
        store: &mut Store,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        match &plan.steps[level] {
            Step::Scan(access) => {
                let range = store.relations[access.relation as usize].range(access.visible);
                let first = if entering { range.start } else { self.cursors[level] };
                for tuple in first..range.end {
                    meter.tick(|| store.bytes())?;
                    if self.accept(access, tuple, store) {
                        self.cursors[level] = tuple + 1;
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Step::Probe(access, index, key) => {
                let end = store.relations[access.relation as usize].range(access.visible).end;
                let mut place = if entering {
                    self.key.clear();
                    self.key.extend(key.iter().map(|source| source.value(&self.binding)));
                    store.indexes[*index as usize].first(&self.key).unwrap_or(END)
                } else {
                    self.cursors[level]
                };
                while place != END {
                    let (tuple, next) = store.indexes[*index as usize].entry(place);
                    if tuple >= end {
                        break;
                    }
                    place = next.unwrap_or(END);
                    if self.accept(access, tuple, store) {
                        self.cursors[level] = place;
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ if !entering => Ok(false),
            Step::Present(literal, visible) => {
                let atom = &clause.positive[*literal];
                let tuple = store.lookup(atom, &self.binding);
                let range = store.relations[atom.relation as usize].range(*visible);
                self.tuples[*literal] = tuple.unwrap_or(0);
                Ok(tuple.is_some_and(|t| range.contains(&t)))
            }
            Step::Absent(literal) => Ok(store.lookup(&clause.negative[*literal], &self.binding).is_none()),
            Step::Distinct(pair) => {
                let (a, b) = &clause.distinct[*pair];
                Ok(store.build(a, &self.binding)? != store.build(b, &self.binding)?)
            }
            Step::KnownHead => {
                let head = store.lookup(&clause.head, &self.binding);
                self.head = head.unwrap_or(0);
                Ok(head.is_some())
            }
            Step::NewHead => Ok(store.lookup(&clause.head, &self.binding).is_none()),
        }
    }

    /// Matches one tuple with a literal and binds its variables.
    fn accept(&mut self, access: &Access, tuple: u32, store: &Store) -> bool {
        let mut registers = store.relations[access.relation as usize].tuple(tuple);
        if !access.openings.is_empty() {
            if !open(registers, &access.openings, &store.terms, &mut self.registers) {
                return false;
            }
            registers = &self.registers;
        }
        if !access.checks.iter().all(|(r, source)| registers[*r as usize] == source.value(&self.binding)) {
            return false;
        }
        for &(register, variable) in &access.binds {
            self.binding[variable as usize] = registers[register as usize];
        }
        self.tuples[access.literal] = tuple;
        access.repeats.iter().all(|&(r, v)| registers[r as usize] == self.binding[v as usize])
    }
}
