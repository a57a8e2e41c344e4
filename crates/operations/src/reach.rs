//! Counts reachable states, ply by ply, with either engine.

use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use prove::ProvedGame;
use serde::Serialize;
use solution::Engine;
use symbolic::engine::{DiagramEngine, Resources};
use symbolic::reach::{Duplicates, End, is_cyclic, reach};
use task::{Allowance, Traits, VariableOrder};

use crate::budget::{Budget, give_back};
use crate::error::{Error, ErrorKind};
use crate::scratch;
use crate::solve::contest::{Contest, ContestTerms};
use crate::solve::errors::{Means, engine_error};
use crate::solve::order::runners;
use crate::stop::Until;

/// The options of a search.
pub struct ReachOptions<'o> {
    /// Whether a state counts after every number of plies that leads to it, rather than only after the first.
    pub duplicates: bool,
    /// The engine; `None` for the winner of the contest.
    pub engine: Option<Engine>,
    /// The variable order, by its name or as a file; `None` for the winner of the race.
    pub order: Option<&'o str>,
    /// The limits.
    pub budget: Budget,
    /// The maximum number of threads.
    pub threads: usize,
    /// When to stop with the results so far.
    pub until: Until,
    /// Receives every ply: its number, its states, their nodes, and the bytes that the engine holds.
    pub observe: &'o (dyn Fn(usize, u128, usize, usize) + Sync),
}

/// The results of a search so far; the field names are an interface.
#[derive(Serialize, Default)]
pub struct ReachCounts {
    /// States.
    pub states: u128,
    /// Terminal states.
    pub terminal_states: u128,
    /// The same ply by ply.
    pub layers: Vec<PlyCounts>,
    /// Whether all states are found.
    pub complete: bool,
    /// Whether a state can repeat; `None` if the limits were not enough to find out.
    pub cyclic: Option<bool>,
    /// Whether some state can be reached after different numbers of plies.
    pub repeats: bool,
    /// The engine that counted.
    pub engine: &'static str,
    /// The order of its variables.
    pub order: Option<&'static str>,
    /// The peak number of nodes.
    pub peak_nodes: usize,
    /// The peak memory of the engine, as it accounts for it.
    pub engine_bytes: usize,
    /// With duplicates: the earlier layer that equals the next one, so that layers never end.
    #[serde(skip)]
    pub equals: Option<usize>,
}

/// The states after a number of plies.
#[derive(Serialize)]
pub struct PlyCounts {
    /// States.
    pub states: u128,
    /// Terminal states.
    pub terminal_states: u128,
    /// Nodes of their diagram; `None` if there is none.
    pub nodes: Option<usize>,
}

impl ReachCounts {
    fn add(&mut self, layer: PlyCounts) {
        self.states += layer.states;
        self.terminal_states += layer.terminal_states;
        self.layers.push(layer);
    }

    /// Whether nothing is left to search.
    pub fn is_whole(&self) -> bool {
        self.complete || self.equals.is_some()
    }
}

/// Whether it is proved that no state can be reached after two different numbers of plies.
pub fn is_distinct(proved: &ProvedGame) -> bool {
    Traits::of(proved).measure.is_some_and(|measure| measure.is_incremental())
}

/// Searches, and records results as they are found.
pub fn search(options: &ReachOptions<'_>, proved: &ProvedGame, found: &Mutex<ReachCounts>) -> Result<(), Error> {
    Search::new(options, proved, found).run()
}

/// A search in progress.
struct Search<'r> {
    options: &'r ReachOptions<'r>,
    proved: &'r ProvedGame,
    found: &'r Mutex<ReachCounts>,
    /// Whether no state can be in two layers.
    distinct: bool,
    /// Whether the game is cyclic, if that is proved.
    cyclic: Option<bool>,
}

