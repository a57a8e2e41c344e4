//! The bundled rule sheets: games in GDL, written for this project, embedded in the binary and usable by name.
//!
//! ```
//! let sheet = games::sheet("connect-four:5x6")?;
//! assert!(sheet.contains("(role red)"));
//! assert_eq!(games::sheet("conect-four").unwrap_err().to_string(),
//!     "there is no bundled game called `conect-four`; did you mean `connect-four`?");
//! # Ok::<(), games::Error>(())
//! ```
//!
//! Each game is one file in `sheets/`, a template whose head is its entry in the catalogue (see `head.rs`) and whose
//! body is plain GDL except for a few lines that depend on the size (see `template.rs`). [`sheet`] returns a complete
//! rule sheet, as readable as one written for that size.

mod expression;
mod head;
mod range;
mod request;
mod template;

use std::fmt;
use std::sync::LazyLock;

pub use range::{MOST_IN_RANGE, range};
pub use request::Error;

/// A bundled game, as described by its head.
#[derive(Clone, Debug)]
pub struct Bundled {
    /// Its name on the command line, `connect-four`.
    pub name: &'static str,
    /// Its name in print, `Connect Four`.
    pub title: String,
    /// The rules, in a few sentences.
    pub rules: String,
    /// The kind of game.
    pub family: Family,
    /// The sizes that may follow the colon.
    pub parameters: Parameters,
    /// The number of roles.
    pub roles: usize,
    /// The source of the rules.
    pub source: String,
    /// The known value and number of states, with references.
    pub known: String,
    template: &'static str,
}

/// The kind of a bundled game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// A puzzle.
    OnePlayer,
    /// Two players, alternating, and every game ends.
    TwoPlayers,
    /// Two players, alternating, and play may be infinite.
    TwoPlayersCyclic,
    /// Two players who choose at once.
    Simultaneous,
    /// Two players and chance.
    Chance,
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Family::OnePlayer => "one player",
            Family::TwoPlayers => "two players",
            Family::TwoPlayersCyclic => "two players, cyclic",
            Family::Simultaneous => "two players at once",
            Family::Chance => "two players and chance",
        })
    }
}

/// The sizes that may follow the colon after a game's name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Parameters {
    /// None: the game has one size.
    None,
    /// Numbers, joined by `x`: `connect-four:7x6`.
    Numbers(Vec<Parameter>),
    /// A list of numbers of any length, separated by commas: `nim:1,3,5,7`.
    List {
        /// The name of the list.
        name: String,
        /// The default.
        default: Vec<i64>,
        /// The minimum of each.
        least: i64,
        /// The maximum of each.
        most: i64,
        /// The maximum length.
        longest: usize,
    },
}

/// One number of a game's size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its default.
    pub default: i64,
    /// Its minimum.
    pub least: i64,
    /// Its maximum.
    pub most: i64,
}

impl Parameters {
    /// The default as written after the colon; empty if there are no parameters.
    pub fn default_text(&self) -> String {
        let join = |numbers: &[i64], by: &str| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(by);
        match self {
            Parameters::None => String::new(),
            Parameters::Numbers(numbers) => join(&numbers.iter().map(|p| p.default).collect::<Vec<_>>(), "x"),
            Parameters::List { default, .. } => join(default, ","),
        }
    }
}

impl Bundled {
    /// The name with the default size, `connect-four:7x6`.
    pub fn example(&self) -> String {
        match self.parameters.default_text() {
            text if text.is_empty() => self.name.to_string(),
            text => format!("{}:{text}", self.name),
        }
    }
}

/// Lists the files of `sheets/` and embeds them.
macro_rules! sheets {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../sheets/", $name, ".kif")))),*] };
}

const SHEETS: &[(&str, &str)] = sheets! {
    "tic-tac-toe" "sum-15" "number-tic-tac-toe"
    "connect-four" "clobber" "clobber-zero-sum" "breakthrough" "hex"
    "domineering" "domineering-horizontal"
    "nim" "nim-misere" "nim-take" "chomp" "sim" "dots-and-boxes" "kalah" "awari"
    "sheep-and-wolf" "catch-a-mouse" "cubi-cup" "minichess" "krk-endgame" "three-mens-morris"
    "nine-mens-morris"
    "peg-solitaire" "eight-puzzle" "fifteen-puzzle" "hanoi" "blocks-world" "queens" "pancakes" "lights-out"
    "rock-paper-scissors" "matching-pennies" "morra" "simultaneous-tic-tac-toe" "goofspiel" "dice-race" "pig"
};

