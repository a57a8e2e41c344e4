//! UCT: a search tree guided by random playouts, with exact values where they are known.
//!
//! Exact values come from terminal states, from an endgame database and from solved subtrees, and are propagated up the
//! tree (`uct/proof.rs`). The tree belongs to one search; several threads extend it concurrently (`uct/tree.rs`), each
//! with a batch of playouts (`uct/worker.rs`). With one thread, the same seed and a limit on playouts give the same
//! move.

mod descent;
mod proof;
#[cfg(test)]
mod random_tests;
mod search;
mod slab;
mod tree;
mod worker;

use std::sync::Arc;

use game::Random;
use query::Prober;
use solution::Database;

use crate::player::{ChosenMove, Error, MoveLimit, Player};
use crate::position::Position;
use search::Search;

/// The number of playouts if no limit is given.
const PLAYOUTS: u64 = 10_000;

/// The settings of a search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Threads.
    pub threads: usize,
    /// The weight of the exploration term, for rewards between 0 and 1.
    pub exploration: f64,
    /// The maximum number of concurrent playouts per thread, at most 512. With one, this is UCT as originally
    /// described.
    pub width: usize,
    /// Approximate memory for the tree.
    pub bytes: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { threads: 1, exploration: 0.7, width: 512, bytes: 512 << 20 }
    }
}

/// Plays by UCT.
pub struct Uct {
    database: Option<Arc<Database>>,
    settings: Settings,
    random: Random,
}

impl Uct {
    /// A player with an optional endgame database: a solution of the game, finished or not.
    pub fn new(database: Option<Arc<Database>>, settings: Settings, seed: u64) -> Uct {
        Uct { database, settings, random: Random::stream(seed, 2) }
    }

    /// Searches without a database from now on.
    pub fn forget_database(&mut self) {
        self.database = None;
    }
}

impl Player for Uct {
    fn name(&self) -> String {
        if self.database.is_some() { "uct with database".to_owned() } else { "uct".to_owned() }
    }

