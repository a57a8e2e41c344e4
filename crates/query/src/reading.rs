//! Parses played moves.
//!
//! A ply is written as the move of the role to move; if nobody has a choice, as the moves that happen. The other roles'
//! moves may be included, before or after the main move. A ply in which all moves are idle may be omitted. So several
//! parses may be possible. A text with one move for each ply, as lines of play are printed, is parsed as that.
//! Otherwise parses are tried in order: those with the fewest moves of others first, and among these the longest
//! spelling of a move. So a move of the role to move is never parsed as an idle move of the same name unless there is
//! no other parse. Square brackets group the moves of a ply. A remaining text that cannot be parsed from a state is not
//! tried from there again.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::hash::Hash;
use std::ops::Range;

use notation::Notation;

use crate::error::Error;
use crate::spelling::{self, Spelling};
use crate::turn::{Turn, written};

/// The queries that the parser makes about a game.
pub(crate) trait Game {
    /// A state.
    type State: Clone + Eq + Hash;

    /// The turn; `None` if the state is terminal or stuck.
    fn turn(&mut self, state: &Self::State) -> Result<Option<Turn>, Error>;

    /// The state after one of the joint moves of its turn.
    fn after(&mut self, state: &Self::State, joint: usize) -> Result<Self::State, Error>;

    /// The role without a legal move in a non-terminal state.
    fn stuck(&mut self, state: &Self::State) -> Result<Option<usize>, Error>;

    /// The name of a role.
    fn role(&self, role: usize) -> &str;

    /// The notation for people. The terms of the rules are accepted too.
    fn notation(&self) -> &Notation;
}

/// A ply that was made.
#[derive(Clone, Debug)]
pub struct Ply<S> {
    /// The state before it.
    pub before: S,
    /// The role to move, if there is exactly one.
    pub mover: Option<usize>,
    /// The ply in the terms of the rules.
    pub text: String,
    /// The same in the notation for people.
    pub name: String,
    /// The moves of all roles.
    pub joint: Vec<String>,
    /// The state after it.
    pub after: S,
}

/// A parse of the next ply: a joint move, and the number of names that spell it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reading {
    joint: usize,
    names: usize,
}

/// A state that was reached, with the parses of the next ply that have not been tried, best last.
struct Frame<S> {
    at: usize,
    state: S,
    turn: Option<Turn>,
    open: Vec<Reading>,
}

/// How plies may be written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// As printed: the move of the role to move, and a move common to all roles once.
    Printed,
    /// With moves of others, or without idle plies.
    Any,
}

/// The plies that a text spells, starting from a state.
pub(crate) fn read<G: Game>(game: &mut G, from: &G::State, text: &str) -> Result<Vec<Ply<G::State>>, Error> {
    spelling::check_brackets(text)?;
    let (names, groups) = (spelling::names(text), spelling::groups(text));
    match read_in(Style::Printed, game, from, (&names, &groups)) {
        Err(Error::Question(_)) => read_in(Style::Any, game, from, (&names, &groups)),
        read => read,
    }
}

fn read_in<G: Game>(
    style: Style,
    game: &mut G,
    from: &G::State,
    (names, groups): (&[&str], &[Range<usize>]),
) -> Result<Vec<Ply<G::State>>, Error> {
    let mut tried = HashSet::from([(0, from.clone())]);
    let mut made: Vec<Ply<G::State>> = Vec::new();
    let mut stack = vec![frame(style, game, (names, groups), 0, from.clone())?];
    // The first failure among those after the most names.
    let mut failure = None;
    while let Some(top) = stack.last_mut() {
        if top.at == names.len() {
            return Ok(made);
        }
        let Some(reading) = top.open.pop() else {
            if failure.as_ref().is_none_or(|&(at, _)| at < top.at) {
                failure = Some((top.at, unreadable(game, &names[top.at..], made.len(), top)?));
            }
            stack.pop();
            made.pop();
            continue;
        };
        let (at, after) = (top.at + reading.names, game.after(&top.state, reading.joint)?);
        if tried.insert((at, after.clone())) {
            made.extend(top.turn.as_ref().map(|turn| Ply {
                before: top.state.clone(),
                mover: turn.to_move,
                text: written(&turn.joints[reading.joint], &turn.written, " "),
                name: turn.names(game.notation()).swap_remove(reading.joint),
                joint: turn.joints[reading.joint].clone(),
                after: after.clone(),
            }));
            stack.push(frame(style, game, (names, groups), at, after)?);
        }
    }
    Err(failure.map_or_else(|| Error::Question("there are no moves".to_owned()), |(_, error)| error))
}

