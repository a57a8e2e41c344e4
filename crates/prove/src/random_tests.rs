//! Every claim about a random game is true of its reachable states, all of which are enumerated here.

use game::{Evaluator, Fluent, Game, Random, State, View};
use std::collections::{BTreeMap, BTreeSet};

use crate::testing::{Builder, Wire};
use crate::{Analysis, Finding, MeasureGrowth, ProofOptions, ProofStatus, WORK, analyse};

/// Games of random gates, including recursive ones.
#[allow(dead_code, reason = "shapes for other tests")]
#[path = "../../game/tests/support/mod.rs"]
mod circuits;

/// A game of variables that moves set under conditions. Some are set by two roles at once or lack a frame axiom, so
/// that not all of them always have exactly one value.
pub fn random_game(seed: u64) -> Game {
    let mut random = Random::stream(seed, 0);
    let mut below = |bound: u32| random.below(bound) as usize;
    let roles = 1 + below(2);
    let mut b = Builder::new(&["left", "right"][..roles]);
    let sizes: Vec<usize> = (0..2 + below(3)).map(|_| 2 + below(3)).collect();
    let name = |variable: usize, value: usize| format!("(v {variable} {value})");
    let values: Vec<Vec<Wire>> = sizes
        .iter()
        .enumerate()
        .map(|(variable, &size)| (0..size).map(|value| b.fluent(&name(variable, value))).collect())
        .collect();
    let literal = |below: &mut dyn FnMut(u32) -> usize| {
        let variable = &values[below(values.len() as u32)];
        let wire = variable[below(variable.len() as u32)];
        if below(2) == 0 { wire } else { !wire }
    };
    let mut setters: BTreeMap<(usize, usize), Vec<Wire>> = BTreeMap::new();
    for role in 0..roles {
        for index in 0..2 + below(2) {
            let legal = if index == 0 { b.truth() } else { literal(&mut below) };
            let made = b.action(role, &format!("m{index}"), legal);
            for _ in 0..1 + below(2) {
                let (variable, condition) = (below(sizes.len() as u32), literal(&mut below));
                let sets = b.and(&[made, condition]);
                setters.entry((variable, below(sizes[variable] as u32))).or_default().push(sets);
            }
        }
    }
    for (variable, &size) in sizes.iter().enumerate() {
        let all: Vec<Wire> = (0..size).filter_map(|value| setters.get(&(variable, value))).flatten().copied().collect();
        let set = b.or(&all);
        let frame = below(6) > 0;
        for (value, &holds) in values[variable].iter().enumerate() {
            let stays = if frame { b.and(&[holds, !set]) } else { holds };
            b.next(&name(variable, value), stays);
            for &wire in setters.get(&(variable, value)).into_iter().flatten() {
                b.next(&name(variable, value), wire);
            }
        }
        b.initial(&name(variable, below(size as u32)));
    }
    let (one, two) = (literal(&mut below), literal(&mut below));
    let over = b.and(&[one, two]);
    b.terminal(over);
    for role in 0..roles {
        let wins = literal(&mut below);
        b.goal(role, 100, wins);
        b.goal(role, 0, if below(4) == 0 { literal(&mut below) } else { !wins });
    }
    b.finish()
}

/// All reachable states with their views and successors.
pub struct Reachable {
    /// The states.
    pub states: BTreeMap<State, (View, BTreeSet<State>)>,
}

impl Reachable {
    /// Searches them all.
    pub fn new(game: &Game) -> Reachable {
        let evaluator = Evaluator::new(game).expect("the game is well-formed");
        let mut states = BTreeMap::new();
        let mut open = vec![State::initial(game)];
        while let Some(state) = open.pop() {
            if states.contains_key(&state) {
                continue;
            }
            let view = evaluator.view(&state);
            let mut successors = BTreeSet::new();
            if !view.terminal {
                let mut joints: Vec<Vec<usize>> = vec![Vec::new()];
                for legal in &view.legal {
                    joints = joints
                        .iter()
                        .flat_map(|joint| legal.iter().map(|&made| [joint.as_slice(), &[made]].concat()))
                        .collect();
                }
                successors.extend(joints.iter().map(|joint| evaluator.next(&state, joint)));
            }
            open.extend(successors.iter().cloned());
            states.insert(state, (view, successors));
        }
        Reachable { states }
    }

