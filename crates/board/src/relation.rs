//! The meaning of a relation's facts in a picture.

use std::collections::BTreeMap;

use game::Game;

use crate::label::{is_number, nested_words, words};

/// A fact of a relation.
#[derive(Clone, Debug)]
pub struct Fact<'g> {
    /// The fact as it is written.
    pub text: &'g str,
    /// Its arguments.
    pub arguments: Vec<&'g str>,
    /// Its fluent; `None` if it always holds.
    pub fluent: Option<usize>,
}

/// All facts with one name and number of arguments.
#[derive(Clone, Debug)]
pub struct Relation<'g> {
    /// The name.
    pub name: &'g str,
    /// The facts.
    pub facts: Vec<Fact<'g>>,
    /// Their meaning.
    pub shape: Shape,
}

/// The meaning of a relation's facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// The other arguments are a place, and this one is its content.
    Content(usize),
    /// This argument is a number, and the others name what it counts.
    Number(usize),
    /// These two arguments are a place, and the others name the piece there.
    Place(usize, usize),
    /// The argument is a place, named by a term, that is marked or not: `(drawn (horizontal 1 2))`.
    Mark,
    /// Nothing that can be drawn.
    Other,
}

/// The relations of a game's facts; those in `places` are places of pieces.
pub fn relations<'g>(game: &'g Game, places: &[String]) -> Vec<Relation<'g>> {
    let fluents = game.fluents.iter().enumerate().map(|(fluent, text)| (text.as_str(), Some(fluent)));
    let always = game.always.iter().map(|text| (text.as_str(), None));
    let mut by_name: BTreeMap<(&str, usize, bool), Vec<Fact<'_>>> = BTreeMap::new();
    for (text, fluent) in fluents.chain(always) {
        let (words, is_nested) = match (words(text), nested_words(text)) {
            (Some(words), _) => (words, false),
            (None, Some(words)) => (words, true),
            (None, None) => continue,
        };
        let (name, arguments) = (words[0], words[1..].to_vec());
        by_name.entry((name, arguments.len(), is_nested)).or_default().push(Fact { text, arguments, fluent });
    }
    // Static facts are drawn only together with facts that change.
    let changing = |(_, facts): &(_, Vec<Fact<'_>>)| facts.iter().any(|fact| fact.fluent.is_some());
    let relation = |((name, arity, is_nested), facts): ((&'g str, usize, bool), Vec<_>)| {
        let is_told = !is_nested && arity >= 2 && places.iter().any(|told| told == name);
        let shape = match is_nested {
            _ if is_told => Shape::Place(arity - 2, arity - 1),
            true => mark(game, arity, &facts),
            false => shape(game, arity, &facts),
        };
        Relation { name, facts, shape }
    };
    by_name.into_iter().filter(changing).map(relation).collect()
}

/// Places named by terms are drawn if they have two numbers and no variable says that only one of them is marked.
fn mark(game: &Game, arity: usize, facts: &[Fact<'_>]) -> Shape {
    let are_places = arity == 3 && facts.iter().all(|fact| fact.arguments[1..].iter().all(|word| is_number(word)));
    if are_places && varying(game, arity, facts).is_empty() { Shape::Mark } else { Shape::Other }
}

fn shape(game: &Game, arity: usize, facts: &[Fact<'_>]) -> Shape {
    let values = |argument: usize| facts.iter().map(move |fact| fact.arguments[argument]);
    let numbers = |argument: usize| values(argument).filter(|value| is_number(value)).count();
    let mostly_numbers = |argument: usize| 2 * numbers(argument) > facts.len();
    let content = |argument: usize| match arity {
        1 | 2 if mostly_numbers(argument) => Shape::Number(argument),
        1 => Shape::Other,
        2..=4 => Shape::Content(argument),
        _ => Shape::Other,
    };
    match varying(game, arity, facts).as_slice() {
        &[argument] => content(argument),
        &[one, other] if numbers(one) == facts.len() && numbers(other) == facts.len() => Shape::Place(one, other),
        // No state variable groups the facts, probably for lack of a proof: then last arguments are contents.
        [] if arity == 3 && !mostly_numbers(2) => Shape::Content(2),
        [] if arity == 2 && numbers(0) + numbers(1) == 2 * facts.len() => Shape::Place(0, 1),
        _ => Shape::Other,
    }
}

/// The arguments that differ between facts of the same state variable.
fn varying(game: &Game, arity: usize, facts: &[Fact<'_>]) -> Vec<usize> {
    let mut of_fluent: Vec<Option<&Fact<'_>>> = vec![None; game.fluents.len()];
    facts.iter().for_each(|fact| {
        if let Some(fluent) = fact.fluent {
            of_fluent[fluent] = Some(fact);
        }
    });
    let mut varies = vec![false; arity];
    for variable in &game.variables {
        let mut own = variable.fluents.iter().filter_map(|fluent| of_fluent[fluent.0 as usize]);
        let Some(first) = own.next() else { continue };
        for other in own {
            for (argument, differs) in varies.iter_mut().enumerate() {
                *differs |= first.arguments[argument] != other.arguments[argument];
            }
        }
    }
    (0..arity).filter(|&argument| varies[argument]).collect()
}
