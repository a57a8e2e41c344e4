//! The ground game: the rules without variables.

use crate::circuit::{Circuit, Signal};

/// Index of a fluent: a fact that a state may contain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fluent(pub u32);

/// A move of one role.
#[derive(Clone, Debug)]
pub struct Move {
    /// Canonical text: `(mark 1 2)`.
    pub name: String,
    /// Whether the role may make it. Reads fluents only.
    pub legal: Signal,
}

/// A reward of one role.
#[derive(Clone, Debug)]
pub struct Goal {
    /// 0 to 100 in well-formed games.
    pub reward: i32,
    /// Whether the role gets it at a terminal state. Reads fluents only.
    pub holds: Signal,
}

/// A state variable: fluents of which at most one holds in any reachable state, proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateVariable {
    /// The common pattern of the fluents, `(cell 1 1 _)`; the fluent's own text if there is only one.
    pub name: String,
    /// Value `i` means that fluent `i` of these holds.
    pub fluents: Vec<Fluent>,
    /// Whether there is one more value, the last: none of the fluents holds. Always true for a single fluent.
    pub none: bool,
}

impl StateVariable {
    /// Number of values.
    pub fn domain(&self) -> usize {
        self.fluents.len() + usize::from(self.none)
    }
}

/// A game without variables in its rules.
///
/// Circuit inputs are the fluents in order (node `1 + f`), then the moves role by role in order.
#[derive(Clone, Debug)]
pub struct Game {
    /// The roles, in the order of the `role` facts.
    pub roles: Vec<String>,
    /// Canonical text of each fluent, `(cell 1 1 b)`, in natural order: `(cell 2 9)` before `(cell 2 10)`. Fluents that
    /// the grounder found to hold in every reachable state or in none are left out; see `always`.
    pub fluents: Vec<String>,
    /// Facts that hold in every state, including the first; kept for printing and comparing states.
    pub always: Vec<String>,
    /// The fluents of the first state, ascending.
    pub initial: Vec<Fluent>,
    /// For each role, its moves in natural order of their text.
    pub moves: Vec<Vec<Move>>,
    /// For each role, its rewards in ascending order. Rewards that the grounder found to be impossible are left out.
    pub goals: Vec<Vec<Goal>>,
    /// For each role, the lowest reward that the rules name, whether or not a state can have it; 0 if they name none.
    pub lowest_rewards: Vec<i32>,
    /// Whether the state is terminal. Reads fluents only.
    pub terminal: Signal,
    /// For each fluent, whether it holds in the next state. Reads fluents and moves. Valid for reachable non-terminal
    /// states and joint moves in which each role makes exactly one legal move; the grounder simplifies under that
    /// assumption.
    pub next: Vec<Signal>,
    /// The gates of all signals. Gates that read no move come before those that do.
    pub circuit: Circuit,
    /// The number of leading blocks of the circuit that read no move: enough for legal, terminal and goal.
    pub state_blocks: usize,
    /// The fluents, partitioned. Until groups are proved, one variable per fluent.
    pub variables: Vec<StateVariable>,
}

impl Game {
    /// The role that moves by chance, if there is one.
    pub fn random(&self) -> Option<usize> {
        self.roles.iter().position(|role| role.eq_ignore_ascii_case("random"))
    }

    /// All other roles.
    pub fn players(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let random = self.random();
        (0..self.roles.len()).filter(move |role| Some(*role) != random)
    }

    /// The circuit input of a fluent.
    pub fn fluent_input(&self, fluent: Fluent) -> Signal {
        Signal::of(1 + fluent.0)
    }

    /// The circuit input of move `index` of role `role`.
    pub fn move_input(&self, role: usize, index: usize) -> Signal {
        let before: usize = self.moves[..role].iter().map(Vec::len).sum();
        Signal::of((1 + self.fluents.len() + before + index) as u32)
    }
}
