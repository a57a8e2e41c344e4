//! The shape of a call: which parts of its arguments are known and which are unknown.
//!
//! `(true (cell 3 ?y ?p))`, called when `?p` is known, has the shape `cell(known, asked, known)`. Each relation is
//! compiled once per shape in which it is called. So an index holds exactly what the caller can look up, and a relation
//! whose full extension would be huge or infinite is evaluated only for the given inputs.

use crate::terms::{Functor, Terms};

/// Compound shapes deeper than this are one unknown, so that recursion through function terms has finitely many shapes.
pub(crate) const DEEPEST: usize = 3;

/// The shape of one argument.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Shape {
    /// A known term: one input.
    Known,
    /// An unknown term: one output.
    Asked,
    /// An unknown term with this functor: one output. Only facts are looked up like that.
    Whole(Functor),
    /// A term with this functor, some parts of which may be known.
    Compound(Functor, Box<[Shape]>),
}

impl Shape {
    /// Number of inputs and outputs.
    pub(crate) fn width(&self) -> (usize, usize) {
        match self {
            Shape::Known => (1, 0),
            Shape::Asked | Shape::Whole(_) => (0, 1),
            Shape::Compound(_, parts) => width(parts),
        }
    }

    /// Splits a ground term into inputs and outputs; returns false if it has another functor.
    pub(crate) fn split(&self, terms: &Terms, term: u32, inputs: &mut Vec<u32>, outputs: &mut Vec<u32>) -> bool {
        match self {
            Shape::Known => inputs.push(term),
            Shape::Asked => outputs.push(term),
            Shape::Whole(functor) => {
                if terms.functor_of(term) != *functor {
                    return false;
                }
                outputs.push(term);
            }
            Shape::Compound(functor, parts) => {
                if terms.functor_of(term) != *functor {
                    return false;
                }
                let arguments = terms.arguments(term);
                return parts.iter().zip(arguments).all(|(part, &a)| part.split(terms, a, inputs, outputs));
            }
        }
        true
    }
}

/// Number of inputs and outputs of several arguments together.
pub(crate) fn width(shapes: &[Shape]) -> (usize, usize) {
    shapes.iter().map(Shape::width).fold((0, 0), |(i, o), (inputs, outputs)| (i + inputs, o + outputs))
}
