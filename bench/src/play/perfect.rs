//! The perfect player against random, greedy and UCT opponents: it never loses value, and wins in time.

use std::sync::Arc;

use play::contest::{openings, play};
use play::{Greedy, MoveLimit, Perfect, Playable, Player, Position, RandomPlayer, Settings, Uct};
use query::Prober;
use solution::Database;

use super::{LONGEST, playable, solution};
use crate::Outcome;
use crate::report::{Table, grouped};

/// The games, two of them cyclic.
const GAMES: [&str; 8] = [
    "tic-tac-toe",
    "connect-four:4x4",
    "clobber:3x4",
    "nim:1,3,5,7",
    "domineering:4x4",
    "dots-and-boxes:2x1",
    "minichess",
    "three-mens-morris",
];

/// Playouts per move of the UCT opponent.
const PLAYOUTS: u64 = 200;

/// The results of a contest.
#[derive(Default)]
struct Found {
    games: u64,
    /// Games in which the player got less than the value of the position.
    losses: u64,
    /// Games that started with a win, and those of them that took longer than the distance.
    won: u64,
    late: u64,
}

/// Plays the given number of games on each of the games, from the start and from random openings, as both roles.
pub fn run(games: usize) -> Outcome<String> {
    let mut table = Table::new(&["game", "opponent", "games", "value lost", "begun won", "won too late"]);
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
            eprintln!("{name}, {}: {} of {} lost", opponent.name(), found.losses, found.games);
            let numbers = [found.games, found.losses, found.won, found.late].map(grouped);
            table.row([name.to_owned(), opponent.name()].into_iter().chain(numbers));
        }
    }
    Ok(format!(
        "## The perfect player\n\nGames from random openings of 0 to 4 plies, both sides; UCT has {PLAYOUTS} playouts per move.\n\n{}",
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
        let outcome =
            Prober::new(&playable.game, database).probe(opening.state())?.ok_or("an opening is not solved")?;
        let (role, mut perfect) = (number % 2, Perfect::new(Arc::clone(database)));
        let mut players: [&mut dyn Player; 2] = [&mut perfect, opponent];
        if role == 1 {
            players.reverse();
        }
        let played = play(&opening, &mut players, &|| MoveLimit::playouts(PLAYOUTS), LONGEST)?;
        found.games += 1;
        found.losses += u64::from(played.rewards[role] < outcome.rewards[role]);
        if outcome.rewards[role] > outcome.rewards[1 - role] {
            found.won += 1;
            found.late += u64::from(outcome.distance.is_some_and(|distance| played.joints.len() > distance as usize));
        }
    }
    Ok(found)
}
