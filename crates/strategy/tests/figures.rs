//! The figures of the literature, and the results of this crate on the same games.

mod support;

use std::sync::atomic::{AtomicU64, Ordering};

use game::Random;
use gdl::Source;
use strategy::algorithm2::{algorithm2, fill};
use strategy::explain::explain;
use strategy::follow::Optimality;
use strategy::lifted_search::{Breadth, LiftedOutcome, Tried, synthesise};
use strategy::list::List;
use strategy::mend::mend;
use strategy::minimise::minimise;
use strategy::options::{Options, Vocabulary, never};
use strategy::search::{SearchEffort, search};
use strategy::verify::verify;
use strategy::walk::{Ground, walk};
use strategy::{Cases, Compiled, text};
use support::{Bench, Judge, identity, plain, square};

const NIM: &str = include_str!("strategies/nim.strategy");
const NEWELL_SIMON: &str = include_str!("strategies/newell-simon.strategy");

fn verdict(bench: &Bench, role: usize, strategy: &str, optimality: Optimality) -> strategy::verify::Verdict {
    let arena = bench.arena(role);
    let cases = Cases::new(&arena, 1 << 30).expect("small enough");
    let source = Source::new("strategy", strategy);
    let document = text::read(&source, &bench.game, &bench.rules, role).expect("well-formed");
    let compiled = Compiled::new(&arena, &cases, &bench.source, &bench.rules, document.strategy);
    verify(&compiled.expect("well-formed"), optimality)
}

#[test]
fn state_counts_agree_with_the_paper() {
    for (name, states) in [("tic-tac-toe", 4_520), ("nim:1,2,4,5", 342)] {
        assert_eq!(Bench::new(name).arena(0).non_terminal_states(), states, "{name}");
    }
}

#[test]
fn algorithm_2_finds_eight_to_nine_rules_for_tic_tac_toe() {
    let bench = Bench::new("tic-tac-toe");
    let arena = bench.arena(0);
    let cases = Cases::new(&arena, 1 << 30).expect("small enough");
    let empty = List::new(&arena, &cases);
    let mut rules = 0;
    for seed in 0..100 {
        let list = algorithm2(&empty, &Options::default(), &mut Random::stream(1, seed));
        assert!(list.is(Optimality::Strong));
        rules += list.entries.len();
        if seed < 5 {
            let rules = plain(&list.strategy(), &bench.game, 0);
            assert!(Judge::new(&bench.source.text, 0, &rules, &square()).is_strongly_optimal(), "seed {seed}");
        }
    }
    assert!((800..=900).contains(&rules), "{rules} rules in 100 runs");
}

#[test]
fn the_table_for_nim_is_optimal_under_normal_play_but_not_under_misere() {
    let normal = verdict(&Bench::new("nim:1,2,4,5"), 0, NIM, Optimality::Strong);
    assert!(normal.optimal, "{normal:?}");
    let misere = verdict(&Bench::new("nim-misere:1,2,4,5"), 0, NIM, Optimality::Strong);
    let example = misere.counter_example.expect("it is not optimal");
    assert!(!misere.optimal && example.about.value_after.expect("a bad move") < example.about.value, "{example:?}");
    assert!(!example.about.best.is_empty());
}

#[test]
fn the_plain_judge_agrees_on_the_table_for_nim() {
    for (name, optimal) in [("nim:1,2,4,5", true), ("nim-misere:1,2,4,5", false)] {
        let bench = Bench::new(name);
        let document = text::read(&Source::new("nim", NIM), &bench.game, &bench.rules, 0).expect("well-formed");
        let rules = plain(&document.strategy, &bench.game, 0);
        let mut judge = Judge::new(&bench.source.text, 0, &rules, &identity());
        assert_eq!(judge.is_strongly_optimal(), optimal, "{name}");
        let (value, worst) = judge.judge();
        assert_eq!(value == worst, optimal, "{name}");
    }
}

#[test]
fn a_search_that_is_stopped_has_a_weakly_optimal_list() {
    let bench = Bench::new("tic-tac-toe");
    let arena = bench.arena(0);
    let cases = Cases::new(&arena, 1 << 30).expect("small enough");
    let effort = SearchEffort { restarts: u64::MAX, restarts_until: None, until: None, threads: 2, seed: 1 };
    let asked = AtomicU64::new(0);
    for patience in [0, 1, 2, 4, 8] {
        asked.store(0, Ordering::Relaxed);
        let stopped = || asked.fetch_add(1, Ordering::Relaxed) >= patience;
        let found = search(&List::new(&arena, &cases), &Options::default(), &effort, &stopped);
        assert!(found.list.is(Optimality::Weak), "after {patience}");
        assert_eq!(found.list.is(Optimality::Strong), found.complete, "after {patience}");
        assert!(patience > 0 || !found.complete, "it was stopped before it began");
    }
}

