//! Rules as written: heads and bodies with relations and variables numbered, `and`, `or` and `not` still in place.
//!
//! Classifies every expression as a rule, fact, connective or term, or reports an error.

use rustc_hash::FxHashMap;

use super::arity::{self, Arities};
use super::report::Sink;
use super::table::{KEYWORDS, Table};
use super::{Program, head, keyword};
use crate::diagnostic::{Code, Diagnostic};
use crate::expression::{Expression, Sheet};
use crate::rules::{Atom, RelationId, Symbol, Term, Variable};
use crate::source::{Source, Span};

/// The occurrences of variables, for messages.
pub(super) type Occurrences = Vec<(Variable, Span)>;

pub(super) struct WrittenRule {
    pub head: WrittenAtom,
    pub body: Vec<Formula>,
    /// The names of all variables.
    pub variables: Vec<Symbol>,
    pub span: Span,
}

pub(super) struct WrittenAtom {
    pub relation: RelationId,
    pub arguments: Box<[Term]>,
    /// The span of each argument.
    pub places: Box<[Span]>,
    pub occurrences: Occurrences,
    /// The span of the relation's name.
    pub name: Span,
    pub span: Span,
}

pub(super) enum Formula {
    Atom(WrittenAtom),
    Distinct(Term, Term, Occurrences, Span),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

impl WrittenAtom {
    /// The atom without spans.
    pub fn plain(&self) -> Atom {
        Atom { relation: self.relation, arguments: self.arguments.clone() }
    }
}

impl Formula {
    /// Visits each occurrence of a variable.
    pub fn variables(&self, visit: &mut impl FnMut(Variable)) {
        self.occurrences(&mut |variable, _| visit(variable));
    }

    /// Visits each atom, negated or not.
    pub fn atoms<'a>(&'a self, visit: &mut impl FnMut(&'a WrittenAtom)) {
        match self {
            Formula::Atom(atom) => visit(atom),
            Formula::Distinct(..) => {}
            Formula::Not(inner) => inner.atoms(visit),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| part.atoms(visit)),
        }
    }

    /// Visits each occurrence of a variable with its span.
    pub fn occurrences(&self, visit: &mut impl FnMut(Variable, Span)) {
        match self {
            Formula::Atom(WrittenAtom { occurrences, .. }) | Formula::Distinct(_, _, occurrences, _) => {
                occurrences.iter().for_each(|&(variable, span)| visit(variable, span));
            }
            Formula::Not(inner) => inner.occurrences(visit),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| part.occurrences(visit)),
        }
    }
}

/// All rules of a sheet. Expressions that are not rules are reported and left out.
pub(super) fn rules(source: &Source, sheet: &Sheet, program: &mut Program, report: &mut Sink) -> Vec<WrittenRule> {
    program.table = Table::with_keywords(&mut program.symbols);
    let mut writer = Writer {
        source,
        program,
        report,
        variables: Variables::default(),
        occurrences: Vec::new(),
        arities: Arities::default(),
    };
    sheet.expressions.iter().filter_map(|expression| writer.rule(expression)).collect()
}

/// The variables of the current rule.
#[derive(Default)]
struct Variables {
    names: Vec<Symbol>,
    index: FxHashMap<Symbol, Variable>,
}

struct Writer<'a> {
    source: &'a Source,
    program: &'a mut Program,
    report: &'a mut Sink,
    variables: Variables,
    /// Occurrences in the current atom.
    occurrences: Occurrences,
    arities: Arities,
}

