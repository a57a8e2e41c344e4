//! Answers about small games solved by brute force.

use bruteforce::{Setup, SolvedGame};
use query::{Distance, Error, LineEnd, Oracle};
use solution::manifest::Layout;

fn solved(name: &str, question: &Setup) -> (tempfile::TempDir, Oracle) {
    let folder = tempfile::tempdir().unwrap();
    SolvedGame::of(&games::sheet(name).unwrap(), question).write(folder.path());
    let oracle = Oracle::open(folder.path()).unwrap();
    (folder, oracle)
}

#[test]
fn tic_tac_toe_is_a_draw_and_a_fork_wins() {
    for layout in [Layout::Packed, Layout::Diagram] {
        let (_folder, mut oracle) = solved("tic-tac-toe", &Setup { layout, ..Setup::default() });
        let start = oracle.initial().unwrap();
        let answer = oracle.answer(&start).unwrap();
        assert_eq!(answer.value, Some(vec![50, 50]));
        assert_eq!((answer.distance, answer.moves.len()), (Distance::Plies(9), 9));
        assert!(answer.moves.iter().all(|one| one.best));
        let line = oracle.line(&start, answer.distance, 100).unwrap();
        assert_eq!((line.moves.len(), line.end), (9, LineEnd::Over));
        assert_eq!(oracle.line(&start, answer.distance, 4).unwrap().end, LineEnd::Cut);

        // An edge is the losing answer to the centre.
        let edge = oracle.play(&start, "mark 2 2, mark 1 2").unwrap();
        let answer = oracle.answer(&edge).unwrap();
        assert_eq!((answer.value.as_deref(), answer.distance), (Some(&[100, 0][..]), Distance::Plies(5)));
        let best = answer.moves.iter().filter(|one| one.best).count();
        assert!(best > 0 && best < answer.moves.len() && answer.moves[..best].iter().all(|one| one.best));
        assert_eq!(oracle.line(&edge, answer.distance, 100).unwrap().moves.len(), 5);
    }
}

#[test]
fn distances_that_are_not_stored_are_searched_for() {
    let (_with, mut stored) = solved("tic-tac-toe", &Setup::default());
    let (_without, mut searched) = solved("tic-tac-toe", &Setup { distances: false, ..Setup::default() });
    searched.set_effort(1_000_000);
    for moves in ["", "2 2 1 2", "1 1 2 2 1 2", "1 1 1 2 2 2 2 1", "1 1 2 2 1 2 1 3 3 1 2 1 2 3 3 2"] {
        let [with, without] = [&mut stored, &mut searched].map(|oracle| {
            let start = oracle.initial().unwrap();
            let position = oracle.play(&start, moves).unwrap();
            let answer = oracle.answer(&position).unwrap();
            let mut moves: Vec<(String, Distance)> =
                answer.moves.into_iter().map(|one| (one.text, one.distance)).collect();
            moves.sort_by(|a, b| a.0.cmp(&b.0));
            (answer.value, answer.distance, moves)
        });
        assert_eq!(with, without, "after {moves}");
    }
}

#[test]
fn a_search_that_is_cut_short_is_reported() {
    let (_folder, mut oracle) = solved("tic-tac-toe", &Setup { distances: false, ..Setup::default() });
    oracle.set_effort(10);
    let start = oracle.initial().unwrap();
    let answer = oracle.answer(&start).unwrap();
    assert_eq!((answer.value.as_deref(), answer.distance.is_unknown()), (Some(&[50, 50][..]), true));
}

