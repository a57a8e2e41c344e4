//! Answers from a solution of expected rewards: what a position promises each role, the matrix of its moves, and how
//! to mix them.

use std::path::Path;

use gdl::{Mode, Source};
use interpret::{Interpreter, InterpreterLimits, State, TermId};
use matrixgame::{Expectation, average};
use notation::Notation;
use solution::ExpectedDatabase;
use solution::manifest::ExpectedReward;

use crate::error::Error;
use crate::fact_names::FactNames;
use crate::oracle::Position;
use crate::reading::{self, Game, Ply};
use crate::spelling;
use crate::turn::{Choices, Turn};

/// Answers questions about positions of a game with chance or simultaneous moves.
pub struct ExpectedOracle {
    database: ExpectedDatabase,
    game: Interpreter,
    roles: Vec<String>,
    notation: Notation,
}

/// What a role can do in a position.
#[derive(Clone, Debug)]
pub struct MixedMove {
    /// The move in the terms of the rules.
    pub text: String,
    /// The same as people write it.
    pub name: String,
    /// How often it is made: by the optimal strategy that is stored, or by chance.
    pub probability: f64,
    /// What it promises the role if the others play by their strategies; none for moves by chance.
    pub expected: Option<ExpectedReward>,
    /// What each player then expects, for moves by chance where the others play by their strategies.
    pub after: Option<Vec<ExpectedReward>>,
}

/// What there is to say about a role in a position.
#[derive(Clone, Debug)]
pub struct RoleOutlook {
    /// The role.
    pub role: usize,
    /// Its expected reward; none for the role that moves by chance.
    pub expected: Option<ExpectedReward>,
    /// Its moves, those made most often first.
    pub moves: Vec<MixedMove>,
}

/// The expected rewards of the first of two roles that choose at once.
#[derive(Clone, Debug)]
pub struct RewardMatrix {
    /// The role whose rewards these are, and the one that chooses the columns.
    pub roles: [usize; 2],
    /// Its moves.
    pub rows: Vec<String>,
    /// The moves of the other.
    pub columns: Vec<String>,
    /// Row by row.
    pub entries: Vec<Vec<ExpectedReward>>,
}

/// What there is to say about a position.
#[derive(Clone, Debug)]
pub struct ExpectedOutlook {
    /// Whether the game is over.
    pub terminal: bool,
    /// Whether several roles choose at once, the one that moves by chance not counted.
    pub at_once: bool,
    /// All roles.
    pub roles: Vec<RoleOutlook>,
    /// The matrix, where exactly two roles choose at once.
    pub matrix: Option<RewardMatrix>,
}

impl ExpectedOracle {
    /// Opens a solution. The rules are those in its manifest.
    pub fn open(path: &Path) -> Result<ExpectedOracle, Error> {
        let database = ExpectedDatabase::open(path)?;
        let damaged = |what: &str| solution::Error::damaged(&path.join(solution::directory::MANIFEST), what);
        let question = &database.manifest().question;
        let mode = if question.lenient { Mode::Lenient } else { Mode::Strict };
        let checked = gddl::check(&Source::new(&*question.name, &*question.rules), mode);
        let rules = checked.rules.ok_or_else(|| damaged("its rules are not well-formed"))?;
        let game = Interpreter::new(&rules)?;
        let roles: Vec<String> = game.roles().iter().map(|&role| game.text(role)).collect();
        if roles != database.manifest().encoding.roles {
            return Err(damaged("its roles are not those of its rules").into());
        }
        let notation = database.manifest().notation.clone();
        Ok(ExpectedOracle { database, game, roles, notation })
    }

    /// Bounds for evaluating the rules.
    pub fn set_limits(&mut self, limits: InterpreterLimits) {
        self.game.set_limits(limits);
    }

    /// The solution.
    pub fn database(&self) -> &ExpectedDatabase {
        &self.database
    }

    /// The roles.
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// The position at the start.
    pub fn initial(&mut self) -> Result<Position, Error> {
        Ok(Position(self.game.initial()?))
    }

    /// The plies that some moves are read as.
    pub fn read(&mut self, from: &Position, moves: &str) -> Result<Vec<Ply<State>>, Error> {
        reading::read(self, &from.0, moves)
    }

