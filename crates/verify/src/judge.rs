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
    /// The state ends the game, with these rewards: it is terminal, or in lenient mode some role is stuck.
    Over(Vec<i32>),
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

/// What there is to see in a state in which any roles may choose.
pub enum SeenAtOnce {
    /// The game ends here, with these rewards.
    Over(Vec<i32>),
    /// Per role the number of its moves, and the successors of all joint moves, the last role's moves changing first.
    Goes(Vec<usize>, Vec<State>),
    /// The rules do not make sense here: a sentence.
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
        if self.game.terminal(state)? {
            return self.end(state);
        }
        let legal = self.game.legal(state)?;
        if let Some(role) = legal.iter().position(Vec::is_empty) {
            return match self.lenient {
                true => self.end(state),
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

    /// Looks at a state in which any roles may choose.
    pub fn see_at_once(&mut self, state: &State) -> Result<SeenAtOnce, interpret::Error> {
        let terminal = self.game.terminal(state)?;
        let mut legal = if terminal { Vec::new() } else { self.game.legal(state)? };
        if let Some(role) = legal.iter().position(Vec::is_empty).filter(|_| !self.lenient) {
            return Ok(SeenAtOnce::Defect(format!("{} has no legal move", self.roles()[role])));
        }
        if terminal || legal.iter().any(Vec::is_empty) {
            return self.end_at_once(state);
        }
        // Strategies number moves by their texts.
        for moves in &mut legal {
            moves.sort_by_key(|&made| self.game.text(made));
        }
        let mut joints: Vec<Vec<TermId>> = vec![Vec::new()];
        for moves in &legal {
            joints =
                joints.iter().flat_map(|joint| moves.iter().map(move |&made| [&joint[..], &[made]].concat())).collect();
        }
        let next = joints.iter().map(|joint| self.game.next(state, joint)).collect::<Result<_, _>>()?;
        Ok(SeenAtOnce::Goes(legal.iter().map(Vec::len).collect(), next))
    }

    /// The rewards of all roles but the one that moves by chance, whose goals do not count.
    fn end_at_once(&mut self, state: &State) -> Result<SeenAtOnce, interpret::Error> {
        let goals = self.game.goals(state)?;
        let roles = self.roles();
        let plays = |role: usize| !roles[role].eq_ignore_ascii_case("random");
        if let Some(role) = (0..goals.len()).find(|&role| plays(role) && goals[role].len() != 1)
            && !self.lenient
        {
            return Ok(SeenAtOnce::Defect(format!(
                "{} has {} goals where the game ends",
                roles[role],
                goals[role].len()
            )));
        }
        let own: Vec<i32> = (0..goals.len())
            .filter(|&role| plays(role))
            .map(|role| goals[role].first().copied().unwrap_or(0))
            .collect();
        let mut own = reduced(own, self.reduction).into_iter();
        Ok(SeenAtOnce::Over(
            (0..goals.len()).map(|role| if plays(role) { own.next().unwrap_or(0) } else { 0 }).collect(),
        ))
    }

    fn end(&mut self, state: &State) -> Result<Seen, interpret::Error> {
        let goals = self.game.goals(state)?;
        if let Some(role) = goals.iter().position(|goals| goals.len() != 1)
            && !self.lenient
        {
            let defect = format!("{} has {} goals at a terminal state", self.roles()[role], goals[role].len());
            return Ok(Seen::Defect(defect));
        }
        let rewards = goals.iter().map(|goals| goals.first().copied().unwrap_or(0)).collect();
        Ok(Seen::Over(reduced(rewards, self.reduction)))
    }
}