    fn all(&self, holds: impl Fn(&View) -> bool) -> bool {
        self.states.values().all(|(view, _)| holds(view))
    }

    /// Whether no state can repeat: states whose successors are all removed are removed until none is left.
    fn acyclic(&self) -> bool {
        let mut left: BTreeSet<&State> = self.states.keys().collect();
        loop {
            let before = left.len();
            let gone: Vec<&State> =
                left.iter().copied().filter(|s| self.states[*s].1.iter().all(|next| !left.contains(next))).collect();
            gone.iter().for_each(|state| {
                left.remove(state);
            });
            if left.is_empty() || left.len() == before {
                return left.is_empty();
            }
        }
    }
}

fn check_finding(what: &str, finding: &Finding, truth: bool, reachable: &Reachable) {
    match finding.verdict {
        ProofStatus::Proved => assert!(truth, "{what} is claimed: {}", finding.reason),
        ProofStatus::Refuted => {
            assert!(!truth, "{what} is denied: {}", finding.reason);
            let witness = finding.witness.as_ref().expect("a refutation has a witness");
            assert!(reachable.states.contains_key(witness), "the witness is reachable");
        }
        ProofStatus::Unknown => {}
    }
}

fn check_class(game: &Game, analysis: &Analysis, reachable: &Reachable) {
    let class = &analysis.class;
    let choosers = |view: &View| view.legal.iter().filter(|legal| !view.terminal && legal.len() > 1).count();
    check_finding("turn-taking", &class.turn_taking, reachable.all(|view| choosers(view) <= 1), reachable);
    let playable = reachable.all(|view| view.terminal || view.legal.iter().all(|legal| !legal.is_empty()));
    check_finding("playable", &class.playable, playable, reachable);
    let rewarded = reachable.all(|view| !view.terminal || view.rewards.iter().all(|rewards| rewards.len() == 1));
    check_finding("rewarded", &class.rewarded, rewarded, reachable);
    let ends = reachable.states.values().filter(|(view, _)| view.terminal);
    let sums: BTreeSet<i32> = ends.map(|(view, _)| view.rewards.iter().flatten().sum()).collect();
    check_finding("constant-sum", &class.constant_sum, rewarded && sums.len() <= 1, reachable);
    assert!(class.sum.is_none_or(|sum| sums.contains(&sum)));
    check_finding("acyclic", &class.acyclic, reachable.acyclic(), reachable);
    let mut layer = BTreeSet::from([State::initial(game)]);
    for ply in 0..60 {
        for &fluent in &class.ply_fluents {
            let values: BTreeSet<bool> = layer.iter().map(|state| state.contains(fluent)).collect();
            assert!(values.len() <= 1, "{} depends on the ply alone", game.fluents[fluent.0 as usize]);
        }
        assert!(layer.is_empty() || class.ply_bound.is_none_or(|bound| ply <= bound));
        if class.alternating.is_proved() {
            let movers = layer.iter().flat_map(|s| {
                (0..game.roles.len())
                    .filter(move |&r| reachable.states[s].0.legal[r].len() > 1 && !reachable.states[s].0.terminal)
            });
            assert!(movers.collect::<BTreeSet<usize>>().len() <= 1, "one role has the choice at ply {ply}");
        }
        layer = layer.iter().flat_map(|state| reachable.states[state].1.iter().cloned()).collect();
    }
}

fn check_variables(game: &Game, analysis: &Analysis, reachable: &Reachable) {
    let mut fluents: Vec<Fluent> = analysis.variables.iter().flat_map(|variable| variable.fluents.clone()).collect();
    fluents.sort();
    assert_eq!(fluents, (0..game.fluents.len() as u32).map(Fluent).collect::<Vec<_>>());
    for variable in &analysis.variables {
        for state in reachable.states.keys() {
            let holding = variable.fluents.iter().filter(|&&fluent| state.contains(fluent)).count();
            assert!(holding <= 1 && (variable.none || holding == 1), "{} in {:?}", variable.name, state.facts(game));
        }
    }
}

