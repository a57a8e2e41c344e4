//! Searches for distances that the solution does not store.
//!
//! Only moves that keep the value matter. The winner shortens and the loser prolongs, so "is the end at most n plies
//! away?" is a game with the answer yes or no, asked for one ply, two plies and so on. Short lines are found before
//! long ones cost anything. If the layers of the solution follow a measure that grows with every ply, the number of
//! remaining layers bounds the distance, which ends the search for the longest draw as soon as one of that length is
//! found.
//!
//! Several states are searched in parallel, and a depth counts only when all of them have completed it. So equivalent
//! states, such as those after symmetric moves, get the same answer whenever the search stops.

use std::collections::HashMap;
use std::sync::Arc;

use interpret::State;

use crate::answer::Distance;
use crate::error::Error;
use crate::oracle::{Expansion, Oracle};

/// The maximum search depth in plies, which is also the recursion depth.
const DEEPEST: u32 = 200;

/// The maximum number of states whose distances are kept. Optimal play is read from them, so none are dropped.
const MEMORY: usize = 1_000_000;

/// A search for distances.
pub struct Search<'o> {
    oracle: &'o mut Oracle,
}

/// The distances found by searches so far.
pub type Distances = HashMap<State, KnownDistance>;

/// The known bounds on the distance of a state.
#[derive(Clone, Copy)]
pub struct KnownDistance {
    /// A lower bound minus one, unless the distance is known exactly.
    more_than: u32,
    exactly: Option<u32>,
}

/// Why a search has no answer.
enum Stop {
    /// The effort or the time is used up: with more of it the search would continue.
    Effort,
    /// More effort would not help: there is no memory for more states, or one of them has no value.
    Bound,
    Failed(Error),
}

impl<'o> Search<'o> {
    /// A search with the remaining effort of the oracle and the results of earlier searches.
    pub fn new(oracle: &'o mut Oracle) -> Search<'o> {
        Search { oracle }
    }

    /// Deepens the search for some states until all distances are known or the effort is used up.
    pub fn deepen(&mut self, states: &[State], distances: &mut [Distance]) -> Result<(), Error> {
        for limit in 1..=DEEPEST {
            if !distances.iter().any(|distance| distance.is_unknown()) {
                return Ok(());
            }
            let mut deeper = Vec::with_capacity(states.len());
            for (state, &distance) in states.iter().zip(&*distances) {
                deeper.push(match distance {
                    Distance::MoreThan(plies) if plies < limit => match self.within(state, limit) {
                        Ok(Some(plies)) => Distance::Plies(plies),
                        Ok(None) => Distance::MoreThan(limit),
                        Err(Stop::Effort) => {
                            self.oracle.out_of_effort = true;
                            return Ok(());
                        }
                        Err(Stop::Bound) => return Ok(()),
                        Err(Stop::Failed(error)) => return Err(error),
                    },
                    known => known,
                });
            }
            distances.copy_from_slice(&deeper);
        }
        Ok(())
    }

    /// The distance of a state if it is at most `limit`.
    fn within(&mut self, state: &State, limit: u32) -> Result<Option<u32>, Stop> {
        let known = self.oracle.distances.get(state).copied();
        if let Some(KnownDistance { exactly: Some(plies), .. }) = known {
            return Ok(Some(plies).filter(|&plies| plies <= limit));
        }
        let at_least = known.map_or(0, |known| known.more_than + 1);
        if at_least > limit {
            return Ok(None);
        }
        let expansion = self.expand(state)?;
        let exactly = if expansion.over {
            Some(0)
        } else if limit == 0 {
            None
        } else if at_least > 0 && self.oracle.most_plies(&expansion) == Some(at_least) {
            Some(at_least)
        } else {
            self.best(state, &expansion, limit)?
        };
        if self.oracle.distances.len() >= MEMORY && known.is_none() {
            return Err(Stop::Bound);
        }
        self.oracle.distances.insert(state.clone(), KnownDistance { more_than: limit, exactly });
        Ok(exactly)
    }

    /// One ply more than the successor that the mover chooses, if that is within the limit.
    fn best(&mut self, state: &State, expansion: &Expansion, limit: u32) -> Result<Option<u32>, Stop> {
        let Some(value) = &expansion.value else { return Err(Stop::Bound) };
        let shortens = self.oracle.wish(&expansion.choices).shortens(value);
        let mut best: Option<u32> = None;
        for next in self.oracle.successors(state, expansion).map_err(Stop::Failed)? {
            if self.expand(next)?.value.as_ref() != Some(value) {
                continue;
            }
            // A role that shortens needs only shorter lines.
            let limit = if shortens { best.unwrap_or(limit + 1).saturating_sub(1) } else { limit };
            if limit == 0 {
                break;
            }
            match self.within(next, limit - 1)? {
                Some(plies) => best = Some(plies + 1).max(best.filter(|_| !shortens)),
                None if shortens => {}
                None => return Ok(None),
            }
        }
        Ok(best)
    }

    fn expand(&mut self, state: &State) -> Result<Arc<Expansion>, Stop> {
        self.oracle.search(state).map_err(Stop::Failed)?.ok_or(Stop::Effort)
    }
}

impl KnownDistance {
    /// The distance, given an upper bound on the remaining plies.
    pub fn distance(self, most: Option<u32>) -> Distance {
        match (self.exactly, most) {
            (Some(plies), _) => Distance::Plies(plies),
            (None, Some(most)) if most == self.more_than + 1 => Distance::Plies(most),
            (None, _) => Distance::MoreThan(self.more_than),
        }
    }
}