impl<'r> Search<'r> {
    fn new(options: &'r ReachOptions<'r>, proved: &'r ProvedGame, found: &'r Mutex<ReachCounts>) -> Search<'r> {
        let acyclic = &proved.class.acyclic;
        let cyclic = match acyclic.is_proved() || proved.measure.is_some() {
            true => Some(false),
            false => acyclic.is_refuted().then_some(true),
        };
        Search { options, proved, found, distinct: is_distinct(proved), cyclic }
    }

    fn run(&self) -> Result<(), Error> {
        self.found().cyclic = self.cyclic;
        match self.options.engine {
            Some(Engine::Symbolic) => self.symbolic(None),
            Some(Engine::Explicit) => self.explicit(None),
            None => self.auto(),
        }
    }

    /// Searches with the engine that wins the contest, or with diagrams if only these support the request.
    fn auto(&self) -> Result<(), Error> {
        let all_counted = self.options.duplicates && !self.distinct;
        if all_counted || self.options.order.is_some() || Contest::refusal(self.proved).is_some() {
            return self.symbolic(None);
        }
        let bytes = self.options.budget.make_room_for_engine()?;
        let mut contest = Contest::new(ContestTerms { proved: self.proved, solve: false, bytes });
        match self.explicit(Some(&mut contest)) {
            Err(error) if error.kind() == ErrorKind::Limit && !self.options.until.over() => {}
            Ok(()) if contest.diagrams_won() => {}
            done => return done,
        }
        let raced = contest.order().cloned();
        contest.end_trials();
        *self.found() = ReachCounts { cyclic: self.cyclic, ..ReachCounts::default() };
        self.symbolic(raced.as_ref())
    }

    /// Searches on diagrams, in a known good order, the requested one, or the winner of the race.
    fn symbolic(&self, order: Option<&VariableOrder>) -> Result<(), Error> {
        self.begin(Engine::Symbolic)?;
        let budget = &self.options.budget;
        let means = Means { budget, database: None, resumed: false };
        let go_on = || !self.options.until.over();
        let allowance = Allowance::new(budget.make_room_for_engine()?, &go_on);
        let order = match order {
            Some(order) => order.clone(),
            None => runners(self.options.order, self.proved, allowance)?.swap_remove(0).order,
        };
        self.found().order = Some(order.name);
        let resources = Resources { bytes: budget.make_room_for_engine()?, threads: self.options.threads };
        let failed = |error| engine_error(symbolic::Error::from(error), &self.proved.game, means);
        let mut engine = DiagramEngine::new(self.proved, &order, resources).map_err(failed)?;
        let duplicates = match (self.options.duplicates, self.distinct) {
            (_, true) => Duplicates::Impossible,
            (true, _) => Duplicates::Keep,
            (false, _) => Duplicates::Remove,
        };
        let reached = reach(&mut engine, duplicates, |engine, layer, _| {
            let usage = engine.store().usage();
            let nodes = Some(layer.nodes);
            let mut found = self.found();
            (self.options.observe)(found.layers.len(), layer.states, layer.nodes, usage.bytes);
            found.add(PlyCounts { states: layer.states, terminal_states: layer.terminal_states, nodes });
            (found.peak_nodes, found.engine_bytes) = (usage.peak_nodes, usage.peak_bytes);
            self.go_on()
        })
        .map_err(failed)?;
        let repeats = reached.repeats;
        match reached.end {
            End::Stopped => return Ok(()),
            End::Cycle { equals } => {
                let mut found = self.found();
                (found.equals, found.cyclic, found.repeats) = (Some(equals), Some(true), repeats);
                return Ok(());
            }
            // If all layers that contain a state are counted, a state that repeats would be in infinitely many.
            End::Complete => self.complete(repeats, duplicates == Duplicates::Keep),
        }
        if self.is_open() {
            // Running out of memory here does not invalidate the counts.
            let cyclic = is_cyclic(&mut engine, &reached.visited, &go_on).unwrap_or(None);
            self.found().cyclic = cyclic;
        }
        let usage = engine.store().usage();
        let mut found = self.found();
        (found.peak_nodes, found.engine_bytes) = (usage.peak_nodes, usage.peak_bytes);
        Ok(())
    }

    /// Searches with explicit states, until the diagrams of a contest take over.
    fn explicit(&self, mut contest: Option<&mut Contest<'_>>) -> Result<(), Error> {
        self.begin(Engine::Explicit)?;
        let folder = scratch::folder();
        let budget = &self.options.budget;
        let means = Means { budget, database: None, resumed: false };
        let bytes = budget.make_room_for_engine()?;
        let resources = explicit::Resources {
            bytes: bytes - if contest.is_some() { Contest::trial_bytes(bytes) } else { 0 },
            threads: self.options.threads,
            folder: &folder,
            give_back,
        };
        let search = explicit::reach::ReachSearch { distinct: self.distinct, cycles: self.cyclic.is_none() };
        let reached = explicit::reach::reach(self.proved, search, resources, &mut |step| {
            let mut found = self.found();
            match step {
                explicit::reach::ReachStep::Layer(layer) => {
                    (self.options.observe)(found.layers.len(), u128::from(layer.states), 0, layer.bytes);
                    found.engine_bytes = found.engine_bytes.max(layer.bytes);
                    let (states, terminal_states) = (u128::from(layer.states), u128::from(layer.terminal_states));
                    found.add(PlyCounts { states, terminal_states, nodes: None });
                    drop(found);
                    let go_on = || !self.options.until.over();
                    if contest.as_mut().is_some_and(|contest| contest.found(layer.states, layer.work, &go_on)) {
                        return ControlFlow::Break(());
                    }
                }
                explicit::reach::ReachStep::Complete { repeats } => {
                    drop(found);
                    self.complete(repeats, false);
                }
                explicit::reach::ReachStep::Trimmed => {}
            }
            self.go_on()
        })
        .map_err(|error| engine_error(error, &self.proved.game, means))?;
        if self.is_open() {
            self.found().cyclic = reached.cyclic;
        }
        Ok(())
    }

    /// Records that an engine starts.
    fn begin(&self, engine: Engine) -> Result<(), Error> {
        self.options.until.stop.check()?;
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

    /// Whether it is still unknown whether the game is cyclic.
    fn is_open(&self) -> bool {
        let found = self.found();
        found.complete && found.cyclic.is_none()
    }

    fn found(&self) -> MutexGuard<'r, ReachCounts> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn go_on(&self) -> ControlFlow<()> {
        if self.options.until.over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
