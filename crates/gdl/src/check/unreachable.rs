//! Relations that nothing needs: no rule for a keyword uses them, directly or through others.
//!
//! ```text
//! (<= (helper ?x) (role ?x))      warning: the relation `helper` is not used by the game
//! ```

use super::Program;
use super::graph::Graph;
use super::report::Report;
use super::written::WrittenRule;
use crate::diagnostic::{Code, Diagnostic};

/// Reports each relation that the game does not need, where it is first defined.
pub(super) fn check(rules: &[WrittenRule], graph: &Graph, program: &Program, report: &mut Report) {
    let relations = &program.table.relations;
    let mut needed: Vec<bool> = relations.iter().map(|relation| relation.keyword.is_some()).collect();
    let mut work: Vec<usize> = (0..relations.len()).filter(|&r| needed[r]).collect();
    while let Some(relation) = work.pop() {
        for edge in graph.uses(relation) {
            if !std::mem::replace(&mut needed[edge.to], true) {
                work.push(edge.to);
            }
        }
    }
    for rule in rules {
        let relation = rule.head.relation.0 as usize;
        if !std::mem::replace(&mut needed[relation], true) {
            let name = program.symbols.short(relations[relation].name);
            report.push(
                Diagnostic::warning(Code::Unreachable, format!("the relation `{name}` is not used by the game"))
                    .at(rule.head.name, "defined here, needed nowhere"),
            );
        }
    }
}
