//! A solution together with its rules.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use gdl::{Mode, Rules, Source};
use interpret::{Interpreter, InterpreterLimits, State, TermId};
use notation::Notation;
use solution::{Database, FactError, Model};

use crate::answer::{Distance, Wish};
use crate::distance::Distances;
use crate::error::Error;
use crate::fact_names::FactNames;
use crate::reading::{self, Game, Ply};
use crate::spelling;
use crate::translation::Translation;
use crate::turn::{Choices, Turn};

/// The default number of positions that searches for distances may visit in total.
const POSITIONS: usize = 20_000;
/// The effort of a new position, relative to one that was seen before.
const NEW: usize = 50;
/// The number of states whose expansions are cached.
const MEMORY: usize = 50_000;

/// A position: a state in the names of the current rules.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position(pub(crate) State);

impl From<State> for Position {
    fn from(state: State) -> Position {
        Position(state)
    }
}

/// Answers queries about positions.
pub struct Oracle {
    database: Database,
    rules: Rules,
    pub(crate) game: Interpreter,
    pub(crate) model: Model,
    translation: Option<Translation>,
    /// For each role of the rules, its index in the rewards of the solution.
    places: Vec<usize>,
    roles: Vec<String>,
    notation: Notation,
    /// Rewards of infinite play, if the game has such play.
    pub(crate) infinite: Option<Vec<i32>>,
    pub(crate) has_distances: bool,
    /// The remaining effort for searches.
    effort: usize,
    /// The deadline of searches.
    deadline: Option<Instant>,
    /// Whether a search was stopped by one of these.
    pub(crate) out_of_effort: bool,
    seen: HashMap<State, Arc<Expansion>>,
    pub(crate) distances: Distances,
}

/// The legal moves of a state, and its stored outcome.
#[derive(Clone, Debug)]
pub(crate) struct Expansion {
    /// Whether the state is terminal, or stuck and treated as terminal.
    pub over: bool,
    /// The first role without a legal move in a non-terminal state.
    pub stuck: Option<usize>,
    pub choices: Choices<TermId>,
    /// The state after each joint move, computed on first use.
    next: OnceLock<Vec<State>>,
    pub value: Option<Vec<i32>>,
    /// The stored distance; unknown if none is stored.
    pub distance: Distance,
    layer: Option<usize>,
}

impl Oracle {
    /// Opens a solution. The rules are those in its manifest.
    pub fn open(path: &Path) -> Result<Oracle, Error> {
        let database = Database::open(path)?;
        let damaged = |what: String| solution::Error::damaged(&path.join(solution::directory::MANIFEST), what);
        let question = &database.manifest().question;
        let mode = if question.lenient { Mode::Lenient } else { Mode::Strict };
        let checked = gddl::check(&Source::new(&*question.name, &*question.rules), mode);
        let rules = checked.rules.ok_or_else(|| damaged("its rules are ill-formed".to_owned()))?;
        let game = Interpreter::new(&rules)?;
        let roles: Vec<String> = game.roles().iter().map(|&role| game.text(role)).collect();
        if roles != database.manifest().encoding.roles {
            return Err(damaged("its roles differ from those of its rules".to_owned()).into());
        }
        let has_distances = database.manifest().has_distances();
        Ok(Oracle {
            places: (0..roles.len()).collect(),
            translation: None,
            notation: database.manifest().notation.clone(),
            infinite: question.infinite.clone(),
            model: question.model,
            effort: POSITIONS * NEW,
            deadline: None,
            out_of_effort: false,
            seen: HashMap::new(),
            distances: Distances::new(),
            database,
            rules,
            game,
            roles,
            has_distances,
        })
    }

    /// Uses the names of these rules, which must be those of the solution or a renamed copy.
    pub fn with_rules(mut self, rules: &Rules) -> Result<Oracle, Error> {
        let translation = Translation::new(rules, &self.rules)?;
        self.game = Interpreter::new(rules)?;
        self.roles = self.game.roles().iter().map(|&role| self.game.text(role)).collect();
        let known = &self.database.manifest().encoding.roles;
        let place = |role: &String| known.iter().position(|known| *known == translation.translate(role));
        let places: Option<Vec<usize>> = self.roles.iter().map(place).collect();
        self.places = places.ok_or_else(|| Error::Question("the copy has other roles than the solution".to_owned()))?;
        self.translation = Some(translation);
        if text(rules) != text(&self.rules) {
            // The names of the copy's moves differ from those of the solution.
            self.notation = Notation::default();
        }
        let infinite = self.database.manifest().question.infinite.as_ref();
        self.infinite = infinite.map(|rewards| self.in_order(rewards));
        Ok(self)
    }

    /// Sets the number of positions that searches for distances may visit.
    pub fn set_effort(&mut self, positions: usize) {
        self.effort = positions.saturating_mul(NEW);
    }

