//! Words for lifted rules, derived from the relations of the sheet.
//!
//! If the goals or the terminal condition depend on a relation that needs several facts together, such as
//!
//! ```text
//! (<= (line ?p) (role ?p) (true (cell ?c 1 ?p)) (true (cell ?c 2 ?p)) (true (cell ?c 3 ?p)))
//! ```
//!
//! and a move makes one of these facts true, people think in terms of that relation. So the following words are
//! defined, named after it:
//!
//! ```text
//! (completes-line ROLE MOVE)        the move makes the last missing fact true
//! (threatens-line ROLE MOVE FACT)   after the move only FACT is missing, and no other role has it
//! (builds-line ROLE MOVE)           there is such a fact
//! (forks-line ROLE MOVE)            there are two such facts
//! (meets-line WHO ROLE MOVE)        the move makes a fact of a line true in which WHO already has one
//! (makes-line ROLE MOVE FACT)       the move makes FACT true, which may be part of a line
//! (presses-line ROLE MOVE)          the move builds a line, and the missing fact is no fork for another role
//! ```
//!
//! Only the positive conditions of `next` rules that mention the move count as its effects.

use std::collections::BTreeSet;
use std::fmt::Write;

use gdl::Rules;
use gdl::rules::{Atom, BodyLiteral, Clause, Dependence, Keyword, RelationId, Term, Variable};

/// The prefixes of words; a hyphen and the name of the relation follow.
pub const WORDS: [&str; 7] = ["completes", "threatens", "builds", "forks", "meets", "makes", "presses"];

/// The names of the relations from which words are derived, in the order of the sheet.
pub fn patterns(rules: &Rules) -> Vec<String> {
    let relations = relations(rules);
    relations.iter().map(|&relation| rules.symbols.name(rules.relation(relation).name).to_owned()).collect()
}

/// The definitions of all words, as GDL.
pub fn definitions(rules: &Rules) -> String {
    let mut text = String::new();
    for relation in relations(rules) {
        Words { rules, name: rules.symbols.name(rules.relation(relation).name) }.write(relation, &mut text);
    }
    text
}

/// Relations below goal or terminal with a clause that needs at least two facts, which moves can make true.
fn relations(rules: &Rules) -> Vec<RelationId> {
    let mut below: BTreeSet<RelationId> = [Keyword::Goal, Keyword::Terminal].map(|k| rules.keyword(k)).into();
    let mut grown = true;
    while grown {
        let before = below.len();
        for clause in rules.clauses.iter().filter(|clause| below.contains(&clause.head.relation)).collect::<Vec<_>>() {
            below.extend(clause.body.iter().filter_map(|literal| match literal {
                BodyLiteral::Positive(atom) | BodyLiteral::Negative(atom) => Some(atom.relation),
                BodyLiteral::Distinct(..) => None,
            }));
        }
        grown = below.len() > before;
    }
    let asks = |relation: &RelationId| {
        let known = rules.relation(*relation);
        known.keyword.is_none()
            && known.dependence == Dependence::State
            && rules.clauses.iter().any(|clause| clause.head.relation == *relation && facts(rules, clause).len() >= 2)
            && !completions(rules, *relation).is_empty()
    };
    below.into_iter().filter(asks).collect()
}

/// The facts that a clause needs, by position in its body.
fn facts(rules: &Rules, clause: &Clause) -> Vec<usize> {
    let truth = rules.keyword(Keyword::True);
    let is_fact = |literal: &BodyLiteral| matches!(literal, BodyLiteral::Positive(atom) if atom.relation == truth);
    (0..clause.body.len()).filter(|&place| is_fact(&clause.body[place])).collect()
}

/// A way in which a move makes one of the facts of a clause true, with unified variables.
struct Completion {
    role: Term,
    made: Term,
    /// The fact that the move makes true.
    made_fact: Term,
    /// The other facts of the clause.
    facts: Vec<Term>,
    /// The other conditions of the clause and of the move's effect.
    rest: Vec<BodyLiteral>,
}

/// All ways in which moves make facts of a relation's clauses true.
fn completions(rules: &Rules, relation: RelationId) -> Vec<Completion> {
    let mut found = Vec::new();
    for clause in rules.clauses.iter().filter(|clause| clause.head.relation == relation) {
        let places = facts(rules, clause);
        if places.len() < 2 {
            continue;
        }
        for effect in rules.clauses.iter().filter(|effect| effect.head.relation == rules.keyword(Keyword::Next)) {
            found.extend(places.iter().filter_map(|&place| completion(rules, clause, &places, place, effect)));
        }
    }
    found
}

