//! The arguments, defined once: the parser, `--help`, the manual pages and the shell completions all use them.

use clap::{Parser, Subcommand};

use crate::commands::{
    check, completions, conform, diff, export, find, fmt, games, info, man, matches, play, player, query, reach,
    report, review, serve, simulate, solve, strategy, sweep, translate, verify,
};
use crate::console::{Color, Console};
use crate::error::{Error, Exit};

const EXAMPLES: &str = "\
Rule sheets:
  RULES is the path of a rule sheet in GDL, `-` for standard input, or the name of a bundled
  game, optionally with a size after a colon: tic-tac-toe, connect-four:5x6, nim:1,3,5,7.
  `backsolve games` lists them. Write ./NAME for a file that has the name of a bundled game.

Examples:
  backsolve solve tic-tac-toe           the outcome of every reachable state
  backsolve info tic-tac-toe            the class and other properties of the game
  backsolve play tic-tac-toe --level 5  play against it
  backsolve sweep chomp:2x2..4x3        which of several games is fairest, and why
  backsolve check my-game.kif           errors and warnings in a rule sheet
  backsolve simulate connect-four:7x6   random playouts and their speed
  backsolve serve                       everything in the browser

Exit codes:
  0 done   1 the answer is no   2 bad usage or input   3 a limit was reached
  4 a database is damaged   130 interrupted";

/// A general game solver: computes the outcome of every state under optimal play, from the rules of a game in GDL
#[derive(Parser, Debug)]
#[command(name = "backsolve", version, after_help = EXAMPLES, propagate_version = true)]
pub struct Arguments {
    /// Print the answer as one JSON object
    #[arg(long, global = true, display_order = 900)]
    pub json: bool,

    /// When to use colours: auto, always or never
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        display_order = 901,
        hide_possible_values = true
    )]
    pub color: Color,

    #[command(subcommand)]
    pub command: Command,
}

/// One variant per command; the order is that of `--help`.
#[derive(Subcommand, Debug)]
pub enum Command {
    Check(check::Check),
    Fmt(fmt::Fmt),
    Info(info::Info),
    Simulate(simulate::Simulate),
    Solve(solve::Solve),
    Reach(reach::Reach),
    Query(query::Query),
    Verify(verify::Verify),
    Find(find::Find),
    Report(report::Report),
    Sweep(sweep::Sweep),
    Diff(diff::Diff),
    Export(export::Export),
    Play(play::Play),
    Review(review::Review),
    Player(player::Player),
    Match(matches::Match),
    Strategy(strategy::Strategy),
    Translate(translate::Translate),
    Serve(serve::Serve),
    Conform(conform::Conform),
    Games(games::Games),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Command {
    /// Runs the command.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        match self {
            Command::Check(command) => command.run(console),
            Command::Fmt(command) => command.run(console),
            Command::Info(command) => command.run(console),
            Command::Simulate(command) => command.run(console),
            Command::Query(command) => command.run(console),
            Command::Verify(command) => command.run(console),
            Command::Find(command) => command.run(console),
            Command::Report(command) => command.run(console),
            Command::Sweep(command) => command.run(console),
            Command::Diff(command) => command.run(console),
            Command::Export(command) => command.run(console),
            Command::Play(command) => command.run(console),
            Command::Review(command) => command.run(console),
            Command::Player(command) => command.run(console),
            Command::Match(command) => command.run(console),
            Command::Strategy(command) => command.run(console),
            Command::Translate(command) => command.run(console),
            Command::Serve(command) => command.run(console),
            Command::Conform(command) => command.run(console),
            Command::Solve(command) => command.run(console),
            Command::Reach(command) => command.run(console),
            Command::Games(command) => command.run(console),
            Command::Completions(command) => command.run(console),
            Command::Man(command) => command.run(console),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        Arguments::command().debug_assert();
    }
}
