//! `backsolve games`: the bundled rule sheets.

use clap::Args;
use games::{Bundled, Parameters};
use serde::Serialize;

use crate::console::Console;
use crate::error::{Error, Exit};
use crate::table;

const EXAMPLES: &str = "\
Examples:
  backsolve games                                 list them all
  backsolve games connect-four:5x6                print a rule sheet
  backsolve games nim > my-game.kif               a starting point for your own game

The size of a game follows a colon: numbers joined by x (connect-four:5x6) or a list (nim:1,3,5,7).
The list of games shows the default size. The head of a sheet lists known results for other sizes,
with their source.";

/// List the bundled rule sheets, or print one
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Games {
    /// Print the rule sheet of this game instead of the list
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

#[derive(Serialize)]
struct Listing {
    games: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    title: &'static str,
    roles: usize,
    family: String,
    parameters: Vec<ParameterEntry>,
    default: String,
    rules: &'static str,
    source: &'static str,
    known: &'static str,
}

#[derive(Serialize)]
struct ParameterEntry {
    name: &'static str,
    least: i64,
    most: i64,
    /// The maximum number of values.
    longest: usize,
}

#[derive(Serialize)]
struct SheetAnswer<'a> {
    name: &'a str,
    sheet: &'a str,
}

impl Games {
    /// Prints the list or a sheet.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        match &self.name {
            None => console.answer(&Listing { games: games::all().iter().map(entry).collect() }, list)?,
            Some(name) => {
                let sheet = games::sheet(name).map_err(Error::input)?;
                console.answer(&SheetAnswer { name, sheet: &sheet }, || sheet.clone())?;
            }
        }
        Ok(Exit::Done)
    }
}

fn list() -> String {
    let mut table = table::table(&["name", "roles", "size", "known", "rules"], &[1], 1);
    for game in games::all() {
        let (known, rules) = (first_phrase(&game.known).to_owned(), first_sentence(&game.rules).to_owned());
        // In a narrow terminal sentences are wrapped.
        table.add_row([game.example(), game.roles.to_string(), size(game), known, rules]);
    }
    table::text(&table)
}

/// The meaning of the numbers after the colon: `columns x rows`.
fn size(game: &Bundled) -> String {
    match &game.parameters {
        Parameters::None => String::new(),
        Parameters::Numbers(numbers) => numbers.iter().map(|p| p.name.as_str()).collect::<Vec<_>>().join(" x "),
        Parameters::List { name, .. } => format!("{name}, …"),
    }
}

/// The text up to the first full stop that ends a sentence.
fn first_sentence(text: &str) -> &str {
    let end = text.find(". ").unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}

/// The text up to the start of a figure, a source or an aside.
fn first_phrase(text: &str) -> &str {
    let ends = [" (", ";", ", ", ": ", " with "].into_iter().filter_map(|mark| text.find(mark));
    &text[..ends.min().unwrap_or(text.len())]
}

fn entry(game: &'static Bundled) -> Entry {
    let parameters = match &game.parameters {
        Parameters::None => Vec::new(),
        Parameters::Numbers(numbers) => {
            numbers.iter().map(|p| ParameterEntry { name: &p.name, least: p.least, most: p.most, longest: 1 }).collect()
        }
        Parameters::List { name, least, most, longest, .. } => {
            vec![ParameterEntry { name, least: *least, most: *most, longest: *longest }]
        }
    };
    Entry {
        name: game.name,
        title: &game.title,
        roles: game.roles,
        family: game.family.to_string(),
        parameters,
        default: game.example(),
        rules: &game.rules,
        source: &game.source,
        known: &game.known,
    }
}
