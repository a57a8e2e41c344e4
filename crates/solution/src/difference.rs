//! In what a directory differs from what is asked of it.

use std::fmt;
use std::path::Path;

use crate::error::Error;
use crate::manifest::{Manifest, Question};
use crate::names::{Algorithm, Engine, Model};
use crate::reduction::Reduction;

/// What a directory was begun with, where something else is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The rules of the game of this name have changed.
    Rules(String),
    /// It is of another game.
    Game {
        /// Its name.
        begun: String,
        /// The name of the one that is asked for.
        asked: String,
    },
    /// Its opponent model.
    Model {
        /// When it was begun.
        begun: Model,
        /// Now.
        asked: Model,
    },
    /// Its value of infinite play, where it has one.
    Infinite(Option<Vec<i32>>),
    /// Whether it gives defects of the rules a meaning.
    Lenient(bool),
    /// How it reads rewards as win, draw or loss, if it does.
    Reduction(Option<Reduction>),
    /// Whether its values are what each role can guarantee.
    Security(bool),
    /// Its precision.
    Precision(Option<String>),
    /// Whether distances were asked for.
    Distances {
        /// When it was begun.
        begun: Option<bool>,
        /// Now.
        asked: Option<bool>,
    },
    /// Its algorithm.
    Algorithm {
        /// When it was begun.
        begun: Algorithm,
        /// Now.
        asked: Algorithm,
    },
    /// Its engine.
    Engine(Engine),
    /// Its variable order.
    Order,
    /// Its state variables, which this program does not have.
    Variables,
    /// Which facts it takes to be the same in every state: an earlier version found others.
    Constants,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Rules(name) => write!(f, "the rules of {name} have changed since it was begun"),
            Difference::Game { begun, asked } => write!(f, "it is of {begun}, not of {asked}"),
            Difference::Model { begun, asked } => write!(f, "its opponent model is {begun}, not {asked}"),
            Difference::Infinite(_) => write!(f, "its value of infinite play is another"),
            Difference::Lenient(_) => write!(f, "it reads defects of the rules in another way"),
            Difference::Reduction(_) => write!(f, "it reads rewards in another way"),
            Difference::Security(true) => write!(f, "its values are what each role can guarantee"),
            Difference::Security(false) => write!(f, "its values are not those that each role can guarantee"),
            Difference::Precision(_) => write!(f, "its precision is another"),
            Difference::Distances { begun: Some(true), .. } => write!(f, "it was begun with distances"),
            Difference::Distances { begun: Some(false), .. } => write!(f, "it was begun without distances"),
            Difference::Distances { begun: None, .. } => {
                write!(f, "it was begun with distances only where they are cheap")
            }
            Difference::Algorithm { begun, asked } => write!(f, "its algorithm is {begun}, not {asked}"),
            Difference::Engine(begun) => write!(f, "it was begun by the {begun} engine"),
            Difference::Order => write!(f, "its variable order is another"),
            Difference::Variables => write!(f, "it was begun with state variables that this program does not have"),
            Difference::Constants => {
                write!(f, "it was begun by an earlier version, which found other facts to be the same in every state")
            }
        }
    }
}

impl Difference {
    /// The error that a directory has this difference.
    pub fn of(self, path: &Path) -> Error {
        Error::Different { path: path.to_owned(), difference: self }
    }
}

/// Refuses to answer another question than the one that the directory `path` is for.
pub fn same_question(path: &Path, begun: &Question, asked: &Question) -> Result<(), Error> {
    let difference = if begun.rules_hash != asked.rules_hash {
        match begun.name == asked.name {
            true => Difference::Rules(begun.name.clone()),
            false => Difference::Game { begun: begun.name.clone(), asked: asked.name.clone() },
        }
    } else if begun.model != asked.model {
        Difference::Model { begun: begun.model, asked: asked.model }
    } else if begun.infinite != asked.infinite {
        Difference::Infinite(begun.infinite.clone())
    } else if begun.lenient != asked.lenient {
        Difference::Lenient(begun.lenient)
    } else if begun.reduction != asked.reduction {
        Difference::Reduction(begun.reduction)
    } else if begun.security != asked.security {
        Difference::Security(begun.security)
    } else if begun.precision != asked.precision {
        Difference::Precision(begun.precision.clone())
    } else {
        return Ok(());
    };
    Err(difference.of(path))
}

/// Refuses to go on with another choice about distances. A finished solution may get them later.
pub fn same_distances(path: &Path, known: &Manifest, asked: Option<bool>) -> Result<(), Error> {
    let begun = known.question.distances;
    match known.progress.is_complete() || begun == asked {
        true => Ok(()),
        false => Err(Difference::Distances { begun, asked }.of(path)),
    }
}

/// Layers mean what the variables say. Which variables a game has is a matter of proofs, and these of the time that
/// they had; so whoever resumes takes them from the manifest.
pub(crate) fn same_variables(path: &Path, known: &Manifest, asked: &Manifest) -> Result<(), Error> {
    match known.progress.is_complete() || known.encoding == asked.encoding {
        true => Ok(()),
        false => Err(Difference::Variables.of(path)),
    }
}
