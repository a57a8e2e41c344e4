//! Roles that do not exist.
//!
//! ```text
//! (role white) (<= (legal whtie pass) …)      warning: `whtie` is not a role; did you mean `white`?
//! ```

use super::Program;
use super::report::Report;
use super::suggestion::closest;
use super::written::{WrittenAtom, WrittenRule};
use crate::diagnostic::{Code, Diagnostic, short};
use crate::rules::{Keyword, Symbol, Term};

/// Reports constants that stand where a role is expected and are none.
pub(super) fn check(rules: &[WrittenRule], roles: &[Term], program: &Program, report: &mut Report) {
    let names: Vec<Symbol> = roles.iter().filter_map(constant).collect();
    if names.len() < roles.len() {
        return;
    }
    let mut check = |atom: &WrittenAtom| {
        use Keyword::{Does, Goal, Input, Legal, Sees};
        let Some(Does | Goal | Input | Legal | Sees) = program.table.keyword(atom.relation) else { return };
        let Some(name) = constant(&atom.arguments[0]).filter(|name| !names.contains(name)) else { return };
        let name = program.symbols.name(name);
        let mut warning = Diagnostic::warning(Code::Role, format!("`{}` is not a role", short(name)))
            .at(atom.places[0], "no `role` fact names it");
        if let Some(role) = closest(name, names.iter().map(|&role| program.symbols.name(role))) {
            warning = warning.help(format!("did you mean `{role}`?"));
        }
        report.push(warning);
    };
    for rule in rules {
        check(&rule.head);
        rule.body.iter().for_each(|formula| formula.atoms(&mut check));
    }
}

fn constant(term: &Term) -> Option<Symbol> {
    match term {
        Term::Constant(name) => Some(*name),
        _ => None,
    }
}
