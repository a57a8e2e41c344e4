//! The outcomes of a batch of states whose successors are solved.
//!
//! At the end of a game the goals decide; elsewhere the role that chooses takes the best of the successors' outcomes. Who chooses is what
//! most moves say by themselves; where they don't, it is whoever has more than one legal move in that state.

use rustc_hash::FxHashMap;
use symbolic::rewards::Defects;

use crate::error::Error;
use crate::expand::{BATCH, Expander, Mask, WORDS, is_empty, lanes};
use crate::find::Cursors;
use crate::key::Key;
use crate::moves::Moves;
use crate::outcomes::{Class, Ends, LAST, Ranking, UNKNOWN};

/// Solved states, ascending, and their outcomes.
#[derive(Clone, Copy)]
pub struct Solved<'s, const N: usize> {
    /// The states.
    pub keys: &'s [Key<N>],
    /// Their outcomes.
    pub classes: &'s [Class],
}

/// Judges states, batch by batch.
pub struct Judge<'m, const N: usize> {
    expander: Expander<'m, N>,
    cursors: Vec<Cursors<N>>,
    choosers: Vec<u8>,
    best: Vec<Class>,
    rewards: Vec<i32>,
    known_ends: FxHashMap<Vec<i32>, Class>,
    defects: Defects,
}

impl<'m, const N: usize> Judge<'m, N> {
    /// A judge of a game.
    pub fn new(moves: &'m Moves<N>, defects: Defects) -> Judge<'m, N> {
        Judge {
            expander: Expander::new(moves),
            cursors: vec![Cursors::new(); moves.joint.len()],
            choosers: vec![0; BATCH],
            best: vec![LAST; BATCH],
            rewards: Vec::new(),
            known_ends: FxHashMap::default(),
            defects,
        }
    }

    /// Gives up to [`BATCH`] states their outcomes.
    pub fn judge(
        &mut self,
        states: &[Key<N>],
        solved: Solved<'_, N>,
        ranking: &Ranking,
        ends: &Ends<'_>,
        classes: &mut [Class],
    ) -> Result<(), Error> {
        self.expander.load(states);
        self.find_choosers()?;
        self.best.fill(LAST);
        for joint in 0..self.cursors.len() {
            let legal = self.expander.legal(joint);
            if !is_empty(&legal) {
                self.expander.make(joint, &legal);
                self.follow(joint, &legal, solved, ranking)?;
            }
        }
        let open = self.expander.open();
        let mut stuck = [0; WORDS];
        for lane in lanes(&open) {
            if self.best[lane] == LAST {
                stuck[lane / 64] |= 1 << (lane % 64);
            } else {
                classes[lane] = ranking.class(usize::from(self.choosers[lane]), self.best[lane]);
            }
        }
        self.refuse_stuck(&stuck)?;
        let over = self.expander.over();
        let ending = std::array::from_fn(|word| over[word] | stuck[word]);
        self.end(&ending, ends, classes)
    }

    /// Takes the outcomes of the successors by one move into account.
    fn follow(
        &mut self,
        joint: usize,
        legal: &Mask,
        solved: Solved<'_, N>,
        ranking: &Ranking,
    ) -> Result<(), Error> {
        let chooser = self.expander.moves().joint[joint].chooser;
        let cursors = &mut self.cursors[joint];
        for lane in lanes(legal) {
            let role = chooser.unwrap_or(usize::from(self.choosers[lane]));
            self.choosers[lane] = role as u8;
            let successor = &self.expander.successors()[lane];
            let found = cursors.find(solved.keys, &self.expander.key(lane), successor);
            let class = found.map_or(UNKNOWN, |at| solved.classes[at]);
            let rank = ranking.of(role)[usize::from(class)];
            if rank == LAST {
                return Err(missing(self.expander.moves(), &self.expander.key(lane)));
            }
            self.best[lane] = self.best[lane].min(rank);
        }
        Ok(())
    }

    /// Finds who chooses, where moves leave that open.
    fn find_choosers(&mut self) -> Result<(), Error> {
        self.choosers.fill(0);
        let mut taken = [0; WORDS];
        let open = self.expander.open();
        for role in 0..self.expander.moves().roles.len() {
            let Some((_, several)) = self.expander.choices(role) else { return Ok(()) };
            let several: Mask = std::array::from_fn(|word| several[word] & open[word]);
            for lane in lanes(&several) {
                if taken[lane / 64] >> (lane % 64) & 1 == 1 {
                    let what = "two roles have a choice in the same state, so the game is not turn-taking";
                    return Err(self.defect(lane, what.to_owned()));
                }
                self.choosers[lane] = role as u8;
            }
            taken = std::array::from_fn(|word| taken[word] | several[word]);
        }
        Ok(())
    }

    fn refuse_stuck(&self, stuck: &Mask) -> Result<(), Error> {
        match lanes(stuck).next() {
            Some(lane) if self.defects == Defects::Refuse => {
                Err(self.defect(lane, "a role has no legal move in a state that is not terminal".to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// Gives states at which the game ends the outcome that the goals say.
    fn end(&mut self, ending: &Mask, ends: &Ends<'_>, classes: &mut [Class]) -> Result<(), Error> {
        if is_empty(ending) {
            return Ok(());
        }
        self.expander.evaluate_goals();
        let moves = self.expander.moves();
        let roles = moves.roles.len();
        self.rewards.clear();
        self.rewards.resize(BATCH * roles, 0);
        for role in 0..roles {
            let mut none = *ending;
            for (index, &reward) in moves.rewards[role].iter().enumerate() {
                let holds = self.expander.goal(role, index);
                let again: Mask = std::array::from_fn(|word| holds[word] & ending[word] & !none[word]);
                if let Some(lane) = lanes(&again).next().filter(|_| self.defects == Defects::Refuse) {
                    return Err(
                        self.defect(lane, format!("{} has several goals at a terminal state", moves.roles[role]))
                    );
                }
                let first: Mask = std::array::from_fn(|word| holds[word] & none[word]);
                // Leniently, of several goals the lowest counts, which comes first.
                lanes(&first).for_each(|lane| self.rewards[lane * roles + role] = reward);
                none = std::array::from_fn(|word| none[word] & !first[word]);
            }
            if let Some(lane) = lanes(&none).next().filter(|_| self.defects == Defects::Refuse) {
                return Err(self.defect(lane, format!("{} has no goal at a terminal state", moves.roles[role])));
            }
        }
        for lane in lanes(ending) {
            let rewards = &self.rewards[lane * roles..(lane + 1) * roles];
            classes[lane] = ends.class(rewards, &mut self.known_ends)?;
        }
        Ok(())
    }

    fn defect(&self, lane: usize, what: String) -> Error {
        Error::Defect { what, state: self.expander.moves().layout.state(&self.expander.key(lane)) }
    }
}

/// A successor that is in no layer: the files are not those of this game.
fn missing<const N: usize>(moves: &Moves<N>, state: &Key<N>) -> Error {
    let what = "a successor of a state is missing from the database, which does not belong to these rules".to_owned();
    Error::Defect { what, state: moves.layout.state(state) }
}
