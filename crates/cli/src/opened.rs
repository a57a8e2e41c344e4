//! A solution opened together with its rules, and games that are played.

use std::path::Path;
use std::sync::Arc;

use gdl::{Mode, Rules, Source};
use operations::solve::check_small;
use operations::{Budget, check_solvable, check_strategic};
use play::{AnyDatabase, Playable};
use prove::ProvedGame;
use solution::directory::MANIFEST;
use solution::{Database, Manifest};

use crate::console::Console;
use crate::error::{Error, ErrorKind};
use crate::load::unopened;

/// A solution with its rules.
pub struct Opened {
    pub database: Arc<Database>,
    pub rules: Rules,
}

impl Opened {
    /// Opens a solution. Games with chance or hidden information are refused: earlier versions ignored both.
    pub fn new(path: &Path) -> Result<Opened, Error> {
        let database = Database::open(path).map_err(|error| unopened(path, error.into()))?;
        let rules = rules_in(database.manifest(), path)?;
        check_strategic(&rules)?;
        check_small(&database)?;
        Ok(Opened { database: Arc::new(database), rules })
    }
}

/// The rules of a solution.
pub fn rules_in(manifest: &Manifest, path: &Path) -> Result<Rules, Error> {
    let question = &manifest.question;
    let mode = if question.lenient { Mode::Lenient } else { Mode::Strict };
    let checked = gddl::check(&Source::new(&*question.name, &*question.rules), mode);
    let damaged = || solution::Error::damaged(&path.join(MANIFEST), "its rules are ill-formed");
    Ok(checked.rules.ok_or_else(damaged)?)
}

/// A game to be played, with its solution if there is one.
pub struct PlayedGame {
    pub source: Source,
    pub playable: Arc<Playable>,
    pub database: Option<AnyDatabase>,
}

impl PlayedGame {
    /// Grounds and analyses a game.
    pub fn new(
        source: Source,
        rules: &Rules,
        database: Option<AnyDatabase>,
        console: &Console,
    ) -> Result<PlayedGame, Error> {
        let proved = operations::prove(rules, &Budget::default(), &console.stop).map_err(too_large)?;
        let ProvedGame { game, class, .. } = proved;
        let mut playable = Playable::with(game)?;
        playable.cyclic = !class.acyclic.is_proved();
        playable.sum = class.sum.filter(|_| class.constant_sum.is_proved());
        if let Some(database) = &database {
            playable = playable.of_manifest(database.manifest());
        }
        Ok(PlayedGame { source, playable: Arc::new(playable), database })
    }

    /// The game of a solution.
    pub fn open(path: &Path, console: &Console) -> Result<PlayedGame, Error> {
        let (database, rules) = any_database(path)?;
        let question = &database.manifest().question;
        let source = Source::new(&*question.name, &*question.rules);
        PlayedGame::new(source, &rules, Some(database), console)
    }
}

/// Opens a solution to play from: of outcomes, or of expected rewards.
pub fn any_database(path: &Path) -> Result<(AnyDatabase, Rules), Error> {
    match AnyDatabase::open(path).map_err(|error| unopened(path, error.into()))? {
        AnyDatabase::Outcomes(_) => Opened::new(path).map(|opened| (opened.database.into(), opened.rules)),
        expected => {
            let rules = rules_in(expected.manifest(), path)?;
            check_solvable(&rules)?;
            Ok((expected, rules))
        }
    }
}

/// Adds advice for a game that is too large to ground: no limit of a command that plays changes that.
fn too_large(error: Error) -> Error {
    match error.kind() {
        ErrorKind::Limit => {
            Error::limit(error.message()).hint("`backsolve simulate` runs random playouts through the interpreter")
        }
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::hint;

    #[test]
    fn a_game_that_is_too_large_gets_advice_that_works_for_commands_that_play() {
        let refused = too_large(Error::limit("too large").advise(task::AdviceStep::MoreTime));
        let advice = hint(refused.advice()).expect("advice");
        assert!(advice.contains("backsolve simulate") && !advice.contains("--time"), "{advice}");
    }
}
