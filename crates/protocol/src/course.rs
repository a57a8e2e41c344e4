//! The course of a match, by the interpreter: the moves made so far, and the legal moves now.
//!
//! The interpreter needs no grounding, so a player has a legal move from the first second on, whatever the size of the
//! game, and knows how a host writes moves.

use std::time::Instant;

use gdl::Rules;
use interpret::{Error, Interpreter, InterpreterLimits, State, TermId};

/// A match so far.
pub struct Course {
    interpreter: Interpreter,
    roles: Vec<String>,
    state: State,
    /// For each role, its legal moves with their texts.
    legal: Vec<Vec<(TermId, String)>>,
    is_over: bool,
    /// For each ply, the moves of all roles.
    joints: Vec<Vec<String>>,
    /// Memory for what the interpreter remembers.
    bytes: usize,
}

impl Course {
    /// The start of a match, for an interpreter with so many bytes.
    pub fn new(rules: &Rules, bytes: usize, deadline: Instant) -> Result<Course, Error> {
        let mut interpreter = Interpreter::with_limits(rules, limits(bytes, deadline))?;
        let roles = interpreter.roles().to_vec().into_iter().map(|role| interpreter.text(role)).collect();
        let state = interpreter.initial()?;
        let (legal, joints) = (Vec::new(), Vec::new());
        let mut course = Course { interpreter, roles, state, legal, is_over: false, joints, bytes };
        course.look()?;
        Ok(course)
    }

    /// The roles.
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// The moves of a role that are legal now.
    pub fn legal(&self, role: usize) -> impl ExactSizeIterator<Item = &str> {
        self.legal[role].iter().map(|(_, text)| text.as_str())
    }

    /// The moves so far, per ply.
    pub fn joints(&self) -> &[Vec<String>] {
        &self.joints
    }

    /// Whether these are the moves of the last ply.
    pub fn is_last(&self, moves: &[String]) -> bool {
        let same = |last: &Vec<String>| {
            last.len() == moves.len() && last.iter().zip(moves).all(|(one, other)| one.eq_ignore_ascii_case(other))
        };
        self.joints.last().is_some_and(same)
    }

    /// The legal moves that are meant; `None` if one of them is not legal. If there is no exact match, case is ignored:
    /// hosts write names as they like.
    pub fn meant(&self, moves: &[String]) -> Option<Vec<usize>> {
        if moves.len() != self.roles.len() || self.is_over {
            return None;
        }
        moves.iter().enumerate().map(|(role, text)| self.place(role, text)).collect()
    }

    fn place(&self, role: usize, text: &str) -> Option<usize> {
        let exact = self.legal(role).position(|known| known == text);
        exact.or_else(|| self.legal(role).position(|known| known.eq_ignore_ascii_case(text)))
    }

    /// Makes a joint move, given as indices into the legal moves of each role.
    pub fn advance(&mut self, joint: &[usize], deadline: Instant) -> Result<(), Error> {
        self.interpreter.set_limits(limits(self.bytes, deadline));
        let made: Vec<&(TermId, String)> = self.legal.iter().zip(joint).map(|(legal, &place)| &legal[place]).collect();
        let terms: Vec<TermId> = made.iter().map(|(term, _)| *term).collect();
        let texts = made.iter().map(|(_, text)| text.clone()).collect();
        let next = self.interpreter.next(&self.state, &terms)?;
        let before = std::mem::replace(&mut self.state, next);
        if let Err(error) = self.look() {
            self.state = before;
            return Err(error);
        }
        self.joints.push(texts);
        Ok(())
    }

    fn look(&mut self) -> Result<(), Error> {
        let terminal = self.interpreter.terminal(&self.state)?;
        let legal = self.interpreter.legal(&self.state)?;
        let text = |term: TermId| (term, self.interpreter.text(term));
        self.legal = legal.into_iter().map(|moves| moves.into_iter().map(text).collect()).collect();
        self.is_over = terminal || self.legal.iter().any(Vec::is_empty);
        Ok(())
    }
}

fn limits(bytes: usize, deadline: Instant) -> InterpreterLimits {
    InterpreterLimits { deadline: Some(deadline), bytes, ..InterpreterLimits::default() }
}
