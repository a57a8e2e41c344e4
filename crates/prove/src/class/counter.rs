//! Step counters that end the game, found syntactically in the circuit.
//!
//! ```text
//! (<= (next (step ?n)) (true (step ?m)) (successor ?m ?n))     step 8 follows step 7 for all moves
//! (<= terminal (true (step 50)))
//! ```
//!
//! A fluent whose next value reads no move, and only fluents of the same kind, is a function of the ply: its values
//! follow from the first state, ply by ply. If they make the game end, that bounds its length. This needs no solver and
//! is fast on large circuits, where the [clock](crate::class::clock), which finds more, may use up its quota.

use game::{Circuit, Fluent, Game, GateKind, Signal};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::quota::Quota;

/// The maximum number of nodes on which the next value of a fluent may depend; counters are small.
const CONE: usize = 256;
/// The maximum number of gates evaluated for one value.
const VISITS: usize = 10_000;
/// The maximum depth of gates below a signal, to bound the stack.
const DEPTH: usize = 64;
/// The maximum number of plies counted.
const PLIES: usize = 4096;
/// Work for the value of a fluent at a ply.
const READING: u64 = 1_000;

/// An upper bound on the number of plies, if a counter ends every game.
pub fn bound(game: &Game, quota: &Quota) -> Option<usize> {
    let counting = counting(game);
    if counting.is_empty() {
        return None;
    }
    let mut fluents: Vec<u32> = counting.into_iter().collect();
    fluents.sort_unstable();
    let first = |fluent: &u32| (*fluent, game.initial.contains(&Fluent(*fluent)));
    let mut reading: FxHashMap<u32, bool> = fluents.iter().map(first).collect();
    let mut seen = FxHashSet::default();
    for ply in 0..PLIES {
        if value(game, game.terminal, &reading) == Some(true) {
            return Some(ply);
        }
        quota.spend(READING * fluents.len() as u64);
        if quota.is_over() {
            return None;
        }
        let row: Vec<bool> = fluents.iter().map(|fluent| reading[fluent]).collect();
        if !seen.insert(row) {
            return None;
        }
        let after = |&fluent: &u32| Some((fluent, value(game, game.next[fluent as usize], &reading)?));
        reading = fluents.iter().map(after).collect::<Option<_>>()?;
    }
    None
}

/// The fluents that depend only on each other.
fn counting(game: &Game) -> FxHashSet<u32> {
    let read = |fluent: u32| Some((fluent, support(game, game.next[fluent as usize])?));
    let mut reads: FxHashMap<u32, Vec<u32>> = (0..game.fluents.len() as u32).filter_map(read).collect();
    loop {
        let before = reads.len();
        let left: FxHashSet<u32> = reads.keys().copied().collect();
        reads.retain(|_, read| read.iter().all(|fluent| left.contains(fluent)));
        if reads.len() == before {
            return left;
        }
    }
}

/// The fluents that a signal reads; `None` if it reads a move or too many nodes.
fn support(game: &Game, signal: Signal) -> Option<Vec<u32>> {
    let (mut seen, mut work, mut fluents) = (FxHashSet::default(), vec![signal.node()], Vec::new());
    while let Some(node) = work.pop() {
        if node == 0 || !seen.insert(node) {
            continue;
        }
        if seen.len() > CONE {
            return None;
        }
        match game.circuit.gate(node) {
            Some(gate) => {
                let operands = game.circuit.operands(gate);
                work.extend(operands.iter().take(CONE + 1).map(|operand| operand.node()));
            }
            None => fluents.push(fluent_of(game, node)?),
        }
    }
    Some(fluents)
}

/// The fluent of an input, unless it is a move.
fn fluent_of(game: &Game, node: u32) -> Option<u32> {
    let fluent = node.checked_sub(game.fluent_input(Fluent(0)).node())?;
    ((fluent as usize) < game.fluents.len()).then_some(fluent)
}

