//! Simplifies a list on diagrams: removes rules and literals as long as it stays strongly optimal (lines 12 to 15 of
//! Algorithm 2).
//!
//! Every attempt follows the list again, which takes time. The caller may stop at any moment: the remaining list is
//! always optimal.

use game::Random;

use super::arena::DiagramArena;
use super::course::is_advancing;
use super::plan::Plan;
use crate::error::Error;
use crate::follow::Optimality;
use crate::literals::fewer;
use crate::options::{Options, Removal};
use crate::rule::Rule;

/// A simplified list.
pub struct Simplified {
    /// Its rules, each with its number in the original list.
    pub rules: Vec<(usize, Rule)>,
    /// Whether no rule and no literal can be removed any more.
    pub settled: bool,
}

/// Simplifies a list except its first rules, which are locked; `None` if it is not strongly optimal to begin with.
/// `go_on` is called before every attempt.
pub fn simplify(
    arena: &mut DiagramArena<'_>,
    rules: &[Rule],
    locked: usize,
    options: &Options,
    random: &mut Random,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<Option<Simplified>, Error> {
    let mut plan = Plan::of(arena, rules)?;
    if !is_advancing(arena, &plan, Optimality::Strong)? {
        return Ok(None);
    }
    let mut work = Work { origins: (0..rules.len()).collect(), locked, stopped: false, go_on };
    while work.thin(arena, &mut plan, options, random)? | work.shorten(arena, &mut plan, options, random)? {}
    let rules = work.origins.iter().copied().zip(plan.list()).collect();
    Ok(Some(Simplified { rules, settled: !work.stopped }))
}

struct Work<'w> {
    /// For each rule, its number in the original list.
    origins: Vec<usize>,
    /// The number of locked rules at the start.
    locked: usize,
    stopped: bool,
    go_on: &'w mut dyn FnMut(usize) -> bool,
}

impl Work<'_> {
    /// Whether there is time for another attempt.
    fn may(&mut self) -> bool {
        self.stopped = self.stopped || !(self.go_on)(self.origins.len());
        !self.stopped
    }

    /// The rules that may be changed, in the order of simplification.
    fn places(&self, plan: &Plan, options: &Options, random: &mut Random) -> Vec<usize> {
        let open = plan.rules.len() - self.locked;
        options.order.numbers(open, random).into_iter().map(|number| number + self.locked).collect()
    }

    /// Removes rules that are not needed, dead ones without a check; returns whether there were any.
    fn thin(
        &mut self,
        arena: &mut DiagramArena<'_>,
        plan: &mut Plan,
        options: &Options,
        random: &mut Random,
    ) -> Result<bool, Error> {
        let before = plan.rules.len();
        let mut doomed = self.places(plan, options, random);
        while let Some(at) = doomed.pop() {
            let dead = plan.is_dead(at);
            if !dead && !self.may() {
                break;
            }
            let without = plan.without(arena, at)?;
            if dead || is_advancing(arena, &without, Optimality::Strong)? {
                *plan = without;
                self.origins.remove(at);
                doomed.iter_mut().filter(|other| **other > at).for_each(|other| *other -= 1);
            }
        }
        Ok(plan.rules.len() < before)
    }

    /// Removes literals from the rules; returns whether there were any.
    fn shorten(
        &mut self,
        arena: &mut DiagramArena<'_>,
        plan: &mut Plan,
        options: &Options,
        random: &mut Random,
    ) -> Result<bool, Error> {
        let mut changed = false;
        for at in self.places(plan, options, random) {
            let Rule { literals, made } = plan.rules[at].rule.clone();
            let found = fewer(&literals, Removal::Greedy, options.order, random, &mut |left| {
                if !self.may() {
                    return Ok::<_, Error>(false);
                }
                let wider = plan.with(arena, at, Rule { literals: left.to_vec(), made })?;
                let valid = is_advancing(arena, &wider, Optimality::Strong)?;
                if valid {
                    *plan = wider;
                }
                Ok(valid)
            })?;
            changed |= found.is_some();
        }
        Ok(changed)
    }
}
