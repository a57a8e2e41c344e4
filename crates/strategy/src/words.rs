//! Rules in words.

use game::Game;

use crate::rule::{Literal, Rule};
use crate::strategy::Content;

/// A rule as a sentence, without its number.
pub fn sentence(content: &Content, game: &Game, role: usize) -> String {
    match content {
        Content::Ground(rule) => ground(rule, game, role),
        Content::Lifted(rule) => {
            let conditions: Vec<String> = rule.literals.iter().map(|piece| condition(&piece.text)).collect();
            let made = match rule.made.text.starts_with('?') {
                true => "any move".to_owned(),
                false => bare(&rule.made.text).to_owned(),
            };
            match conditions.is_empty() {
                true => format!("Where you can, play {made}."),
                false => format!("Play {made} {}.", conditions.join(" and ")),
            }
        }
    }
}

fn ground(rule: &Rule, game: &Game, role: usize) -> String {
    let made = bare(&game.moves[role][rule.made].name);
    if rule.literals.is_empty() {
        return format!("Where you can, play {made}.");
    }
    let literals: Vec<String> = rule.literals.iter().map(|&l| literal(l, game)).collect();
    format!("If {}, play {made}.", literals.join(" and "))
}

/// `cell 1 1 is x`, `cell 2 2 is not o`, or the fact itself where it is no value of a variable.
pub fn literal(literal: Literal, game: &Game) -> String {
    let fact = &game.fluents[literal.fluent as usize];
    let grouped = game.variables.iter().any(|v| v.fluents.len() > 1 && v.fluents.iter().any(|f| f.0 == literal.fluent));
    let is = if literal.positive { "is" } else { "is not" };
    match bare(fact).rsplit_once(' ') {
        Some((what, value)) if grouped => format!("{what} {is} {value}"),
        _ if literal.positive => format!("{fact} holds"),
        _ => format!("{fact} does not hold"),
    }
}

/// A condition of a lifted rule as a relative clause; what is not one of the made words stays as it is written.
fn condition(text: &str) -> String {
    let (inner, positive) = match text.strip_prefix("(not ").and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => (inner, false),
        None => (text, true),
    };
    let words: Vec<&str> = inner.trim_matches(['(', ')']).split(' ').collect();
    let own = match words.get(1) {
        Some(&"?me") => true,
        Some(&"?them") => false,
        _ => return format!("for which {text}"),
    };
    let Some((word, pattern)) = words[0].split_once('-') else { return format!("for which {text}") };
    let clause = |yes: &str, no: &str| (if positive { yes } else { no }).replace("PATTERN", pattern);
    match (word, own, words.get(2)) {
        ("forks", false, Some(&"?any")) => clause(
            "while the opponent could get two ways to complete a PATTERN",
            "while the opponent could not get two ways to complete a PATTERN",
        ),
        ("completes", true, _) => clause("that gives you a PATTERN", "that gives you no PATTERN"),
        ("completes", false, _) => clause(
            "that takes the place where the opponent would complete a PATTERN",
            "that takes no place where the opponent would complete a PATTERN",
        ),
        ("builds", true, _) => {
            clause("after which you are one step from a PATTERN", "that brings you to one step from no PATTERN")
        }
        ("builds", false, _) => clause(
            "that takes a place from which the opponent would be one step from a PATTERN",
            "that takes no place from which the opponent would be one step from a PATTERN",
        ),
        ("forks", true, _) => clause(
            "after which you have two ways to complete a PATTERN",
            "after which you have not two ways to complete a PATTERN",
        ),
        ("forks", false, _) => clause(
            "that takes a place which would give the opponent two ways to complete a PATTERN",
            "that takes no place which would give the opponent two ways to complete a PATTERN",
        ),
        ("meets", true, _) => {
            clause("that is in a PATTERN with something of yours", "that is in no PATTERN with anything of yours")
        }
        ("meets", false, _) => clause(
            "that is in a PATTERN with something of the opponent's",
            "that is in no PATTERN with anything of the opponent's, not even in one that you have blocked",
        ),
        ("presses", _, _) => clause(
            "after which you are one step from a PATTERN, and where the opponent must answer gives them no two ways to complete one",
            "that does not force the opponent to answer where it gives them no two ways to complete a PATTERN",
        ),
        _ => format!("for which {text}"),
    }
}

/// Without the outer brackets.
fn bare(text: &str) -> &str {
    text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_relative_clauses() {
        assert_eq!(condition("(completes-line ?me ?m)"), "that gives you a line");
        let shares = condition("(not (meets-line ?them ?me ?m))");
        assert_eq!(shares, "that is in no line with anything of the opponent's, not even in one that you have blocked");
        assert_eq!(condition("(true (cell 1 1 ?them))"), "for which (true (cell 1 1 ?them))");
    }
}