/// Lists the files of `hints/` and embeds them.
macro_rules! hints {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../hints/", $name, ".json")))),*] };
}

const HINTS: &[(&str, &str)] = hints! {
    "awari" "blocks-world" "breakthrough" "catch-a-mouse" "chomp" "clobber" "clobber-zero-sum" "connect-four"
    "cubi-cup" "domineering" "domineering-horizontal" "dots-and-boxes" "eight-puzzle" "fifteen-puzzle" "hanoi" "hex" "kalah" "krk-endgame" "lights-out"
    "minichess" "nim" "nim-misere" "nim-take" "nine-mens-morris" "number-tic-tac-toe" "pancakes" "peg-solitaire" "queens"
    "sheep-and-wolf" "sim" "sum-15" "three-mens-morris" "tic-tac-toe"
};

/// Drawing hints for the bundled game with this name (without a size): a JSON object, if there are any.
pub fn hints(name: &str) -> Option<&'static str> {
    HINTS.iter().find(|(known, _)| *known == name).map(|(_, hints)| *hints)
}

/// All bundled games, with related ones together.
pub fn all() -> &'static [Bundled] {
    static ALL: LazyLock<Vec<Bundled>> = LazyLock::new(|| {
        let read = |&(name, template): &(&'static str, &'static str)| head::read(name, template);
        SHEETS.iter().map(read).collect::<Result<_, _>>().expect("a test reads the head of every embedded sheet")
    });
    &ALL
}

/// The bundled game with this name (without a size), if there is one.
pub fn find(name: &str) -> Option<&'static Bundled> {
    all().iter().find(|bundled| bundled.name == name)
}

/// The rule sheet of a bundled game, by its name alone or with a size: `chomp`, `chomp:8x7`, `nim:1,3,5,7`.
pub fn sheet(request: &str) -> Result<String, Error> {
    let (bundled, arguments) = request::read(request)?;
    let body = template::expand(bundled.template, &arguments);
    let body = body.expect("a test expands every embedded sheet at its least, default and greatest size");
    Ok(format!("; {request}\n;\n{body}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sheet_in_the_folder_is_embedded() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/sheets");
        let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        let mut embedded: Vec<String> = SHEETS.iter().map(|(name, _)| format!("{name}.kif")).collect();
        names.sort();
        embedded.sort();
        assert_eq!(names, embedded);
    }

    #[test]
    fn every_head_parses_and_gives_the_number_of_players() {
        for bundled in all() {
            let expected = if bundled.family == Family::OnePlayer { 1 } else { 2 };
            assert_eq!(bundled.roles, expected, "{}", bundled.name);
        }
    }

    #[test]
    fn every_sheet_expands_at_its_minimum_default_and_maximum_size() {
        for bundled in all() {
            let join = |end: fn(&Parameter) -> i64, numbers: &[Parameter]| {
                numbers.iter().map(|p| end(p).to_string()).collect::<Vec<_>>().join("x")
            };
            let sizes: Vec<String> = match &bundled.parameters {
                Parameters::None => vec![],
                Parameters::Numbers(numbers) => vec![join(|p| p.least, numbers), join(|p| p.most, numbers)],
                Parameters::List { least, most, longest, .. } => {
                    vec![least.to_string(), vec![most.to_string(); *longest].join(",")]
                }
            };
            let requests = sizes.iter().map(|size| format!("{}:{size}", bundled.name));
            for request in requests.chain([bundled.name.to_string(), bundled.example()]) {
                let sheet = sheet(&request).unwrap();
                assert!(!sheet.contains(['{', '}', '@']), "{request}");
                assert!(sheet.lines().all(|line| line.chars().count() <= 120), "{request}");
            }
        }
    }
}
