//! Diagrams and bitmaps agree on lists, and lists made on diagrams are optimal.

mod support;

use game::Random;
use gdl::{Rules, Source};
use operations::solve::{Solve, SolveOptions};
use operations::{Budget, Stop};
use prove::ProvedGame;
use randomgame::{BoardShape, Turns, board};
use solution::Database;
use solution::Engine;
use solution::manifest::Layout;
use strategy::algorithm2::algorithm2;
use strategy::diagrams::{self, DiagramArena, Terms, simplify};
use strategy::follow::Optimality;
use strategy::list::List;
use strategy::options::{Options, PairOrder, Removal};
use strategy::verify::{Verdict, verify};
use strategy::{Arena, ArenaOptions, Cases, Compiled, Error, Rule, Strategy};
use support::{Judge, plain};
use symbolic::engine::Resources;

/// A game with a solution.
struct Solved {
    source: Source,
    rules: Rules,
    proved: ProvedGame,
    database: Database,
    _folder: tempfile::TempDir,
}

impl Solved {
    /// Solves a game with an engine; `None` if it cannot be solved.
    fn new(sheet: &str, engine: Engine) -> Option<Solved> {
        let (source, rules) = (Source::new("test", sheet), Rules::from_text(sheet).expect("well-formed"));
        let budget = Budget { memory: 1 << 30, ..Budget::default() };
        let proved = operations::prove(&rules, &budget, &Stop::default()).expect("small enough");
        let folder = tempfile::tempdir().expect("a directory");
        let path = folder.path().join("solution");
        let infinite = (proved.game.roles.len() == 2).then(|| vec![50, 50]);
        let question = SolveOptions { engine: Some(engine), infinite, ..SolveOptions::new(budget, 1) };
        let stop = Stop::default();
        Solve::new(&source, &rules, &question, &path, &stop).run(&proved, &mut |_| ()).ok()?;
        let database = Database::open(&path).expect("it was written");
        Some(Solved { source, rules, proved, database, _folder: folder })
    }

    fn field(&self, role: usize) -> Result<DiagramArena<'_>, Error> {
        DiagramArena::new(&Terms {
            proved: &self.proved,
            role,
            database: &self.database,
            infinite: None,
            resources: Resources { bytes: 256 << 20, threads: 1 },
        })
    }

    fn arena(&self, role: usize) -> Result<Arena<'_>, Error> {
        let infinite = (self.proved.game.roles.len() == 2).then_some(50);
        let options = ArenaOptions { infinite, ..ArenaOptions::default() };
        Arena::new(&self.proved.game, &self.proved.symmetries, role, &options)
    }

    /// The verdict on bitmaps.
    fn verdict(&self, arena: &Arena<'_>, cases: &Cases, rules: &[Rule], optimality: Optimality) -> Verdict {
        let compiled = Compiled::new(arena, cases, &self.source, &self.rules, Strategy::of(rules.to_vec()));
        verify(&compiled.expect("ground rules"), optimality)
    }
}

/// The list, variants without one of its rules or literals, and variants that start with one move wherever it is legal:
/// most of these are not optimal.
fn mutilated(rules: &[Rule], moves: usize) -> Vec<Vec<Rule>> {
    let mut lists = vec![rules.to_vec()];
    for made in 0..moves.min(5) {
        let blind = Rule { literals: Vec::new(), made };
        lists.push([&[blind], rules].concat());
    }
    for at in 0..rules.len() {
        let mut without = rules.to_vec();
        without.remove(at);
        lists.push(without);
        if !rules[at].literals.is_empty() {
            let mut wider = rules.to_vec();
            wider[at].literals.remove(0);
            lists.push(wider);
        }
    }
    lists
}

