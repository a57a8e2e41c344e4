//! From rules to a proved game, within a budget.

use std::path::Path;
use std::time::Instant;

use game::Game;
use gdl::Rules;
use number::count;
use prove::{Analysis, Class, JOINT_MOVES, ProofOptions, ProvedGame};
use solution::Manifest;

use crate::begun;
use crate::budget::Budget;
use crate::error::Error;
use crate::grounding::{self, Grounded};
use crate::stop::Stop;

/// Grounds and analyses rules within a budget.
pub fn prove(rules: &Rules, budget: &Budget, stop: &Stop) -> Result<ProvedGame, Error> {
    let start = Instant::now();
    let game = grounded(rules, budget, stop)?;
    // Half of the time that is left: the rest is for what the proofs are made for.
    let now = Instant::now();
    let deadline = budget.deadline(start).map(|end| now + end.saturating_duration_since(now) / 2);
    let analysis = analysis(&game, &proof_options(&game, budget, deadline, stop))?;
    stop.check()?;
    Ok(ProvedGame::new(game, analysis, JOINT_MOVES)?)
}

/// Grounds rules within a budget to resume a solve, with the variables in its manifest if there is work left: nothing
/// is proved again.
pub(crate) fn proved_before(
    rules: &Rules,
    budget: &Budget,
    stop: &Stop,
    path: &Path,
    manifest: &Manifest,
) -> Result<ProvedGame, Error> {
    let game = grounded(rules, budget, stop)?;
    let variables = match begun::is_complete(manifest) {
        true => game.variables.clone(),
        false => begun::variables(path, manifest, &game)?,
    };
    let analysis =
        Analysis { variables, measure: None, ..analysis(&game, &ProofOptions { work: 0, ..ProofOptions::default() })? };
    Ok(ProvedGame::new(game, analysis, JOINT_MOVES)?)
}

/// The same game with the variables of a manifest; `None` if it already has them.
pub(crate) fn with_variables_of(
    proved: &ProvedGame,
    path: &Path,
    manifest: &Manifest,
) -> Result<Option<ProvedGame>, Error> {
    let variables = begun::variables(path, manifest, &proved.game)?;
    match variables == proved.game.variables {
        true => Ok(None),
        false => Ok(Some(proved.with_variables(variables)?)),
    }
}

/// Grounds rules; a game that is too large is an error.
pub(crate) fn grounded(rules: &Rules, budget: &Budget, stop: &Stop) -> Result<Game, Error> {
    let game = match grounding::ground(rules, budget, stop)? {
        Grounded::Game(game) => *game,
        Grounded::TooLarge(reason) => return Err(reason.into()),
    };
    stop.check()?;
    Ok(game)
}

/// The limits of proofs about a game: work by its size, memory by the budget, the clock only if the user set one.
pub fn proof_options(game: &Game, budget: &Budget, deadline: Option<Instant>, stop: &Stop) -> ProofOptions {
    ProofOptions {
        work: prove::work_for(game, prove::WORK),
        bytes: budget.room_for_proofs(),
        deadline,
        stop: Some(stop.flag()),
        ..ProofOptions::default()
    }
}

fn analysis(game: &Game, options: &ProofOptions) -> Result<Analysis, Error> {
    prove::analyse(game, options).map_err(Error::bug)
}

/// The class of a game in words. After a solve by an algorithm for acyclic games it is known to be acyclic.
pub fn class_in_words(class: &Class, solved_as_acyclic: bool) -> String {
    let mut words = vec![if class.roles == 1 { "one role".to_owned() } else { count(class.roles, "role") }];
    words.extend(class.random.map(|_| "chance".to_owned()));
    match (class.roles > 1, class.turn_taking.is_proved(), class.turn_taking.is_refuted()) {
        (true, true, _) => words.push("turn-taking".to_owned()),
        (true, _, true) => words.push("simultaneous moves".to_owned()),
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
