//! From rules to a game that the engines can take: ground, with proved variables, and with the effects of its moves.

use number::{count, grouped};
use std::path::Path;
use std::time::Instant;

use game::Game;
use game::effects::{Effects, effects};
use game::implied::Implied;
use game::joint::joint_moves;
use gdl::Rules;
use prove::{Analysis, Class, Growth};
use solution::Manifest;
use task::{Progressive, Traits};

use crate::begun;
use crate::budget::Budget;
use crate::error::Error;
use crate::grounding::{self, Grounded};
use crate::stop::Stop;

/// Joint moves that are still enumerated.
const JOINT_MOVES: usize = 1_000_000;

/// Seconds for the proofs about a game of a few gates. What is not proved in that time only makes the encoding larger.
const PROOFS: f64 = 10.0;

/// What can be proved about a game in so many seconds.
fn analysis(game: &Game, seconds: f64) -> Result<Analysis, Error> {
    let options = prove::Options { seconds, ..prove::Options::default() };
    prove::analyse(game, &options).map_err(Error::bug)
}

/// A game ready for search.
pub struct Prepared {
    /// The ground game with its proved variables.
    pub game: Game,
    /// What is known about it.
    pub analysis: Analysis,
    /// What its joint moves do.
    pub effects: Effects,
}

impl Prepared {
    /// Grounds and analyses rules within a budget.
    pub fn new(rules: &Rules, budget: &Budget, stop: &Stop) -> Result<Prepared, Error> {
        let start = Instant::now();
        let game = match grounding::ground(rules, budget, stop)? {
            Grounded::Game(game) => *game,
            Grounded::TooLarge(reason) => return Err(reason.into()),
        };
        stop.check()?;
        let left = budget.deadline(start).map(|end| end.saturating_duration_since(Instant::now()).as_secs_f64());
        let proofs = prove::seconds_for(&game, PROOFS);
        let analysis = analysis(&game, left.map_or(proofs, |left| proofs.min(left / 2.0)))?;
        stop.check()?;
        Prepared::analysed(game, analysis, JOINT_MOVES)
    }

    /// Grounds rules within a budget for a solve that was begun, with the variables that its manifest has, where there is
    /// something left to do: nothing is proved again.
    pub fn begun(
        rules: &Rules,
        budget: &Budget,
        stop: &Stop,
        path: &Path,
        manifest: &Manifest,
    ) -> Result<Prepared, Error> {
        let game = match grounding::ground(rules, budget, stop)? {
            Grounded::Game(game) => *game,
            Grounded::TooLarge(reason) => return Err(reason.into()),
        };
        stop.check()?;
        let variables = match begun::is_complete(manifest) {
            true => game.variables.clone(),
            false => begun::variables(path, manifest, &game)?,
        };
        let analysis = Analysis { variables, measure: None, ..analysis(&game, 0.0)? };
        Prepared::analysed(game, analysis, JOINT_MOVES)
    }

    /// The same game with the variables of a manifest; none if it has these.
    pub(crate) fn with_variables_of(&self, path: &Path, manifest: &Manifest) -> Result<Option<Prepared>, Error> {
        let variables = begun::variables(path, manifest, &self.game)?;
        if variables == self.game.variables {
            return Ok(None);
        }
        let analysis = Analysis { variables, measure: None, ..self.analysis.clone() };
        Prepared::analysed(self.game.clone(), analysis, JOINT_MOVES).map(Some)
    }

    /// Finds out what the moves of an analysed game do, if these are at most so many.
    pub fn analysed(mut game: Game, analysis: Analysis, most: usize) -> Result<Prepared, Error> {
        game.variables.clone_from(&analysis.variables);
        let implied = Implied::new(&game);
        let joints = joint_moves(&game, &implied, most)
            .map_err(|_| Error::limit(format!("the game has more than {} joint moves", grouped(most as u64))))?;
        let effects = effects(&game, &implied, joints);
        Ok(Prepared { game, analysis, effects })
    }

    /// What bears on the choice of an algorithm.
    pub fn traits(&self) -> Traits {
        let class = &self.analysis.class;
        let progressive = |measure: &prove::Measure| match measure.growth {
            Growth::Incremental => {
                Some(Progressive { weights: measure.weights.clone(), growth: task::Growth::Incremental })
            }
            Growth::Increasing => {
                Some(Progressive { weights: measure.weights.clone(), growth: task::Growth::Increasing })
            }
            // Two plies share a value, so that neither plies nor values are layers by this measure alone.
            Growth::TwoPly { .. } => None,
        };
        Traits {
            roles: class.roles,
            constant_sum: class.sum,
            cyclic: class.acyclic.is_refuted(),
            measure: self.analysis.measure.as_ref().and_then(progressive),
        }
    }

    /// The kind of game, in words.
    pub fn class_in_words(&self, solved_as_acyclic: bool) -> String {
        in_words(&self.analysis.class, solved_as_acyclic)
    }
}

/// The kind of game, in words. Whether it is cyclic is known once it is solved by an algorithm for acyclic games.
pub(crate) fn in_words(class: &Class, solved_as_acyclic: bool) -> String {
    let mut words = vec![if class.roles == 1 { "one role".to_owned() } else { count(class.roles, "role") }];
    match (class.roles > 1, class.turn_taking.is_proved(), class.turn_taking.is_refuted()) {
        (true, true, _) => words.push("turn-taking".to_owned()),
        (true, _, true) => words.push("moves at once".to_owned()),
        _ => {}
    }
    if class.roles > 1 && class.alternating.is_proved() {
        words.push("alternating".to_owned());
    }
    match class.sum {
        Some(sum) if class.roles > 1 => words.push(format!("constant sum {sum}")),
        None if class.roles > 1 && class.constant_sum.is_refuted() => words.push("general rewards".to_owned()),
        _ => {}
    }
    match (class.acyclic.is_refuted(), class.acyclic.is_proved() || solved_as_acyclic) {
        (true, _) => words.push("cyclic".to_owned()),
        (_, true) => words.push("acyclic".to_owned()),
        _ => {}
    }
    words.join(", ")
}