    /// The facts of a position, sorted.
    pub fn facts(&self, position: &Position) -> Vec<String> {
        let mut facts: Vec<String> = position.0.facts().iter().map(|&fact| self.game.text(fact)).collect();
        facts.sort_unstable();
        facts
    }

    /// The position with these facts: in the terms of the rules or with the names of the board, optionally each in
    /// `true`; facts that hold in every state may be omitted.
    pub fn state(&mut self, text: &str) -> Result<Position, Error> {
        match spelling::facts(text).map_err(Error::Question).and_then(|given| self.state_of(&given)) {
            Err(Error::Question(why)) => {
                let encoding = &self.database.manifest().encoding;
                let Ok(named) = FactNames::new(encoding, &self.notation).read(text) else {
                    return Err(Error::Question(why));
                };
                self.state_of(&named)
            }
            read => read,
        }
    }

    fn state_of(&mut self, given: &[String]) -> Result<Position, Error> {
        let always = &self.database.manifest().encoding.always;
        let mut facts = Vec::with_capacity(given.len() + always.len());
        for fact in given.iter().chain(always) {
            let parsed = self.game.parse(fact);
            facts.push(parsed.ok_or_else(|| Error::Question(format!("`{fact}` is not a fact")))?);
        }
        let state = State::new(facts);
        let values = self.values(&state);
        match values.is_some_and(|values| self.database.probe(&values).is_ok_and(|found| found.is_some())) {
            true => Ok(Position(state)),
            false => Err(Error::Question("the solution has no state with these facts".to_owned())),
        }
    }

    fn values(&self, state: &State) -> Option<Vec<u32>> {
        let facts: Vec<String> = state.facts().iter().map(|&fact| self.game.text(fact)).collect();
        self.database.facts().state(facts.iter().map(String::as_str)).ok()
    }

    /// The expected rewards of the players in a state; none if the solution does not have it.
    fn rewards(&self, state: &State) -> Result<Option<Vec<Expectation>>, Error> {
        let Some(values) = self.values(state) else { return Ok(None) };
        Ok(self.database.probe(&values)?.map(|record| self.database.rewards(&record.values)))
    }

    /// All there is to say about a position.
    pub fn outlook(&mut self, position: &Position) -> Result<ExpectedOutlook, Error> {
        let state = &position.0;
        let record = self.values(state).map(|values| self.database.probe(&values)).transpose()?.flatten();
        let record = record.ok_or_else(|| Error::Question("the solution has no value for this state".to_owned()))?;
        let rewards = self.database.rewards(&record.values);
        let players = self.database.players();
        let terminal = self.game.terminal(state)?;
        let mut legal = if terminal { vec![Vec::new(); self.roles.len()] } else { self.game.legal(state)? };
        // The order in which strategies number moves.
        for moves in &mut legal {
            moves.sort_by_key(|&made| self.game.text(made));
        }
        let over = terminal || legal.iter().any(Vec::is_empty);
        let choosing: Vec<usize> = players.iter().copied().filter(|&role| legal[role].len() > 1).collect();
        let table = if over { None } else { Some(self.table(state, &legal)?) };
        let mut outlook = ExpectedOutlook { terminal: over, at_once: choosing.len() > 1, roles: vec![], matrix: None };
        for role in 0..self.roles.len() {
            let place = players.iter().position(|&player| player == role);
            let moves = table.as_ref().map_or(Vec::new(), |table| {
                self.moves(table, &legal, (role, place), (&rewards, &record.strategies), &players)
            });
            let expected = place.map(|place| ExpectedReward::new(rewards[place]));
            outlook.roles.push(RoleOutlook { role, expected, moves });
        }
        if let (Some(table), &[row, column]) = (&table, choosing.as_slice()) {
            outlook.matrix = Some(self.matrix(table, &legal, [row, column], &players));
        }
        Ok(outlook)
    }