/// The move that a text spells, as an index into the legal moves of a role.
pub fn read_move(text: &str, legal: &[String], notation: &Notation) -> Result<usize, Error> {
    spelling::check_brackets(text)?;
    let names = spelling::names(text);
    let turn =
        Turn { to_move: Some(0), written: vec![0], joints: legal.iter().map(|made| vec![made.clone()]).collect() };
    let whole =
        readings(Style::Printed, &turn, &names, notation).into_iter().find(|reading| reading.names == names.len());
    whole.map(|reading| reading.joint).ok_or_else(|| {
        let (terms, texts) = (turn.texts(), turn.names(notation));
        let meant = |spelt: &[String]| spelling::meant(&names, spelt.iter().map(String::as_str));
        Error::Question(match meant(&terms).or_else(|| meant(&texts)) {
            Some(number) => format!("`{}` is not a legal move; did you mean {}?", text.trim(), texts[number]),
            None => format!("`{}` is not a legal move", text.trim()),
        })
    })
}

fn frame<G: Game>(
    style: Style,
    game: &mut G,
    (names, groups): (&[&str], &[Range<usize>]),
    at: usize,
    state: G::State,
) -> Result<Frame<G::State>, Error> {
    let turn = if at < names.len() { game.turn(&state)? } else { None };
    let mut open = turn.as_ref().map_or(Vec::new(), |turn| readings(style, turn, &names[at..], game.notation()));
    open.retain(|reading| keeps_groups(groups, at, at + reading.names));
    open.reverse();
    Ok(Frame { at, state, turn, open })
}

/// Whether a ply parsed from some names is a whole group or contains no part of one. An omitted ply has no names.
fn keeps_groups(groups: &[Range<usize>], start: usize, end: usize) -> bool {
    let is_apart = |group: &Range<usize>| end <= group.start || group.end <= start;
    start == end || groups.iter().all(|group| is_apart(group) || *group == (start..end))
}

/// The parses of the next ply, the best first: in the terms of the rules, then in the notation for people.
fn readings(style: Style, turn: &Turn, names: &[&str], notation: &Notation) -> Vec<Reading> {
    let mut found = readings_of(style, turn, &turn.joints, names);
    let named = readings_of(style, turn, &turn.named(notation), names);
    found.extend(named.into_iter().filter(|reading| !found.contains(reading)).collect::<Vec<_>>());
    if turn.is_idle() && style == Style::Any {
        // If all moves are idle, as many of the names as possible belong to this ply.
        found.sort_by_key(|reading| Reverse(reading.names));
        found.push(Reading { joint: 0, names: 0 });
    }
    found
}

/// The same for joint moves in one spelling.
fn readings_of(style: Style, turn: &Turn, joints: &[Vec<String>], names: &[&str]) -> Vec<Reading> {
    let spelt: Vec<Vec<Vec<&str>>> =
        joints.iter().map(|joint| joint.iter().map(|text| spelling::names(text)).collect()).collect();
    let all = |skip: usize| {
        let of_joint = |(joint, spelt): (usize, &Vec<Vec<&str>>)| {
            let spelling = Spelling { moves: spelt, needed: turn.needed(style == Style::Printed), skip };
            let own = printed(turn, spelt, skip);
            let lengths = spelling.lengths(names).into_iter().filter(|&length| style == Style::Any || length == own);
            lengths.map(move |names| (own, Reading { joint, names })).collect::<Vec<_>>()
        };
        let mut found: Vec<(usize, Reading)> = spelt.iter().enumerate().flat_map(of_joint).collect();
        found.sort_by_key(|&(own, reading)| (reading.names.saturating_sub(own), Reverse(own)));
        found.into_iter().map(|(_, reading)| reading).collect::<Vec<_>>()
    };
    let mut found = all(0);
    if let (true, [role]) = (found.is_empty(), &*turn.written) {
        let first = |joint: &Vec<Vec<&str>>| joint[*role].first().map(|word| (*word).to_owned());
        if spelt.windows(2).all(|pair| first(&pair[0]) == first(&pair[1])) {
            found = all(1);
        }
    }
    found
}

/// The number of names in a joint move as printed.
fn printed(turn: &Turn, spelt: &[Vec<&str>], skip: usize) -> usize {
    match (&*turn.written, spelt) {
        ([], [first, rest @ ..]) if rest.iter().all(|other| other == first) => first.len(),
        ([], all) => all.iter().map(Vec::len).sum(),
        (roles, _) => roles.iter().map(|&role| spelt[role].len() - skip).sum(),
    }
}

