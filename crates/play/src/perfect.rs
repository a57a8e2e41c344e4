//! Plays from a solution.
//!
//! It keeps the value of the position, wins as fast and loses as slowly as possible. Among equal moves it prefers those
//! after which the opponent has more ways to go wrong: more moves that are not optimal. In a drawn position this takes
//! precedence over the distance, since a long draw is worth no more than a short one, but a difficult one may be won.
//!
//! In a cyclic game every won position is eventually won: solutions of such games store distances, and each move of the
//! winner brings the end closer. Distances that are not stored are searched for as in `query`.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Instant;

use game::State;
use query::{Answer, GroundOracle, Oracle, ValuedMove};
use solution::Database;

use crate::player::{ChosenMove, Error, MoveEffort, MoveLimit, Player};
use crate::position::Position;

/// The number of positions searched for distances that are not stored, if no time is given.
const SEARCHED: usize = 2_000;

/// The fraction of its time that a player uses to search for distances.
const SEARCHING: f64 = 0.8;

/// Plays from a solution.
pub struct Perfect {
    database: Arc<Database>,
    /// Searches for distances if the solution does not store them; opened on first use.
    searcher: Option<Oracle>,
}

impl Perfect {
    /// A player with a solution of the game, in the names of that game.
    pub fn new(database: Arc<Database>) -> Perfect {
        Perfect { database, searcher: None }
    }

    /// The answer of the solution for a position: its moves, best first and with their distances. An error if it does
    /// not have the values of all of them.
    pub fn answer(&mut self, position: &Position, limit: &MoveLimit) -> Result<Answer<State>, Error> {
        let mut answer = self.stored(position)?;
        self.complete(position, &mut answer, limit)?;
        Ok(answer)
    }

    /// The same, with the distances that are stored.
    fn stored(&self, position: &Position) -> Result<Answer<State>, Error> {
        let oracle = GroundOracle::new(&position.playable().game, Some(&self.database))?;
        let answer = oracle.answer(position.state())?;
        if answer.moves.iter().any(|one| one.value.is_none()) { Err(Error::Unsolved) } else { Ok(answer) }
    }

    /// Searches for distances where they are not stored and decide between moves.
    fn complete(&mut self, position: &Position, answer: &mut Answer<State>, limit: &MoveLimit) -> Result<(), Error> {
        let optimal = || answer.moves.iter().filter(|one| one.best);
        if optimal().count() > 1 && optimal().any(|one| one.distance.is_unknown()) {
            self.search_distances(position, answer, limit)?;
        }
        Ok(())
    }

    /// Searches for the distances of the moves, and ranks the moves by them.
    fn search_distances(
        &mut self,
        position: &Position,
        answer: &mut Answer<State>,
        limit: &MoveLimit,
    ) -> Result<(), Error> {
        let searcher = match &mut self.searcher {
            Some(searcher) => searcher,
            none => none.insert(Oracle::open(self.database.path())?),
        };
        let now = Instant::now();
        let end = limit.deadline.map(|end| now + end.saturating_duration_since(now).mul_f64(SEARCHING));
        searcher.set_effort(if end.is_some() { usize::MAX } else { SEARCHED });
        searcher.set_deadline(end);
        let same = searcher.state(&position.state().facts(&position.playable().game).join(" "))?;
        let ranked = searcher.answer(&same)?.moves;
        let place = |one: &ValuedMove<State>| ranked.iter().position(|known| known.text == one.text);
        for one in &mut answer.moves {
            one.distance = place(one).map_or(one.distance, |place| ranked[place].distance);
        }
        answer.moves.sort_by_key(|one| place(one));
        Ok(())
    }

    /// The optimal moves among which only the difficulty for the opponent decides.
    fn equal<'a>(&self, answer: &'a Answer<State>) -> Vec<&'a ValuedMove<State>> {
        let infinite = self.database.manifest().question.infinite.as_ref();
        let is_drawn = |value: &Vec<i32>| {
            matches!(value[..], [first, second] if first == second) && infinite.is_none_or(|infinite| infinite == value)
        };
        let optimal = answer.moves.iter().filter(|one| one.best);
        match answer.moves.first() {
            Some(ValuedMove { value: Some(value), .. }) if is_drawn(value) => optimal.collect(),
            Some(first) => optimal.filter(|one| one.distance == first.distance).collect(),
            None => Vec::new(),
        }
    }
}

impl Player for Perfect {
    fn name(&self) -> String {
        "perfect".to_owned()
    }

    fn choose(&mut self, position: &Position, role: usize, limit: &MoveLimit) -> Result<ChosenMove, Error> {
        if position.is_over() {
            return Err(Error::Over);
        }
        let (start, playable) = (Instant::now(), position.playable());
        let number = |one: &ValuedMove<State>| playable.named(role, &one.joint[role]);
        let mut answer = self.stored(position)?;
        answer.moves.first().and_then(number).into_iter().for_each(|made| limit.tell(made));
        self.complete(position, &mut answer, limit)?;
        let oracle = GroundOracle::new(&playable.game, Some(&self.database))?;
        let mut chosen: Option<(&ValuedMove<State>, Reverse<usize>)> = None;
        for one in self.equal(&answer) {
            let errors = Reverse(errors_after(&oracle, one, role)?);
            if chosen.is_none_or(|(_, fewest)| errors < fewest) {
                chosen = Some((one, errors));
            }
        }
        let (one, _) = chosen.ok_or(Error::Unsolved)?;
        let made = number(one).ok_or(Error::Unsolved)?;
        let effort = MoveEffort { seconds: start.elapsed().as_secs_f64(), ..MoveEffort::default() };
        Ok(ChosenMove { made, value: one.value.clone(), distance: Some(one.distance), estimate: None, effort })
    }
}

/// The number of moves of another role after a move that are not optimal.
fn errors_after(oracle: &GroundOracle<'_>, one: &ValuedMove<State>, role: usize) -> Result<usize, Error> {
    let reply = oracle.answer(&one.next)?;
    let is_others = reply.to_move.is_some_and(|mover| mover != role);
    Ok(reply.moves.iter().filter(|reply| is_others && !reply.best).count())
}
