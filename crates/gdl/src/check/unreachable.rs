//! Unused relations: no rule for a keyword uses them, directly or indirectly.
//!
//! ```text
//! (<= (helper ?x) (role ?x))        warning: the relation `helper` is not used by the game
//! (<= (nxt (step 2)) …)             warning: the relation `nxt` is not used by the game; did you mean `next`?
//! (wal 2 2) (wall 3 3)              warning: the relation `wal` is not used by the game; did you mean `wall`?
//! ```

use rustc_hash::FxHashSet;

use super::Program;
use super::graph::Graph;
use super::report::Sink;
use super::suggestion::closest;
use super::table::KEYWORDS;
use super::unasked::slip;
use super::written::WrittenRule;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Relation, RelationId};

/// Reports each relation that the game does not use, where it is first defined.
pub(super) fn check(rules: &[WrittenRule], graph: &Graph, program: &Program, report: &mut Sink) {
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
    let mut reported = FxHashSet::default();
    for rule in rules {
        let relation = rule.head.relation;
        if needed[relation.0 as usize] || !reported.insert(relation) {
            continue;
        }
        let (warning, keyword) = warning(rule, program);
        report.push(
            match keyword.or_else(|| if report.is_full() { None } else { alike(relation, &needed, program) }) {
                Some(meant) => warning.help(format!("did you mean `{meant}`?")),
                None => warning,
            },
        );
    }
}

/// A used relation with the same arity for which the name of an unused one may be a typo.
fn alike<'p>(relation: RelationId, needed: &[bool], program: &'p Program) -> Option<&'p str> {
    let Relation { name, arity, .. } = program.table.relation(relation);
    let others = program.heads.iter().filter(|other| needed[other.0 as usize]);
    let others = others.map(|&other| program.table.relation(other));
    let others = others.filter(|other| other.keyword.is_none() && other.arity == *arity);
    slip(*name, others.map(|other| other.name), &program.symbols)
}

/// Reports each relation that no rule mentions and whose name is similar to a keyword. This is reliable even in a sheet
/// with errors, where other relations may wrongly look unused.
pub(super) fn misspelt(rules: &[WrittenRule], program: &Program, report: &mut Sink) {
    let relations = &program.table.relations;
    let mut needed: Vec<bool> = relations.iter().map(|relation| relation.keyword.is_some()).collect();
    let bodies = rules.iter().flat_map(|rule| &rule.body);
    bodies.for_each(|formula| formula.atoms(&mut |atom| needed[atom.relation.0 as usize] = true));
    for rule in rules {
        if !std::mem::replace(&mut needed[rule.head.relation.0 as usize], true)
            && let (warning, Some(keyword)) = warning(rule, program)
        {
            report.push(warning.help(format!("did you mean `{keyword}`?")));
        }
    }
}

/// The warning that the relation of a rule is unused, and the keyword with a similar name, if there is one.
fn warning(rule: &WrittenRule, program: &Program) -> (Diagnostic, Option<&'static str>) {
    let name = program.table.relation(rule.head.relation).name;
    let message = format!("the relation `{}` is not used by the game", program.symbols.short(name));
    let warning = Diagnostic::warning(Code::Unreachable, message).at(rule.head.name, "defined here, never needed");
    (warning, closest(program.symbols.name(name), KEYWORDS.iter().map(|(keyword, ..)| *keyword)))
}
