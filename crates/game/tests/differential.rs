//! The batch evaluator, the playouts and the search agree with the plain evaluator on random games.

mod support;

use game::cofactor::Cofactors;
use game::joint::JointMove;
use game::variation::for_each_joint_move;
use game::{
    BatchEvaluator, BfsLimits, Evaluator, FluentIndex, Game, PlayoutReport, Playouts, Random, Signal, State, Tape,
    View, search,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::time::Duration;
use support::{random_game, random_state, shapes, small_shapes};

/// A legal move per role, or any move if there is none: successors are still defined.
fn random_joint(game: &Game, view: &View, random: &mut Random) -> Vec<usize> {
    let choose = |(legal, moves): (&Vec<usize>, &Vec<game::Move>)| match legal.len() {
        0 => random.below(moves.len() as u32) as usize,
        count => legal[random.below(count as u32) as usize],
    };
    view.legal.iter().zip(&game.moves).map(choose).collect()
}

fn bit(words: &[u64], lane: usize) -> bool {
    words[lane / 64] >> (lane % 64) & 1 == 1
}

/// The view of a lane according to the batch evaluator.
fn view_of_lane<const W: usize>(game: &Game, batch: &BatchEvaluator<'_, W>, lane: usize) -> View {
    let roles = 0..game.roles.len();
    let legal = |role: usize| (0..game.moves[role].len()).filter(|&m| bit(&batch.legal(role, m), lane)).collect();
    let rewards = |role| batch.goals(role).filter(|(_, holds)| bit(holds, lane)).map(|(reward, _)| reward).collect();
    View {
        terminal: bit(&batch.terminal(), lane),
        legal: roles.clone().map(legal).collect(),
        rewards: roles.map(rewards).collect(),
    }
}

fn check_batch<const W: usize>(game: &Game, states: &[State], random: &mut Random) {
    let evaluator = Evaluator::new(game).unwrap();
    let tape = Tape::new(game).unwrap();
    let mut batch = BatchEvaluator::<W>::new(&tape);
    let rows: Vec<u64> = states.iter().flat_map(|state| state.words()).copied().collect();
    batch.load(&rows);
    batch.evaluate_view();
    let views: Vec<View> = states.iter().map(|state| evaluator.view(state)).collect();
    for (lane, view) in views.iter().enumerate() {
        assert_eq!(&view_of_lane(game, &batch, lane), view, "state {:?}", states[lane]);
    }
    // Twice, because the move phase must not change what it reads of the state phase.
    for advance in [false, true] {
        batch.clear_moves();
        let mut expected = Vec::new();
        for (lane, (state, view)) in states.iter().zip(&views).enumerate() {
            let joint = random_joint(game, view, random);
            joint.iter().enumerate().for_each(|(role, &index)| batch.set_move(lane, role, index));
            expected.extend_from_slice(evaluator.next(state, &joint).words());
        }
        batch.evaluate_next();
        let mut successors = Vec::new();
        batch.successors(states.len(), &mut successors);
        assert_eq!(successors, expected);
        let mut unchanged = Vec::new();
        batch.states(states.len(), &mut unchanged);
        assert_eq!(unchanged, rows);
        if advance {
            batch.advance();
            let mut advanced = Vec::new();
            batch.states(states.len(), &mut advanced);
            assert_eq!(advanced, expected);
        }
    }
}

/// Plays the game with this number by the plain evaluator.
fn play_alone(game: &Game, options: &Playouts, number: u64, report: &mut PlayoutReport) {
    let evaluator = Evaluator::new(game).unwrap();
    let mut random = Random::stream(options.seed, number);
    let mut state = State::initial(game);
    for length in 0.. {
        let view = evaluator.view(&state);
        if view.terminal {
            report.games += 1;
            report.finished_plies += length;
            report.shortest = Some(report.shortest.unwrap_or(length).min(length));
            report.longest = Some(report.longest.unwrap_or(length).max(length));
            report.without_goal += u64::from(view.rewards.iter().any(Vec::is_empty));
            report.several_goals += u64::from(view.rewards.iter().any(|rewards| rewards.len() > 1));
            let lowest = view.rewards.iter().map(|rewards| rewards.first().copied().unwrap_or(0));
            report.rewards.iter_mut().zip(lowest).for_each(|(sum, reward)| *sum += i64::from(reward));
            return;
        }
        if length == options.max_plies {
            report.cut += 1;
            return;
        }
        if view.legal.iter().any(Vec::is_empty) {
            report.stuck += 1;
            return;
        }
        let choose = |legal: &Vec<usize>| match legal[..] {
            [only] => only,
            _ => legal[random.below(legal.len() as u32) as usize],
        };
        let joint: Vec<usize> = view.legal.iter().map(choose).collect();
        state = evaluator.next(&state, &joint);
        report.plies += 1;
    }
}

/// What a search counts.
#[derive(PartialEq, Default, Debug)]
struct Counts {
    layers: Vec<usize>,
    terminals: u64,
    stuck: u64,
    goal_defects: u64,
    goal_vectors: BTreeMap<Vec<i32>, u64>,
    joint_moves: u64,
}

/// Visits all states with the plain evaluator.
fn search_alone(game: &Game) -> Counts {
    let evaluator = Evaluator::new(game).unwrap();
    let mut seen: HashSet<State> = HashSet::from([State::initial(game)]);
    let mut layer = vec![State::initial(game)];
    let mut counts = Counts::default();
    while !layer.is_empty() {
        counts.layers.push(layer.len());
        let mut next_layer = Vec::new();
        for state in layer {
            let view = evaluator.view(&state);
            if view.terminal {
                counts.terminals += 1;
                if view.rewards.iter().all(|rewards| rewards.len() == 1) {
                    *counts.goal_vectors.entry(view.rewards.concat()).or_insert(0) += 1;
                } else {
                    counts.goal_defects += 1;
                }
                continue;
            }
            counts.stuck += u64::from(view.legal.iter().any(Vec::is_empty));
            let mut joints: Vec<Vec<usize>> = vec![vec![]];
            for legal in &view.legal {
                joints = joints.iter().flat_map(|joint| legal.iter().map(|&m| [&joint[..], &[m]].concat())).collect();
            }
            counts.joint_moves += joints.len() as u64;
            for joint in joints {
                let successor = evaluator.next(&state, &joint);
                if seen.insert(successor.clone()) {
                    next_layer.push(successor);
                }
            }
        }
        layer = next_layer;
    }
    counts
}

/// Checks for random joint moves that the remainders of the circuit give the same successor as the circuit.
fn check_remainders(game: &Game, random: &mut Random) {
    let joint = |random: &mut Random| JointMove {
        moves: game.moves.iter().map(|moves| random.below(moves.len() as u32)).collect(),
        settled: Vec::new(),
    };
    let joints: Vec<JointMove> = (0..70).map(|_| joint(random)).collect();
    let mut cofactors = Cofactors::new(&game.circuit);
    let mut remaining: Vec<Vec<Signal>> = Vec::new();
    let told = for_each_joint_move(game, &joints, &mut cofactors, |_, _, remainders| {
        remaining.push(game.next.iter().map(|&signal| remainders.of(signal)).collect());
        ControlFlow::Continue(())
    });
    assert!(told.is_continue());
    let evaluator = Evaluator::new(game).unwrap();
    for (joint, next) in joints.iter().zip(remaining) {
        let resolved = Game { circuit: cofactors.circuit().clone(), next, ..game.clone() };
        let state = random_state(game, random);
        let moves: Vec<usize> = joint.moves.iter().map(|&index| index as usize).collect();
        let others: Vec<usize> = game.moves.iter().map(|moves| random.below(moves.len() as u32) as usize).collect();
        // The remainders read no moves, so other moves make no difference.
        assert_eq!(Evaluator::new(&resolved).unwrap().next(&state, &others), evaluator.next(&state, &moves));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn batch_agrees_with_plain_evaluator(shape in shapes(), count in 1usize..=512) {
        let game = random_game(&shape);
        let mut random = Random::stream(shape.seed, 1);
        let states: Vec<State> = (0..count).map(|_| random_state(&game, &mut random)).collect();
        check_batch::<1>(&game, &states[..count.min(64)], &mut random);
        check_batch::<3>(&game, &states[..count.min(192)], &mut random);
        check_batch::<8>(&game, &states, &mut random);
    }

    #[test]
    fn remainders_give_the_same_successors_as_the_circuit(shape in shapes()) {
        let game = random_game(&shape);
        check_remainders(&game, &mut Random::stream(shape.seed, 1));
    }

    #[test]
    fn playouts_agree_with_the_plain_evaluator(shape in shapes(), games in 0u64..700, max_plies in 0u64..20) {
        let game = random_game(&shape);
        let options = Playouts { seed: shape.seed, games, max_plies, time: None };
        let tape = Tape::new(&game).unwrap();
        let mut report = options.run(&tape);
        prop_assert_eq!(report.stuck_example.is_some(), report.stuck > 0);
        prop_assert_eq!(report.goal_example.is_some(), report.without_goal + report.several_goals > 0);
        (report.stuck_example, report.goal_example, report.elapsed) = (None, None, Duration::ZERO);
        let mut expected = Playouts { games: 0, ..options.clone() }.run(&tape);
        expected.elapsed = Duration::ZERO;
        (0..games).for_each(|number| play_alone(&game, &options, number, &mut expected));
        prop_assert_eq!(report, expected);
    }

    #[test]
    fn search_agrees_with_the_plain_evaluator(shape in small_shapes()) {
        let game = random_game(&shape);
        let found = search(&Tape::new(&game).unwrap(), &BfsLimits::default());
        prop_assert_eq!(found.stopped, None);
        let counts = Counts {
            layers: found.layers.iter().map(ExactSizeIterator::len).collect(),
            terminals: found.terminals,
            stuck: found.stuck,
            goal_defects: found.goal_defects,
            goal_vectors: found.goal_vectors.clone(),
            joint_moves: found.joint_moves,
        };
        prop_assert_eq!(counts, search_alone(&game));
        for (plies, layer) in found.layers.iter().enumerate() {
            prop_assert_eq!(found.path(layer.start).len(), plies + 1);
        }
    }

    #[test]
    fn facts_and_states_convert_both_ways(shape in shapes()) {
        let game = random_game(&shape);
        let facts = FluentIndex::new(&game);
        let state = random_state(&game, &mut Random::stream(shape.seed, 2));
        let text = state.facts(&game);
        prop_assert!(text.contains(&"constant"));
        prop_assert_eq!(facts.state(text.iter().copied()), Ok(state.clone()));
        prop_assert!(facts.state(text.into_iter().filter(|&fact| fact != "constant")).is_err());
        prop_assert!(facts.state(["constant", "unheard-of"]).is_err());
        prop_assert_eq!(State::from_fluents(game.fluents.len(), state.fluents()), state);
    }
}
