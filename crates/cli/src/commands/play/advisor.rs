//! What moves are worth, by the best source there is: a database of outcomes or of expected rewards, or else UCT.

use game::State;
use play::{AnyDatabase, ChosenMove, LEVELS, Levelled, MixedPlayer, MoveLimit, Perfect, Player, Position, Settings};
use query::{Answer, ExpectedOutlook};

use crate::error::Error;

/// Says what moves are worth.
pub struct Advisor {
    outcomes: Option<Perfect>,
    expected: Option<MixedPlayer>,
    /// Searches if there is no database, or if it does not have the position.
    search: Levelled,
}

/// What is known of the moves in a position.
pub enum Advice {
    Outcomes(Answer<State>),
    Expected(ExpectedOutlook),
    Suggestion(ChosenMove),
}

impl Advisor {
    /// An advisor with the database of a game, if there is one.
    pub fn new(database: Option<AnyDatabase>, settings: Settings, seed: u64) -> Advisor {
        let (outcomes, expected) = match database.clone() {
            Some(AnyDatabase::Outcomes(database)) => (Some(Perfect::new(database)), None),
            Some(AnyDatabase::Expected(database)) => (None, Some(MixedPlayer::new(database, seed))),
            None => (None, None),
        };
        Advisor { outcomes, expected, search: Levelled::new(LEVELS, database, settings, seed) }
    }

    /// What is known of the moves of a role.
    pub fn advise(&mut self, position: &Position, role: usize, limit: &MoveLimit) -> Result<Advice, Error> {
        if let Some(Ok(answer)) = self.outcomes.as_mut().map(|perfect| perfect.answer(position, limit)) {
            return Ok(Advice::Outcomes(answer));
        }
        if let Some(Ok(outlook)) = self.expected.as_mut().map(|mixed| mixed.outlook(position)) {
            return Ok(Advice::Expected(outlook));
        }
        Ok(Advice::Suggestion(self.search.choose(position, role, limit)?))
    }
}
