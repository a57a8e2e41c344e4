//! `--order`: which variable order the diagrams use.
//!
//! Without a value the order is printed, one variable a line. Such a list, in a file and rearranged by hand, is an order too.

use std::fs;
use std::path::Path;

use clap::Args;
use serde::Serialize;
use symbolic::order::Order;
use symbolic::race::{Runner, race};

use crate::console::{BOLD, Console};
use crate::error::{Error, Exit};
use crate::prepared::Prepared;
use crate::table::grouped;

#[derive(Serialize)]
struct Answer {
    rules: String,
    orders: Vec<Candidate>,
}

#[derive(Serialize)]
struct Candidate {
    name: String,
    nodes: usize,
    variables: Vec<String>,
}

/// The order as an option of a command.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Diagrams")]
pub struct OrderOptions {
    /// Print the variable order and how others did, or set it: --order=span, --order=FILE
    ///
    /// Names are those that are printed, such as name, last-coordinate, span. A file holds the variables, top level first, one a line,
    /// as they are printed.
    #[arg(long, value_name = "NAME|FILE", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    order: Option<String>,
}

impl OrderOptions {
    /// Whether the order is only to be printed.
    pub fn is_question(&self) -> bool {
        self.order.as_deref() == Some("")
    }

    /// Whether one was chosen.
    pub fn is_set(&self) -> bool {
        self.order.as_deref().is_some_and(|order| !order.is_empty())
    }

    /// Prints the order that would be used, and how all candidates did.
    pub fn print(&self, console: &Console, rules: String, prepared: &Prepared) -> Result<Exit, Error> {
        let name = |&variable: &usize| prepared.game.variables[variable].name.clone();
        let candidate = |runner: &Runner| Candidate {
            name: short(runner.order.name),
            nodes: runner.nodes.iter().sum(),
            variables: runner.order.variables.iter().map(name).collect(),
        };
        let answer = Answer { rules, orders: self.runners(prepared)?.iter().map(candidate).collect() };
        console.answer(&answer, || {
            let line =
                |c: &Candidate| format!("{BOLD}{}{BOLD:#}: {} nodes in the race\n", c.name, grouped(c.nodes as u64));
            let winner = answer.orders.first().map(|c| c.variables.join("\n  ")).unwrap_or_default();
            let all: String = answer.orders.iter().map(line).collect();
            format!("{all}\nThe first is used:\n  {winner}\n")
        })?;
        Ok(Exit::Done)
    }

    /// All candidates with how they did in the race, or the single one that was set.
    pub fn runners(&self, prepared: &Prepared) -> Result<Vec<Runner>, Error> {
        let Some(wanted) = self.order.as_deref().filter(|wanted| !wanted.is_empty()) else {
            return Ok(race(&prepared.game, &prepared.effects));
        };
        let candidates = symbolic::order::candidates(&prepared.game, &prepared.effects);
        let names: Vec<String> = candidates.iter().map(|order| short(order.name)).collect();
        let order = match candidates.into_iter().find(|order| short(order.name) == wanted) {
            Some(order) => order,
            None if Path::new(wanted).exists() => from_file(Path::new(wanted), prepared)?,
            None => {
                let what = format!("`{wanted}` is neither an order of this game nor a file");
                return Err(Error::input(what).hint(format!("its orders are {}", names.join(", "))));
            }
        };
        Ok(vec![Runner { order, nodes: Vec::new() }])
    }
}

/// The name of an order as it is written on the command line: `by last coordinate` is `last-coordinate`.
fn short(name: &str) -> String {
    name.trim_start_matches("by ").replace(' ', "-")
}

fn from_file(path: &Path, prepared: &Prepared) -> Result<Order, Error> {
    let unreadable = |error| Error::input(format!("{} can't be read: {error}", path.display()));
    let text = fs::read_to_string(path).map_err(unreadable)?;
    let known = &prepared.game.variables;
    let mut variables = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let Some(variable) = known.iter().position(|variable| variable.name == line) else {
            return Err(Error::input(format!("{}: the game has no variable `{line}`", path.display())));
        };
        if variables.contains(&variable) {
            return Err(Error::input(format!("{}: `{line}` stands there twice", path.display())));
        }
        variables.push(variable);
    }
    match (0..known.len()).find(|variable| !variables.contains(variable)) {
        Some(missing) => Err(Error::input(format!("{}: `{}` is missing", path.display(), known[missing].name))),
        None => Ok(Order { name: "as given", variables }),
    }
}
