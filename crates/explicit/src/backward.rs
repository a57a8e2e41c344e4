//! One step of backward induction: the outcomes of states whose successors are solved.
//!
//! At terminal states the goals decide; elsewhere the role that chooses takes the best of the successors' outcomes.
//! Most moves determine the role that chooses; otherwise it is the role with more than one legal move in that state.

use std::sync::Mutex;

use task::{Error, Outcomes, Valuation};

use crate::expand::{BATCH, Expander, Mask, WORDS, is_empty, lanes};
use crate::find::Cursors;
use crate::forward::PIECE;
use crate::key::Key;
use crate::moves::Moves;
use crate::outcomes::{Class, LAST, Ranking, UNKNOWN};
use crate::parallel::{lock, work};
use crate::rewards::{Ends, Goals};

/// Solved states, ascending, and their outcomes.
#[derive(Clone, Copy)]
pub struct Solved<'s, const N: usize> {
    /// The states.
    pub keys: &'s [Key<N>],
    /// Their outcomes.
    pub classes: &'s [Class],
}

/// The outcomes of ascending states whose successors are all solved.
pub fn backward<const N: usize>(
    moves: &Moves<N>,
    states: &[Key<N>],
    solved: Solved<'_, N>,
    outcomes: &mut Outcomes,
    valuation: Valuation,
    threads: usize,
) -> Result<Vec<Class>, Error> {
    let ranking = Ranking::new(outcomes, valuation.model, moves.roles.len())?;
    let ends = Ends::new(outcomes, valuation);
    let mut classes = vec![UNKNOWN; states.len()];
    let pieces: Vec<_> = classes.chunks_mut(PIECE).zip(states.chunks(PIECE)).map(Mutex::new).collect();
    work(
        threads,
        pieces.len(),
        || Induction::new(moves),
        |induction, number| {
            let mut piece = lock(&pieces[number]);
            let (classes, states) = &mut *piece;
            for (batch, classes) in states.chunks(BATCH).zip(classes.chunks_mut(BATCH)) {
                induction.step(batch, solved, &ranking, &ends, classes)?;
            }
            Ok(())
        },
    )?;
    drop(pieces);
    Ok(classes)
}

/// Backward induction, batch by batch.
struct Induction<'m, const N: usize> {
    expander: Expander<'m, N>,
    cursors: Vec<Cursors<N>>,
    choosers: Vec<u8>,
    best: Vec<Class>,
    goals: Goals,
}

impl<'m, const N: usize> Induction<'m, N> {
    fn new(moves: &'m Moves<N>) -> Induction<'m, N> {
        Induction {
            expander: Expander::new(moves),
            cursors: vec![Cursors::new(); moves.joint.len()],
            choosers: vec![0; BATCH],
            best: vec![LAST; BATCH],
            goals: Goals::default(),
        }
    }

    /// Computes the outcomes of up to [`BATCH`] states.
    fn step(
        &mut self,
        states: &[Key<N>],
        solved: Solved<'_, N>,
        ranking: &Ranking,
        ends: &Ends<'_>,
        classes: &mut [Class],
    ) -> Result<(), Error> {
        self.expander.load(states);
        self.expander.find_choosers(&mut self.choosers)?;
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
        self.expander.refuse_stuck(&stuck, ends.valuation().defects)?;
        let over = self.expander.over();
        let ending = std::array::from_fn(|word| over[word] | stuck[word]);
        self.goals.read(&mut self.expander, &ending, ends, classes)
    }

    /// Updates the outcomes with the successors by one move.
    fn follow(&mut self, joint: usize, legal: &Mask, solved: Solved<'_, N>, ranking: &Ranking) -> Result<(), Error> {
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
}

/// The error for a successor that is in no layer: the files do not belong to this game.
pub fn missing<const N: usize>(moves: &Moves<N>, state: &Key<N>) -> Error {
    Error::Missing(moves.layout.state(state))
}
