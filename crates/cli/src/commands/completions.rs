//! `backsolve completions SHELL`: completion scripts.

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use serde::Serialize;

use crate::arguments::Arguments;
use crate::console::Console;
use crate::error::{Error, Exit};

const EXAMPLES: &str = "\
Examples:
  backsolve completions bash > ~/.local/share/bash-completion/completions/backsolve
  backsolve completions zsh  > ~/.zfunc/_backsolve
  backsolve completions fish > ~/.config/fish/completions/backsolve.fish";

/// Print a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Serialize)]
struct Answer<'a> {
    shell: String,
    script: &'a str,
}

impl Completions {
    /// Prints the script.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "backsolve", &mut script);
        let script = String::from_utf8_lossy(&script);
        console.answer(&Answer { shell: self.shell.to_string(), script: &script }, || script.to_string())?;
        Ok(Exit::Done)
    }
}
