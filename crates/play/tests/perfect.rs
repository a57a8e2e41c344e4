//! The perfect player keeps the value of every position, and wins within the distance in the database.

use std::sync::Arc;

use bruteforce::{Setup, SolvedGame};
use game::Random;
use play::contest::{openings, play};
use play::{Greedy, MoveLimit, Perfect, Playable, Player, Position, RandomPlayer, Settings, Uct};
use query::{Distance, Prober};
use solution::Database;

/// A bundled game with its solution by brute force.
struct Solution {
    name: &'static str,
    playable: Arc<Playable>,
    database: Arc<Database>,
    _folder: tempfile::TempDir,
}

fn solved(name: &'static str, question: &Setup) -> Solution {
    let sheet = games::sheet(name).unwrap();
    let rules = gdl::check(&gdl::Source::new(name, &*sheet)).rules.unwrap();
    let game = ground::ground(&rules, &ground::GroundingLimits::default()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    SolvedGame::of(&sheet, question).write(folder.path());
    let database = Arc::new(Database::open(folder.path()).unwrap());
    let playable = Arc::new(Playable::with(game).unwrap().of_database(&database));
    Solution { name, playable, database, _folder: folder }
}

fn cyclic() -> Setup {
    Setup { infinite: Some(vec![50, 50]), layered: false, ..Setup::default() }
}

fn opponents(seed: u64) -> Vec<Box<dyn Player>> {
    vec![
        Box::new(RandomPlayer::new(seed)),
        Box::new(Greedy::new(seed)),
        Box::new(Uct::new(None, Settings::default(), seed)),
    ]
}

impl Solution {
    /// The value of a position and its distance.
    fn outcome(&self, position: &Position) -> (Vec<i32>, Option<u32>) {
        let prober = Prober::new(&self.playable.game, &self.database);
        let outcome = prober.probe(position.state()).unwrap().expect("a reachable state");
        (outcome.rewards.clone(), outcome.distance)
    }

    /// Checks that no move of a role changes the value.
    fn check_moves(&self, opening: &Position, joints: &[Vec<usize>], role: usize) {
        let mut position = opening.clone();
        for joint in joints {
            let next = position.after(joint);
            if position.choosing() == [role] {
                assert_eq!(self.outcome(&next).0, self.outcome(&position).0, "{}: {joint:?}", self.name);
            }
            position = next;
        }
    }

    /// Plays from an opening against every opponent in both roles. Cyclic games may be infinite, so they are stopped.
    fn check(&self, opening: &Position, seed: u64, most: usize) {
        let (value, distance) = self.outcome(opening);
        let other_side = |role: usize| 1 - role;
        for role in [0, 1] {
            for mut opponent in opponents(seed) {
                let mut perfect = Perfect::new(Arc::clone(&self.database));
                let mut players: Vec<&mut dyn Player> = vec![&mut perfect];
                players.insert(other_side(role), &mut *opponent);
                let played = play(opening, &mut players, &|| MoveLimit::playouts(50), most).unwrap();
                assert!(played.rewards[role] >= value[role], "{}: {:?} of {value:?}", self.name, played.rewards);
                self.check_moves(opening, &played.joints, role);
                let wins = value[role] > value[other_side(role)];
                if let Some(distance) = distance.filter(|_| wins) {
                    let plies = played.joints.len();
                    assert!(plies <= distance as usize, "{}: {plies} plies of {distance}", self.name);
                }
            }
        }
    }
}

#[test]
fn no_value_is_lost_and_wins_take_no_longer_than_the_distance() {
    for name in ["tic-tac-toe", "nim:1,2,3", "clobber:2x3", "chomp:3x2", "connect-four:3x3", "domineering:3x3"] {
        let solution = solved(name, &Setup::default());
        for (seed, opening) in (0..).zip(openings(&solution.playable, 1, 3, 1)) {
            solution.check(&opening, seed, usize::MAX);
        }
    }
}

#[test]
fn won_positions_of_cyclic_games_are_won() {
    let solution = solved("three-mens-morris", &cyclic());
    let mut random = Random::new(3);
    let mut won = 0;
    while won < 3 {
        let plies = random.below(6) as usize;
        for opening in openings(&solution.playable, plies, 1, random.next_word()) {
            let (value, _) = solution.outcome(&opening);
            won += usize::from(value[0] != value[1]);
            solution.check(&opening, 1, 60);
        }
    }
}

#[test]
fn distances_that_are_not_stored_are_searched_for() {
    let with = solved("tic-tac-toe", &Setup::default());
    let without = solved("tic-tac-toe", &Setup { distances: false, ..Setup::default() });
    for opening in openings(&with.playable, 4, 12, 5) {
        let role = 0;
        let choose = |solution: &Solution| {
            let position = Position::at(&solution.playable, opening.state().clone());
            Perfect::new(Arc::clone(&solution.database)).choose(&position, role, &MoveLimit::default()).unwrap()
        };
        let (stored, searched) = (choose(&with), choose(&without));
        assert_eq!((stored.made, stored.value), (searched.made, searched.value));
    }
}

#[test]
fn among_equal_moves_it_prefers_those_after_which_more_replies_lose() {
    let solution = solved("tic-tac-toe", &Setup::default());
    let start = Position::initial(&solution.playable);
    let choice = Perfect::new(Arc::clone(&solution.database)).choose(&start, 0, &MoveLimit::default()).unwrap();
    // All nine moves draw. After a corner seven of eight replies lose, after the centre and an edge four.
    let corner = ["(mark 1 1)", "(mark 1 3)", "(mark 3 1)", "(mark 3 3)"];
    assert!(corner.contains(&solution.playable.name(0, choice.made)), "{choice:?}");
    assert_eq!((choice.value, choice.distance), (Some(vec![50, 50]), Some(Distance::Plies(9))));
}

#[test]
fn an_unsolved_position_is_refused() {
    let solution = solved("tic-tac-toe", &Setup::default());
    let mut manifest = solution.database.manifest().clone();
    manifest.layers.iter_mut().for_each(|layer| layer.value_file = None);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(solution::directory::MANIFEST);
    std::fs::write(file, serde_json::to_string(&manifest).unwrap()).unwrap();
    let unsolved = Arc::new(Database::open(folder.path()).unwrap());
    let refused = Perfect::new(unsolved).choose(&Position::initial(&solution.playable), 0, &MoveLimit::default());
    assert!(matches!(refused, Err(play::Error::Unsolved)));
}
