//! Stratified negation: no relation depends on its own negation.
//!
//! ```text
//! (<= (win ?x) (move ?x ?y) (not (win ?y)))      error: `win` depends on its own negation
//! ```
//!
//! A relation that only negates another part of itself is [split](super::split) and accepted with a warning.

use super::graph::{Edge, Graph};
use super::report::Sink;
use super::{Program, split};
use crate::diagnostic::{Code, Diagnostic, Severity};

/// Makes the program stratified, or reports each negated literal that closes a cycle. Returns the program's graph.
pub(super) fn stratify(program: &mut Program, report: &mut Sink) -> Graph {
    let graph = Graph::new(program);
    if cycles(&graph).next().is_none() {
        return graph;
    }
    let parts = split::split(program, &graph);
    let graph_of_parts = Graph::new(&parts);
    let stratified = cycles(&graph_of_parts).next().is_none();
    for edge in cycles(&graph) {
        let mut diagnostic = diagnose(edge, program);
        if stratified {
            diagnostic.severity = Severity::Warning;
            diagnostic.help = Some("accepted, because constants distinguish the parts of the relation".into());
        }
        report.push(diagnostic);
    }
    if stratified {
        *program = parts;
        return graph_of_parts;
    }
    graph
}

/// The negated uses that close a cycle.
fn cycles(graph: &Graph) -> impl Iterator<Item = &Edge> {
    graph.edges.iter().filter(|edge| edge.negative && graph.is_recursive(edge))
}

fn diagnose(edge: &Edge, program: &Program) -> Diagnostic {
    let name = program.symbols.short(program.table.relations[edge.to].name);
    let head = program.symbols.short(program.table.relations[edge.from].name);
    let message = if name == head {
        format!("`{name}` depends on its own negation")
    } else {
        format!("`{head}` depends on the negation of `{name}`, which depends on `{head}`")
    };
    let (clause, literal) = edge.place;
    Diagnostic::error(Code::Stratification, message)
        .at(program.clauses[clause].body[literal], "negated within the cycle")
        .at(program.clauses[clause].head, "in a rule for this")
        .help("define the negated relation without using the one being defined")
}
