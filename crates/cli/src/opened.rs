//! A solution opened together with the rules that it is of.

use std::path::Path;
use std::sync::Arc;

use gdl::{Mode, Rules, Source};
use operations::check_strategic;
use operations::solve::check_small;
use solution::Database;
use solution::directory::MANIFEST;

use crate::error::Error;
use crate::load::unopened;

/// A solution with its rules.
pub struct Opened {
    pub database: Arc<Database>,
    pub rules: Rules,
}

impl Opened {
    /// Opens a solution. Games of chance and with hidden information are refused: earlier versions solved them as if
    /// there were neither.
    pub fn new(path: &Path) -> Result<Opened, Error> {
        let database = Database::open(path).map_err(|error| unopened(path, error.into()))?;
        let question = &database.manifest().question;
        let mode = if question.lenient { Mode::Lenient } else { Mode::Strict };
        let checked = gdl::check::check_in(&Source::new(&*question.name, &*question.rules), mode);
        let damaged = || solution::Error::damaged(&path.join(MANIFEST), "its rules are not well-formed");
        let rules = checked.rules.ok_or_else(damaged)?;
        check_strategic(&rules)?;
        check_small(&database)?;
        Ok(Opened { database: Arc::new(database), rules })
    }
}