/// The number of names of the longest move that is written in a ply.
fn printed_names(turn: &Turn, joint: &[String]) -> usize {
    let written = |role: &usize| turn.written.is_empty() || turn.written.contains(role);
    (0..joint.len()).filter(written).map(|role| spelling::names(&joint[role]).len()).max().unwrap_or(1)
}

/// The error that the remaining names cannot be parsed from a state, after the given number of plies.
fn unreadable<G: Game>(game: &mut G, names: &[&str], plies: usize, top: &Frame<G::State>) -> Result<Error, Error> {
    let Some(turn) = &top.turn else {
        let stuck = game.stuck(&top.state)?.map(|role| game.role(role).to_owned());
        return Ok(spelling::nothing_left(names, plies, stuck.as_deref()));
    };
    let whose = turn.to_move.map_or("there is".to_owned(), |role| format!("{} has", game.role(role)));
    // No more names than a move has, so that the next move is not part of the message.
    let longest = turn.joints.iter().map(|joint| printed_names(turn, joint)).max().unwrap_or(4);
    let spelt = names[..names.len().min(longest)].join(" ");
    let (terms, texts) = (turn.texts(), turn.names(game.notation()));
    let meant = |spelt: &[String]| spelling::meant(names, spelt.iter().map(String::as_str));
    let instead = match meant(&terms).or_else(|| meant(&texts)) {
        Some(number) => format!("did you mean {}?", texts[number]),
        None => format!("{whose} {}", spelling::listed(&texts)),
    };
    let what = match waiting(turn, names) {
        Some(role) => format!("is the waiting move of {}", game.role(role)),
        None => "is not legal".to_owned(),
    };
    Ok(Error::Question(format!("move {}, `{spelt}`, {what}; {instead}", plies + 1)))
}

