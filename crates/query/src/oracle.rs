//! A solution together with the rules it is of.

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
use crate::reading::{self, Game, Ply};
use crate::spelling;
use crate::translation::Translation;
use crate::turn::{Choices, Turn};

/// Positions that searches for distances may look at, all together, unless told otherwise.
const POSITIONS: usize = 20_000;
/// How much more effort a new position is than one that was seen before.
const NEW: usize = 50;
/// States of which is remembered what can be done in them.
const MEMORY: usize = 50_000;

/// A position: the state, in the names of the rules at hand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position(pub(crate) State);

impl From<State> for Position {
    fn from(state: State) -> Position {
        Position(state)
    }
}

/// Answers questions about positions.
pub struct Oracle {
    database: Database,
    rules: Rules,
    pub(crate) game: Interpreter,
    pub(crate) model: Model,
    translation: Option<Translation>,
    /// Per role of the rules its place in the rewards of the solution.
    places: Vec<usize>,
    roles: Vec<String>,
    notation: Notation,
    /// Rewards of infinite play, where the game has such play.
    pub(crate) infinite: Option<Vec<i32>>,
    pub(crate) has_distances: bool,
    /// What searches may still take.
    effort: usize,
    /// When searches end.
    deadline: Option<Instant>,
    /// Whether a search ended because of one of these.
    pub(crate) out_of_effort: bool,
    seen: HashMap<State, Arc<Expansion>>,
    pub(crate) distances: Distances,
}

/// What can be done in a state, and what the solution says about it.
#[derive(Clone, Debug)]
pub(crate) struct Expansion {
    /// Whether the game is over, or can't go on and that counts as an end.
    pub over: bool,
    /// The first role without a legal move where the game is not over.
    pub stuck: Option<usize>,
    pub choices: Choices<TermId>,
    /// The state after each joint move, as soon as somebody asks.
    next: OnceLock<Vec<State>>,
    pub value: Option<Vec<i32>>,
    /// As stored; unknown where nothing is stored.
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
        let rules = checked.rules.ok_or_else(|| damaged("its rules are not well-formed".to_owned()))?;
        let game = Interpreter::new(&rules)?;
        let roles: Vec<String> = game.roles().iter().map(|&role| game.text(role)).collect();
        if roles != database.manifest().encoding.roles {
            return Err(damaged("its roles are not those of its rules".to_owned()).into());
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

    /// Answers in the names of these rules, which must be those of the solution or a renamed copy.
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
            // The copy has other words for its moves than the solution.
            self.notation = Notation::default();
        }
        let infinite = self.database.manifest().question.infinite.as_ref();
        self.infinite = infinite.map(|rewards| self.in_order(rewards));
        Ok(self)
    }

    /// How many positions searches for distances may look at, where the solution does not store them.
    pub fn set_effort(&mut self, positions: usize) {
        self.effort = positions.saturating_mul(NEW);
    }

    /// Takes half of the effort away, and of the time, and says what was taken.
    pub(crate) fn halve_effort(&mut self) -> (usize, Option<Instant>) {
        let (effort, deadline) = (self.effort, self.deadline);
        self.effort /= 2;
        self.deadline = deadline.map(|end| end - end.saturating_duration_since(Instant::now()) / 2);
        (effort - self.effort, deadline)
    }

    /// Gives it back.
    pub(crate) fn add_effort(&mut self, (effort, deadline): (usize, Option<Instant>)) {
        (self.effort, self.deadline) = (self.effort.saturating_add(effort), deadline);
    }

    /// Ends searches for distances at a certain time.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Whether the searches for the last answer would have found more with more effort or time.
    pub fn is_out_of_effort(&self) -> bool {
        self.out_of_effort
    }

    /// Bounds what evaluating the rules may take.
    pub fn set_limits(&mut self, limits: InterpreterLimits) {
        self.game.set_limits(limits);
    }

    /// The solution.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// The roles, in the order in which rewards are given.
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// The position at the start.
    pub fn initial(&mut self) -> Result<Position, Error> {
        Ok(Position(self.game.initial()?))
    }

    /// The position with these facts; those that hold in every state may be left out, and so may `true` around each.
    pub fn state(&mut self, text: &str) -> Result<Position, Error> {
        let given = spelling::facts(text).map_err(Error::Question)?;
        let mut facts = Vec::with_capacity(given.len());
        for text in &given {
            let fact = self.game.parse(text).ok_or_else(|| self.unknown(text, &format!("`{text}` is not a fact")))?;
            facts.push(fact);
        }
        self.values(&State::new(facts.clone())).map_err(|error| match &error {
            FactError::Unknown(fact) => self.unknown(fact, &error.to_string()),
            _ => Error::Question(error.to_string()),
        })?;
        // What always holds is in the first state too.
        let first = self.game.initial()?;
        let always = &self.database.manifest().encoding.always;
        facts.extend(first.facts().iter().filter(|&&fact| always.contains(&self.translated(fact))));
        Ok(Position(State::new(facts)))
    }

    /// Why a text is no fact of the game, with the fact that was probably meant. Facts of renamed copies are not known
    /// by their names here.
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

    /// The position after some moves, one per ply: that of the role to move, or what happens where nobody has a choice.
    /// Idle moves may be given or left out. Only names count, brackets and commas separate them.
    pub fn play(&mut self, from: &Position, moves: &str) -> Result<Position, Error> {
        let plies = self.read(from, moves)?;
        Ok(plies.into_iter().last().map_or_else(|| from.clone(), |ply| Position(ply.after)))
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

    /// What the role that chooses wants; where nobody chooses it does not matter.
    pub(crate) fn wish(&self, choices: &Choices<TermId>) -> Wish {
        Wish { role: choices.chooser.unwrap_or(0), model: self.model, infinite: self.infinite.clone() }
    }

    /// The most plies that can be left, where the layers tell.
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

    /// What can be done in a state.
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

    /// The same as part of a search; none if its effort or its time is used up.
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

    /// Whether the solution has a position, terminal ones included.
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

    /// Rewards of the solution in the order of the rules at hand.
    fn in_order(&self, rewards: &[i32]) -> Vec<i32> {
        self.places.iter().map(|&place| rewards.get(place).copied().unwrap_or(0)).collect()
    }

    /// Rewards at the end of the game as the solution reads them.
    fn reduced(&self, rewards: Vec<i32>) -> Vec<i32> {
        let Some(reduction) = self.database.manifest().question.reduction else { return rewards };
        let mut original = vec![0; rewards.len()];
        self.places.iter().zip(&rewards).for_each(|(&place, &reward)| original[place] = reward);
        self.in_order(&reduction.apply(&original))
    }

    /// A state as the solution writes it.
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

/// Rules as text, whatever their formatting.
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
