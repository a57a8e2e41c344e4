//! Rules in words that need no knowledge of the sheet: places as drawn, moves by their own names.

use board::{Board, fact_words};
use game::Game;
use notation::plain;

use crate::lifted::Lifted;
use crate::rule::{Literal, Rule};
use crate::strategy::Content;

/// Expresses the rules of a role in words.
#[derive(Clone, Copy)]
pub struct Speaker<'s> {
    /// The game.
    pub game: &'s Game,
    /// The role that follows the rules.
    pub role: usize,
    /// The picture of the game, if it has one.
    pub board: Option<&'s Board>,
}

impl Speaker<'_> {
    /// A rule as a sentence, without its number.
    pub fn sentence(&self, content: &Content) -> String {
        match content {
            Content::Ground(rule) => self.ground(rule),
            Content::Lifted(rule) => self.lifted(rule),
        }
    }

    /// A ground rule as a sentence.
    pub fn ground(&self, rule: &Rule) -> String {
        let made = self.made(rule.made);
        if rule.literals.is_empty() {
            return format!("Whenever you can: {made}.");
        }
        format!("If {}: {made}.", all(rule.literals.iter().map(|&literal| self.literal(literal)).collect()))
    }

    fn lifted(&self, rule: &Lifted) -> String {
        let (mut now, mut then) = (Vec::new(), Vec::new());
        for piece in &rule.literals {
            match clause(&piece.text) {
                Clause::Now(text) => now.push(text),
                Clause::Then(text) => then.push(text),
            }
        }
        let made = match (rule.made.text.starts_with('?'), then.is_empty()) {
            (true, true) => "play any move".to_owned(),
            (true, false) => format!("play a move that {}", all(then)),
            (false, true) => self.named(&rule.made.text),
            (false, false) => format!("{}, if it {}", self.named(&rule.made.text), all(then)),
        };
        match now.is_empty() {
            true if rule.literals.is_empty() && !rule.made.text.starts_with('?') => {
                format!("Whenever you can: {made}.")
            }
            true => capitalised(&format!("{made}.")),
            false => format!("If {}: {made}.", all(now)),
        }
    }

    /// A move of the role by its own name.
    pub fn made(&self, made: usize) -> String {
        self.named(&self.game.moves[self.role][made].name)
    }

    fn named(&self, made: &str) -> String {
        self.board.map_or_else(|| plain(made), |board| board.move_in_words(made))
    }

    /// `a1 is x`, `heap 2 is empty`, `not at home`.
    pub fn literal(&self, literal: Literal) -> String {
        let drawn =
            self.board.and_then(|board| board.fact_in_words(self.game, literal.fluent as usize, literal.positive));
        drawn.unwrap_or_else(|| self.undrawn(literal))
    }

    /// A fact that is not in the picture: `holder jewel is anna` if it is one of several values, otherwise its words.
    fn undrawn(&self, literal: Literal) -> String {
        let fact = &self.game.fluents[literal.fluent as usize];
        let words = fact_words(fact);
        if words != plain(fact) {
            return if literal.positive { words } else { words.replacen(" is ", " is not ", 1) };
        }
        let holds = |v: &game::StateVariable| v.fluents.len() > 1 && v.fluents.iter().any(|f| f.0 == literal.fluent);
        let is = if literal.positive { "is" } else { "is not" };
        match words.rsplit_once(' ') {
            Some((what, value)) if self.game.variables.iter().any(holds) => format!("{what} {is} {value}"),
            _ if literal.positive => words,
            _ => format!("not {words}"),
        }
    }
}

/// `a`, `a and b`, `a, b and c`
fn all(mut parts: Vec<String>) -> String {
    match parts.pop() {
        Some(last) if !parts.is_empty() => format!("{} and {last}", parts.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// With a capital first letter.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A condition of a lifted rule.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Clause {
    /// About the state before the move.
    Now(String),
    /// About the move.
    Then(String),
}

/// A condition of a lifted rule in words; anything that is not one of the derived words is unchanged.
fn clause(text: &str) -> Clause {
    let (inner, positive) = match text.strip_prefix("(not ").and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => (inner, false),
        None => (text, true),
    };
    let as_written = || Clause::Then(format!("{} {inner}", if positive { "fits" } else { "does not fit" }));
    let words: Vec<&str> = inner.trim_matches(['(', ')']).split(' ').collect();
    let own = match words.get(1) {
        Some(&"?me") => true,
        Some(&"?them") => false,
        _ => return as_written(),
    };
    let Some((word, pattern)) = words[0].split_once('-') else { return as_written() };
    let one = format!("{} {pattern}", article(pattern));
    let (yes, no) = match (word, own, words.get(2)) {
        ("forks", false, Some(&"?any")) => {
            let could = |not: &str| format!("the other player can{not} get two ways to finish {one}");
            return Clause::Now(could(if positive { "" } else { "not" }));
        }
        ("completes", true, _) => (format!("gives you {one}"), format!("gives you no {pattern}")),
        ("completes", false, _) => (
            format!("takes the place where the other player could finish {one}"),
            format!("takes no place where the other player could finish {one}"),
        ),
        ("builds", true, _) => {
            (format!("leaves you one move away from {one}"), format!("does not leave you one move away from {one}"))
        }
        ("builds", false, _) => (
            format!("takes a place that would leave the other player one move away from {one}"),
            format!("takes no place that would leave the other player one move away from {one}"),
        ),
        ("forks", true, _) => {
            (format!("gives you two ways to finish {one}"), format!("does not give you two ways to finish {one}"))
        }
        ("forks", false, _) => (
            format!("takes a place that would give the other player two ways to finish {one}"),
            format!("takes no place that would give the other player two ways to finish {one}"),
        ),
        ("meets", true, _) => {
            (format!("is in {one} with something of yours"), format!("is in no {pattern} with anything of yours"))
        }
        ("meets", false, _) => (
            format!("is in {one} with something of the other player's"),
            format!("is in no {pattern} with anything of the other player's, even if you have blocked that {pattern}"),
        ),
        ("presses", _, _) => (
            format!(
                "leaves you one move away from {one} and gives the other player no two ways to finish one when they block"
            ),
            format!(
                "does not leave you one move away from {one}, or gives the other player two ways to finish one when they block"
            ),
        ),
        _ => return as_written(),
    };
    Clause::Then(if positive { yes } else { no })
}

/// `a line`, `an edge`
fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_describe_the_effect_of_a_move() {
        let said = |text: &str| match clause(text) {
            Clause::Then(said) => said,
            Clause::Now(said) => panic!("about the state: {said}"),
        };
        assert_eq!(said("(completes-line ?me ?m)"), "gives you a line");
        let apart = said("(not (meets-line ?them ?me ?m))");
        assert_eq!(apart, "is in no line with anything of the other player's, even if you have blocked that line");
        assert_eq!(said("(true (cell 1 1 ?them))"), "fits (true (cell 1 1 ?them))");
        assert_eq!(said("(builds-edge ?me ?m)"), "leaves you one move away from an edge");
    }

    #[test]
    fn conditions_on_the_state_are_not_conditions_on_the_move() {
        let said = clause("(forks-line ?them ?any)");
        assert_eq!(said, Clause::Now("the other player can get two ways to finish a line".to_owned()));
    }

    #[test]
    fn parts_are_joined_by_commas_and_and() {
        let parts = |number: usize| all(["a", "b", "c"][..number].iter().map(|part| (*part).to_owned()).collect());
        assert_eq!([parts(0), parts(1), parts(2), parts(3)], ["", "a", "a and b", "a, b and c"]);
    }
}
