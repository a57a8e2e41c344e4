//! Chooses moves in a match: a perfect player if there is a database, and UCT.
//!
//! A database may use different names than the rules of the match. Then the match is played in the game of the
//! database, and moves are translated in both directions.

use std::sync::{Arc, Mutex, PoisonError};

use game::Game;
use gdl::{Mode, Rules, Source};
use operations::grounding::{self, Grounded};
use operations::{Budget, Stop};
use play::{AnyDatabase, Error, MoveLimit, Playable, Player, Position, Settings, Uct};
use query::Translation;
use solution::Database;
use tempfile::TempDir;

/// Translates the names of a match to those of a game, and back.
struct Names {
    there: Translation,
    back: Translation,
}

/// A player of one match.
pub struct Mind {
    playable: Arc<Playable>,
    names: Option<Names>,
    thinking: Mutex<Thinking>,
    /// The directory of the database, if it is only for this match.
    _folder: Option<Arc<TempDir>>,
}

/// The state that changes from move to move.
struct Thinking {
    position: Position,
    plies: usize,
    perfect: Option<Box<dyn Player>>,
    uct: Uct,
}

impl Mind {
    /// Plays by UCT, without a database.
    pub fn of_game(game: Game, settings: Settings, seed: u64) -> Result<Mind, Error> {
        let mut playable = Playable::with(game)?;
        playable.lenient = true;
        Ok(Mind::new(Arc::new(playable), None, None, Uct::new(None, settings, seed), None))
    }

    /// Plays the same game with the solved layers of an unfinished solution.
    pub fn with_endgames(&self, database: Database, settings: Settings, seed: u64, folder: Arc<TempDir>) -> Mind {
        let uct = Uct::new(Some(Arc::new(database)), settings, seed);
        Mind::new(Arc::clone(&self.playable), None, None, uct, Some(folder))
    }

    /// Plays from a database of the same rules, or of a renamed copy. `None` if it is of another game, or cannot be
    /// used.
    pub fn of_database(
        database: AnyDatabase,
        rules: &Rules,
        budget: &Budget,
        player: (Settings, u64),
        stop: &Stop,
        folder: Option<Arc<TempDir>>,
    ) -> Option<Mind> {
        let question = &database.manifest().question;
        let mode = if question.lenient { Mode::Lenient } else { Mode::Strict };
        let original = gddl::check(&Source::new(&*question.name, &*question.rules), mode).rules?;
        let there = Translation::new(rules, &original).ok()?;
        let Ok(Grounded::Game(game)) = grounding::ground(&original, budget, stop) else { return None };
        let playable = Playable::with(*game).ok()?.of_manifest(database.manifest());
        let (settings, seed) = player;
        let names = Names { back: there.inverse(), there };
        let perfect = database.player(seed);
        let uct = Uct::new(database.outcomes().map(Arc::clone), settings, seed);
        Some(Mind::new(Arc::new(playable), Some(names), Some(perfect), uct, folder))
    }

    fn new(
        playable: Arc<Playable>,
        names: Option<Names>,
        perfect: Option<Box<dyn Player>>,
        uct: Uct,
        folder: Option<Arc<TempDir>>,
    ) -> Mind {
        let thinking = Thinking { position: Position::initial(&playable), plies: 0, perfect, uct };
        Mind { playable, names, thinking: Mutex::new(thinking), _folder: folder }
    }

    /// A move for a role after some joint moves, all in the match's names; the move by its number, which
    /// [`Mind::name`] translates.
    pub fn choose(
        &self,
        roles: &[String],
        role: usize,
        joints: &[Vec<String>],
        limit: &MoveLimit,
    ) -> Result<usize, Error> {
        let places = roles.iter().map(|name| self.role(name)).collect::<Result<Vec<_>, _>>()?;
        let mut thinking = self.thinking.lock().unwrap_or_else(PoisonError::into_inner);
        self.follow(&mut thinking, &places, joints)?;
        let Thinking { position, perfect, uct, .. } = &mut *thinking;
        match perfect.as_mut().map(|perfect| perfect.choose(position, places[role], limit)) {
            Some(Ok(chosen)) => Ok(chosen.made),
            _ => {
                let chosen = uct.choose(position, places[role], limit).or_else(|_| {
                    // A solve replaces files of an unfinished database, and any database may be damaged.
                    uct.forget_database();
                    uct.choose(position, places[role], limit)
                });
                Ok(chosen?.made)
            }
        }
    }

    /// The name in the match of a move of a role.
    pub fn name(&self, role: &str, made: usize) -> Option<String> {
        let name = self.playable.name(self.role(role).ok()?, made);
        Some(self.names.as_ref().map_or_else(|| name.to_owned(), |names| names.back.translate(name)))
    }

    /// Makes the joint moves that it has not made yet.
    fn follow(&self, thinking: &mut Thinking, places: &[usize], joints: &[Vec<String>]) -> Result<(), Error> {
        for joint in joints.get(thinking.plies..).unwrap_or_default() {
            let mut made = vec![0; places.len()];
            for (&place, name) in places.iter().zip(joint) {
                let unknown = || Error::Question(format!("the ground game has no move {name}"));
                made[place] = self.playable.named(place, &self.there(name)).ok_or_else(unknown)?;
            }
            thinking.position = thinking.position.after(&made);
            thinking.plies += 1;
        }
        Ok(())
    }

    fn role(&self, name: &str) -> Result<usize, Error> {
        let known = self.there(name);
        let unknown = || Error::Question(format!("the ground game has no role {name}"));
        self.playable.game.roles.iter().position(|role| *role == known).ok_or_else(unknown)
    }

    fn there(&self, name: &str) -> String {
        self.names.as_ref().map_or_else(|| name.to_owned(), |names| names.there.translate(name))
    }
}