/// Compares the verdicts on a list and its variants, and checks lists made on diagrams; returns the number of lists
/// that were not optimal.
fn compare(solved: &Solved, role: usize, seed: u64) -> Result<usize, Error> {
    let (arena, mut field) = (solved.arena(role)?, solved.field(role)?);
    assert_eq!(field.game_value()?, arena.value());
    assert_eq!(field.non_terminal_states()?, arena.non_terminal_states() as u128);
    assert_eq!(field.infinite, arena.infinite);
    let cases = Cases::new(&arena, 1 << 30)?;
    let random = &mut Random::stream(seed, 0);
    let list = algorithm2(&List::new(&arena, &cases), &Options::default(), random);
    let rules: Vec<Rule> = strategy::scene::ground_rules(&list.strategy())?;
    let mut flawed = 0;
    for rules in mutilated(&rules, arena.game.moves[role].len()) {
        for optimality in [Optimality::Strong, Optimality::Weak] {
            let on_bitmaps = solved.verdict(&arena, &cases, &rules, optimality);
            let on_diagrams = diagrams::verify(&mut field, &Strategy::of(rules.clone()), optimality)?;
            let figures = |v: &Verdict| (v.optimal, v.strong, v.reached, v.decided);
            assert_eq!(figures(&on_diagrams), figures(&on_bitmaps), "{rules:?}");
            assert_eq!(on_diagrams.weakly_optimal, on_bitmaps.weakly_optimal, "{rules:?}");
            flawed += usize::from(!on_bitmaps.optimal);
            same_flaw(&on_diagrams, &on_bitmaps);
        }
    }
    let removal = if seed.is_multiple_of(3) { Removal::AllSubsets } else { Removal::Greedy };
    let pairs = [PairOrder::FromEnd, PairOrder::FromStart, PairOrder::Random][seed as usize % 3];
    let options = Options { pairs, removal, ..Options::default() };
    let made = diagrams::algorithm2(&mut field, &[], &options, random, &mut |_| true)?;
    assert!(made.complete);
    let short = simplify(&mut field, &made.rules, 0, &options, random, &mut |_| true)?.expect("strongly optimal");
    assert!(short.settled && short.rules.len() <= made.rules.len());
    let short: Vec<Rule> = short.rules.into_iter().map(|(_, rule)| rule).collect();
    for rules in [&made.rules, &short] {
        assert!(solved.verdict(&arena, &cases, rules, Optimality::Strong).optimal, "{rules:?}");
    }
    Ok(flawed)
}

/// Both search for the nearest wrong state, so the paths are equally long.
fn same_flaw(one: &Verdict, other: &Verdict) {
    let (Some(one), Some(other)) = (&one.counter_example, &other.counter_example) else { return };
    if one.about.wrong.is_some() && other.about.wrong.is_some() {
        assert_eq!(one.moves.len(), other.moves.len(), "{one:?}\n{other:?}");
        assert!(one.about.value_after < Some(one.about.value), "{one:?}");
    }
    assert!(!one.about.best.is_empty());
}

#[test]
fn diagrams_and_bitmaps_agree_on_bundled_games() {
    let (mut packed, mut flawed, mut cyclic) = (0, 0, 0);
    let names = [
        "tic-tac-toe",
        "nim:1,2,3",
        "nim-misere:1,2,3",
        "chomp:3x3",
        "three-mens-morris",
        "pancakes:4",
        "lights-out:2x2",
    ];
    for (seed, name) in (0..).zip(names) {
        for engine in [Engine::Symbolic, Engine::Explicit] {
            // One engine is enough for slow games.
            if engine == Engine::Explicit && name == "three-mens-morris" {
                continue;
            }
            let solved = Solved::new(&games::sheet(name).expect("bundled"), engine).expect("solved");
            let files = solved.database.manifest().layers.iter().filter_map(|layer| layer.value_file.as_ref());
            packed += files.filter(|file| file.layout == Layout::Packed).count();
            for role in 0..solved.proved.game.roles.len() {
                flawed += compare(&solved, role, seed).unwrap_or_else(|error| panic!("{name}: {error}"));
                cyclic += usize::from(solved.arena(role).is_ok_and(|arena| arena.infinite.is_some()));
            }
        }
    }
    assert!(packed > 0 && flawed > 50 && cyclic > 1, "{packed} packed layers, {flawed} flawed lists, {cyclic} cyclic");
}

