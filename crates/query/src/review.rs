//! A move that was played, judged: was it a mistake, and what would have been better?

use serde::Serialize;

use crate::answer::Answer;

/// What is said of a move; its field names are an interface.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Judgement {
    /// Whether no other move is better; none where nobody knows.
    pub perfect: Option<bool>,
    /// Whether there was no other.
    pub forced: bool,
    /// The rewards under best play before the move, where they are known.
    pub value_before: Option<Vec<i32>>,
    /// The same after it.
    pub value_after: Option<Vec<i32>>,
    /// Plies to the end before the move, where they are known.
    pub distance_before: Option<u32>,
    /// The same from the move on.
    pub distance_after: Option<u32>,
    /// Whether it keeps the value but takes longer than it need, or gives in sooner.
    pub slower: bool,
    /// The moves that are perfect, where this one is not.
    pub better: Vec<String>,
}

impl Judgement {
    /// Judges a move by its text, and by what is known of the position in which it was played.
    pub fn new<P>(position: Answer<P>, made: &str) -> Judgement {
        let chosen = position.moves.iter().find(|one| one.text == made);
        // Of moves that several make at once none is the best, and so none is a mistake.
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
