//! `RULES`: a path, `-` for standard input, or the name of a bundled game with its size.
//!
//! Bundled names take precedence over files, so that `backsolve info sim` means the same in every directory; `./sim` is
//! the file.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use gdl::diagnostic::Code;
use gdl::{Checked, Mode, Rules, Source};
use operations::solve::rules_hash;
use operations::{SheetDiagnostics, check_solvable, check_strategic};
use solution::Manifest;
use solution::directory::MANIFEST;
use solution::manifest::{Question, StartPosition};

use crate::console::Console;
use crate::error::{Error, ErrorKind};
use crate::limits::{Early, LimitOptions, Watch};
use crate::table::size;

/// Which rule sheet.
#[derive(Args, Clone, Debug)]
pub struct RulesArgument {
    /// Rule sheet: a path, - for standard input, or a bundled game such as nim:1,3,5,7
    #[arg(value_name = "RULES", value_hint = clap::ValueHint::FilePath)]
    pub name: OsString,

    /// The domain of a PDDL problem [default: in the same file, or domain.pddl beside it]
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub domain: Option<PathBuf>,
}

impl From<OsString> for RulesArgument {
    fn from(name: OsString) -> RulesArgument {
        RulesArgument { name, domain: None }
    }
}

/// Which rule sheet, and how strictly it is taken.
#[derive(Args, Clone, Debug)]
pub struct RulesOptions {
    #[command(flatten)]
    pub rules: RulesArgument,

    /// Accept common violations of GDL, with a warning
    #[arg(long)]
    pub lenient: bool,
}

/// The effect of lenient mode, for every answer that depends on it.
pub const LENIENT: &str =
    "a missing goal counts as 0, of several goals the lowest counts, and a role without a legal move ends the game";

/// Warnings about an answer: whether the rules were read in lenient mode.
pub fn warnings(lenient: bool) -> Vec<String> {
    lenient.then(|| format!("the rules are read leniently: {LENIENT}")).into_iter().collect()
}

/// Warnings about an answer from a solution: lenient mode, and whether the rules in the file have changed since.
pub fn warnings_of(question: &Question) -> Vec<String> {
    let changed = has_changed(question)
        .then(|| format!("{} has changed since it was solved; this answer is for the old rules", question.name));
    warnings(question.lenient).into_iter().chain(changed).collect()
}

/// Whether the rules in the solved file have changed since. Comments and white space make no difference.
fn has_changed(question: &Question) -> bool {
    let argument = RulesArgument::from(OsString::from(&question.name));
    let Place::File(path) = argument.place() else { return false };
    let Ok(mut source) = from_file(path).and_then(|source| argument.with_domain(source)) else { return false };
    if let Some(from) = &question.from {
        source = gddl::with_start(&source, &from.facts);
    }
    let is_same = |rules: Rules| rules_hash(&rules) == question.rules_hash;
    source.text != question.rules && !gddl::check(&source, mode(question.lenient)).rules.is_some_and(is_same)
}

/// Endings by which a name is a path even if there is no such file.
const PATHS: [&str; 4] = [".kif", ".gdl", ".gddl", ".pddl"];

/// The file with the domain, beside that of the problem.
const DOMAIN: &str = "domain.pddl";

