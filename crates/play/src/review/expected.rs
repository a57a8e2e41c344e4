//! Reviews a game with chance or simultaneous moves: what each choice cost in expected points.
//!
//! A move is judged by what it promises while the others play by the stored strategies: good luck makes no move better.
//! It is a mistake if another move certainly promises more. A move that the strategy never makes may still cost
//! nothing.

use query::{Error, ExpectedOracle, ExpectedOutlook, MixedMove, Position, RoleOutlook};
use serde::Serialize;
use solution::manifest::ExpectedReward;

/// A judged choice of a role; its field names are an interface.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JudgedChoice {
    /// The role.
    pub role: String,
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// How often the stored strategy makes it.
    pub probability: f64,
    /// What it promises the role.
    pub expected: ExpectedReward,
    /// What the best moves promise.
    pub best: ExpectedReward,
    /// Whether another move certainly promises more.
    pub mistake: bool,
    /// How much more: 0 unless it is a mistake.
    pub lost: f64,
    /// The best moves, if this one is a mistake.
    pub better: Vec<String>,
    /// The number of the role.
    #[serde(skip)]
    pub place: usize,
}

/// A judged ply of such a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExpectedPly {
    /// From 1.
    pub ply: usize,
    /// The text of the ply.
    #[serde(rename = "move")]
    pub text: String,
    /// What the roles that had a choice did, chance left out.
    pub choices: Vec<JudgedChoice>,
    /// Whether chance had a choice.
    pub chance: bool,
    /// Expected reward per player before the ply.
    pub value_before: Vec<ExpectedReward>,
    /// The same after it.
    pub value_after: Vec<ExpectedReward>,
}

/// A reviewed game with chance or simultaneous moves.
#[derive(Clone, PartialEq, Debug)]
pub struct ExpectedReview {
    /// The plies.
    pub plies: Vec<ExpectedPly>,
    /// For each player, the number of its choices.
    pub choices: Vec<usize>,
    /// For each player, the number of its mistakes.
    pub mistakes: Vec<usize>,
    /// For each player, the expected points lost by its mistakes.
    pub lost: Vec<f64>,
}

impl ExpectedReview {
    /// Judges moves from a position, given as a text that `query` reads.
    pub fn of(oracle: &mut ExpectedOracle, start: &Position, moves: &str) -> Result<ExpectedReview, Error> {
        let plies = oracle.read(start, moves)?;
        let mut outlook = oracle.outlook(start)?;
        let mut judged = Vec::with_capacity(plies.len());
        for (number, ply) in (1..).zip(plies) {
            let after = oracle.outlook(&Position::from(ply.after))?;
            let random = oracle.database().figures().random;
            let choice = |(place, made): (usize, &String)| judge(oracle, &outlook.roles[place], made);
            judged.push(ExpectedPly {
                ply: number,
                choices: ply.joint.iter().enumerate().filter_map(choice).collect(),
                chance: random.is_some_and(|random| outlook.roles[random].moves.len() > 1),
                text: ply.text,
                value_before: values(&outlook),
                value_after: values(&after),
            });
            outlook = after;
        }
        Ok(ExpectedReview::new(judged, &oracle.database().players()))
    }

    fn new(plies: Vec<ExpectedPly>, players: &[usize]) -> ExpectedReview {
        let of_player =
            |&player: &usize| plies.iter().flat_map(|ply| &ply.choices).filter(move |one| one.place == player);
        ExpectedReview {
            choices: players.iter().map(|player| of_player(player).count()).collect(),
            mistakes: players.iter().map(|player| of_player(player).filter(|one| one.mistake).count()).collect(),
            lost: players.iter().map(|player| of_player(player).map(|one| one.lost).sum::<f64>() + 0.0).collect(),
            plies,
        }
    }
}

/// The expected rewards of the players in a position.
fn values(outlook: &ExpectedOutlook) -> Vec<ExpectedReward> {
    outlook.roles.iter().filter_map(|role| role.expected.clone()).collect()
}

/// The judgement of a move, if its role is a player and had a choice.
fn judge(oracle: &ExpectedOracle, outlook: &RoleOutlook, made: &str) -> Option<JudgedChoice> {
    if outlook.moves.len() < 2 {
        return None;
    }
    let one = outlook.moves.iter().find(|one| one.text == made)?;
    let expected = one.expected.clone()?;
    let promised = |one: &MixedMove| one.expected.as_ref().map_or(f64::NEG_INFINITY, ExpectedReward::middle);
    let best = outlook.moves.iter().max_by(|a, b| promised(a).total_cmp(&promised(b)))?.expected.clone()?;
    let mistake = expected.upper < best.lower;
    let is_best = |one: &&MixedMove| one.expected.as_ref().is_some_and(|expected| expected.upper >= best.lower);
    let better = outlook.moves.iter().filter(|_| mistake).filter(is_best).map(|one| one.text.clone()).collect();
    Some(JudgedChoice {
        role: oracle.roles()[outlook.role].clone(),
        made: made.to_owned(),
        probability: one.probability,
        lost: if mistake { best.middle() - expected.middle() } else { 0.0 },
        mistake,
        better,
        expected,
        best,
        place: outlook.role,
    })
}