    fn choose(&mut self, position: &Position, role: usize, limit: &MoveLimit) -> Result<ChosenMove, Error> {
        if position.is_over() {
            return Err(Error::Over);
        }
        if let [only] = position.legal()[role][..] {
            return Ok(ChosenMove::plain(only));
        }
        let limit = match limit {
            MoveLimit { deadline: None, playouts: None, .. } => MoveLimit { playouts: Some(PLAYOUTS), ..limit.clone() },
            given => given.clone(),
        };
        let prober = self.database.as_ref().map(|database| Prober::new(&position.playable().game, database));
        let search = Search::new(position, role, &self.settings, &limit, prober, self.random.next_word());
        search.run()?;
        search.choice().ok_or(Error::Over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playable::Playable;
    use crate::testing::{bundled, ground};

    fn after(playable: &Arc<Playable>, moves: &[&str]) -> Position {
        let mut position = Position::initial(playable);
        for made in moves {
            let legal = position.legal().to_vec();
            let choose = |(role, legal): (usize, &Vec<usize>)| {
                legal.iter().copied().find(|&one| playable.name(role, one) == *made).unwrap_or(legal[0])
            };
            position = position.after(&legal.iter().enumerate().map(choose).collect::<Vec<_>>());
        }
        position
    }

    #[test]
    fn a_forced_win_is_proved_and_played() {
        let playable = bundled("tic-tac-toe");
        // x has two corners and the centre is free: o can block only one line.
        let position = after(&playable, &["(mark 1 1)", "(mark 1 2)", "(mark 3 1)", "(mark 2 1)"]);
        let mut player = Uct::new(None, Settings::default(), 1);
        let choice = player.choose(&position, 0, &MoveLimit::playouts(5_000)).unwrap();
        assert_eq!(choice.value, Some(vec![100, 0]));
        assert!(choice.effort.iterations < 5_000, "a proved root ends the search: {choice:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_search_on_one_thread() {
        let playable = bundled("connect-four:5x5");
        let choose = |seed| {
            let mut player = Uct::new(None, Settings::default(), seed);
            let choice = player.choose(&Position::initial(&playable), 0, &MoveLimit::playouts(3_000)).unwrap();
            (choice.made, choice.estimate, choice.effort.nodes)
        };
        assert_eq!(choose(5), choose(5));
        assert_ne!(choose(5), choose(6), "another seed plays other playouts");
    }

    #[test]
    fn all_threads_respect_a_limit_on_playouts() {
        let playable = bundled("connect-four:5x5");
        let mut player = Uct::new(None, Settings { threads: 2, ..Settings::default() }, 1);
        let choice = player.choose(&Position::initial(&playable), 0, &MoveLimit::playouts(1_000)).unwrap();
        assert!(choice.effort.iterations == 1_000 && choice.effort.playouts <= 1_000, "{choice:?}");
    }

    /// Every position has 2,500 joint moves, so a node takes 12 kilobytes, and one batch of them 6 megabytes.
    #[test]
    fn a_tree_stays_within_its_memory_and_a_full_one_still_plays() {
        let numbers: String = (1..=50).map(|number| format!("(number {number})")).collect();
        let sheet = numbers
            + "(role a) (role b) (init (step 1)) (after 1 2) (after 2 3) (after 3 4) (after 4 5)
            (<= (legal ?r (name ?n)) (role ?r) (number ?n))
            (<= (next (named ?r ?n)) (does ?r (name ?n)))
            (<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
            (<= terminal (true (step 5)))
            (<= (goal a 100) (true (named a 7))) (<= (goal a 0) (not (true (named a 7))))
            (goal b 50)";
        let playable = Playable::new(ground(&sheet)).unwrap();
        let (position, limit) = (Position::initial(&playable), MoveLimit::playouts(4_000));
        let settings = Settings { bytes: 4 << 20, ..Settings::default() };
        let search = Search::new(&position, 0, &settings, &limit, None, 1);
        search.run().unwrap();
        let bytes = search.tree.bytes();
        assert!(bytes > settings.bytes / 2 && bytes <= settings.bytes, "{bytes} bytes");
        assert_eq!(search.effort().iterations, 4_000);
        assert!(search.choice().is_some());
    }

    #[test]
    fn the_best_move_so_far_is_told_before_the_search_ends() {
        let playable = bundled("connect-four:5x5");
        let position = Position::initial(&playable);
        let (interim, heard) = std::sync::mpsc::channel();
        let limit = MoveLimit { interim: Some(interim), ..MoveLimit::playouts(20_000) };
        Uct::new(None, Settings::default(), 1).choose(&position, 0, &limit).unwrap();
        let told: Vec<usize> = heard.try_iter().collect();
        assert!(!told.is_empty() && told.iter().all(|made| position.legal()[0].contains(made)), "{told:?}");
    }

    /// The higher number wins, and both roles name one simultaneously: decoupled UCT finds that the highest is best.
    #[test]
    fn simultaneous_roles_choose_by_their_own_statistics() {
        let sheet =
            "(role a) (role b) (init start) (number 1) (number 2) (number 3) (higher 2 1) (higher 3 1) (higher 3 2)
            (<= (legal ?r (name ?n)) (role ?r) (number ?n))
            (<= (next (named ?r ?n)) (does ?r (name ?n)))
            (<= terminal (not (true start)))
            (<= (goal a 100) (true (named a ?n)) (true (named b ?m)) (higher ?n ?m))
            (<= (goal b 0) (true (named a ?n)) (true (named b ?m)) (higher ?n ?m))
            (<= (goal b 100) (true (named a ?n)) (true (named b ?m)) (higher ?m ?n))
            (<= (goal a 0) (true (named a ?n)) (true (named b ?m)) (higher ?m ?n))
            (<= (goal ?r 50) (role ?r) (true (named a ?n)) (true (named b ?n)))";
        let playable = Playable::new(ground(sheet)).unwrap();
        for role in [0, 1] {
            let mut player = Uct::new(None, Settings::default(), 1);
            let choice = player.choose(&Position::initial(&playable), role, &MoveLimit::playouts(2_000)).unwrap();
            assert_eq!(playable.name(role, choice.made), "(name 3)");
            assert_eq!(choice.value, None, "nothing is proved where roles choose at once");
        }
    }
}