#[test]
fn diagrams_and_bitmaps_agree_on_random_games() {
    let (mut judged, mut flawed) = (0, 0);
    for seed in 0..40u64 {
        let mut random = randomgame::RandomChoices::new(seed);
        let shape = BoardShape {
            roles: if seed % 2 == 1 { 2 } else { 1 + seed as usize / 2 % 2 },
            turns: if seed.is_multiple_of(3) { Turns::Irregular } else { Turns::Alternating },
            cyclic: seed % 2 == 1,
            constant_sum: true,
            steps: None,
            cells: 2 + seed as usize % 3,
            ..BoardShape::random(&mut random)
        };
        let sheet = board(&shape, &mut random).to_string();
        let Some(solved) = Solved::new(&sheet, Engine::Symbolic) else { continue };
        for role in 0..solved.proved.game.roles.len() {
            match compare(&solved, role, seed) {
                Ok(flaws) => flawed += flaws,
                // The rewards have different sums, although each should be 100.
                Err(Error::Unsuited(_)) => continue,
                Err(error) => panic!("seed {seed}: {error}\n{sheet}"),
            }
            judged += 1;
        }
    }
    assert!(judged > 30 && flawed > 15, "{judged} judged, {flawed} flawed");
}

#[test]
fn the_plain_judge_accepts_lists_made_on_diagrams() {
    let solved = Solved::new(&games::sheet("tic-tac-toe").expect("bundled"), Engine::Symbolic).expect("solved");
    let mut field = solved.field(1).expect("small enough");
    let made = diagrams::algorithm2(&mut field, &[], &Options::default(), &mut Random::stream(1, 0), &mut |_| true);
    let rules = plain(&Strategy::of(made.expect("small enough").rules), &solved.proved.game, 1);
    assert!(Judge::new(&solved.source.text, 1, &rules, &support::square()).is_strongly_optimal());
}

#[test]
fn a_list_that_is_cut_off_is_weakly_optimal_and_can_be_completed() {
    let solved = Solved::new(&games::sheet("nim:1,2,4,5").expect("bundled"), Engine::Symbolic).expect("solved");
    let mut field = solved.field(0).expect("small enough");
    let random = &mut Random::stream(1, 0);
    let options = Options::default();
    let cut = diagrams::algorithm2(&mut field, &[], &options, random, &mut |rules| rules < 5).expect("small enough");
    assert!(!cut.complete && cut.rules.len() == 5);
    let verdict = diagrams::verify(&mut field, &Strategy::of(cut.rules.clone()), Optimality::Strong);
    let verdict = verdict.expect("small enough");
    assert!(!verdict.optimal && verdict.weakly_optimal);
    let whole = diagrams::algorithm2(&mut field, &cut.rules, &options, random, &mut |_| true).expect("small enough");
    assert!(whole.complete && whole.rules.starts_with(&cut.rules));
    let short = simplify(&mut field, &whole.rules, 5, &options, random, &mut |_| true).expect("small enough");
    let short = short.expect("strongly optimal").rules;
    assert!(short.iter().zip(&cut.rules).all(|((_, rule), locked)| rule == locked), "locked rules were changed");
}

#[test]
fn too_little_memory_is_an_error_value() {
    let solved = Solved::new(&games::sheet("tic-tac-toe").expect("bundled"), Engine::Symbolic).expect("solved");
    let terms = Terms {
        proved: &solved.proved,
        role: 0,
        database: &solved.database,
        infinite: None,
        resources: Resources { bytes: 100_000, threads: 1 },
    };
    assert!(matches!(DiagramArena::new(&terms), Err(Error::Limit(_))));
}