    /// Removes half of the remaining effort and time, and returns it.
    pub(crate) fn halve_effort(&mut self) -> (usize, Option<Instant>) {
        let (effort, deadline) = (self.effort, self.deadline);
        self.effort /= 2;
        self.deadline = deadline.map(|end| end - end.saturating_duration_since(Instant::now()) / 2);
        (effort - self.effort, deadline)
    }

    /// Adds effort and time that were removed before.
    pub(crate) fn add_effort(&mut self, (effort, deadline): (usize, Option<Instant>)) {
        (self.effort, self.deadline) = (self.effort.saturating_add(effort), deadline);
    }

    /// Sets a deadline for distance searches.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Whether the searches for the last answer would have found more with more effort or time.
    pub fn is_out_of_effort(&self) -> bool {
        self.out_of_effort
    }

    /// Sets limits for evaluating the rules.
    pub fn set_limits(&mut self, limits: InterpreterLimits) {
        self.game.set_limits(limits);
    }

    /// The solution.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// The roles, in the order of the rewards.
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// The initial position.
    pub fn initial(&mut self) -> Result<Position, Error> {
        Ok(Position(self.game.initial()?))
    }

    /// The position with these facts; facts that hold in every state may be omitted, and so may `true` around each.
    /// Places may be given by their names on the board.
    pub fn state(&mut self, text: &str) -> Result<Position, Error> {
        let in_terms = spelling::facts(text).map_err(Error::Question).and_then(|given| self.state_of(&given));
        match in_terms {
            Err(Error::Question(why)) if self.translation.is_none() => {
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
        let mut facts = Vec::with_capacity(given.len());
        for text in given {
            let fact = self.game.parse(text).ok_or_else(|| self.unknown(text, &format!("`{text}` is not a fact")))?;
            facts.push(fact);
        }
        self.values(&State::new(facts.clone())).map_err(|error| match &error {
            FactError::Unknown(fact) => self.unknown(fact, &error.to_string()),
            _ => Error::Question(error.to_string()),
        })?;
        // Facts that always hold are in the first state too.
        let first = self.game.initial()?;
        let always = &self.database.manifest().encoding.always;
        facts.extend(first.facts().iter().filter(|&&fact| always.contains(&self.translated(fact))));
        Ok(Position(State::new(facts)))
    }

    /// The error for a text that is not a fact of the game, with the fact that was probably meant. The names of renamed
    /// copies are not known here.
    fn unknown(&self, text: &str, why: &str) -> Error {
        let encoding = &self.database.manifest().encoding;
        let values = encoding.variables.iter().flat_map(|variable| variable.values.iter().flatten());
        let known = values.chain(&encoding.always).map(String::as_str).filter(|_| self.translation.is_none());
        let known: Vec<&str> = known.collect();
        Error::Question(match spelling::meant(&spelling::names(text), known.iter().copied()) {
            Some(number) => format!("{why}; did you mean {}?", known[number]),
            None => why.to_owned(),
        })
    }

    /// The position after some moves, one per ply: the move of the role to move, or the forced joint move. Idle moves
    /// may be included or omitted. Only names count; brackets and commas separate them.
    pub fn play(&mut self, from: &Position, moves: &str) -> Result<Position, Error> {
        let plies = self.read(from, moves)?;
        Ok(plies.into_iter().last().map_or_else(|| from.clone(), |ply| Position(ply.after)))
    }

    /// Parses moves into plies.
    pub fn read(&mut self, from: &Position, moves: &str) -> Result<Vec<Ply<State>>, Error> {
        reading::read(self, &from.0, moves)
    }

    /// The facts of a position, sorted.
    pub fn facts(&self, position: &Position) -> Vec<String> {
        let mut facts: Vec<String> = position.0.facts().iter().map(|&fact| self.game.text(fact)).collect();
        facts.sort_unstable();
        facts
    }

    /// The preference of the role that chooses; irrelevant if nobody chooses.
    pub(crate) fn wish(&self, choices: &Choices<TermId>) -> Wish {
        Wish { role: choices.chooser.unwrap_or(0), model: self.model, infinite: self.infinite.clone() }
    }

    /// An upper bound on the remaining plies, if the layers give one.
    pub(crate) fn most_plies(&self, expansion: &Expansion) -> Option<u32> {
        let manifest = self.database.manifest();
        manifest.encoding.measure.as_ref()?;
        u32::try_from(manifest.layers.len().checked_sub(expansion.layer? + 1)?).ok()
    }

    /// The states after the joint moves of a state.
    pub(crate) fn successors<'e>(&mut self, state: &State, expansion: &'e Expansion) -> Result<&'e [State], Error> {
        if let Some(next) = expansion.next.get() {
            return Ok(next);
        }
        let mut next = Vec::with_capacity(expansion.choices.joints.len());
        for joint in &expansion.choices.joints {
            next.push(self.game.next(state, joint)?);
        }
        Ok(expansion.next.get_or_init(|| next))
    }

