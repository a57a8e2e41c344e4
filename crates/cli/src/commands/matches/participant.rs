//! The participants of a match, as named on the command line.

use std::fmt;
use std::str::FromStr;

use ::play::{AnyDatabase, Greedy, LEVELS, Levelled, Player, RandomPlayer, Settings, Uct};
use protocol::{Address, Seat};

use crate::error::Error;

/// A player as named.
#[derive(Clone, Debug)]
pub enum Participant {
    Random,
    Greedy,
    Uct,
    Perfect,
    Level(usize),
    At(Address),
}

/// A player that is ready.
pub enum Ready<'p> {
    BuiltIn(Box<dyn Player>),
    At(&'p Address),
}

impl Participant {
    /// Prepares the player. A perfect one needs a database.
    pub fn ready(&self, database: Option<AnyDatabase>, settings: &Settings, seed: u64) -> Result<Ready<'_>, Error> {
        let missing = || {
            Error::input("a perfect player needs a database")
                .hint("give the directory that `backsolve solve` wrote instead of the game")
        };
        Ok(Ready::BuiltIn(match self {
            Participant::Random => Box::new(RandomPlayer::new(seed)),
            Participant::Greedy => Box::new(Greedy::new(seed)),
            Participant::Uct => Box::new(Uct::new(None, settings.clone(), seed)),
            Participant::Perfect => database.ok_or_else(missing)?.player(seed),
            Participant::Level(level) => Box::new(Levelled::new(*level, database, settings.clone(), seed)),
            Participant::At(address) => return Ok(Ready::At(address)),
        }))
    }
}

impl Ready<'_> {
    /// The player in its seat.
    pub fn seat(&mut self) -> Seat<'_> {
        match self {
            Ready::BuiltIn(player) => Seat::BuiltIn(&mut **player),
            Ready::At(address) => Seat::Remote(address),
        }
    }
}

impl FromStr for Participant {
    type Err = String;

    fn from_str(text: &str) -> Result<Participant, String> {
        let level = || text.strip_prefix("level:")?.parse().ok().filter(|level| (1..=LEVELS).contains(level));
        match text {
            "random" => Ok(Participant::Random),
            "greedy" => Ok(Participant::Greedy),
            "uct" => Ok(Participant::Uct),
            "perfect" => Ok(Participant::Perfect),
            _ if text.contains("://") => text.parse().map(Participant::At),
            _ => level().map(Participant::Level).ok_or_else(|| {
                format!("give random, greedy, uct, perfect, level:1 to level:{LEVELS} or http://HOST:PORT")
            }),
        }
    }
}

impl fmt::Display for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Participant::Random => f.write_str("random"),
            Participant::Greedy => f.write_str("greedy"),
            Participant::Uct => f.write_str("uct"),
            Participant::Perfect => f.write_str("perfect"),
            Participant::Level(level) => write!(f, "level:{level}"),
            Participant::At(address) => address.fmt(f),
        }
    }
}