fn completion(rules: &Rules, clause: &Clause, places: &[usize], place: usize, effect: &Clause) -> Option<Completion> {
    let does = rules.keyword(Keyword::Does);
    let is_does = |literal: &&BodyLiteral| matches!(literal, BodyLiteral::Positive(atom) if atom.relation == does);
    let BodyLiteral::Positive(act) = effect.body.iter().find(is_does)? else { return None };
    let moves = |literal: &BodyLiteral| match literal {
        BodyLiteral::Positive(atom) | BodyLiteral::Negative(atom) => {
            rules.relation(atom.relation).dependence == Dependence::Moves
        }
        BodyLiteral::Distinct(..) => false,
    };
    let others: Vec<&BodyLiteral> = effect.body.iter().filter(|literal| !is_does(literal)).collect();
    if others.iter().any(|literal| moves(literal)) {
        return None;
    }
    let shift = clause.variables.len() as u32;
    let fact = |place: usize| match &clause.body[place] {
        BodyLiteral::Positive(atom) => atom.arguments[0].clone(),
        _ => unreachable!("only positive literals are facts"),
    };
    let mut binding = Vec::new();
    unify(&fact(place), &shifted(&effect.head.arguments[0], shift), &mut binding).then_some(())?;
    let put = |term: &Term| substituted(term, &binding);
    let own = (0..clause.body.len()).filter(|at| !places.contains(at)).map(|at| map(&clause.body[at], &put));
    let theirs = others.into_iter().map(|literal| map(literal, &|term| put(&shifted(term, shift))));
    Some(Completion {
        role: put(&shifted(&act.arguments[0], shift)),
        made: put(&shifted(&act.arguments[1], shift)),
        made_fact: put(&fact(place)),
        facts: places.iter().filter(|&&other| other != place).map(|&other| put(&fact(other))).collect(),
        rest: own.chain(theirs).collect(),
    })
}

/// Writes the words of one relation.
struct Words<'r> {
    rules: &'r Rules,
    name: &'r str,
}

impl Words<'_> {
    fn write(&self, relation: RelationId, text: &mut String) {
        let name = self.name;
        for completion in completions(self.rules, relation) {
            let Completion { role, made, facts, rest, .. } = &completion;
            let (role_text, made_text) = (self.term(role), self.term(made));
            let rest: String = rest.iter().map(|literal| self.literal(literal) + " ").collect();
            let rest = format!("(role {role_text}) {rest}");
            let held = |without: Option<usize>| -> String {
                let kept = facts.iter().enumerate().filter(|(place, _)| Some(*place) != without);
                kept.map(|(_, fact)| format!("(true {}) ", self.term(fact))).collect()
            };
            let _ = writeln!(
                text,
                "(<= (makes-{name} {role_text} {made_text} {}) (legal {role_text} {made_text}) (role {role_text}))",
                self.term(&completion.made_fact)
            );
            if self.is_safe(&completion, None) {
                let _ = writeln!(text, "(<= (completes-{name} {role_text} {made_text}) {rest}{})", held(None));
            }
            for (place, fact) in facts.iter().enumerate().filter(|(place, _)| self.is_safe(&completion, Some(*place))) {
                let missing = self.term(fact);
                let taken = self.term(&replaced(fact, role, &Term::Variable(WHO)));
                let free =
                    format!("(not (true {missing})) (role ?who) (distinct ?who {role_text}) (not (true {taken}))");
                let _ = writeln!(
                    text,
                    "(<= (threatens-{name} {role_text} {made_text} {missing}) {rest}{}{free})",
                    held(Some(place))
                );
            }
            for fact in facts {
                let met = self.term(&replaced(fact, role, &Term::Variable(WHO)));
                let _ = writeln!(
                    text,
                    "(<= (meets-{name} ?who {role_text} {made_text}) (legal {role_text} {made_text}) {rest}(role ?who) (true {met}))"
                );
            }
        }
        let _ = writeln!(text, "(<= (builds-{name} ?role ?move) (threatens-{name} ?role ?move ?fact))");
        let _ = writeln!(
            text,
            "(<= (forks-{name} ?role ?move) (threatens-{name} ?role ?move ?one) (threatens-{name} ?role ?move ?other) (distinct ?one ?other))"
        );
        let _ = writeln!(
            text,
            "(<= (presses-{name} ?role ?move) (threatens-{name} ?role ?move ?fact) (makes-{name} ?role ?answer ?fact) (role ?who) (distinct ?who ?role) (not (forks-{name} ?who ?answer)))"
        );
    }

    /// Whether everything is bound if one fact, or none, is left out.
    fn is_safe(&self, completion: &Completion, without: Option<usize>) -> bool {
        let mut bound = BTreeSet::new();
        completion.role.variables(&mut |v| bound.extend([v]));
        for literal in completion.rest.iter().filter(|literal| matches!(literal, BodyLiteral::Positive(_))) {
            literal.variables(&mut |v| bound.extend([v]));
        }
        for (_, fact) in completion.facts.iter().enumerate().filter(|(place, _)| Some(*place) != without) {
            fact.variables(&mut |v| bound.extend([v]));
        }
        let mut safe = true;
        completion.made.variables(&mut |v| safe &= bound.contains(&v));
        completion.facts.iter().for_each(|fact| fact.variables(&mut |v| safe &= bound.contains(&v)));
        safe
    }

    fn term(&self, term: &Term) -> String {
        match term {
            Term::Variable(WHO) => "?who".to_owned(),
            Term::Variable(variable) => format!("?v{}", variable.0),
            Term::Constant(symbol) => self.rules.symbols.name(*symbol).to_owned(),
            Term::Compound(symbol, arguments) => {
                let arguments: String = arguments.iter().map(|argument| format!(" {}", self.term(argument))).collect();
                format!("({}{arguments})", self.rules.symbols.name(*symbol))
            }
        }
    }

    fn atom(&self, atom: &Atom) -> String {
        let name = self.rules.symbols.name(self.rules.relation(atom.relation).name);
        let arguments: String = atom.arguments.iter().map(|argument| format!(" {}", self.term(argument))).collect();
        if arguments.is_empty() { name.to_owned() } else { format!("({name}{arguments})") }
    }

    fn literal(&self, literal: &BodyLiteral) -> String {
        match literal {
            BodyLiteral::Positive(atom) => self.atom(atom),
            BodyLiteral::Negative(atom) => format!("(not {})", self.atom(atom)),
            BodyLiteral::Distinct(one, other) => format!("(distinct {} {})", self.term(one), self.term(other)),
        }
    }
}

