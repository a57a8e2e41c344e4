//! Solves a bundled game state by state and says how long that took: `solve NAME [THREADS] [MEGABYTES]`.

use std::ops::ControlFlow;
use std::time::Instant;

use explicit::Resources;
use explicit::solve::{Task, solve};
use game::effects::effects;
use game::implied::Implied;
use game::joint::joint_moves;
use gdl::{Mode, Source};
use prove::Growth;
use solution::Directory;
use solution::manifest::{Encoding, FORMAT, Manifest, Method, Progress, Question};
use symbolic::layered::Valuation;
use symbolic::outcome::Model;
use symbolic::rewards::Defects;
use symbolic::solve::{Progressive, Traits, choose};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |index: usize, default: usize| arguments.get(index).map_or(default, |n| n.parse().unwrap());
    let rules = games::sheet(&arguments[1]).unwrap();
    let checked = gdl::check::check_in(&Source::new("game", rules.clone()), Mode::Strict).rules.unwrap();
    let clock = Instant::now();
    let mut game = ground::ground(&checked, &ground::Limits::default()).unwrap();
    let analysis = prove::analyse(&game, &prove::Options::default()).unwrap();
    game.variables.clone_from(&analysis.variables);
    let implied = Implied::new(&game);
    let effects = effects(&game, &implied, joint_moves(&game, &implied, 100_000).unwrap());
    let measure = analysis.measure.as_ref().and_then(|measure| match measure.growth {
        Growth::Incremental => Some(Progressive { weights: measure.weights.clone(), incremental: true }),
        Growth::Increasing => Some(Progressive { weights: measure.weights.clone(), incremental: false }),
        Growth::TwoPly { .. } => None,
    });
    let traits = Traits {
        roles: game.roles.len(),
        constant_sum: analysis.class.sum,
        cyclic: analysis.class.acyclic.is_refuted(),
        measure,
    };
    let choice = choose(&traits);
    println!("{:.2} s for grounding and proofs; {}: {}", clock.elapsed().as_secs_f64(), choice.algorithm, choice.why);
    let folder = tempfile::tempdir().unwrap();
    let variable = |variable: &game::Variable| solution::manifest::Variable {
        name: variable.name.clone(),
        values: variable.fluents.iter().map(|f| Some(game.fluents[f.0 as usize].clone())).chain(variable.none.then_some(None)).collect(),
    };
    let manifest = Manifest {
        format: FORMAT,
        question: Question {
            rules: rules.clone(),
            name: "game".to_owned(),
            rules_hash: String::new(),
            fingerprint: String::new(),
            model: "own".to_owned(),
            infinite: None,
            lenient: false,
        },
        encoding: Encoding {
            roles: game.roles.clone(),
            always: game.always.clone(),
            variables: game.variables.iter().map(variable).collect(),
            levels: Vec::new(),
            measure: None,
        },
        method: Method { program: String::new(), engine: String::new(), algorithm: String::new(), why: String::new() },
        progress: Progress::Forward,
        layers: Vec::new(),
    };
    let mut directory = Directory::start_or_resume(folder.path(), manifest).unwrap();
    let task = Task {
        game: &game,
        effects: &effects,
        algorithm: choice.algorithm,
        traits: &traits,
        valuation: Valuation { model: Model::Own, distances: false, defects: Defects::Refuse },
        infinite: None,
        resources: Resources { bytes: number(3, 4096) << 20, threads: number(2, 2) },
    };
    let clock = Instant::now();
    let mut watch = |report: &symbolic::journal::Report| {
        println!("{:6.2} s  {:?} {} {}", clock.elapsed().as_secs_f64(), report.phase, report.layer, report.states);
        ControlFlow::Continue(())
    };
    let value = solve(&task, &mut directory, &mut watch).unwrap();
    let layers = &directory.manifest().layers;
    let states: u128 = layers.iter().map(|layer| layer.states).sum();
    let bytes: u64 = layers.iter().filter_map(|layer| layer.value_file.as_ref()).map(|file| file.bytes).sum();
    println!("{value:?} {states} states, {:.2} s, {:.1} MB of files", clock.elapsed().as_secs_f64(), bytes as f64 / 1e6);
}