#[test]
fn fifteen_rules_are_enough_for_nim() {
    let bench = Bench::new("nim:1,2,4,5");
    let source = Source::new("nim", include_str!("strategies/nim-15.strategy"));
    let document = text::read(&source, &bench.game, &bench.rules, 0).expect("well-formed");
    assert_eq!(document.strategy.rules.len(), 15);
    let rules = plain(&document.strategy, &bench.game, 0);
    assert!(Judge::new(&bench.source.text, 0, &rules, &identity()).is_strongly_optimal());
    assert!(verdict(&bench, 0, &source.text, Optimality::Strong).optimal);
}

#[test]
fn newell_and_simons_rules_are_optimal_for_both_players() {
    let bench = Bench::new("tic-tac-toe");
    for role in 0..2 {
        let verdict = verdict(&bench, role, NEWELL_SIMON, Optimality::Strong);
        assert!(verdict.optimal, "{role}: {verdict:#?}");
    }
}

#[test]
fn synthesised_strategies_achieve_the_value_of_the_game_against_every_reply() {
    for name in ["nim:1,2,4,5", "nim-misere:1,2,4,5", "nim:1,2,3", "chomp:3x3", "sim:4", "nim-take:9", "lights-out"] {
        let bench = Bench::new(name);
        for role in 0..bench.game.roles.len() {
            let arena = bench.arena(role);
            let cases = Cases::new(&arena, 1 << 30).expect("small enough");
            let empty = List::new(&arena, &cases);
            for (seed, vocabulary) in [(1, Vocabulary::Values), (2, Vocabulary::Negations)] {
                let options = Options { vocabulary, ..Options::default() };
                let list = algorithm2(&empty, &options, &mut Random::stream(7, seed));
                assert!(list.is(Optimality::Strong), "{name}");
                let rules = plain(&list.strategy(), &bench.game, role);
                let mut judge = Judge::new(&bench.source.text, role, &rules, &bench.renamings(role));
                assert!(judge.is_strongly_optimal(), "{name}, role {role}");
                let (value, worst) = judge.judge();
                assert_eq!(value, worst, "{name}, role {role}");
            }
        }
    }
}

#[test]
fn four_lifted_rules_are_found_for_the_first_player_and_six_for_both() {
    let bench = Bench::new("tic-tac-toe");
    let arenas = [bench.arena(0), bench.arena(1)];
    let until = std::time::Instant::now() + std::time::Duration::from_secs(600);
    let breadth = Breadth { conditions: 3, beam: 40, rules: 12, until };
    for (players, most) in [(1, 4), (2, 6)] {
        let arenas: Vec<_> = arenas.iter().take(players).collect();
        let outcome = synthesise(&arenas, &bench.source, &bench.rules, &breadth, &never).expect("well-formed");
        let LiftedOutcome::Found(found) = outcome else { panic!("nothing was found for {players}") };
        assert!(found.rules.len() <= most, "{found:#?}");
        for arena in arenas {
            let cases = Cases::new(arena, 1 << 30).expect("small enough");
            let compiled = Compiled::new(arena, &cases, &bench.source, &bench.rules, found.clone());
            assert!(verify(&compiled.expect("well-formed"), Optimality::Strong).optimal);
        }
    }
}

#[test]
fn a_search_for_lifted_rules_that_finds_nothing_reports_its_extent() {
    let bench = Bench::new("tic-tac-toe");
    let arena = bench.arena(0);
    let tried = |breadth: &Breadth| match synthesise(&[&arena], &bench.source, &bench.rules, breadth, &never) {
        Ok(LiftedOutcome::NotFound(tried)) => tried,
        _ => panic!("nothing should be found"),
    };
    let now = std::time::Instant::now();
    let late = tried(&Breadth { conditions: 3, beam: 40, rules: 12, until: now });
    let Tried { patterns, states, .. } = late.clone();
    assert_eq!((late.late, late.rules, &*patterns, late.best), (true, 0, ["line".to_owned()].as_slice(), None));
    let until = now + std::time::Duration::from_secs(600);
    let short = tried(&Breadth { conditions: 1, beam: 5, rules: 2, until });
    let (best, open) = short.best.expect("some rule is right");
    assert_eq!((short.late, short.length, best.len()), (false, 2, 2));
    assert!(0 < open && open < states && short.rules > 10, "{open} of {states}, {} rules", short.rules);
}

