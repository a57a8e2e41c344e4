//! A game in binary diagrams.

use game::{Circuit, GateKind, Signal, State};
use oxidd::bdd::{BDDFunction, BDDManagerRef};
use oxidd::{BooleanFunction, BooleanFunctionQuant, BooleanOperator, FunctionSubst, Manager, ManagerRef, Subst, VarNo};
use rustc_hash::FxHashMap;
use symbolic::encoding::LevelEncoding;

use super::Operators;
use super::walk::Walk;
use crate::Outcome;
use crate::position::Position;

/// The node capacity of OxiDD; it reserves address space, and touches only what it needs.
const NODES: usize = 1 << 25;

/// The cache size. A quarter or four times as many entries make no visible difference.
const CACHE: usize = 1 << 20;

/// The levels of a game as bits, and its moves and conditions over them.
pub struct Bits {
    manager: BDDManagerRef,
    /// For each level, its bits, the most significant on top; the primed copy of bit `n` is `n + 1`.
    levels: Vec<Vec<VarNo>>,
    plain: BDDFunction,
    primed: BDDFunction,
    to_plain: Subst<BDDFunction>,
    to_primed: Subst<BDDFunction>,
    moves: Moves,
    terminal: Vec<BDDFunction>,
    goals: Vec<Vec<(i32, BDDFunction)>>,
}

/// The moves of the game.
enum Moves {
    /// For each role, one relation over plain and primed bits.
    Relations(Vec<BDDFunction>),
    /// Identity-reduced relations of our kernel, each with the role that chooses.
    Walks(Vec<(usize, Walk)>),
}

impl Bits {
    pub fn new(position: &Position, operators: Operators) -> Outcome<Bits> {
        let manager = oxidd::bdd::new_manager(NODES, CACHE, 1);
        let domains = position.encoding.domains()?;
        let mut first = 0;
        let mut levels = Vec::new();
        for &size in domains.sizes() {
            let bits = u32::from(size).next_power_of_two().trailing_zeros().max(1);
            levels.push((0..bits).map(|bit| first + 2 * bit).collect::<Vec<VarNo>>());
            first += 2 * bits;
        }
        manager.with_manager_exclusive(|manager| manager.add_vars(first));
        let var = |number: VarNo| manager.with_manager_shared(|manager| BDDFunction::var(manager, number));
        let all: Vec<VarNo> = levels.iter().flatten().copied().collect();
        let plain: Vec<BDDFunction> = all.iter().map(|&bit| var(bit)).collect::<Result<_, _>>()?;
        let primed: Vec<BDDFunction> = all.iter().map(|&bit| var(bit + 1)).collect::<Result<_, _>>()?;
        let truth = manager.with_manager_shared(BDDFunction::t);
        let cube = |bits: &[BDDFunction]| bits.iter().try_fold(truth.clone(), |all, bit| all.and(bit));
        let mut bits = Bits {
            plain: cube(&plain)?,
            primed: cube(&primed)?,
            to_plain: Subst::new(all.iter().map(|&bit| bit + 1).collect(), plain),
            to_primed: Subst::new(all, primed),
            manager,
            levels,
            moves: Moves::Relations(Vec::new()),
            terminal: Vec::new(),
            goals: Vec::new(),
        };
        bits.moves = match operators {
            Operators::Own => Moves::Relations(bits.relations(position)?),
            Operators::Image => Moves::Walks(Walk::all(position)?),
        };
        bits.conditions(position)?;
        Ok(bits)
    }

    pub fn manager(&self) -> &BDDManagerRef {
        &self.manager
    }

    /// The parts of the terminal condition; a state is terminal if one holds.
    pub fn terminal(&self) -> &[BDDFunction] {
        &self.terminal
    }

    /// For each role, its rewards with the states in which it gets them.
    pub fn goals(&self) -> &[Vec<(i32, BDDFunction)>] {
        &self.goals
    }