impl Writer<'_> {
    fn error(&mut self, code: Code, message: impl Into<String>, span: Span, label: &str) {
        self.report.push(Diagnostic::error(code, message).at(span, label));
    }

    fn rule(&mut self, expression: &Expression) -> Option<WrittenRule> {
        self.variables = Variables::default();
        let span = expression.span();
        let (head, body) = match expression {
            Expression::List(items, _) if self.is_word(items.first(), "<=") => match items.get(1) {
                Some(head) => (head, &items[2..]),
                None => {
                    self.report.push(head::missing(span));
                    return None;
                }
            },
            fact => (fact, &[][..]),
        };
        if let Some(mistake) = keyword::mistaken_arrow(self.source, expression) {
            self.report.push(mistake);
            return None;
        }
        let head = self.head(head, body.is_empty());
        let body = self.formulas(body)?;
        Some(WrittenRule { head: head?, body, variables: std::mem::take(&mut self.variables.names), span })
    }

    fn head(&mut self, expression: &Expression, is_fact: bool) -> Option<WrittenAtom> {
        if let Some(word) = self.connective(expression) {
            self.report.push(head::connective(word, expression.span()));
            return None;
        }
        let head = self.atom(expression)?;
        self.program.heads.insert(head.relation);
        if let Some(mistake) = head::check(self.program.table.keyword(head.relation), is_fact, &head) {
            self.report.push(mistake);
            return None;
        }
        Some(head)
    }

    fn formula(&mut self, expression: &Expression) -> Option<Formula> {
        let span = expression.span();
        let (Some(word), Expression::List(items, _)) = (self.connective(expression), expression) else {
            return self.atom(expression).map(Formula::Atom);
        };
        let arguments = &items[1..];
        match word {
            "and" => Some(Formula::And(self.formulas(arguments)?)),
            "or" => Some(Formula::Or(self.formulas(arguments)?)),
            "not" => match arguments {
                [inner] => Some(Formula::Not(Box::new(self.formula(inner)?))),
                _ => {
                    self.report.push(arity::wrong(word, 1, arguments.len(), span));
                    None
                }
            },
            "distinct" => match arguments {
                [left, right] => {
                    let (left, right) = (self.term(left), self.term(right));
                    let occurrences = std::mem::take(&mut self.occurrences);
                    Some(Formula::Distinct(left?, right?, occurrences, span))
                }
                _ => {
                    self.report.push(arity::wrong(word, 2, arguments.len(), span));
                    None
                }
            },
            _ => {
                self.error(Code::Expression, "rules do not nest", span, "a rule inside a rule's body");
                None
            }
        }
    }

    fn formulas(&mut self, expressions: &[Expression]) -> Option<Vec<Formula>> {
        let formulas: Vec<Option<Formula>> = expressions.iter().map(|e| self.formula(e)).collect();
        formulas.into_iter().collect()
    }

    fn atom(&mut self, expression: &Expression) -> Option<WrittenAtom> {
        let span = expression.span();
        let (name, items) = match expression {
            Expression::Symbol(name) => (*name, &[][..]),
            Expression::List(items, _) => match items.first() {
                Some(Expression::Symbol(name)) => (*name, &items[1..]),
                Some(other) => {
                    let label = "the name of a relation is expected here";
                    self.error(Code::Expression, "a relation needs a name", other.span(), label);
                    return None;
                }
                None => {
                    self.error(Code::Expression, "empty brackets", span, "a relation is expected inside");
                    return None;
                }
            },
            Expression::Variable(_) => {
                let message = "a variable cannot stand for a relation";
                self.error(Code::Expression, message, span, "a relation is expected here");
                return None;
            }
        };
        let arguments: Vec<Option<Term>> = items.iter().map(|item| self.term(item)).collect();
        let occurrences = std::mem::take(&mut self.occurrences);
        let arguments: Box<[Term]> = arguments.into_iter().collect::<Option<_>>()?;
        let relation = self.relation(name, arguments.len(), span)?;
        let places = items.iter().map(Expression::span).collect();
        Some(WrittenAtom { relation, arguments, places, occurrences, name, span })
    }

    fn relation(&mut self, name: Span, arity: usize, span: Span) -> Option<RelationId> {
        let text = self.source.slice(name);
        if let Some(error) = arity::of_keyword(text, arity, span) {
            self.report.push(error);
            return None;
        }
        let symbol = self.symbol(name);
        if let Some(error) = self.arities.relation(symbol, text, arity, span) {
            self.report.violation(error);
        }
        Some(self.program.table.intern(symbol, arity))
    }

    fn term(&mut self, expression: &Expression) -> Option<Term> {
        let span = expression.span();
        match expression {
            Expression::Symbol(name) => Some(Term::Constant(self.symbol(*name))),
            Expression::Variable(name) => {
                let name = self.source.slice(*name);
                let symbol = self.program.symbols.intern(&name[1..]);
                let Variables { names, index } = &mut self.variables;
                let variable = *index.entry(symbol).or_insert_with(|| {
                    names.push(symbol);
                    Variable(names.len() as u32 - 1)
                });
                self.occurrences.push((variable, span));
                Some(Term::Variable(variable))
            }
            Expression::List(items, _) => match items.split_first() {
                Some((Expression::Symbol(place), arguments)) => {
                    let name = self.symbol(*place);
                    if let Some(warning) = self.arities.function(name, self.source.slice(*place), arguments.len(), span)
                    {
                        self.report.push(warning);
                    }
                    let arguments: Vec<Option<Term>> = arguments.iter().map(|item| self.term(item)).collect();
                    let arguments: Box<[Term]> = arguments.into_iter().collect::<Option<_>>()?;
                    Some(if arguments.is_empty() { Term::Constant(name) } else { Term::Compound(name, arguments) })
                }
                Some((other, _)) => {
                    let label = "a name is expected here";
                    self.error(Code::Expression, "a function needs a name", other.span(), label);
                    None
                }
                None => {
                    self.error(Code::Expression, "empty brackets", span, "a term is expected inside");
                    None
                }
            },
        }
    }

    /// Keywords are case-insensitive, other symbols are not.
    fn symbol(&mut self, name: Span) -> Symbol {
        let name = self.source.slice(name);
        let keyword = KEYWORDS.iter().find(|(keyword, ..)| keyword.eq_ignore_ascii_case(name));
        self.program.symbols.intern(keyword.map_or(name, |(keyword, ..)| keyword))
    }

    fn is_word(&self, expression: Option<&Expression>, word: &str) -> bool {
        matches!(expression, Some(Expression::Symbol(name)) if self.source.slice(*name).eq_ignore_ascii_case(word))
    }

    /// The connective that an expression starts with.
    fn connective(&self, expression: &Expression) -> Option<&'static str> {
        let Expression::List(items, _) = expression else { return None };
        ["and", "or", "not", "distinct", "<="].into_iter().find(|word| self.is_word(items.first(), word))
    }
}
