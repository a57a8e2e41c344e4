//! Variable orders: candidates derived from the structure of the game.
//!
//! The best order cannot be determined from the rules alone, so several are proposed and [`crate::race`] tries them on
//! the first layers. All of them put the variables that every move sets (whose turn it is, step counters) on top: they
//! are constant or nearly so within a layer, and cost one node there.
//!
//! - *by name*: the order of the coordinates in the rules, `(cell 1 1)`, `(cell 1 2)`, …; for a board, column by
//!   column;
//! - *by last coordinate*: the same with the coordinates in reverse; row by row;
//! - *by span*: variables that moves, goals and the terminal condition read together are close together. Computed by
//!   the FORCE heuristic (Aloul, Markov, Sakallah 2003): each variable moves to the mean of the centres of its groups,
//!   repeatedly.

use game::effects::Effects;
use game::{Circuit, Game};
use prove::ProvedGame;
use task::VariableOrder;

/// Rounds of FORCE: it converges in a few dozen on the known games.
const ROUNDS: usize = 60;

/// Candidate orders without duplicates.
pub fn candidates(proved: &ProvedGame) -> Vec<VariableOrder> {
    let ProvedGame { game, effects, .. } = proved;
    let supports = Supports::new(game, &effects.circuit);
    let groups = groups(game, effects, &supports);
    let common: Vec<bool> = (0..game.variables.len())
        .map(|variable| effects.effects.iter().all(|effect| effect.writes.iter().any(|(v, _)| *v == variable)))
        .collect();
    propose(game, &groups, &common)
}

/// Variables that are read or written together: by a move, or by a small gate of the game's conditions.
fn groups(game: &Game, effects: &Effects, supports: &Supports) -> Vec<Vec<usize>> {
    let mut groups = Vec::new();
    for effect in &effects.effects {
        let read = effect.writes.iter().flat_map(|(_, signals)| signals).chain(&effect.guard);
        let mut group: Vec<usize> = read.filter_map(|s| supports.of(s.node())).flatten().copied().collect();
        group.extend(effect.writes.iter().map(|(variable, _)| *variable));
        group.sort_unstable();
        group.dedup();
        groups.push(group);
    }
    let state_gates = game.circuit.blocks[..game.state_blocks].last().map_or(0, |block| block.gates.end);
    let gates = (0..state_gates).filter_map(|gate| supports.of(game.circuit.gate_node(gate)));
    groups.extend(gates.map(<[usize]>::to_vec));
    groups.sort();
    groups.dedup();
    groups
}

/// `groups` are variables that are read or written together; `common` are set by every move.
fn propose(game: &Game, groups: &[Vec<usize>], common: &[bool]) -> Vec<VariableOrder> {
    let coordinates: Vec<Vec<Coordinate>> = game.variables.iter().map(|v| coordinates(&v.name)).collect();
    let mut by_name: Vec<usize> = (0..game.variables.len()).collect();
    by_name.sort_by(|&a, &b| coordinates[a].cmp(&coordinates[b]));
    let mut by_last = by_name.clone();
    by_last.sort_by(|&a, &b| coordinates[a].iter().rev().cmp(coordinates[b].iter().rev()));
    let by_span = force(&by_name, groups, common);
    let last_by_span = force(&by_last, groups, common);

    let mut orders: Vec<VariableOrder> = Vec::new();
    for (name, mut variables) in [
        ("by name", by_name),
        ("by last coordinate", by_last),
        ("by span", by_span),
        ("by span from the last", last_by_span),
    ] {
        variables.sort_by_key(|&v| !common[v]);
        if orders.iter().all(|known| known.variables != variables) {
            orders.push(VariableOrder { name, variables });
        }
    }
    orders
}

/// Larger supports say little about which variables belong together.
const WIDEST_SUPPORT: usize = 12;

/// The variables that each node reads, if there are few.
struct Supports {
    of: Vec<Option<Box<[usize]>>>,
}

impl Supports {
    fn new(game: &Game, circuit: &Circuit) -> Supports {
        let mut of: Vec<Option<Box<[usize]>>> = vec![Some(Box::default()); circuit.inputs as usize + 1];
        for (number, variable) in game.variables.iter().enumerate() {
            for fluent in &variable.fluents {
                of[1 + fluent.0 as usize] = Some(Box::from([number]));
            }
        }
        for block in &circuit.blocks {
            for index in block.gates.clone() {
                let support = if block.recursive { None } else { Supports::gate(&of, circuit, index) };
                of.push(support);
            }
        }
        Supports { of }
    }

    fn gate(of: &[Option<Box<[usize]>>], circuit: &Circuit, index: u32) -> Option<Box<[usize]>> {
        let mut support = Vec::new();
        for operand in circuit.operands(&circuit.gates[index as usize]) {
            support.extend_from_slice(of[operand.node() as usize].as_deref()?);
            support.sort_unstable();
            support.dedup();
            if support.len() > WIDEST_SUPPORT {
                return None;
            }
        }
        Some(support.into())
    }

    fn of(&self, node: u32) -> Option<&[usize]> {
        self.of[node as usize].as_deref()
    }
}

/// A part of a variable's name; numbers are compared by value and come before words.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Coordinate {
    Number(u64),
    Word(String),
}

fn coordinates(name: &str) -> Vec<Coordinate> {
    let words = name.split(|c: char| c.is_whitespace() || c == '(' || c == ')').filter(|word| !word.is_empty());
    words.map(|word| word.parse().map_or_else(|_| Coordinate::Word(word.to_owned()), Coordinate::Number)).collect()
}

fn force(start: &[usize], groups: &[Vec<usize>], common: &[bool]) -> Vec<usize> {
    let groups: Vec<Vec<usize>> = groups
        .iter()
        .map(|g| g.iter().copied().filter(|&v| !common[v]).collect())
        .filter(|g: &Vec<usize>| g.len() > 1)
        .collect();
    let mut order = start.to_vec();
    let mut best = (span(&order, &groups), order.clone());
    for _ in 0..ROUNDS {
        let place = places(&order);
        let mut pull = vec![(0.0, 0u32); order.len()];
        for group in &groups {
            let centre = group.iter().map(|&v| place[v] as f64).sum::<f64>() / group.len() as f64;
            for &v in group {
                pull[v].0 += centre;
                pull[v].1 += 1;
            }
        }
        let target = |v: usize| if pull[v].1 == 0 { place[v] as f64 } else { pull[v].0 / f64::from(pull[v].1) };
        let before = order.clone();
        order.sort_by(|&a, &b| target(a).total_cmp(&target(b)));
        let length = span(&order, &groups);
        if length < best.0 {
            best = (length, order.clone());
        }
        if order == before {
            break;
        }
    }
    best.1
}

/// Sum over the groups of the distance between their first and last variable.
fn span(order: &[usize], groups: &[Vec<usize>]) -> usize {
    let place = places(order);
    let length = |group: &Vec<usize>| {
        let (low, high) = group.iter().fold((usize::MAX, 0), |(low, high), &v| (low.min(place[v]), high.max(place[v])));
        high.saturating_sub(low)
    };
    groups.iter().map(length).sum()
}

fn places(order: &[usize]) -> Vec<usize> {
    let mut place = vec![0; order.len()];
    for (position, &variable) in order.iter().enumerate() {
        place[variable] = position;
    }
    place
}
