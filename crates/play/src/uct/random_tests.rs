//! Every value that a search proves about a random game agrees with brute force.

use std::sync::Arc;

use bruteforce::{Setup, SolvedGame};
use query::Prober;
use randomgame::{BoardShape, Turns, board};
use solution::manifest::Progress;
use solution::{Database, Model};

use super::Settings;
use super::search::Search;
use super::tree::ROOT;
use crate::playable::Playable;
use crate::player::MoveLimit;
use crate::position::Position;
use crate::testing::ground;

/// A random game with its solution.
struct Sample {
    name: String,
    playable: Arc<Playable>,
    database: Database,
    _folder: tempfile::TempDir,
}

impl Sample {
    fn new(seed: u64, shape: impl Fn(BoardShape) -> BoardShape) -> Sample {
        let mut random = randomgame::RandomChoices::new(seed);
        let shape = shape(BoardShape { cells: random.between(1, 5), ..BoardShape::random(&mut random) });
        let sheet = board(&shape, &mut random).to_string();
        let model = if seed.is_multiple_of(2) { Model::Own } else { Model::Difference };
        let infinite = shape.cyclic.then(|| match shape.roles {
            1 => vec![0],
            roles => vec![100 / roles as i32; roles],
        });
        let folder = tempfile::tempdir().unwrap();
        let question = Setup { model, infinite, layered: false, ..Setup::default() };
        SolvedGame::of(&sheet, &question).write(folder.path());
        let database = Database::open(folder.path()).unwrap();
        let playable = Playable::with(ground(&sheet)).unwrap().of_database(&database);
        assert_eq!(playable.cyclic, shape.cyclic, "random game {seed}");
        Sample { name: format!("random game {seed}"), playable: Arc::new(playable), database, _folder: folder }
    }

    /// Compares every proved node of a search with the solution; returns their number.
    fn check(&self, playouts: u64, threads: usize, endgames: Option<&Database>) -> usize {
        let position = Position::initial(&self.playable);
        if position.is_over() {
            return 0;
        }
        let (settings, limit) = (Settings { threads, ..Settings::default() }, MoveLimit::playouts(playouts));
        let prober = endgames.map(|database| Prober::new(&self.playable.game, database));
        let search = Search::new(&position, 0, &settings, &limit, prober, 7);
        search.run().unwrap();
        let solution = Prober::new(&self.playable.game, &self.database);
        let (mut proved, mut joint) = (0, Vec::new());
        let mut pending = vec![(ROOT, position.clone())];
        while let Some((id, position)) = pending.pop() {
            let row = position.state().words();
            if let Some(proof) = search.tree.node(id).proof.get() {
                let known = solution.probe_row(row).unwrap().expect("the state is reachable");
                assert_eq!(*proof.rewards, *known.rewards, "{}, node {id}", self.name);
                proved += 1;
            }
            let Some(moves) = search.tree.moves(id) else { continue };
            assert!(moves.row().eq(row.iter().copied()), "{}, node {id}", self.name);
            let arms = moves.choosers().next().map_or(vec![vec![]], |chooser| {
                (0..chooser.arms.len() as u32).map(|arm| vec![arm]).collect::<Vec<_>>()
            });
            for (arms, child) in arms.iter().filter_map(|arms| Some((arms, moves.child(arms)?))) {
                moves.joint(arms, &mut joint);
                let joint: Vec<usize> = joint.iter().map(|&made| made as usize).collect();
                pending.push((child, position.after(&joint)));
            }
        }
        proved
    }
}

fn in_turn(shape: BoardShape) -> BoardShape {
    let turns = if shape.turns == Turns::Simultaneous { Turns::Irregular } else { shape.turns };
    BoardShape { turns, ..shape }
}

#[test]
fn proved_values_agree_with_brute_force() {
    let check = |seed| Sample::new(seed, |shape| BoardShape { cyclic: false, ..in_turn(shape) }).check(400, 1, None);
    let proved: usize = (0..150).map(check).sum();
    assert!(proved > 1000, "{proved} nodes");
}

#[test]
fn proved_values_of_three_roles_agree_with_brute_force() {
    let three = |shape| BoardShape { roles: 3, cyclic: false, ..in_turn(shape) };
    let proved: usize = (0..60).map(|seed| Sample::new(seed, three).check(400, 1, None)).sum();
    assert!(proved > 300, "{proved} nodes");
}

#[test]
fn proved_values_of_cyclic_games_agree_with_brute_force() {
    let cyclic = |shape: BoardShape| {
        let roles = shape.roles.min(2);
        BoardShape { cyclic: true, constant_sum: true, roles, steps: None, ..in_turn(shape) }
    };
    let proved: usize = (0..100).map(|seed| Sample::new(seed, cyclic).check(400, 1, None)).sum();
    assert!(proved > 500, "{proved} nodes");
}

#[test]
fn values_proved_by_two_threads_agree_with_brute_force() {
    let check = |seed| Sample::new(seed, |shape| BoardShape { cyclic: false, ..in_turn(shape) }).check(2000, 2, None);
    let proved: usize = (0..60).map(check).sum();
    assert!(proved > 300, "{proved} nodes");
}

/// A solution whose first layers are not solved yet.
#[test]
fn values_from_an_unfinished_solution_are_exact() {
    let mut proved = 0;
    for seed in 0..60 {
        let sample = Sample::new(seed, |shape| BoardShape { cyclic: false, ..in_turn(shape) });
        let folder = tempfile::tempdir().unwrap();
        let question = Setup { model: sample.playable.model, ..Setup::default() };
        let solved = SolvedGame::of(&sample.database.manifest().question.rules, &question);
        solved.write(folder.path());
        let mut manifest = Database::open(folder.path()).unwrap().manifest().clone();
        manifest.progress = Progress::Backward;
        let unsolved = manifest.layers.len() / 2;
        for layer in &mut manifest.layers[..unsolved] {
            (layer.value_file, layer.outcomes) = (None, Vec::new());
        }
        let manifest_file = folder.path().join(solution::directory::MANIFEST);
        std::fs::write(manifest_file, serde_json::to_string(&manifest).unwrap()).unwrap();
        proved += sample.check(100, 1, Some(&Database::open(folder.path()).unwrap()));
    }
    assert!(proved > 200, "{proved} nodes");
}
