//! Random games: the true value lies within the bounds, and `verify`, which fixes the strategies and lets the other side
//! do its best, finds that they prove them.

use agreement::expected::{ExpectedSheet, compare_all};
use bruteforce::JointGraph;
use randomgame::{BoardShape, RandomChoices, Turns, board};

use crate::support::{SolvedSheet, verified};

/// Random games of each kind.
pub fn games() -> u64 {
    std::env::var("BACKSOLVE_RANDOM_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(20)
}

/// A small random sheet of players and perhaps chance, whose rewards sum to 100 if there are two players.
pub fn sheet(seed: u64, turns: Turns, cyclic: bool, players: usize, chance: bool) -> String {
    constant_sum(&plain_sheet(seed, turns, cyclic, players, chance), players)
}

/// A small random sheet of players and perhaps chance, with any rewards.
pub fn plain_sheet(seed: u64, turns: Turns, cyclic: bool, players: usize, chance: bool) -> String {
    let mut random = RandomChoices::new(seed);
    let shape = BoardShape {
        roles: players + usize::from(chance),
        turns,
        cyclic,
        steps: None,
        cells: if cyclic { random.between(1, 3) } else { random.between(2, 4) },
        values: if cyclic { 2 } else { random.between(2, 3) },
        actions: random.between(1, 3),
        constant_sum: false,
        declared: false,
    };
    let text = board(&shape, &mut random).to_string();
    if chance { text.replace(&format!("p{}", players + 1), "random") } else { text }
}

/// Gives the second of two players what the first leaves of 100.
fn constant_sum(text: &str, players: usize) -> String {
    if players < 2 {
        return text.to_owned();
    }
    let reward = |line: &str, role: &str| -> Option<(String, i32)> {
        let rest = line.trim().strip_prefix(&format!("(reward {role} "))?.strip_suffix(')')?;
        let (outcome, reward) = rest.split_once(' ')?;
        Some((outcome.to_owned(), reward.parse().ok()?))
    };
    let first: Vec<(String, i32)> = text.lines().filter_map(|line| reward(line, "p1")).collect();
    let line = |line: &str| match reward(line, "p2") {
        Some((outcome, _)) => {
            let own = first.iter().find(|(other, _)| *other == outcome).expect("a reward of the first").1;
            format!("(reward p2 {outcome} {})", 100 - own)
        }
        None => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn solve(text: &str) -> Option<SolvedSheet> {
    let sheet = ExpectedSheet::new(text, false).unwrap_or_else(|what| panic!("{what}\n{text}"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("solution");
    match sheet.solve(&sheet.task(), &path, 1) {
        Ok(_) => {}
        Err(task::Error::NeverEnds(_) | task::Error::ConcurrentCycle(_)) => return None,
        Err(error) => panic!("{error}\n{text}"),
    }
    let database = solution::ExpectedDatabase::open(&path).expect("a solution");
    Some(SolvedSheet { folder, database, text: text.to_owned() })
}

fn acyclic(turns: Turns, players: usize, chance: bool) {
    let mut compared = 0;
    for seed in 0..games() * 4 {
        let text = sheet(seed, turns, false, players, chance);
        let Some(graph) = JointGraph::explore(&text, false, 1500) else { continue };
        let Some(solved) = solve(&text) else { continue };
        compare_all(&graph, &solved.database).unwrap_or_else(|what| panic!("seed {seed}: {what}\n{text}"));
        let report = verified(&solved);
        assert!(report.ok(), "seed {seed}: {:?}\n{text}", report.failures);
        compared += 1;
        if compared == games() {
            break;
        }
    }
    assert!(compared * 2 >= games(), "only {compared} games were small enough");
}

#[test]
fn simultaneous_games_have_the_values_of_brute_force() {
    acyclic(Turns::Simultaneous, 2, false);
}

#[test]
fn games_with_chance_have_the_values_of_brute_force() {
    acyclic(Turns::Irregular, 1, true);
    acyclic(Turns::Alternating, 2, true);
}

#[test]
fn games_with_chance_and_simultaneous_moves_have_the_values_of_brute_force() {
    acyclic(Turns::Simultaneous, 2, true);
}

#[test]
fn cyclic_games_with_chance_have_the_values_of_brute_force() {
    let mut compared = 0;
    for seed in 0..games() * 200 {
        let players = 1 + (seed % 2) as usize;
        let text = sheet(seed, if seed % 3 == 0 { Turns::Irregular } else { Turns::Alternating }, true, players, true);
        let Some(graph) = JointGraph::explore(&text, false, 40) else { continue };
        let Some(solved) = solve(&text) else { continue };
        // Many a sheet that could be cyclic is not.
        let Some(infinite) = solved.database.figures().infinite.clone() else { continue };
        let Some(values) = graph.by_all_strategies(0, infinite[0], 3000) else { continue };
        for (number, state) in graph.states.iter().enumerate() {
            let place = solved.database.facts().state(state.facts.iter().map(String::as_str)).expect("a state");
            let value = solved.database.probe(&place).expect("a file").expect("stored").values[0];
            let (lower, upper) = (value.lower().to_f64() - 1e-9, value.upper().to_f64() + 1e-9);
            let fits = lower <= values[number] && values[number] <= upper && upper - lower < 1.1e-6;
            assert!(fits, "seed {seed}: {value} instead of {} in {:?}\n{text}", values[number], state.facts);
        }
        let report = verified(&solved);
        assert!(report.ok(), "seed {seed}: {:?}\n{text}", report.failures);
        compared += 1;
        if compared == games() {
            break;
        }
    }
    assert!(compared * 2 >= games(), "only {compared} games were cyclic and small enough");
}
