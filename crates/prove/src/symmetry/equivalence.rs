//! Proofs that a permutation of fluents and moves is a symmetry.
//!
//! It must map the first state to itself. For every state that satisfies the proved invariants, the state and its image
//! must agree on termination, a terminal state on its goals, others on their legal moves, and the image of the state
//! after a joint move must be what the image of the move leads to from the image of the state. By induction the image of
//! every reachable state is reachable then, and everything that a game tree says of one is true of the other.
//!
//! Each statement is about two signals in one circuit: a signal of the game, and the one of its image with inputs
//! replaced. Most are the same signal, because equal gates are shared. The others are decided by decision diagrams, if
//! no move is involved, and else by the SAT solver. Neither finds anything but proofs: a permutation that is not proved
//! is not used.

use game::cofactor::{Assignment, Cofactors, Remainders};
use game::{Circuit, Fluent, Game, GateKind, Signal, StateVariable};
use rustc_hash::FxHashMap;

use super::Symmetry;
use super::bdd::{Bdd, FALSE, Function, TRUE, TooLarge};
use crate::induction::everywhere::Premises;
use crate::quota::Quota;
use crate::sat::unrolling::{Sense, Unrolling};
use crate::sat::{Answer, Lit};

/// The conflict limit of a query, and the nodes of all decision diagrams for one permutation.
const CONFLICTS: u64 = 2_000;
const NODES: usize = 1_000_000;
/// More fluents make no diagrams, which recurse over them.
const MOST_FLUENTS: usize = 2_000;
/// Work per operand to write a circuit anew.
const OPERAND: u64 = 100;

/// Where two signals must agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Anywhere,
    Terminal,
    NonTerminal,
    /// After a joint move.
    After,
}

/// Whether a permutation that fixes the roles is proved to be a symmetry.
pub fn is_symmetry(premises: &Premises, variables: &[StateVariable], symmetry: &Symmetry) -> bool {
    let game = premises.game;
    let identity = symmetry.roles.iter().enumerate().all(|(role, &image)| role == image);
    if !identity || !preserves_start(game, symmetry) {
        return false;
    }
    premises.quota.spend(2 * OPERAND * game.circuit.operand_list.len() as u64);
    if premises.quota.is_over() {
        return false;
    }
    let Statements { game, pairs } = Statements::new(game, symmetry);
    let mut open: Vec<(Place, Signal, Signal)> = pairs.into_iter().filter(|&(_, one, other)| one != other).collect();
    open.sort_unstable_by_key(|&(place, one, other)| (place as u8, one, other));
    open.dedup();
    let mut diagrams = Diagrams::new(&game, variables, &premises.quota);
    open.retain(|&pair| !diagrams.agree(&game, pair));
    drop(diagrams);
    open.is_empty() || Queries::new(&game, premises).agree(&open)
}

fn preserves_start(game: &Game, symmetry: &Symmetry) -> bool {
    let mut image: Vec<Fluent> = game.initial.iter().map(|fluent| symmetry.fluents[fluent.0 as usize]).collect();
    image.sort_unstable();
    image == game.initial
}

/// Pairs of signals that must agree, in a circuit in which equal gates are shared.
struct Statements {
    game: Game,
    pairs: Vec<(Place, Signal, Signal)>,
}

impl Statements {
    fn new(game: &Game, symmetry: &Symmetry) -> Statements {
        let inputs = 1..=game.circuit.inputs;
        let same: Assignment = inputs.map(|node| (node, Signal::of(node))).collect();
        let mut replaced = same.clone();
        for (fluent, &image) in (0..).map(Fluent).zip(&symmetry.fluents) {
            replaced.insert(game.fluent_input(image).node(), game.fluent_input(fluent));
        }
        for (role, images) in symmetry.moves.iter().enumerate() {
            for (made, &image) in images.iter().enumerate() {
                replaced.insert(game.move_input(role, image).node(), game.move_input(role, made));
            }
        }
        let mut outputs: Vec<Signal> = game.next.clone();
        outputs.extend(game.moves.iter().flatten().map(|made| made.legal));
        outputs.extend(game.goals.iter().flatten().map(|goal| goal.holds));
        outputs.push(game.terminal);
        let mut cofactors = Cofactors::new(&game.circuit);
        // All gates are written anew, also those of the game itself, so that gates with equal operands become one.
        let own = cofactors.remainders(&outputs, &same);
        let images = cofactors.remainders(&outputs, &replaced);
        let pairs = pairs(game, symmetry, &own, &images);
        let mut game = game.clone();
        game.next.iter_mut().for_each(|next| *next = own.of(*next));
        game.moves.iter_mut().flatten().for_each(|made| made.legal = own.of(made.legal));
        game.terminal = own.of(game.terminal);
        game.circuit = cofactors.circuit().clone();
        Statements { game, pairs }
    }
}

