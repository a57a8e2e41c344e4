//! A solution to play from: of outcomes, or of expected rewards.

use std::path::Path;
use std::sync::Arc;

use solution::{Database, Error, ExpectedDatabase, Manifest};

use crate::mixed::MixedPlayer;
use crate::perfect::Perfect;
use crate::player::Player;

/// A solution of either kind.
#[derive(Clone)]
pub enum AnyDatabase {
    /// Outcomes: roles choose in turn, without chance.
    Outcomes(Arc<Database>),
    /// Expected rewards: roles choose at once, or there is chance.
    Expected(Arc<ExpectedDatabase>),
}

impl AnyDatabase {
    /// Opens the solution in a directory.
    pub fn open(path: &Path) -> Result<AnyDatabase, Error> {
        match ExpectedDatabase::open(path) {
            Ok(database) => Ok(AnyDatabase::Expected(Arc::new(database))),
            Err(Error::NotExpected(_)) => Ok(AnyDatabase::Outcomes(Arc::new(Database::open(path)?))),
            Err(error) => Err(error),
        }
    }

    /// What the solution is of, and how far it is.
    pub fn manifest(&self) -> &Manifest {
        match self {
            AnyDatabase::Outcomes(database) => database.manifest(),
            AnyDatabase::Expected(database) => database.manifest(),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        match self {
            AnyDatabase::Outcomes(database) => database.path(),
            AnyDatabase::Expected(database) => database.path(),
        }
    }

    /// Its outcomes, if it has any.
    pub fn outcomes(&self) -> Option<&Arc<Database>> {
        match self {
            AnyDatabase::Outcomes(database) => Some(database),
            AnyDatabase::Expected(_) => None,
        }
    }

    /// Its expected rewards, if it has any.
    pub fn expected(&self) -> Option<&Arc<ExpectedDatabase>> {
        match self {
            AnyDatabase::Outcomes(_) => None,
            AnyDatabase::Expected(database) => Some(database),
        }
    }

    /// The player that plays optimally from it. The seed matters where strategies are mixed.
    pub fn player(&self, seed: u64) -> Box<dyn Player> {
        match self {
            AnyDatabase::Outcomes(database) => Box::new(Perfect::new(Arc::clone(database))),
            AnyDatabase::Expected(database) => Box::new(MixedPlayer::new(Arc::clone(database), seed)),
        }
    }
}

impl From<Arc<Database>> for AnyDatabase {
    fn from(database: Arc<Database>) -> AnyDatabase {
        AnyDatabase::Outcomes(database)
    }
}
