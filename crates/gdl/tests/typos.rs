//! Typos in constants: impossible conditions are reported with the likely spelling; possible ones are not.

use gdl::{Rendering, Source, Uncertainty, check, check_lenient, render};

/// A game of marks on three cells, without any mistakes.
const GAME: &str = "\
(role white)
(role black)
(init (cell 1 empty))
(init (cell 2 empty))
(init (cell 3 empty))
(init (control white))
(beside 1 2)
(beside 2 3)
(<= (legal ?r (mark ?c)) (true (control ?r)) (true (cell ?c empty)))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (cell ?c ?r)) (does ?r (mark ?c)))
(<= (next (cell ?c ?m)) (true (cell ?c ?m)) (distinct ?m empty))
(<= (next (cell ?c empty)) (true (cell ?c empty)) (does ?r (mark ?d)) (distinct ?c ?d))
(<= (next (control black)) (true (control white)))
(<= (next (control white)) (true (control black)))
(<= (pair ?r) (true (cell ?c ?r)) (true (cell ?d ?r)) (beside ?c ?d))
(<= open (true (cell ?c empty)))
(<= terminal (pair white))
(<= terminal (pair black))
(<= terminal (not open))
(<= (goal ?r 100) (pair ?r) (role ?r))
(<= (goal ?r 50) (role ?r) (not (pair white)) (not (pair black)))
(<= (goal white 0) (pair black))
(<= (goal black 0) (pair white))
";

/// The game with `old` replaced by `new`.
fn with(old: &str, new: &str) -> String {
    assert!(GAME.contains(old), "{old}");
    GAME.replace(old, new)
}

/// The warnings of a sheet, titles and help only.
fn said(text: &str) -> Vec<String> {
    let checked = check(&Source::new("game.kif", text));
    assert!(checked.rules.is_some(), "{:#?}", checked.diagnostics);
    let line = |d: gdl::Diagnostic| match d.help {
        Some(help) => format!("{}: {}; {help}", d.code, d.message),
        None => format!("{}: {}", d.code, d.message),
    };
    checked.diagnostics.into_iter().map(line).collect()
}

#[test]
fn a_game_without_typos_has_no_warnings() {
    assert_eq!(said(GAME), [""; 0]);
}

#[test]
fn only_the_misspelt_constant_of_a_condition_is_underlined() {
    let source = Source::new(
        "game.kif",
        with("(true (control ?r)) (true (cell ?c empty))", "(true (control ?r)) (true (cell ?c emtpy))"),
    );
    let expected = "\
warning[constant]: the second argument of `cell` is never `emtpy`
 --> game.kif:9:66
  |
9 | (<= (legal ?r (mark ?c)) (true (control ?r)) (true (cell ?c emtpy)))
  |                                                             ^^^^^ so this is always false
  |
  = help: did you mean `empty`?

";
    let text = render(&source, &check(&source).diagnostics, Rendering::Plain);
    assert_eq!(text, expected.replace("9:66", "9:61"));
}

#[test]
fn a_forgotten_question_mark_is_reported() {
    let warnings = said(&with("(beside ?c ?d)", "(beside ?c d)"));
    assert_eq!(warnings, ["constant: the second argument of `beside` is never `d`; did you mean `?d`?"]);
}

#[test]
fn a_forgotten_question_mark_in_a_head_is_reported() {
    let sheet = with("(next (cell ?c ?r)) (does ?r (mark ?c))", "(next (cell c ?r)) (does ?r (mark ?c))");
    assert_eq!(said(&sheet), ["constant: `c` occurs nowhere else in the sheet; did you mean `?c`?"]);
}

#[test]
fn a_misspelt_constant_in_init_is_reported_once() {
    let warnings = said(&with("(init (control white))", "(init (control whit))"));
    assert_eq!(warnings, ["constant: no condition tests for `whit` in `control`; did you mean `white`?"]);
}

#[test]
fn a_misspelt_fluent_in_init_is_reported() {
    let warnings = said(&with("(init (control white))", "(init (contrl white))"));
    assert_eq!(warnings, ["constant: no condition tests the fluent `contrl`; did you mean `control`?"]);
}

#[test]
fn a_misspelt_role_is_reported_wherever_the_right_one_is_used() {
    let warnings = said(&with("(role black)", "(role blak)"));
    assert!(warnings.iter().any(|w| w == "role: `black` is not a role; did you mean `blak`?"), "{warnings:#?}");
    // No rule names the role where one is expected, so the mistake shows in the fact.
    let sheet = with("(role black)", "(role blak)").replace("(<= (goal black 0) (pair white))\n", "");
    let warnings = said(&sheet);
    assert!(
        warnings.contains(&"role: no rule names the role `blak`; did you mean `black`?".to_owned()),
        "{warnings:#?}"
    );
}

