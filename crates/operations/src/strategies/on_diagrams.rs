//! Lists for games with too many states to list: Algorithm 2 and simplification on diagrams, where each step may take
//! seconds.

use std::time::{Duration, Instant};

use game::Random;
use strategy::diagrams::{DiagramArena, Simplified, algorithm2, simplify};
use strategy::minimise::{Minimised, removed};
use strategy::options::{Options, Order};
use strategy::scene::ground_rules;
use strategy::{Content, Item, Rule, Strategy};

use super::{NoStrategy, Synthesis, SynthesisSettings, SynthesisStage};
use crate::error::Error;
use crate::stop::Until;

/// Completes a list by Algorithm 2, and simplifies the added rules as long as there is time.
pub fn complete_on_diagrams(
    arena: &mut DiagramArena<'_>,
    given: Strategy,
    search: &SynthesisSettings<'_>,
) -> Result<Synthesis, NoStrategy> {
    let locked = ground_rules(&given)?;
    let mut tally = Tally::new(arena, given, locked.len())?;
    for number in 0..search.effort.restarts.max(1) {
        let random = &mut Random::stream(search.effort.seed, number);
        let mut pace = Pace::new(&search.until);
        let made = algorithm2(arena, &locked, &search.options, random, &mut |rules| {
            (search.tell)(SynthesisStage::Growing(rules));
            pace.allows_a_step()
        })?;
        tally.offer(made.rules.clone(), made.complete);
        if !made.complete {
            tally.runs.push(cost(&made.rules));
            break;
        }
        (search.keep)(tally.synthesis(arena));
        let until = Until { deadline: search.effort.until, ..search.until.clone() };
        let mut pace = Pace::new(&until);
        let simplified = simplify(arena, &made.rules, locked.len(), &search.options, random, &mut |rules| {
            (search.tell)(SynthesisStage::Simplifying(rules));
            search.effort.until.is_some() && pace.allows_a_step()
        })?;
        let Some(Simplified { rules, .. }) = simplified else {
            return Err(Error::bug("the strategy found is not optimal").into());
        };
        let rules: Vec<Rule> = rules.into_iter().map(|(_, rule)| rule).collect();
        tally.runs.push(cost(&rules));
        tally.offer(rules, true);
        (search.keep)(tally.synthesis(arena));
    }
    Ok(tally.synthesis(arena))
}

/// Removes unneeded parts of a strongly optimal strategy until nothing can be removed or time runs out. `tell` receives
/// the number of rules.
pub fn minimise_on_diagrams(
    arena: &mut DiagramArena<'_>,
    strategy: &Strategy,
    seed: u64,
    until: &Until,
    tell: &dyn Fn(usize),
) -> Result<Minimised, NoStrategy> {
    if strategy.rules.iter().any(|item| item.group.is_some()) {
        return Err(Error::input("groups of rules can be kept together on bitmaps only").into());
    }
    let (options, random) = (Options { order: Order::Backward, ..Options::default() }, &mut Random::stream(seed, 0));
    let mut pace = Pace::new(until);
    let found = simplify(arena, &ground_rules(strategy)?, 0, &options, random, &mut |rules| {
        tell(rules);
        pace.allows_a_step()
    })?;
    let rules = found.ok_or(NoStrategy::NotOptimal)?.rules;
    let left: Vec<(usize, Content)> = rules.into_iter().map(|(origin, rule)| (origin, Content::Ground(rule))).collect();
    let kept: Vec<(usize, &Content)> = left.iter().map(|(origin, content)| (*origin, content)).collect();
    let removed = removed(arena.game, arena.role, strategy, &kept);
    let rules = left.into_iter().map(|(_, content)| Item { content, group: None }).collect();
    Ok(Minimised { strategy: Strategy { rules, ..Strategy::default() }, removed })
}

/// The best list of several runs, and its statistics.
struct Tally {
    value: i32,
    states: u128,
    given: Strategy,
    /// The number of given rules.
    locked: usize,
    clock: Instant,
    /// The best rules, and whether they are strongly optimal.
    best: Option<(Vec<Rule>, bool)>,
    /// Rules and literals of each run.
    runs: Vec<(usize, usize)>,
}

impl Tally {
    fn new(arena: &mut DiagramArena<'_>, given: Strategy, locked: usize) -> Result<Tally, NoStrategy> {
        let (value, states) = (arena.game_value()?, arena.non_terminal_states()?);
        Ok(Tally { value, states, given, locked, clock: Instant::now(), best: None, runs: Vec::new() })
    }

    /// Keeps rules if they are better than the best.
    fn offer(&mut self, rules: Vec<Rule>, complete: bool) {
        let better = |(known, whole): &(Vec<Rule>, bool)| (!complete, cost(&rules)) < (!whole, cost(known));
        if self.best.as_ref().is_none_or(better) {
            self.best = Some((rules, complete));
        }
    }

    fn synthesis(&self, arena: &DiagramArena<'_>) -> Synthesis {
        let (rules, optimal) = self.best.clone().unwrap_or_default();
        let added = rules.into_iter().skip(self.locked);
        let mut strategy = self.given.clone();
        strategy.rules.extend(added.map(|rule| Item { content: Content::Ground(rule), group: None }));
        Synthesis {
            engine: "diagrams",
            optimal,
            value: self.value,
            states: self.states,
            added: (self.locked + 1..=strategy.rules.len()).collect(),
            seconds_searching: self.clock.elapsed().as_secs_f64(),
            ..Synthesis::new(arena.game, arena.role, &strategy, &self.runs)
        }
    }
}

/// Paces steps that may each take seconds, so that none misses a deadline.
struct Pace<'p> {
    until: &'p Until,
    last: Instant,
    longest: Duration,
}

impl<'p> Pace<'p> {
    fn new(until: &'p Until) -> Pace<'p> {
        Pace { until, last: Instant::now(), longest: Duration::ZERO }
    }

    /// Whether a step that takes twice as long as the longest so far would still end in time.
    fn allows_a_step(&mut self) -> bool {
        let now = Instant::now();
        self.longest = self.longest.max(now - self.last);
        self.last = now;
        !self.until.stop.raised() && self.until.deadline.is_none_or(|end| now + 2 * self.longest < end)
    }
}

/// Number of rules, then of literals.
fn cost(rules: &[Rule]) -> (usize, usize) {
    (rules.len(), rules.iter().map(|rule| rule.literals.len()).sum())
}
