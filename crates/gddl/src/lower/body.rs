//! A rule of GDL under construction: literals, variables with their types, equalities.

use std::fmt;

use crate::task::Parameter;

/// A variable or a constant of GDL.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Argument {
    Variable(String),
    Constant(String),
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Variable(name) => write!(f, "?{name}"),
            Argument::Constant(name) => f.write_str(name),
        }
    }
}

/// The head of a rule: a relation with arguments, the last of which may be a compound term.
#[derive(Clone, Debug)]
pub(super) struct Head {
    relation: String,
    pub arguments: Vec<Argument>,
    /// The last term: the move of `legal`, the fact of `next`.
    pub term: Option<(String, Vec<Argument>)>,
}

impl Head {
    pub fn new(relation: impl Into<String>, arguments: Vec<Argument>) -> Head {
        Head { relation: relation.into(), arguments, term: None }
    }

    /// A head that ends with a compound term.
    pub fn with_term(mut self, name: &str, arguments: Vec<Argument>) -> Head {
        self.term = Some((name.to_owned(), arguments));
        self
    }

    /// The text of a head that ends with a compound term.
    pub fn of(self, name: &str, arguments: &[Argument]) -> String {
        self.with_term(name, arguments.to_vec()).to_string()
    }

    pub fn all_arguments_mut(&mut self) -> impl Iterator<Item = &mut Argument> {
        self.arguments.iter_mut().chain(self.term.iter_mut().flat_map(|(_, arguments)| arguments))
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.arguments.is_empty() && self.term.is_none() {
            return f.write_str(&self.relation);
        }
        write!(f, "({}", self.relation)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))?;
        if let Some((name, arguments)) = &self.term {
            write!(f, " {}", Applied(name, arguments))?;
        }
        f.write_str(")")
    }
}

/// A name with its arguments; the name alone if there are none.
pub(super) struct Applied<'a>(pub &'a str, pub &'a [Argument]);

impl fmt::Display for Applied<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.1.is_empty() {
            return f.write_str(self.0);
        }
        write!(f, "({}", self.0)?;
        self.1.iter().try_for_each(|argument| write!(f, " {argument}"))?;
        f.write_str(")")
    }
}

/// A condition of a rule.
#[derive(Clone, Debug)]
pub(super) struct Literal {
    pub name: String,
    /// Whether it is about the state, so it is wrapped in `true`.
    pub is_fluent: bool,
    pub arguments: Vec<Argument>,
    /// The types that its arguments have if it holds.
    pub types: Vec<Vec<String>>,
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let applied = Applied(&self.name, &self.arguments);
        if self.is_fluent { write!(f, "(true {applied})") } else { write!(f, "{applied}") }
    }
}

/// A body under construction.
#[derive(Clone, Default, Debug)]
pub(super) struct Body {
    /// The text of the first literal, and the variables that it binds: `(does player (move ?x))`.
    pub given: Option<(Head, Vec<Vec<String>>)>,
    pub positive: Vec<Literal>,
    pub negative: Vec<Literal>,
    pub distinct: Vec<(Argument, Argument)>,
    pub equal: Vec<(Argument, Argument)>,
    /// All variables with their required types.
    pub variables: Vec<(String, Vec<String>)>,
    /// Whether no instance can hold.
    pub fails: bool,
}

impl Body {
    /// The body of a rule whose head has these variables.
    pub fn over(arguments: &[Argument], parameters: &[Parameter]) -> Body {
        let mut body = Body::default();
        body.declare(arguments, parameters);
        body
    }

    /// Records the types of variables.
    pub fn declare(&mut self, arguments: &[Argument], parameters: &[Parameter]) {
        for (argument, parameter) in arguments.iter().zip(parameters) {
            if let Argument::Variable(name) = argument {
                self.variables.push((name.clone(), parameter.types.clone()));
            }
        }
    }

    /// Visits every argument.
    pub fn all_arguments_mut(&mut self) -> impl Iterator<Item = &mut Argument> {
        let given = self.given.iter_mut().flat_map(|(head, _)| head.all_arguments_mut());
        let literals = self.positive.iter_mut().chain(&mut self.negative).flat_map(|literal| &mut literal.arguments);
        let pairs = self.distinct.iter_mut().chain(&mut self.equal).flat_map(|(left, right)| [left, right]);
        given.chain(literals).chain(pairs)
    }
}
