//! Resumes with the results of an earlier run's proofs.
//!
//! The variables of a game, and its measure, depend on proofs, and proofs depend on the available time: a busy machine
//! proves less. The layers of a directory are encoded by the variables in its manifest. So a resumed run takes
//! variables and measure from there, where the earlier run has proved them, and repeats no proofs.

use std::collections::HashMap;
use std::path::Path;

use game::{Fluent, Game, StateVariable};
use solution::directory::MANIFEST;
use solution::{Difference, Manifest};
use task::{Algorithm, Growth, Progressive, Traits};

use crate::error::Error;

/// Whether a manifest is enough to resume. Format 1 lacks the growth of a measure, which is needed until everything is
/// solved.
pub fn is_enough(manifest: &Manifest) -> bool {
    is_complete(manifest) || manifest.encoding.measure.is_none() || manifest.encoding.growth.is_some()
}

/// Whether everything is solved.
pub fn is_complete(manifest: &Manifest) -> bool {
    manifest.progress.is_complete()
}

/// The variables of a manifest as variables of the game.
///
/// # Errors
///
/// A manifest that does not belong to this game: its variables do not partition the fluents, or the first state is not
/// one of its states. A manifest with fewer fluents is not damaged: earlier versions found more facts to be constant.
pub fn variables(path: &Path, manifest: &Manifest, game: &Game) -> Result<Vec<StateVariable>, Error> {
    let unfit = |what: &str| {
        solution::Error::damaged(&path.join(MANIFEST), format!("its variables do not belong to the game: {what}"))
    };
    let encoding = &manifest.encoding;
    if encoding.roles != game.roles {
        return Err(unfit("the roles differ").into());
    }
    if encoding.always != game.always {
        return Err(Difference::Constants.of(path).into());
    }
    let mut left: HashMap<&str, Fluent> = game.fluents.iter().map(String::as_str).zip((0..).map(Fluent)).collect();
    let mut variables = Vec::with_capacity(encoding.variables.len());
    for variable in &encoding.variables {
        let none = variable.values.last().is_some_and(Option::is_none);
        let facts = &variable.values[..variable.values.len() - usize::from(none)];
        let fluent = |fact: &Option<String>| fact.as_deref().and_then(|fact| left.remove(fact));
        let fluents: Option<Vec<Fluent>> = facts.iter().map(fluent).collect();
        let fluents = fluents.ok_or_else(|| unfit(&format!("{} has values that are not facts", variable.name)))?;
        let holding = fluents.iter().filter(|fluent| game.initial.contains(fluent)).count();
        if holding > 1 || holding == 0 && !none {
            return Err(unfit(&format!("{} has no value in the initial state", variable.name)).into());
        }
        variables.push(StateVariable { name: variable.name.clone(), fluents, none });
    }
    match left.is_empty() {
        true => Ok(variables),
        false => Err(Difference::Constants.of(path).into()),
    }
}

/// The measure that a solve was begun with.
pub fn measure(manifest: &Manifest) -> Option<Progressive> {
    // Where format 1 does not say, successors may be in any later layer.
    let growth = manifest.encoding.growth.unwrap_or(Growth::Increasing);
    manifest.encoding.measure.clone().map(|weights| Progressive { weights, growth })
}

/// The properties on which the choice of an algorithm depends, as known to the first run: from the algorithm that it
/// chose.
pub fn traits(manifest: &Manifest) -> Traits {
    let algorithm = manifest.method.algorithm;
    let measure = measure(manifest).filter(|_| algorithm == Algorithm::Layered);
    // Infinite play has a share of the constant sum wherever that was proved.
    let sum = |infinite: &Vec<i32>| infinite.iter().try_fold(0i32, |sum, &reward| sum.checked_add(reward));
    Traits {
        roles: manifest.encoding.roles.len(),
        constant_sum: manifest.question.infinite.as_ref().filter(|_| algorithm == Algorithm::ZeroSum).and_then(sum),
        cyclic: false,
        measure,
    }
}
