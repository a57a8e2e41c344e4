//! The ground game: states, legal moves and successors.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use game::{Evaluator, FluentIndex, View};
use operations::Error;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use self_cell::self_cell;

use crate::failure::{exception, wrong};

/// The most successors that are listed.
const MOST_SUCCESSORS: usize = 1 << 20;

self_cell! {
    struct Evaluated {
        owner: game::Game,
        #[covariant]
        dependent: Evaluator,
    }
}

/// A ground game with its evaluator.
pub struct Ground {
    evaluated: Evaluated,
    /// Whether a role without a legal move ends the game.
    lenient: bool,
}

impl Ground {
    /// A game that passes its check.
    pub fn checked(game: game::Game, lenient: bool) -> Result<Ground, Error> {
        Ok(Ground { evaluated: Evaluated::try_new(game, |game| Evaluator::new(game).map_err(Error::bug))?, lenient })
    }

    /// The game.
    pub fn game(&self) -> &game::Game {
        self.evaluated.borrow_owner()
    }

    fn evaluator(&self) -> &Evaluator<'_> {
        self.evaluated.borrow_dependent()
    }

    fn role(&self, name: &str) -> PyResult<usize> {
        let roles = &self.game().roles;
        let unknown = || wrong(format!("the game has no role `{name}`; its roles are {}", roles.join(", ")));
        roles.iter().position(|role| role == name).ok_or_else(unknown)
    }
}

/// A game: its roles and moves, and its first state.
#[pyclass(frozen, module = "backsolve")]
pub struct Game(pub Arc<Ground>);

#[pymethods]
impl Game {
    /// The roles, in the order of the rewards.
    #[getter]
    fn roles(&self) -> Vec<String> {
        self.0.game().roles.clone()
    }

    /// For each role, all its moves.
    #[getter]
    fn moves(&self) -> BTreeMap<String, Vec<String>> {
        let names = |moves: &Vec<game::Move>| moves.iter().map(|made| made.name.clone()).collect();
        self.0.game().roles.iter().cloned().zip(self.0.game().moves.iter().map(names)).collect()
    }

    /// The facts that may change, in the order of `State.bits`.
    #[getter]
    fn facts(&self) -> Vec<String> {
        self.0.game().fluents.clone()
    }

    /// The state in which the game starts.
    #[getter]
    fn initial(&self) -> State {
        State::new(&self.0, game::State::initial(self.0.game()))
    }

    /// The state with these facts; those that always hold may be left out.
    fn state(&self, facts: Vec<String>) -> PyResult<State> {
        let game = self.0.game();
        let all = facts.iter().chain(&game.always).map(String::as_str);
        let state = FluentIndex::new(game).state(all).map_err(|error| wrong(error.to_string()))?;
        Ok(State::new(&self.0, state))
    }

    fn __repr__(&self) -> String {
        format!("<backsolve.Game of {}>", self.0.game().roles.join(", "))
    }
}

/// A state of a game.
#[pyclass(frozen, module = "backsolve")]
pub struct State {
    ground: Arc<Ground>,
    /// The facts that hold.
    pub state: game::State,
    view: View,
}

/// The moves of a ply: that of the role to move, or those of some roles. Forced moves may be left out.
#[derive(FromPyObject)]
enum Moves {
    One(String),
    ByRole(HashMap<String, String>),
}

impl State {
    /// A state of a game.
    pub fn new(ground: &Arc<Ground>, state: game::State) -> State {
        let view = ground.evaluator().view(&state);
        State { ground: Arc::clone(ground), state, view }
    }

    fn is_over(&self) -> bool {
        self.view.terminal || self.ground.lenient && self.view.legal.iter().any(Vec::is_empty)
    }

    fn name(&self, role: usize, made: usize) -> String {
        self.ground.game().moves[role][made].name.clone()
    }

    fn by_role<T>(&self, each: impl Fn(usize) -> T) -> BTreeMap<String, T> {
        self.ground.game().roles.iter().cloned().zip((0..self.ground.game().roles.len()).map(each)).collect()
    }

    /// The role to move, by its number.
    fn mover(&self) -> Option<usize> {
        let legal = &self.view.legal;
        let mut choosing = (0..legal.len()).filter(|&role| legal[role].len() > 1);
        match (choosing.next(), choosing.next()) {
            _ if self.is_over() => None,
            (Some(role), None) => Some(role),
            (Some(_), Some(_)) => None,
            (None, _) => {
                let joint: Option<Vec<usize>> = legal.iter().map(|moves| moves.first().copied()).collect();
                let busy = self.ground.evaluator().busy(&self.state, legal, &joint?);
                if let [role] = busy[..] { Some(role) } else { None }
            }
        }
    }

    fn check_open(&self) -> PyResult<()> {
        let stuck = self.view.legal.iter().position(Vec::is_empty);
        match (self.is_over(), stuck) {
            (true, _) => Err(wrong("the game is over")),
            (false, Some(role)) => {
                Err(exception(Error::no(format!("{} has no legal move", self.ground.game().roles[role]))))
            }
            (false, None) => Ok(()),
        }
    }
}

