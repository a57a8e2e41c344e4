//! Reviews of random games agree with brute force, move by move.

use std::collections::{BTreeSet, HashMap};

use bruteforce::{Graph, Setup, SolvedGame};
use game::{Random, State};
use play::review::{Review, Summary};
use play::{Playable, Position};
use query::GroundOracle;
use solution::{Database, Model};

/// A game solved by brute force: for each state, given by its facts, the values after its moves.
struct Known {
    graph: Graph,
    numbers: HashMap<BTreeSet<String>, usize>,
    values: Vec<Vec<i32>>,
}

impl Known {
    /// A game that always ends.
    fn acyclic(sheet: &str) -> Known {
        let graph = Graph::explore(sheet, false);
        let mut values: Vec<Option<Vec<i32>>> = vec![None; graph.states.len()];
        (0..graph.states.len()).for_each(|number| minimax(&graph, number, &mut values));
        Known::new(graph, values.into_iter().map(Option::unwrap).collect())
    }

    /// A game of two in which one wins, or play never ends, which is a draw.
    fn cyclic(sheet: &str) -> Known {
        let graph = Graph::explore(sheet, false);
        let won = [0, 1].map(|role| winning(&graph, role));
        let value = |number: usize| match won.each_ref().map(|won| won[number]) {
            [true, _] => vec![100, 0],
            [_, true] => vec![0, 100],
            _ => vec![50, 50],
        };
        let values = (0..graph.states.len()).map(value).collect();
        Known::new(graph, values)
    }

    fn new(graph: Graph, values: Vec<Vec<i32>>) -> Known {
        let numbers = graph.states.iter().enumerate().map(|(number, state)| (state.facts.clone(), number)).collect();
        Known { graph, numbers, values }
    }

    fn number(&self, playable: &Playable, state: &State) -> usize {
        self.numbers[&state.facts(&playable.game).into_iter().map(str::to_owned).collect::<BTreeSet<_>>()]
    }
}

/// Plain recursion over an acyclic game: the maximum for the mover, and among equal rewards the minimum for the others.
fn minimax(graph: &Graph, number: usize, values: &mut Vec<Option<Vec<i32>>>) {
    if values[number].is_some() {
        return;
    }
    let state = &graph.states[number];
    let value = state.rewards.clone().unwrap_or_else(|| {
        let mut after = Vec::new();
        for &next in &state.successors {
            minimax(graph, next, values);
            after.push(values[next].clone().unwrap());
        }
        let best = after.into_iter().min_by_key(|value| Model::Own.rank(state.mover.unwrap_or(0), value));
        best.unwrap()
    });
    values[number] = Some(value);
}

/// The states from which a role can force a win, by plain iteration to the least fixpoint.
fn winning(graph: &Graph, role: usize) -> Vec<bool> {
    let mut won: Vec<bool> = vec![false; graph.states.len()];
    loop {
        let wins = |number: usize| {
            let state = &graph.states[number];
            match (&state.rewards, state.mover) {
                (Some(rewards), _) => rewards[role] == 100,
                (None, Some(mover)) if mover == role => state.successors.iter().any(|&next| won[next]),
                (None, _) => state.successors.iter().all(|&next| won[next]),
            }
        };
        let more: Vec<bool> = (0..graph.states.len()).map(wins).collect();
        if more == won {
            return won;
        }
        won = more;
    }
}

