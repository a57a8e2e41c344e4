//! A game in the terms of planning: types, objects, predicates, axioms, actions, gains.
//!
//! The reader makes one from GDDL or PDDL, the writer makes one from rules; printing and lowering to GDL start from it.
//! Names are in lower case, and are declared in the lists of the task.

use gdl::Span;

/// The type that every object has.
pub const OBJECT: &str = "object";
/// The type whose objects are the players.
pub const ROLE: &str = "role";

/// A domain with its problem.
#[derive(Clone, Debug, Default)]
pub struct PlanningTask {
    /// Name of the domain.
    pub domain: String,
    /// Name of the problem.
    pub problem: String,
    /// All types but [`OBJECT`].
    pub types: Vec<Type>,
    /// The domain's constants and the problem's objects.
    pub objects: Vec<Object>,
    /// Predicates, derived ones included.
    pub predicates: Vec<Predicate>,
    /// Axioms.
    pub axioms: Vec<Axiom>,
    /// Actions.
    pub actions: Vec<Action>,
    /// The initial state.
    pub init: Vec<Atom>,
    /// The condition under which the game is over.
    pub goal: Formula,
    /// The source position of the goal.
    pub goal_span: Span,
    /// Rewards; none in plain PDDL.
    pub gains: Vec<Gain>,
}

/// A type with its supertypes: one, or the alternatives of `either`.
#[derive(Clone, Debug)]
pub struct Type {
    /// Its name.
    pub name: String,
    /// Empty if the only supertype is [`OBJECT`].
    pub parents: Vec<String>,
}

/// A constant or an object.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its name.
    pub name: String,
    /// Its type, or alternatives.
    pub types: Vec<String>,
}

/// A variable with its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name, without the question mark.
    pub name: String,
    /// Its type, or alternatives.
    pub types: Vec<String>,
}

/// A predicate.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// Its name.
    pub name: String,
    /// Its arguments.
    pub parameters: Vec<Parameter>,
}

/// A variable or an object.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Term {
    /// `?x`, without the question mark.
    Variable(String),
    /// `a`
    Object(String),
}

/// A predicate applied to terms.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Atom {
    /// Name of the predicate.
    pub predicate: String,
    /// The arguments.
    pub arguments: Vec<Term>,
}

/// A condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Formula {
    /// The atom holds.
    Atom(Atom),
    /// Both are the same object.
    Equal(Term, Term),
    /// It does not hold.
    Not(Box<Formula>),
    /// All parts hold; true if there are none.
    And(Vec<Formula>),
    /// One part holds; false if there are none.
    Or(Vec<Formula>),
    /// It holds for some objects.
    Exists(Vec<Parameter>, Box<Formula>),
    /// It holds for all objects.
    Forall(Vec<Parameter>, Box<Formula>),
}

impl Default for Formula {
    fn default() -> Formula {
        Formula::And(Vec::new())
    }
}

impl Formula {
    /// The negation.
    pub fn negated(self) -> Formula {
        match self {
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    /// The conjunction of some formulas, written without needless brackets.
    pub fn all(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Formula::And(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Formula::And(flat) }
    }

    /// The disjunction of some formulas, written without needless brackets.
    pub fn any(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Formula::Or(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Formula::Or(flat) }
    }

    /// It holds for some objects; without variables this is the formula itself.
    pub fn exists(variables: Vec<Parameter>, formula: Formula) -> Formula {
        if variables.is_empty() { formula } else { Formula::Exists(variables, Box::new(formula)) }
    }

    /// Whether it is true by its form.
    pub fn is_true(&self) -> bool {
        matches!(self, Formula::And(parts) if parts.is_empty())
    }

    /// Whether it is false by its form.
    pub fn is_false(&self) -> bool {
        matches!(self, Formula::Or(parts) if parts.is_empty())
    }

    /// Visits every atom. Recurses as deep as the formula.
    pub fn atoms(&self, visit: &mut impl FnMut(&Atom)) {
        match self {
            Formula::Atom(atom) => visit(atom),
            Formula::Equal(..) => {}
            Formula::Not(inner) | Formula::Exists(_, inner) | Formula::Forall(_, inner) => inner.atoms(visit),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| part.atoms(visit)),
        }
    }

    /// The free variables, in the order in which they occur.
    pub fn free_variables(&self) -> Vec<String> {
        let mut free = Vec::new();
        self.collect_free(&mut Vec::new(), &mut free);
        free
    }

    fn collect_free(&self, bound: &mut Vec<String>, free: &mut Vec<String>) {
        let mut term = |term: &Term, bound: &[String]| {
            if let Term::Variable(name) = term
                && !bound.contains(name)
                && !free.contains(name)
            {
                free.push(name.clone());
            }
        };
        match self {
            Formula::Atom(atom) => atom.arguments.iter().for_each(|argument| term(argument, bound)),
            Formula::Equal(left, right) => {
                term(left, bound);
                term(right, bound);
            }
            Formula::Not(inner) => inner.collect_free(bound, free),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| part.collect_free(bound, free)),
            Formula::Exists(variables, inner) | Formula::Forall(variables, inner) => {
                let outer = bound.len();
                bound.extend(variables.iter().map(|variable| variable.name.clone()));
                inner.collect_free(bound, free);
                bound.truncate(outer);
            }
        }
    }
}

