//! `(define (domain …) …)` and `(define (problem …) …)` with their sections.
//!
//! Sections may refer to each other, so they are read in the order types, objects, predicates, the rest.

use gdl::Span;
use gdl::diagnostic::{Code, Diagnostic};
use gdl::expression::Expression;
use rustc_hash::FxHashSet;

use super::typed::{Typed, with_default};
use super::{Declared, Reader, shortened};
use crate::task::{Object, Parameter, Predicate, ROLE, Type};

/// A section: its keyword, its source position, and its contents.
struct Section<'e> {
    name: String,
    span: Span,
    items: &'e [Expression],
}

const DOMAIN: [&str; 9] =
    [":requirements", ":types", ":constants", ":predicates", ":functions", ":derived", ":action", ":gain", ":extends"];
const PROBLEM: [&str; 7] = [":domain", ":requirements", ":objects", ":init", ":goal", ":gain", ":metric"];
/// The maximum number of types: with more, subtype queries would take too long.
const MOST_TYPES: usize = 2000;
/// Sections that may occur several times in a definition.
const REPEATED: [&str; 3] = [":derived", ":action", ":gain"];

impl<'a> Reader<'a> {
    /// Reads all definitions.
    pub(super) fn sheet(&mut self, expressions: &[Expression]) {
        let mut sections: [Option<Vec<Section>>; 2] = [None, None];
        let mut whole = None;
        for expression in expressions {
            let Some((at, read)) = self.definition(expression) else { continue };
            whole = Some(expression.span());
            if sections[at].replace(read).is_some() {
                let message = format!("there is a second {}", ["domain", "problem"][at]);
                self.error(Code::Duplicate, message, head_of(expression), "only one can be read");
            }
        }
        let Some(whole) = whole else { return };
        let here = Span { start: whole.start, end: whole.start + 1 };
        match sections {
            [Some(domain), Some(problem)] => self.both(&domain, &problem),
            [None, _] => {
                let help = "put the domain into the same text, or give its file as well";
                self.error_with_help(Code::Missing, "the domain is missing", (here, "only a problem is here"), help);
            }
            [_, None] => {
                let help = "give the problem; it may follow the domain in the same text";
                self.error_with_help(Code::Missing, "the problem is missing", (here, "only a domain is here"), help);
            }
        }
    }