fn check_measure(analysis: &Analysis, reachable: &Reachable) {
    let Some(measure) = &analysis.measure else { return };
    let of = |state: &State| measure.of(&analysis.variables, state);
    for (state, (view, successors)) in &reachable.states {
        for next in successors {
            let change = of(next) - of(state);
            assert!(match measure.growth {
                MeasureGrowth::Incremental => change == 1,
                MeasureGrowth::Increasing => change >= 1,
                MeasureGrowth::TwoPly { role } => change == 1 || (change == 0 && view.legal[role].len() <= 1),
            });
        }
    }
}

fn check_symmetries(game: &Game, analysis: &Analysis, reachable: &Reachable) {
    let evaluator = Evaluator::new(game).expect("the game is well-formed");
    for symmetry in &analysis.symmetries.generators {
        let image = |state: &State| {
            State::from_fluents(game.fluents.len(), state.fluents().map(|fluent| symmetry.fluents[fluent.0 as usize]))
        };
        for (state, (view, _)) in &reachable.states {
            let (_, successors) = reachable.states.get(&image(state)).expect("the image is reachable");
            let other = evaluator.view(&image(state));
            assert_eq!(view.terminal, other.terminal);
            for (role, &as_role) in symmetry.roles.iter().enumerate() {
                let mut moves: Vec<usize> = view.legal[role].iter().map(|&made| symmetry.moves[role][made]).collect();
                moves.sort_unstable();
                assert_eq!(moves, other.legal[as_role]);
                assert_eq!(view.rewards[role], other.rewards[as_role]);
            }
            assert_eq!(reachable.states[state].1.iter().map(image).collect::<BTreeSet<State>>(), *successors);
        }
    }
}

/// Analyses a game and checks all claims about it. A small limit on states forces proofs; a large one decides
/// everything by enumeration.
fn checked(game: &Game, reachable: &Reachable, states: usize, work: u64) -> Analysis {
    let options = ProofOptions { states, work, ..ProofOptions::default() };
    let analysis = analyse(game, &options).expect("the game is well-formed");
    check_variables(game, &analysis, reachable);
    check_class(game, &analysis, reachable);
    check_measure(&analysis, reachable);
    check_symmetries(game, &analysis, reachable);
    analysis
}

/// A game of random gates, including recursive ones.
pub fn random_circuits(seed: u64) -> Game {
    let mut random = Random::stream(seed, 1);
    let mut below = |bound: u32| random.below(bound) as usize;
    circuits::random_game(&circuits::Shape {
        seed,
        fluents: 1 + below(8),
        roles: 1 + below(2),
        moves: 1 + below(3),
        blocks: below(4),
        block_gates: 1 + below(10) as u32,
    })
}

