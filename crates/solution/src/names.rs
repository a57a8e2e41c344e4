//! Enumerations with names in a manifest: opponent models, engines, algorithms, and growth of measures.
//!
//! Each name is defined only here: manifests, the command line and the server use the same one. A manifest with another
//! name is damaged or newer.

use std::cmp::Reverse;
use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// Defines an enumeration whose variants have names, with a noun for messages.
macro_rules! named {
    ($(#[$about:meta])* $type:ident, $kind:literal { $($(#[$meaning:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
        pub enum $type {
            $($(#[$meaning])* #[serde(rename = $name)] $variant,)*
        }

        impl $type {
            /// All variants.
            pub const ALL: &[$type] = &[$($type::$variant),*];

            /// Its name on the command line and in files.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)*
                }
            }

            /// The variant with this name.
            pub fn named(name: &str) -> Option<$type> {
                $type::ALL.iter().copied().find(|known| known.name() == name)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let name = String::deserialize(deserializer)?;
                let unknown = || D::Error::custom(format_args!("unknown {} `{name}`", $kind));
                $type::named(&name).ok_or_else(unknown)
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

named! {
    /// An opponent model: what a role maximises.
    Model, "opponent model" {
        /// Maximise the own reward, then minimise the others'.
        Own = "own",
        /// Maximise the lead over the others, then the own reward.
        Difference = "difference",
    }
}

named! {
    /// The engine that computes a solution.
    Engine, "engine" {
        /// Decision diagrams.
        Symbolic = "symbolic",
        /// Packed states.
        Explicit = "explicit",
    }
}

named! {
    /// The algorithm that computes a solution.
    Algorithm, "algorithm" {
        /// Layer by layer (2010).
        Layered = "layered",
        /// Repeatedly solves states whose successors are all solved (2008).
        Fixpoint = "fixpoint",
        /// Attractors per reward threshold (2002).
        ZeroSum = "zero-sum",
        /// Best reachable reward (2007).
        OnePlayer = "one-player",
        /// The matrix with forbidden lists and restarts (2007); for small games.
        Restart = "restart",
        /// Matrix games and averages over successors, for games with chance or simultaneous moves.
        Expectation = "expectation",
    }
}

named! {
    /// How a measure grows during a game.
    Growth, "growth of a measure" {
        /// By one with every ply: one layer per ply.
        Incremental = "incremental",
        /// With every ply, so that its values are the layers.
        Increasing = "increasing",
    }
}

impl Model {
    /// A sort key for rewards; smaller is better for `role`. Ties of the model are broken in favour of lower rewards
    /// for the others, in their order.
    pub fn rank(self, role: usize, rewards: &[i32]) -> Vec<Reverse<i64>> {
        let own = rewards.get(role).copied().map_or(0, i64::from);
        let others = rewards.iter().enumerate().filter(|(other, _)| *other != role).map(|(_, &r)| i64::from(r));
        let first = match self {
            Model::Own => vec![own],
            Model::Difference => vec![own - others.clone().max().unwrap_or(0), own],
        };
        first.into_iter().chain(others.map(|reward| -reward)).map(Reverse).collect()
    }
}

impl Algorithm {
    /// Whether infinite play can have a reward.
    pub fn allows_cycles(self) -> bool {
        matches!(self, Algorithm::ZeroSum | Algorithm::OnePlayer)
    }

    /// Whether distances come with the values at no cost.
    pub fn finds_distances(self) -> bool {
        self.allows_cycles()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_the_command_line_use_the_same_names() {
        for algorithm in Algorithm::ALL {
            assert_eq!(serde_json::to_value(algorithm).unwrap(), algorithm.name());
            assert_eq!(serde_json::from_value::<Algorithm>(algorithm.name().into()).unwrap(), *algorithm);
            assert_eq!(Algorithm::named(algorithm.name()), Some(*algorithm));
        }
        let error = serde_json::from_str::<Engine>("\"oracular\"").unwrap_err().to_string();
        assert!(error.starts_with("unknown engine `oracular`"), "{error}");
    }

    #[test]
    fn the_models_differ_if_a_larger_reward_gives_the_other_more() {
        let better =
            |model: Model, role, first: &[i32], second: &[i32]| model.rank(role, first) < model.rank(role, second);
        let (rich, ahead) = ([60, 70], [50, 0]);
        assert!(better(Model::Own, 0, &rich, &ahead));
        assert!(better(Model::Difference, 0, &ahead, &rich));
        assert!(better(Model::Own, 1, &[0, 50], &[10, 50]), "ties: the less for the other");
        assert!(better(Model::Own, 0, &[50, 0, 50], &[50, 10, 0]), "in the order of the roles");
    }
}
