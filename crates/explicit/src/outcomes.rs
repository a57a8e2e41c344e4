//! Outcomes as small numbers, and their ranking by each role.
//!
//! Every outcome seen so far has a number from 1 on; 0 means that it is not known yet. While a layer is solved, two
//! outcomes are compared by their ranks in a table.

use task::{Error, Limit, Model, Outcomes};

/// The number of an outcome.
pub type Class = u16;

/// No outcome yet.
pub const UNKNOWN: Class = 0;

/// The worst rank: that of no outcome.
pub const LAST: Class = Class::MAX;

/// The ranking of successors' outcomes by each role.
pub struct Ranking {
    /// For each role and class of a successor, the rank of the resulting class; smaller is better.
    ranks: Vec<Vec<Class>>,
    /// For each role and rank, the class of the state.
    classes: Vec<Vec<Class>>,
}

impl Ranking {
    /// Ranks all outcomes seen so far. If distances are kept, the predecessor is one ply further from the end.
    pub fn new(outcomes: &mut Outcomes, model: Model, roles: usize) -> Result<Ranking, Error> {
        let known = outcomes.list().len();
        let later: Vec<Class> = outcomes.one_ply_further()?.iter().map(|terminal| terminal.number() as Class).collect();
        check_number(outcomes)?;
        let mut ranking = Ranking { ranks: Vec::new(), classes: Vec::new() };
        for role in 0..roles {
            let classes: Vec<Class> =
                outcomes.best_first(model, role).iter().map(|index| *index as Class + 1).collect();
            let mut rank_of = vec![LAST; outcomes.list().len() + 1];
            for (rank, class) in classes.iter().enumerate() {
                rank_of[usize::from(*class)] = rank as Class;
            }
            let ranks = (0..=known).map(|class| match class.checked_sub(1) {
                Some(index) => rank_of[usize::from(later[index])],
                None => LAST,
            });
            ranking.ranks.push(ranks.collect());
            ranking.classes.push(classes);
        }
        Ok(ranking)
    }

    /// The ranks of one role, by class of the successor.
    #[inline(always)]
    pub fn of(&self, role: usize) -> &[Class] {
        &self.ranks[role]
    }

    /// The class that a role gets with a rank.
    #[inline(always)]
    pub fn class(&self, role: usize, rank: Class) -> Class {
        self.classes[role].get(usize::from(rank)).copied().unwrap_or(UNKNOWN)
    }
}

/// Fails if there are more outcomes than numbers.
pub fn check_number(outcomes: &Outcomes) -> Result<(), Error> {
    if outcomes.list().len() >= usize::from(LAST) {
        return Err(Limit::outcomes(u32::from(LAST) - 1).into());
    }
    Ok(())
}
