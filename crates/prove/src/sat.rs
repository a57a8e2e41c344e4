//! A SAT solver with limits: clauses, assumptions, and the cardinality constraints used by the proofs.
//!
//! Every query ends: it is answered, or it reaches its conflict limit or the quota of the proof. The answer is then
//! [`Answer::Unknown`], which no proof counts as a yes.

pub(crate) mod unrolling;

use batsat::{Callbacks, SolverInterface, lbool};

/// A literal of the solver.
pub use batsat::Lit;

use crate::quota::{Held, Quota};

/// Stops the solver at a number of conflicts or when the quota is used up.
struct Limit {
    quota: Quota,
    conflicts: u64,
    /// The bytes of all clauses and variables.
    held: Held,
}

impl Callbacks for Limit {
    fn on_new_clause(&mut self, clause: &[Lit], kind: batsat::ClauseKind) {
        if matches!(kind, batsat::ClauseKind::Learnt) {
            self.conflicts = self.conflicts.saturating_sub(1);
            self.held.add(clause_bytes(clause.len()));
        }
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.held.release(clause_bytes(clause.len()));
    }

    fn stop(&self) -> bool {
        self.conflicts == 0 || self.quota.is_over()
    }
}

/// Bytes of a clause: its literals, its head, and its two watches with the room that their lists keep.
fn clause_bytes(literals: usize) -> usize {
    4 * literals + 48
}

/// Bytes of a variable: value, reason, activity, place in the order, and two lists of watches.
const VARIABLE_BYTES: usize = 160;

/// Conflicts after which work is entered. The solver does not tell what it propagates while it searches.
const CONFLICTS_AT_ONCE: u64 = 1_000;

/// Work per literal propagated, per conflict, per decision, and per literal of a clause that is added.
const PROPAGATION: u64 = 150;
const CONFLICT: u64 = 2_000;
const DECISION: u64 = 100;
const LITERAL: u64 = 30;

/// The answer to a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model: [`Solver::value`] reads it.
    Sat,
    /// There is none: [`Solver::in_core`] tells which assumptions were used.
    Unsat,
    /// A limit was reached.
    Unknown,
}

/// The maximum length of a clause.
const WIDEST: usize = 64;

/// An incremental solver.
pub struct Solver {
    inner: batsat::Solver<Limit>,
    truth: Lit,
    buffer: Vec<Lit>,
}

impl Solver {
    /// A solver without clauses.
    pub fn new(quota: &Quota) -> Solver {
        let limit = Limit { quota: quota.clone(), conflicts: 0, held: quota.hold(0) };
        let mut inner = batsat::Solver::new(Default::default(), limit);
        let truth = Lit::new(inner.new_var_default(), true);
        inner.add_clause_reuse(&mut vec![truth]);
        Solver { inner, truth, buffer: Vec::new() }
    }

    /// The literal that is true.
    pub fn truth(&self) -> Lit {
        self.truth
    }

    /// A new variable, as its positive literal.
    pub fn fresh(&mut self) -> Lit {
        self.inner.cb_mut().held.add(VARIABLE_BYTES);
        Lit::new(self.inner.new_var_default(), true)
    }

