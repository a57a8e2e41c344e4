//! What `synth`, `complete` and `minimise` do on diagrams, for games with too many states to list.

use std::time::{Duration, Instant};

use ::strategy::diagrams::{Field, Simplified, algorithm2, simplify};
use ::strategy::json::ListAnswer;
use ::strategy::minimise::{Minimised, removed};
use ::strategy::options::{Options, Order, PairOrder};
use ::strategy::scene::ground_rules;
use ::strategy::{Content, Item, Rule, Strategy};
use game::{Game, Random};

use super::searching::{Answer, Best, print};
use super::setting::Setting;
use super::synth::{Algorithm, SearchOptions};
use crate::console::Console;
use crate::error::{Error, Exit};
use crate::progress::Search;
use crate::table::count;

/// Completes a list by Algorithm 2, simplifies what was added as long as the search has time, and prints.
pub fn synthesise(
    command: &SearchOptions,
    setting: &Setting,
    field: &mut Field<'_>,
    given: Strategy,
    best: &Best,
    console: &Console,
) -> Result<Exit, Error> {
    if command.algorithm == Algorithm::One {
        return Err(Error::input("Algorithm 1 makes a rule for every state, which diagrams are not for")
            .hint("leave --algorithm out, or give --engine bitmaps"));
    }
    // Rules for early states leave fewer late ones to be reached, and simplification has no time here to mend what that spares.
    let (options, effort) = (command.options(PairOrder::FromStart), command.effort(setting.deadline(), None));
    let locked = ground_rules(&given)?;
    let mut tally = Tally::new(setting, field, given, locked.len())?;
    let progress = Search::new(console);
    // Without another number there is one run: it takes as long as it takes.
    for number in 0..command.restarts.unwrap_or(1).max(1) {
        let random = &mut Random::stream(command.seed, number);
        let mut pace = Pace::new(setting.deadline());
        let made = algorithm2(field, &locked, &options, random, &mut |rules| {
            progress.tell(format!("{} so far", count(rules, "rule")));
            !console.stop.raised() && pace.allows_a_step()
        })?;
        tally.offer(made.rules.clone(), made.complete);
        if !made.complete {
            tally.runs.push(cost(&made.rules));
            break;
        }
        // A step may take longer than anybody waits for it, and the list is whole already.
        best.keep(tally.answer(), command.out.as_deref());
        let mut pace = Pace::new(effort.until);
        let rules = shorter(field, &made.rules, locked.len(), &options, random, &mut |rules| {
            progress.tell(format!("{} after simplification so far", count(rules, "rule")));
            !console.stop.raised() && effort.until.is_some() && pace.allows_a_step()
        })?;
        tally.runs.push(cost(&rules));
        tally.offer(rules, true);
        best.keep(tally.answer(), command.out.as_deref());
    }
    drop(progress);
    print(&tally.answer(), command.out.as_deref(), console)
}

/// The best list of several runs, and what is said beside it.
struct Tally<'t> {
    setting: &'t Setting,
    game: &'t Game,
    role: usize,
    value: i32,
    states: u128,
    given: Strategy,
    /// Rules that were given.
    locked: usize,
    clock: Instant,
    /// The best rules, and whether they are strongly optimal.
    best: Option<(Vec<Rule>, bool)>,
    /// Rules and literals of each run.
    runs: Vec<(usize, usize)>,
}

