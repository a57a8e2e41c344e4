//! Roles that do not exist, and roles that exist by mistake.
//!
//! ```text
//! (role white) (<= (legal whtie pass) …)      warning: `whtie` is not a role; did you mean `white`?
//! (role whtie) (init (control white))         warning: no rule names the role `whtie`; did you mean `white`?
//! ```

use rustc_hash::FxHashSet;

use super::Program;
use super::domain::{Place, each_place};
use super::report::Sink;
use super::suggestion::closest;
use super::unasked::{slip, stands_only_at};
use super::written::{WrittenAtom, WrittenRule};
use crate::diagnostic::{Code, Diagnostic, short};
use crate::rules::{Keyword, Symbol, Term};

/// The number of roles that are compared with other names.
const CHECKED: usize = 64;

/// Reports constants that occur where a role is expected but are not roles, each once.
pub(super) fn check(rules: &[WrittenRule], roles: &[Term], program: &Program, report: &mut Sink) {
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
    misspelt(rules, &names, &reported, program, report);
}

/// Reports roles that no rule names if a similar name is used and is not known to be a mistake itself.
fn misspelt(
    rules: &[WrittenRule],
    known: &FxHashSet<Symbol>,
    wrong: &FxHashSet<Symbol>,
    program: &Program,
    report: &mut Sink,
) {
    let place = Place::roles(&program.table);
    let is_role = |rule: &&WrittenRule| program.table.keyword(rule.head.relation) == Some(Keyword::Role);
    for fact in rules.iter().filter(is_role).take(CHECKED) {
        let Some(role) = constant(&fact.head.arguments[0]) else { continue };
        if !stands_only_at(place, role, program) {
            continue;
        }
        let mut others = FxHashSet::default();
        for placed in &program.clauses {
            each_place(&placed.clause.head, &program.table, &mut |_, term| others.extend(constant(term)));
        }
        let others = others.into_iter().filter(|name| !known.contains(name) && !wrong.contains(name));
        if let Some(meant) = slip(role, others, &program.symbols) {
            let message = format!("no rule names the role `{}`", program.symbols.short(role));
            let warning = Diagnostic::warning(Code::Role, message).at(fact.head.places[0], "named only here");
            report.push(warning.help(format!("did you mean `{meant}`?")));
        }
    }
}

fn constant(term: &Term) -> Option<Symbol> {
    match term {
        Term::Constant(name) => Some(*name),
        _ => None,
    }
}
