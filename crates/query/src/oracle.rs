//! A solution together with the rules it is of.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use gdl::{Mode, Rules, Source};
use interpret::{Interpreter, Limits, State, TermId};
use solution::{Database, FactError};

use crate::answer::{Answer, Distance, Move, rank};
use crate::choices::Choices;
use crate::distance::{Distances, Search};
use crate::error::Error;
use crate::notation;
use crate::preference::{Model, hurries};
use crate::translation::Translation;

/// Positions that searches for distances may look at, all together, unless told otherwise.
const POSITIONS: usize = 20_000;
/// How much more effort a new position is than one that was seen before.
const NEW: usize = 50;
/// States of which is remembered what can be done in them.
const MEMORY: usize = 200_000;

/// A position: the state, in the names of the rules at hand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position(pub(crate) State);

/// Answers questions about positions.
pub struct Oracle {
    database: Database,
    rules: Rules,
    game: Interpreter,
    model: Model,
    translation: Option<Translation>,
    /// Per role of the rules its place in the rewards of the solution.
    places: Vec<usize>,
    roles: Vec<String>,
    has_distances: bool,
    /// What searches may still take.
    effort: usize,
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
    pub next: Vec<State>,
    pub value: Option<Vec<i32>>,
    /// As stored; unknown where nothing is stored.
    pub distance: Distance,
    pub layer: Option<usize>,
}