#[test]
fn roles_and_moves_of_conditions_must_exist() {
    let sheet = format!(
        "{GAME}(<= (next won) (does whte (mark 1)))\n(<= (next won) (does white (mark 4)))\n(<= open (true won))\n"
    );
    let warnings = said(&sheet);
    assert!(warnings.iter().any(|w| w == "role: `whte` is not a role; did you mean `white`?"), "{warnings:#?}");
    assert!(
        warnings.iter().any(|w| w == "constant: the first argument of `mark` is never `4`; it can be `1`, `2`, `3`")
    );
    assert_eq!(warnings.len(), 2, "{warnings:#?}");
}

#[test]
fn one_typo_does_not_make_its_consequences_look_impossible() {
    // Nothing follows from the misspelt relation, but conditions on its consequences are not reported.
    let warnings = said(&with("(<= (pair ?r) (true (cell ?c ?r))", "(<= (pair ?r) (true (cel ?c ?r))"));
    assert_eq!(warnings, ["undefined: the fluent `cel` is never true; did you mean `cell`?"]);
}

#[test]
fn nested_functions_are_checked() {
    let sheet = format!(
        "{GAME}(holds (piece white king) a)\n(<= (found ?p) (holds ?p a))\n(<= open (found (piece white kng)))\n"
    );
    assert_eq!(said(&sheet), ["constant: the second argument of `piece` is never `kng`; did you mean `king`?"]);
    let sheet = format!(
        "{GAME}(number zero)\n(<= (number (s ?n)) (number ?n) (small ?n))\n(small zero) (small (s zero))\n(<= open (number (s (s zero))))\n"
    );
    assert_eq!(
        check_lenient(&Source::new("game.kif", sheet))
            .diagnostics
            .iter()
            .filter(|d| d.code.name() == "constant")
            .count(),
        0
    );
}

#[test]
fn a_role_with_one_move_never_chooses() {
    let sheet = format!("{GAME}(role judge)\n(<= (goal judge 0) (true (control ?r)))\n");
    assert_eq!(said(&sheet).len(), 1);
    assert!(
        said(&sheet)[0].starts_with("choice: `judge` never has a choice: its only move is `noop`"),
        "{:?}",
        said(&sheet)
    );
}

#[test]
fn hidden_information_is_told_where_it_stands_and_chance_is_known() {
    let told = |text: &str| {
        let source = Source::new("game.kif", format!("{GAME}{text}"));
        let checked = check_lenient(&source);
        let lines = source.lines();
        let place = |d: &gdl::Diagnostic| (d.code.name(), lines.position(d.labels[0].span.start).column);
        let places: Vec<_> = checked.diagnostics.iter().filter(|d| d.code.name() == "hidden").map(place).collect();
        (checked.rules.expect("well-formed").uncertainty(), places)
    };
    assert_eq!(told(""), (None, vec![]));
    // Keywords are case-insensitive.
    for random in ["(role random)", "(role RANDOM)", "(ROLE Random)"] {
        assert_eq!(told(random), (Some(Uncertainty::Chance), vec![]), "{random}");
    }
    let sees = "(<= (sees ?r (cell ?c ?m)) (role ?r) (true (cell ?c ?m)))\n(<= (SEES ?r a) (role ?r))\n";
    assert_eq!(told(sees), (Some(Uncertainty::Hidden), vec![("hidden", 6)]));
    assert_eq!(told(&format!("(role random)\n{sees}")).0, Some(Uncertainty::Chance));
    // `random` is an ordinary name elsewhere.
    assert_eq!(told("(random 1)\n(<= open (random ?x))\n"), (None, vec![]));
}

#[test]
fn a_name_among_roles_that_occurs_once_is_not_a_role() {
    let turns = "(after white black)\n(after black w)\n(<= (next (control ?s)) (true (control ?r)) (after ?r ?s))\n";
    let sheet = with("(<= (next (control black)) (true (control white)))\n", turns)
        .replace("(<= (next (control white)) (true (control black)))\n", "");
    let warning = "constant: `w` is not a role and occurs nowhere else in the sheet; did you mean `white`?";
    assert_eq!(said(&sheet), [warning]);
    assert_eq!(said(&sheet.replace("(after black w)", "(after black white)")), [""; 0]);
}

#[test]
fn a_name_that_occurs_once_and_differs_by_a_letter_is_misspelt() {
    let edges = "(beside n1 n2) (beside n2 n3) (beside n3 m1)";
    let warning = "constant: `m1` occurs nowhere else in the sheet; did you mean `n1`?";
    let sheet = |edges: &str| {
        let cells =
            GAME.replace("(cell 1 ", "(cell n1 ").replace("(cell 2 ", "(cell n2 ").replace("(cell 3 ", "(cell n3 ");
        cells.replace("(beside 1 2)\n(beside 2 3)", edges)
    };
    assert_eq!(said(&sheet(edges)), [warning]);
    // A series has an end, and so may a path.
    for fine in ["n4", "door", "n1"] {
        assert_eq!(said(&sheet(&edges.replace("m1", fine))), [""; 0], "{fine}");
    }
}

