//! Proved properties of the bundled games.

use game::Game;
use prove::{Analysis, MeasureGrowth, ProofLimit, ProofOptions, ProofStatus, WORK, analyse};
use std::sync::atomic::{AtomicBool, Ordering};

fn ground(name: &str) -> Game {
    let text = games::sheet(name).expect("the game is bundled");
    let rules = gdl::check(&gdl::Source::new(name, text)).rules.expect("the sheet is well-formed");
    ground::ground(&rules, &ground::GroundingLimits::default()).expect("the game is small enough")
}

fn analysis(name: &str) -> Analysis {
    analyse(&ground(name), &ProofOptions { work: 12 * WORK, ..ProofOptions::default() })
        .expect("the circuit is well-formed")
}

fn growth(name: &str) -> Option<MeasureGrowth> {
    analysis(name).measure.map(|measure| measure.growth)
}

/// Whether a game's fluents of one name are all in variables whose pattern varies only in the last argument.
fn has_grouped(analysis: &Analysis, game: &Game, name: &str) -> bool {
    let opening = format!("({name} ");
    let all = game.fluents.iter().filter(|fluent| fluent.starts_with(&opening)).count();
    let grouped = analysis.variables.iter().filter(|variable| {
        variable.name.starts_with(&opening) && variable.name.ends_with(" _)") && variable.fluents.len() > 1
    });
    all > 0 && grouped.map(|variable| variable.fluents.len()).sum::<usize>() == all
}

#[test]
fn tic_tac_toe_has_nine_cells_a_mover_and_eight_symmetries() {
    let analysis = analysis("tic-tac-toe");
    let mut domains: Vec<usize> = analysis.variables.iter().map(|variable| variable.domain()).collect();
    domains.sort_unstable();
    assert_eq!(domains, [2, 3, 3, 3, 3, 3, 3, 3, 3, 3]);
    assert!(analysis.variables.iter().all(|variable| !variable.none));
    assert_eq!((analysis.symmetries.order, analysis.symmetries.complete), (8, true));
    let class = &analysis.class;
    for finding in [&class.turn_taking, &class.alternating, &class.playable, &class.rewarded, &class.acyclic] {
        assert_eq!(finding.verdict, ProofStatus::Proved, "{}", finding.reason);
    }
    assert_eq!(class.sum, Some(100));
}

#[test]
fn other_games_have_the_expected_symmetries() {
    for (name, order) in [("sim", 720), ("connect-four", 2), ("sum-15", 8), ("lights-out", 8)] {
        let symmetries = analysis(name).symmetries;
        assert_eq!((symmetries.order, symmetries.complete), (order, true), "{name}");
    }
}

/// What the rules hide: peg solitaire counts pegs row by row, Hex looks for paths from one side.
#[test]
fn symmetries_that_the_rules_hide_are_proved() {
    let expected = [
        ("peg-solitaire", 8),
        // The empty hole is next to the centre.
        ("peg-solitaire:6", 2),
        ("hex", 2),
        ("hex:3", 2),
        ("nine-mens-morris:1x3", 8),
        ("nine-mens-morris:2x3", 16),
        ("nine-mens-morris:3x9", 16),
        ("three-mens-morris", 8),
    ];
    for (name, order) in expected {
        let symmetries = analysis(name).symmetries;
        assert_eq!((symmetries.order, symmetries.fixing_roles), (order, order), "{name}");
    }
}

#[test]
fn games_that_place_or_remove_one_token_have_an_incremental_measure() {
    for name in ["connect-four", "clobber", "peg-solitaire"] {
        assert_eq!(growth(name), Some(MeasureGrowth::Incremental), "{name}");
    }
}

#[test]
fn a_game_with_sheep_that_only_move_forward_has_a_two_ply_measure() {
    let game = ground("sheep-and-wolf");
    let Some(MeasureGrowth::TwoPly { role }) = growth("sheep-and-wolf") else {
        panic!("a two-ply measure is expected")
    };
    assert_eq!(game.roles[role], "sheep");
}

#[test]
fn chomp_and_nim_have_an_increasing_measure() {
    for name in ["chomp", "nim", "nim-misere"] {
        assert_eq!(growth(name), Some(MeasureGrowth::Increasing), "{name}");
    }
}

#[test]
fn cyclic_games_have_no_measure() {
    for name in ["three-mens-morris", "awari"] {
        let analysis = analysis(name);
        assert!(analysis.measure.is_none(), "{name}");
        assert_eq!(analysis.class.acyclic.verdict, ProofStatus::Refuted, "{name}");
    }
}

/// No proof shows that no seed is lost, but there are few states.
#[test]
fn properties_without_a_proof_are_decided_by_enumeration() {
    let class = analysis("awari").class;
    assert_eq!(class.constant_sum.verdict, ProofStatus::Proved, "{:?}", class.constant_sum);
    assert_eq!(class.rewarded.verdict, ProofStatus::Proved, "{:?}", class.rewarded);
    assert_eq!(class.sum, Some(100));
}

#[test]
fn board_cells_are_grouped() {
    for (name, fluents) in
        [("breakthrough", "cell"), ("cubi-cup", "cube"), ("kalah", "seeds"), ("connect-four", "cell")]
    {
        let game = ground(name);
        assert!(has_grouped(&analysis(name), &game, fluents), "{name}");
    }
}

/// Everything that a solver builds on, and the work it took.
fn findings(analysis: &Analysis) -> String {
    let Analysis { variables, class, measure, symmetries, work, limit, .. } = analysis;
    format!("{variables:?} {class:?} {measure:?} {symmetries:?} {work:?} {limit:?}")
}

#[test]
fn a_busy_machine_proves_the_same_within_any_limit() {
    let game = ground("kalah:4x2");
    let options = |work: u64| ProofOptions { work, ..ProofOptions::default() };
    let prove = |work: u64| findings(&analyse(&game, &options(work)).expect("the circuit is well-formed"));
    let limits = [0, WORK / 100, WORK / 10];
    let idle = limits.map(prove);
    let done = AtomicBool::new(false);
    let busy = std::thread::scope(|scope| {
        for _ in 0..2 * std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let busy = limits.map(prove);
        done.store(true, Ordering::Relaxed);
        busy
    });
    assert_eq!(idle, busy);
}

#[test]
fn what_does_not_fit_in_memory_is_unknown_and_the_rest_is_proved() {
    let game = ground("breakthrough");
    let mut proved = Vec::new();
    for bytes in [0, 1 << 20, 4 << 20, usize::MAX] {
        let options = ProofOptions { bytes, ..ProofOptions::default() };
        let analysis = analyse(&game, &options).expect("the circuit is well-formed");
        let short = analysis.limit == Some(ProofLimit::Memory);
        assert_eq!(short, bytes < usize::MAX, "{bytes}");
        let class = &analysis.class;
        let findings = [&class.turn_taking, &class.alternating, &class.playable, &class.acyclic];
        assert!(findings.iter().all(|finding| !finding.is_refuted()), "{class:?}");
        proved.push(findings.iter().filter(|finding| finding.is_proved()).count());
    }
    assert!(proved.is_sorted() && proved[0] < proved[3], "{proved:?}");
}