/// The variable `?who`, different from all variables of clauses.
const WHO: Variable = Variable(u32::MAX);

/// A term with some parts replaced.
fn rewritten(term: &Term, put: &dyn Fn(&Term) -> Option<Term>) -> Term {
    match (put(term), term) {
        (Some(new), _) => new,
        (None, Term::Compound(symbol, arguments)) => {
            Term::Compound(*symbol, arguments.iter().map(|argument| rewritten(argument, put)).collect())
        }
        (None, _) => term.clone(),
    }
}

fn shifted(term: &Term, shift: u32) -> Term {
    rewritten(term, &|part| match part {
        Term::Variable(Variable(number)) => Some(Term::Variable(Variable(number + shift))),
        _ => None,
    })
}

fn replaced(term: &Term, old: &Term, new: &Term) -> Term {
    rewritten(term, &|part| (part == old).then(|| new.clone()))
}

fn map(literal: &BodyLiteral, put: &dyn Fn(&Term) -> Term) -> BodyLiteral {
    let atom = |atom: &Atom| Atom { relation: atom.relation, arguments: atom.arguments.iter().map(put).collect() };
    match literal {
        BodyLiteral::Positive(inner) => BodyLiteral::Positive(atom(inner)),
        BodyLiteral::Negative(inner) => BodyLiteral::Negative(atom(inner)),
        BodyLiteral::Distinct(one, other) => BodyLiteral::Distinct(put(one), put(other)),
    }
}

/// The value of a variable, fully dereferenced.
fn substituted(term: &Term, binding: &[(Variable, Term)]) -> Term {
    rewritten(term, &|part| {
        let Term::Variable(variable) = part else { return None };
        let (_, value) = binding.iter().find(|(bound, _)| bound == variable)?;
        Some(substituted(value, binding))
    })
}

/// Makes two terms equal by binding variables, if that is possible.
fn unify(one: &Term, other: &Term, binding: &mut Vec<(Variable, Term)>) -> bool {
    match (substituted(one, binding), substituted(other, binding)) {
        (one, other) if one == other => true,
        (Term::Variable(variable), term) | (term, Term::Variable(variable)) => {
            let mut occurs = false;
            term.variables(&mut |inner| occurs |= inner == variable);
            binding.push((variable, term));
            !occurs
        }
        (Term::Compound(f, ones), Term::Compound(g, others)) => {
            f == g
                && ones.len() == others.len()
                && ones.iter().zip(&others).all(|(one, other)| unify(one, other, binding))
        }
        _ => false,
    }
}
