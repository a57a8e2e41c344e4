//! The queries that GDL defines for a state.

use std::sync::Arc;

use gdl::Rules;
use gdl::rules::Dependence;

use crate::error::{Error, InterpreterLimits};
use crate::machine::Machine;
use crate::program::Program;
use crate::terms::{TermId, Terms};
use crate::text;

/// A state: the set of true facts. Cheap to clone; equal sets are equal states.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State(Arc<[TermId]>);

impl State {
    /// The state in which exactly these facts are true.
    pub fn new(mut facts: Vec<TermId>) -> State {
        facts.sort_unstable();
        facts.dedup();
        State(facts.into())
    }

    /// The true facts, ascending.
    pub fn facts(&self) -> &[TermId] {
        &self.0
    }
}

/// The legal moves, goals and terminality of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Whether the state is terminal.
    pub terminal: bool,
    /// Legal moves per role, ascending.
    pub legal: Vec<Vec<TermId>>,
    /// All goal values that hold per role, ascending: exactly one in a well-formed game.
    pub goals: Vec<Vec<i32>>,
}

/// Evaluates checked rules.
///
/// Queries take `&mut self` because answers are cached: static relations permanently, state-dependent ones until the
/// state changes. Clone it for use in another thread.
#[derive(Clone)]
pub struct Interpreter {
    program: Arc<Program>,
    machine: Machine,
    roles: Vec<TermId>,
}

impl Interpreter {
    /// Compiles the rules, with the default limits.
    pub fn new(rules: &Rules) -> Result<Interpreter, Error> {
        Interpreter::with_limits(rules, InterpreterLimits::default())
    }

    /// Compiles the rules.
    pub fn with_limits(rules: &Rules, limits: InterpreterLimits) -> Result<Interpreter, Error> {
        let mut terms = Terms::new(rules.symbols.clone());
        let roles = rules.roles.iter().filter_map(|r| terms.ground(r)).map(TermId).collect();
        let program = Program::new(rules, &mut terms)?;
        let machine = Machine::new(&program, terms, limits);
        Ok(Interpreter { program: Arc::new(program), machine, roles })
    }

    /// Sets the limits of all further queries.
    pub fn set_limits(&mut self, limits: InterpreterLimits) {
        self.machine.limits = limits;
    }

    /// The roles, in the order of the rules.
    pub fn roles(&self) -> &[TermId] {
        &self.roles
    }

    /// The initial state.
    pub fn initial(&mut self) -> Result<State, Error> {
        self.ask(&State::new(Vec::new()));
        let program = Arc::clone(&self.program);
        let facts = self.machine.answers(&program, program.init, &[])?;
        Ok(State::new(facts.map(|fact| TermId(fact[0])).collect()))
    }

    /// Whether this state is terminal.
    pub fn terminal(&mut self, state: &State) -> Result<bool, Error> {
        self.ask(state);
        let program = Arc::clone(&self.program);
        Ok(self.machine.answers(&program, program.terminal, &[])?.next().is_some())
    }

    /// Legal moves per role, ascending.
    pub fn legal(&mut self, state: &State) -> Result<Vec<Vec<TermId>>, Error> {
        self.ask(state);
        let program = Arc::clone(&self.program);
        let mut legal = Vec::with_capacity(self.roles.len());
        for role in &self.roles {
            let moves = self.machine.answers(&program, program.legal, &[role.0])?;
            let mut moves: Vec<TermId> = moves.map(|m| TermId(m[0])).collect();
            moves.sort_unstable();
            legal.push(moves);
        }
        Ok(legal)
    }

    /// All goal values that hold per role, ascending.
    pub fn goals(&mut self, state: &State) -> Result<Vec<Vec<i32>>, Error> {
        self.ask(state);
        let program = Arc::clone(&self.program);
        let mut goals = Vec::with_capacity(self.roles.len());
        for i in 0..self.roles.len() {
            let values = self.machine.answers(&program, program.goal, &[self.roles[i].0])?;
            let values: Vec<TermId> = values.map(|v| TermId(v[0])).collect();
            let number = |value: TermId| {
                let text = self.text(value);
                text.parse::<i32>().map_err(|_| Error::GoalValue { value: text })
            };
            let mut values: Vec<i32> = values.into_iter().map(number).collect::<Result<_, _>>()?;
            values.sort_unstable();
            values.dedup();
            goals.push(values);
        }
        Ok(goals)
    }

