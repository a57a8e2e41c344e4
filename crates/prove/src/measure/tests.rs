use super::*;
use crate::testing::{Builder, line_game};
use crate::{Analysis, ProofOptions, ProofStatus, WORK, analyse};
use game::Game;

/// The analysis by enumeration, or by induction if `induction` is set.
fn analysis(game: &Game, induction: bool) -> Analysis {
    let states = if induction { 5 } else { 20_000 };
    analyse(game, &ProofOptions { states, work: 6 * WORK, ..ProofOptions::default() }).expect("the game is well-formed")
}

/// One role takes any number from one of the heaps.
fn nim(heaps: &[usize]) -> Game {
    let mut b = Builder::new(&["player"]);
    let mut empty = Vec::new();
    for (heap, &size) in heaps.iter().enumerate() {
        let at: Vec<_> = (0..=size).map(|n| b.fluent(&format!("(heap {heap} {n})"))).collect();
        let moves: Vec<Vec<_>> = (0..=size)
            .map(|from| (0..from).map(|to| b.action(0, &format!("(take {heap} {from} {to})"), at[from])).collect())
            .collect();
        let touched = b.or(&moves.concat());
        for n in 0..=size {
            let stays = b.and(&[at[n], !touched]);
            b.next(&format!("(heap {heap} {n})"), stays);
            for takes in &moves[n + 1..] {
                b.next(&format!("(heap {heap} {n})"), takes[n]);
            }
        }
        b.initial(&format!("(heap {heap} {size})"));
        empty.push(at[0]);
    }
    let over = b.and(&empty);
    b.terminal(over);
    b.goal(0, 100, over);
    b.finish()
}

/// A runner that goes forward one cell at a time, and a dancer that steps to and fro, alternating.
fn runner_and_dancer(cells: usize) -> Game {
    let mut b = Builder::new(&["dancer", "runner"]);
    let (dances, runs) = (b.fluent("(control dancer)"), b.fluent("(control runner)"));
    b.next("(control dancer)", runs);
    b.next("(control runner)", dances);
    b.initial("(control dancer)");
    for (role, waits) in [(0, runs), (1, dances)] {
        b.action(role, "wait", waits);
    }
    let spots: Vec<_> = (0..3).map(|spot| b.fluent(&format!("(dancer {spot})"))).collect();
    for (to, &spot) in spots.iter().enumerate() {
        let elsewhere = b.and(&[dances, !spot]);
        let step = b.action(0, &format!("(step {to})"), elsewhere);
        let stays = b.and(&[runs, spot]);
        b.next(&format!("(dancer {to})"), step);
        b.next(&format!("(dancer {to})"), stays);
    }
    b.initial("(dancer 0)");
    // Two runners, so that there is a choice.
    for runner in 0..2 {
        let at: Vec<_> = (0..cells).map(|cell| b.fluent(&format!("(runner {runner} {cell})"))).collect();
        let goes: Vec<_> = (0..cells - 1)
            .map(|cell| {
                let legal = b.and(&[runs, at[cell]]);
                b.action(1, &format!("(go {runner} {cell})"), legal)
            })
            .collect();
        let going = b.or(&goes);
        for cell in 0..cells {
            let stays = b.and(&[at[cell], !going]);
            b.next(&format!("(runner {runner} {cell})"), stays);
            if cell > 0 {
                b.next(&format!("(runner {runner} {cell})"), goes[cell - 1]);
            }
        }
        b.initial(&format!("(runner {runner} 0)"));
    }
    let ends: Vec<_> = (0..2).map(|runner| b.fluent(&format!("(runner {runner} {})", cells - 1))).collect();
    let over = b.or(&ends);
    b.terminal(over);
    b.goal(0, 0, over);
    b.goal(1, 100, over);
    b.finish()
}

#[test]
fn marks_on_a_board_are_an_incremental_measure() {
    for induction in [false, true] {
        for game in [line_game(3, 3, 3, false), line_game(4, 3, 3, true)] {
            let analysis = analysis(&game, induction);
            let measure = analysis.measure.expect("marks are counted");
            assert_eq!(measure.growth, MeasureGrowth::Incremental);
            assert_eq!(measure.of(&analysis.variables, &State::initial(&game)), 0);
            assert_eq!(analysis.class.acyclic.verdict, ProofStatus::Proved);
        }
    }
}

#[test]
fn heaps_are_an_increasing_measure() {
    for induction in [false, true] {
        let analysis = analysis(&nim(&[3, 4, 5]), induction);
        assert_eq!(analysis.measure.expect("matches are counted").growth, MeasureGrowth::Increasing);
    }
}

#[test]
fn a_role_that_only_moves_forward_gives_a_two_ply_measure() {
    for induction in [false, true] {
        let analysis = analysis(&runner_and_dancer(4), induction);
        assert!(analysis.class.alternating.is_proved());
        assert_eq!(analysis.measure.expect("steps are counted").growth, MeasureGrowth::TwoPly { role: 1 });
    }
}