    /// Adds a clause. A long one becomes a tree of short ones: the solver scans a clause for a literal that is not
    /// false each time one becomes false, which takes quadratic time if ten thousand do in sequence.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.buffer.clear();
        self.buffer.extend(literals);
        while self.buffer.len() > WIDEST {
            let literals = std::mem::take(&mut self.buffer);
            for chunk in literals.chunks(WIDEST - 1) {
                let some = self.fresh();
                self.add(&mut chunk.iter().copied().chain([!some]).collect());
                self.buffer.push(some);
            }
        }
        let mut literals = std::mem::take(&mut self.buffer);
        self.add(&mut literals);
        self.buffer = literals;
    }

    fn add(&mut self, clause: &mut Vec<Lit>) {
        let limit = self.inner.cb_mut();
        limit.held.add(clause_bytes(clause.len()));
        limit.quota.spend(LITERAL * clause.len() as u64);
        self.inner.add_clause_reuse(clause);
    }

    /// Whether the clauses have a model under the assumptions, within a number of conflicts.
    pub fn solve(&mut self, assumptions: &[Lit], conflicts: u64) -> Answer {
        let mut left = conflicts;
        while left > 0 && !self.inner.cb().quota.is_over() {
            let some = left.min(CONFLICTS_AT_ONCE);
            left -= some;
            self.inner.cb_mut().conflicts = some;
            let before = self.work();
            let answer = self.inner.solve_limited(assumptions);
            self.inner.cb().quota.spend(self.work() - before + DECISION * assumptions.len() as u64);
            if answer == lbool::TRUE {
                return Answer::Sat;
            } else if answer == lbool::FALSE {
                return Answer::Unsat;
            }
        }
        Answer::Unknown
    }

    /// Work that all queries have taken so far.
    fn work(&self) -> u64 {
        let solver = &self.inner;
        PROPAGATION * solver.num_propagations() + CONFLICT * solver.num_conflicts() + DECISION * solver.num_decisions()
    }

    /// The model's value of a literal; unassigned ones count as false.
    pub fn value(&self, literal: Lit) -> bool {
        self.inner.value_lit(literal) == lbool::TRUE
    }

    /// Whether the last answer `Unsat` used an assumption.
    pub fn in_core(&self, assumption: Lit) -> bool {
        self.inner.unsat_core_contains_var(assumption.var())
    }

    /// At most one of the literals holds, if `active` does: a literal that holds implies the binary digits of its
    /// number. Conflicts are then about digits rather than single values, which proofs about counters with many values
    /// need.
    pub fn at_most_one(&mut self, active: Lit, literals: &[Lit]) {
        let digits = usize::BITS - literals.len().saturating_sub(1).leading_zeros();
        for digit in 0..digits {
            let spelt = self.fresh();
            for (number, &literal) in literals.iter().enumerate() {
                let set = number >> digit & 1 == 1;
                self.clause([!active, !literal, if set { spelt } else { !spelt }]);
            }
        }
    }

    /// A literal that implies that at least two of the literals hold, and can be true whenever they do: two different
    /// numbers differ in some binary digit, so for some digit there is a literal whose number has it and one whose
    /// number does not.
    pub fn at_least_two(&mut self, literals: &[Lit]) -> Lit {
        let digits = usize::BITS - literals.len().saturating_sub(1).leading_zeros();
        let two = self.fresh();
        let mut some = vec![!two];
        for digit in 0..digits {
            let differ = self.fresh();
            for set in [false, true] {
                let side = literals.iter().enumerate().filter(|(number, _)| (number >> digit & 1 == 1) == set);
                self.clause(side.map(|(_, &literal)| literal).chain([!differ]));
            }
            some.push(differ);
        }
        self.clause(some);
        two
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quota::ProofLimit;

    fn solver() -> Solver {
        Solver::new(&Quota::of(u64::MAX))
    }

    #[test]
    fn at_most_one_and_at_least_two_exclude_each_other() {
        for size in 0..7 {
            let mut solver = solver();
            let literals: Vec<Lit> = (0..size).map(|_| solver.fresh()).collect();
            let active = solver.fresh();
            solver.at_most_one(active, &literals);
            let two = solver.at_least_two(&literals);
            for subset in 0..1_u32 << size {
                let mut assumptions: Vec<Lit> =
                    (0..size).map(|i| if subset >> i & 1 == 1 { literals[i] } else { !literals[i] }).collect();
                assumptions.push(active);
                let few = solver.solve(&assumptions, 1000) == Answer::Sat;
                assert_eq!(few, subset.count_ones() <= 1);
                assumptions.pop();
                assumptions.push(two);
                assert_eq!(solver.solve(&assumptions, 1000) == Answer::Sat, subset.count_ones() >= 2);
            }
        }
    }

    #[test]
    fn long_clauses_are_equivalent_to_short_ones() {
        let mut solver = solver();
        let literals: Vec<Lit> = (0..5000).map(|_| solver.fresh()).collect();
        solver.clause(literals.iter().copied());
        let mut assumptions: Vec<Lit> = literals.iter().map(|&literal| !literal).collect();
        assert_eq!(solver.solve(&assumptions, 1000), Answer::Unsat);
        let last = assumptions.pop().expect("there are many");
        assert_eq!(solver.solve(&assumptions, 1000), Answer::Sat);
        assert!(solver.value(!last));
    }

    /// Nine pigeons in eight holes: that is far more than ten conflicts.
    fn pigeons(quota: &Quota) -> Solver {
        let mut solver = Solver::new(quota);
        let sits: Vec<Vec<Lit>> = (0..9).map(|_| (0..8).map(|_| solver.fresh()).collect()).collect();
        for holes in &sits {
            solver.clause(holes.iter().copied());
        }
        for hole in 0..8 {
            let column: Vec<Lit> = sits.iter().map(|holes| holes[hole]).collect();
            let truth = solver.truth();
            solver.at_most_one(truth, &column);
        }
        solver
    }

    #[test]
    fn reaching_a_limit_gives_unknown() {
        assert_eq!(pigeons(&Quota::of(u64::MAX)).solve(&[], 10), Answer::Unknown);
        assert_eq!(pigeons(&Quota::of(1_000_000)).solve(&[], 1_000_000), Answer::Unknown);
        let little = Quota::new(u64::MAX, 20_000, None, None);
        assert_eq!(pigeons(&little).solve(&[], 1_000_000), Answer::Unknown);
        assert_eq!(little.first_reached(), Some(ProofLimit::Memory));
        assert_eq!(little.bytes_left(), 20_000);
    }

    #[test]
    fn the_same_question_takes_the_same_work() {
        let work = || {
            let quota = Quota::of(u64::MAX);
            let answer = pigeons(&quota).solve(&[], 3_000);
            (answer, quota.left())
        };
        assert_eq!(work(), work());
    }

    #[test]
    fn the_core_contains_the_assumptions_used() {
        let mut solver = solver();
        let (a, b, c) = (solver.fresh(), solver.fresh(), solver.fresh());
        solver.clause([!a, !b]);
        assert_eq!(solver.solve(&[c, a, b], 100), Answer::Unsat);
        assert!(solver.in_core(a) && solver.in_core(b) && !solver.in_core(c));
    }
}
