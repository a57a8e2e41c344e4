//! Reachable states, ply by ply, by either engine.

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

/// How to search.
pub struct ReachOptions<'o> {
    /// Whether a state counts after every number of plies that leads to it, and not only after the first.
    pub duplicates: bool,
    /// Which engine; none for the one that wins.
    pub engine: Option<Engine>,
    /// The variable order, by its name or as a file; none for the winner of a race.
    pub order: Option<&'o str>,
    /// What it may take.
    pub budget: Budget,
    /// Threads, at most.
    pub threads: usize,
    /// When to end with what there is.
    pub until: Until,
    /// Hears of every ply: its number, its states, the nodes that they take, and the bytes that the engine holds.
    pub observe: &'o (dyn Fn(usize, u128, usize, usize) + Sync),
}

/// What a search found so far; its field names are an interface.
#[derive(Serialize, Default)]
pub struct ReachCounts {
    /// States.
    pub states: u128,
    /// Of these, where the game is over.
    pub terminal_states: u128,
    /// The same ply by ply.
    pub layers: Vec<PlyCounts>,
    /// Whether all are found.
    pub complete: bool,
    /// Whether a state can come again; none where the limits were not enough to find out.
    pub cyclic: Option<bool>,
    /// Whether some state can be reached in several numbers of plies.
    pub repeats: bool,
    /// The engine that counted.
    pub engine: &'static str,
    /// The order of its variables.
    pub order: Option<&'static str>,
    /// The most nodes that it had.
    pub peak_nodes: usize,
    /// The most that it took, by its own account.
    pub engine_bytes: usize,
    /// With duplicates: the earlier layer that the next one equals, so that layers go on for ever.
    #[serde(skip)]
    pub equals: Option<usize>,
}

/// The states after a number of plies.
#[derive(Serialize)]
pub struct PlyCounts {
    /// States.
    pub states: u128,
    /// Of these, where the game is over.
    pub terminal_states: u128,
    /// Nodes of their diagram; none where there are no diagrams.
    pub nodes: Option<usize>,
}

impl ReachCounts {
    fn add(&mut self, layer: PlyCounts) {
        self.states += layer.states;
        self.terminal_states += layer.terminal_states;
        self.layers.push(layer);
    }

    /// Whether nothing is left to be searched.
    pub fn is_whole(&self) -> bool {
        self.complete || self.equals.is_some()
    }
}

/// Whether it is proved that no state can be reached in two numbers of plies.
pub fn is_distinct(proved: &ProvedGame) -> bool {
    Traits::of(proved).measure.is_some_and(|measure| measure.is_incremental())
}

/// Searches, and writes down what it finds as it finds it.
pub fn search(options: &ReachOptions<'_>, proved: &ProvedGame, found: &Mutex<ReachCounts>) -> Result<(), Error> {
    Search::new(options, proved, found).run()
}

/// A search on its way.
struct Search<'r> {
    options: &'r ReachOptions<'r>,
    proved: &'r ProvedGame,
    found: &'r Mutex<ReachCounts>,
    /// Whether no state can be in two layers.
    distinct: bool,
    /// Whether the game is cyclic, as far as that is proved.
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

    /// Searches by the engine that wins the contest, or by diagrams where only these can do what is asked.
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

    /// Searches on diagrams, in an order that is known to be good or the one asked for or the winner of the race.
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

    /// An engine begins.
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

    /// Whether the game may be cyclic for all that is known.
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