    /// A definition: 0 for a domain and 1 for a problem, with its sections.
    fn definition<'e>(&mut self, expression: &'e Expression) -> Option<(usize, Vec<Section<'e>>)> {
        let parts = match self.headed(expression) {
            Some((head, _, parts)) if head == "define" => parts,
            _ => {
                let message = "a definition is expected: `(define (domain …) …)` or `(define (problem …) …)`";
                self.error(Code::Expression, message, head_of(expression), "not a definition");
                return None;
            }
        };
        let title = parts.first().and_then(|title| self.headed(title));
        let kind = title.as_ref().and_then(|(kind, ..)| ["domain", "problem"].iter().position(|known| known == kind));
        let (Some(at), Some((_, _, [name]))) = (kind, title) else {
            let message = "a definition starts with `(domain NAME)` or `(problem NAME)`";
            self.error(Code::Expression, message, parts.first().map_or(head_of(expression), |p| p.span()), "here");
            return None;
        };
        let name = self.word(name, "the name of a definition")?;
        let known: &[&str] = if at == 0 { &DOMAIN } else { &PROBLEM };
        match at {
            0 => self.task.domain = name,
            _ => self.task.problem = name,
        }
        let mut sections: Vec<Section> = Vec::new();
        for part in &parts[1..] {
            let Some((name, span, items)) = self.headed(part) else {
                let message = "a section is expected, with its keyword first";
                self.error(Code::Expression, message, part.span(), "for example `(:action …)`");
                continue;
            };
            if !known.contains(&&*name) || name == ":extends" {
                self.foreign_section(&name, span, ["domain", "problem"][at]);
                continue;
            }
            if !REPEATED.contains(&&*name) && sections.iter().any(|section| section.name == name) {
                self.error(Code::Duplicate, format!("there is a second `{name}`"), span, "only one can be read");
                continue;
            }
            sections.push(Section { name, span, items });
        }
        Some((at, sections))
    }

    fn foreign_section(&mut self, name: &str, span: Span, of: &str) {
        let known = DOMAIN.iter().chain(&PROBLEM).filter(|known| **known != ":extends");
        let closest = gdl::check::suggestion::closest(name, known.copied()).map(str::to_owned);
        let error = Diagnostic::error(Code::Keyword, format!("a {of} cannot have a section `{}`", shortened(name)))
            .at(span, "not supported here");
        self.diagnostics.push(match closest {
            Some(meant) if meant != name => error.help(format!("did you mean `{meant}`?")),
            _ => error,
        });
    }

    fn both(&mut self, domain: &[Section], problem: &[Section]) {
        let each = |name: &'static str| domain.iter().chain(problem).filter(move |section| section.name == name);
        self.names_agree(problem);
        each(":requirements").for_each(|section| self.requirements(section.items));
        each(":types").for_each(|section| self.types(section.items));
        each(":constants").chain(each(":objects")).for_each(|section| self.objects(section.items));
        each(":predicates").for_each(|section| self.predicates(section.items));
        each(":functions").for_each(|section| self.functions(section.items));
        self.resolve_types();
        if self.diagnostics.has_error() {
            // Conditions that use wrong declarations would only repeat the errors.
            return;
        }
        for section in each(":derived") {
            if let Some((name, ..)) = section.items.first().and_then(|head| self.headed(head)) {
                self.derived.push(name);
            }
        }
        each(":derived").for_each(|section| self.axiom(section.items, section.span));
        each(":action").for_each(|section| self.action(section.items, section.span));
        each(":gain").for_each(|section| self.gain(section.items, section.span));
        each(":init").for_each(|section| self.init(section.items));
        each(":metric").for_each(|section| self.metric(section.items, section.span));
        let goal = problem.iter().find(|section| section.name == ":goal");
        match goal {
            Some(Section { items: [goal], .. }) => {
                self.task.goal_span = goal.span();
                self.task.goal = self.formula(goal, &[]);
            }
            Some(section) => self.error(Code::Arity, "`:goal` takes one condition", section.span, "here"),
            None => {
                let at = problem.first().map_or(Span::default(), |section| section.span);
                self.error(Code::Missing, "the problem has no `:goal`", at, "add `(:goal …)`");
            }
        }
        self.resolve_types();
        self.check_costs();
        self.check_whole(domain, problem);
    }

    /// The problem names its domain.
    fn names_agree(&mut self, problem: &[Section]) {
        let Some(section) = problem.iter().find(|section| section.name == ":domain") else { return };
        let [name] = section.items else {
            self.error(Code::Arity, "`:domain` takes one name", section.span, "here");
            return;
        };
        let place = name.span();
        if let Some(name) = self.word(name, "the name of a domain")
            && name != self.task.domain
        {
            let message = format!("the problem is for the domain `{}`", shortened(&name));
            self.error(Code::Undefined, message, place, format!("the domain is `{}`", shortened(&self.task.domain)));
        }
    }

    fn types(&mut self, items: &[Expression]) {
        for Typed { name, span, types } in self.typed_list(items, false) {
            if name == crate::task::OBJECT {
                continue;
            }
            if self.declare(Declared::Type, &name, span) {
                self.task.types.push(Type { name, parents: types });
            }
        }
        // A type that occurs only as a supertype is declared by that.
        for (name, span) in std::mem::take(&mut self.unresolved) {
            if name != crate::task::OBJECT && !self.is_declared(Declared::Type, &name) {
                self.declare(Declared::Type, &name, span);
                self.task.types.push(Type { name, parents: Vec::new() });
            }
        }
        if self.task.types.len() > MOST_TYPES {
            let message = format!("there are {} types; at most {MOST_TYPES} are read", self.task.types.len());
            self.diagnostics.push(Diagnostic::error(Code::TooLarge, message));
            return;
        }
        // Repeatedly remove types without a supertype: the remaining ones are on cycles.
        let mut left: Vec<&Type> = self.task.types.iter().collect();
        loop {
            let names: FxHashSet<&str> = left.iter().map(|one| &*one.name).collect();
            let before = left.len();
            left.retain(|one| one.parents.iter().any(|parent| names.contains(&**parent)));
            if left.len() == before {
                break;
            }
        }
        if let Some(circular) = left.first() {
            let name = circular.name.clone();
            let span = self.places[&(Declared::Type, name.clone())];
            self.error(Code::Recursion, format!("type `{}` is above itself", shortened(&name)), span, "a cycle");
        }
    }

    fn objects(&mut self, items: &[Expression]) {
        for Typed { name, span, types } in self.typed_list(items, false) {
            // The problem may repeat a constant of the domain; both then have the same type.
            let types = with_default(types);
            if self.object(&name).is_some_and(|object| object.types == types) {
                continue;
            }
            if self.declare(Declared::Object, &name, span) {
                self.indices.insert((Declared::Object, name.clone()), self.task.objects.len());
                self.task.objects.push(Object { name, types });
            }
        }
    }

    fn predicates(&mut self, items: &[Expression]) {
        for item in items {
            let Some((name, span, variables)) = self.headed(item) else {
                let message = "a predicate is declared in brackets";
                self.error(Code::Expression, message, item.span(), "write, for example, `(on ?x ?y)`");
                continue;
            };
            if name == "=" {
                self.error(Code::Keyword, "`=` is built in and cannot be declared", span, "leave it out");
                continue;
            }
            let parameters: Vec<Parameter> = self.parameters(variables);
            if self.declare(Declared::Predicate, &name, span) {
                self.indices.insert((Declared::Predicate, name.clone()), self.task.predicates.len());
                self.task.predicates.push(Predicate { name, parameters });
            }
        }
    }

    /// `(total-cost) - number`: only names matter.
    fn functions(&mut self, items: &[Expression]) {
        for item in items {
            match self.headed(item) {
                Some((name, span, variables)) => {
                    self.parameters(variables);
                    self.declare(Declared::Function, &name, span);
                }
                None if matches!(item, Expression::Symbol(_)) => {}
                None => {
                    let message = "a function is declared in brackets";
                    self.error(Code::Expression, message, item.span(), "write, for example, `(total-cost)`");
                }
            }
        }
    }

    fn init(&mut self, items: &[Expression]) {
        let mut facts = FxHashSet::default();
        for item in items {
            let span = item.span();
            match self.headed(item) {
                Some((head, _, [of, is])) if head == "=" => self.value(of, is),
                Some((head, _, [inner])) if head == "not" => {
                    // Facts that are not stated are false anyway.
                    self.atom(inner, &[]);
                }
                _ => {
                    let Some(atom) = self.atom(item, &[]) else { continue };
                    self.check_types(&atom, &[], span);
                    if self.derived.contains(&atom.predicate) {
                        let message = format!("`{}` is derived, so it cannot be stated", shortened(&atom.predicate));
                        self.error(Code::Head, message, span, "not allowed in `:init`");
                    } else if facts.insert(atom.clone()) {
                        self.task.init.push(atom);
                    }
                }
            }
        }
    }

    fn metric(&mut self, items: &[Expression], span: Span) {
        let words: Vec<String> = items.iter().map(|item| self.source.slice(item.span()).to_ascii_lowercase()).collect();
        let words: Vec<&str> = words.iter().map(|word| word.trim_matches(['(', ')', ' '])).collect();
        match words[..] {
            ["minimize", "total-cost"] => self.costs.minimised = true,
            _ => self.error(Code::Requirement, "only `(:metric minimize (total-cost))` is supported", span, "refused"),
        }
    }

    /// Checks that need the whole task: there are actions, and each has a role.
    fn check_whole(&mut self, domain: &[Section], problem: &[Section]) {
        let place = |sections: &[Section]| sections.first().map_or(Span::default(), |section| section.span);
        if !domain.iter().any(|section| section.name == ":action") {
            self.error(Code::Missing, "the domain has no `:action`", place(domain), "add `(:action …)`");
        }
        if !self.task.is_game() {
            return;
        }
        let roles: Vec<String> = self.task.objects_of(&[ROLE.to_owned()]).map(|role| role.name.clone()).collect();
        if roles.is_empty() {
            self.error(Code::Role, "there is no object of type `role`", place(problem), "nobody plays");
        }
        if roles.len() < 2 {
            return;
        }
        let ownerless = |parameters: &[Parameter]| !parameters.iter().any(|parameter| parameter.types == [ROLE]);
        let owners: Vec<(String, Span)> = self
            .task
            .actions
            .iter()
            .filter(|action| ownerless(&action.parameters))
            .map(|action| (action.name.clone(), action.span))
            .collect();
        for (name, span) in owners {
            let message = format!("action `{}` has no parameter of type `role`", shortened(&name));
            self.error(Code::Role, message, span, "whose action is it?");
        }
    }
}

/// The part of an expression to underline: at most its first words.
fn head_of(expression: &Expression) -> Span {
    match expression {
        Expression::List(items, span) => items.first().map_or(*span, Expression::span),
        other => other.span(),
    }
}