fn pairs(game: &Game, symmetry: &Symmetry, own: &Remainders, images: &Remainders) -> Vec<(Place, Signal, Signal)> {
    let mut pairs = vec![(Place::Anywhere, own.of(game.terminal), images.of(game.terminal))];
    let goals = game.goals.iter().flatten();
    pairs.extend(goals.map(|goal| (Place::Terminal, own.of(goal.holds), images.of(goal.holds))));
    for (moves, targets) in game.moves.iter().zip(&symmetry.moves) {
        let legal = moves.iter().zip(targets);
        pairs.extend(legal.map(|(made, &to)| (Place::NonTerminal, own.of(made.legal), images.of(moves[to].legal))));
    }
    let next = game.next.iter().zip(&symmetry.fluents);
    pairs.extend(next.map(|(&next, image)| (Place::After, own.of(next), images.of(game.next[image.0 as usize]))));
    pairs
}

/// Signals as functions of the values of the variables, as far as these diagrams stay small.
struct Diagrams<'q> {
    bdd: Bdd<'q>,
    /// The functions of nodes.
    functions: FxHashMap<u32, Function>,
    /// For each gate its block.
    blocks: Vec<u32>,
    /// Whether a limit was reached.
    full: bool,
}

impl<'q> Diagrams<'q> {
    /// A variable has the first of its values whose bit is set, or else the last one, so that every assignment is a
    /// state in which each variable has one value.
    fn new(game: &Game, variables: &[StateVariable], quota: &'q Quota) -> Diagrams<'q> {
        let mut diagrams =
            Diagrams { bdd: Bdd::new(NODES, quota), functions: FxHashMap::default(), blocks: Vec::new(), full: false };
        for (number, block) in (0..).zip(&game.circuit.blocks) {
            diagrams.blocks.resize(block.gates.end as usize, number);
        }
        diagrams.full = game.fluents.len() > MOST_FLUENTS || diagrams.values(game, variables).is_err();
        diagrams
    }

    fn values(&mut self, game: &Game, variables: &[StateVariable]) -> Result<(), TooLarge> {
        self.functions.insert(0, TRUE);
        let mut bit = 0;
        for variable in variables {
            let mut none_before = TRUE;
            for (value, &fluent) in variable.fluents.iter().enumerate() {
                let last = !variable.none && value + 1 == variable.fluents.len();
                let set = if last { TRUE } else { self.bdd.variable(bit)? };
                bit += u32::from(!last);
                let function = self.bdd.and(none_before, set)?;
                self.functions.insert(game.fluent_input(fluent).node(), function);
                none_before = self.bdd.and(none_before, set ^ 1)?;
            }
        }
        Ok(())
    }

    /// Whether two signals are proved to agree where they must.
    fn agree(&mut self, game: &Game, (place, one, other): (Place, Signal, Signal)) -> bool {
        if self.full || place == Place::After {
            return false;
        }
        let agree = self.difference(game, place, one, other).map(|difference| difference == FALSE);
        self.full |= agree.is_err();
        agree.unwrap_or(false)
    }

    fn difference(&mut self, game: &Game, place: Place, one: Signal, other: Signal) -> Result<Function, TooLarge> {
        let one = self.function(game, one)?;
        let other = self.function(game, other)?;
        if one == other {
            return Ok(FALSE);
        }
        let terminal = self.function(game, game.terminal)?;
        let here = match place {
            Place::Terminal => terminal,
            Place::NonTerminal => terminal ^ 1,
            Place::Anywhere | Place::After => TRUE,
        };
        let left = self.bdd.all(vec![one, other ^ 1, here])?;
        let right = self.bdd.all(vec![one ^ 1, other, here])?;
        Ok(self.bdd.and(left ^ 1, right ^ 1)? ^ 1)
    }

    fn function(&mut self, game: &Game, signal: Signal) -> Result<Function, TooLarge> {
        let circuit = &game.circuit;
        let mut open = vec![signal.node()];
        while let Some(&node) = open.last() {
            if self.functions.contains_key(&node) {
                open.pop();
                continue;
            }
            let Some(index) = (node as usize).checked_sub(1 + circuit.inputs as usize) else {
                // A move: such signals are none of our business.
                return Err(TooLarge);
            };
            let block = &circuit.blocks[self.blocks[index] as usize];
            let gates = if block.recursive { block.gates.clone() } else { index as u32..index as u32 + 1 };
            let inside = circuit.gate_node(gates.start)..circuit.gate_node(gates.end);
            let before = open.len();
            for gate in &circuit.gates[gates.start as usize..gates.end as usize] {
                let reads = circuit.operands(gate).iter().map(|operand| operand.node());
                open.extend(reads.filter(|read| !inside.contains(read) && !self.functions.contains_key(read)));
            }
            if open.len() == before {
                self.fixpoint(circuit, gates, block.recursive)?;
            }
        }
        Ok(self.functions[&signal.node()] ^ u32::from(signal.inverted()))
    }

    /// The functions of some gates: the least fixpoint, if they read each other.
    fn fixpoint(&mut self, circuit: &Circuit, gates: std::ops::Range<u32>, recursive: bool) -> Result<(), TooLarge> {
        for gate in gates.clone().filter(|_| recursive) {
            self.functions.insert(circuit.gate_node(gate), FALSE);
        }
        loop {
            let mut changed = false;
            for index in gates.clone() {
                let gate = &circuit.gates[index as usize];
                let negated = u32::from(gate.kind == GateKind::Or);
                let read = |signal: &Signal| self.functions[&signal.node()] ^ u32::from(signal.inverted()) ^ negated;
                let operands = circuit.operands(gate).iter().map(read).collect();
                let function = self.bdd.all(operands)? ^ negated;
                changed |= self.functions.insert(circuit.gate_node(index), function) != Some(function);
            }
            if !recursive || !changed {
                return Ok(());
            }
        }
    }
}

/// Queries of the SAT solver about states that satisfy the invariants.
struct Queries<'g> {
    unrolling: Unrolling<'g>,
    terminal: Lit,
    not_terminal: Lit,
}

