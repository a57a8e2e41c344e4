//! Breadth-first search with the interpreter finds the known numbers of states.

use std::collections::HashSet;

use gdl::Rules;
use interpret::{Interpreter, TermId};

/// The number of reachable and of terminal states. Terminal states are not expanded.
fn count(sheet: &str) -> (usize, usize) {
    let rules = Rules::from_text(sheet).expect("well-formed");
    let mut game = Interpreter::new(&rules).unwrap();
    let mut seen = HashSet::from([game.initial().unwrap()]);
    let mut layer: Vec<_> = seen.iter().cloned().collect();
    let mut terminals = 0;
    while !layer.is_empty() {
        let mut next = Vec::new();
        for state in layer {
            if game.terminal(&state).unwrap() {
                terminals += 1;
                continue;
            }
            for joint in joint_moves(&game.legal(&state).unwrap()) {
                let successor = game.next(&state, &joint).unwrap();
                if seen.insert(successor.clone()) {
                    next.push(successor);
                }
            }
        }
        layer = next;
    }
    (seen.len(), terminals)
}

fn joint_moves(legal: &[Vec<TermId>]) -> Vec<Vec<TermId>> {
    let mut joint = vec![Vec::new()];
    for moves in legal {
        joint = joint.iter().flat_map(|j| moves.iter().map(|&m| [&j[..], &[m]].concat())).collect();
    }
    joint
}

#[test]
fn tic_tac_toe_has_5478_states_of_which_958_are_terminal() {
    let sheet = "
        (role x) (role o) (index 1) (index 2) (index 3)
        (init (control x))
        (<= (init (cell ?i ?j b)) (index ?i) (index ?j))
        (<= (legal ?p (mark ?i ?j)) (true (control ?p)) (true (cell ?i ?j b)))
        (<= (legal ?p noop) (role ?p) (not (true (control ?p))))
        (<= (next (cell ?i ?j ?p)) (does ?p (mark ?i ?j)))
        (<= (next (cell ?i ?j ?v)) (true (cell ?i ?j ?v)) (does ?p (mark ?k ?l)) (or (distinct ?i ?k) (distinct ?j ?l)))
        (<= (next (control ?p)) (role ?p) (not (true (control ?p))))
        (<= (line ?p) (role ?p) (index ?i) (true (cell ?i 1 ?p)) (true (cell ?i 2 ?p)) (true (cell ?i 3 ?p)))
        (<= (line ?p) (role ?p) (index ?j) (true (cell 1 ?j ?p)) (true (cell 2 ?j ?p)) (true (cell 3 ?j ?p)))
        (<= (line ?p) (role ?p) (true (cell 1 1 ?p)) (true (cell 2 2 ?p)) (true (cell 3 3 ?p)))
        (<= (line ?p) (role ?p) (true (cell 1 3 ?p)) (true (cell 2 2 ?p)) (true (cell 3 1 ?p)))
        (<= open (true (cell ?i ?j b)))
        (<= terminal (line ?p))
        (<= terminal (not open))
        (<= (goal ?p 100) (line ?p))
        (<= (goal ?p 0) (line ?q) (role ?p) (distinct ?p ?q))
        (<= (goal ?p 50) (role ?p) (not (line x)) (not (line o)))";
    assert_eq!(count(sheet), (5478, 958));
}

#[test]
fn four_discs_on_three_pegs_have_81_arrangements() {
    // The goal is unreachable, so every arrangement is visited.
    let sheet = "
        (role you) (peg a) (peg b) (peg c) (smaller 1 2) (smaller 2 3) (smaller 3 4)
        (<= (less ?x ?y) (smaller ?x ?y))
        (<= (less ?x ?z) (smaller ?x ?y) (less ?y ?z))
        (init (on 1 a)) (init (on 2 a)) (init (on 3 a)) (init (on 4 a))
        (<= (covered ?d) (true (on ?d ?p)) (true (on ?e ?p)) (less ?e ?d))
        (<= (blocked ?d ?p) (true (on ?d ?q)) (true (on ?e ?p)) (less ?e ?d))
        (<= (legal you (move ?d ?p)) (true (on ?d ?q)) (peg ?p) (distinct ?p ?q) (not (covered ?d)) (not (blocked ?d ?p)))
        (<= (next (on ?d ?p)) (does you (move ?d ?p)))
        (<= (next (on ?d ?p)) (true (on ?d ?p)) (does you (move ?e ?q)) (distinct ?d ?e))
        (<= terminal (true (on 5 a)))
        (goal you 0)";
    assert_eq!(count(sheet), (81, 0));
}

#[test]
fn two_players_with_simultaneous_moves_reach_every_pair() {
    let sheet = "
        (role left) (role right) (init (at left 0)) (init (at right 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
        (<= (legal ?r stay) (role ?r))
        (<= (legal ?r go) (true (at ?r ?n)) (succ ?n ?m))
        (<= (next (at ?r ?n)) (does ?r stay) (true (at ?r ?n)))
        (<= (next (at ?r ?m)) (does ?r go) (true (at ?r ?n)) (succ ?n ?m))
        (<= terminal (true (at left 4)) (true (at right 4)))
        (<= (goal ?r 100) (true (at ?r 4)))
        (<= (goal ?r 0) (role ?r) (not (true (at ?r 4))))";
    assert_eq!(count(sheet), (25, 1));
}

#[test]
fn nim_states_have_both_movers_once_a_heap_has_lost_two() {
    let sheet = "
        (role one) (role two) (init (control one)) (init (heap a 2)) (init (heap b 2)) (init (heap c 1))
        (succ 0 1) (succ 1 2)
        (<= (less ?x ?y) (succ ?x ?y))
        (<= (less ?x ?z) (less ?x ?y) (succ ?y ?z))
        (<= (legal ?p (reduce ?h ?m)) (true (control ?p)) (true (heap ?h ?n)) (less ?m ?n))
        (<= (legal ?p noop) (role ?p) (not (true (control ?p))))
        (<= (next (heap ?h ?m)) (does ?p (reduce ?h ?m)))
        (<= (next (heap ?h ?n)) (true (heap ?h ?n)) (does ?p (reduce ?g ?m)) (distinct ?g ?h))
        (<= (next (control ?p)) (role ?p) (not (true (control ?p))))
        (<= some (true (heap ?h 1)))
        (<= some (true (heap ?h 2)))
        (<= terminal (not some))
        (<= (goal ?p 0) (true (control ?p)))
        (<= (goal ?p 100) (role ?p) (not (true (control ?p))))";
    // Two objects can be taken from a heap in one move or in two. So of the 3 · 3 · 2 arrangements, the 4 · 2 in which
    // neither a nor b is empty have one mover, by the number of moves made; the other 10 have both.
    assert_eq!(count(sheet), (8 + 2 * 10, 2));
}
