//! Weights that fit the plies seen so far.
//!
//! If every ply advances a single variable, the weights are longest paths. Otherwise they come from a linear program,
//! unless the equations among the rows are inconsistent. The program has two unknowns per fluent, the positive and the
//! negative part of its weight, and minimises their sum, so that weights are small and most are 0. Its floating-point
//! solutions are rounded, and those that do not fit exactly after rounding are discarded. Rows are added only when a
//! guess violates them, since most plies are redundant.

use game::State;
use microlp::{ComparisonOp, OptimizationDirection, Problem, Solution, SolveOptions};
use rustc_hash::FxHashSet;
use std::time::Instant;

use super::Demand;
use super::chains::{Link, longest_paths};
use super::equations::Equations;
use crate::quota::{Held, Quota};

/// A ply as a constraint: the fluents that it adds and removes, and the required increase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    added: Vec<u32>,
    removed: Vec<u32>,
    demand: Demand,
}

impl Row {
    /// The constraint of a ply.
    pub fn new(from: &State, to: &State, demand: Demand) -> Row {
        let outside = |one: &State, other: &State| one.fluents().filter(|&f| !other.contains(f)).map(|f| f.0).collect();
        Row { added: outside(to, from), removed: outside(from, to), demand }
    }

    fn met_by(&self, weights: &[i64]) -> bool {
        let sum = |fluents: &[u32]| fluents.iter().map(|&fluent| weights[fluent as usize]).sum::<i64>();
        self.demand.met_by(sum(&self.added) - sum(&self.removed))
    }
}

/// Fluents with known or likely weights.
pub struct Hints<'h> {
    /// Fluents whose weight must be 0.
    pub still: &'h [u32],
    /// Fluents of the dial, whose weight is probably 0.
    pub dial: &'h [u32],
}

/// The rows to be satisfied.
pub struct Fit<'h> {
    fluents: usize,
    rows: Vec<Row>,
    /// Rows that are in the program.
    used: Vec<usize>,
    hints: Hints<'h>,
    /// The rows that are equations.
    equations: Equations,
    /// The rows, as long as each replaces one fluent by another, except those of the dial.
    links: Option<Vec<Link>>,
    quota: Quota,
    /// The bytes of the rows.
    held: Held,
}

/// The number of rows added to the program at a time.
const BATCH: usize = 64;
/// The maximum number of rows in a program: beyond, it takes too long, and a measure is unlikely.
const MOST_ROWS: usize = 2500;
/// Work per fluent of a row, bytes of a row and of a fluent of it: once here, once as an equation.
const NOTED: u64 = 100;
const ROW_BYTES: usize = 2 * size_of::<Row>();
const FLUENT_BYTES: usize = 24;
/// Work for a pivot, per row and unknown.
const PIVOT: u64 = 60;
/// Pivots that a branch is expected to take in a search for whole numbers.
const PIVOTS_PER_BRANCH: u64 = 10;
/// Bytes of a program per term, row and unknown.
const TERM_BYTES: usize = 256;
/// Multiples of a real solution that are tried for integers.
const MOST_MULTIPLE: u32 = 60;
/// Largest weight.
const MOST_WEIGHT: f64 = 4096.0;
/// The largest weight of a chain. The growth of larger ones could not be proved in time.
const LONGEST: i64 = 256;

