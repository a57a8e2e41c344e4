//! Determines whose turn it is from a fact.
//!
//! Most sheets have a fact for it, such as `(control x)`, but its name is not fixed. It is found by its effect: if a
//! state variable has a certain value, all roles but one have at most one legal move. That is decided on the circuit,
//! so it holds in every state, and positions can be filtered by the role to move without listing them.

use game::cofactor::{Assignment, Cofactors};
use game::{Game, GateKind, Signal};
use rustc_hash::{FxHashMap, FxHashSet};
use solution::manifest::{EncodedVariable, Encoding};

/// The maximum number of values tried: each takes a pass over the circuit of the legal moves.
const MOST_TRIALS: usize = 400;

/// What determines whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurnFact {
    /// Only this role ever chooses.
    Always(usize),
    /// The value of a state variable.
    Variable {
        /// The variable, by its number in the solution.
        variable: usize,
        /// For each value, the role whose turn it is.
        roles: Vec<usize>,
    },
}

impl TurnFact {
    /// Finds the variable that determines the role to move, if there is one.
    pub fn find(game: &Game, encoding: &Encoding) -> Option<TurnFact> {
        let fluents: FxHashMap<&str, Signal> = (0..)
            .zip(&game.fluents)
            .map(|(number, fact)| (fact.as_str(), game.fluent_input(game::Fluent(number))))
            .collect();
        let mut legal = LegalMoves::new(game, encoding, &fluents);
        if let Some(role) = legal.chooser(&Assignment::default()) {
            return Some(TurnFact::Always(role));
        }
        // Facts that contain the name of a role first: then one trial is usually enough.
        let mut candidates: Vec<usize> = (0..encoding.variables.len()).collect();
        candidates.sort_by_key(|&number| !names_a_role(&encoding.variables[number], &game.roles));
        let mut trials = 0;
        for variable in candidates {
            let values = &encoding.variables[variable].values;
            trials += values.len();
            if trials > MOST_TRIALS {
                return None;
            }
            let chooser = |value: usize| legal.chooser(&assignment(values, value, &fluents));
            let roles: Option<Vec<usize>> = (0..values.len()).map(chooser).collect();
            if let Some(roles) = roles.filter(|roles| roles.iter().any(|role| role != &roles[0])) {
                return Some(TurnFact::Variable { variable, roles });
            }
        }
        None
    }

    /// The role whose turn it is in a state, given as a value per variable.
    pub fn of(&self, state: &[u32]) -> Option<usize> {
        match self {
            TurnFact::Always(role) => Some(*role),
            TurnFact::Variable { variable, roles } => roles.get(*state.get(*variable)? as usize).copied(),
        }
    }
}

fn names_a_role(variable: &EncodedVariable, roles: &[String]) -> bool {
    let words = |fact: &String| fact.split([' ', '(', ')']).any(|word| roles.iter().any(|role| role == word));
    variable.values.iter().flatten().any(words)
}

/// The inputs of a variable's facts if it has a value.
fn assignment(values: &[Option<String>], value: usize, fluents: &FxHashMap<&str, Signal>) -> Assignment {
    let of = |(number, fact): (usize, &Option<String>)| {
        let input = fluents.get(fact.as_deref()?)?;
        Some((input.node(), if number == value { Signal::TRUE } else { Signal::FALSE }))
    };
    values.iter().enumerate().filter_map(of).collect()
}

/// The conditions of all legal moves.
struct LegalMoves<'g> {
    game: &'g Game,
    signals: Vec<Signal>,
    cofactors: Cofactors,
    /// The variable of each input that is one of its facts.
    variables: FxHashMap<u32, usize>,
}

/// The depth to which conditions are searched for facts.
const DEEPEST: usize = 4;

impl<'g> LegalMoves<'g> {
    fn new(game: &'g Game, encoding: &Encoding, fluents: &FxHashMap<&str, Signal>) -> LegalMoves<'g> {
        let signals = game.moves.iter().flatten().map(|made| made.legal).collect();
        let of = |(number, variable): (usize, &EncodedVariable)| -> Vec<(u32, usize)> {
            let facts = variable.values.iter().flatten();
            facts.filter_map(|fact| Some((fluents.get(fact.as_str())?.node(), number))).collect()
        };
        let variables = encoding.variables.iter().enumerate().flat_map(of).collect();
        LegalMoves { game, signals, cofactors: Cofactors::new(&game.circuit), variables }
    }

    /// The only role that may have several legal moves under an assignment.
    fn chooser(&mut self, assignment: &Assignment) -> Option<usize> {
        let mut left = self.cofactors.cofactor(&self.signals, assignment).into_iter();
        let possible = |moves: &Vec<game::Move>| -> Vec<Signal> {
            left.by_ref().take(moves.len()).filter(|&signal| signal != Signal::FALSE).collect()
        };
        let possible: Vec<Vec<Signal>> = self.game.moves.iter().map(possible).collect();
        let several: Vec<usize> = (0..possible.len()).filter(|&role| possible[role].len() > 1).collect();
        let choosing: Vec<usize> = match several.len() {
            1 => several,
            _ => several.into_iter().filter(|&role| !self.exclude_each_other(&possible[role])).collect(),
        };
        if let [role] = choosing[..] { Some(role) } else { None }
    }

    /// Whether each move needs another value of one variable, as a waiting move does that names a counter.
    fn exclude_each_other(&self, signals: &[Signal]) -> bool {
        let needed: Vec<FxHashMap<usize, u32>> = signals
            .iter()
            .map(|&signal| {
                let mut facts = Vec::new();
                self.needed(signal, DEEPEST, &mut facts);
                facts.into_iter().filter_map(|node| Some((*self.variables.get(&node)?, node))).collect()
            })
            .collect();
        let Some(first) = needed.first() else { return false };
        first.keys().any(|variable| {
            let values: Vec<Option<&u32>> = needed.iter().map(|needed| needed.get(variable)).collect();
            let distinct: FxHashSet<Option<&u32>> = values.iter().copied().collect();
            distinct.len() == values.len() && !distinct.contains(&None)
        })
    }

    /// The inputs that must be true if a signal is.
    fn needed(&self, signal: Signal, depth: usize, facts: &mut Vec<u32>) {
        let circuit = self.cofactors.circuit();
        match circuit.gate(signal.node()) {
            None if !signal.inverted() => facts.push(signal.node()),
            Some(gate) if depth > 0 && (gate.kind == GateKind::Or) == signal.inverted() => {
                for &operand in circuit.operands(gate) {
                    self.needed(if signal.inverted() { !operand } else { operand }, depth - 1, facts);
                }
            }
            _ => {}
        }
    }
}
