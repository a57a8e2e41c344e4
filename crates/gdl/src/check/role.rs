//! Roles that do not exist.
//!
//! ```text
//! (role white) (<= (legal whtie pass) …)      warning: `whtie` is not a role; did you mean `white`?
//! ```

use rustc_hash::FxHashSet;

use super::Program;
use super::report::Report;
use super::suggestion::closest;
use super::written::{WrittenAtom, WrittenRule};
use crate::diagnostic::{Code, Diagnostic, short};
use crate::rules::{Keyword, Symbol, Term};

/// Reports constants that stand where a role is expected and are none, each once.
pub(super) fn check(rules: &[WrittenRule], roles: &[Term], program: &Program, report: &mut Report) {
    let names: FxHashSet<Symbol> = roles.iter().filter_map(constant).collect();
    if names.is_empty() || names.len() < roles.len() {
        return;
    }
    let mut reported = FxHashSet::default();
    let mut check = |atom: &WrittenAtom| {
        use Keyword::{Does, Goal, Input, Legal, Sees};
        let Some(Does | Goal | Input | Legal | Sees) = program.table.keyword(atom.relation) else { return };
        let Some(name) = constant(&atom.arguments[0]).filter(|name| !names.contains(name)) else { return };
        if !reported.insert(name) {
            return;
        }
        let name = program.symbols.name(name);
        let mut warning = Diagnostic::warning(Code::Role, format!("`{}` is not a role", short(name)))
            .at(atom.places[0], "no `role` fact names it");
        let candidates = roles.iter().filter_map(constant).map(|role| program.symbols.name(role));
        if let Some(role) = if report.is_full() { None } else { closest(name, candidates) } {
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