/// The source of a rule sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place<'a> {
    /// `-`
    StandardInput,
    /// The name of a bundled game, optionally with a size, possibly misspelt.
    Bundled(&'a str),
    /// A path.
    File(&'a Path),
}

impl RulesArgument {
    /// The meaning of the argument.
    pub fn place(&self) -> Place<'_> {
        let path = Path::new(&self.name);
        // Names of bundled games are valid Unicode.
        let Some(name) = self.name.to_str() else { return Place::File(path) };
        let is_bundled = games::find(name.split(':').next().unwrap_or(name)).is_some();
        let looks_like_path = name.contains(['/', '\\']) || PATHS.iter().any(|ending| name.ends_with(ending));
        match name {
            "-" => Place::StandardInput,
            _ if is_bundled => Place::Bundled(name),
            _ if looks_like_path || path.exists() => Place::File(path),
            _ => Place::Bundled(name),
        }
    }

    /// Reads the text, and the domain of a PDDL problem that has none.
    pub fn source(&self, console: &Console) -> Result<Source, Error> {
        self.with_domain(self.sheet(console)?)
    }

    /// A problem after its domain; any other sheet as it is.
    fn with_domain(&self, sheet: Source) -> Result<Source, Error> {
        let lacks_domain = gddl::lacks_domain(&sheet);
        if let Some(domain) = &self.domain {
            if !lacks_domain {
                return Err(Error::input("--domain is for a PDDL problem without a domain")
                    .hint(format_args!("leave it out: {} has its own rules", sheet.name)));
            }
            return Ok(Source::after(from_file(domain)?, sheet));
        }
        let beside = match self.place() {
            Place::File(path) if lacks_domain => path.with_file_name(DOMAIN),
            _ => return Ok(sheet),
        };
        match beside.is_file() {
            true => Ok(Source::after(from_file(&beside)?, sheet)),
            false => Err(Error::input(format_args!("{} has a problem but no domain", sheet.name))
                .hint(format_args!("give the domain with --domain FILE, or put it beside the problem as {DOMAIN}"))),
        }
    }

    fn sheet(&self, console: &Console) -> Result<Source, Error> {
        match self.place() {
            Place::StandardInput => {
                let unread = |early: Early| Err(early.unfinished("standard input was not read to its end"));
                let read = Watch::new(console).over(unread, || read_bounded(io::stdin().lock()));
                decode("-", &read.map_err(|e| unreadable("standard input", &e))?)
            }
            Place::Bundled(name) => match games::sheet(name) {
                Ok(text) => Ok(Source::new(name, text)),
                Err(games::Error::UnknownName { name, suggestions }) => Err(unknown(&name, &suggestions)),
                Err(error) => Err(Error::input(error)),
            },
            Place::File(path) => from_file(path),
        }
    }
}

impl RulesOptions {
    /// Reads and checks the sheet. The first few warnings go to standard error: they may explain a later failure.
    pub fn load(&self, limits: &LimitOptions, console: &Console) -> Result<(Source, Rules), Error> {
        self.load_if(|_| Ok(()), limits, console)
    }

    /// The same for commands that need the values of states: games with hidden information are refused.
    pub fn load_solvable(&self, limits: &LimitOptions, console: &Console) -> Result<(Source, Rules), Error> {
        self.load_if(check_solvable, limits, console)
    }

    /// The same for commands that need outcomes of states: games with chance are refused too.
    pub fn load_strategic(&self, limits: &LimitOptions, console: &Console) -> Result<(Source, Rules), Error> {
        self.load_if(check_strategic, limits, console)
    }

    /// All diagnostics of the sheet, within the time limit. Bundled games are known to be correct, even if a small size
    /// leaves few choices.
    pub fn examine(&self, source: &Source, watch: &Watch<'_>) -> Checked {
        let unchecked = |early: Early| Err(early.unfinished("the rules were not checked"));
        watch.over(unchecked, || match self.rules.place() {
            Place::Bundled(_) => gddl::check(source, self.mode()),
            _ => operations::examine(source, self.mode(), &watch.console.stop, watch.deadline),
        })
    }

    fn load_if(
        &self,
        accept: fn(&Rules) -> Result<(), Error>,
        limits: &LimitOptions,
        console: &Console,
    ) -> Result<(Source, Rules), Error> {
        limits.budget().check()?;
        let source = self.rules.source(console)?;
        check_length(&source, limits)?;
        let Checked { rules, mut diagnostics, .. } = self.examine(&source, &limits.watch(console, Instant::now()));
        let accepted = rules.as_ref().map_or(Ok(()), accept);
        if accepted.is_err() {
            // The refusal says the same.
            diagnostics.retain(|one| one.code != Code::Hidden);
        }
        let report = SheetDiagnostics::new(&source, &diagnostics);
        let Some(rules) = rules else { return Err(Error::ill_formed(report)) };
        if report.warnings() > 0 {
            console.say(report.brief().trim_end());
        }
        accepted.map(|()| (source, rules))
    }

    /// The mode in which the sheet is checked.
    pub fn mode(&self) -> Mode {
        mode(self.lenient)
    }
}

fn mode(lenient: bool) -> Mode {
    if lenient { Mode::Lenient } else { Mode::Strict }
}

/// Rejects a sheet that may take more memory than allowed while it is read and checked.
fn check_length(source: &Source, limits: &LimitOptions) -> Result<(), Error> {
    let needed = operations::memory_to_check(&source.text);
    if needed <= limits.budget().memory {
        return Ok(());
    }
    Err(Error::limit(format_args!("checking a sheet of this length may need {} of memory", size(needed)))
        .hint(format_args!("allow it with --memory {}M", needed.div_ceil(1 << 20))))
}

