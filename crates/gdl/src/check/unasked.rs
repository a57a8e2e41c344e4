//! Names that no condition can match, while a similar name is matched.
//!
//! ```text
//! (init (control whit))      warning: no condition tests for `whit` in `control`; did you mean `white`?
//! ```
//!
//! Demand is propagated backwards from the conditions: a constant demands itself, a variable demands the names that its
//! other occurrences allow, and a variable that only passes a value to the head demands what is demanded of the
//! conclusion. A name without demand is harmless, so it is reported only if it looks like a typo: it occurs nowhere
//! else and differs from another name by a letter or two, not counting the first.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Program;
use super::domain::{Bound, Domains, Name, Place, each_place, name};
use super::occurrence::name_within;
use super::report::Sink;
use super::suggestion::closest_within;
use super::written::WrittenRule;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{BodyLiteral, Keyword, Symbol, Symbols, Term, Variable};
use crate::source::Source;

/// The number of names to examine before a sheet counts as too large for this check.
const WORK: usize = 1 << 22;
/// Shorter names are similar to too many others.
const SHORTEST: usize = 3;
/// One letter in this many may be wrong, and always at least one.
const LETTERS: usize = 4;

/// Reports each name in the conclusion of a fact or rule that no condition uses, if a similar name is used.
pub(super) fn check(source: &Source, rules: &[WrittenRule], domains: &Domains, program: &Program, report: &mut Sink) {
    let Some(mut asked) = Asked::new(domains, program) else { return };
    let mut reported = FxHashSet::default();
    for head in rules.iter().map(|rule| &rule.head) {
        if !matches!(program.table.keyword(head.relation), None | Some(Keyword::Init | Keyword::Next)) {
            continue;
        }
        each_place(&head.plain(), &program.table, &mut |place, term| {
            let Some(name) = name(term) else { return };
            if report.is_full() || reported.contains(&(place, name)) {
                return;
            }
            if let Some(meant) = asked.meant(place, name, domains, program) {
                reported.insert((place, name));
                let span = name_within(source, head.span, program.symbols.name(name.0));
                report.push(warning(place, name, program).at(span, LABEL).help(format!("did you mean `{meant}`?")));
            }
        });
    }
}

const LABEL: &str = "no condition depends on it";

fn warning(place: Place, (symbol, _): Name, program: &Program) -> Diagnostic {
    let (owner, _) = place.owner(&program.table);
    let (owner, name) = (program.symbols.short(owner), program.symbols.short(symbol));
    let is_fluent = place == place.outermost() && program.table.keyword(place.relation()).is_some();
    let message = match is_fluent {
        true => format!("no condition tests the fluent `{name}`"),
        false => format!("no condition tests for `{name}` in `{owner}`"),
    };
    Diagnostic::warning(Code::Constant, message)
}

/// The names that the conditions of a program use.
#[derive(Default)]
struct Asked {
    names: FxHashMap<Place, FxHashSet<Name>>,
    /// Places at which every name matters.
    everything: FxHashSet<Place>,
    /// Names that occur in conditions as constants.
    written: FxHashSet<(Place, Name)>,
    /// The number of names examined.
    work: usize,
}