/// The role whose idle move is given alone, without a move of the role to move.
fn waiting(turn: &Turn, names: &[&str]) -> Option<usize> {
    let joint = turn.joints.first()?;
    (0..joint.len()).find(|role| !turn.written.contains(role) && spelling::names(&joint[*role]) == names)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    static PLAIN: Notation = Notation { grid: None, moves: Vec::new(), facts: Vec::new(), words: BTreeMap::new() };

    /// A turn of the second of two roles.
    fn turn(legal: &[&str]) -> Turn {
        let joints = legal.iter().map(|text| vec!["noop".to_owned(), (*text).to_owned()]).collect();
        Turn { to_move: Some(1), written: vec![1], joints }
    }

    fn read(text: &str, legal: &[&str]) -> Option<(usize, usize)> {
        let readings = readings(Style::Any, &turn(legal), &spelling::names(text), &Notation::default());
        readings.first().map(|reading| (reading.joint, reading.names))
    }

    #[test]
    fn moves_may_be_spelt_in_many_ways() {
        let legal = ["(mark 1 1)", "(mark 1 2)"];
        for text in ["(mark 1 2) (mark 1 1)", "mark(1,2)", "mark 1 2; mark 1 1", "[\"(mark 1 2)\"]"] {
            assert_eq!(read(text, &legal), Some((1, 3)), "{text}");
        }
        assert_eq!(read("1 2 1 1", &legal), Some((1, 2)));
        assert_eq!(read("pass", &["pass"]), Some((0, 1)));
    }

    #[test]
    fn a_single_move_is_parsed_like_several() {
        let legal = ["(mark 1 1)", "(mark 1 2)"].map(str::to_owned);
        for text in ["(mark 1 2)", "mark(1,2)", "1 2", " mark 1 2 "] {
            assert_eq!(read_move(text, &legal, &Notation::default()).ok(), Some(1), "{text}");
        }
        for (text, told) in
            [("mark 1 2 mark 1 1", "is not a legal move"), ("mrk 1 2", "did you mean mark 1 2?"), ("", "")]
        {
            assert!(read_move(text, &legal, &Notation::default()).unwrap_err().to_string().contains(told), "{text}");
        }
    }

    #[test]
    fn illegal_moves_are_rejected() {
        assert_eq!(read("mark 3 3", &["(mark 1 1)", "(mark 1 2)"]), None);
        assert_eq!(read("1 1", &["(mark 1 1)", "(take 1 1)"]), None, "mark or take?");
        assert_eq!(read("pass", &[]), None);
        assert_eq!(read("", &["pass"]), None);
    }

    #[test]
    fn the_longest_spelling_comes_first() {
        assert_eq!(read("p q", &["p", "(p q)"]), Some((1, 2)));
        assert_eq!(read("p r", &["p", "(p q)"]), Some((0, 1)));
    }

    /// Plies by number: the first two are chosen, in the third all wait, in the fourth one role acts, and then the game
    /// is over.
    struct Staged;

    impl Game for Staged {
        type State = usize;

        fn turn(&mut self, state: &usize) -> Result<Option<Turn>, Error> {
            let joints = |texts: &[[&str; 2]]| texts.iter().map(|joint| joint.map(str::to_owned).to_vec()).collect();
            Ok(match state {
                0 => Some(Turn { to_move: Some(0), written: vec![0], joints: joints(&[["a", "wait"], ["b", "wait"]]) }),
                1 => Some(Turn { to_move: Some(1), written: vec![1], joints: joints(&[["wait", "a"], ["wait", "b"]]) }),
                2 => Some(Turn { to_move: None, written: vec![], joints: joints(&[["wait", "wait"]]) }),
                3 => Some(Turn { to_move: Some(0), written: vec![0], joints: joints(&[["a", "wait"]]) }),
                _ => None,
            })
        }

        fn after(&mut self, state: &usize, _: usize) -> Result<usize, Error> {
            Ok(state + 1)
        }

        fn stuck(&mut self, _: &usize) -> Result<Option<usize>, Error> {
            Ok(None)
        }

        fn role(&self, role: usize) -> &str {
            ["one", "two"][role]
        }

        fn notation(&self) -> &Notation {
            &PLAIN
        }
    }

    fn plies(text: &str) -> Result<usize, String> {
        super::read(&mut Staged, &0, text).map(|plies| plies.len()).map_err(|error| error.to_string())
    }

    #[test]
    fn idle_moves_and_idle_plies_may_be_included_or_omitted() {
        for text in
            ["a b wait a", "a b a", "a wait wait b wait wait a wait", "a wait b wait wait a", "a b wait wait a wait"]
        {
            assert_eq!(plies(text), Ok(4), "{text}");
        }
        assert_eq!(plies("a b"), Ok(2));
        assert_eq!(plies("a b wait"), Ok(3), "a line that is printed is read as it is meant");
        assert_eq!(plies("a b [wait wait]"), Ok(3));
        assert_eq!(plies("a wait"), Ok(1));
    }

    /// A game in which two plies of waiting follow a move.
    struct Waiting;

    impl Game for Waiting {
        type State = usize;

        fn turn(&mut self, state: &usize) -> Result<Option<Turn>, Error> {
            let joint = |moves: [&str; 2]| moves.map(str::to_owned).to_vec();
            Ok(match state {
                0 => Some(Turn {
                    to_move: Some(0),
                    written: vec![0],
                    joints: vec![joint(["a", "wait"]), joint(["b", "wait"])],
                }),
                1 | 2 => Some(Turn { to_move: None, written: vec![], joints: vec![joint(["wait", "wait"])] }),
                3 => Some(Turn { to_move: None, written: vec![0, 1], joints: vec![joint(["take", "give"])] }),
                _ => None,
            })
        }

        fn after(&mut self, state: &usize, _: usize) -> Result<usize, Error> {
            Ok(state + 1)
        }

        fn stuck(&mut self, _: &usize) -> Result<Option<usize>, Error> {
            Ok(None)
        }

        fn role(&self, role: usize) -> &str {
            ["one", "two"][role]
        }

        fn notation(&self) -> &Notation {
            &PLAIN
        }
    }

    #[test]
    fn a_printed_line_is_read_ply_by_ply() {
        let plies = |text: &str| super::read(&mut Waiting, &0, text).map(|plies| plies.len());
        for (text, wanted) in [("a", 1), ("a wait", 2), ("a wait wait", 3), ("a wait wait [take give]", 4)] {
            assert_eq!(plies(text).ok(), Some(wanted), "{text}");
        }
        assert_eq!(plies("a wait wait wait").ok(), Some(3), "and else as well as can be");
        assert_eq!(plies("a take").ok(), Some(4), "one of the moves of a ply without a choice tells it");
    }

    #[test]
    fn the_error_is_at_the_furthest_point_reached() {
        assert_eq!(plies("a c"), Err("move 2, `c`, is not legal; two has a, b".to_owned()));
        assert_eq!(plies("wait"), Err("move 1, `wait`, is the waiting move of two; one has a, b".to_owned()));
        assert_eq!(plies("a b b"), Err("move 4, `b`, is not legal; one has a".to_owned()));
        assert_eq!(plies("a b a a"), Err("the game is over before `a`, after 4 moves".to_owned()));
    }
}