#[test]
fn newell_and_simons_rules_are_reduced_to_five_for_the_first_player() {
    let bench = Bench::new("tic-tac-toe");
    let arena = bench.arena(0);
    let cases = Cases::new(&arena, 1 << 30).expect("small enough");
    let document = text::read(&Source::new("ns", NEWELL_SIMON), &bench.game, &bench.rules, 0).expect("well-formed");
    let compiled = Compiled::new(&arena, &cases, &bench.source, &bench.rules, document.strategy).expect("well-formed");
    let less = minimise(&compiled, &cases, 1, 20, &never).expect("it is optimal");
    assert_eq!((less.strategy.length(), less.removed.len()), (5, 3));
    let left = Compiled::new(&arena, &cases, &bench.source, &bench.rules, less.strategy).expect("well-formed");
    assert!(verify(&left, Optimality::Strong).optimal);
}

#[test]
fn nothing_can_be_removed_from_a_minimised_strategy() {
    let bench = Bench::new("tic-tac-toe");
    let arena = bench.arena(0);
    let cases = Cases::new(&arena, 1 << 30).expect("small enough");
    let compile = |strategy| Compiled::new(&arena, &cases, &bench.source, &bench.rules, strategy).expect("well-formed");
    let read = |text: &str| text::read(&Source::new("mine", text), &bench.game, &bench.rules, 0).expect("well-formed");
    for first in ["(mark 1 1)", "(mark 1 2)", "(mark 2 2)"] {
        // A typical hand-made list: a broad rule, a whole position before it wherever it fails, and what is missing.
        let mut rules = vec![format!("=> {first}")];
        let mine = loop {
            let mine = compile(read(&rules.join("\n")).strategy);
            let Some(example) = verify(&mine, Optimality::Weak).counter_example else { break mine };
            let at = example.about.rule.expect("a rule fails") - 1;
            rules.insert(at, format!("{} => {}", example.state.join(" "), example.about.best[0]));
        };
        let mut long = List::of(&cases, &mine, true);
        assert!(fill(&mut long, &Options::default(), &mut Random::stream(1, 0), &mut |list, _| list.entries.len()));
        let short = minimise(&compile(long.strategy()), &cases, 0, 20, &never).expect("it is optimal").strategy;
        let again = minimise(&compile(short.clone()), &cases, 0, 20, &never).expect("it is optimal");
        assert_eq!(again.removed, [], "{}", text::write(&short, &bench.game, 0));
    }
}

#[test]
fn exceptions_repair_wrong_rules() {
    let given = [
        ("tic-tac-toe", "(role x)\n=> (mark 1 2)\n=> (mark 1 1)\n"),
        ("tic-tac-toe", "(role o)\n(group mine\n  (cell 2 2 x) => (mark 1 2)\n  (cell 1 1 x) => (mark 1 2)\n)\n"),
        ("nim:1,2,4,5", "(role first)\n=> (reduce 4 1)\n=> (reduce 3 3)\n"),
        ("three-mens-morris", "(role white)\n=> (put 1 1)\n=> (move 1 1 1 2)\n"),
    ];
    for (name, given) in given {
        let bench = Bench::new(name);
        let source = Source::new("wrong", given);
        let document = text::read(&source, &bench.game, &bench.rules, 0).expect("well-formed");
        let role = document.role.expect("it is named");
        let arena = bench.arena(role);
        let cases = Cases::new(&arena, 1 << 30).expect("small enough");
        let compiled = Compiled::new(&arena, &cases, &bench.source, &bench.rules, document.strategy.clone());
        let mut list = List::of(&cases, &compiled.expect("well-formed"), true);
        assert!(!list.is_advancing(Optimality::Weak), "{name}");
        assert!(mend(&mut list, &Options::default(), &mut Random::stream(1, 1), &never));
        assert!(list.is_advancing(Optimality::Weak), "{name}");
        let list = algorithm2(&list, &Options::default(), &mut Random::stream(1, 2));
        assert!(list.is(Optimality::Strong), "{name}");
        let strategy = list.strategy();
        let kept = list.entries.iter().zip(strategy.rules).filter(|(entry, _)| entry.origin.is_some());
        assert_eq!(kept.map(|(_, item)| item).collect::<Vec<_>>(), document.strategy.rules, "{name}");
    }
}

