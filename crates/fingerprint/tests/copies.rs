//! Copies are recognised, other games are not.

use fingerprint::{Comparison, Fingerprint, isomorphism};
use gdl::Rules;
use randomgame::{RandomChoices, scrambled};

const TAKE: &str = "
    (role first) (role second)
    (init (heap 5)) (init (turn first))
    (less 0 1) (less 1 2) (less 2 3) (less 3 4) (less 4 5)
    (<= (after ?n 1 ?m) (less ?m ?n))
    (<= (after ?n 2 ?m) (less ?k ?n) (less ?m ?k))
    (<= (legal ?p (take ?k)) (true (turn ?p)) (true (heap ?n)) (after ?n ?k ?m))
    (<= (legal ?p wait) (role ?p) (not (true (turn ?p))))
    (<= (next (heap ?m)) (does ?p (take ?k)) (true (heap ?n)) (after ?n ?k ?m))
    (<= (next (turn ?q)) (role ?q) (not (true (turn ?q))))
    (<= terminal (true (heap 0)))
    (<= (goal ?p 100) (role ?p) (not (true (turn ?p))))
    (<= (goal ?p 0) (true (turn ?p)))";

const SCRAMBLED: &str = "
    (<= (goal ?a 0) (true (vim ?a)))
    (<= (next (zok ?m)) (ulp ?n ?k ?m) (does ?p (gar ?k)) (true (zok ?n)))
    (<= (ulp ?n c2 ?m) (drib ?m ?k) (drib ?k ?n))
    (<= (ulp ?n c1 ?m) (drib ?m ?n))
    (drib c4 c5) (drib c3 c4) (drib c2 c3) (drib 0 c1) (drib c1 c2)
    (<= (legal ?p (gar ?k)) (true (zok ?n)) (ulp ?n ?k ?m) (true (vim ?p)))
    (<= (goal ?x 100) (not (true (vim ?x))) (role ?x))
    (<= (legal ?p twiddle) (role ?p) (not (true (vim ?p))))
    (<= (next (vim ?q)) (role ?q) (not (true (vim ?q))))
    (<= terminal (true (zok 0)))
    (role plum) (role pear)
    (init (vim plum)) (init (zok c5))";

fn rules(text: &str) -> Rules {
    Rules::from_text(text).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"))
}

fn different(text: &str) {
    let (one, other) = (rules(TAKE), rules(text));
    assert_ne!(Fingerprint::of(&one), Fingerprint::of(&other));
    assert_eq!(isomorphism(&one, &other), Comparison::Different);
}

#[test]
fn a_scrambled_copy_is_recognised_with_its_symbols() {
    let (one, other) = (rules(TAKE), rules(SCRAMBLED));
    assert_eq!(Fingerprint::of(&one), Fingerprint::of(&other));
    let Comparison::Same(map) = isomorphism(&one, &other) else { panic!("not recognised") };
    let image = |name: &str| other.symbols.name(map[&one.symbols.find(name).unwrap()]);
    assert_eq!(
        ["first", "second", "heap", "take", "less", "5", "0", "wait", "100"].map(image),
        ["plum", "pear", "zok", "gar", "drib", "c5", "0", "twiddle", "100"]
    );
}

#[test]
fn a_different_number_of_matches_is_a_different_game() {
    different(&TAKE.replace("(init (heap 5))", "(init (heap 4))"));
}

#[test]
fn different_rewards_are_a_different_game() {
    different(&TAKE.replace("(goal ?p 100)", "(goal ?p 90)"));
}

#[test]
fn rewards_passed_through_variables_keep_their_names() {
    let sheet = |high: &str| {
        TAKE.replace("(<= (goal ?p 100) (role ?p)", "(prize win HIGH) (<= (goal ?p ?v) (prize win ?v) (role ?p)")
            .replace("HIGH", high)
    };
    assert_ne!(Fingerprint::of(&rules(&sheet("100"))), Fingerprint::of(&rules(&sheet("90"))));
}

#[test]
fn a_symmetric_game_is_recognised_without_trying_all_symmetries() {
    // Twelve interchangeable tokens: 12! symmetries.
    let tokens = |names: &[&str]| {
        let facts: String = names.iter().map(|n| format!("(token {n}) (init (up {n}))")).collect();
        facts
            + "(role r) (<= (legal r (drop ?t)) (true (up ?t)))
            (<= (next (up ?t)) (true (up ?t)) (token ?s) (does r (drop ?s)) (distinct ?s ?t))
            (<= open (true (up ?t))) (<= terminal (not open)) (goal r 100)"
    };
    let one = rules(&tokens(&["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"]));
    let other = rules(&tokens(&["z1", "z2", "z3", "z4", "z5", "z6", "z7", "z8", "z9", "z10", "z11", "z12"]));
    assert!(matches!(isomorphism(&one, &other), Comparison::Same(_)));
}

#[test]
fn scrambled_copies_of_all_bundled_games_are_recognised_and_distinguished() {
    let sheets: Vec<(String, Rules)> = games::all()
        .iter()
        .map(|bundled| (bundled.name.to_owned(), rules(&games::sheet(bundled.name).expect("a bundled game"))))
        .collect();
    let copies: Vec<Rules> = games::all()
        .iter()
        .zip(1..)
        .map(|(bundled, seed)| rules(&scrambled(&games::sheet(bundled.name).unwrap(), &mut RandomChoices::new(seed))))
        .collect();
    for ((name, original), copy) in sheets.iter().zip(&copies) {
        assert_eq!(Fingerprint::of(original), Fingerprint::of(copy), "{name}");
        assert!(matches!(isomorphism(original, copy), Comparison::Same(_)), "{name}");
    }
    for (number, (name, original)) in sheets.iter().enumerate() {
        for (other, copy) in sheets.iter().map(|(name, _)| name).zip(&copies).skip(number + 1) {
            assert_ne!(Fingerprint::of(original), Fingerprint::of(copy), "{name} and {other}");
        }
    }
}
