//! Going on with what an earlier run proved.
//!
//! Which variables a game has, and by which measure it grows, is a matter of proofs, and what is proved depends on the
//! time that there was: a busy machine proves less. The layers of a directory mean what the variables of its manifest
//! say. So whoever goes on with it takes variables and measure from there, where the run that wrote them has proved
//! them, and the proofs are not made again.

use std::collections::HashMap;
use std::path::Path;

use game::{Fluent, Game, StateVariable};
use solution::directory::MANIFEST;
use solution::{Difference, Manifest};
use task::{Algorithm, Growth, Progressive, Traits};

use crate::error::Error;

/// Whether a manifest says all that its solve goes by. Format 1 does not say how a measure grows, which matters until
/// all is solved.
pub fn is_enough(manifest: &Manifest) -> bool {
    is_complete(manifest) || manifest.encoding.measure.is_none() || manifest.encoding.growth.is_some()
}

/// Whether all is solved.
pub fn is_complete(manifest: &Manifest) -> bool {
    manifest.progress.is_complete()
}

/// The variables of a manifest as those of the game.
///
/// # Errors
///
/// A manifest that is not of this game: its variables don't share out the fluents, or the first state is none of its
/// states. A manifest that knows fewer fluents is not damaged: earlier versions took more facts for certain.
pub fn variables(path: &Path, manifest: &Manifest, game: &Game) -> Result<Vec<StateVariable>, Error> {
    let unfit = |what: &str| {
        solution::Error::damaged(&path.join(MANIFEST), format!("its variables are not those of the game: {what}"))
    };
    let encoding = &manifest.encoding;
    if encoding.roles != game.roles {
        return Err(unfit("the roles are others").into());
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
        let fluents = fluents.ok_or_else(|| unfit(&format!("{} has values that are no facts", variable.name)))?;
        let holding = fluents.iter().filter(|fluent| game.initial.contains(fluent)).count();
        if holding > 1 || holding == 0 && !none {
            return Err(unfit(&format!("{} has no value in the first state", variable.name)).into());
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

/// What bears on the choice of an algorithm, as the run that began knew it: by the algorithm that it chose.
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
