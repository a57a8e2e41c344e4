//! Answers about random games are consistent: the best line has the printed value and distance, searched distances
//! equal those that would be stored, and moves are ordered by value.

use std::collections::HashMap;

use bruteforce::{Setup, SolvedGame};
use query::{Answer, Distance, LineEnd, Oracle, Position};
use randomgame::{BoardShape, RandomChoices, Turns, board};
use solution::Model;

/// The number of random games, unless `BACKSOLVE_RANDOM_GAMES` is set.
const GAMES: u64 = 60;

/// The number of positions examined in each game.
const POSITIONS: usize = 40;

/// The numbers of positions that searches may visit: too few, just about enough, plenty.
const EFFORTS: [usize; 4] = [0, 10, 100, 1_000_000];

/// A sheet and the question about it.
fn random_game(seed: u64) -> (String, Setup) {
    let mut random = RandomChoices::new(seed);
    let any = BoardShape::random(&mut random);
    let turns = if any.turns == Turns::Simultaneous { Turns::Alternating } else { any.turns };
    // Cyclic games are solved where rewards sum to a constant, or for one role.
    let constant_sum = any.constant_sum || any.cyclic && any.roles == 2;
    let cyclic = any.cyclic && any.roles < 3;
    let shape = BoardShape { turns, cyclic, constant_sum, cells: any.cells.min(4), ..any };
    let infinite = match shape.roles {
        1 => vec![0],
        _ => [vec![50, 50], vec![100, 0], vec![30, 70]][seed as usize % 3].clone(),
    };
    let question = Setup {
        model: if seed.is_multiple_of(2) { Model::Own } else { Model::Difference },
        infinite: Some(infinite).filter(|_| shape.cyclic),
        layered: false,
        ..Setup::default()
    };
    (board(&shape, &mut random).to_string(), question)
}

fn solved(sheet: &str, question: &Setup) -> (tempfile::TempDir, Oracle) {
    let folder = tempfile::tempdir().unwrap();
    SolvedGame::of(sheet, question).write(folder.path());
    let oracle = Oracle::open(folder.path()).unwrap();
    (folder, oracle)
}

/// Some positions of a game, as facts, with their stored answers.
fn positions(oracle: &mut Oracle) -> Vec<(String, Answer)> {
    let mut found = vec![oracle.initial().unwrap()];
    let mut answers = Vec::new();
    while answers.len() < found.len().min(POSITIONS) {
        let answer = oracle.answer(&found[answers.len()]).unwrap();
        let next: Vec<Position> = answer.moves.iter().map(|one| one.next.clone()).collect();
        answers.push(answer);
        for position in next {
            if !found.contains(&position) {
                found.push(position);
            }
        }
    }
    found.iter().map(|position| oracle.facts(position).join(" ")).zip(answers).collect()
}

/// The best line has the value and distance of the answer, and each of its moves is optimal.
fn line_is_as_told(oracle: &mut Oracle, position: &Position, told: &Answer, context: &str) {
    let line = oracle.line(position, told.distance, 10_000).unwrap();
    let mut at = position.clone();
    for made in &line.moves {
        let answer = oracle.answer(&at).unwrap();
        let own = answer.moves.iter().find(|one| one.next == made.next && one.joint == made.joint);
        assert!(own.is_some_and(|own| own.best), "{context}: {} is not optimal", made.text);
        assert_eq!(made.value, told.value, "{context}");
        at = made.next.clone();
    }
    match told.distance {
        Distance::Plies(plies) => {
            assert_eq!((line.moves.len(), line.end), (plies as usize, LineEnd::Over), "{context}");
            let end = oracle.answer(&at).unwrap();
            assert!(end.moves.is_empty() && end.value == told.value, "{context}");
        }
        Distance::Endless => {
            assert_eq!(line.end, LineEnd::Repeats, "{context}");
            let from = line.repeats_from.expect("a line that repeats");
            let before = from.checked_sub(1).map_or(position, |last| &line.moves[last].next);
            assert_eq!(Some(before), line.moves.last().map(|one| &one.next), "{context}");
        }
        Distance::MoreThan(_) => assert!(line.end == LineEnd::Over || line.moves.is_empty(), "{context}"),
    }
}

