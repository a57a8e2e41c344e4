//! `backsolve reach RULES`: reachable states per layer.

use std::ops::ControlFlow;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use symbolic::engine::{Engine as DiagramEngine, Resources};
use symbolic::reach::{Duplicates, End, Layer, reach};
use workshop::budget::give_back;
use workshop::solve::engine::{Engine as ChosenEngine, choose, estimate};
use workshop::solve::errors::{engine_error, explicit_error};
use workshop::solve::order::runners;
use workshop::{Prepared, Stop};

use super::solve::Engine;
use crate::console::{BOLD, Console, DIM};
use crate::error::{Error, Exit};
use crate::limits::{LimitOptions, ThreadOptions};
use crate::load::RulesOptions;
use crate::ordering::OrderOptions;
use crate::progress::Search;
use crate::table::{self, count, grouped};

const EXAMPLES: &str = "\
Examples:
  backsolve reach tic-tac-toe               5,478 states in 10 layers
  backsolve reach connect-four:5x5          69,763,700 states, counted on decision diagrams
  backsolve reach chomp:8x7 --duplicates    every layer with all its states, as the papers count
  backsolve reach sim --order               the variable order that is used, top level first
  backsolve reach sim --order=span          another one
  backsolve reach peg-solitaire --engine explicit   state by state

Engines:
  symbolic    decision diagrams, with the nodes of every layer
  explicit    packed states, sorted layer by layer
  auto        the one that `solve` would take

A layer holds the states after so many plies. A state that can be reached in several numbers of plies counts
in the first of these layers, with --duplicates in all of them. Terminal states are not expanded.";

/// Reachable states, layer by layer
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Reach {
    #[command(flatten)]
    rules: RulesOptions,

    /// Count a state in every layer that it is in, not only in the first
    #[arg(long)]
    duplicates: bool,

    /// What counts: symbolic (decision diagrams), explicit (packed states) or auto
    #[arg(long, value_enum, default_value = "symbolic", hide_possible_values = true)]
    engine: Engine,

    #[command(flatten)]
    order: OrderOptions,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    threads: ThreadOptions,
}

#[derive(Serialize)]
struct Answer {
    rules: String,
    states: u128,
    terminal_states: u128,
    layers: Vec<LayerAnswer>,
    complete: bool,
    cyclic: Option<bool>,
    repeats: bool,
    engine: &'static str,
    order: Option<&'static str>,
    seconds: f64,
    peak_nodes: usize,
    peak_bytes: usize,
}

#[derive(Serialize)]
struct LayerAnswer {
    states: u128,
    terminal_states: u128,
    /// None where there are no diagrams.
    nodes: Option<usize>,
}

/// What a search found, by either engine.
struct Searched {
    layers: Vec<LayerAnswer>,
    end: End,
    repeats: bool,
    order: Option<&'static str>,
    peak_nodes: usize,
    peak_bytes: usize,
}

/// A search on its way.
struct Work<'w> {
    options: &'w Reach,
    console: &'w Console,
    prepared: &'w Prepared,
    /// Whether no state can be in two layers.
    distinct: bool,
    clock: Instant,
}

impl Reach {
    /// Searches and prints.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let (source, rules) = self.rules.load(console)?;
        let clock = Instant::now();
        let prepared = Prepared::new(&rules, &self.limits.budget(), &console.stop)?;
        if self.order.is_question() {
            return self.order.print(console, source.name, &prepared);
        }
        let distinct = prepared.traits().measure.is_some_and(|measure| measure.incremental);
        let work = Work { options: &self, console, prepared: &prepared, distinct, clock };
        let engine = self.chosen_engine(&prepared, &console.stop)?;
        console.stop.check()?;
        let searched = match engine {
            ChosenEngine::Symbolic => work.symbolic()?,
            ChosenEngine::Explicit => work.explicit()?,
        };
        console.stop.check()?;
        let stopped = searched.end == End::Stopped;
        let answer = Answer {
            rules: source.name,
            states: searched.layers.iter().map(|layer| layer.states).sum(),
            terminal_states: searched.layers.iter().map(|layer| layer.terminal_states).sum(),
            complete: searched.end == End::Complete,
            cyclic: cyclic(&searched, &prepared),
            repeats: searched.repeats,
            engine: engine.name(),
            order: searched.order,
            seconds: clock.elapsed().as_secs_f64(),
            peak_nodes: searched.peak_nodes,
            peak_bytes: searched.peak_bytes,
            layers: searched.layers,
        };
        console.answer(&answer, || text(&answer, searched.end))?;
        if stopped {
            return Err(Error::limit("the time is over, and the search is not complete"));
        }
        Ok(Exit::Done)
    }

    fn chosen_engine(&self, prepared: &Prepared, stop: &Stop) -> Result<ChosenEngine, Error> {
        let bytes = self.limits.budget().engine_bytes()?;
        Ok(match self.engine {
            Engine::Symbolic => ChosenEngine::Symbolic,
            Engine::Explicit => ChosenEngine::Explicit,
            Engine::Auto => choose(estimate(prepared, self.threads.threads(), stop)?.as_ref(), bytes).0,
        })
    }
}

