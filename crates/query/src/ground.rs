//! Answers from the ground game: for many queries, from many threads, or for games that are not solved.
//!
//! ```
//! # fn example(game: game::Game, solution: solution::Database) -> Result<(), query::Error> {
//! let oracle = query::GroundOracle::new(&game, Some(&solution))?;
//! let played = oracle.play(&oracle.initial(), "(mark 2 2) (mark 1 2)")?;
//! let answer = oracle.answer(played.last().map_or(&oracle.initial(), |ply| &ply.after))?;
//! println!("{:?}: {}", answer.value, answer.moves[0].text);
//! # Ok(()) }
//! ```
//!
//! The circuits answer in microseconds where the interpreter takes milliseconds. Nothing is cached between queries, so
//! no lock is needed and memory does not grow. Only stored distances are returned; none are searched for.

use game::{Evaluator, FluentIndex, Game, State, View};
use notation::Notation;
use solution::{Database, Model};

use crate::answer::{Answer, Distance, ValuedMove, Wish};
use crate::error::Error;
use crate::prober::Prober;
use crate::reading::{self, Game as Readable, Ply};
use crate::spelling;
use crate::turn::{Choices, Turn};

/// Answers queries about positions of a ground game.
pub struct GroundOracle<'g> {
    game: &'g Game,
    evaluator: Evaluator<'g>,
    solution: Option<&'g Database>,
    prober: Option<Prober<'g>>,
    model: Model,
    has_distances: bool,
    notation: Notation,
}

/// The legal moves of a state.
struct Options {
    view: View,
    /// Whether the state is terminal, or stuck and treated as terminal.
    over: bool,
    /// The first role without a legal move in a non-terminal state.
    stuck: Option<usize>,
    choices: Choices<usize>,
}

