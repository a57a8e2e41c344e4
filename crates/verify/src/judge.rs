//! The interpreter's judgement of a state: terminal with rewards, or its successors.

use gdl::{Mode, Source};
use interpret::{Interpreter, InterpreterLimits, State, TermId};
use solution::Reduction;
use solution::manifest::Question;

use crate::preference::reduced;

/// The compiled rules of a solution. Clone it for another thread.
#[derive(Clone)]
pub struct Judge {
    game: Interpreter,
    lenient: bool,
    reduction: Option<Reduction>,
}

/// Why rules cannot be used.
pub enum Unusable {
    /// They are not well-formed.
    Rules(String),
    /// The interpreter rejects them.
    Interpreter(interpret::Error),
}

/// The view of a state.
pub enum Seen {
    /// The state ends the game.
    Over {
        /// Reward per role.
        rewards: Vec<i32>,
        /// Whether the state is terminal by the rules; otherwise some role is stuck, which ends the game in lenient
        /// mode.
        terminal: bool,
    },
    /// The state is non-terminal.
    Goes {
        /// The role with a choice, if any.
        mover: Option<usize>,
        /// The successors, one per move of that role.
        next: Vec<State>,
    },
    /// A defect of the rules in this state, as a message.
    Defect(String),
}

impl Judge {
    /// Compiles the rules in a manifest.
    pub fn new(question: &Question, limits: InterpreterLimits) -> Result<Judge, Unusable> {
        let mode = if question.lenient { Mode::Lenient } else { Mode::Strict };
        let checked = gddl::check(&Source::new(&*question.name, &*question.rules), mode);
        let rules = checked.rules.ok_or_else(|| Unusable::Rules("its rules are ill-formed".to_owned()))?;
        let game = Interpreter::with_limits(&rules, limits).map_err(Unusable::Interpreter)?;
        Ok(Judge { game, lenient: question.lenient, reduction: question.reduction })
    }

    /// Names of the roles.
    pub fn roles(&self) -> Vec<String> {
        self.game.roles().iter().map(|&role| self.game.text(role)).collect()
    }

    /// A fact, if the text is one.
    pub fn fact(&mut self, text: &str) -> Option<TermId> {
        self.game.parse(text)
    }

    /// The facts of a state as text.
    pub fn text(&self, state: &State) -> String {
        let mut facts: Vec<String> = state.facts().iter().map(|&fact| self.game.text(fact)).collect();
        facts.sort_unstable();
        facts.join(" ")
    }

    /// The first state.
    pub fn first(&mut self) -> Result<State, interpret::Error> {
        self.game.initial()
    }

    /// Evaluates a state.
    pub fn see(&mut self, state: &State) -> Result<Seen, interpret::Error> {
        let terminal = self.game.terminal(state)?;
        if terminal {
            return self.end(state, terminal);
        }
        let legal = self.game.legal(state)?;
        if let Some(role) = legal.iter().position(Vec::is_empty) {
            return match self.lenient {
                true => self.end(state, terminal),
                false => Ok(Seen::Defect(format!("{} has no legal move", self.roles()[role]))),
            };
        }
        let choosing: Vec<usize> = (0..legal.len()).filter(|&role| legal[role].len() > 1).collect();
        if choosing.len() > 1 {
            return Ok(Seen::Defect("several roles have a choice at once".to_owned()));
        }
        let mover = choosing.first().copied();
        let mut joint: Vec<TermId> = legal.iter().map(|moves| moves[0]).collect();
        let mut next = Vec::new();
        for &own in &legal[mover.unwrap_or(0)] {
            joint[mover.unwrap_or(0)] = own;
            next.push(self.game.next(state, &joint)?);
        }
        Ok(Seen::Goes { mover, next })
    }

    fn end(&mut self, state: &State, terminal: bool) -> Result<Seen, interpret::Error> {
        let goals = self.game.goals(state)?;
        if let Some(role) = goals.iter().position(|goals| goals.len() != 1)
            && !self.lenient
        {
            let defect = format!("{} has {} goals at a terminal state", self.roles()[role], goals[role].len());
            return Ok(Seen::Defect(defect));
        }
        let rewards = goals.iter().map(|goals| goals.first().copied().unwrap_or(0)).collect();
        Ok(Seen::Over { rewards: reduced(rewards, self.reduction), terminal })
    }
}