#[test]
fn infinite_play_differs_from_an_unknown_distance() {
    let question = Setup { layered: false, infinite: Some(vec![50, 50]), ..Setup::default() };
    let folder = tempfile::tempdir().unwrap();
    // Black may wait forever; if white waits first, black can also give up.
    let rules = "(role white) (role black) (init (turn white)) (init (at start))
        (<= (legal white wait) (true (turn white))) (<= (legal white walk) (true (turn white)))
        (<= (legal black noop) (true (turn white)))
        (<= (legal black wait) (true (turn black))) (<= (legal black lose) (true (turn black)))
        (<= (legal white noop) (true (turn black)))
        (<= (next (turn black)) (true (turn white))) (<= (next (turn white)) (true (turn black)))
        (<= (next (at start)) (true (at start)) (not (does black lose)) (not (does white walk)))
        (<= (next (at end)) (does black lose)) (<= (next (at pit)) (does white walk))
        (<= terminal (true (at end))) (<= terminal (true (at pit)))
        (<= (goal white 100) (true (at end))) (<= (goal white 0) (not (true (at end))))
        (<= (goal black 0) (true (at end))) (<= (goal black 100) (not (true (at end))))";
    SolvedGame::of(rules, &question).write(folder.path());
    let mut oracle = Oracle::open(folder.path()).unwrap();
    let start = oracle.initial().unwrap();
    let answer = oracle.answer(&start).unwrap();
    assert_eq!((answer.value.as_deref(), answer.distance), (Some(&[50, 50][..]), Distance::Endless));
    assert_eq!((answer.moves[1].text.as_str(), answer.moves[1].distance), ("walk", Distance::Plies(1)));
    let line = oracle.line(&start, answer.distance, 100).unwrap();
    assert_eq!((line.moves.len(), line.end), (2, LineEnd::Repeats), "until the position comes again");
    assert_eq!(line.repeats_from, Some(0));
}

#[test]
fn states_are_parsed_from_facts() {
    let (_folder, mut oracle) = solved("tic-tac-toe", &Setup::default());
    let start = oracle.initial().unwrap();
    let position = oracle.play(&start, "2 2 1 2").unwrap();
    let facts = oracle.facts(&position).join(" ");
    assert_eq!(oracle.state(&facts).unwrap(), position);
    let question = |result: Result<query::Position, Error>| match result {
        Err(Error::Question(sentence)) => sentence,
        other => panic!("{other:?}"),
    };
    assert!(question(oracle.state("(cell 9 9 x)")).contains("(cell 9 9 x) holds in no reachable state"));
    assert!(question(oracle.state("(control x)")).contains("is missing"));
    assert!(question(oracle.state("(cell 1 1")).contains("closing bracket is missing"));
    assert!(question(oracle.state(&(facts + " (cell 1 1 x)"))).contains("exclude each other"));
}

#[test]
fn illegal_moves_are_reported_with_the_legal_ones() {
    let (_folder, mut oracle) = solved("tic-tac-toe", &Setup::default());
    let start = oracle.initial().unwrap();
    let sentence = oracle.play(&start, "2 2 (mark 2 2)").unwrap_err().to_string();
    assert!(sentence.contains("move 2, `mark 2 2`, is not legal; o has mark 1 1"), "{sentence}");
    let over = oracle.play(&start, "1 1 1 2 2 2 2 1 3 3 3 1").unwrap_err().to_string();
    assert!(over.contains("over before `3 1`, after 5 moves"), "{over}");
}

