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
//! body is plain GDL but for a few lines that spell out the size (see `template.rs`). What [`sheet`] returns is a
//! complete rule sheet, as readable as one written for that size.

mod expression;
mod head;
mod request;
mod template;

use std::fmt;
use std::sync::LazyLock;

pub use request::Error;

/// A bundled game: what its head says.
#[derive(Clone, Debug)]
pub struct Bundled {
    /// Its name on the command line, `connect-four`.
    pub name: &'static str,
    /// Its name in print, `Connect Four`.
    pub title: String,
    /// The rules, in a few sentences.
    pub rules: String,
    /// What kind of game it is.
    pub family: Family,
    /// What may follow the colon.
    pub parameters: Parameters,
    /// How many roles it has.
    pub roles: usize,
    /// Where the rules come from.
    pub source: String,
    /// What is known about its value and its number of states, and from where.
    pub known: String,
    template: &'static str,
}

/// What kind of game a bundled game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// A puzzle.
    OnePlayer,
    /// Two players in turn, and every play ends.
    TwoPlayers,
    /// Two players in turn, and play may go on for ever.
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

/// What may follow the colon after a game's name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Parameters {
    /// Nothing: the game has one size.
    None,
    /// Numbers, joined by `x`: `connect-four:7x6`.
    Numbers(Vec<Parameter>),
    /// Numbers of one kind, as many as one likes, joined by commas: `nim:1,3,5,7`.
    List {
        /// What they are.
        name: String,
        /// What they are if none are given.
        default: Vec<i64>,
        /// The least that each may be.
        least: i64,
        /// The most that each may be.
        most: i64,
        /// How many there may be.
        longest: usize,
    },
}

/// One number that a game's size is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// What it is.
    pub name: String,
    /// What it is if none is given.
    pub default: i64,
    /// The least it may be.
    pub least: i64,
    /// The most it may be.
    pub most: i64,
}

impl Parameters {
    /// The default as it would be written after the colon; empty if there are no parameters.
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
    /// The name with the default size spelt out, `connect-four:7x6`.
    pub fn example(&self) -> String {
        match self.parameters.default_text() {
            text if text.is_empty() => self.name.to_string(),
            text => format!("{}:{text}", self.name),
        }
    }
}

/// Names the files of `sheets/` and embeds them.
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

/// Names the files of `hints/` and embeds them.
macro_rules! hints {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../hints/", $name, ".json")))),*] };
}

const HINTS: &[(&str, &str)] = hints! {
    "awari" "blocks-world" "breakthrough" "catch-a-mouse" "chomp" "clobber" "clobber-zero-sum" "connect-four"
    "cubi-cup" "domineering" "domineering-horizontal" "dots-and-boxes" "eight-puzzle" "fifteen-puzzle" "hanoi" "hex" "kalah" "krk-endgame" "lights-out"
    "minichess" "nim" "nim-misere" "nim-take" "nine-mens-morris" "number-tic-tac-toe" "pancakes" "peg-solitaire" "queens"
    "sheep-and-wolf" "sim" "sum-15" "three-mens-morris" "tic-tac-toe"
};

/// How the bundled game with this name (no size) is best drawn: a JSON object, where there is something to say.
pub fn hints(name: &str) -> Option<&'static str> {
    HINTS.iter().find(|(known, _)| *known == name).map(|(_, hints)| *hints)
}

/// All bundled games, related ones side by side.
pub fn all() -> &'static [Bundled] {
    static ALL: LazyLock<Vec<Bundled>> = LazyLock::new(|| {
        let read = |&(name, template): &(&'static str, &'static str)| head::read(name, template);
        SHEETS.iter().map(read).collect::<Result<_, _>>().expect("a test reads the head of every embedded sheet")
    });
    &ALL
}

/// The bundled game with this name (no size), if there is one.
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
    fn every_head_reads_and_says_how_many_play() {
        for bundled in all() {
            let expected = if bundled.family == Family::OnePlayer { 1 } else { 2 };
            assert_eq!(bundled.roles, expected, "{}", bundled.name);
        }
    }

    #[test]
    fn every_sheet_expands_at_its_least_default_and_greatest_size() {
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