impl<'h> Fit<'h> {
    /// Rows from plies, many of which may be equal.
    pub fn new(fluents: usize, rows: impl Iterator<Item = Row>, hints: Hints<'h>, quota: &Quota) -> Fit<'h> {
        let mut known: FxHashSet<(Vec<u32>, Vec<u32>, Option<i64>)> = FxHashSet::default();
        let mut fresh = |row: &Row| {
            let exact = if let Demand::Exactly(wanted) = row.demand { Some(wanted) } else { None };
            known.insert((row.added.clone(), row.removed.clone(), exact))
        };
        let mut rows: Vec<Row> = rows.filter(|row| fresh(row)).collect();
        // Short rows are the most informative.
        rows.sort_by_key(|row| row.added.len() + row.removed.len());
        let used = (0..rows.len().min(BATCH)).collect();
        let (equations, links) = (Equations::default(), Some(Vec::new()));
        let (quota, held, most) = (quota.clone(), quota.hold(0), Vec::with_capacity(rows.len()));
        let mut fit = Fit { fluents, rows: most, used, hints, equations, links, quota, held };
        rows.into_iter().for_each(|row| fit.note(row));
        fit
    }

    /// Adds a row to the program.
    pub fn add(&mut self, row: Row) {
        self.used.push(self.rows.len());
        self.note(row);
    }

    fn note(&mut self, row: Row) {
        let without = |fluents: &[u32], others: &[u32]| -> Vec<u32> {
            fluents.iter().copied().filter(|fluent| !others.contains(fluent)).collect()
        };
        let Hints { still, dial } = self.hints;
        match row.demand {
            Demand::Exactly(wanted) => {
                let [added, removed] = [&row.added, &row.removed].map(|fluents| without(fluents, still));
                self.equations.add(added.into_iter(), removed.into_iter(), wanted);
                self.links = None;
            }
            Demand::AtLeast(by) => match (&without(&row.removed, dial)[..], &without(&row.added, dial)[..]) {
                (&[from], &[to]) => self.links.iter_mut().for_each(|links| links.push(Link { from, to, by })),
                _ => self.links = None,
            },
        }
        let fluents = row.added.len() + row.removed.len();
        self.held.add(ROW_BYTES + FLUENT_BYTES * fluents);
        self.quota.spend(NOTED * (1 + fluents as u64));
        self.rows.push(row);
    }

    /// The least weights that satisfy all rows if each replaces one fluent by another, except those of the dial, which
    /// get no weight.
    pub fn along_chains(&mut self) -> Option<Vec<i64>> {
        let longest = longest_paths(self.links.as_ref()?).filter(|longest| longest.values().all(|&w| w <= LONGEST));
        let Some(longest) = longest else {
            self.links = None;
            return None;
        };
        let mut weights = vec![0; self.fluents];
        longest.into_iter().for_each(|(fluent, weight)| weights[fluent as usize] = weight);
        Some(weights)
    }

    /// Gives up on chains.
    pub fn leave_chains(&mut self) {
        self.links = None;
    }

    /// Weights that satisfy all rows; `None` if there are none or they cannot be found.
    pub fn solve(&mut self) -> Option<Vec<i64>> {
        loop {
            if self.equations.are_contradictory() || self.quota.is_over() || self.used.len() > MOST_ROWS {
                return None;
            }
            // A program without a real solution has no integer solution either.
            let weights = match self.program(false)? {
                Rounded::Fits(weights) => weights,
                Rounded::Misses => self.program(true)?.fitting()?,
            };
            let broken: Vec<usize> = (0..self.rows.len()).filter(|&row| !self.rows[row].met_by(&weights)).collect();
            if broken.is_empty() {
                return Some(weights);
            }
            self.used.extend(broken.into_iter().take(BATCH));
        }
    }

    /// Integer weights for the rows in use; `None` if the program has no solution. Without `whole` it is solved over
    /// the reals, which nearly always gives integers anyway and is faster.
    fn program(&self, whole: bool) -> Option<Rounded> {
        let mut concerned: Vec<u32> = self
            .used
            .iter()
            .flat_map(|&row| self.rows[row].added.iter().chain(&self.rows[row].removed))
            .copied()
            .collect();
        concerned.sort_unstable();
        concerned.dedup();
        concerned.retain(|fluent| !self.hints.still.contains(fluent));
        let place = |fluent: &u32| concerned.binary_search(fluent).ok();
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let mut unknown = || match whole {
            true => problem.add_integer_var(1.0, (0, MOST_WEIGHT as i32)),
            false => problem.add_var(1.0, (0.0, MOST_WEIGHT)),
        };
        let unknowns: Vec<_> = concerned.iter().map(|_| (unknown(), unknown())).collect();
        let mut terms_in_all = 0;
        for &row in &self.used {
            let row = &self.rows[row];
            let signed = row.added.iter().map(|f| (f, 1.0)).chain(row.removed.iter().map(|f| (f, -1.0)));
            let mut terms = Vec::new();
            for (place, sign) in signed.filter_map(|(fluent, sign)| Some((place(fluent)?, sign))) {
                let (plus, minus) = unknowns[place];
                terms.extend([(plus, sign), (minus, -sign)]);
            }
            terms_in_all += terms.len();
            match row.demand {
                Demand::Exactly(wanted) => problem.add_constraint(&terms[..], ComparisonOp::Eq, wanted as f64),
                Demand::AtLeast(wanted) => problem.add_constraint(&terms[..], ComparisonOp::Ge, wanted as f64),
            };
        }
        let size = ProgramSize { rows: self.used.len(), unknowns: 2 * unknowns.len(), terms: terms_in_all };
        let solution = self.solved(&problem, &size, whole)?;
        let rounded = |multiple: u32| {
            let mut weights = vec![0; self.fluents];
            for (&fluent, &(plus, minus)) in concerned.iter().zip(&unknowns) {
                let weight = solution.var_value(plus) - solution.var_value(minus);
                weights[fluent as usize] = (f64::from(multiple) * weight).round() as i64;
            }
            self.used.iter().all(|&row| self.rows[row].met_by(&weights)).then_some(weights)
        };
        // What grows by one at least still does when it is multiplied, and fractions become integers.
        let scales = self.used.iter().all(|&row| matches!(self.rows[row].demand, Demand::AtLeast(0..)));
        let multiples = if scales && !whole { MOST_MULTIPLE } else { 1 };
        Some((1..=multiples).find_map(rounded).map_or(Rounded::Misses, Rounded::Fits))
    }
}

/// The size of a program.
struct ProgramSize {
    rows: usize,
    unknowns: usize,
    terms: usize,
}

impl Fit<'_> {
    /// Solves a program, in whole numbers by branch and bound. The solver counts its pivots but cannot be limited by
    /// them, so that the work of a program over the reals is estimated before it, and branches are limited in number.
    fn solved(&self, problem: &Problem, size: &ProgramSize, whole: bool) -> Option<Solution> {
        let _held = self.quota.hold(TERM_BYTES * (size.terms + size.rows + size.unknowns));
        let pivot = PIVOT * (size.rows + size.unknowns) as u64;
        self.quota.spend(pivot * size.rows as u64 / 2);
        if self.quota.is_over() {
            return None;
        }
        let mut options = SolveOptions::default();
        // Any integers will do.
        options.mip_gap = 1.0;
        options.node_limit = Some(self.quota.left() / (pivot * PIVOTS_PER_BRANCH));
        options.time_limit = self.quota.deadline().map(|end| end.saturating_duration_since(Instant::now()));
        let outcome = problem.solve_with(options).ok()?;
        if whole {
            self.quota.spend(pivot * outcome.stats().lp_iterations);
        }
        outcome.into_solution().ok()
    }
}

/// The solution of a program, rounded to integers.
enum Rounded {
    /// These satisfy all rows in use.
    Fits(Vec<i64>),
    /// Some row is violated after rounding.
    Misses,
}

impl Rounded {
    fn fitting(self) -> Option<Vec<i64>> {
        if let Rounded::Fits(weights) = self { Some(weights) } else { None }
    }
}