impl Work<'_> {
    fn symbolic(&self) -> Result<Searched, Error> {
        let Prepared { game, effects, .. } = self.prepared;
        let order = runners(self.options.order.wanted(), self.prepared)?.swap_remove(0).order;
        let threads = self.options.threads.threads();
        let resources = Resources { bytes: self.options.limits.budget().engine_bytes()?, threads };
        let mut engine = DiagramEngine::new(game, effects, &order, resources).map_err(engine_error)?;
        let duplicates = match (self.options.duplicates, self.distinct) {
            (_, true) => Duplicates::Impossible,
            (true, _) => Duplicates::Keep,
            (false, _) => Duplicates::Remove,
        };
        let progress = Search::new(self.console);
        let reached = reach(&mut engine, duplicates, |engine, layer, _| {
            progress.layer(layer.states, layer.nodes, engine.store().usage().bytes);
            self.go_on()
        })
        .map_err(engine_error)?;
        let usage = engine.store().usage();
        let layer = |layer: &Layer| LayerAnswer {
            states: layer.states,
            terminal_states: layer.terminal_states,
            nodes: Some(layer.nodes),
        };
        Ok(Searched {
            layers: reached.layers.iter().map(layer).collect(),
            end: reached.end,
            repeats: reached.repeats,
            order: Some(order.name),
            peak_nodes: usage.peak_nodes,
            peak_bytes: usage.peak_bytes,
        })
    }

    fn explicit(&self) -> Result<Searched, Error> {
        if self.options.duplicates && !self.distinct {
            let what = "--duplicates counts states in every layer that has them, which only diagrams can do";
            return Err(Error::input(what).hint("leave --engine explicit out"));
        }
        let Prepared { game, effects, .. } = self.prepared;
        let (folder, budget) = (std::env::temp_dir(), self.options.limits.budget());
        let resources = explicit::Resources {
            bytes: budget.engine_bytes()?,
            threads: self.options.threads.threads(),
            folder: &folder,
            give_back,
        };
        let progress = Search::new(self.console);
        let mut peak_bytes = 0;
        let reached = explicit::reach::reach(game, effects, self.distinct, resources, &mut |layer| {
            peak_bytes = peak_bytes.max(layer.bytes);
            progress.layer(u128::from(layer.states), 0, layer.bytes);
            self.go_on()
        })
        .map_err(|error| explicit_error(error, game, None))?;
        let layer = |layer: &explicit::reach::Layer| LayerAnswer {
            states: u128::from(layer.states),
            terminal_states: u128::from(layer.terminal_states),
            nodes: None,
        };
        Ok(Searched {
            layers: reached.layers.iter().map(layer).collect(),
            end: if reached.complete { End::Complete } else { End::Stopped },
            repeats: reached.repeats,
            order: None,
            peak_nodes: 0,
            peak_bytes,
        })
    }

    fn go_on(&self) -> ControlFlow<()> {
        let deadline = self.options.limits.budget().deadline(self.clock);
        let late = deadline.is_some_and(|deadline| Instant::now() > deadline);
        if late || self.console.stop.raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Whether the game is cyclic, as far as it is known.
fn cyclic(searched: &Searched, prepared: &Prepared) -> Option<bool> {
    let acyclic = &prepared.analysis.class.acyclic;
    match searched.end {
        End::Cycle { .. } => Some(true),
        _ if acyclic.is_refuted() => Some(true),
        _ if acyclic.is_proved() || prepared.analysis.measure.is_some() => Some(false),
        End::Complete if !searched.repeats => Some(false),
        _ => None,
    }
}

fn text(answer: &Answer, end: End) -> String {
    let has_nodes = answer.engine == ChosenEngine::Symbolic.name();
    let columns = if has_nodes { 4 } else { 3 };
    let mut table = table::table(&["ply", "states", "terminal", "nodes"][..columns], &[0, 1, 2, 3][..columns]);
    for (ply, layer) in answer.layers.iter().enumerate() {
        let nodes = layer.nodes.map(|nodes| grouped(nodes as u64));
        let cells = [ply.to_string(), grouped(layer.states), grouped(layer.terminal_states)];
        table.add_row(table::row(cells.into_iter().chain(nodes)));
    }
    let ending = match end {
        End::Complete if answer.repeats => "Some states can be reached in several numbers of plies.\n".to_owned(),
        End::Complete => String::new(),
        End::Cycle { equals } => {
            format!("The game is cyclic: the next layer equals layer {equals}, and so on for ever.\n")
        }
        End::Stopped => "Stopped before the end: there are more states.\n".to_owned(),
    };
    let megabytes = answer.peak_bytes as f64 / 1e6;
    let took = match answer.order {
        Some(order) => {
            let nodes = grouped(answer.peak_nodes as u64);
            format!("{:.2} s, {nodes} nodes and {megabytes:.0} MB at most, variables {order}", answer.seconds)
        }
        None => format!("{:.2} s, {megabytes:.0} MB of states at most", answer.seconds),
    };
    format!(
        "{}\n{BOLD}{} states{BOLD:#}, {} of them terminal, in {}\n{ending}{DIM}{took}{DIM:#}\n",
        table::text(&table),
        grouped(answer.states),
        grouped(answer.terminal_states),
        count(answer.layers.len(), "layer"),
    )
}