#[test]
fn a_renamed_copy_is_answered_in_its_own_names() {
    let (_folder, oracle) = solved("tic-tac-toe", &Setup::default());
    let sheet = games::sheet("tic-tac-toe").unwrap();
    let mut names: Vec<&str> = sheet.split(|c: char| !c.is_alphanumeric()).collect();
    names.sort_unstable();
    names.dedup();
    let kept = [
        "role", "init", "true", "does", "next", "legal", "goal", "terminal", "distinct", "not", "or", "base", "input",
        "100", "50", "0", "",
    ];
    let mut copy = String::new();
    let mut word = String::new();
    for c in sheet
        .lines()
        .filter(|line| !line.trim_start().starts_with(';'))
        .collect::<Vec<_>>()
        .join("\n")
        .chars()
        .chain([' '])
    {
        if c.is_alphanumeric() {
            word.push(c);
            continue;
        }
        let renamed =
            if kept.contains(&word.as_str()) || copy.ends_with('?') { word.clone() } else { format!("w{word}") };
        copy += &renamed;
        word.clear();
        copy.push(c);
    }
    let rules = gdl::Rules::from_text(&copy).unwrap();
    let mut oracle = oracle.with_rules(&rules).unwrap();
    assert_eq!(oracle.roles(), ["wx", "wo"]);
    let start = oracle.initial().unwrap();
    let edge = oracle.play(&start, "w2 w2 w1 w2").unwrap();
    let answer = oracle.answer(&edge).unwrap();
    assert_eq!(answer.value, Some(vec![100, 0]));
    assert!(answer.moves[0].text.starts_with("(wmark w"), "{}", answer.moves[0].text);
    let facts = oracle.facts(&edge).join(" ");
    assert_eq!(oracle.state(&facts).unwrap(), edge);

    let other = gdl::Rules::from_text(&games::sheet("nim:1,2").unwrap()).unwrap();
    assert!(matches!(oracle.with_rules(&other), Err(Error::Question(_))));
}

/// Play goes from three, a to move, to one, a to move. With one left and b to move nobody has a move; with three left
/// and b to move both choose.
const STRANGE: &str = "\
(role a) (role b) (init (heap 3)) (init (control a))
(less 3 2) (less 2 1)
(<= (legal ?r take) (true (control ?r)) (true (heap ?n)) (distinct ?n 1))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (legal ?r skip) (role ?r) (true (heap 3)) (true (control b)))
(<= (next (heap ?m)) (does ?r take) (true (heap ?n)) (less ?n ?m))
(<= (next (heap 3)) (does b skip))
(<= (next (control b)) (true (control a)))
(<= (next (control a)) (true (control b)))
(<= terminal (true (heap 1)) (true (control a)))
(goal a 100) (goal b 0)
";

fn strange() -> (tempfile::TempDir, Oracle) {
    let folder = tempfile::tempdir().unwrap();
    SolvedGame::of(STRANGE, &Setup::default()).write(folder.path());
    let oracle = Oracle::open(folder.path()).unwrap();
    (folder, oracle)
}

#[test]
fn a_stuck_state_of_a_strict_solution_is_not_terminal_and_has_no_value() {
    let (_folder, mut oracle) = strange();
    let stuck = oracle.state("(heap 1) (control b)").unwrap();
    let answer = oracle.answer(&stuck).unwrap();
    assert_eq!((answer.terminal, answer.stuck, answer.to_move), (false, Some(1), None));
    assert_eq!((answer.value, answer.distance, answer.moves.len()), (None, Distance::MoreThan(0), 0));
    assert!(oracle.line(&stuck, Distance::MoreThan(0), 10).unwrap().moves.is_empty());
    let error = oracle.play(&stuck, "take").unwrap_err().to_string();
    assert!(error.contains("b has no legal move after 0 moves"), "{error}");
    let over = oracle.state("(heap 1) (control a)").unwrap();
    assert_eq!(oracle.answer(&over).map(|answer| (answer.terminal, answer.stuck)).unwrap(), (true, None));
}

#[test]
fn none_of_several_simultaneous_moves_is_best() {
    let (_folder, mut oracle) = strange();
    let both = oracle.state("(heap 3) (control b)").unwrap();
    let answer = oracle.answer(&both).unwrap();
    assert_eq!((answer.at_once, answer.to_move, answer.terminal, answer.stuck), (true, None, false, None));
    let mut told: Vec<_> = answer.moves.iter().map(|one| (one.text.as_str(), one.value.as_deref())).collect();
    told.sort();
    // Skipping returns to the start, which has a value.
    let start = Some(&[100, 0][..]);
    assert_eq!(told, [("[noop skip]", start), ("[noop take]", None), ("[skip skip]", start), ("[skip take]", None)]);
    assert!(answer.moves.iter().all(|one| !one.best));
    let after = oracle.play(&both, "noop skip").unwrap();
    assert_eq!(after, oracle.initial().unwrap());
}