impl Oracle {
    /// Opens a solution. The rules are those in its manifest.
    pub fn open(path: &Path) -> Result<Oracle, Error> {
        let database = Database::open(path)?;
        let damaged = |what: String| solution::Error::damaged(&path.join(solution::directory::MANIFEST), what);
        let question = &database.manifest().question;
        let mode = if question.lenient { Mode::Lenient } else { Mode::Strict };
        let checked = gdl::check::check_in(&Source::new(&*question.name, &*question.rules), mode);
        let rules = checked.rules.ok_or_else(|| damaged("its rules are not well-formed".to_owned()))?;
        let model = Model::named(&question.model)
            .ok_or_else(|| damaged(format!("its opponent model `{}` is unknown", question.model)))?;
        let game = Interpreter::new(&rules)?;
        let roles: Vec<String> = game.roles().iter().map(|&role| game.text(role)).collect();
        if roles != database.manifest().encoding.roles {
            return Err(damaged("its roles are not those of its rules".to_owned()).into());
        }
        let has_distances = database.manifest().has_distances();
        Ok(Oracle {
            places: (0..roles.len()).collect(),
            translation: None,
            effort: POSITIONS * NEW,
            seen: HashMap::new(),
            distances: Distances::new(),
            database,
            rules,
            game,
            model,
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
        Ok(self)
    }

    /// How many positions searches for distances may look at, where the solution does not store them.
    pub fn set_effort(&mut self, positions: usize) {
        self.effort = positions.saturating_mul(NEW);
    }

    /// Bounds what evaluating the rules may take.
    pub fn set_limits(&mut self, limits: Limits) {
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
        let given = notation::facts(text).map_err(Error::Question)?;
        let mut facts = Vec::with_capacity(given.len());
        for text in &given {
            let fact = self.game.parse(text).ok_or_else(|| Error::Question(format!("`{text}` is not a fact")))?;
            facts.push(fact);
        }
        self.values(&State::new(facts.clone())).map_err(|error| Error::Question(error.to_string()))?;
        // What always holds is in the first state too.
        let first = self.game.initial()?;
        let always = &self.database.manifest().encoding.always;
        facts.extend(first.facts().iter().filter(|&&fact| always.contains(&self.translated(fact))));
        Ok(Position(State::new(facts)))
    }

    /// The position after some moves, one per ply: that of the role with a choice. Only names count, brackets and commas separate them.
    pub fn play(&mut self, from: &Position, moves: &str) -> Result<Position, Error> {
        let names = notation::names(moves);
        let (mut at, mut state) = (0, from.0.clone());
        for ply in 1.. {
            if at == names.len() {
                break;
            }
            let expansion = self.expand(&state)?;
            if expansion.over || expansion.stuck.is_some() {
                let stuck = expansion.stuck.map(|role| self.roles[role].as_str());
                return Err(notation::nothing_left(&names[at..], ply - 1, stuck));
            }
            let texts = self.texts(&expansion);
            let Some((chosen, length)) = notation::next_move(&names[at..], &texts) else {
                let whose =
                    expansion.choices.mover.map_or("there is".to_owned(), |role| format!("{} has", self.roles[role]));
                let spelt = names[at..names.len().min(at + 4)].join(" ");
                let sentence = format!("move {ply}, `{spelt}`, is not legal; {whose} {}", notation::listed(&texts));
                return Err(Error::Question(sentence));
            };
            at += length;
            state = expansion.next[chosen].clone();
        }
        Ok(Position(state))
    }

    /// The facts of a position, sorted.
    pub fn facts(&self, position: &Position) -> Vec<String> {
        let mut facts: Vec<String> = position.0.facts().iter().map(|&fact| self.game.text(fact)).collect();
        facts.sort_unstable();
        facts
    }

    /// What a position is worth, and each move in it.
    pub fn answer(&mut self, position: &Position) -> Result<Answer, Error> {
        let expansion = self.expand(&position.0)?;
        let distance = self.distance(&position.0)?;
        let mut moves = Vec::with_capacity(expansion.next.len());
        for ((text, joint), next) in
            self.texts(&expansion).into_iter().zip(&expansion.choices.joints).zip(&expansion.next)
        {
            moves.push(Move {
                text,
                joint: joint.iter().map(|&m| self.game.text(m)).collect(),
                next: Position(next.clone()),
                value: self.expand(next)?.value.clone(),
                distance: self.distance(next)?.after_a_ply(),
                best: false,
            });
        }
        if !expansion.choices.at_once {
            let role = expansion.choices.mover.unwrap_or(0);
            rank(&mut moves, role, self.model, self.infinite().as_deref());
        }
        let Choices { mover: to_move, at_once, .. } = expansion.choices;
        let Expansion { over, stuck, .. } = *expansion;
        let (terminal, value) = (over && stuck.is_none(), expansion.value.clone());
        Ok(Answer { terminal, stuck, to_move, at_once, value, distance, moves })
    }

    /// Best play from a position: the best move of each position until the end, or until `most` moves are made or a position
    /// comes again.
    pub fn line(&mut self, position: &Position, most: usize) -> Result<Vec<Move>, Error> {
        let mut line: Vec<Move> = Vec::new();
        let mut seen = std::collections::HashSet::from([position.clone()]);
        let mut at = position.clone();
        while line.len() < most {
            let Some(best) = self.answer(&at)?.moves.into_iter().next().filter(|one| one.best) else { break };
            at = best.next.clone();
            line.push(best);
            if !seen.insert(at.clone()) {
                break;
            }
        }
        Ok(line)
    }

    fn distance(&mut self, state: &State) -> Result<Distance, Error> {
        let expansion = self.expand(state)?;
        if expansion.over {
            return Ok(Distance::Plies(0));
        }
        if self.has_distances || expansion.value.is_none() {
            return Ok(expansion.distance);
        }
        Search::new(self).distance(state)
    }

    /// What can be done in a state.
    fn expand(&mut self, state: &State) -> Result<Arc<Expansion>, Error> {
        if let Some(known) = self.seen.get(state) {
            return Ok(Arc::clone(known));
        }
        let expansion = Arc::new(self.evaluate(state)?);
        if self.seen.len() >= MEMORY {
            self.seen.clear();
            self.distances.clear();
        }
        self.seen.insert(state.clone(), Arc::clone(&expansion));
        Ok(expansion)
    }

    /// The same as part of a search; none if its effort is used up.
    pub(crate) fn search(&mut self, state: &State) -> Result<Option<Arc<Expansion>>, Error> {
        let cost = if self.seen.contains_key(state) { 1 } else { NEW };
        match self.effort.checked_sub(cost) {
            Some(left) => {
                self.effort = left;
                self.expand(state).map(Some)
            }
            None => Ok(None),
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
            next: Vec::new(),
            value: None,
            distance: Distance::Unknown,
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
        for joint in &expansion.choices.joints {
            expansion.next.push(self.game.next(state, joint)?);
        }
        if let Ok(values) = self.values(state)
            && let Some(found) = self.database.probe(&values)?
        {
            expansion.value = Some(self.in_order(&found.outcome.rewards));
            expansion.layer = Some(found.layer);
            expansion.distance = match found.outcome.distance {
                Some(plies) => Distance::Plies(plies),
                None if self.has_distances => Distance::Endless,
                None => Distance::Unknown,
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

    /// Whether a role wants the end soon, given the rewards it leads to.
    pub(crate) fn hurries(&self, role: usize, rewards: &[i32]) -> bool {
        hurries(role, rewards, self.infinite().as_deref())
    }

    /// Rewards of infinite play, where the game has such play.
    fn infinite(&self) -> Option<Vec<i32>> {
        self.database.manifest().question.infinite.as_ref().map(|infinite| self.in_order(infinite))
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

    /// The moves in a state as people write them: those of the role that chooses, or whatever happens where nobody does.
    fn texts(&self, expansion: &Expansion) -> Vec<String> {
        let names = |joint: &Vec<TermId>| joint.iter().map(|&made| self.game.text(made)).collect::<Vec<_>>();
        let text = |joint: &Vec<TermId>| match expansion.choices {
            Choices { mover: Some(role), .. } => self.game.text(joint[role]),
            Choices { at_once: true, .. } => names(joint).join(" "),
            _ => notation::together(names(joint).iter().map(String::as_str)),
        };
        expansion.choices.joints.iter().map(text).collect()
    }
}
