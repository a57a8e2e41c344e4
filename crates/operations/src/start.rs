//! A game with another initial state: from a position, or with another role to begin.
//!
//! The position becomes the initial state: the sheet gets other `init` facts, and everything else is as with any sheet.
//! The manifest of a solution records where it starts.

use explore::TurnFact;
use game::{Fluent, Game, State};
use gdl::{Rules, Source};
use query::{FactNames, GroundOracle};
use solution::Database;
use solution::manifest::{EncodedVariable, Encoding, StartPosition};

use crate::budget::Budget;
use crate::drawing;
use crate::error::Error;
use crate::proving::prove;
use crate::stop::Stop;

/// The requested start: a position as moves or facts, and the role that begins; without both it is the sheet's own
/// start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StartRequest {
    /// Moves from the sheet's start, or all facts that hold.
    pub from: Option<String>,
    /// The role whose turn it is, by name.
    pub first: Option<String>,
}

impl StartRequest {
    /// Whether it is the sheet's own start.
    pub fn is_none(&self) -> bool {
        *self == StartRequest::default()
    }

    /// The sheet with the requested start, and a description of it.
    pub fn apply(
        &self,
        source: &Source,
        rules: &Rules,
        budget: &Budget,
        stop: &Stop,
    ) -> Result<(Source, StartPosition), Error> {
        let game = prove(rules, budget, stop)?.game;
        let encoding = encoding(&game);
        let mut state = State::initial(&game);
        if let Some(text) = &self.from {
            state = position(source, &game, &encoding, text)?;
        }
        if let Some(role) = &self.first {
            state = with_first(&game, &encoding, &state, role)?;
        }
        let mut facts: Vec<String> = state.facts(&game).into_iter().map(str::to_owned).collect();
        facts.extend(game.always.iter().filter(|fact| !facts.contains(fact)).cloned().collect::<Vec<_>>());
        let changed = gddl::with_start(source, &facts);
        Ok((changed, StartPosition { given: self.from.clone(), first: self.first.clone(), facts }))
    }
}

/// The variables of a game in the form of a solution.
fn encoding(game: &Game) -> Encoding {
    let fact = |fluent: &Fluent| Some(game.fluents[fluent.0 as usize].clone());
    let variable = |variable: &game::StateVariable| EncodedVariable {
        name: variable.name.clone(),
        values: variable.fluents.iter().map(fact).chain(variable.none.then_some(None)).collect(),
    };
    Encoding {
        roles: game.roles.clone(),
        always: game.always.clone(),
        variables: game.variables.iter().map(variable).collect(),
        ..Encoding::default()
    }
}

/// The position after some moves, or the one described by facts.
fn position(source: &Source, game: &Game, encoding: &Encoding, text: &str) -> Result<State, Error> {
    let (_, notation) = drawing::drawn(source, game);
    let none: Option<&Database> = None;
    let oracle = GroundOracle::new(game, none)?.with_notation(notation.clone());
    let unplayable = match oracle.play(&oracle.initial(), text) {
        Ok(plies) => return Ok(plies.last().map_or_else(|| oracle.initial(), |ply| ply.after.clone())),
        Err(error) => error,
    };
    let Ok(facts) = FactNames::new(encoding, &notation).read(text) else { return Err(unplayable.into()) };
    // A start must be a state: one value for every variable.
    let values = solution::Facts::new(encoding).state(facts.iter().map(String::as_str)).map_err(Error::input)?;
    let all = solution::Facts::new(encoding);
    let all: Vec<String> = all.facts(&values).into_iter().map(str::to_owned).collect();
    Ok(oracle.state_of(&all)?)
}

/// The same state with another role to move.
fn with_first(game: &Game, encoding: &Encoding, state: &State, role: &str) -> Result<State, Error> {
    let wanted = game.roles.iter().position(|known| known == role);
    let unknown = || Error::input(format!("the game has no role `{role}`; its roles are {}", game.roles.join(", ")));
    let wanted = wanted.ok_or_else(unknown)?;
    let refused = |why: &str| Error::no(format!("{role} cannot begin: {why}"));
    match TurnFact::find(game, encoding) {
        None => Err(refused("no fact of the rules tells whose turn it is")),
        Some(TurnFact::Always(always)) if always == wanted => Ok(state.clone()),
        Some(TurnFact::Always(always)) => Err(refused(&format!("only {} ever has a choice", game.roles[always]))),
        Some(TurnFact::Variable { variable, roles }) => {
            let of = &game.variables[variable];
            let mut values = (0..roles.len()).filter(|&value| roles[value] == wanted);
            let (Some(value), None) = (values.next(), values.next()) else {
                return Err(refused("more than one fact, or none, says that it is its turn"));
            };
            let others = state.fluents().filter(|fluent| !of.fluents.contains(fluent));
            Ok(State::from_fluents(game.fluents.len(), others.chain(of.fluents.get(value).copied())))
        }
    }
}
