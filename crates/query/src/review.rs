//! Reviews a played move: whether it was a mistake, and which move would have been better.

use serde::Serialize;

use crate::answer::Answer;

/// The judgement of a move; its field names are an interface.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Judgement {
    /// Whether no other move is better; `None` if unknown.
    pub perfect: Option<bool>,
    /// Whether it was the only legal move.
    pub forced: bool,
    /// The rewards under optimal play before the move, if known.
    pub value_before: Option<Vec<i32>>,
    /// The same after it.
    pub value_after: Option<Vec<i32>>,
    /// Plies to the end before the move, if known.
    pub distance_before: Option<u32>,
    /// The same counted from the move on.
    pub distance_after: Option<u32>,
    /// Whether it keeps the value but wins more slowly or loses faster than necessary.
    pub slower: bool,
    /// The optimal moves, if this one is not.
    pub better: Vec<String>,
}

impl Judgement {
    /// Judges a move by its text and the answer for the position in which it was played.
    pub fn new<P>(position: Answer<P>, made: &str) -> Judgement {
        let chosen = position.moves.iter().find(|one| one.text == made);
        // Among simultaneous moves none is best, so none is a mistake.
        let perfect = chosen.filter(|one| one.value.is_some() && !position.at_once).map(|one| one.best);
        let best = position.moves.first().map(|best| best.distance);
        let better = position.moves.iter().filter(|one| one.best && perfect == Some(false));
        Judgement {
            perfect,
            forced: position.moves.len() == 1,
            value_after: chosen.and_then(|chosen| chosen.value.clone()),
            distance_before: position.distance.plies(),
            distance_after: chosen.and_then(|chosen| chosen.distance.plies()),
            slower: perfect == Some(true) && chosen.map(|chosen| chosen.distance) != best,
            better: better.map(|one| one.text.clone()).collect(),
            value_before: position.value,
        }
    }

    /// Whether another move would have been better.
    pub fn is_mistake(&self) -> bool {
        self.perfect == Some(false)
    }
}
