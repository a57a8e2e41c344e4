//! A solution with its ground game, for queries about many positions.

use game::{Evaluator, Fluent, Game, State};
use query::scoring::WinDrawLoss;
use query::{Error, FactNames, GroundOracle};
use rustc_hash::FxHashMap;
use solution::manifest::Encoding;
use solution::{Database, StateFilter, StoredState};

use crate::turns::TurnFact;

/// A solution with its ground game.
pub struct Explorer<'g> {
    game: &'g Game,
    database: &'g Database,
    oracle: GroundOracle<'g>,
    turns: Option<TurnFact>,
    /// For each variable of the solution and each value, the fluent that holds, if there is one.
    fluents: Vec<Vec<Option<Fluent>>>,
}

impl<'g> Explorer<'g> {
    /// An explorer for a solution and the ground game of its rules.
    pub fn new(game: &'g Game, database: &'g Database) -> Result<Explorer<'g>, Error> {
        Evaluator::new(game).map_err(|defect| Error::Question(defect.to_string()))?;
        let encoding = &database.manifest().encoding;
        let oracle = GroundOracle::new(game, Some(database))?;
        let (turns, fluents) = (TurnFact::find(game, encoding), fluents(game, encoding));
        Ok(Explorer { game, database, oracle, turns, fluents })
    }

    /// The game.
    pub fn game(&self) -> &'g Game {
        self.game
    }

    /// The solution.
    pub fn database(&self) -> &'g Database {
        self.database
    }

    /// Answers about single positions.
    pub fn oracle(&self) -> &GroundOracle<'g> {
        &self.oracle
    }

    /// The variable that determines whose turn it is, if there is one.
    pub fn turns(&self) -> Option<&TurnFact> {
        self.turns.as_ref()
    }

    /// The roles, in the order of the rewards.
    pub fn roles(&self) -> &[String] {
        &self.game.roles
    }

    /// A role by its name or number.
    pub fn role(&self, given: &str) -> Result<usize, Error> {
        let by_number = given.parse().ok().filter(|number| (1..=self.roles().len()).contains(number));
        let found = self.roles().iter().position(|role| role == given).or(by_number.map(|number: usize| number - 1));
        let unknown = || format!("the game has no role `{given}`; its roles are {}", self.roles().join(", "));
        found.ok_or_else(|| Error::Question(unknown()))
    }

    /// A value from a role's point of view.
    pub fn outcome(&self, value: &[i32], role: usize) -> Option<WinDrawLoss> {
        WinDrawLoss::of(value, role, &self.game.goals)
    }

    /// The state of the game with these values of the solution's variables.
    pub fn state(&self, values: &[u32]) -> State {
        let fluent = |(of, &value): (&Vec<Option<Fluent>>, &u32)| of.get(value as usize).copied().flatten();
        State::from_fluents(self.game.fluents.len(), self.fluents.iter().zip(values).filter_map(fluent))
    }

    /// A position as stored in the solution; `None` if it does not contain it.
    pub fn stored(&self, state: &State) -> Result<Option<StoredState>, Error> {
        let facts = state.facts(self.game);
        let Ok(values) = self.database.facts().state(facts) else { return Ok(None) };
        let Some(found) = self.database.probe(&values)? else { return Ok(None) };
        let outcomes = &self.database.manifest().layers[found.layer].outcomes;
        let place = outcomes.iter().position(|outcome| outcome == found.outcome);
        Ok(place.map(|outcome| StoredState { layer: found.layer, values, outcome }))
    }

    /// Parses a position: moves from the start, or facts.
    pub fn position(&self, text: &str) -> Result<State, Error> {
        let start = self.oracle.initial();
        self.oracle.play(&start, text).map(|plies| plies.last().map_or(start, |ply| ply.after.clone())).or_else(
            |unplayable| {
                let manifest = self.database.manifest();
                let facts = FactNames::new(&manifest.encoding, &manifest.notation).read(text);
                // A text that starts with a fact was meant as facts; otherwise the first error is more helpful.
                facts.map_or(Err(unplayable), |facts| self.oracle.state_of(&facts))
            },
        )
    }

    /// Makes a filter require that a fact of the solution holds, or does not.
    pub(crate) fn require(&self, filter: &mut StateFilter, fact: &str, holds: bool) {
        let encoding = &self.database.manifest().encoding;
        for (variable, of) in encoding.variables.iter().enumerate() {
            if let Some(value) = of.values.iter().position(|known| known.as_deref() == Some(fact)) {
                filter.keep(variable, 0..of.values.len() as u32, |other| (other == value as u32) == holds);
                return;
            }
        }
        // A fact without a variable holds in every state.
        if !holds {
            filter.keep(0, 0..0, |_| false);
        }
    }
}

/// For each variable of a solution and each value, the fluent that holds, if there is one.
pub(crate) fn fluents(game: &Game, encoding: &Encoding) -> Vec<Vec<Option<Fluent>>> {
    let known: FxHashMap<&str, Fluent> = game.fluents.iter().map(String::as_str).zip((0..).map(Fluent)).collect();
    let fluent = |fact: &Option<String>| known.get(fact.as_deref()?).copied();
    encoding.variables.iter().map(|variable| variable.values.iter().map(fluent).collect()).collect()
}
