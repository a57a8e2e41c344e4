//! Stored strategies attain the values: whoever always plays by them loses nothing to a best response, which separate
//! code finds. Keeping the value in every single move is not enough, since a move that only waits does that.

use agreement::expected::ExpectedSheet;
use bruteforce::{JointGraph, Mixture};
use layer::ExpectedRecord;
use randomgame::{RandomChoices, Turns};
use solution::ExpectedDatabase;

use crate::random::{games, plain_sheet, sheet};

/// Rounding in the best response.
const SLACK: f64 = 1e-8;

/// A solved game with brute force's view of it.
struct Case {
    graph: JointGraph,
    records: Vec<ExpectedRecord>,
    players: Vec<usize>,
    infinite: Vec<i32>,
}

impl Case {
    fn new(graph: JointGraph, database: &ExpectedDatabase) -> Case {
        let record = |state: &bruteforce::JointState| {
            let place = database.facts().state(state.facts.iter().map(String::as_str)).expect("a state");
            database.probe(&place).expect("a file").expect("stored")
        };
        let players = database.players();
        let infinite = database.figures().infinite.clone().unwrap_or(vec![0; players.len()]);
        Case { records: graph.states.iter().map(record).collect(), graph, players, infinite }
    }

    /// The stored strategy of a side in a state. Where none is stored any move that keeps the bound does: the last here.
    fn strategy(&self, state: usize, valued: usize, others: bool, stored: bool) -> Mixture {
        let picks = self.records[state].strategies.get(valued).map(|pair| &pair[usize::from(others)]);
        let total: u64 = picks.iter().flat_map(|picks| picks.iter()).map(|pick| pick.1).sum();
        if total > 0 && stored {
            let share = |&(pick, weight): &(u16, u64)| (usize::from(pick), weight as f64 / total as f64);
            return picks.into_iter().flatten().map(share).collect();
        }
        let cells = self.graph.cells(state, self.players[valued]);
        let bound = |drawn: &Vec<usize>| {
            let values = drawn.iter().map(|&next| self.records[next].values[valued]);
            let sum: f64 = match others {
                true => values.map(|value| -value.upper().to_f64()).sum(),
                false => values.map(|value| value.lower().to_f64()).sum(),
            };
            sum / drawn.len() as f64
        };
        let bounds: Vec<f64> = match others {
            true => cells[0].iter().map(bound).collect(),
            false => cells.iter().map(|row| bound(&row[0])).collect(),
        };
        let best = bounds.iter().copied().fold(f64::MIN, f64::max);
        let pick = bounds.iter().rposition(|&bound| bound >= best - 1e-12).expect("a move");
        vec![(pick, 1.0)]
    }

    /// The most by which a best response gets a side beyond its bound, by stored strategies or by single moves alone.
    fn excess(&self, stored: bool) -> f64 {
        let mut most = f64::MIN;
        for (valued, &role) in self.players.iter().enumerate().take(self.records[0].values.len()) {
            for others in [false, true] {
                let strategy = |state: usize| self.strategy(state, valued, others, stored);
                let values = self.graph.against_best_response(role, others, strategy, self.infinite[valued]);
                for (value, record) in values.into_iter().zip(&self.records) {
                    let bound = record.values[valued];
                    let beyond = if others { value - bound.upper().to_f64() } else { bound.lower().to_f64() - value };
                    most = most.max(beyond);
                }
            }
        }
        most
    }
}

/// Solves a sheet; none if it cannot be solved or is too large for brute force.
fn case(text: &str, security: Option<Vec<i32>>) -> Option<Case> {
    let graph = JointGraph::explore(text, false, 60)?;
    let sheet = ExpectedSheet::new(text, false).unwrap_or_else(|what| panic!("{what}\n{text}"));
    let mut task = sheet.task();
    (task.security, task.infinite) = (security.is_some(), security);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("solution");
    match sheet.solve(&task, &path, 1) {
        Ok(_) => {}
        Err(task::Error::NeverEnds(_) | task::Error::ConcurrentCycle(_)) => return None,
        Err(error) => panic!("{error}\n{text}"),
    }
    let report = verify::verify(&path, &verify::CheckOptions::default(), &mut |_| true).expect("checked");
    assert!(report.ok() && report.complete, "{:?}\n{text}", report.failures);
    Some(Case::new(graph, &ExpectedDatabase::open(&path).expect("a solution")))
}

/// Checks random games, and that moves which only keep the value would not do.
fn all_attained(kind: impl Fn(u64) -> (String, Option<Vec<i32>>)) {
    let (mut checked, mut waiting) = (0, 0);
    for seed in 0..games() * 40 {
        let (text, security) = kind(seed);
        let Some(case) = case(&text, security) else { continue };
        let excess = case.excess(true);
        assert!(excess < SLACK, "seed {seed}: a best response gains {excess}\n{text}");
        checked += 1;
        waiting += u64::from(case.excess(false) > 1e-3);
        if checked >= games() && waiting > 0 {
            break;
        }
    }
    assert!(checked >= games() && waiting > 0, "{checked} games, {waiting} of them with moves that only wait");
}

fn turns(seed: u64) -> Turns {
    if seed.is_multiple_of(3) { Turns::Irregular } else { Turns::Alternating }
}

#[test]
fn strategies_of_cyclic_games_with_chance_attain_the_values() {
    all_attained(|seed| (sheet(seed, turns(seed), true, 1 + (seed % 2) as usize, true), None));
}

#[test]
fn strategies_of_cyclic_games_attain_what_each_role_can_guarantee() {
    all_attained(|seed| {
        let players = 2 + (seed % 2) as usize;
        let mut random = RandomChoices::new(seed);
        let infinite = (0..players).map(|_| 10 * random.between(0, 10) as i32).collect();
        (plain_sheet(seed, turns(seed), true, players, seed % 4 < 2), Some(infinite))
    });
}