/// Reviews some random games of a bundled game with the solution of the given question.
fn check(name: &'static str, known: impl Fn(&str) -> Known, question: &Setup, plays: u64) {
    let sheet = games::sheet(name).unwrap();
    let known = known(&sheet);
    let rules = gdl::check(&gdl::Source::new(name, &*sheet)).rules.unwrap();
    let playable = Playable::new(ground::ground(&rules, &ground::GroundingLimits::default()).unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    SolvedGame::of(&sheet, question).write(folder.path());
    let database = Database::open(folder.path()).unwrap();
    let oracle = GroundOracle::new(&playable.game, Some(&database)).unwrap();
    for seed in 0..plays {
        let moves = random_play(&playable, seed);
        let plies = oracle.play(&oracle.initial(), &moves).unwrap();
        let review = Review::of(&oracle, &plies, playable.roles()).unwrap();
        let mut lost = vec![0; playable.roles()];
        let mut decided = None;
        for (number, (judged, ply)) in review.plies.iter().zip(&plies).enumerate() {
            let (before, after) = (known.number(&playable, &ply.before), known.number(&playable, &ply.after));
            let (value, then) = (&known.values[before], &known.values[after]);
            let judgement = &judged.judgement;
            assert_eq!(judgement.value_before.as_ref(), Some(value), "{name}: {moves}");
            assert_eq!(judgement.value_after.as_ref(), Some(then), "{name}: {moves}");
            assert_eq!(judgement.is_mistake(), value != then, "{name}: {moves}");
            if value != then {
                let optimal =
                    known.graph.states[before].successors.iter().filter(|&&next| known.values[next] == *value);
                assert_eq!(judgement.better.len(), optimal.count(), "{name}: {moves}");
                let role = ply.mover.unwrap();
                lost[role] += i64::from(value[role] - then[role]);
                assert_eq!(judged.lost(), i64::from(value[role] - then[role]));
                decided = Some(number);
            }
        }
        assert_eq!((review.lost, review.decided), (lost, decided), "{name}: {moves}");
    }
}

/// Plies of a random game, at most: play may never end.
const LONGEST: usize = 60;

/// The moves of a random game, each ply in brackets.
fn random_play(playable: &std::sync::Arc<Playable>, seed: u64) -> String {
    let (mut position, mut random, mut text) = (Position::initial(playable), Random::stream(seed, 0), String::new());
    for _ in 0..LONGEST {
        if position.is_over() {
            break;
        }
        let any = |moves: &Vec<usize>, random: &mut Random| moves[random.below(moves.len() as u32) as usize];
        let joint: Vec<usize> = position.legal().iter().map(|moves| any(moves, &mut random)).collect();
        let names: Vec<&str> = joint.iter().enumerate().map(|(role, &made)| playable.name(role, made)).collect();
        text += &format!("[{}]\n", names.join(" "));
        position = position.after(&joint);
    }
    text
}

#[test]
fn reviews_agree_with_brute_force() {
    for name in ["tic-tac-toe", "clobber:2x3", "nim:1,2,3", "kalah:2x2", "chomp:3x3", "dots-and-boxes:1x1"] {
        check(name, Known::acyclic, &Setup::default(), 100);
    }
}

#[test]
fn reviews_of_cyclic_games_agree_with_brute_force() {
    let question = Setup { infinite: Some(vec![50, 50]), layered: false, ..Setup::default() };
    check("three-mens-morris", Known::cyclic, &question, 100);
}

#[test]
fn summaries_show_who_errs_and_where() {
    let sheet = games::sheet("tic-tac-toe").unwrap();
    let rules = gdl::check(&gdl::Source::new("test", &*sheet)).rules.unwrap();
    let playable = Playable::new(ground::ground(&rules, &ground::GroundingLimits::default()).unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    SolvedGame::of(&sheet, &Setup::default()).write(folder.path());
    let database = Database::open(folder.path()).unwrap();
    let oracle = GroundOracle::new(&playable.game, Some(&database)).unwrap();
    let mut summary = Summary::default();
    for (moves, players) in [("1 1 1 2", ["Ann", "Bob"]), ("1 1 2 1", ["Ann", "Bob"]), ("1 1 2 2", ["Bob", "Ann"])] {
        let plies = oracle.play(&oracle.initial(), moves).unwrap();
        summary.add(&Review::of(&oracle, &plies, 2).unwrap(), &players);
    }
    let [ann, bob] = ["Ann", "Bob"].map(|name| summary.players()[name].clone());
    assert_eq!((ann.games, ann.moves, ann.mistakes, ann.lost), (3, 3, 0, 0));
    assert_eq!((bob.games, bob.moves, bob.mistakes, bob.lost), (3, 3, 2, 100));
    let hardest = summary.hardest(5);
    assert_eq!(hardest.len(), 1);
    assert_eq!((hardest[0].1.times, hardest[0].1.mistakes, hardest[0].1.role), (3, 2, 1));
    assert_eq!(hardest[0].1.better, ["(mark 2 2)"]);
}
