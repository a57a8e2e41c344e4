//! Strategies as people write them, and the role that they are for.

use game::Game;
use gdl::{Rules, Source};
use strategy::{Strategy, text};

use crate::diagnostics::SheetDiagnostics;
use crate::error::Error;

/// A strategy that was read.
#[derive(Clone)]
pub struct Document {
    /// Its text.
    pub source: Source,
    /// The role that it is for.
    pub role: usize,
    /// Its rules.
    pub strategy: Strategy,
}

impl Document {
    /// Reads a strategy for the role that is asked for, or else for the one that it names, or else for the first.
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
