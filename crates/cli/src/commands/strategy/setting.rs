//! The common part of all strategy commands: the game, the role, the solved arena, the strategy file.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ::strategy::diagrams::DiagramArena;
use ::strategy::json::ListFile;
use clap::Args;
use gdl::{Rules, Source};
use operations::solve::rules_hash;
use operations::strategies::{self, ArenaLimits, Document, Listed};
use operations::{Budget, ErrorKind, Stop, Until};
use prove::ProvedGame;
use solution::Database;

use crate::console::Console;
use crate::error::Error;
use crate::limits::{Early, LimitOptions, Watch};
use crate::load::{RulesOptions, text_file, unopened};
use crate::names::{Chosen, one_of};
use crate::progress::Search;
use crate::table::{count, grouped};

/// Options of all strategy commands.
#[derive(Args, Debug)]
pub struct SettingOptions {
    #[command(flatten)]
    rules: RulesOptions,

    /// Role of the strategy, by name or number from 1 [default: the role in the strategy file, or the first]
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,

    /// The role's reward for infinite play [default: half of a constant sum]
    #[arg(long, value_name = "REWARD", allow_hyphen_values = true)]
    infinite: Option<i32>,

    /// Solution of the game: the source of values, or a cross-check if values are computed anyway
    #[arg(long, value_name = "DB", value_hint = clap::ValueHint::DirPath)]
    database: Option<PathBuf>,

    #[command(flatten)]
    pub limits: LimitOptions,
}

/// A game with the options of a command.
pub struct Setting {
    pub source: Source,
    rules: Rules,
    pub proved: ProvedGame,
    database: Option<Database>,
    infinite: Option<i32>,
    start: Instant,
    limits: LimitOptions,
    /// The requested role.
    pub role: Option<usize>,
    /// The deadline for listing all states and searching, if a time is given.
    pub search_end: Option<Instant>,
    /// States listed so far.
    counted: Arc<AtomicUsize>,
    stop: Stop,
}

/// The representation of a game's states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArenaEngine {
    /// Every state in a list, rules as bitmaps over it.
    Bitmaps,
    /// Decision diagrams: for many states and few rules.
    Diagrams,
}

/// The engines by name; `auto` is bitmaps if the states can be listed, otherwise diagrams.
const ENGINES: [(&str, Chosen<ArenaEngine>); 3] =
    [("auto", None), ("bitmaps", Some(ArenaEngine::Bitmaps)), ("diagrams", Some(ArenaEngine::Diagrams))];

/// The engine as an option of a command.
#[derive(Args, Clone, Copy, Debug)]
pub struct EngineOptions {
    /// Representation of states: bitmaps, diagrams (for games with too many states to list), or auto
    #[arg(long, value_parser = one_of(ENGINES), default_value = "auto", hide_possible_values = true)]
    pub engine: Chosen<ArenaEngine>,
}