#[test]
fn interrupted_work_is_correct_or_absent() {
    let bench = Bench::new("tic-tac-toe");
    let arena = bench.arena(0);
    let cases = Cases::new(&arena, 1 << 30).expect("small enough");
    let document = text::read(&Source::new("ns", NEWELL_SIMON), &bench.game, &bench.rules, 0).expect("well-formed");
    let compiled = Compiled::new(&arena, &cases, &bench.source, &bench.rules, document.strategy).expect("well-formed");
    // Time is up from the start: a strategy is unchanged except for rules that never fire, and there is no partial
    // explanation.
    let same = minimise(&compiled, &cases, 1, 20, &|| true).expect("it is optimal");
    let left = Compiled::new(&arena, &cases, &bench.source, &bench.rules, same.strategy).expect("well-formed");
    assert!(verify(&left, Optimality::Strong).optimal);
    assert!(explain(&compiled, &cases, None, 1, &|| true).is_none());
}

#[test]
fn completing_keeps_the_given_rules() {
    let bench = Bench::new("tic-tac-toe");
    let arena = bench.arena(0);
    let cases = Cases::new(&arena, 1 << 30).expect("small enough");
    let given = "(role x)\n(group win\n  (completes-line ?me ?m) => ?m\n)\n=> (mark 2 2)\n";
    let document = text::read(&Source::new("part", given), &bench.game, &bench.rules, 0).expect("well-formed");
    let compiled = Compiled::new(&arena, &cases, &bench.source, &bench.rules, document.strategy).expect("well-formed");
    assert!(!verify(&compiled, Optimality::Strong).optimal && verify(&compiled, Optimality::Weak).optimal);
    let list = algorithm2(&List::of(&cases, &compiled, true), &Options::default(), &mut Random::stream(1, 1));
    assert!(list.is(Optimality::Strong));
    assert!(text::write(&list.strategy(), &bench.game, 0).starts_with(given));
}

#[test]
fn explanations_account_for_every_state() {
    let bench = Bench::new("nim:1,2,4,5");
    let arena = bench.arena(0);
    let cases = Cases::new(&arena, 1 << 30).expect("small enough");
    let document = text::read(&Source::new("nim", NIM), &bench.game, &bench.rules, 0).expect("well-formed");
    let compiled = Compiled::new(&arena, &cases, &bench.source, &bench.rules, document.strategy).expect("well-formed");
    let explanation = explain(&compiled, &cases, None, 1, &never).expect("nothing cuts it short");
    let decided: u64 = explanation.rules.iter().map(|rule| rule.about.states).sum();
    assert_eq!(decided + explanation.about.free, explanation.about.states);
    assert_eq!(explanation.rules[2].about.words, "Whenever you can: reduce 2 0.");
    for rule in explanation.rules.iter().filter(|rule| rule.about.states > 0) {
        assert_eq!(rule.example.as_ref().expect("it decides somewhere").about.rule, Some(rule.about.number));
        assert!(rule.non_example.as_ref().is_none_or(|example| example.about.rule != Some(rule.about.number)));
        assert!(rule.about.forgotten_value <= explanation.about.value);
    }
}

#[test]
fn walking_agrees_with_listing_all_states() {
    let mut outcomes = [0, 0];
    for name in ["tic-tac-toe", "nim:1,2,4,5", "nim-misere:1,2,4,5"] {
        let bench = Bench::new(name);
        let arena = bench.arena(0);
        let cases = Cases::new(&arena, 1 << 30).expect("small enough");
        let known = |state: &game::State| Ok(arena.nodes[arena.node_of(state).ok_or("not reachable")?].value);
        let (game, symmetries, limits) = (&bench.game, &bench.symmetries, game::BfsLimits::default());
        let ground = Ground { game, symmetries, role: 0, known: &known, infinite: None, limits };
        for seed in 0..10 {
            let list = algorithm2(&List::new(&arena, &cases), &Options::default(), &mut Random::stream(3, seed));
            let mut strategy = list.strategy();
            for _ in 0..2 {
                let compiled = Compiled::new(&arena, &cases, &bench.source, &bench.rules, strategy.clone());
                let compiled = compiled.expect("ground rules");
                for optimality in [Optimality::Weak, Optimality::Strong] {
                    let listed = verify(&compiled, optimality);
                    let walked = walk(&ground, &strategy, optimality).expect("small enough");
                    assert_eq!(walked.optimal, listed.optimal, "{name}, seed {seed}");
                    if listed.optimal {
                        assert_eq!((walked.reached, walked.decided), (listed.reached, listed.decided), "{name}");
                    }
                    outcomes[usize::from(walked.optimal)] += 1;
                }
                // The same without a rule, which is then not optimal.
                strategy.rules.remove(seed as usize % strategy.rules.len());
            }
        }
    }
    assert!(outcomes[0] > 20 && outcomes[1] > 50, "{outcomes:?}");
}
