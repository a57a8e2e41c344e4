//! Chooses moves in a match: a perfect player if there is a database, and UCT.
//!
//! A database may use different names than the rules of the match. Then the match is played in the game of the
//! database, and moves are translated in both directions.

use std::sync::Arc;

use game::Game;
use gdl::{Mode, Rules, Source};
use operations::grounding::{self, Grounded};
use operations::{Budget, Stop};
use play::{Error, MoveLimit, Perfect, Playable, Player, Position, Settings, Uct};
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
    position: Position,
    plies: usize,
    names: Option<Names>,
    perfect: Option<Perfect>,
    uct: Uct,
    /// The directory of the database, if it is only for this match.
    _folder: Option<TempDir>,
}

impl Mind {
    /// Plays by UCT, without a database.
    pub fn of_game(game: Game, settings: Settings, seed: u64) -> Result<Mind, Error> {
        let position = Position::initial(&Playable::new(game)?);
        Ok(Mind { position, plies: 0, names: None, perfect: None, uct: Uct::new(None, settings, seed), _folder: None })
    }

    /// Plays from a database of the same rules, or of a renamed copy. `None` if it is of another game, or cannot be
    /// used.
    pub fn of_database(
        database: Database,
        rules: &Rules,
        budget: &Budget,
        settings: Settings,
        stop: &Stop,
        folder: Option<TempDir>,
    ) -> Option<Mind> {
        let question = &database.manifest().question;
        let mode = if question.lenient { Mode::Lenient } else { Mode::Strict };
        let original = gdl::check::check_in(&Source::new(&*question.name, &*question.rules), mode).rules?;
        let there = Translation::new(rules, &original).ok()?;
        let Ok(Grounded::Game(game)) = grounding::ground(&original, budget, stop) else { return None };
        let playable = Playable::with(*game).ok()?.of_database(&database);
        let database = Arc::new(database);
        Some(Mind {
            position: Position::initial(&Arc::new(playable)),
            plies: 0,
            names: Some(Names { back: there.inverse(), there }),
            perfect: Some(Perfect::new(Arc::clone(&database))),
            uct: Uct::new(Some(database), settings, 1),
            _folder: folder,
        })
    }

    /// A move for a role of the match, in the match's names, after the given joint moves.
    pub fn choose(
        &mut self,
        roles: &[String],
        role: usize,
        joints: &[Vec<String>],
        limit: &MoveLimit,
    ) -> Result<String, Error> {
        let places = roles.iter().map(|name| self.role(name)).collect::<Result<Vec<_>, _>>()?;
        self.follow(&places, joints)?;
        let (position, role) = (&self.position, places[role]);
        let chosen = match self.perfect.as_mut().map(|perfect| perfect.choose(position, role, limit)) {
            Some(Ok(chosen)) => chosen,
            _ => self.uct.choose(position, role, limit)?,
        };
        let name = position.playable().name(role, chosen.made);
        Ok(self.names.as_ref().map_or_else(|| name.to_owned(), |names| names.back.translate(name)))
    }

    /// Makes the joint moves that it has not made yet.
    fn follow(&mut self, places: &[usize], joints: &[Vec<String>]) -> Result<(), Error> {
        for joint in joints.get(self.plies..).unwrap_or_default() {
            let mut made = vec![0; places.len()];
            for (&place, name) in places.iter().zip(joint) {
                let unknown = || Error::Question(format!("the ground game has no move {name}"));
                made[place] = self.position.playable().named(place, &self.there(name)).ok_or_else(unknown)?;
            }
            self.position = self.position.after(&made);
            self.plies += 1;
        }
        Ok(())
    }

    fn role(&self, name: &str) -> Result<usize, Error> {
        let (roles, known) = (&self.position.playable().game.roles, self.there(name));
        let unknown = || Error::Question(format!("the ground game has no role {name}"));
        roles.iter().position(|role| *role == known).ok_or_else(unknown)
    }

    fn there(&self, name: &str) -> String {
        self.names.as_ref().map_or_else(|| name.to_owned(), |names| names.there.translate(name))
    }
}
