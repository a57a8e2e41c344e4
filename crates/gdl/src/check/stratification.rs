//! Stratified negation: no relation depends on its own negation.
//!
//! ```text
//! (<= (win ?x) (move ?x ?y) (not (win ?y)))      error: `win` depends on its own negation
//! ```

use super::Program;
use super::graph::Graph;
use super::report::Report;
use crate::diagnostic::{Code, Diagnostic};

/// Reports each negated literal that closes a cycle.
pub(super) fn check(graph: &Graph, program: &Program, report: &mut Report) {
    for edge in graph.edges.iter().filter(|edge| edge.negative && graph.is_recursive(edge)) {
        let name = program.symbols.name(program.table.relations[edge.to].name);
        let head = program.symbols.name(program.table.relations[edge.from].name);
        let message = if name == head {
            format!("`{name}` depends on its own negation")
        } else {
            format!("`{head}` depends on the negation of `{name}`, which depends on `{head}`")
        };
        let (clause, literal) = edge.place;
        report.push(
            Diagnostic::error(Code::Stratification, message)
                .at(program.clauses[clause].body[literal], "negated within the cycle")
                .at(program.clauses[clause].head, "in a rule for this")
                .help("negation must be stratified: define what is negated without what is being defined"),
        );
    }
}
