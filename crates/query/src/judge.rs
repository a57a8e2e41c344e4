//! Evaluates positions with the solution and the rules, and finds optimal lines.

use std::collections::HashMap;

use interpret::State;

use crate::answer::{Answer, Distance, ValuedMove, Wish};
use crate::distance::Search;
use crate::error::Error;
use crate::oracle::{Expansion, Oracle, Position};
use crate::reading::Game;

/// The maximum number of plies in the best line.
pub const LONGEST_LINE: usize = 1000;

/// A line of optimal play from a position.
#[derive(Clone, Debug)]
pub struct Line {
    /// The moves.
    pub moves: Vec<ValuedMove>,
    /// How it ends.
    pub end: LineEnd,
    /// If it ends by repetition, the number of moves before the repeated position. The moves after it repeat forever.
    pub repeats_from: Option<usize>,
}

/// How a line ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEnd {
    /// In a terminal position.
    Over,
    /// By repetition.
    Repeats,
    /// After the requested number of moves, or where no value is known.
    Cut,
}

/// Finds the distance of a position and those of its ranked moves if they are not stored.
type Finder = fn(&mut Oracle, &Position, &mut [ValuedMove]) -> Result<Distance, Error>;

impl Oracle {
    /// The value of a position, and of each move in it. Distances that are not stored are searched for.
    pub fn answer(&mut self, position: &Position) -> Result<Answer, Error> {
        self.out_of_effort = false;
        self.judge(position, Oracle::search_distances)
    }

    /// Optimal play from a position with the given distance, until the end, a repetition, or `most` moves. If the
    /// distance is known, each move reduces it by one ply; if play is infinite, no move ends it.
    pub fn line(&mut self, position: &Position, distance: Distance, most: usize) -> Result<Line, Error> {
        let (mut moves, mut at, mut left) = (Vec::new(), position.clone(), distance);
        let mut seen = HashMap::from([(position.clone(), 0)]);
        while moves.len() < most {
            let best: Vec<ValuedMove> =
                self.judge(&at, Oracle::recall_distances)?.moves.into_iter().filter(|m| m.best).collect();
            let as_told = best.iter().position(|one| one.distance == left && !left.is_unknown());
            let Some(one) = best.into_iter().nth(as_told.unwrap_or(0)) else { break };
            (at, left) = (one.next.clone(), one.distance.before_a_ply());
            moves.push(one);
            if let Some(first) = seen.insert(at.clone(), moves.len()) {
                // A repetition is optimal play only if play is known to be infinite.
                let is_endless = distance == Distance::Endless;
                let moves = if is_endless { moves } else { Vec::new() };
                return Ok(Line { moves, end: LineEnd::Repeats, repeats_from: is_endless.then_some(first) });
            }
        }
        let end = if self.expand(&at.0)?.over { LineEnd::Over } else { LineEnd::Cut };
        Ok(Line { moves, end, repeats_from: None })
    }

    fn judge(&mut self, position: &Position, find: Finder) -> Result<Answer, Error> {
        let expansion = self.expand(&position.0)?;
        let Expansion { over, stuck, mut distance, .. } = *expansion;
        let value = expansion.value.clone();
        let (to_move, at_once) = (self.turn(&position.0)?.and_then(|turn| turn.to_move), expansion.choices.at_once);
        let mut moves = self.moves(&position.0, &expansion)?;
        if !at_once {
            let wish = self.wish(&expansion.choices);
            wish.rank(&mut moves);
            if !over && value.is_some() && !self.has_distances {
                let found = find(self, position, &mut moves)?;
                wish.rank(&mut moves);
                distance =
                    [found, Wish::distance(&moves)].into_iter().min_by_key(|one| one.certainty()).unwrap_or(found);
            }
        }
        if value.is_none() {
            Wish::unmark(&mut moves);
        }
        Ok(Answer { terminal: over && stuck.is_none(), stuck, to_move, at_once, value, distance, moves })
    }

    /// The moves in a state with their stored values.
    fn moves(&mut self, state: &State, expansion: &Expansion) -> Result<Vec<ValuedMove>, Error> {
        let Some(turn) = self.turn(state)? else { return Ok(Vec::new()) };
        let successors = self.successors(state, expansion)?;
        let mut moves = Vec::with_capacity(successors.len());
        let written = turn.texts().into_iter().zip(turn.names(self.notation()));
        for (((text, name), joint), next) in written.zip(turn.joints).zip(successors) {
            let after = self.expand(next)?;
            let (value, distance) = (after.value.clone(), after.distance.after_a_ply());
            moves.push(ValuedMove { text, name, joint, next: Position(next.clone()), value, distance, best: false });
        }
        Ok(moves)
    }

    /// Searches for distances: first that of the position, which is the cheapest, with half of the effort; then those
    /// of all moves.
    fn search_distances(&mut self, position: &Position, moves: &mut [ValuedMove]) -> Result<Distance, Error> {
        let half = self.halve_effort();
        let mut distance = [Distance::MoreThan(0)];
        Search::new(self).deepen(std::slice::from_ref(&position.0), &mut distance)?;
        self.add_effort(half);
        let solved = moves.iter().take_while(|one| one.value.is_some()).count();
        let states: Vec<State> = moves[..solved].iter().map(|one| one.next.0.clone()).collect();
        let mut distances: Vec<Distance> = moves[..solved].iter().map(|one| one.distance.before_a_ply()).collect();
        Search::new(self).deepen(&states, &mut distances)?;
        moves.iter_mut().zip(distances).for_each(|(one, distance)| one.distance = distance.after_a_ply());
        Ok(distance[0])
    }

    /// Reuses the distances found by earlier searches.
    fn recall_distances(&mut self, _: &Position, moves: &mut [ValuedMove]) -> Result<Distance, Error> {
        for one in moves.iter_mut().filter(|one| one.distance.is_unknown()) {
            if let Some(&known) = self.distances.get(&one.next.0) {
                let expansion = self.expand(&one.next.0)?;
                one.distance = known.distance(self.most_plies(&expansion)).after_a_ply();
            }
        }
        Ok(Distance::MoreThan(0))
    }
}