impl<'g> Queries<'g> {
    fn new(game: &'g Game, premises: &Premises) -> Queries<'g> {
        let mut unrolling = Unrolling::new(game, &premises.quota);
        let truth = unrolling.solver.truth();
        premises.invariants.iter().for_each(|claim| claim.assume(&mut unrolling, truth));
        let terminal = unrolling.literal(0, game.terminal, Sense::True);
        let not_terminal = unrolling.literal(0, !game.terminal, Sense::True);
        Queries { unrolling, terminal, not_terminal }
    }

    fn agree(&mut self, pairs: &[(Place, Signal, Signal)]) -> bool {
        pairs.iter().all(|&(place, one, other)| {
            let here = match place {
                Place::Anywhere => self.unrolling.solver.truth(),
                Place::Terminal => self.terminal,
                Place::NonTerminal => self.not_terminal,
                Place::After => self.unrolling.ply(0),
            };
            [(one, !other), (!one, other)].into_iter().all(|(holds, too)| {
                let holds = self.unrolling.literal(0, holds, Sense::True);
                let too = self.unrolling.literal(0, too, Sense::True);
                // Nothing follows from clauses that are missing because the quota is used up.
                !self.unrolling.quota.is_over()
                    && self.unrolling.solver.solve(&[here, holds, too], CONFLICTS) == Answer::Unsat
            })
        })
    }
}
