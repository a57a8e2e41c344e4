//! Differences between a directory and the requested work.

use std::fmt;
use std::path::Path;

use crate::error::Error;
use crate::manifest::{Manifest, Question};
use crate::names::{Algorithm, Engine, Model};
use crate::reduction::Reduction;

/// A property of the directory that differs from the request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The rules of the game of this name have changed.
    Rules(String),
    /// It is the solution of another game.
    Game {
        /// Its name.
        begun: String,
        /// The name of the requested game.
        asked: String,
    },
    /// The opponent model.
    Model {
        /// The one in the directory.
        begun: Model,
        /// The requested one.
        asked: Model,
    },
    /// The value of infinite play, if it has one.
    Infinite(Option<Vec<i32>>),
    /// Whether it gives defects of the rules a meaning.
    Lenient(bool),
    /// How rewards are read as win, draw or loss, if they are.
    Reduction(Option<Reduction>),
    /// Whether its values are what each role can guarantee.
    Security(bool),
    /// Its precision.
    Precision(Option<String>),
    /// Whether distances were requested.
    Distances {
        /// In the directory.
        begun: Option<bool>,
        /// In the request.
        asked: Option<bool>,
    },
    /// The algorithm.
    Algorithm {
        /// The one in the directory.
        begun: Algorithm,
        /// The requested one.
        asked: Algorithm,
    },
    /// The engine.
    Engine(Engine),
    /// The variable order.
    Order,
    /// State variables that the current program does not have.
    Variables,
    /// The facts that are the same in every state: an earlier version found others.
    Constants,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Rules(name) => write!(f, "the rules of {name} have changed since it was started"),
            Difference::Game { begun, asked } => write!(f, "it is a solution of {begun}, not of {asked}"),
            Difference::Model { begun, asked } => write!(f, "its opponent model is {begun}, not {asked}"),
            Difference::Infinite(_) => write!(f, "its value of infinite play is different"),
            Difference::Lenient(_) => write!(f, "it reads defects of the rules differently"),
            Difference::Reduction(_) => write!(f, "it reduces rewards differently"),
            Difference::Security(true) => write!(f, "its values are what each role can guarantee"),
            Difference::Security(false) => write!(f, "its values are not those that each role can guarantee"),
            Difference::Precision(_) => write!(f, "its precision is different"),
            Difference::Distances { begun: Some(true), .. } => write!(f, "it was started with distances"),
            Difference::Distances { begun: Some(false), .. } => write!(f, "it was started without distances"),
            Difference::Distances { begun: None, .. } => {
                write!(f, "it was started with distances only where they are cheap")
            }
            Difference::Algorithm { begun, asked } => write!(f, "its algorithm is {begun}, not {asked}"),
            Difference::Engine(begun) => write!(f, "it was started by the {begun} engine"),
            Difference::Order => write!(f, "its variable order is different"),
            Difference::Variables => write!(f, "it was started with state variables that this version does not have"),
            Difference::Constants => {
                write!(f, "it was started by an earlier version, which found other constant facts")
            }
        }
    }
}

impl Difference {
    /// The error for this difference.
    pub fn of(self, path: &Path) -> Error {
        Error::Different { path: path.to_owned(), difference: self }
    }
}

/// Fails unless the directory `path` is for the same question.
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

/// Fails if the choice about distances differs. They may be added to a finished solution later.
pub fn same_distances(path: &Path, known: &Manifest, asked: Option<bool>) -> Result<(), Error> {
    let begun = known.question.distances;
    match known.progress.is_complete() || begun == asked {
        true => Ok(()),
        false => Err(Difference::Distances { begun, asked }.of(path)),
    }
}

/// Layers are encoded by the variables. These depend on proofs, and proofs on the available time, so a resumed run
/// takes the variables from the manifest.
pub(crate) fn same_variables(path: &Path, known: &Manifest, asked: &Manifest) -> Result<(), Error> {
    match known.progress.is_complete() || known.encoding == asked.encoding {
        true => Ok(()),
        false => Err(Difference::Variables.of(path)),
    }
}