/// A derived predicate holds if the body does.
#[derive(Clone, Debug)]
pub struct Axiom {
    /// The derived predicate.
    pub predicate: String,
    /// Its arguments.
    pub parameters: Vec<Parameter>,
    /// The condition.
    pub body: Formula,
    /// Its source position.
    pub span: Span,
}

/// An action.
#[derive(Clone, Debug)]
pub struct Action {
    /// Its name.
    pub name: String,
    /// The lines of the comment above it; written, never read.
    pub comment: Vec<String>,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its precondition.
    pub precondition: Formula,
    /// Its effects.
    pub effects: Vec<Effect>,
    /// Its source position.
    pub span: Span,
}

/// A fact that is added or deleted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// For all values of these variables,
    pub variables: Vec<Parameter>,
    /// if this condition holds,
    pub condition: Formula,
    /// the atom
    pub atom: Atom,
    /// is added if true, deleted if false.
    pub adds: bool,
    /// Its source position.
    pub span: Span,
}

/// A reward.
#[derive(Clone, Debug)]
pub struct Gain {
    /// The player, and other variables of the body.
    pub parameters: Vec<Parameter>,
    /// The reward.
    pub reward: i32,
    /// The condition under which the player gets it.
    pub body: Formula,
    /// Its source position.
    pub span: Span,
}

impl PlanningTask {
    /// Whether a type equals another or is a subtype of it.
    pub fn is_below(&self, name: &str, above: &str) -> bool {
        let mut seen = vec![name];
        let mut at = 0;
        while let Some(&name) = seen.get(at) {
            if name == above || above == OBJECT {
                return true;
            }
            let parents = self.types.iter().filter(|one| one.name == name).flat_map(|one| &one.parents);
            for parent in parents {
                if !seen.contains(&&**parent) {
                    seen.push(parent);
                }
            }
            at += 1;
        }
        false
    }

    /// Whether every alternative is a subtype of one of the others.
    pub fn are_below(&self, names: &[String], above: &[String]) -> bool {
        names.iter().all(|name| above.iter().any(|above| self.is_below(name, above)))
    }

    /// The objects of a type or of alternatives, in order.
    pub fn objects_of<'a>(&'a self, types: &'a [String]) -> impl Iterator<Item = &'a Object> {
        self.objects.iter().filter(move |object| self.has_type(object, types))
    }

    /// Whether an object has a type, or one of the alternatives.
    pub fn has_type(&self, object: &Object, types: &[String]) -> bool {
        object.types.iter().any(|name| types.iter().any(|above| self.is_below(name, above)))
    }

    /// The predicate with this name.
    pub fn predicate(&self, name: &str) -> Option<&Predicate> {
        self.predicates.iter().find(|predicate| predicate.name == name)
    }

    /// Removes unused types, with their objects.
    pub fn remove_unused_types(&mut self) {
        let mut used: Vec<String> = vec![ROLE.to_owned()];
        let mut note = |parameters: &[Parameter]| {
            used.extend(parameters.iter().flat_map(|one| one.types.iter().cloned()));
        };
        self.predicates.iter().for_each(|one| note(&one.parameters));
        self.actions.iter().for_each(|one| note(&one.parameters));
        self.axioms.iter().for_each(|one| note(&one.parameters));
        let is_used = |task: &PlanningTask, name: &str| {
            used.iter().any(|other| task.is_below(other, name) || task.is_below(name, other))
        };
        let kept: Vec<String> =
            self.types.iter().map(|one| one.name.clone()).filter(|name| is_used(self, name)).collect();
        self.types.retain(|one| kept.contains(&one.name));
        self.objects.retain(|object| object.types.iter().any(|name| name == OBJECT || kept.contains(name)));
    }

    /// Whether it states the players' rewards. Otherwise it is a planning problem.
    pub fn is_game(&self) -> bool {
        !self.gains.is_empty()
    }
}
