//! Joint moves as rows and columns: what a valued role does, and what all others do together.
//!
//! Moves of a role are ordered by their text, so that whoever reads a strategy can tell which moves it mixes from the
//! rules alone. The role that moves by chance is neither row nor column: its moves are averaged.

use prove::ProvedGame;

/// Where joint moves stand in the matrix of each valued role.
pub struct Choices {
    /// The roles that have a value of their own.
    pub valued: Vec<usize>,
    /// Per valued role and joint move its row and its column.
    places: Vec<Vec<(u32, u32)>>,
    /// Per joint move the place of each player's move in the order of their texts.
    ranks: Vec<Vec<u32>>,
}

impl Choices {
    /// The choices of all roles but the one that moves by chance.
    pub fn new(proved: &ProvedGame, random: Option<usize>, valued: &[usize]) -> Choices {
        let rank: Vec<Vec<u32>> = proved.game.moves.iter().map(|moves| by_text(moves)).collect();
        let players: Vec<usize> = (0..rank.len()).filter(|role| Some(*role) != random).collect();
        let ranks: Vec<Vec<u32>> = proved
            .effects
            .effects
            .iter()
            .map(|effect| players.iter().map(|&role| rank[role][effect.joint.moves[role] as usize]).collect())
            .collect();
        let place = |role: &usize| {
            let at = players.iter().position(|player| player == role).unwrap_or(0);
            let others = |ranks: &Vec<u32>| -> Vec<u32> {
                ranks.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, &rank)| rank).collect()
            };
            let mut columns: Vec<Vec<u32>> = ranks.iter().map(others).collect();
            columns.sort_unstable();
            columns.dedup();
            let column = |ranks: &Vec<u32>| columns.binary_search(&others(ranks)).unwrap_or(0) as u32;
            ranks.iter().map(|ranks| (ranks[at], column(ranks))).collect()
        };
        Choices { valued: valued.to_vec(), places: valued.iter().map(place).collect(), ranks }
    }

    /// The row and the column of a joint move in the matrix of a valued role.
    pub fn place(&self, valued: usize, joint: u32) -> (u32, u32) {
        self.places[valued][joint as usize]
    }

    /// The moves of all players in a joint move, by their place in the order of their texts.
    pub fn moves(&self, joint: u32) -> &[u32] {
        &self.ranks[joint as usize]
    }
}

/// Per move its place in the order of texts.
fn by_text(moves: &[game::Move]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by(|&a, &b| moves[a].name.cmp(&moves[b].name));
    let mut places = vec![0; moves.len()];
    for (place, index) in (0..).zip(order) {
        places[index] = place;
    }
    places
}
