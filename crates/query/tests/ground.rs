//! The ground oracle agrees with the interpreting one.

use bruteforce::{Setup, SolvedGame};
use game::{Game, Random};
use query::{Distance, GroundOracle, Oracle, ValuedMove};
use randomgame::{BoardShape, Turns, board};

fn ground(name: &str) -> Game {
    grounded(name, &games::sheet(name).unwrap())
}

fn grounded(name: &str, sheet: &str) -> Game {
    let source = gdl::Source::new(name, sheet);
    ground::ground(&gdl::check(&source).rules.unwrap(), &ground::GroundingLimits::default()).unwrap()
}

/// A move as both oracles report it.
type Told = (String, Vec<String>, Option<Vec<i32>>, Distance, bool);

#[test]
fn both_oracles_agree_on_bundled_games() {
    for (name, question) in [
        ("tic-tac-toe", Setup::default()),
        ("nim:1,2,3", Setup::default()),
        ("clobber:2x3", Setup::default()),
        ("kalah:2x2", Setup::default()),
        ("hanoi:3", Setup::default()),
        ("domineering-horizontal:3x3", Setup::default()),
        ("chomp:3x2", Setup { distances: false, ..Setup::default() }),
    ] {
        agree(name, &games::sheet(name).unwrap(), &question, 20);
    }
}

#[test]
fn both_oracles_agree_on_random_games() {
    for seed in 0..40 {
        let mut random = randomgame::RandomChoices::new(seed);
        let any = BoardShape::random(&mut random);
        let turns = if any.turns == Turns::Simultaneous { Turns::Irregular } else { any.turns };
        let shape = BoardShape { turns, cyclic: false, cells: any.cells.min(4), ..any };
        let question = Setup { layered: false, distances: seed % 2 == 0, ..Setup::default() };
        agree(&format!("random game {seed}"), &board(&shape, &mut random).to_string(), &question, 5);
    }
}

/// Checks that both agree in every position of some random games.
fn agree(name: &str, sheet: &str, question: &Setup, plays: usize) {
    let folder = tempfile::tempdir().unwrap();
    SolvedGame::of(sheet, question).write(folder.path());
    let mut slow = Oracle::open(folder.path()).unwrap();
    // Distances that are not stored are not searched for.
    slow.set_effort(0);
    let (game, database) = (grounded(name, sheet), solution::Database::open(folder.path()).unwrap());
    let fast = GroundOracle::new(&game, Some(&database)).unwrap();
    let mut random = Random::stream(7, 0);
    for _ in 0..plays {
        let (mut position, mut state) = (slow.initial().unwrap(), fast.initial());
        loop {
            assert_eq!(slow.facts(&position), state.facts(&game), "{name}");
            let (one, other) = (slow.answer(&position).unwrap(), fast.answer(&state).unwrap());
            assert_eq!((one.terminal, one.to_move, &one.value), (other.terminal, other.to_move, &other.value));
            assert_eq!(one.distance, other.distance, "{name}");
            assert_eq!(told(&one.moves), told(&other.moves), "{name}");
            if one.moves.is_empty() {
                break;
            }
            let chosen = random.below(one.moves.len() as u32) as usize;
            let plies = fast.play(&state, &one.moves[chosen].text).unwrap();
            assert_eq!((plies.len(), plies[0].mover), (1, one.to_move));
            assert_eq!(fast.state(&plies[0].after.facts(&game).join(" ")).unwrap(), plies[0].after);
            (position, state) = (one.moves[chosen].next.clone(), plies[0].after.clone());
        }
    }
}

fn told<P>(moves: &[ValuedMove<P>]) -> Vec<Told> {
    let told = |m: &ValuedMove<P>| (m.text.clone(), m.joint.clone(), m.value.clone(), m.distance, m.best);
    moves.iter().map(told).collect()
}

#[test]
fn without_a_solution_moves_have_no_values() {
    let game = ground("tic-tac-toe");
    let oracle = GroundOracle::new(&game, None).unwrap();
    let answer = oracle.answer(&oracle.initial()).unwrap();
    assert_eq!((answer.moves.len(), answer.value, answer.distance), (9, None, Distance::MoreThan(0)));
    assert!(answer.moves.iter().all(|one| !one.best && one.value.is_none()));
}

#[test]
fn illegal_moves_give_a_message() {
    let game = ground("tic-tac-toe");
    let oracle = GroundOracle::new(&game, None).unwrap();
    let error = oracle.play(&oracle.initial(), "mark 2 2 mark 2 2").unwrap_err().to_string();
    assert!(error.starts_with("move 2, `mark 2 2`, is not legal; o has mark 1 1"), "{error}");
    let over = oracle.play(&oracle.initial(), "1 1 1 2 2 1 2 2 3 1 3 3").unwrap_err().to_string();
    assert!(over.contains("the game is over before `3 3`"), "{over}");
    assert!(oracle.state("(cell 9 9 x)").is_err() && oracle.state("(cell 1").is_err());
}
