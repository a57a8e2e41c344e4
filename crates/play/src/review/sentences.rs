//! A review in sentences: the value at the start and at the end, the deciding move, and the mistakes of each player.

use notation::Notation;
use number::{count, grouped};

use super::Review;

/// The names in a game for its review.
pub struct Names<'n> {
    /// The roles.
    pub roles: &'n [String],
    /// The names of their players.
    pub players: Vec<&'n str>,
    /// The notation of moves.
    pub notation: &'n Notation,
}

/// Sentences about the game as a whole.
pub fn sentences(review: &Review, names: &Names<'_>) -> Vec<String> {
    let mut sentences = Vec::new();
    let value = |value: &[i32]| {
        let rewards = names.roles.iter().zip(value).map(|(role, reward)| format!("{role} {reward}"));
        rewards.collect::<Vec<_>>().join(", ")
    };
    let values = review.values();
    if let (Some(Some(start)), Some(Some(end))) = (values.first(), values.last()) {
        sentences.push(format!("Value at the start: {}. After the last move: {}.", value(start), value(end)));
    }
    sentences.push(decided(review, names));
    for (role, name) in names.roles.iter().enumerate() {
        let player = names.players[role];
        let who = if player == name { name.clone() } else { format!("{player} ({name})") };
        sentences.push(match (review.mistakes[role], review.lost[role]) {
            (0, _) => format!("{who} made no mistake."),
            (mistakes, lost) => {
                format!("{who} made {} and lost {}.", count(mistakes, "mistake"), count(lost, "point"))
            }
        });
    }
    sentences
}

/// Where the game was decided.
fn decided(review: &Review, names: &Names<'_>) -> String {
    let Some(ply) = review.decided else {
        return "No move changed the value: every move was optimal.".to_owned();
    };
    let judged = &review.plies[ply];
    let whose = judged.mover.map_or(String::new(), |role| format!(" by {}", names.roles[role]));
    format!("Decided at ply {}: {}{whose}.", grouped(ply as u64 + 1), names.notation.of_move(&judged.text))
}