    /// The expected rewards behind each joint move, the last role's moves changing first.
    fn table(&mut self, state: &State, legal: &[Vec<TermId>]) -> Result<Vec<Vec<Expectation>>, Error> {
        let choices = Choices::new(legal)?;
        let mut table = Vec::with_capacity(choices.joints.len());
        for joint in &choices.joints {
            let next = self.game.next(state, joint)?;
            let unsolved = || Error::Question("the solution has no value for a state behind a move".to_owned());
            table.push(self.rewards(&next)?.ok_or_else(unsolved)?);
        }
        Ok(table)
    }

    /// Whether a state has one value per role that depend on each other by the opponent model.
    fn is_general(&self) -> bool {
        let security = self.database.manifest().question.security;
        !security && self.database.figures().sum.is_none() && self.database.players().len() > 1
    }

    /// How often each move of a role is made, by strategies or chance.
    fn mixture(
        &self,
        legal: &[Vec<TermId>],
        role: usize,
        strategies: &[layer::expected::StrategyPair],
        players: &[usize],
    ) -> Option<Vec<f64>> {
        let count = legal[role].len();
        if Some(role) == self.database.figures().random || count == 1 {
            return Some(vec![1.0 / count as f64; count]);
        }
        let place = players.iter().position(|&player| player == role)?;
        let picks = match (self.database.figures().sum, place) {
            (Some(_), 1) => &strategies.first()?[1],
            _ => &strategies.get(place)?[0],
        };
        let total: f64 = picks.iter().map(|&(_, weight)| weight as f64).sum();
        let mut mixture = vec![0.0; count];
        for &(pick, weight) in picks {
            *mixture.get_mut(usize::from(pick))? = weight as f64 / total;
        }
        (total > 0.0).then_some(mixture)
    }

    fn moves(
        &self,
        table: &[Vec<Expectation>],
        legal: &[Vec<TermId>],
        (role, place): (usize, Option<usize>),
        (rewards, strategies): (&[Expectation], &[layer::expected::StrategyPair]),
        players: &[usize],
    ) -> Vec<MixedMove> {
        let own = self.mixture(legal, role, strategies, players);
        let expected: Vec<Option<Expectation>> = (0..legal[role].len())
            .map(|made| self.expected_of(table, legal, (role, made, place?), strategies, players))
            .collect();
        // Where a role chooses alone and no strategy is stored, any move that keeps its bound attains it. With general
        // rewards this is the move by the opponent model, whose rewards are the value of the state.
        let outcome =
            |made: usize, place: usize| self.expected_of(table, legal, (role, made, place), strategies, players);
        let attains = |made: usize| (0..rewards.len()).all(|place| outcome(made, place) == Some(rewards[place]));
        let best = || {
            let bound = |made: usize| expected[made].map(|value| (value.lower(), value.exact()));
            let most = (0..expected.len()).rev().max_by_key(|&made| bound(made));
            let best = if self.is_general() { (0..expected.len()).find(|&made| attains(made)) } else { most };
            (0..expected.len()).map(|made| f64::from(u8::from(Some(made) == best))).collect::<Vec<f64>>()
        };
        let mixture = own.unwrap_or_else(best);
        let mut moves: Vec<MixedMove> = (0..legal[role].len())
            .map(|made| {
                let text = self.game.text(legal[role][made]);
                let name = self.notation.of_move(&text);
                let after = match place {
                    Some(_) => None,
                    None => (0..rewards.len()).map(|place| outcome(made, place).map(ExpectedReward::new)).collect(),
                };
                let expected = expected[made].map(ExpectedReward::new);
                MixedMove { text, name, probability: mixture[made], expected, after }
            })
            .collect();
        moves.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        moves
    }

