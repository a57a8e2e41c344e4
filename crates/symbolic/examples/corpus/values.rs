//! Values of the first state, with every algorithm and both opponent models.

use std::error::Error;
use std::ops::ControlFlow;

use solution::Directory;
use solution::manifest::{FORMAT, Manifest, Method, Progress, Question};
use symbolic::solve::Symbolic;
use task::{Algorithm, CommitReport, Defects, Model, Problem, Solver, Task, Traits};

use crate::{RESOURCES, Sheet};

/// The maximum number of states for the matrix with restarts: it takes many minutes for a corridor of a few hundred
/// states.
const SMALL: u64 = 100;

/// The differences from the record.
pub fn compare<'c>(sheet: &Sheet, cell: &impl Fn(&str) -> &'c str) -> Result<Vec<String>, Box<dyn Error>> {
    let single = cell("single_max");
    let wanted = |model| match model {
        _ if !single.is_empty() => single,
        Model::Own => cell("value_A"),
        Model::Difference => cell("value_B"),
    };
    let algorithms =
        [Algorithm::Layered, Algorithm::Fixpoint, Algorithm::ZeroSum, Algorithm::OnePlayer, Algorithm::Restart];
    let mut differences = Vec::new();
    for (model, algorithm) in [Model::Own, Model::Difference].into_iter().flat_map(|m| algorithms.map(|a| (m, a))) {
        let (wanted, small) = (wanted(model), cell("states").parse().is_ok_and(|states: u64| states <= SMALL));
        if wanted.is_empty() || (algorithm == Algorithm::Restart && !small) {
            continue;
        }
        match value(sheet, model, algorithm) {
            Ok((found, _)) if found != wanted => {
                differences.push(format!("{} by {algorithm}: {found}, not {wanted}", model.name()));
            }
            Ok((_, Some(plies))) if !single.is_empty() && plies.to_string() != cell("single_max_depth") => {
                differences.push(format!("a plan of {plies} plies by {algorithm}, not {}", cell("single_max_depth")));
            }
            Ok(_) | Err(task::Error::Refused(_)) => {}
            Err(task::Error::Cyclic { .. }) if cell("cyclic") == "cyclic" && !algorithm.allows_cycles() => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(differences)
}

/// The value of the first state in the format of the record, and its distance if it is kept.
fn value(sheet: &Sheet, model: Model, algorithm: Algorithm) -> Result<(String, Option<u32>), task::Error> {
    let traits = Traits::of(&sheet.proved);
    // In the record, infinite play is worth nothing to one player.
    let infinite = [0];
    let task = Task {
        algorithm,
        traits: &traits,
        model,
        defects: Defects::Lenient,
        reduction: None,
        infinite: (traits.roles == 1).then_some(&infinite),
        distances: None,
        bounds: task::Bounds::default(),
    };
    let folder = tempfile::tempdir().map_err(|error| task::Error::Bug(error.to_string()))?;
    let mut directory = Directory::start_or_resume(folder.path(), manifest(sheet, &task))?;
    let mut watch = |_: &CommitReport| ControlFlow::Continue(());
    let (bytes, threads) = (RESOURCES.bytes, RESOURCES.threads);
    let Sheet { proved, order, .. } = sheet;
    let problem = Problem { proved, task: &task, bytes, steps: u64::MAX, threads, give_back: || {} };
    let value = Symbolic { order }.solve(&problem, &mut directory, &mut watch)?.value;
    let database = solution::Database::open(folder.path())?;
    let first = game::State::initial(&sheet.proved.game).facts(&sheet.proved.game);
    let state = database.facts().state(first.iter().copied()).unwrap_or_default();
    let distance = database.probe(&state)?.and_then(|found| found.outcome.distance);
    Ok((value.iter().map(i32::to_string).collect::<Vec<_>>().join("/"), distance))
}

fn manifest(sheet: &Sheet, task: &Task<'_>) -> Manifest {
    let measure = task.traits.measure.as_ref().filter(|_| task.algorithm == Algorithm::Layered);
    Manifest {
        format: FORMAT,
        question: Question {
            from: None,
            rules: String::new(),
            name: String::new(),
            rules_hash: String::new(),
            fingerprint: String::new(),
            model: task.model,
            infinite: task.infinite.map(<[i32]>::to_vec),
            lenient: true,
            reduction: None,
            distances: None,
            security: false,
            precision: None,
        },
        encoding: sheet.order.describe(&sheet.proved.game, measure),
        notation: Default::default(),
        method: Method::new(solution::Engine::Symbolic, task.algorithm),
        expected: None,
        progress: Progress::Forward,
        layers: Vec::new(),
    }
}