#[pymethods]
impl State {
    /// The facts that hold, sorted.
    #[getter]
    fn facts(&self) -> Vec<String> {
        self.state.facts(self.ground.game()).into_iter().map(str::to_owned).collect()
    }

    /// Whether each of `Game.facts` holds, one byte per fact.
    fn bits<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let count = self.ground.game().fluents.len() as u32;
        let bits: Vec<u8> = (0..count).map(|fluent| u8::from(self.state.contains(game::Fluent(fluent)))).collect();
        PyBytes::new(py, &bits)
    }

    /// Whether the game is over.
    #[getter]
    fn terminal(&self) -> bool {
        self.is_over()
    }

    /// For each role, its legal moves; none when the game is over.
    #[getter]
    fn legal(&self) -> BTreeMap<String, Vec<String>> {
        let over = self.is_over();
        let names = |role: usize| match over {
            true => Vec::new(),
            false => self.view.legal[role].iter().map(|&made| self.name(role, made)).collect(),
        };
        self.by_role(names)
    }

    /// For each role, the numbers of its legal moves among all its moves.
    fn legal_numbers(&self) -> BTreeMap<String, Vec<usize>> {
        let over = self.is_over();
        self.by_role(|role| if over { Vec::new() } else { self.view.legal[role].clone() })
    }

    /// For each role, its reward; none while the game goes on.
    #[getter]
    fn rewards(&self) -> Option<BTreeMap<String, i32>> {
        self.is_over().then(|| self.by_role(|role| self.view.rewards[role].first().copied().unwrap_or(0)))
    }

    /// The role to move; none if the game is over, or several roles choose at once.
    #[getter]
    fn to_move(&self) -> Option<String> {
        self.mover().map(|role| self.ground.game().roles[role].clone())
    }

    /// The state after a ply: the move of the role to move, or the moves by role. Forced moves may be left out.
    fn after(&self, moves: Moves) -> PyResult<State> {
        self.check_open()?;
        let game = self.ground.game();
        let mut joint: Vec<Option<usize>> =
            self.view.legal.iter().map(|legal| if let [only] = legal[..] { Some(only) } else { None }).collect();
        let given = match moves {
            Moves::ByRole(moves) => moves
                .into_iter()
                .map(|(role, made)| Ok((self.ground.role(&role)?, made)))
                .collect::<PyResult<Vec<_>>>()?,
            Moves::One(made) => {
                let mover = self.mover().ok_or_else(|| wrong("several roles move at once: give the moves by role"))?;
                vec![(mover, made)]
            }
        };
        for (role, made) in given {
            let found = self.view.legal[role].iter().copied().find(|&legal| game.moves[role][legal].name == made);
            let legal = || self.view.legal[role].iter().map(|&legal| self.name(role, legal)).collect::<Vec<_>>();
            let illegal =
                || wrong(format!("{made} is not legal for {}; legal are {}", game.roles[role], legal().join(", ")));
            joint[role] = Some(found.ok_or_else(illegal)?);
        }
        let missing = joint.iter().position(Option::is_none);
        if let Some(role) = missing {
            return Err(wrong(format!("the move of {} is missing", game.roles[role])));
        }
        let joint: Vec<usize> = joint.into_iter().flatten().collect();
        Ok(State::new(&self.ground, self.ground.evaluator().next(&self.state, &joint)))
    }

    /// All joint moves, a move per role, with the states after them.
    fn successors(&self) -> PyResult<Vec<(Vec<String>, State)>> {
        if self.is_over() {
            return Ok(Vec::new());
        }
        self.check_open()?;
        let count = self.view.legal.iter().try_fold(1usize, |count, legal| count.checked_mul(legal.len()));
        if count.is_none_or(|count| count > MOST_SUCCESSORS) {
            return Err(exception(Error::limit("so many joint moves are not listed")));
        }
        let mut joints: Vec<Vec<usize>> = vec![Vec::new()];
        for legal in &self.view.legal {
            let longer = |joint: &Vec<usize>| {
                let joint = joint.clone();
                legal
                    .iter()
                    .map(move |&made| joint.iter().copied().chain([made]).collect())
                    .collect::<Vec<Vec<usize>>>()
            };
            joints = joints.iter().flat_map(longer).collect();
        }
        let successor = |joint: Vec<usize>| {
            let names = joint.iter().enumerate().map(|(role, &made)| self.name(role, made)).collect();
            (names, State::new(&self.ground, self.ground.evaluator().next(&self.state, &joint)))
        };
        Ok(joints.into_iter().map(successor).collect())
    }

    fn __eq__(&self, other: &State) -> bool {
        self.state == other.state && (Arc::ptr_eq(&self.ground, &other.ground) || self.facts() == other.facts())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.state.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("<backsolve.State {}>", self.facts().join(" "))
    }
}