/// The value of a signal for all values of the fluents not in the reading; `None` if it depends on them or takes too
/// long to find.
fn value(game: &Game, signal: Signal, reading: &FxHashMap<u32, bool>) -> Option<bool> {
    let fixed = |node: u32| fluent_of(game, node).and_then(|fluent| reading.get(&fluent).copied());
    Search { circuit: &game.circuit, fixed: &fixed, visits: VISITS }.value(signal, DEPTH)
}

struct Search<'s> {
    circuit: &'s Circuit,
    /// The value of an input, if it is fixed.
    fixed: &'s dyn Fn(u32) -> Option<bool>,
    /// The remaining number of gates.
    visits: usize,
}

impl Search<'_> {
    /// The result also holds for the least fixpoint of recursive blocks: an operand decides it, whatever the others
    /// are.
    fn value(&mut self, signal: Signal, depth: usize) -> Option<bool> {
        let node = signal.node();
        if node == 0 {
            return Some(!signal.inverted());
        }
        let value = match self.circuit.gate(node) {
            None => (self.fixed)(node)?,
            Some(gate) => {
                self.visits = self.visits.checked_sub(1)?;
                let decisive = gate.kind == GateKind::Or;
                let depth = depth.checked_sub(1)?;
                let mut open = false;
                let circuit = self.circuit;
                for &operand in circuit.operands(gate) {
                    match self.value(operand, depth) {
                        Some(value) if value == decisive => return Some(decisive != signal.inverted()),
                        Some(_) => {}
                        None => open = true,
                    }
                }
                if open {
                    return None;
                }
                !decisive
            }
        };
        Some(value != signal.inverted())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl::Source;

    fn bound_of(game: &Game) -> Option<usize> {
        bound(game, &Quota::of(u64::MAX))
    }

    /// A counter of three steps beside a light that can be switched freely.
    fn sheet(rest: &str) -> Game {
        let text = format!(
            "(role a) (init (step 1)) (successor 1 2) (successor 2 3) (successor 3 4)
             (legal a switch) (legal a wait)
             (<= (next lit) (does a switch) (not (true lit)))
             (<= (next lit) (does a wait) (true lit))
             (<= (goal a 100) (true lit)) (<= (goal a 0) (not (true lit)))
             {rest}"
        );
        let rules = gdl::check(&Source::new("counter", text)).rules.expect("well-formed");
        ground::ground(&rules, &ground::GroundingLimits::default()).expect("small")
    }

    #[test]
    fn a_counter_that_ends_the_game_bounds_it() {
        let counts = "(<= (next (step ?n)) (true (step ?m)) (successor ?m ?n))";
        let game = sheet(&format!("{counts} (<= terminal (true (step 4)))"));
        assert_eq!(bound_of(&game), Some(3));
        // A condition that may end the game earlier does no harm.
        let game = sheet(&format!("{counts} (<= terminal (true (step 4))) (<= terminal (true lit) (true (step 2)))"));
        assert_eq!(bound_of(&game), Some(3));
    }

    #[test]
    fn a_counter_that_does_not_end_the_game_or_depends_on_moves_is_no_bound() {
        let counts = "(<= (next (step ?n)) (true (step ?m)) (successor ?m ?n))";
        let end = "(<= terminal (true lit) (true (step 4)))";
        assert_eq!(bound_of(&sheet(&format!("{counts} {end}"))), None);
        let slow = "(<= (next (step ?n)) (true (step ?m)) (successor ?m ?n) (does a switch))
                    (<= (next (step ?m)) (true (step ?m)) (does a wait)) (<= terminal (true (step 4)))";
        assert_eq!(bound_of(&sheet(slow)), None);
        let round =
            "(<= (next (step 2)) (true (step 1))) (<= (next (step 1)) (true (step 2))) (<= terminal (true (step 4)))";
        assert_eq!(bound_of(&sheet(round)), None);
    }
}
