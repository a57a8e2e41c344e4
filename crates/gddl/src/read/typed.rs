//! Typed lists: `a b - block c - (either block table)`.

use gdl::Span;
use gdl::diagnostic::Code;
use gdl::expression::Expression;

use super::{Declared, Reader};
use crate::task::{OBJECT, Parameter};

/// A name of a typed list with its types and its source position.
pub(super) struct Typed {
    pub name: String,
    pub span: Span,
    /// Empty if none is given.
    pub types: Vec<String>,
}

impl Reader<'_> {
    /// Reads a list of names (or of variables) with their types.
    pub(super) fn typed_list(&mut self, items: &[Expression], variables: bool) -> Vec<Typed> {
        let mut list: Vec<Typed> = Vec::new();
        // Names whose type follows.
        let mut waiting = 0;
        let mut at = 0;
        while let Some(item) = items.get(at) {
            at += 1;
            match item {
                Expression::Symbol(span) if self.source.slice(*span) == "-" => {
                    let Some(of) = items.get(at) else {
                        self.error(Code::Type, "a type is missing after `-`", *span, "nothing follows");
                        break;
                    };
                    at += 1;
                    if waiting == list.len() {
                        self.error(Code::Type, "no name stands before this type", *span, "a name is missing");
                    }
                    let types = self.type_expression(of);
                    list[waiting..].iter_mut().for_each(|typed| typed.types.clone_from(&types));
                    waiting = list.len();
                }
                Expression::Variable(span) if variables => {
                    let name = self.name(*span)[1..].to_owned();
                    list.push(Typed { name, span: *span, types: Vec::new() });
                }
                Expression::Symbol(span) if !variables && !self.source.slice(*span).starts_with(':') => {
                    list.push(Typed { name: self.name(*span), span: *span, types: Vec::new() });
                }
                other => {
                    let message = if variables { "a variable is expected" } else { "a name is expected" };
                    let label = if variables { "write, for example, `?x`" } else { "not a name" };
                    self.error(Code::Expression, message, other.span(), label);
                }
            }
        }
        list
    }

    /// Reads `block` or `(either block table)`.
    fn type_expression(&mut self, expression: &Expression) -> Vec<String> {
        match (expression, self.headed(expression)) {
            (Expression::Symbol(span), _) if self.source.slice(*span) != "-" => {
                let name = self.name(*span);
                self.unresolved.push((name.clone(), *span));
                vec![name]
            }
            (_, Some((head, _, alternatives))) if head == "either" && !alternatives.is_empty() => {
                alternatives.iter().flat_map(|one| self.type_expression(one)).collect()
            }
            _ => {
                let message = "a type is a name or `(either …)`";
                self.error(Code::Type, message, expression.span(), "a type is expected here");
                Vec::new()
            }
        }
    }

    /// Reads the variables of an action, an axiom or a quantifier, whose names must differ.
    pub(super) fn parameters(&mut self, items: &[Expression]) -> Vec<Parameter> {
        let mut parameters: Vec<Parameter> = Vec::new();
        for Typed { name, span, types } in self.typed_list(items, true) {
            if parameters.iter().any(|known| known.name == name) {
                self.error(Code::Duplicate, format!("variable `?{name}` is declared twice"), span, "again here");
                continue;
            }
            parameters.push(Parameter { name, types: with_default(types) });
        }
        parameters
    }

    /// Reports undeclared types.
    pub(super) fn resolve_types(&mut self) {
        for (name, span) in std::mem::take(&mut self.unresolved) {
            if name != OBJECT && !self.is_declared(Declared::Type, &name) {
                self.undeclared(Declared::Type, &name, span);
            }
        }
    }
}

/// The default type is `object`.
pub(super) fn with_default(types: Vec<String>) -> Vec<String> {
    if types.is_empty() { vec![OBJECT.to_owned()] } else { types }
}