impl<'t> Tally<'t> {
    fn new<'f: 't>(
        setting: &'t Setting,
        field: &mut Field<'f>,
        given: Strategy,
        locked: usize,
    ) -> Result<Tally<'t>, Error> {
        let (game, role, clock) = (field.game, field.role, Instant::now());
        let (value, states) = (field.game_value()?, field.states_that_go_on()?);
        Ok(Tally { setting, game, role, value, states, given, locked, clock, best: None, runs: Vec::new() })
    }

    /// Takes rules that are better than the best.
    fn offer(&mut self, rules: Vec<Rule>, complete: bool) {
        let better = |(known, whole): &(Vec<Rule>, bool)| (!complete, cost(&rules)) < (!whole, cost(known));
        if self.best.as_ref().is_none_or(better) {
            self.best = Some((rules, complete));
        }
    }

    fn answer(&self) -> Answer {
        let (rules, optimal) = self.best.clone().unwrap_or_default();
        let added = rules.into_iter().skip(self.locked);
        let mut strategy = self.given.clone();
        strategy.rules.extend(added.map(|rule| Item { content: Content::Ground(rule), group: None }));
        // Before the first run has ended there is nothing to be averaged.
        let runs = self.runs.len().max(1) as f64;
        let average = |number: fn(&(usize, usize)) -> usize| self.runs.iter().map(number).sum::<usize>() as f64 / runs;
        Answer {
            game: self.setting.source.name.clone(),
            engine: "diagrams",
            optimal,
            value: self.value,
            states: self.states,
            list: ListAnswer::new(self.game, self.role, &strategy),
            restarts: self.runs.len() as u64,
            steps: 0,
            average_rules: average(|run| run.0),
            average_literals: average(|run| run.1),
            seconds_searching: self.clock.elapsed().as_secs_f64(),
            minimal: None,
            refutations: Vec::new(),
            seconds: self.setting.seconds(),
        }
    }
}

/// Takes out of a strongly optimal strategy what is not needed, until nothing is or time is over; none if it is not strongly optimal.
pub fn minimise(
    setting: &Setting,
    field: &mut Field<'_>,
    strategy: &Strategy,
    seed: u64,
    console: &Console,
) -> Result<Option<Minimised>, Error> {
    if strategy.rules.iter().any(|item| item.group.is_some()) {
        return Err(Error::input("groups of rules can be kept together on bitmaps only"));
    }
    let (options, random) = (Options { order: Order::Backward, ..Options::default() }, &mut Random::stream(seed, 0));
    let progress = Search::new(console);
    let mut pace = Pace::new(setting.deadline());
    let found = simplify(field, &ground_rules(strategy)?, 0, &options, random, &mut |rules| {
        progress.tell(format!("{} so far", count(rules, "rule")));
        !console.stop.raised() && pace.allows_a_step()
    })?;
    Ok(found.map(|found| {
        let left: Vec<(usize, Content)> =
            found.rules.into_iter().map(|(origin, rule)| (origin, Content::Ground(rule))).collect();
        let kept: Vec<(usize, &Content)> = left.iter().map(|(origin, content)| (*origin, content)).collect();
        let removed = removed(field.game, field.role, strategy, &kept);
        let rules = left.into_iter().map(|(_, content)| Item { content, group: None }).collect();
        Minimised { strategy: Strategy { rules, ..Strategy::default() }, removed }
    }))
}

/// A strongly optimal list with what is not needed taken out of it.
fn shorter(
    field: &mut Field<'_>,
    rules: &[Rule],
    locked: usize,
    options: &Options,
    random: &mut Random,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<Vec<Rule>, Error> {
    let Some(Simplified { rules, .. }) = simplify(field, rules, locked, options, random, go_on)? else {
        return Err(Error::bug("the strategy found is not optimal"));
    };
    Ok(rules.into_iter().map(|(_, rule)| rule).collect())
}

/// Steps that may each take seconds, on the way to a point in time that none of them should miss.
struct Pace {
    until: Option<Instant>,
    last: Instant,
    longest: Duration,
}

impl Pace {
    fn new(until: Option<Instant>) -> Pace {
        Pace { until, last: Instant::now(), longest: Duration::ZERO }
    }

    /// Whether a step that takes twice as long as the longest so far would still end in time.
    fn allows_a_step(&mut self) -> bool {
        let now = Instant::now();
        self.longest = self.longest.max(now - self.last);
        self.last = now;
        self.until.is_none_or(|until| now + 2 * self.longest < until)
    }
}

/// Number of rules, then of literals.
fn cost(rules: &[Rule]) -> (usize, usize) {
    (rules.len(), rules.iter().map(|rule| rule.literals.len()).sum())
}