    /// The first state.
    pub fn initial(&self, position: &Position) -> Outcome<BDDFunction> {
        let path = position.encoding.encode(&State::initial(&position.proved.game));
        path.iter()
            .enumerate()
            .try_fold(self.constant(true), |all, (level, &digit)| Ok(all.and(&self.digit(level, digit, false)?)?))
    }

    /// The number of states in a set over plain bits.
    pub fn count(&self, set: &BDDFunction) -> u128 {
        let bits = self.levels.iter().map(Vec::len).sum::<usize>() as u32;
        set.sat_count(bits, &mut oxidd::util::SatCountCache::<u128, std::hash::RandomState>::default())
    }

    pub fn image(&self, states: &BDDFunction) -> Outcome<BDDFunction> {
        let mut all = self.constant(false);
        match &self.moves {
            Moves::Relations(relations) => {
                for relation in relations {
                    let after = states.apply_exists(BooleanOperator::And, relation, &self.plain)?;
                    all = all.or(&after.substitute(&self.to_plain)?)?;
                }
            }
            Moves::Walks(walks) => {
                for (_, walk) in walks {
                    all = all.or(&walk.image(self, states)?)?;
                }
            }
        }
        Ok(all)
    }

    /// The states of `within` from which a move of `role` leads into `target`.
    pub fn pre_image(&self, role: usize, within: &BDDFunction, target: &BDDFunction) -> Outcome<BDDFunction> {
        match &self.moves {
            Moves::Relations(relations) => {
                let after = target.substitute(&self.to_primed)?;
                let before = relations[role].apply_exists(BooleanOperator::And, &after, &self.primed)?;
                Ok(before.and(within)?)
            }
            Moves::Walks(walks) => {
                let mut all = self.constant(false);
                for (_, walk) in walks.iter().filter(|(chooser, _)| *chooser == role) {
                    all = all.or(&walk.pre_image(self, within, target)?)?;
                }
                Ok(all)
            }
        }
    }

    pub fn constant(&self, truth: bool) -> BDDFunction {
        self.manager
            .with_manager_shared(|manager| if truth { BDDFunction::t(manager) } else { BDDFunction::f(manager) })
    }

    /// The bits of a level, from the top, which is the most significant.
    pub fn bits(&self, level: usize) -> &[VarNo] {
        &self.levels[level]
    }

    pub fn var(&self, number: VarNo) -> Outcome<BDDFunction> {
        Ok(self.manager.with_manager_shared(|manager| BDDFunction::var(manager, number))?)
    }

    /// The condition that a level has a digit.
    fn digit(&self, level: usize, digit: u16, primed: bool) -> Outcome<BDDFunction> {
        self.levels[level].iter().rev().enumerate().try_fold(self.constant(true), |all, (place, &bit)| {
            let var = self.var(bit + VarNo::from(primed))?;
            Ok(all.and(&if digit >> place & 1 == 1 { var } else { var.not()? })?)
        })
    }

    /// The condition that a variable has a value.
    fn value(&self, encoding: &LevelEncoding, variable: usize, value: usize, primed: bool) -> Outcome<BDDFunction> {
        encoding.levels(variable).iter().try_fold(self.constant(true), |all, &level| {
            Ok(all.and(&self.digit(level, encoding.digit(level, value), primed)?)?)
        })
    }

    /// For each role, the relation of all moves among which it chooses.
    fn relations(&self, position: &Position) -> Outcome<Vec<BDDFunction>> {
        let mut relations = vec![self.constant(false); position.proved.game.roles.len()];
        for effect in &position.proved.effects.effects {
            let mut relation = self.constant(true);
            for guard in self.evaluate(position, &position.proved.effects.circuit, &effect.guard)? {
                relation = relation.and(&guard)?;
            }
            // From the last level up, so that conjunctions stay shallow.
            for variable in position.order.variables.iter().rev().copied() {
                let step = match effect.writes.iter().find(|(written, _)| *written == variable) {
                    Some((_, signals)) => self.written(position, variable, signals)?,
                    None => self.unchanged(&position.encoding, variable)?,
                };
                relation = relation.and(&step)?;
            }
            let role = effect.chooser.ok_or("a move does not say who chooses it")?;
            relations[role] = relations[role].or(&relation)?;
        }
        Ok(relations)
    }

