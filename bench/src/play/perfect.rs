//! The perfect player against random, greedy and UCT opponents: no move loses value, and wins come in time.

use std::sync::Arc;

use play::contest::{openings, play};
use play::{Greedy, MoveLimit, Perfect, Playable, Player, Position, RandomPlayer, Settings, Uct};
use query::Prober;
use solution::Database;
use solution::manifest::OutcomeCount;

use super::{LONGEST, playable, solution};
use crate::Outcome;
use crate::report::{Table, grouped};

/// The games. Rewards of Clobber are points of both sides, those of Kalah and Dots and Boxes shares of what there is;
/// the last three games are cyclic.
const GAMES: [&str; 8] = [
    "tic-tac-toe",
    "connect-four:4x4",
    "clobber:3x4",
    "kalah:3x2",
    "dots-and-boxes:2x2",
    "three-mens-morris",
    "krk-endgame:4",
    "awari:3x2",
];

/// Playouts per move of the UCT opponent.
const PLAYOUTS: u64 = 200;

/// The results of a contest.
#[derive(Default)]
struct Found {
    games: u64,
    /// Moves of the player, and those of them that lost value.
    moves: u64,
    losses: u64,
    /// Games that the player won from a won position on, and those of them that took longer than the distance.
    won: u64,
    late: u64,
}

/// Plays the given number of games against each opponent on each of the games, from the start and from random openings,
/// as both roles.
pub fn run(games: usize) -> Outcome<String> {
    let heads = ["game", "opponent", "games", "moves", "value lost", "had a win", "won too late"];
    let (mut table, mut total) = (Table::new(&heads), 0);
    for name in GAMES {
        let (_folder, database) = solution(name)?;
        let (playable, database) = (playable(name, Some(&database))?, Arc::new(database));
        let opponents: [Box<dyn Player>; 3] = [
            Box::new(RandomPlayer::new(1)),
            Box::new(Greedy::new(1)),
            Box::new(Uct::new(None, Settings::default(), 1)),
        ];
        for mut opponent in opponents {
            let found = contest(&playable, &database, &mut *opponent, games)?;
            eprintln!("{name}, {}: value lost by {} of {} moves", opponent.name(), found.losses, found.moves);
            let numbers = [found.games, found.moves, found.losses, found.won, found.late].map(grouped);
            table.row([name.to_owned(), opponent.name()].into_iter().chain(numbers));
            total += found.games;
        }
    }
    Ok(format!(
        "{} games from random openings of 0 to 4 plies, both sides; UCT has {PLAYOUTS} playouts per move. A move loses \
         value if the player's reward under optimal play is lower after it. A win comes too late if it takes longer than \
         the distance in the database after the last change of value. Distances bound wins only in constant-sum games, \
         which excludes Clobber.\n\n{}",
        grouped(total),
        table.markdown(2)
    ))
}

fn contest(
    playable: &Arc<Playable>,
    database: &Arc<Database>,
    opponent: &mut dyn Player,
    games: usize,
) -> Outcome<Found> {
    let mut found = Found::default();
    for number in 0..games {
        let opening = match openings(playable, number / 2 % 5, 1, number as u64 / 2).pop() {
            Some(opening) => opening,
            None => Position::initial(playable),
        };
        let (role, mut perfect) = (number % 2, Perfect::new(Arc::clone(database)));
        let mut players: [&mut dyn Player; 2] = [&mut perfect, opponent];
        if role == 1 {
            players.reverse();
        }
        let played = play(&opening, &mut players, &|| MoveLimit::playouts(PLAYOUTS), LONGEST)?;
        found.games += 1;
        judge(&opening, &played.joints, role, database, &mut found)?;
    }
    Ok(found)
}

/// Looks at a game move by move.
fn judge(
    opening: &Position,
    joints: &[Vec<usize>],
    role: usize,
    database: &Database,
    found: &mut Found,
) -> Outcome<()> {
    let playable = opening.playable();
    let prober = Prober::new(&playable.game, database);
    let probe = |position: &Position| -> Outcome<&OutcomeCount> {
        Ok(prober.probe(position.state())?.ok_or("a state is not solved")?)
    };
    let (mut position, mut before) = (opening.clone(), probe(opening)?);
    // When the game must be over: from the last change of the value on, which is the opponent's mistake.
    let end = |ply: usize, outcome: &OutcomeCount| {
        let is_won = playable.sum.is_some() && outcome.rewards[role] > outcome.rewards[1 - role];
        outcome.distance.filter(|_| is_won).map(|distance| ply + distance as usize)
    };
    let mut latest = end(0, before);
    for (ply, joint) in joints.iter().enumerate() {
        let is_its_move = position.choosing() == [role];
        position = position.after(joint);
        let after = probe(&position)?;
        if after.rewards != before.rewards {
            latest = end(ply + 1, after);
        }
        found.moves += u64::from(is_its_move);
        found.losses += u64::from(is_its_move && after.rewards[role] < before.rewards[role]);
        before = after;
    }
    found.won += u64::from(latest.is_some());
    found.late += u64::from(latest.is_some_and(|latest| joints.len() > latest));
    Ok(())
}
