//! Two SAT solvers that share only the clauses.

use std::io;

use batsat::{Callbacks, Lit, SolverInterface, Var, lbool};
use varisat::{ExtendFormula, ProofFormat};

use super::formula::Formula;
use crate::options::Over;

/// The answer of a solver.
pub enum Answer {
    /// A model, as a function from variables to their values.
    Model(Box<dyn Fn(i32) -> bool>),
    /// There is no model.
    None,
    /// Time is up.
    Unknown,
}

/// Ends a search when time is up.
struct Ending<'o>(Over<'o>);

impl Callbacks for Ending<'_> {
    fn stop(&self) -> bool {
        (self.0)()
    }
}

/// Looks for a model.
pub fn satisfy(formula: &Formula<'_>, over: Over<'_>) -> Answer {
    let mut solver = batsat::Solver::new(Default::default(), Ending(over));
    let variables: Vec<Var> = (0..formula.variables).map(|_| solver.new_var_default()).collect();
    let literal = |&number: &i32| Lit::new(variables[number.unsigned_abs() as usize - 1], number > 0);
    for clause in &formula.clauses {
        solver.add_clause_reuse(&mut clause.iter().map(literal).collect());
    }
    let answer = solver.solve_limited(&[]);
    if answer == lbool::TRUE {
        let values: Vec<bool> = variables.iter().map(|&v| solver.value_lit(Lit::new(v, true)) == lbool::TRUE).collect();
        Answer::Model(Box::new(move |variable| values[variable as usize - 1]))
    } else if answer == lbool::FALSE {
        Answer::None
    } else {
        Answer::Unknown
    }
}

/// The solvers that find no model, given that the first does: the first, and the second if it agrees in time and its
/// proof is valid.
pub fn refute(formula: &Formula<'_>, over: Over<'_>) -> Vec<String> {
    let mut solver = varisat::Solver::new();
    solver.enable_self_checking();
    // The only way to stop this solver from outside: writing its proof, which is discarded, fails.
    solver.write_proof(UntilOver(over), ProofFormat::Varisat);
    for clause in &formula.clauses {
        let literals: Vec<varisat::Lit> = clause.iter().map(|&n| varisat::Lit::from_dimacs(n as isize)).collect();
        solver.add_clause(&literals);
    }
    let mut who = vec!["batsat".to_owned()];
    if let Ok(false) = solver.solve() {
        who.push("varisat, its proof checked".to_owned());
    }
    who
}

/// Accepts all output until time is up.
struct UntilOver<'o>(Over<'o>);

impl io::Write for UntilOver<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.0)() { Err(io::Error::other("time is up")) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