/// The default directory of a sheet's solution: in the current directory, named after the game.
pub fn solution_of(name: &str) -> PathBuf {
    let stem = Path::new(name).file_stem().map_or_else(|| "game".into(), |stem| stem.to_string_lossy());
    let plain: String = stem.chars().map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' }).collect();
    let plain = if plain.trim_matches('-').is_empty() { "game".to_owned() } else { plain };
    PathBuf::from(format!("{plain}.solution"))
}

/// The number of letters of a start in the name of a directory.
const MOST_LETTERS: usize = 40;

/// The same for a game with another start, which has its own directory.
pub fn solution_from(name: &str, from: Option<&StartPosition>) -> PathBuf {
    let Some(from) = from else { return solution_of(name) };
    let words = from.given.iter().chain(from.first.iter()).flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
    let start = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
    let start: String = start.chars().take(MOST_LETTERS).collect();
    solution_of(name).with_extension(format!("from-{start}.solution"))
}

/// An error of opening a solution; if the name of a game was given instead, with the path of its solution.
pub fn unopened(given: &Path, error: Error) -> Error {
    let meant = solution_of(&given.to_string_lossy());
    match error.kind() == ErrorKind::Input {
        true if !given.is_dir() && meant.is_dir() => error.hint(format_args!("did you mean {}?", meant.display())),
        true if given.exists() && !given.join(MANIFEST).exists() => {
            error.hint("give the directory that `backsolve solve` wrote")
        }
        _ => error,
    }
}

/// Refuses outcomes of a game with chance or hidden information. Earlier versions solved such games as if there were
/// neither.
pub fn refuse_unsolvable(manifest: &Manifest) -> Result<(), Error> {
    if manifest.expected.is_some() {
        return Ok(());
    }
    let question = &manifest.question;
    let checked = gddl::check(&Source::new(&*question.name, &*question.rules), mode(question.lenient));
    checked.rules.map_or(Ok(()), |rules| check_strategic(&rules))
}

/// The text of a file that is not a rule sheet, so bundled names do not apply; `-` is standard input.
pub fn text_file(path: &Path, console: &Console) -> Result<Source, Error> {
    match path == Path::new("-") {
        true => RulesArgument::from(OsString::from(path)).sheet(console),
        false => from_file(path),
    }
}

fn from_file(path: &Path) -> Result<Source, Error> {
    let name = path.display().to_string();
    let metadata = fs::metadata(path).map_err(|e| unreadable(&name, &e))?;
    if metadata.is_dir() {
        if path.join(MANIFEST).is_file() {
            return Err(Error::input(format_args!("{name} is a database, not a rule sheet"))
                .hint(format_args!("`backsolve query {name}` asks it; to solve a game, give its rule sheet")));
        }
        return Err(Error::input(format_args!("{name} is a directory")).hint("give the path of a file in it"));
    }
    let bytes = File::open(path).and_then(read_bounded).map_err(|e| unreadable(&name, &e))?;
    decode(&name, &bytes)
}

/// Reads at most one byte more than the maximum size of a sheet, so that an infinite input ends.
fn read_bounded(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(gdl::source::MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn decode(name: &str, bytes: &[u8]) -> Result<Source, Error> {
    if bytes.len() > gdl::source::MAX_BYTES {
        let most = size(gdl::source::MAX_BYTES);
        return Err(Error::limit(format_args!("{name} is larger than the limit of {most}")));
    }
    Source::from_bytes(name, bytes).map_err(|diagnostic| {
        let error = Error::input(format_args!("{name}: {}", diagnostic.message));
        match diagnostic.help {
            Some(help) => error.hint(help),
            None => error,
        }
    })
}

fn unknown(name: &str, suggestions: &[&str]) -> Error {
    let error = Error::input(format_args!("there is neither a file nor a bundled game called `{name}`"));
    match suggestions {
        [] => error.hint("`backsolve games` lists the bundled games"),
        names => error.hint(format_args!("did you mean `{}`?", names.join("` or `"))),
    }
}

fn unreadable(name: &str, error: &io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::NotFound => Error::input(format_args!("there is no file {name}")),
        _ => Error::input(format_args!("cannot read {name}: {error}")),
    }
}