/// The number of random games, unless `BACKSOLVE_RANDOM_GAMES` is set.
fn random_games(number: u64) -> u64 {
    std::env::var("BACKSOLVE_RANDOM_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(number)
}

#[test]
fn all_claims_about_random_circuits_are_true() {
    for seed in 0..random_games(150) {
        let game = random_circuits(seed);
        let reachable = Reachable::new(&game);
        checked(&game, &reachable, 2, 6 * WORK);
        checked(&game, &reachable, 100_000, 6 * WORK);
    }
}

#[test]
fn all_claims_about_random_games_are_true() {
    let (mut grouped, mut measured, mut settled) = (0, 0, 0);
    let games = random_games(150);
    for seed in 0..games {
        let game = random_game(seed);
        let reachable = Reachable::new(&game);
        for states in [2, 100_000] {
            let analysis = checked(&game, &reachable, states, 6 * WORK);
            grouped += analysis.variables.iter().filter(|variable| variable.fluents.len() > 1).count();
            measured += usize::from(analysis.measure.is_some());
            settled += usize::from(analysis.class.acyclic.verdict != ProofStatus::Unknown);
        }
    }
    assert!(grouped as u64 > 2 * games && measured as u64 > games / 50 && settled as u64 > games);
}

/// A ring of cells with contents that moves change, and its number of rotations and reflections. All cells have the
/// same rules, and a goal counts them one after the other. Of every other game one rule is different for one cell.
fn ring_game(seed: u64) -> (Game, usize) {
    let mut random = Random::stream(seed, 2);
    let mut below = |bound: u32| random.below(bound) as usize;
    let (cells, contents, roles) = (3 + below(3), 2 + below(2), 1 + below(2));
    let (broken, reflected) = (seed % 2 == 1, below(2) == 0);
    let mut b = Builder::new(&["left", "right"][..roles]);
    let name = |cell: usize, content: usize| format!("(cell {cell} {content})");
    let at = |cell: usize, offset: usize| (cell + offset) % cells;
    let values: Vec<Vec<Wire>> =
        (0..cells).map(|cell| (0..contents).map(|content| b.fluent(&name(cell, content))).collect()).collect();
    let turn: Vec<Wire> = (0..roles).map(|role| b.fluent(&format!("(turn {role})"))).collect();
    b.initial("(turn 0)");
    let mut written: Vec<Vec<Vec<Wire>>> = vec![vec![Vec::new(); contents]; cells];
    for role in 0..roles {
        for kind in 0..1 + below(2) {
            let (needs, offset, read) = (below(contents as u32), below(cells as u32), below(contents as u32));
            let (target, becomes, missing) = (below(cells as u32), below(contents as u32), below(cells as u32));
            for cell in 0..cells {
                // A reflection keeps the distance of two cells, but not the direction.
                let mirrored = |offset: usize| if reflected { (cells - offset) % cells } else { offset };
                let seen = [offset, mirrored(offset)].map(|offset| values[at(cell, offset)][read]);
                let either = b.or(&seen);
                let legal = match broken && kind == 0 && cell == missing {
                    true => turn[role],
                    false => b.and(&[turn[role], values[cell][needs], either]),
                };
                let does = b.action(role, &format!("(m{kind} {cell})"), legal);
                let mut targets = vec![at(cell, target), at(cell, mirrored(target))];
                targets.dedup();
                targets.into_iter().for_each(|target| written[target][becomes].push(does));
            }
        }
        if roles > 1 {
            b.action(role, "noop", !turn[role]);
        }
        b.next(&format!("(turn {role})"), turn[(role + roles - 1) % roles]);
    }
    for cell in 0..cells {
        let all = written[cell].concat();
        let touched = b.or(&all);
        for content in 0..contents {
            // Two moves never write one cell at a time, because one role moves.
            let set = b.or(&written[cell][content]);
            let stays = b.and(&[values[cell][content], !touched]);
            b.next(&name(cell, content), set);
            b.next(&name(cell, content), stays);
        }
        b.initial(&name(cell, 0));
    }
    let most = 1 + below(cells as u32 - 1);
    let mut counted = vec![b.truth()];
    for value in &values {
        let holds = value[contents - 1];
        let more: Vec<Wire> = counted.iter().map(|&count| b.and(&[count, holds])).collect();
        let mut next = vec![counted[0]];
        for (number, &more) in more.iter().enumerate() {
            let kept = counted.get(number + 1).map(|&count| b.and(&[count, !holds]));
            // A counter of at least so many: once reached, it stays.
            let stays = counted.get(number + 1).copied();
            let both: Vec<Wire> = [Some(more), kept, stays].into_iter().flatten().collect();
            next.push(b.or(&both));
        }
        counted = next;
    }
    b.terminal(counted[most]);
    for role in 0..roles {
        let full = counted[(most + 1).min(cells)];
        b.goal(role, 100, full);
        b.goal(role, role as i32, !full);
    }
    (b.finish(), if broken { 1 } else { cells * if reflected && cells > 2 { 2 } else { 1 } })
}

#[test]
fn planted_symmetries_are_found_and_no_others() {
    for seed in 0..random_games(150) {
        let (game, planted) = ring_game(seed);
        let reachable = Reachable::new(&game);
        // A measure of these cyclic games is hopeless, and beside the point.
        let analysis = checked(&game, &reachable, 2, WORK / 20);
        assert!(
            analysis.symmetries.order >= planted as u128,
            "seed {seed}: {} of {planted}",
            analysis.symmetries.order
        );
    }
}
