//! Parts that every game needs: roles, legal moves, goals, an end.

use rustc_hash::FxHashSet;

use super::Program;
use super::report::Sink;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Keyword, Term};

/// The error for an empty sheet.
pub(super) fn everything() -> Diagnostic {
    Diagnostic::error(Code::Missing, "the sheet is empty")
        .help("a game has at least a `role`, and rules for `legal`, `next`, `terminal` and `goal`")
}

/// Reports missing parts; returns the roles.
pub(super) fn check(program: &Program, report: &mut Sink) -> Vec<Term> {
    let defined = |keyword| program.heads.contains(&program.table.find_keyword(keyword));
    if !defined(Keyword::Init) {
        let warning = Diagnostic::warning(Code::Missing, "no fluent is true at the start: there is no `init`");
        report.push(warning.help("add facts such as `(init (step 1))`, unless the game starts in the empty state"));
    }
    let mut require = |keyword, message: &str, help: &str| {
        if !defined(keyword) {
            report.violation(Diagnostic::error(Code::Missing, message).help(help));
        }
    };
    require(Keyword::Legal, "no move is ever legal: there is no rule for `legal`", "add `(<= (legal …) …)`");
    require(Keyword::Terminal, "the game never ends: there is no rule for `terminal`", "add `(<= terminal …)`");
    require(Keyword::Goal, "no role gets a reward: there is no rule for `goal`", "add `(<= (goal …) …)`");
    roles(program, report)
}

/// The roles without duplicates, in the order of the sheet.
fn roles(program: &Program, report: &mut Sink) -> Vec<Term> {
    let (mut roles, mut known) = (Vec::new(), FxHashSet::default());
    for placed in &program.clauses {
        let clause = &placed.clause;
        if program.table.keyword(clause.head.relation) != Some(Keyword::Role) {
            continue;
        }
        let role = &clause.head.arguments[0];
        if !clause.body.is_empty() || !role.is_ground() {
            let message = "a role must be a fact without variables";
            let label = "the players are fixed before the rules apply";
            report.push(Diagnostic::error(Code::Head, message).at(placed.head, label));
        } else if known.insert(role) {
            roles.push(role.clone());
        }
    }
    if !program.heads.contains(&program.table.find_keyword(Keyword::Role)) {
        let error = Diagnostic::error(Code::Missing, "the game has no players: there is no `role`");
        report.push(error.help("add a fact such as `(role white)`"));
    }
    roles
}
