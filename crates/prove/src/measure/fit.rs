//! Weights that fit the plies seen so far, by linear programming.
//!
//! The program has two unknowns per fluent, what it adds and what it takes away, and minimises their sum, so that weights are small and
//! most are 0. Its answers are floating-point numbers: they are rounded, and what does not fit exactly after rounding is not used.
//! Rows are added only when a guess violates them, since most plies say what others said before.

use game::State;
use microlp::{ComparisonOp, OptimizationDirection, Problem};
use rustc_hash::FxHashSet;
use std::time::Instant;

use super::Demand;
use super::chains::{Link, longest_ways};
use super::equations::Equations;

/// A ply as a constraint: the fluents that it adds and removes, and what that has to amount to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    added: Vec<u32>,
    removed: Vec<u32>,
    demand: Demand,
}

impl Row {
    /// The constraint that a ply makes.
    pub fn new(from: &State, to: &State, demand: Demand) -> Row {
        let outside = |one: &State, other: &State| one.fluents().filter(|&f| !other.contains(f)).map(|f| f.0).collect();
        Row { added: outside(to, from), removed: outside(from, to), demand }
    }

    fn met_by(&self, weights: &[i64]) -> bool {
        let sum = |fluents: &[u32]| fluents.iter().map(|&fluent| weights[fluent as usize]).sum::<i64>();
        self.demand.met_by(sum(&self.added) - sum(&self.removed))
    }
}

/// Rows that the weights have to meet.
pub struct Fit {
    fluents: usize,
    rows: Vec<Row>,
    /// Rows that are in the program.
    used: Vec<usize>,
    still: Vec<u32>,
    equations: Equations,
    /// The rows that ask for an exact amount can't all be met.
    contradictory: bool,
    deadline: Instant,
}

/// Rows that enter the program at a time.
const BATCH: usize = 64;
/// Most rows that a program may have: beyond, it takes too long, and a measure is unlikely.
const MOST_ROWS: usize = 2500;
/// Largest weight.
const MOST_WEIGHT: f64 = 4096.0;

impl Fit {
    /// Rows from plies, of which many may be alike, and fluents whose weight has to be 0.
    pub fn new(fluents: usize, rows: impl Iterator<Item = Row>, still: &[u32], deadline: Instant) -> Fit {
        let mut known: FxHashSet<(Vec<u32>, Vec<u32>, Option<i64>)> = FxHashSet::default();
        let mut fresh = |row: &Row| {
            let exact = if let Demand::Exactly(wanted) = row.demand { Some(wanted) } else { None };
            known.insert((row.added.clone(), row.removed.clone(), exact))
        };
        let mut rows: Vec<Row> = rows.filter(|row| fresh(row)).collect();
        // Short rows say most.
        rows.sort_by_key(|row| row.added.len() + row.removed.len());
        let used = (0..rows.len().min(BATCH)).collect();
        let (equations, still) = (Equations::default(), still.to_vec());
        let mut fit = Fit { fluents, rows: Vec::new(), used, still, equations, contradictory: false, deadline };
        rows.iter().for_each(|row| fit.note(row));
        Fit { rows, ..fit }
    }

    /// Adds a row.
    pub fn add(&mut self, row: Row) {
        self.note(&row);
        self.used.push(self.rows.len());
        self.rows.push(row);
    }

    /// Sees whether a row that asks for an exact amount can be met with the others.
    fn note(&mut self, row: &Row) {
        let Demand::Exactly(wanted) = row.demand else { return };
        let Fit { equations, still, contradictory, .. } = self;
        let free =
            |fluents: &[u32]| fluents.iter().copied().filter(|fluent| !still.contains(fluent)).collect::<Vec<_>>();
        *contradictory = *contradictory || equations.add(&free(&row.added), &free(&row.removed), wanted).is_break();
    }

    /// Weights with which the rows are met where each replaces one fluent by another, but for fluents that get no weight.
    pub fn along_chains(&self, idle: &[u32]) -> Option<Vec<i64>> {
        let link = |row: &Row| {
            let busy =
                |fluents: &[u32]| fluents.iter().copied().filter(|fluent| !idle.contains(fluent)).collect::<Vec<_>>();
            match (&busy(&row.removed)[..], &busy(&row.added)[..], row.demand) {
                (&[from], &[to], Demand::AtLeast(by)) => Some((from, to, by)),
                _ => None,
            }
        };
        let links: Vec<Link> = self.rows.iter().map(link).collect::<Option<_>>()?;
        let mut weights = vec![0; self.fluents];
        for (fluent, weight) in longest_ways(&links)? {
            weights[fluent as usize] = weight;
        }
        Some(weights)
    }

    /// Weights that meet all rows, or none if there are none or they cannot be found.
    pub fn solve(&mut self) -> Option<Vec<i64>> {
        loop {
            if self.contradictory || Instant::now() >= self.deadline || self.used.len() > MOST_ROWS {
                return None;
            }
            // What has no solution over the reals has none in integers either.
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

    /// Integer weights for the rows in use, none if the program has no solution. Without `whole` it is solved over the reals, which nearly
    /// always gives integers anyway and is quicker.
    fn program(&self, whole: bool) -> Option<Rounded> {
        let mut concerned: Vec<u32> = self
            .used
            .iter()
            .flat_map(|&row| self.rows[row].added.iter().chain(&self.rows[row].removed))
            .copied()
            .collect();
        concerned.sort_unstable();
        concerned.dedup();
        concerned.retain(|fluent| !self.still.contains(fluent));
        let place = |fluent: &u32| concerned.binary_search(fluent).ok();
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let mut unknown = || match whole {
            true => problem.add_integer_var(1.0, (0, MOST_WEIGHT as i32)),
            false => problem.add_var(1.0, (0.0, MOST_WEIGHT)),
        };
        let unknowns: Vec<_> = concerned.iter().map(|_| (unknown(), unknown())).collect();
        for &row in &self.used {
            let row = &self.rows[row];
            let signed = row.added.iter().map(|f| (f, 1.0)).chain(row.removed.iter().map(|f| (f, -1.0)));
            let mut terms = Vec::new();
            for (place, sign) in signed.filter_map(|(fluent, sign)| Some((place(fluent)?, sign))) {
                let (plus, minus) = unknowns[place];
                terms.extend([(plus, sign), (minus, -sign)]);
            }
            match row.demand {
                Demand::Exactly(wanted) => problem.add_constraint(&terms[..], ComparisonOp::Eq, wanted as f64),
                Demand::AtLeast(wanted) => problem.add_constraint(&terms[..], ComparisonOp::Ge, wanted as f64),
            };
        }
        problem.set_time_limit(self.deadline.saturating_duration_since(Instant::now()));
        let solution = problem.solve().ok()?.into_solution().ok()?;
        let mut weights = vec![0; self.fluents];
        for (&fluent, &(plus, minus)) in concerned.iter().zip(&unknowns) {
            weights[fluent as usize] = (solution.var_value(plus) - solution.var_value(minus)).round() as i64;
        }
        let fits = self.used.iter().all(|&row| self.rows[row].met_by(&weights));
        Some(if fits { Rounded::Fits(weights) } else { Rounded::Misses })
    }
}

/// The solution of a program, rounded to integers.
enum Rounded {
    /// These meet all rows in use.
    Fits(Vec<i64>),
    /// Some row is not met any more.
    Misses,
}

impl Rounded {
    fn fitting(self) -> Option<Vec<i64>> {
        if let Rounded::Fits(weights) = self { Some(weights) } else { None }
    }
}
