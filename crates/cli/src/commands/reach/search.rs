//! The search behind `reach`, by either engine.

use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use prove::ProvedGame;
use solution::Engine as ChosenEngine;
use symbolic::engine::{Engine as DiagramEngine, Resources};
use symbolic::order::Order;
use symbolic::reach::{Duplicates, End, is_cyclic, reach};
use task::{Allowance, Traits};
use workshop::budget::give_back;
use workshop::scratch;
use workshop::solve::contest::{Contest, Terms};
use workshop::solve::errors::{Means, engine_error, explicit_error};
use workshop::solve::order::runners;

use super::answer::{Answer, Layer};
use super::{Engine, Reach};
use crate::console::Console;
use crate::error::{Error, Kind};
use crate::progress::Search;

/// A search on its way.
pub struct Work<'w> {
    options: &'w Reach,
    console: &'w Console,
    prepared: &'w ProvedGame,
    clock: Instant,
    found: &'w Mutex<Answer>,
    /// Whether no state can be in two layers.
    distinct: bool,
    /// Whether the game is cyclic, as far as that is proved.
    cyclic: Option<bool>,
}

impl<'w> Work<'w> {
    /// A search that writes down what it finds.
    pub fn new(
        options: &'w Reach,
        console: &'w Console,
        prepared: &'w ProvedGame,
        clock: Instant,
        found: &'w Mutex<Answer>,
    ) -> Work<'w> {
        let distinct = Traits::of(prepared).measure.is_some_and(|measure| measure.is_incremental());
        let acyclic = &prepared.class.acyclic;
        let cyclic = match acyclic.is_proved() || prepared.measure.is_some() {
            true => Some(false),
            false => acyclic.is_refuted().then_some(true),
        };
        Work { options, console, prepared, clock, found, distinct, cyclic }
    }

    /// Searches.
    pub fn run(&self) -> Result<(), Error> {
        self.found().cyclic = self.cyclic;
        match self.options.engine {
            Engine::Symbolic => self.symbolic(None),
            Engine::Explicit => self.explicit(None),
            Engine::Auto => self.auto(),
        }
    }

    /// Searches by the engine that wins the contest, or by diagrams where only these can do what is asked.
    fn auto(&self) -> Result<(), Error> {
        let all_counted = self.options.duplicates && !self.distinct;
        let wanted = self.options.order.wanted().is_some();
        if all_counted || wanted || Contest::refusal(self.prepared).is_some() {
            return self.symbolic(None);
        }
        let bytes = self.options.limits.budget().engine_bytes()?;
        let mut contest = Contest::new(Terms { prepared: self.prepared, solve: false, bytes });
        match self.explicit(Some(&mut contest)) {
            Err(error) if error.kind() == Kind::Limit && self.goes_on() => {}
            Ok(()) if contest.diagrams_won() => {}
            done => return done,
        }
        contest.end_trials();
        {
            let mut found = self.found();
            *found = Answer { rules: std::mem::take(&mut found.rules), cyclic: self.cyclic, ..Answer::default() };
        }
        self.symbolic(contest.order())
    }

    /// Searches on diagrams, in an order that is known to be good or the one asked for or the winner of the race.
    fn symbolic(&self, order: Option<&Order>) -> Result<(), Error> {
        self.begin(ChosenEngine::Symbolic)?;
        let budget = self.options.limits.budget();
        let means = Means { budget: &budget, database: None };
        let go_on = || self.goes_on();
        let allowance = Allowance::new(budget.engine_bytes()?, &go_on);
        let order = match order {
            Some(order) => order.clone(),
            None => runners(self.options.order.wanted(), self.prepared, allowance)?.swap_remove(0).order,
        };
        self.found().order = Some(order.name);
        let resources = Resources { bytes: budget.engine_bytes()?, threads: self.options.threads.threads() };
        let mut engine =
            DiagramEngine::new(self.prepared, &order, resources).map_err(|error| engine_error(error, means))?;
        let duplicates = match (self.options.duplicates, self.distinct) {
            (_, true) => Duplicates::Impossible,
            (true, _) => Duplicates::Keep,
            (false, _) => Duplicates::Remove,
        };
        let progress = Search::new(self.console);
        let reached = reach(&mut engine, duplicates, |engine, layer, _| {
            let usage = engine.store().usage();
            let nodes = Some(layer.nodes);
            let mut found = self.found();
            progress.ply(found.layers.len(), layer.states, layer.nodes, usage.bytes);
            found.add(Layer { states: layer.states, terminal_states: layer.terminal_states, nodes });
            (found.peak_nodes, found.engine_bytes) = (usage.peak_nodes, usage.peak_bytes);
            self.go_on()
        })
        .map_err(|error| engine_error(error, means))?;
        let repeats = reached.repeats;
        match reached.end {
            End::Stopped => return Ok(()),
            End::Cycle { equals } => {
                let mut found = self.found();
                (found.equals, found.cyclic, found.repeats) = (Some(equals), Some(true), repeats);
                return Ok(());
            }
            // Where all layers that have a state are counted, a state that came again would have no last one.
            End::Complete => self.complete(repeats, duplicates == Duplicates::Keep),
        }
        if self.is_open() {
            // That memory does not suffice for this is no reason to keep back what was counted.
            let cyclic = is_cyclic(&mut engine, &reached.visited, &go_on).unwrap_or(None);
            self.found().cyclic = cyclic;
        }
        let usage = engine.store().usage();
        let mut found = self.found();
        (found.peak_nodes, found.engine_bytes) = (usage.peak_nodes, usage.peak_bytes);
        Ok(())
    }

    /// Searches state by state, until the diagrams of a contest take over.
    fn explicit(&self, mut contest: Option<&mut Contest<'_>>) -> Result<(), Error> {
        self.begin(ChosenEngine::Explicit)?;
        if self.options.duplicates && !self.distinct {
            let what =
                "--duplicates counts states after every number of plies that leads to them, which only diagrams can do";
            return Err(Error::input(what).hint("give --engine symbolic"));
        }
        let folder = scratch::folder();
        let budget = self.options.limits.budget();
        let means = Means { budget: &budget, database: None };
        let bytes = budget.engine_bytes()?;
        let resources = explicit::Resources {
            bytes: bytes - if contest.is_some() { Contest::trial_bytes(bytes) } else { 0 },
            threads: self.options.threads.threads(),
            folder: &folder,
            give_back,
        };
        let progress = Search::new(self.console);
        let search = explicit::reach::Search { distinct: self.distinct, cycles: self.cyclic.is_none() };
        let reached = explicit::reach::reach(self.prepared, search, resources, &mut |step| {
            let mut found = self.found();
            match step {
                explicit::reach::Step::Layer(layer) => {
                    progress.ply(found.layers.len(), u128::from(layer.states), 0, layer.bytes);
                    found.engine_bytes = found.engine_bytes.max(layer.bytes);
                    let (states, terminal_states) = (u128::from(layer.states), u128::from(layer.terminal_states));
                    found.add(Layer { states, terminal_states, nodes: None });
                    drop(found);
                    let go_on = || self.goes_on();
                    if contest.as_mut().is_some_and(|contest| contest.found(layer.states, layer.work, &go_on)) {
                        return ControlFlow::Break(());
                    }
                }
                explicit::reach::Step::Complete { repeats } => {
                    drop(found);
                    self.complete(repeats, false);
                }
                explicit::reach::Step::Trimmed => {}
            }
            self.go_on()
        })
        .map_err(|error| explicit_error(error, &self.prepared.game, means))?;
        if self.is_open() {
            self.found().cyclic = reached.cyclic;
        }
        Ok(())
    }

    /// An engine begins.
    fn begin(&self, engine: ChosenEngine) -> Result<(), Error> {
        self.console.stop.check()?;
        self.found().engine = engine.name();
        Ok(())
    }

    /// All layers are found; without repetitions, or with every one of them counted, there is no cycle.
    fn complete(&self, repeats: bool, all_counted: bool) {
        let mut found = self.found();
        (found.complete, found.repeats) = (true, repeats);
        if !repeats || all_counted {
            found.cyclic = Some(false);
        }
    }

    /// Whether the game may be cyclic for all that is known.
    fn is_open(&self) -> bool {
        let found = self.found();
        found.complete && found.cyclic.is_none()
    }

    fn found(&self) -> MutexGuard<'w, Answer> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn goes_on(&self) -> bool {
        let deadline = self.options.limits.budget().deadline(self.clock);
        !self.console.stop.raised() && deadline.is_none_or(|deadline| Instant::now() <= deadline)
    }

    fn go_on(&self) -> ControlFlow<()> {
        if self.goes_on() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
