//! `--order`: the variable order of the diagrams.
//!
//! Without a value the order is printed, one variable per line. Such a list in a file, rearranged by hand, is also an
//! order.

use clap::Args;
use operations::solve::order::{runners, short};
use prove::ProvedGame;
use serde::Serialize;
use symbolic::race::Runner;
use task::Allowance;

use crate::console::{BOLD, Console};
use crate::error::{Error, Exit};
use crate::limits::LimitOptions;
use crate::table::count;

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
pub struct OrderOptions {
    /// Print the variable order and its rivals, or set it: --order=span, --order=FILE
    ///
    /// Names are those printed by --order, such as name, last-coordinate, span. A file lists the variables, top level
    /// first, one per line, as printed.
    #[arg(
        long,
        value_name = "NAME|FILE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        help_heading = "Diagrams"
    )]
    order: Option<String>,
}

impl OrderOptions {
    /// Whether the order should only be printed.
    pub fn is_question(&self) -> bool {
        self.order.as_deref() == Some("")
    }

    /// Prints the order that would be used, and the results of all candidates.
    pub fn print(
        &self,
        console: &Console,
        rules: String,
        proved: &ProvedGame,
        limits: &LimitOptions,
    ) -> Result<Exit, Error> {
        let go_on = || !console.stop.raised();
        let allowance = Allowance::new(limits.budget().make_room_for_engine()?, &go_on);
        let name = |&variable: &usize| proved.game.variables[variable].name.clone();
        let candidate = |runner: &Runner| Candidate {
            name: short(runner.order.name),
            nodes: runner.nodes.iter().sum(),
            variables: runner.order.variables.iter().map(name).collect(),
        };
        let answer = Answer { rules, orders: runners(None, proved, allowance)?.iter().map(candidate).collect() };
        console.answer(&answer, || {
            let line = |c: &Candidate| format!("{BOLD}{}{BOLD:#}: {} in the race\n", c.name, count(c.nodes, "node"));
            let winner = answer.orders.first().map(|c| c.variables.join("\n  ")).unwrap_or_default();
            let all: String = answer.orders.iter().map(line).collect();
            format!("{all}\nThe first is used:\n  {winner}\n")
        })?;
        Ok(Exit::Done)
    }

    /// The requested order, if there is one.
    pub fn wanted(&self) -> Option<&str> {
        self.order.as_deref().filter(|order| !order.is_empty())
    }
}