#[test]
fn a_name_that_occurs_once_in_a_fluent_and_differs_by_a_letter_is_misspelt() {
    // A rule reads the fluent `control`, so the misspelt name is used.
    let watched = format!("{GAME}(<= open (true (control ?r)) (not (pair ?r)))\n");
    let warning = "constant: `wite` occurs nowhere else in the sheet; did you mean `white`?";
    assert_eq!(said(&watched.replace("(init (control white))", "(init (control wite))")), [warning]);
    // The first letter may be the wrong one, and the name may be short.
    let cats = watched.replace("white", "cat").replace("black", "dog");
    let warning = "constant: `kat` occurs nowhere else in the sheet; did you mean `cat`?";
    assert_eq!(said(&cats.replace("(init (control cat))", "(init (control kat))")), [warning]);
    // Numbers, and words without similar names, may occur once.
    for fine in ["nobody", "white2"] {
        let sheet = watched.replace("(init (control white))", &format!("(init (control {fine}))"));
        assert_eq!(said(&sheet), [""; 0], "{fine}");
    }
}

#[test]
fn of_two_similar_names_the_one_that_occurs_once_is_misspelt() {
    let source = Source::new("game.kif", with("(next (control black))", "(next (control blakc))"));
    let expected = "\
warning[constant]: `blakc` occurs nowhere else in the sheet
  --> game.kif:14:20
   |
14 | (<= (next (control blakc)) (true (control white)))
   |                    ^^^^^ named only here
   |
   = help: did you mean `black`?

";
    // It follows that `black` never has a choice.
    let [choice, misspelt] = &check(&source).diagnostics[..] else { panic!("two warnings") };
    assert_eq!(choice.code.name(), "choice");
    assert_eq!(render(&source, std::slice::from_ref(misspelt), Rendering::Plain), expected);
}

#[test]
fn a_misspelt_fluent_or_move_that_occurs_once_is_reported_where_it_occurs() {
    let done = "(<= (next (don ?r)) (does ?r noop))\n(<= open (true (done white)))\n(<= open (true (done black)))\n";
    let warning = "constant: `don` occurs nowhere else in the sheet; did you mean `done`?";
    assert_eq!(said(&format!("{GAME}{done}")), [warning]);
    let warning = "constant: `mrak` occurs nowhere else in the sheet; did you mean `mark`?";
    assert_eq!(said(&with("(legal ?r (mark ?c))", "(legal ?r (mrak ?c))")), [warning]);
}

#[test]
fn a_misspelt_fluent_that_no_condition_uses_is_reported_even_if_it_is_short() {
    let sheet = |made: &str| {
        format!(
            "{GAME}(<= (next (got ?r ?c)) (does ?r (mark ?c)))\n(<= (next ({made} ?r ?c)) (true (got ?r ?c)))\n\
             (<= open (true (got ?r 3)))\n"
        )
    };
    assert_eq!(said(&sheet("gott")), ["constant: no condition tests the fluent `gott`; did you mean `got`?"]);
    // A fluent that no condition uses is harmless; a different first letter is probably intended.
    assert_eq!(said(&sheet("hot")), [""; 0]);
    assert_eq!(said(&sheet("got")), [""; 0]);
}

#[test]
fn an_unused_relation_may_be_a_misspelt_one() {
    let warnings = said(&with("(beside 1 2)", "(besid 1 2)"));
    assert_eq!(warnings, ["unreachable: the relation `besid` is not used by the game; did you mean `beside`?"]);
    // With a different number of arguments it is a different relation.
    let warnings = said(&with("(beside 1 2)", "(beside 1 2) (besid 1)"));
    assert_eq!(warnings, ["unreachable: the relation `besid` is not used by the game"]);
}

/// `O` among numbers is 0, however short the name.
#[test]
fn letters_that_look_like_digits_are_reported_among_numbers() {
    let counted = |zero: &str| {
        format!(
            "(role r) (init (step 0)) (succ {zero} 1) (succ 1 2) (succ 2 3) (legal r a) (legal r b)
             (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m)) (<= terminal (true (step 3))) (goal r 50)"
        )
    };
    let of_digit = |text: &str| said(text).into_iter().filter(|said| said.contains("in digits")).count();
    assert_eq!(of_digit(&counted("O")), 1, "{:?}", said(&counted("O")));
    assert_eq!(of_digit(&counted("0")), 0);
    // Among other names it is a name.
    assert_eq!(
        of_digit(
            "(role r) (init (mark o)) (other o 1) (other x 2) (legal r a) (<= terminal (true (mark o))) (goal r 1)"
        ),
        0
    );
}