/// A game prepared for lists of rules.
pub enum Ground<'s> {
    /// Its states in a list, with bitmaps.
    Bitmaps(Box<Listed<'s>>),
    /// On diagrams.
    Diagrams(Box<DiagramArena<'s>>),
}

impl Setting {
    /// Loads, grounds and analyses the game.
    pub fn new(options: &SettingOptions, console: &Console) -> Result<Setting, Error> {
        let start = Instant::now();
        let (source, rules) = options.rules.load_strategic(&options.limits, console)?;
        let proved = operations::prove(&rules, &options.limits.budget(), &console.stop)?;
        let database = options.database.as_deref().map(|path| open(path, &rules)).transpose()?;
        let role = options.role.as_deref().map(|name| strategies::role(name, &proved.game)).transpose()?;
        let (limits, stop) = (options.limits.clone(), console.stop.clone());
        let (infinite, counted) = (options.infinite, Arc::default());
        Ok(Setting { source, rules, proved, database, infinite, start, limits, role, search_end: None, counted, stop })
    }

    /// Counts the listing of states as part of the time for a search, if one is given.
    pub fn list_within(&mut self, time: Option<Duration>) {
        self.search_end = time.filter(|time| !time.is_zero()).and_then(|time| self.start.checked_add(time));
    }

    /// The game for code that lists states.
    pub fn setting(&self) -> strategies::StrategyGame<'_> {
        let until = Until { stop: self.stop.clone(), deadline: self.listed_by() };
        strategies::StrategyGame {
            source: &self.source,
            rules: &self.rules,
            proved: &self.proved,
            database: self.database.as_ref(),
            infinite: self.infinite,
            limits: ArenaLimits {
                counted: Arc::clone(&self.counted),
                ..ArenaLimits::within(&self.limits.budget(), until)
            },
        }
    }

    /// Reads a strategy file.
    pub fn read(&self, path: &Path, console: &Console) -> Result<Document, Error> {
        let source = text_file(path, console)?;
        let source = if source.text.trim_start().starts_with('{') { from_json(&source)? } else { source };
        Document::read(source, &self.proved.game, &self.rules, self.role)
    }

    /// The game prepared for a role: on bitmaps, or on diagrams if requested or if there are too many states.
    pub fn ground(&self, role: usize, engine: EngineOptions, console: &Console) -> Result<Ground<'_>, Error> {
        if engine.engine == Some(ArenaEngine::Diagrams) {
            return Ok(Ground::Diagrams(Box::new(self.diagram_arena(role, console)?)));
        }
        match self.listed(console, || self.setting().list(role)) {
            Ok(listed) => Ok(Ground::Bitmaps(Box::new(listed))),
            Err(error) if error.kind() == ErrorKind::Limit && self.is_listed_late() => Err(self.unlisted(Early::Time)),
            Err(error) if self.is_too_large(&error) && engine.engine.is_none() => {
                console.say(&format!("{}; continuing with diagrams", error.message()));
                Ok(Ground::Diagrams(Box::new(self.diagram_arena(role, console)?)))
            }
            Err(error) => Err(error),
        }
    }

    /// Runs work that starts by listing all states, and shows its progress.
    pub fn listed<R>(&self, console: &Console, list: impl FnOnce() -> Result<R, Error>) -> Result<R, Error> {
        let progress = Search::new(console);
        let tick = || progress.tell(format!("listing states: {} so far", grouped(self.counted() as u64)));
        let watch = Watch { deadline: self.listed_by(), tick: &tick, ..self.limits.watch(console, self.start) };
        let result = watch.over(|early| Err(self.unlisted(early)), list);
        if console.stop.raised() { Err(self.unlisted(Early::Interrupted)) } else { result }
    }

    /// The error that the work ended before all states were listed.
    fn unlisted(&self, early: Early) -> Error {
        let so_far = count(self.counted(), "state");
        let error = early.unfinished(format_args!(
            "the list of all states and values, which strategies need, is not finished ({so_far} so far)"
        ));
        match early {
            Early::Time => {
                error.hint("allow more with --seconds or --time, or use --engine diagrams, which needs no list")
            }
            Early::Interrupted => error,
        }
    }

    fn counted(&self) -> usize {
        self.counted.load(Ordering::Relaxed)
    }

    fn listed_by(&self) -> Option<Instant> {
        self.until().deadline.into_iter().chain(self.search_end).min()
    }

    fn is_listed_late(&self) -> bool {
        self.search_end.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether a memory limit was reached while there is time left.
    fn is_too_large(&self, error: &Error) -> bool {
        error.kind() == ErrorKind::Limit && !self.until().is_late()
    }

    /// The game on diagrams.
    fn diagram_arena(&self, role: usize, console: &Console) -> Result<DiagramArena<'_>, Error> {
        let budget = self.limits.budget();
        let left = budget.time.map(|time| time.saturating_sub(self.start.elapsed()));
        let progress = Search::new(console);
        self.setting().diagram_arena(role, Budget { time: left, ..budget }, &mut |report| progress.solving(report))
    }

    /// When the command must end.
    pub fn until(&self) -> Until {
        Until { stop: self.stop.clone(), deadline: self.limits.budget().deadline(self.start) }
    }

    /// Seconds since the command started.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }
}

/// Opens a solution, which must be finished and have the same rules.
fn open(path: &Path, rules: &Rules) -> Result<Database, Error> {
    let database = Database::open(path).map_err(|error| unopened(path, error.into()))?;
    let manifest = database.manifest();
    if manifest.question.rules_hash != rules_hash(rules) {
        let what = format_args!("{} is the solution of another game, {}", path.display(), manifest.question.name);
        return Err(Error::input(what));
    }
    if !manifest.progress.is_complete() {
        return Err(Error::input(format_args!("the solution {} is not finished", path.display()))
            .hint("run the same `backsolve solve` command again to finish it"));
    }
    Ok(database)
}

/// A strategy given as JSON, converted to text.
fn from_json(source: &Source) -> Result<Source, Error> {
    let list: ListFile =
        serde_json::from_str(&source.text).map_err(|error| Error::input(format_args!("{}: {error}", source.name)))?;
    Ok(Source::new(source.name.clone(), list.text()))
}
