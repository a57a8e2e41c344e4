//! `backsolve man`: the manual pages.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory};
use clap_mangen::Man as Page;
use serde::Serialize;

use crate::arguments::Arguments;
use crate::console::Console;
use crate::error::{Error, Exit, unwritable, unwritten};
use crate::help;

const EXAMPLES: &str = "\
Examples:
  backsolve man | man -l -                       read the main page
  backsolve man info | man -l -                  read the page for a command
  backsolve man strategy synth | man -l -        read the page for a subcommand
  backsolve man --out ~/.local/share/man/man1    install all pages";

/// Print a manual page, for the program or a command
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Man {
    /// Command to print the page for, with its subcommand if it has one [default: the main page]
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Vec<String>,

    /// Write all pages into this directory instead of printing one
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
}

#[derive(Serialize)]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<PathBuf>,
}

impl Man {
    /// Prints one page or writes all of them.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let mut program = help::laid_out(Arguments::command(), help::USUAL);
        // Fills in the inherited parts of subcommands: their full names and the global options.
        program.build();
        match &self.out {
            Some(directory) => write_all(&program, directory, console)?,
            None => print(find(&program, &self.command)?, console)?,
        }
        Ok(Exit::Done)
    }
}

/// The command with these names.
fn find<'c>(program: &'c clap::Command, names: &[String]) -> Result<&'c clap::Command, Error> {
    names.iter().enumerate().try_fold(program, |command, (at, name)| {
        command.find_subcommand(name).ok_or_else(|| {
            let above: String = names[..at].iter().map(|name| format!(" {name}")).collect();
            Error::input(format_args!("there is no command `{}`", names[..=at].join(" ")))
                .hint(format_args!("`backsolve{above} --help` lists the commands"))
        })
    })
}

/// A command with all its subcommands.
fn family(command: &clap::Command) -> Vec<&clap::Command> {
    let below = command.get_subcommands().filter(|c| !c.is_hide_set() && c.get_name() != "help");
    std::iter::once(command).chain(below.flat_map(family)).collect()
}

fn print(command: &clap::Command, console: &Console) -> Result<(), Error> {
    let page = render(command)?;
    console.answer(&Answer { page: Some(page.clone()), files: Vec::new() }, || page)
}

fn write_all(program: &clap::Command, directory: &Path, console: &Console) -> Result<(), Error> {
    fs::create_dir_all(directory).map_err(unwritable(directory))?;
    let mut files = Vec::new();
    for command in family(program) {
        let path = directory.join(format!("{}.1", page_name(command)));
        fs::write(&path, render(command)?).map_err(unwritable(&path))?;
        files.push(path);
    }
    let text = files.iter().map(|f| format!("{}\n", f.display())).collect();
    console.answer(&Answer { page: None, files }, || text)
}

fn render(command: &clap::Command) -> Result<String, Error> {
    let mut page = Vec::new();
    Page::new(command.clone()).title(page_name(command).to_uppercase()).render(&mut page).map_err(unwritten)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// `backsolve` or `backsolve-info`.
fn page_name(command: &clap::Command) -> String {
    command.get_display_name().unwrap_or(command.get_name()).replace(' ', "-")
}