impl Asked {
    /// All names that conditions use; `None` if finding them takes too long.
    fn new(domains: &Domains, program: &Program) -> Option<Asked> {
        let mut asked = Asked::default();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for rule in &domains.rules {
                changed |= asked.conditions(rule, domains, program);
                if asked.work > WORK {
                    return None;
                }
            }
        }
        Some(asked)
    }

    /// The name that was probably meant by one that no condition uses.
    fn meant<'p>(&mut self, place: Place, name: Name, domains: &Domains, program: &'p Program) -> Option<&'p str> {
        let asked = self.names.get(&place)?;
        if self.is_everything(place) || asked.contains(&name) || !is_word(name.0, &program.symbols) || self.work > WORK
        {
            return None;
        }
        self.work += asked.len();
        // A name that a condition uses but that never occurs is reported at the condition.
        let is_vain = |other: Name| {
            self.written.contains(&(place, other)) && domains.at(place).is_none_or(|domain| !domain.contains(other))
        };
        let alike = asked.iter().filter(|&&other| other.1 == name.1 && !is_vain(other));
        let meant = slip(name.0, alike.map(|other| other.0), &program.symbols)?;
        self.work += program.clauses.len();
        stands_only_at(place, name.0, program).then_some(meant)
    }

    /// Whether every name matters at a place, or at an enclosing one.
    fn is_everything(&self, place: Place) -> bool {
        self.everything.contains(&place) || self.everything.contains(&place.outermost())
    }

    /// Adds the names that a rule uses; returns whether anything is new.
    fn conditions(&mut self, rule: &Bound, domains: &Domains, program: &Program) -> bool {
        let mut changed = false;
        for literal in &rule.clause.body {
            let (atom, is_positive) = match literal {
                BodyLiteral::Positive(atom) => (atom, true),
                BodyLiteral::Negative(atom) => (atom, false),
                BodyLiteral::Distinct(..) => continue,
            };
            each_place(atom, &program.table, &mut |place, term| {
                if self.work > WORK {
                    return;
                }
                self.work += 1;
                changed |= match (name(term), term) {
                    (Some(name), _) => self.written.insert((place, name)) | self.ask(place, name),
                    (None, Term::Variable(variable)) => {
                        let mut others = rule.binders[variable.0 as usize].clone();
                        self.work += others.len();
                        if is_positive && let Some(this) = others.iter().position(|other| *other == place) {
                            others.remove(this);
                        }
                        self.variable(place, *variable, &others, rule, domains, program)
                    }
                    _ => false,
                };
            });
        }
        changed
    }

    /// Adds the names that a variable uses when it is also bound at `others`.
    fn variable(
        &mut self,
        place: Place,
        variable: Variable,
        others: &[Place],
        rule: &Bound,
        domains: &Domains,
        program: &Program,
    ) -> bool {
        if !others.is_empty() {
            return match domains.shared(others) {
                Some(names) => self.ask_all(place, names),
                None => self.everything.insert(place),
            };
        }
        self.work += rule.clause.body.len() + rule.clause.head.arguments.len();
        let mut heads = Vec::new();
        each_place(&rule.clause.head, &program.table, &mut |head, term| {
            if matches!(term, Term::Variable(other) if *other == variable) {
                heads.push(head);
            }
        });
        if heads.is_empty() || is_compared(rule, variable) {
            return self.everything.insert(place);
        }
        heads.retain(|head| *head != place);
        heads.into_iter().fold(false, |changed, head| self.propagate(place, head, domains, program) | changed)
    }

    /// Propagates the demand on a conclusion to the condition that it comes from.
    fn propagate(&mut self, place: Place, head: Place, domains: &Domains, program: &Program) -> bool {
        use Keyword::{Goal, Input, Legal, Sees};
        let names = match program.table.keyword(head.relation()) {
            Some(Legal | Goal | Input | Sees) if head == Place::argument(head.relation(), 0, &program.table) => {
                domains.shared(&[Place::roles(&program.table)]).unwrap_or_default()
            }
            None | Some(Keyword::True) if !self.is_everything(head) => {
                self.names.get(&head).into_iter().flatten().copied().collect()
            }
            _ => return self.everything.insert(place),
        };
        self.ask_all(place, names)
    }

    /// Adds all possible values of a variable. Arguments of functions among them are then used in ways that are not
    /// tracked.
    fn ask_all(&mut self, place: Place, names: Vec<Name>) -> bool {
        self.work += names.len();
        let mut changed = names.iter().any(|name| name.1 > 0) && self.everything.insert(place.outermost());
        for name in names {
            changed |= self.ask(place, name);
        }
        changed
    }

    fn ask(&mut self, place: Place, name: Name) -> bool {
        self.names.entry(place).or_default().insert(name)
    }
}

/// The name for which another may be a typo: it begins with the same letter and differs in one or two.
pub(super) fn slip(name: Symbol, others: impl Iterator<Item = Symbol>, symbols: &Symbols) -> Option<&str> {
    if !is_word(name, symbols) {
        return None;
    }
    let spelling = symbols.name(name);
    let others = others.filter(|&other| is_word(other, symbols)).map(|other| symbols.name(other));
    let mut alike: Vec<&str> = others.filter(|other| other.chars().next() == spelling.chars().next()).collect();
    alike.sort_unstable();
    closest_within((spelling.len() / LETTERS).max(1), spelling, alike.into_iter())
}

/// Whether a name occurs at no other place in the sheet.
pub(super) fn stands_only_at(place: Place, symbol: Symbol, program: &Program) -> bool {
    let mut only = true;
    for placed in &program.clauses {
        let bodies = placed.clause.body.iter().filter_map(|literal| match literal {
            BodyLiteral::Positive(atom) | BodyLiteral::Negative(atom) => Some(atom),
            BodyLiteral::Distinct(..) => None,
        });
        for atom in std::iter::once(&placed.clause.head).chain(bodies) {
            each_place(atom, &program.table, &mut |other, term| {
                only &= other == place || name(term).is_none_or(|(name, _)| name != symbol);
            });
        }
    }
    only
}

/// Whether a `not` or `distinct` of a rule uses a variable.
fn is_compared(rule: &Bound, variable: Variable) -> bool {
    let compares = |literal: &BodyLiteral| {
        let mut found = false;
        literal.variables(&mut |other| found |= other == variable);
        found && !matches!(literal, BodyLiteral::Positive(_))
    };
    rule.clause.body.iter().any(compares)
}

/// Whether a name is a word. Words are misspelt more easily than numbers and short names, and are rarely part of a
/// series.
fn is_word(name: Symbol, symbols: &Symbols) -> bool {
    let name = symbols.name(name);
    name.chars().count() >= SHORTEST && name.chars().all(|character| !character.is_ascii_digit())
}