    /// Terminality, legal moves and goals.
    pub fn view(&mut self, state: &State) -> Result<View, Error> {
        Ok(View { terminal: self.terminal(state)?, legal: self.legal(state)?, goals: self.goals(state)? })
    }

    /// The state after a joint move: one move per role, in the order of the roles.
    pub fn next(&mut self, state: &State, joint: &[TermId]) -> Result<State, Error> {
        let made: Vec<Option<TermId>> = joint.iter().copied().map(Some).collect();
        self.next_by(state, &made)
    }

    /// What each role sees after a joint move, ascending; nothing where the sheet does not say.
    pub fn percepts(&mut self, state: &State, joint: &[TermId]) -> Result<Vec<Vec<TermId>>, Error> {
        // Moves are set as for the next state.
        self.next(state, joint)?;
        let program = Arc::clone(&self.program);
        let Some(sees) = program.sees else { return Ok(vec![Vec::new(); self.roles.len()]) };
        let mut percepts = Vec::with_capacity(self.roles.len());
        for role in &self.roles {
            let seen = self.machine.answers(&program, sees, &[role.0])?;
            let mut seen: Vec<TermId> = seen.map(|percept| TermId(percept[0])).collect();
            seen.sort_unstable();
            percepts.push(seen);
        }
        Ok(percepts)
    }

    /// The roles whose moves are not idle, given all legal moves and a joint move. The only legal move of a role is
    /// idle if the next state is the same without it; a move chosen among several never is.
    pub fn busy(&mut self, state: &State, legal: &[Vec<TermId>], joint: &[TermId]) -> Result<Vec<usize>, Error> {
        let next = self.next(state, joint)?;
        let mut busy = Vec::new();
        for (role, moves) in legal.iter().enumerate() {
            let mut made: Vec<Option<TermId>> = joint.iter().copied().map(Some).collect();
            made[role] = None;
            if moves.len() > 1 || self.next_by(state, &made)? != next {
                busy.push(role);
            }
        }
        Ok(busy)
    }

    /// The state after the moves of some roles; the `does` facts of the others are left out.
    fn next_by(&mut self, state: &State, moves: &[Option<TermId>]) -> Result<State, Error> {
        if moves.len() != self.roles.len() {
            return Err(Error::JointMove { roles: self.roles.len(), moves: moves.len() });
        }
        self.ask(state);
        let made = || self.roles.iter().zip(moves).filter_map(|(role, made)| Some([role.0, (*made)?.0]));
        if !made().eq(self.machine.position.moves().iter().copied()) {
            self.machine.position.set_moves(made());
            self.forget(Dependence::Moves);
        }
        let program = Arc::clone(&self.program);
        let facts = self.machine.answers(&program, program.next, &[])?;
        Ok(State::new(facts.map(|fact| TermId(fact[0])).collect()))
    }

    /// A term as canonical text, `(cell 1 1 b)`.
    pub fn text(&self, term: TermId) -> String {
        let mut text = String::new();
        text::write(&self.machine.terms, term.0, &mut text);
        text
    }

    /// The term with this text; `(p)` is `p`. `None` if the text is not a single term without variables.
    pub fn parse(&mut self, text: &str) -> Option<TermId> {
        text::read(&mut self.machine.terms, text).map(TermId)
    }

    /// Starts a query about this state.
    fn ask(&mut self, state: &State) {
        self.machine.start_question();
        if self.machine.crowded {
            self.machine.reset(&self.program);
        }
        let facts = || state.0.iter().map(|fact| fact.0);
        if !facts().eq(self.machine.position.facts().iter().copied()) {
            self.machine.position.set_facts(facts(), &self.machine.terms);
            self.forget(Dependence::State);
        }
    }

    /// Drops cached answers that depend on what has changed.
    fn forget(&mut self, changed: Dependence) {
        for (i, procedure) in self.program.procedures.iter().enumerate() {
            if procedure.dependence >= changed {
                self.machine.tables[i].clear();
            }
        }
    }
}
