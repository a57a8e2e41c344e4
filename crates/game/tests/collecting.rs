//! A game with well-known counts: two collectors take turns taking one of `n` things until all are taken.

use game::{
    BfsLimit, BfsLimits, Block, Circuit, Defect, Fluent, Game, Gate, GateKind, Goal, Move, Playouts, Signal,
    StateVariable, Tape, search,
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Fluents: thing `i` is taken, and last whose turn it is. Moves of both roles: take `i`, and last wait.
fn collecting(things: u32) -> Game {
    let fluents: Vec<String> = (0..things).map(|i| format!("(taken {i})")).chain(["turn".into()]).collect();
    let mut circuit = Circuit { inputs: things + 1 + 2 * (things + 1), ..Circuit::default() };
    let mut gate = |kind, operands: &[Signal]| {
        let start = circuit.operand_list.len() as u32;
        circuit.operand_list.extend_from_slice(operands);
        circuit.gates.push(Gate { kind, operands: start..start + operands.len() as u32 });
        Signal::of(circuit.gate_node(circuit.gates.len() as u32 - 1))
    };
    let taken: Vec<Signal> = (1..=things).map(Signal::of).collect();
    let turn = Signal::of(things + 1);
    let terminal = gate(GateKind::And, &taken);
    let mut moves_of = |turn: Signal| {
        let take = |i: usize| Move { name: format!("(take {i})"), legal: gate(GateKind::And, &[turn, !taken[i]]) };
        let mut moves: Vec<Move> = (0..taken.len()).map(take).collect();
        moves.push(Move { name: "wait".into(), legal: !turn });
        moves
    };
    let moves = vec![moves_of(!turn), moves_of(turn)];
    let does = |role: u32, i: u32| Signal::of(things + 2 + role * (things + 1) + i);
    let mut next: Vec<Signal> =
        (0..things).map(|i| gate(GateKind::Or, &[taken[i as usize], does(0, i), does(1, i)])).collect();
    next.push(!turn);
    let goals = |wins: Signal| vec![Goal { reward: 0, holds: !wins }, Goal { reward: 100, holds: wins }];
    let lone = |(name, f): (&String, u32)| StateVariable { name: name.clone(), fluents: vec![Fluent(f)], none: true };
    let state_gates = 1 + 2 * things;
    let gates = state_gates + things;
    circuit.blocks =
        vec![Block { gates: 0..state_gates, recursive: false }, Block { gates: state_gates..gates, recursive: false }];
    Game {
        roles: vec!["first".into(), "second".into()],
        variables: fluents.iter().zip(0..).map(lone).collect(),
        fluents,
        always: Vec::new(),
        initial: Vec::new(),
        moves,
        // The role that made the last move wins.
        goals: vec![goals(turn), goals(!turn)],
        lowest_rewards: vec![0; 2],
        terminal,
        next,
        circuit,
        state_blocks: 1,
    }
}

#[test]
fn search_counts_the_subsets() {
    let found = search(&Tape::new(&collecting(10)).unwrap(), &BfsLimits::default());
    assert_eq!(found.stopped, None);
    assert_eq!(found.states.len(), 1 << 10);
    let layers: Vec<usize> = found.layers.iter().map(ExactSizeIterator::len).collect();
    assert_eq!(layers, [1, 10, 45, 120, 210, 252, 210, 120, 45, 10, 1]);
    assert_eq!(found.joint_moves, 10 << 9);
    assert_eq!(found.goal_vectors, [(vec![0, 100], 1)].into());
    assert_eq!((found.stuck, found.goal_defects, found.simultaneous_example), (0, 0, None));
    assert_eq!(found.path(1023).len(), 11);
}

#[test]
fn a_search_that_reaches_a_limit_reports_what_it_found() {
    let tape = Tape::new(&collecting(20)).unwrap();
    let by_states = search(&tape, &BfsLimits { states: 3, ..BfsLimits::default() });
    assert_eq!((by_states.stopped, by_states.states.len()), (Some(BfsLimit::States), 4));
    let by_bytes = search(&tape, &BfsLimits { bytes: 1 << 20, ..BfsLimits::default() });
    assert_eq!(by_bytes.stopped, Some(BfsLimit::Bytes));
    assert!(by_bytes.states.bytes_to_insert(0) <= 1 << 20);
    let by_time = search(&tape, &BfsLimits { deadline: Some(Instant::now()), ..BfsLimits::default() });
    assert_eq!(by_time.stopped, Some(BfsLimit::Time));
    let by_somebody = search(&tape, &BfsLimits { stop: Some(Arc::new(AtomicBool::new(true))), ..BfsLimits::default() });
    assert_eq!(by_somebody.stopped, Some(BfsLimit::Stop));
}

#[test]
fn playouts_take_one_ply_per_thing() {
    let report = Playouts { games: 1000, ..Playouts::default() }.run(&Tape::new(&collecting(65)).unwrap());
    assert_eq!((report.games, report.plies), (1000, 65_000));
    assert_eq!((report.shortest, report.longest, report.mean_length()), (Some(65), Some(65), Some(65.0)));
    assert_eq!(report.mean_rewards(), Some(vec![100.0, 0.0]));
    assert_eq!((report.cut, report.stuck, report.without_goal, report.several_goals), (0, 0, 0, 0));
}

#[test]
fn playouts_stop_at_the_time_limit() {
    let options = Playouts { time: Some(Duration::ZERO), ..Playouts::default() };
    assert_eq!(options.run(&Tape::new(&collecting(3)).unwrap()).plies, 0);
}

#[test]
fn long_games_are_cut() {
    let options = Playouts { games: 600, max_plies: 7, ..Playouts::default() };
    let report = options.run(&Tape::new(&collecting(8)).unwrap());
    assert_eq!((report.games, report.cut, report.plies), (0, 600, 4200));
}

#[test]
fn every_kind_of_defect_is_found() {
    let spoiled = |spoil: &dyn Fn(&mut Game)| {
        let mut game = collecting(3);
        spoil(&mut game);
        game.check().unwrap_err()
    };
    assert_eq!(spoiled(&|g| g.circuit.gates[2].operands.end = 999), Defect::OperandRange(2));
    assert_eq!(spoiled(&|g| g.circuit.blocks[1].gates.start = 8), Defect::BlockRange(1));
    assert_eq!(spoiled(&|g| g.circuit.blocks[1].gates.end = 9), Defect::BlockRange(2));
    assert_eq!(spoiled(&|g| g.circuit.operand_list[0] = Signal::of(14)), Defect::Order { gate: 0, node: 14 });
    let inverted = |g: &mut Game| {
        g.circuit.blocks[0].recursive = true;
        g.circuit.operand_list[0] = !Signal::of(13);
    };
    assert_eq!(spoiled(&inverted), Defect::InvertedRecursion { gate: 0, node: 13 });
    assert_eq!(spoiled(&|g| g.circuit.operand_list[0] = Signal::of(5)), Defect::StateGateReadsMove(0));
    assert_eq!(spoiled(&|g| g.terminal = Signal::of(5)), Defect::StateSignalReadsMove(Signal::of(5)));
    assert_eq!(spoiled(&|g| g.terminal = Signal::of(22)), Defect::StateSignalReadsMove(Signal::of(22)));
    assert_eq!(spoiled(&|g| g.terminal = Signal::of(99)), Defect::UnknownNode(Signal::of(99)));
    assert_eq!(spoiled(&|g| g.next[0] = Signal::of(99)), Defect::UnknownNode(Signal::of(99)));
    assert!(matches!(spoiled(&|g| g.next.truncate(1)), Defect::Lengths(_)));
    assert!(matches!(spoiled(&|g| g.goals.truncate(1)), Defect::Lengths(_)));
    assert!(matches!(spoiled(&|g| g.state_blocks = 3), Defect::Lengths(_)));
    assert_eq!(spoiled(&|g| g.initial = vec![Fluent(1), Fluent(0)]), Defect::Initial);
    assert_eq!(spoiled(&|g| g.initial = vec![Fluent(4)]), Defect::Initial);
    assert_eq!(spoiled(&|g| g.variables.truncate(1)), Defect::Variables);
}