    fn written(&self, position: &Position, variable: usize, signals: &[Signal]) -> Outcome<BDDFunction> {
        let holds = self.evaluate(position, &position.proved.effects.circuit, signals)?;
        holds.iter().enumerate().try_fold(self.constant(false), |any, (value, holds)| {
            let after = self.value(&position.encoding, variable, value, true)?;
            Ok(any.or(&after.and(holds)?)?)
        })
    }

    fn unchanged(&self, encoding: &LevelEncoding, variable: usize) -> Outcome<BDDFunction> {
        let bits = encoding.levels(variable).iter().flat_map(|&level| &self.levels[level]);
        bits.copied()
            .try_fold(self.constant(true), |all, bit| Ok(all.and(&self.var(bit)?.equiv(&self.var(bit + 1)?)?)?))
    }

    /// Builds the terminal condition, in parts as in our engine, and the goals.
    fn conditions(&mut self, position: &Position) -> Outcome<()> {
        let game = &position.proved.game;
        self.terminal = self.evaluate(position, &game.circuit, &symbolic::engine::disjuncts(game, game.terminal))?;
        for goals in &game.goals {
            let signals: Vec<Signal> = goals.iter().map(|goal| goal.holds).collect();
            let sets = self.evaluate(position, &game.circuit, &signals)?;
            self.goals.push(goals.iter().map(|goal| goal.reward).zip(sets).collect());
        }
        Ok(())
    }

    /// Signals over fluents as sets of states. Recursive blocks are not supported here.
    fn evaluate(&self, position: &Position, circuit: &Circuit, signals: &[Signal]) -> Outcome<Vec<BDDFunction>> {
        let mut sets: FxHashMap<u32, BDDFunction> = FxHashMap::default();
        let mut pending: Vec<u32> = signals.iter().map(|signal| signal.node()).collect();
        while let Some(&node) = pending.last() {
            if sets.contains_key(&node) {
                pending.pop();
                continue;
            }
            let Some(gate) = circuit.gate(node) else {
                sets.insert(node, self.input(position, node)?);
                continue;
            };
            let operands = circuit.operands(gate);
            let missing: Vec<u32> = operands.iter().map(|s| s.node()).filter(|n| !sets.contains_key(n)).collect();
            if !missing.is_empty() {
                if pending.len() > circuit.nodes() {
                    return Err("recursive rules are not supported by this peer".into());
                }
                pending.extend(missing);
                continue;
            }
            let mut set = self.constant(gate.kind == GateKind::And);
            for &operand in operands {
                let other = self.signal(&sets, operand)?;
                set = if gate.kind == GateKind::And { set.and(&other)? } else { set.or(&other)? };
            }
            sets.insert(node, set);
        }
        signals.iter().map(|&signal| self.signal(&sets, signal)).collect()
    }

    fn signal(&self, sets: &FxHashMap<u32, BDDFunction>, signal: Signal) -> Outcome<BDDFunction> {
        let set = sets.get(&signal.node()).ok_or("a gate is missing")?;
        Ok(if signal.inverted() { set.not()? } else { set.clone() })
    }

    fn input(&self, position: &Position, node: u32) -> Outcome<BDDFunction> {
        let Some(fluent) = node.checked_sub(1) else { return Ok(self.constant(true)) };
        let holds = |variable: &game::StateVariable| variable.fluents.iter().position(|known| known.0 == fluent);
        let place =
            position.proved.game.variables.iter().enumerate().find_map(|(n, variable)| Some((n, holds(variable)?)));
        let (variable, value) = place.ok_or("an input is no fluent")?;
        self.value(&position.encoding, variable, value, false)
    }
}