/// A searched distance equals the stored one, and one that was not found is longer than the bound.
fn agrees(found: Distance, stored: Distance) -> bool {
    match (found, stored) {
        (Distance::MoreThan(plies), Distance::Plies(stored)) => stored > plies,
        (Distance::MoreThan(_), Distance::Endless) => true,
        _ => found == stored,
    }
}

/// Distances of moves and positions are correct, and moves of equal value are ordered by their stored distances as far
/// as these are known.
fn distances_are_true(answer: &Answer, stored: &Answer, context: &str) {
    assert_eq!((&answer.value, answer.to_move), (&stored.value, stored.to_move), "{context}");
    assert!(agrees(answer.distance, stored.distance), "{context}: {:?}, {:?}", answer.distance, stored.distance);
    let truth: HashMap<&Vec<String>, usize> = stored.moves.iter().map(|one| &one.joint).zip(0..).collect();
    for one in &answer.moves {
        let same = &stored.moves[truth[&one.joint]];
        assert_eq!((&one.value, one.best), (&same.value, same.best), "{context}");
        assert!(agrees(one.distance, same.distance), "{context}: {} {:?}, {:?}", one.text, one.distance, same.distance);
    }
    for pair in answer.moves.windows(2) {
        let [first, second] = [&pair[0], &pair[1]].map(|one| &stored.moves[truth[&one.joint]]);
        let both_unknown = pair.iter().all(|one| one.distance.is_unknown());
        let in_order = truth[&pair[0].joint] < truth[&pair[1].joint] || first.distance == second.distance;
        assert!(in_order || both_unknown, "{context}: {} before {}", first.text, second.text);
    }
}

#[test]
fn best_lines_have_the_printed_value_and_distance() {
    let games = std::env::var("BACKSOLVE_RANDOM_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(GAMES);
    for seed in 0..games {
        let (sheet, question) = random_game(seed);
        let (_stored, mut stored) = solved(&sheet, &question);
        let known = positions(&mut stored);
        // If no terminal state is reachable, no distance is stored.
        if known.iter().any(|(_, answer)| answer.distance.is_unknown()) {
            continue;
        }
        for (facts, answer) in &known {
            let position = stored.state(facts).unwrap();
            line_is_as_told(&mut stored, &position, answer, &format!("game {seed}, stored, {facts}"));
        }
        let without = Setup { distances: false, ..question };
        let folder = tempfile::tempdir().unwrap();
        SolvedGame::of(&sheet, &without).write(folder.path());
        for effort in EFFORTS {
            let mut searching = Oracle::open(folder.path()).unwrap();
            for (facts, stored) in known.iter().step_by(7) {
                let context = format!("game {seed}, effort {effort}, {facts}");
                searching.set_effort(effort);
                let position = searching.state(facts).unwrap();
                let answer = searching.answer(&position).unwrap();
                distances_are_true(&answer, stored, &context);
                searching.set_effort(0);
                line_is_as_told(&mut searching, &position, &answer, &context);
            }
        }
    }
}

/// Regression: the best line was two plies shorter than its distance, with an effort too small for some positions.
#[test]
fn the_best_line_on_domineering_is_as_long_as_its_distance() {
    let question = Setup { distances: false, ..Setup::default() };
    let (_folder, mut oracle) = solved(&games::sheet("domineering:4x4").unwrap(), &question);
    let mut position = oracle.initial().unwrap();
    for effort in [3, 30, 300, 3_000, 30_000] {
        oracle.set_effort(effort);
        let answer = oracle.answer(&position).unwrap();
        line_is_as_told(&mut oracle, &position, &answer, &format!("effort {effort}"));
        // Symmetric moves have the same answer: the board can be rotated by 180 degrees.
        for one in &answer.moves {
            let fields: Vec<u32> =
                one.text.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
            let [r, c, s, d] = fields[..] else { panic!("{}", one.text) };
            let turned = format!("(place {} {} {} {})", 5 - s, 5 - d, 5 - r, 5 - c);
            let other = answer.moves.iter().find(|other| other.text == turned);
            assert_eq!(other.map(|other| other.distance), Some(one.distance), "effort {effort}: {}", one.text);
        }
    }
    position = oracle.play(&position, "place 1 2 2 2 place 3 2 3 3").unwrap();
    oracle.set_effort(100);
    let answer = oracle.answer(&position).unwrap();
    line_is_as_told(&mut oracle, &position, &answer, "after two moves");
}