impl<'g> GroundOracle<'g> {
    /// An oracle for a game, with values if there is a solution.
    pub fn new(game: &'g Game, solution: Option<&'g Database>) -> Result<GroundOracle<'g>, Error> {
        let evaluator = Evaluator::new(game).map_err(|defect| Error::Question(defect.to_string()))?;
        let question = solution.map(|solution| &solution.manifest().question);
        let model = question.map_or(Model::Own, |question| question.model);
        let has_distances = solution.is_some_and(|solution| solution.manifest().has_distances());
        let notation = solution.map_or_else(Notation::default, |solution| solution.manifest().notation.clone());
        let prober = solution.map(|solution| Prober::new(game, solution));
        Ok(GroundOracle { game, evaluator, solution, prober, model, has_distances, notation })
    }

    /// Uses this notation instead of the solution's.
    pub fn with_notation(self, notation: Notation) -> GroundOracle<'g> {
        GroundOracle { notation, ..self }
    }

    /// The initial state.
    pub fn initial(&self) -> State {
        State::initial(self.game)
    }

    /// The state with these facts; facts that hold in every state may be omitted, and so may `true` around each.
    pub fn state(&self, text: &str) -> Result<State, Error> {
        self.state_of(&spelling::facts(text).map_err(Error::Question)?)
    }

    /// The state with these facts in canonical form; facts that hold in every state may be omitted.
    pub fn state_of(&self, facts: &[String]) -> Result<State, Error> {
        let all = facts.iter().chain(&self.game.always).map(String::as_str);
        FluentIndex::new(self.game).state(all).map_err(|error| Error::Question(error.to_string()))
    }

    /// Makes moves, one per ply: the move of the role to move, or the forced joint move. Idle moves may be included or
    /// omitted. Only names count; brackets and commas separate them.
    pub fn play(&self, from: &State, moves: &str) -> Result<Vec<Ply<State>>, Error> {
        reading::read(&mut &*self, from, moves)
    }

    /// The legal moves of every role.
    pub fn legal(&self, state: &State) -> Vec<Vec<&'g str>> {
        let names = |(role, moves): (usize, Vec<usize>)| {
            moves.into_iter().map(|made| self.game.moves[role][made].name.as_str()).collect()
        };
        self.evaluator.view(state).legal.into_iter().enumerate().map(names).collect()
    }

    /// The value of a state, and of each move in it.
    pub fn answer(&self, state: &State) -> Result<Answer<State>, Error> {
        let options = self.options(state)?;
        let Options { over, stuck, .. } = options;
        let Some(turn) = self.turn(state, &options) else {
            let value = over.then(|| self.rewards(&options.view));
            let distance = if over { Distance::Plies(0) } else { Distance::MoreThan(0) };
            let (terminal, moves) = (stuck.is_none(), Vec::new());
            return Ok(Answer { terminal, stuck, to_move: None, at_once: false, value, distance, moves });
        };
        let (value, mut distance) = self.probe(state)?;
        let (to_move, at_once) = (turn.to_move, options.choices.at_once);
        let mut moves = self.moves(state, &options, turn)?;
        if !at_once {
            let infinite = self.solution.and_then(|solution| solution.manifest().question.infinite.clone());
            let wish = Wish { role: options.choices.chooser.unwrap_or(0), model: self.model, infinite };
            wish.rank(&mut moves);
            if value.is_some() && !self.has_distances {
                distance = Wish::distance(&moves);
            }
        }
        if value.is_none() {
            Wish::unmark(&mut moves);
        }
        Ok(Answer { terminal: false, stuck: None, to_move, at_once, value, distance, moves })
    }

    /// The moves in a state with their stored values.
    fn moves(&self, state: &State, options: &Options, turn: Turn) -> Result<Vec<ValuedMove<State>>, Error> {
        let mut moves = Vec::with_capacity(turn.joints.len());
        let written = turn.texts().into_iter().zip(turn.names(&self.notation));
        for (((text, name), names), joint) in written.zip(turn.joints).zip(&options.choices.joints) {
            let next = self.evaluator.next(state, joint);
            let (value, mut distance) = self.probe(&next)?;
            if value.is_some() && !self.has_distances && self.options(&next)?.over {
                distance = Distance::Plies(0);
            }
            moves.push(ValuedMove {
                text,
                name,
                joint: names,
                next,
                value,
                distance: distance.after_a_ply(),
                best: false,
            });
        }
        Ok(moves)
    }

    /// The turn; `None` if the state is terminal or stuck.
    fn turn(&self, state: &State, options: &Options) -> Option<Turn> {
        let choices = &options.choices;
        let forced = choices.forced().map(|joint| self.evaluator.busy(state, &options.view.legal, joint));
        let joints = choices.joints.iter().map(|joint| self.names(joint)).collect();
        (!choices.joints.is_empty()).then(|| Turn::new(choices, joints, forced.unwrap_or_default()))
    }

    fn options(&self, state: &State) -> Result<Options, Error> {
        let view = self.evaluator.view(state);
        let stuck = view.legal.iter().position(Vec::is_empty).filter(|_| !view.terminal);
        let lenient = self.solution.is_some_and(|solution| solution.manifest().question.lenient);
        let over = view.terminal || stuck.is_some() && lenient;
        let choices = if over || stuck.is_some() { Choices::none() } else { Choices::new(&view.legal)? };
        Ok(Options { view, over, stuck, choices })
    }

    /// The stored outcome of a state.
    fn probe(&self, state: &State) -> Result<(Option<Vec<i32>>, Distance), Error> {
        let Some(prober) = &self.prober else { return Ok((None, Distance::MoreThan(0))) };
        let Some(outcome) = prober.probe(state)? else { return Ok((None, Distance::MoreThan(0))) };
        let distance = match outcome.distance {
            Some(plies) => Distance::Plies(plies),
            None if self.has_distances => Distance::Endless,
            None => Distance::MoreThan(0),
        };
        Ok((Some(outcome.rewards.clone()), distance))
    }

    /// The rewards of a terminal state, as the solution reads them.
    fn rewards(&self, view: &View) -> Vec<i32> {
        let rewards: Vec<i32> = view.rewards.iter().map(|rewards| rewards.first().copied().unwrap_or(0)).collect();
        let reduction = self.solution.and_then(|solution| solution.manifest().question.reduction);
        reduction.map_or(rewards.clone(), |reduction| reduction.apply(&rewards))
    }

    fn names(&self, joint: &[usize]) -> Vec<String> {
        joint.iter().zip(&self.game.moves).map(|(&made, moves)| moves[made].name.clone()).collect()
    }
}

impl Readable for &GroundOracle<'_> {
    type State = State;

    fn turn(&mut self, state: &State) -> Result<Option<Turn>, Error> {
        Ok(GroundOracle::turn(self, state, &self.options(state)?))
    }

    fn after(&mut self, state: &State, joint: usize) -> Result<State, Error> {
        Ok(self.evaluator.next(state, &self.options(state)?.choices.joints[joint]))
    }

    fn stuck(&mut self, state: &State) -> Result<Option<usize>, Error> {
        Ok(self.options(state)?.stuck)
    }

    fn role(&self, role: usize) -> &str {
        &self.game.roles[role]
    }

    fn notation(&self) -> &Notation {
        &self.notation
    }
}
