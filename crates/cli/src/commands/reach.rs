//! `backsolve reach RULES`: reachable states per layer.

use std::ops::ControlFlow;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use symbolic::engine::{Engine, Resources};
use symbolic::reach::{Duplicates, End, Layer, Reached, reach};
use workshop::Prepared;
use workshop::solve::errors::engine_error;
use workshop::solve::order::runners;

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
    order: &'static str,
    seconds: f64,
    peak_nodes: usize,
    peak_bytes: usize,
}

#[derive(Serialize)]
struct LayerAnswer {
    states: u128,
    terminal_states: u128,
    nodes: usize,
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
        let order = &runners(self.order.wanted(), &prepared)?[0].order;
        console.stop.check()?;
        let resources = Resources { bytes: self.limits.budget().engine_bytes()?, threads: self.threads.threads() };
        let mut engine = Engine::new(&prepared.game, &prepared.effects, order, resources).map_err(engine_error)?;
        let incremental = prepared.traits().measure.is_some_and(|measure| measure.incremental);
        let duplicates = match (self.duplicates, incremental) {
            (_, true) => Duplicates::Impossible,
            (true, _) => Duplicates::Keep,
            (false, _) => Duplicates::Remove,
        };
        let deadline = self.limits.budget().deadline(clock);
        let progress = Search::new(console);
        let reached = reach(&mut engine, duplicates, |engine, layer, _| {
            progress.layer(layer.states, layer.nodes, engine.store().usage().bytes);
            let late = deadline.is_some_and(|deadline| Instant::now() > deadline);
            if late || console.stop.raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .map_err(engine_error)?;
        drop(progress);
        console.stop.check()?;
        let usage = engine.store().usage();
        let answer = Answer {
            rules: source.name,
            states: reached.layers.iter().map(|layer| layer.states).sum(),
            terminal_states: reached.layers.iter().map(|layer| layer.terminal_states).sum(),
            layers: reached.layers.iter().map(layer_answer).collect(),
            complete: reached.end == End::Complete,
            cyclic: cyclic(&reached, &prepared),
            repeats: reached.repeats,
            order: order.name,
            seconds: clock.elapsed().as_secs_f64(),
            peak_nodes: usage.peak_nodes,
            peak_bytes: usage.peak_bytes,
        };
        console.answer(&answer, || text(&answer, &reached))?;
        if reached.end == End::Stopped {
            return Err(Error::limit("the time is over, and the search is not complete"));
        }
        Ok(Exit::Done)
    }
}

fn layer_answer(layer: &Layer) -> LayerAnswer {
    LayerAnswer { states: layer.states, terminal_states: layer.terminal_states, nodes: layer.nodes }
}

/// Whether the game is cyclic, as far as it is known.
fn cyclic(reached: &Reached, prepared: &Prepared) -> Option<bool> {
    let acyclic = &prepared.analysis.class.acyclic;
    match reached.end {
        End::Cycle { .. } => Some(true),
        _ if acyclic.is_refuted() => Some(true),
        _ if acyclic.is_proved() || prepared.analysis.measure.is_some() => Some(false),
        End::Complete if !reached.repeats => Some(false),
        _ => None,
    }
}

fn text(answer: &Answer, reached: &Reached) -> String {
    let mut table = table::table(&["ply", "states", "terminal", "nodes"], &[0, 1, 2, 3]);
    for (ply, layer) in answer.layers.iter().enumerate() {
        table.add_row(table::row([
            ply.to_string(),
            grouped(layer.states),
            grouped(layer.terminal_states),
            grouped(layer.nodes as u64),
        ]));
    }
    let ending = match reached.end {
        End::Complete if answer.repeats => "Some states can be reached in several numbers of plies.\n".to_owned(),
        End::Complete => String::new(),
        End::Cycle { equals } => {
            format!("The game is cyclic: the next layer equals layer {equals}, and so on for ever.\n")
        }
        End::Stopped => "Stopped before the end: there are more states.\n".to_owned(),
    };
    format!(
        "{}\n{BOLD}{} states{BOLD:#}, {} of them terminal, in {}\n{ending}{DIM}{:.2} s, {} nodes and {:.0} MB at most, variables {}{DIM:#}\n",
        table::text(&table),
        grouped(answer.states),
        grouped(answer.terminal_states),
        count(answer.layers.len(), "layer"),
        answer.seconds,
        grouped(answer.peak_nodes as u64),
        answer.peak_bytes as f64 / 1e6,
        answer.order,
    )
}