    /// The expansion of a state.
    pub(crate) fn expand(&mut self, state: &State) -> Result<Arc<Expansion>, Error> {
        if let Some(known) = self.seen.get(state) {
            return Ok(Arc::clone(known));
        }
        let expansion = Arc::new(self.evaluate(state)?);
        if self.seen.len() >= MEMORY {
            self.seen.clear();
        }
        self.seen.insert(state.clone(), Arc::clone(&expansion));
        Ok(expansion)
    }

    /// The same as part of a search; `None` if its effort or time is used up.
    pub(crate) fn search(&mut self, state: &State) -> Result<Option<Arc<Expansion>>, Error> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Ok(None);
        }
        let cost = if self.seen.contains_key(state) { 1 } else { NEW };
        match self.effort.checked_sub(cost) {
            Some(left) => {
                self.effort = left;
                self.expand(state).map(Some)
            }
            None => Ok(None),
        }
    }

    /// Whether the solution contains a position, including terminal ones.
    pub fn is_stored(&self, position: &Position) -> Result<bool, Error> {
        match self.values(&position.0) {
            Ok(values) => Ok(self.database.probe(&values)?.is_some()),
            Err(_) => Ok(false),
        }
    }

    fn evaluate(&mut self, state: &State) -> Result<Expansion, Error> {
        let legal = self.game.legal(state)?;
        let terminal = self.game.terminal(state)?;
        let stuck = legal.iter().position(Vec::is_empty).filter(|_| !terminal);
        let over = terminal || stuck.is_some() && self.database.manifest().question.lenient;
        let mut expansion = Expansion {
            over,
            stuck,
            choices: Choices::none(),
            next: OnceLock::new(),
            value: None,
            distance: Distance::MoreThan(0),
            layer: None,
        };
        if over {
            let goals = self.game.goals(state)?;
            let rewards: Vec<i32> = goals.iter().map(|goals| goals.first().copied().unwrap_or(0)).collect();
            expansion.value = Some(self.reduced(rewards));
            expansion.distance = Distance::Plies(0);
            return Ok(expansion);
        }
        if stuck.is_some() {
            return Ok(expansion);
        }
        expansion.choices = Choices::new(&legal)?;
        if let Ok(values) = self.values(state)
            && let Some(found) = self.database.probe(&values)?
        {
            expansion.value = Some(self.in_order(&found.outcome.rewards));
            expansion.layer = Some(found.layer);
            expansion.distance = match found.outcome.distance {
                Some(plies) => Distance::Plies(plies),
                None if self.has_distances => Distance::Endless,
                None => Distance::MoreThan(0),
            };
        }
        Ok(expansion)
    }

    /// Rewards of the solution in the order of the current rules.
    fn in_order(&self, rewards: &[i32]) -> Vec<i32> {
        self.places.iter().map(|&place| rewards.get(place).copied().unwrap_or(0)).collect()
    }

    /// The rewards of a terminal state as the solution reads them.
    fn reduced(&self, rewards: Vec<i32>) -> Vec<i32> {
        let Some(reduction) = self.database.manifest().question.reduction else { return rewards };
        let mut original = vec![0; rewards.len()];
        self.places.iter().zip(&rewards).for_each(|(&place, &reward)| original[place] = reward);
        self.in_order(&reduction.apply(&original))
    }

    /// A state in the encoding of the solution.
    fn values(&self, state: &State) -> Result<Vec<u32>, FactError> {
        let facts: Vec<String> = state.facts().iter().map(|&fact| self.translated(fact)).collect();
        self.database.facts().state(facts.iter().map(String::as_str))
    }

    /// A fact in the names of the solution.
    fn translated(&self, fact: TermId) -> String {
        let text = self.game.text(fact);
        match &self.translation {
            Some(translation) => translation.translate(&text),
            None => text,
        }
    }
}

/// The rules as text, independent of formatting.
fn text(rules: &Rules) -> Vec<String> {
    rules.clauses.iter().map(|clause| rules.display_clause(clause).to_string()).collect()
}

impl Game for Oracle {
    type State = State;

    fn turn(&mut self, state: &State) -> Result<Option<Turn>, Error> {
        let expansion = self.expand(state)?;
        let choices = &expansion.choices;
        if choices.joints.is_empty() {
            return Ok(None);
        }
        let busy = match choices.forced() {
            Some(joint) => {
                let legal: Vec<Vec<TermId>> = joint.iter().map(|&made| vec![made]).collect();
                self.game.busy(state, &legal, joint)?
            }
            None => Vec::new(),
        };
        let names = |joint: &Vec<TermId>| joint.iter().map(|&made| self.game.text(made)).collect();
        Ok(Some(Turn::new(choices, choices.joints.iter().map(names).collect(), busy)))
    }

    fn after(&mut self, state: &State, joint: usize) -> Result<State, Error> {
        let expansion = self.expand(state)?;
        Ok(self.game.next(state, &expansion.choices.joints[joint])?)
    }

    fn stuck(&mut self, state: &State) -> Result<Option<usize>, Error> {
        Ok(self.expand(state)?.stuck)
    }

    fn role(&self, role: usize) -> &str {
        &self.roles[role]
    }

    fn notation(&self) -> &Notation {
        &self.notation
    }
}
