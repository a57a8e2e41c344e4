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
                true => "play any move".to_owned(),
                false => format!("play {}", bare(&rule.made.text)),
            };
            match conditions.is_empty() {
                true => format!("Where you can, {made}."),
                false => format!("{}{} for which {}.", made[..1].to_uppercase(), &made[1..], conditions.join(" and ")),
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

/// A condition of a lifted rule; what is not one of the made words stays as it is written.
fn condition(text: &str) -> String {
    if let Some(inner) = text.strip_prefix("(not ").and_then(|rest| rest.strip_suffix(')')) {
        return format!("it is not so that {}", condition(inner));
    }
    let words: Vec<&str> = text.trim_matches(['(', ')']).split(' ').collect();
    let who = |word: Option<&&str>| match word {
        Some(&"?me") => "you".to_owned(),
        Some(&"?them") => "the opponent".to_owned(),
        other => other.map_or(String::new(), |name| (*name).to_owned()),
    };
    let Some((word, pattern)) = words[0].split_once('-') else { return text.to_owned() };
    let role = who(words.get(1));
    match word {
        "forks" if words.get(2) == Some(&"?any") => format!("{role} could now get two ways to complete a {pattern}"),
        "presses" => format!("afterwards you lack one fact for a {pattern}, and its place is none where the opponent gets two ways"),
        "completes" if role == "you" => format!("it gives you a {pattern}"),
        "completes" => format!("it takes the place with which {role} would complete a {pattern}"),
        "builds" if role == "you" => format!("afterwards you lack one fact for a {pattern}"),
        "builds" => format!("in its place {role} would come within one fact of a {pattern}"),
        "forks" if role == "you" => format!("afterwards you have two ways to complete a {pattern}"),
        "forks" => format!("in its place {role} would get two ways to complete a {pattern}"),
        "meets" if role == "you" => format!("it shares a {pattern} with something of yours"),
        "meets" => format!("it shares a {pattern} with something of {role}"),
        _ => text.to_owned(),
    }
}

/// Without the outer brackets.
fn bare(text: &str) -> &str {
    text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(text)
}
