//! Reviews a game move by move: which moves were mistakes, what they cost, and where the game was decided.
//!
//! The binary and the page review games with this code, from the answers of [`query::GroundOracle`].

pub mod expected;
pub mod html;
mod sentences;
mod summary;

use game::{Game, State};
use query::scoring::WinDrawLoss;
use query::{Error, GroundOracle, Judgement, Ply};
use serde::Serialize;

pub use sentences::{Names, sentences};
pub use summary::{HardPosition, PlayerSummary, Summary};

/// A reviewed ply.
#[derive(Clone, Debug)]
pub struct JudgedPly {
    /// The state before it.
    pub before: State,
    /// The role to move, if there is exactly one.
    pub mover: Option<usize>,
    /// The text of the ply.
    pub text: String,
    /// Its judgement.
    pub judgement: Judgement,
}

/// A judged ply in an answer; its field names are an interface.
#[derive(Clone, Debug, Serialize)]
pub struct PlyAnswer {
    /// From 1.
    pub ply: usize,
    /// The role to move, if there is exactly one.
    pub role: Option<String>,
    /// The text of the ply.
    #[serde(rename = "move")]
    pub text: String,
    /// The outcome for that role before the move, if known.
    pub outcome_before: Option<WinDrawLoss>,
    /// The same after the move.
    pub outcome_after: Option<WinDrawLoss>,
    /// The judgement of the ply.
    #[serde(flatten)]
    pub judgement: Judgement,
}

/// A reviewed game.
#[derive(Clone, Debug)]
pub struct Review {
    /// The plies.
    pub plies: Vec<JudgedPly>,
    /// For each role, the number of its mistakes.
    pub mistakes: Vec<usize>,
    /// For each role, the points lost by its mistakes.
    pub lost: Vec<i64>,
    /// The last ply that changed the value, counted from 0: all later plies were optimal.
    pub decided: Option<usize>,
}

impl JudgedPly {
    /// Judges a ply.
    pub fn new(oracle: &GroundOracle<'_>, ply: &Ply<State>) -> Result<JudgedPly, Error> {
        let judgement = Judgement::new(oracle.answer(&ply.before)?, &ply.text);
        Ok(JudgedPly { before: ply.before.clone(), mover: ply.mover, text: ply.text.clone(), judgement })
    }

    /// The answer for the ply with this number.
    pub fn answer(&self, ply: usize, game: &Game) -> PlyAnswer {
        let outcome =
            |value: &Option<Vec<i32>>| WinDrawLoss::of(value.as_deref()?, self.mover.unwrap_or(0), &game.goals);
        PlyAnswer {
            ply,
            role: self.mover.map(|role| game.roles[role].clone()),
            text: self.text.clone(),
            outcome_before: outcome(&self.judgement.value_before),
            outcome_after: outcome(&self.judgement.value_after),
            judgement: self.judgement.clone(),
        }
    }

    /// The points of a role under optimal play before and after the ply, if both are known.
    pub fn points(&self, role: usize) -> Option<(i32, i32)> {
        let Judgement { value_before, value_after, .. } = &self.judgement;
        Some((*value_before.as_ref()?.get(role)?, *value_after.as_ref()?.get(role)?))
    }

    /// The points that the ply cost the role to move: 0 unless it was a mistake. Even a mistake may cost nothing, if it
    /// only gives more to others.
    pub fn lost(&self) -> i64 {
        let points = self.mover.filter(|_| self.judgement.is_mistake()).and_then(|role| self.points(role));
        points.map_or(0, |(before, after)| i64::from(before) - i64::from(after))
    }

    /// Whether the ply changes the value.
    fn changes_value(&self) -> bool {
        let Judgement { value_before, value_after, .. } = &self.judgement;
        value_before.is_some() && value_after.is_some() && value_before != value_after
    }
}

impl Review {
    /// Judges a game.
    pub fn of(oracle: &GroundOracle<'_>, plies: &[Ply<State>], roles: usize) -> Result<Review, Error> {
        let judged: Result<Vec<JudgedPly>, Error> = plies.iter().map(|ply| JudgedPly::new(oracle, ply)).collect();
        Ok(Review::new(judged?, roles))
    }

    /// The review of judged plies.
    pub fn new(plies: Vec<JudgedPly>, roles: usize) -> Review {
        let (mut mistakes, mut lost) = (vec![0; roles], vec![0; roles]);
        for ply in &plies {
            if let Some(role) = ply.mover.filter(|_| ply.judgement.is_mistake()) {
                mistakes[role] += 1;
                lost[role] += ply.lost();
            }
        }
        let decided = plies.iter().rposition(JudgedPly::changes_value);
        Review { plies, mistakes, lost, decided }
    }

    /// For each ply the value before it, and finally the value after the last one; `None` if unknown.
    pub fn values(&self) -> Vec<Option<&[i32]>> {
        let before = self.plies.iter().map(|ply| ply.judgement.value_before.as_deref());
        let last = self.plies.last().map(|ply| ply.judgement.value_after.as_deref());
        before.chain(last).collect()
    }

    /// The number of plies with a known value before and after.
    pub fn judged(&self) -> usize {
        self.plies.iter().filter(|ply| ply.points(0).is_some()).count()
    }
}