    /// What a move promises a role where the others play by their strategies: exact where they do not mix.
    fn expected_of(
        &self,
        table: &[Vec<Expectation>],
        legal: &[Vec<TermId>],
        (role, made, place): (usize, usize, usize),
        strategies: &[layer::expected::StrategyPair],
        players: &[usize],
    ) -> Option<Expectation> {
        let mixtures: Vec<Option<Vec<f64>>> =
            (0..legal.len()).map(|other| self.mixture(legal, other, strategies, players)).collect();
        let mut rows: Vec<(f64, Expectation)> = Vec::new();
        for (number, rewards) in table.iter().enumerate() {
            let picks = picks(number, legal);
            if picks[role] != made {
                continue;
            }
            let others = (0..legal.len()).filter(|&other| other != role);
            let chance = others.map(|other| mixtures[other].as_ref().map_or(0.0, |mixture| mixture[picks[other]]));
            rows.push((chance.product(), rewards[place]));
        }
        rows.retain(|(chance, _)| *chance > 0.0);
        let even = rows.iter().all(|(chance, _)| *chance == rows[0].0);
        let values: Vec<Expectation> = rows.iter().map(|(_, value)| *value).collect();
        if even {
            return average(&values);
        }
        let bound = |bound: fn(Expectation) -> matrixgame::Fixed| {
            rows.iter().map(|(chance, value)| chance * bound(*value).units() as f64).sum::<f64>()
        };
        // Probabilities are rounded here, so a few units are added to each side.
        let slack = 1e-9 / matrixgame::Fixed::from_units(1).to_f64();
        let (lower, upper) = (bound(Expectation::lower) - slack, bound(Expectation::upper) + slack);
        let fixed = |units: f64| matrixgame::Fixed::from_units(units as i64);
        (!rows.is_empty()).then(|| Expectation::Between { lower: fixed(lower), upper: fixed(upper) })
    }

    /// The matrix of two roles, with the moves of chance averaged.
    fn matrix(
        &self,
        table: &[Vec<Expectation>],
        legal: &[Vec<TermId>],
        [row, column]: [usize; 2],
        players: &[usize],
    ) -> RewardMatrix {
        let place = players.iter().position(|&player| player == row).unwrap_or(0);
        let entry = |r: usize, c: usize| {
            let cell = table.iter().enumerate().filter(|(number, _)| {
                let picks = picks(*number, legal);
                picks[row] == r && picks[column] == c
            });
            let drawn: Vec<Expectation> = cell.map(|(_, rewards)| rewards[place]).collect();
            ExpectedReward::new(average(&drawn).unwrap_or(Expectation::integer(0)))
        };
        let names = |role: usize| -> Vec<String> {
            legal[role].iter().map(|&made| self.notation.of_move(&self.game.text(made))).collect()
        };
        let entries = (0..legal[row].len()).map(|r| (0..legal[column].len()).map(|c| entry(r, c)).collect()).collect();
        RewardMatrix { roles: [row, column], rows: names(row), columns: names(column), entries }
    }
}

/// The moves of a joint move, by its number in the order in which the last role's moves change first.
fn picks(number: usize, legal: &[Vec<TermId>]) -> Vec<usize> {
    let mut rest = number;
    let mut picks = vec![0; legal.len()];
    for role in (0..legal.len()).rev() {
        picks[role] = rest % legal[role].len();
        rest /= legal[role].len();
    }
    picks
}

impl Game for ExpectedOracle {
    type State = State;

    fn turn(&mut self, state: &State) -> Result<Option<Turn>, Error> {
        let legal = self.game.legal(state)?;
        if self.game.terminal(state)? || legal.iter().any(Vec::is_empty) {
            return Ok(None);
        }
        let choices = Choices::new(&legal)?;
        let busy = match choices.forced() {
            Some(joint) => {
                let legal: Vec<Vec<TermId>> = joint.iter().map(|&made| vec![made]).collect();
                self.game.busy(state, &legal, joint)?
            }
            None => Vec::new(),
        };
        let names = |joint: &Vec<TermId>| joint.iter().map(|&made| self.game.text(made)).collect();
        Ok(Some(Turn::new(&choices, choices.joints.iter().map(names).collect(), busy)))
    }

    fn after(&mut self, state: &State, joint: usize) -> Result<State, Error> {
        let legal = self.game.legal(state)?;
        let choices = Choices::new(&legal)?;
        Ok(self.game.next(state, &choices.joints[joint])?)
    }

    fn stuck(&mut self, state: &State) -> Result<Option<usize>, Error> {
        let legal = self.game.legal(state)?;
        Ok(legal.iter().position(Vec::is_empty))
    }

    fn role(&self, role: usize) -> &str {
        &self.roles[role]
    }

    fn notation(&self) -> &Notation {
        &self.notation
    }
}
