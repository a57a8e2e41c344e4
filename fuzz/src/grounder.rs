//! The grounder target: the ground game and the interpreter agree.
//!
//! Random playouts from the first state. In each state the interpreter, the plain evaluator and the batch evaluator
//! compute everything GDL defines: facts, legal moves, terminal, goals; then all make the same joint move.

use std::time::{Duration, Instant};

use game::{BatchEvaluator, Evaluator, Game, State, Tape};
use gdl::Source;
use interpret::Interpreter;
use randomgame::{BoardShape, RandomChoices};

use crate::tally::Tally;

const PLAYOUTS: usize = 6;
const LONGEST: usize = 30;

/// A well-formed sheet: a board game or a wild one.
pub fn generate(random: &mut RandomChoices) -> String {
    let sheet = match random.one_in(2) {
        true => randomgame::board(&BoardShape::random(random), random),
        false => randomgame::wild(random),
    };
    sheet.to_string()
}

/// Grounds and compares.
pub fn run(input: &[u8], tally: &mut Tally) -> Result<(), String> {
    let Ok(source) = Source::from_bytes("input", input) else { return Ok(()) };
    let Some(rules) = gdl::check_lenient(&source).rules else {
        tally.count("ill-formed");
        return Ok(());
    };
    let limits = ground::GroundingLimits {
        atoms: 200_000,
        instances: 1_000_000,
        bytes: 256 << 20,
        time: Some(Duration::from_secs(10)),
        ..ground::GroundingLimits::default()
    };
    let game = match ground::ground(&rules, &limits) {
        Ok(game) => game,
        Err(error) => {
            tally.count(if matches!(error, ground::Error::Limit { .. }) { "too large" } else { "refused" });
            return Ok(());
        }
    };
    tally.count("grounded");
    let deadline = Some(Instant::now() + Duration::from_secs(10));
    let limits = interpret::InterpreterLimits { bytes: 256 << 20, deadline, ..interpret::InterpreterLimits::default() };
    let interpreter = Interpreter::with_limits(&rules, limits).map_err(|e| format!("interpreter: {e}"))?;
    let tape = Tape::new(&game).map_err(|defect| format!("defect of the ground game: {defect}"))?;
    let evaluator = Evaluator::new(&game).map_err(|defect| format!("defect of the ground game: {defect}"))?;
    let batch = BatchEvaluator::new(&tape);
    let mut trio = Trio { game: &game, interpreter, evaluator, batch };
    let mut random = RandomChoices::new(input.len() as u64);
    for _ in 0..PLAYOUTS {
        let plies = trio.playout(&mut random)?;
        tally.add("plies compared", plies);
    }
    Ok(())
}

/// The three evaluators that must agree.
struct Trio<'g> {
    game: &'g Game,
    interpreter: Interpreter,
    evaluator: Evaluator<'g>,
    batch: BatchEvaluator<'g, 1>,
}

/// An evaluator's view of a state, as text.
#[derive(PartialEq, Eq, Debug)]
struct Story {
    facts: Vec<String>,
    terminal: bool,
    legal: Vec<Vec<String>>,
    goals: Vec<Vec<i32>>,
}

impl Trio<'_> {
    /// Plays one game; returns the number of plies compared.
    fn playout(&mut self, random: &mut RandomChoices) -> Result<u64, String> {
        let mut state = State::initial(self.game);
        let mut judged = self.interpreter.initial().map_err(|e| format!("interpreter: {e}"))?;
        for ply in 0..LONGEST {
            let story = self.judge(&judged)?;
            same(&story, &self.evaluated(&state), "evaluator", ply)?;
            same(&story, &self.batched(&state), "batch evaluator", ply)?;
            if story.terminal || story.legal.iter().any(Vec::is_empty) {
                return Ok(ply as u64 + 1);
            }
            let joint: Vec<&String> = story.legal.iter().map(|moves| random.pick(moves)).collect();
            let indices: Vec<usize> = joint.iter().enumerate().map(|(role, name)| self.index(role, name)).collect();
            let terms: Option<Vec<_>> = joint.iter().map(|name| self.interpreter.parse(name)).collect();
            let terms = terms.ok_or("the interpreter can't read its own move")?;
            judged = self.interpreter.next(&judged, &terms).map_err(|e| format!("interpreter: {e}"))?;
            let next = self.evaluator.next(&state, &indices);
            if self.batch_next(&indices) != next {
                return Err(format!("evaluator and batch evaluator differ on the successor at ply {ply}"));
            }
            state = next;
        }
        Ok(LONGEST as u64)
    }

    fn judge(&mut self, state: &interpret::State) -> Result<Story, String> {
        let view = self.interpreter.view(state).map_err(|e| format!("interpreter: {e}"))?;
        let words = |terms: &[interpret::TermId]| {
            let mut words: Vec<String> = terms.iter().map(|&term| self.interpreter.text(term)).collect();
            words.sort();
            words
        };
        Ok(Story {
            facts: words(state.facts()),
            terminal: view.terminal,
            legal: view.legal.iter().map(|moves| words(moves)).collect(),
            goals: view.goals,
        })
    }

    fn evaluated(&self, state: &State) -> Story {
        let view = self.evaluator.view(state);
        self.story(state, view.terminal, |role, index| view.legal[role].contains(&index), view.rewards.clone())
    }

    fn batched(&mut self, state: &State) -> Story {
        self.batch.load(state.words());
        self.batch.evaluate_view();
        let batch = &self.batch;
        let holding =
            |role| batch.goals(role).filter(|(_, lanes)| lanes[0] & 1 == 1).map(|(reward, _)| reward).collect();
        let goals = (0..self.game.roles.len()).map(holding).collect();
        self.story(state, batch.terminal()[0] & 1 == 1, |role, index| batch.legal(role, index)[0] & 1 == 1, goals)
    }

    fn batch_next(&mut self, indices: &[usize]) -> State {
        self.batch.clear_moves();
        indices.iter().enumerate().for_each(|(role, &index)| self.batch.set_move(0, role, index));
        self.batch.evaluate_next();
        let mut rows = Vec::new();
        self.batch.successors(1, &mut rows);
        State::from_words(&rows)
    }

    fn story(
        &self,
        state: &State,
        terminal: bool,
        legal: impl Fn(usize, usize) -> bool,
        goals: Vec<Vec<i32>>,
    ) -> Story {
        let names = |(role, moves): (usize, &Vec<game::Move>)| {
            let legal = moves.iter().enumerate().filter(|(index, _)| legal(role, *index));
            let mut names: Vec<String> = legal.map(|(_, m)| m.name.clone()).collect();
            names.sort();
            names
        };
        Story {
            facts: state.facts(self.game).into_iter().map(String::from).collect(),
            terminal,
            legal: self.game.moves.iter().enumerate().map(names).collect(),
            goals,
        }
    }

    /// The index of a move that both sides consider legal.
    fn index(&self, role: usize, name: &str) -> usize {
        let moves = &self.game.moves[role];
        moves.iter().position(|m| m.name == name).expect("the evaluator has just called this move legal")
    }
}

fn same(expected: &Story, found: &Story, who: &str, ply: usize) -> Result<(), String> {
    match expected == found {
        true => Ok(()),
        false => Err(format!("interpreter and {who} differ at ply {ply}:\n{expected:?}\n{found:?}")),
    }
}
