//! Strategies as text, and their roles.

use game::Game;
use gdl::{Rules, Source};
use strategy::{Strategy, text};

use crate::diagnostics::SheetDiagnostics;
use crate::error::Error;

/// A parsed strategy.
#[derive(Clone)]
pub struct Document {
    /// Its text.
    pub source: Source,
    /// Its role.
    pub role: usize,
    /// Its rules.
    pub strategy: Strategy,
}

impl Document {
    /// Parses a strategy for the requested role, otherwise for the one that it names, otherwise for the first.
    pub fn read(source: Source, game: &Game, rules: &Rules, asked: Option<usize>) -> Result<Document, Error> {
        let read = text::read(&source, game, rules, asked.unwrap_or(0))
            .map_err(|diagnostics| Error::ill_formed(SheetDiagnostics::new(&source, &diagnostics)))?;
        if let (Some(asked), Some(named)) = (asked, read.role)
            && asked != named
        {
            let why = format_args!("the strategy is for {}, not for {}", game.roles[named], game.roles[asked]);
            return Err(Error::input(why));
        }
        Ok(Document { source, role: asked.or(read.role).unwrap_or(0), strategy: read.strategy })
    }
}

/// The role with a name, or with a number from 1.
pub fn role(name: &str, game: &Game) -> Result<usize, Error> {
    let roles = &game.roles;
    let number = name.parse::<usize>().ok().and_then(|number| number.checked_sub(1)).filter(|&n| n < roles.len());
    roles.iter().position(|role| role == name).or(number).ok_or_else(|| {
        Error::input(format_args!("the game has no role `{name}`"))
            .hint(format_args!("its roles are {}", roles.join(", ")))
    })
}
