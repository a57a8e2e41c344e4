//! A played game, move by move: which moves were mistakes, what they cost, and where the game was decided.
//!
//! The binary and the page review games with this code, from the answers of [`query::GroundOracle`].

pub mod html;
mod summary;

use game::{Game, State};
use query::scoring::WinDrawLoss;
use query::{Error, GroundOracle, Judgement, Ply};
use serde::Serialize;

pub use summary::{HardPosition, PlayerSummary, Summary};

/// A move that was played, judged.
#[derive(Clone, Debug)]
pub struct JudgedPly {
    /// The state before it.
    pub before: State,
    /// The role that was to move, if it was one.
    pub mover: Option<usize>,
    /// The ply as it is written.
    pub text: String,
    /// What is said of it.
    pub judgement: Judgement,
}

/// A judged ply as answers tell it; its field names are an interface.
#[derive(Clone, Debug, Serialize)]
pub struct PlyAnswer {
    /// From 1.
    pub ply: usize,
    /// The role that was to move, if it was one.
    pub role: Option<String>,
    /// The ply as it is written.
    #[serde(rename = "move")]
    pub text: String,
    /// What it was to that role before the move, where that is known.
    pub outcome_before: Option<WinDrawLoss>,
    /// The same after the move.
    pub outcome_after: Option<WinDrawLoss>,
    /// What is said of the ply.
    #[serde(flatten)]
    pub judgement: Judgement,
}

/// A played game, judged.
#[derive(Clone, Debug)]
pub struct Review {
    /// The plies.
    pub plies: Vec<JudgedPly>,
    /// Per role how many of its moves were mistakes.
    pub mistakes: Vec<usize>,
    /// Per role the points that its mistakes cost it.
    pub lost: Vec<i64>,
    /// The last ply that changed the value, counted from 0: from there on the rest followed by optimal play.
    pub decided: Option<usize>,
}

impl JudgedPly {
    /// Judges a ply.
    pub fn new(oracle: &GroundOracle<'_>, ply: &Ply<State>) -> Result<JudgedPly, Error> {
        let judgement = Judgement::new(oracle.answer(&ply.before)?, &ply.text);
        Ok(JudgedPly { before: ply.before.clone(), mover: ply.mover, text: ply.text.clone(), judgement })
    }

    /// The ply with this number as an answer.
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

    /// What a role had under optimal play before the ply, and what it has after it, where both are known.
    pub fn points(&self, role: usize) -> Option<(i32, i32)> {
        let Judgement { value_before, value_after, .. } = &self.judgement;
        Some((*value_before.as_ref()?.get(role)?, *value_after.as_ref()?.get(role)?))
    }

    /// The points that the ply cost the role to move: 0 unless it was a mistake, and even a mistake may cost nothing,
    /// where it only gives more to others.
    pub fn lost(&self) -> i64 {
        let points = self.mover.filter(|_| self.judgement.is_mistake()).and_then(|role| self.points(role));
        points.map_or(0, |(before, after)| i64::from(before) - i64::from(after))
    }

    /// Whether the value is another after the ply.
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

    /// Per ply the value before it, and at the end the value after the last one; none where it is not known.
    pub fn values(&self) -> Vec<Option<&[i32]>> {
        let before = self.plies.iter().map(|ply| ply.judgement.value_before.as_deref());
        let last = self.plies.last().map(|ply| ply.judgement.value_after.as_deref());
        before.chain(last).collect()
    }

    /// How many plies have a value before and after them.
    pub fn judged(&self) -> usize {
        self.plies.iter().filter(|ply| ply.points(0).is_some()).count()
    }
}
