//! Symbols whose name has a meaning: numbers that may become rewards.
//!
//! `(goal white 100)` with 90 instead would be a different game. If the reward is a variable, the number comes from
//! elsewhere, so numbers are traced backwards through the arguments that feed the second argument of `goal`. All other
//! numbers are ordinary names.

use gdl::rules::{BodyLiteral, Keyword, Symbol, Term, Variable};
use gdl::{Rules, rules::Atom};
use rustc_hash::FxHashSet;

/// An argument of a relation, or of a function in any context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Place {
    Relation(u32, usize),
    Function(Symbol, usize, usize),
}

/// The symbols that may be rewards.
pub fn rewards(rules: &Rules) -> FxHashSet<Symbol> {
    let occurrences: Vec<Vec<(Place, &Term)>> = rules.clauses.iter().map(occurrences).collect();
    let goal = Place::Relation(canonical(rules, rules.keyword(Keyword::Goal).0), 1);
    let mut feeding = FxHashSet::from_iter([goal]);
    // A variable in a feeding place marks its other places; repeated until nothing changes.
    loop {
        let before = feeding.len();
        for clause in &occurrences {
            let place = |place: Place| canonical_place(rules, place);
            let variables: FxHashSet<Variable> = clause
                .iter()
                .filter(|(p, _)| feeding.contains(&place(*p)))
                .filter_map(|(_, term)| if let Term::Variable(v) = term { Some(*v) } else { None })
                .collect();
            let spread = clause.iter().filter(|(_, t)| matches!(t, Term::Variable(v) if variables.contains(v)));
            feeding.extend(spread.map(|(p, _)| place(*p)));
        }
        if feeding.len() == before {
            break;
        }
    }
    let constant = |(place, term): &(Place, &Term)| match term {
        Term::Constant(symbol) if feeding.contains(&canonical_place(rules, *place)) => Some(*symbol),
        _ => None,
    };
    let number = |symbol: &Symbol| rules.symbols.name(*symbol).parse::<i64>().is_ok();
    occurrences.iter().flatten().filter_map(constant).filter(number).collect()
}

/// Facts pass from `init` and `next` to `true`, moves from `legal` to `does`: these relations share their places.
fn canonical(rules: &Rules, relation: u32) -> u32 {
    match rules.relations[relation as usize].keyword {
        Some(Keyword::Init | Keyword::Next | Keyword::Base) => rules.keyword(Keyword::True).0,
        Some(Keyword::Legal | Keyword::Input) => rules.keyword(Keyword::Does).0,
        _ => relation,
    }
}

fn canonical_place(rules: &Rules, place: Place) -> Place {
    match place {
        Place::Relation(relation, argument) => Place::Relation(canonical(rules, relation), argument),
        function => function,
    }
}

/// All places of a clause with their terms.
fn occurrences(clause: &gdl::rules::Clause) -> Vec<(Place, &Term)> {
    let mut found = Vec::new();
    let mut pending = Vec::new();
    let atoms = clause.body.iter().filter_map(|literal| match literal {
        BodyLiteral::Positive(atom) | BodyLiteral::Negative(atom) => Some(atom),
        BodyLiteral::Distinct(..) => None,
    });
    for Atom { relation, arguments } in atoms.chain([&clause.head]) {
        pending.extend(arguments.iter().enumerate().map(|(i, term)| (Place::Relation(relation.0, i), term)));
    }
    while let Some((place, term)) = pending.pop() {
        found.push((place, term));
        if let Term::Compound(name, arguments) = term {
            let place = |i| Place::Function(*name, arguments.len(), i);
            pending.extend(arguments.iter().enumerate().map(|(i, term)| (place(i), term)));
        }
    }
    found
}
