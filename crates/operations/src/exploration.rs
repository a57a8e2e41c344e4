//! Explores the first states of a game for defects that no single rule shows: a role has no move, or never a choice, or
//! the game is over immediately.
//!
//! A breadth-first search with the interpreter, until every role has had a choice and more than a handful of states is
//! known. So it ends quickly for games without such defects. That something never happens is reported only if all
//! states were seen. The search gives up after a fixed number of states, independent of the machine, or when it is
//! stopped.

use std::collections::{HashSet, VecDeque};
use std::time::Instant;

use game::stuck::Stuck;
use gdl::diagnostic::{Code, Diagnostic};
use gdl::rules::Keyword;
use gdl::{Rules, Span};
use interpret::{Interpreter, InterpreterLimits, State, TermId};
use number::count;

use crate::stop::Stop;

/// A game with fewer states than this is probably not the intended one.
pub const HANDFUL: usize = 10;

/// The maximum number of states and successors explored.
const STATES: usize = 300;
const SUCCESSORS: usize = 1000;
/// Sheets with more facts and rules take too long to compile for a short exploration.
const CLAUSES: usize = 20_000;
/// The limits of a query to the interpreter.
const LIMITS: InterpreterLimits = InterpreterLimits { steps: 100_000, bytes: 64 << 20, deadline: None };

/// The number of facts of a state that are shown.
const SHOWN: usize = 12;

/// The result of the exploration.
enum Explored {
    /// A role has no legal move in a non-terminal state with these facts.
    Stuck { role: usize, stuck: Stuck, facts: String },
    /// The initial state is terminal.
    Over,
    /// The number of all states, and for each role whether it ever had two legal moves.
    All { states: usize, chose: Vec<bool> },
}

/// Warnings about a game that is stuck or over within a handful of states, and about roles that never have a choice;
/// `known` are the diagnostics so far.
pub fn warnings(rules: &Rules, known: &[Diagnostic], stop: &Stop, deadline: Option<Instant>) -> Vec<Diagnostic> {
    let (states, chose) = match explore(rules, stop, deadline) {
        None => return Vec::new(),
        Some(Explored::Stuck { role, stuck, facts }) => return vec![unplayable(rules, role, &stuck, &facts)],
        Some(Explored::Over) => return vec![short("the game is over at the start: the initial state is terminal")],
        Some(Explored::All { states, chose }) => (states, chose),
    };
    let mut warnings = Vec::new();
    if states < HANDFUL {
        warnings.push(short(&format!("the game has only {}", count(states, "reachable state"))));
    }
    let seen = match states {
        1 => "the only reachable state".to_owned(),
        _ => format!("each of the {states} reachable states"),
    };
    for role in (0..chose.len()).filter(|&role| !chose[role]) {
        let place = place_of(rules, role);
        let is_known = |warning: &Diagnostic| warning.code == Code::Choice && warning.labels[0].span == place;
        if !known.iter().any(is_known) {
            let why = format!("it has at most one legal move in {seen}");
            warnings.push(gdl::check::choice::never(&name_of(rules, role), place, &why));
        }
    }
    warnings
}

fn unplayable(rules: &Rules, role: usize, stuck: &Stuck, facts: &str) -> Diagnostic {
    Diagnostic::warning(Code::Missing, stuck.to_string())
        .at(place_of(rules, role), "every role needs a move until the game ends")
        .help(format!("for example in the state {facts}"))
}

fn short(message: &str) -> Diagnostic {
    Diagnostic::warning(Code::Short, message)
        .help("if it should be longer, look for a condition that never holds, or one that always does")
}

fn name_of(rules: &Rules, role: usize) -> String {
    rules.display(&rules.roles[role]).to_string()
}

/// The place where the sheet names a role.
fn place_of(rules: &Rules, role: usize) -> Span {
    let keyword = rules.keyword(Keyword::Role);
    let is_fact =
        |clause: &&gdl::rules::Clause| clause.head.relation == keyword && clause.head.arguments[0] == rules.roles[role];
    rules.clauses.iter().find(is_fact).map_or(Span::default(), |clause| clause.span)
}

/// Explores the states of a game; `None` if there are too many, if there is nothing to warn about, or if it is stopped.
fn explore(rules: &Rules, stop: &Stop, deadline: Option<Instant>) -> Option<Explored> {
    let goes_on = || (!stop.raised() && deadline.is_none_or(|deadline| Instant::now() < deadline)).then_some(());
    if rules.clauses.len() > CLAUSES {
        return None;
    }
    goes_on()?;
    let mut game = Interpreter::with_limits(rules, InterpreterLimits { deadline, ..LIMITS }).ok()?;
    let start = game.initial().ok()?;
    if game.terminal(&start).ok()? {
        return Some(Explored::Over);
    }
    let mut chose = vec![false; rules.roles.len()];
    let (mut known, mut open) = (HashSet::from([start.clone()]), VecDeque::from([start]));
    let mut successors = 0;
    while let Some(state) = open.pop_front() {
        if game.terminal(&state).ok()? {
            continue;
        }
        let legal = game.legal(&state).ok()?;
        if let (Some(role), Some(stuck)) =
            (legal.iter().position(Vec::is_empty), Stuck::find(&legal, |role| name_of(rules, role)))
        {
            return Some(Explored::Stuck { role, stuck, facts: facts(&game, &state) });
        }
        chose.iter_mut().zip(&legal).for_each(|(chose, moves)| *chose |= moves.len() > 1);
        successors += legal.iter().map(Vec::len).fold(1, usize::saturating_mul);
        if successors > SUCCESSORS {
            return None;
        }
        for joint in joint_moves(&legal) {
            goes_on()?;
            let next = game.next(&state, &joint).ok()?;
            if known.insert(next.clone()) {
                open.push_back(next);
            }
        }
        let is_plain = chose.iter().all(|chose| *chose) && known.len() >= HANDFUL;
        if is_plain || known.len() > STATES {
            return None;
        }
    }
    Some(Explored::All { states: known.len(), chose })
}

/// The facts of a state, or the first of many.
fn facts(game: &Interpreter, state: &State) -> String {
    let mut facts: Vec<String> = state.facts().iter().map(|&fact| game.text(fact)).collect();
    facts.sort();
    let more = if facts.len() > SHOWN { " …" } else { "" };
    facts.truncate(SHOWN);
    facts.join(" ") + more
}

/// All combinations of one move per role.
fn joint_moves(legal: &[Vec<TermId>]) -> Vec<Vec<TermId>> {
    legal.iter().fold(vec![Vec::new()], |joints: Vec<Vec<TermId>>, moves| {
        let longer = |joint: &Vec<TermId>, &made: &TermId| joint.iter().copied().chain([made]).collect();
        joints.iter().flat_map(|joint| moves.iter().map(|made| longer(joint, made)).collect::<Vec<_>>()).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exploration_ends_when_it_is_stopped() {
        let source = gdl::Source::new("over", "(role a) (init s) (legal a go) (<= terminal (true s)) (goal a 100)");
        let rules = gdl::check::check_in(&source, gdl::Mode::Strict).rules.expect("a well-formed sheet");
        let stopped = Stop::default();
        stopped.raise();
        assert_eq!(warnings(&rules, &[], &Stop::default(), None).len(), 1);
        assert!(warnings(&rules, &[], &stopped, None).is_empty());
        assert!(warnings(&rules, &[], &Stop::default(), Some(Instant::now())).is_empty());
    }
}
