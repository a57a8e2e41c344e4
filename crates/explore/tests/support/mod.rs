//! Small games of all kinds, solved by brute force, with a list of their states.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use bruteforce::{Graph, Outcome, Setup, SolvedGame};
use game::Game;
use solution::manifest::Layout;
use solution::{Database, Facts};

/// Two tokens on a ring of five places; the role to move steps forward or jumps two places. A token that lands on the
/// other wins. Play may be infinite.
pub const RING: &str = "
    (role left) (role right) (init (at left 0)) (init (at right 2)) (init (control left))
    (next1 0 1) (next1 1 2) (next1 2 3) (next1 3 4) (next1 4 0)
    (other left right) (other right left)
    (<= (legal ?r step) (true (control ?r)))
    (<= (legal ?r jump) (true (control ?r)))
    (<= (legal ?r wait) (true (control ?s)) (other ?r ?s))
    (<= (next (at ?r ?q)) (does ?r step) (true (at ?r ?p)) (next1 ?p ?q))
    (<= (next (at ?r ?q)) (does ?r jump) (true (at ?r ?p)) (next1 ?p ?m) (next1 ?m ?q))
    (<= (next (at ?r ?p)) (does ?r wait) (true (at ?r ?p)))
    (<= (next (control ?s)) (true (control ?r)) (other ?r ?s))
    (<= met (true (at left ?p)) (true (at right ?p)))
    (<= terminal met)
    (<= (goal ?r 100) met (true (control ?s)) (other ?r ?s))
    (<= (goal ?r 0) met (true (control ?r)))
    (<= (goal ?r 50) (role ?r) (not met))";

/// Three alternating roles give a point to somebody; the rewards have no constant sum.
pub const GIFTS: &str = "
    (role a) (role b) (role c) (init (turn a)) (init (points a 0)) (init (points b 0)) (init (points c 0))
    (after a b) (after b c) (after c over) (succ 0 1) (succ 1 2) (succ 2 3)
    (<= (legal ?r (give ?s)) (true (turn ?r)) (role ?r) (role ?s) (distinct ?r ?s))
    (<= (legal ?r wait) (role ?r) (true (turn ?s)) (distinct ?r ?s))
    (<= (next (turn ?s)) (true (turn ?r)) (after ?r ?s))
    (<= given (does ?r (give ?s)))
    (<= (gets ?s) (does ?r (give ?s)))
    (<= (next (points ?s ?m)) (gets ?s) (true (points ?s ?n)) (succ ?n ?m))
    (<= (next (points ?s ?n)) (true (points ?s ?n)) (not (gets ?s)))
    (<= terminal (true (turn over)))
    (worth 0 10) (worth 1 40) (worth 2 90) (worth 3 100)
    (<= (goal ?r ?v) (true (points ?r ?n)) (worth ?n ?v))";

/// A game with its solution by brute force.
pub struct Known {
    pub name: String,
    pub game: Game,
    pub database: Database,
    pub graph: Graph,
    /// For each state of the graph.
    pub outcomes: Vec<Outcome>,
    pub infinite: Option<Vec<i32>>,
    _folder: tempfile::TempDir,
}

/// Ten games: acyclic and cyclic, of one, two and three roles, with and without a constant sum, in both layouts.
pub fn known() -> Vec<Known> {
    let plain = Setup::default();
    let flat = Setup { layered: false, layout: Layout::Diagram, ..Setup::default() };
    let cyclic = |infinite: &[i32], layout| Setup {
        layered: false,
        layout,
        infinite: Some(infinite.to_vec()),
        ..Setup::default()
    };
    let bundled = |name: &str, setup: &Setup| solve(name, &games::sheet(name).expect("a bundled game"), setup);
    vec![
        bundled("nim:1,2,3", &plain),
        bundled("nim-take:7", &Setup { layout: Layout::Diagram, ..Setup::default() }),
        bundled("chomp:2x3", &flat),
        bundled("domineering:3x3", &plain),
        bundled("clobber:2x3", &flat),
        bundled("clobber:3x2", &Setup { model: solution::Model::Difference, ..Setup::default() }),
        bundled("hanoi:3", &cyclic(&[0], Layout::Packed)),
        solve("ring", RING, &cyclic(&[50, 50], Layout::Diagram)),
        solve("ring packed", RING, &cyclic(&[50, 50], Layout::Packed)),
        solve("gifts", GIFTS, &plain),
    ]
}

fn solve(name: &str, sheet: &str, setup: &Setup) -> Known {
    let rules = gdl::Rules::from_text(sheet).expect("a sheet");
    let game = ground::ground(&rules, &ground::GroundingLimits::default()).expect("a ground game");
    let solved = SolvedGame::of(sheet, setup);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("solution");
    solved.write(&path);
    let database = Database::open(Path::new(&path)).expect("a solution");
    let graph = Graph::explore(sheet, false);
    let facts = Facts::new(&solved.encoding);
    let by_state: HashMap<&Vec<u32>, &Outcome> = solved.layers.iter().flatten().collect();
    let outcome = |facts_of: &BTreeSet<String>| {
        let values = facts.state(facts_of.iter().map(String::as_str)).expect("a state");
        by_state[&values].clone()
    };
    let outcomes = graph.states.iter().map(|state| outcome(&state.facts)).collect();
    Known { name: name.to_owned(), game, database, graph, outcomes, infinite: setup.infinite.clone(), _folder: folder }
}
