//! Judges: evaluators that can be compared with a trace.

use std::time::Instant;

use gdl::Rules;
use interpret::{Interpreter, InterpreterLimits, State, TermId};

/// Limits of a judge for one sheet.
#[derive(Clone, Copy, Debug)]
pub struct SheetLimits {
    /// The deadline.
    pub deadline: Instant,
    /// Memory in bytes.
    pub bytes: usize,
}

/// A judge's view of a state. Texts are canonical, in any order.
#[derive(Clone, Debug)]
pub struct SeenState {
    /// Whether the state is terminal.
    pub terminal: bool,
    /// Legal moves per role.
    pub legal: Vec<Vec<String>>,
    /// Goal values per role; used for terminal states only.
    pub goals: Vec<Vec<i32>>,
}

/// An evaluator of one sheet. Facts and moves are canonical text; errors are messages.
pub trait Judge {
    /// The facts of the initial state.
    fn initial(&mut self) -> Result<Vec<String>, String>;

    /// Terminality, legal moves and goals of the state with these facts.
    fn view(&mut self, facts: &[&str]) -> Result<SeenState, String>;

    /// The facts of the state after this joint move.
    fn successor(&mut self, facts: &[&str], moves: &[&str]) -> Result<Vec<String>, String>;
}

/// The interpreter as judge.
pub fn interpreter(rules: &Rules, budget: SheetLimits) -> Result<Box<dyn Judge>, String> {
    let limits =
        InterpreterLimits { bytes: budget.bytes, deadline: Some(budget.deadline), ..InterpreterLimits::default() };
    let interpreter = Interpreter::with_limits(rules, limits).map_err(|e| e.to_string())?;
    Ok(Box::new(InterpreterJudge(interpreter)))
}

struct InterpreterJudge(Interpreter);

impl InterpreterJudge {
    fn terms(&mut self, texts: &[&str]) -> Result<Vec<TermId>, String> {
        let read = |text: &&str| self.0.parse(text).ok_or_else(|| format!("{text} is not a ground term"));
        texts.iter().map(read).collect()
    }

    fn state(&mut self, facts: &[&str]) -> Result<State, String> {
        Ok(State::new(self.terms(facts)?))
    }

    fn texts(&self, terms: &[TermId]) -> Vec<String> {
        terms.iter().map(|&t| self.0.text(t)).collect()
    }
}

impl Judge for InterpreterJudge {
    fn initial(&mut self) -> Result<Vec<String>, String> {
        let initial = self.0.initial().map_err(|e| e.to_string())?;
        Ok(self.texts(initial.facts()))
    }

    fn view(&mut self, facts: &[&str]) -> Result<SeenState, String> {
        let state = self.state(facts)?;
        let terminal = self.0.terminal(&state).map_err(|e| e.to_string())?;
        let legal = self.0.legal(&state).map_err(|e| e.to_string())?;
        let goals = if terminal { self.0.goals(&state).map_err(|e| e.to_string())? } else { Vec::new() };
        Ok(SeenState { terminal, legal: legal.iter().map(|moves| self.texts(moves)).collect(), goals })
    }

    fn successor(&mut self, facts: &[&str], moves: &[&str]) -> Result<Vec<String>, String> {
        let state = self.state(facts)?;
        let moves = self.terms(moves)?;
        let next = self.0.next(&state, &moves).map_err(|e| e.to_string())?;
        Ok(self.texts(next.facts()))
    }
}
