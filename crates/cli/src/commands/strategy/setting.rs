//! What all strategy commands share: the game, the role, the solved arena, the strategy file.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ::strategy::compiled::CompileError;
use ::strategy::diagrams::{Field, Terms};
use ::strategy::follow::Optimality;
use ::strategy::text::{self, Document};
use ::strategy::verify::Verdict;
use ::strategy::walk::{self, walk};
use ::strategy::{Arena, ArenaOptions, Cases, Compiled, Strategy};
use clap::{Args, ValueEnum};
use game::State;
use gdl::{Rules, Source};
use prove::ProvedGame;
use solution::Database;
use symbolic::engine::Resources;
use workshop::budget::resident;
use workshop::solve::{Solve, rules_hash};
use workshop::{Budget, Kind, Report};

use crate::console::Console;
use crate::error::Error;
use crate::limits::{Early, LimitOptions, Watch};
use crate::load::{RulesOptions, text_file, unopened};
use crate::progress::Search;
use crate::table::{count, grouped};

/// Options of all strategy commands.
#[derive(Args, Debug)]
pub struct SettingOptions {
    #[command(flatten)]
    rules: RulesOptions,

    /// Whose strategy: the name of a role or its number from 1 [default: that of the strategy file, else the first]
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,

    /// The role's reward for infinite play [default: half of a constant sum]
    #[arg(long, value_name = "REWARD", allow_hyphen_values = true)]
    infinite: Option<i32>,

    /// A solution of the game: values are taken from it, or compared with it where they are computed anyway
    #[arg(long, value_name = "DB", value_hint = clap::ValueHint::DirPath)]
    database: Option<PathBuf>,

    #[command(flatten)]
    pub limits: LimitOptions,
}

/// A game ready for strategies.
pub struct Setting {
    pub source: Source,
    pub rules: Rules,
    pub prepared: ProvedGame,
    database: Option<Database>,
    infinite: Option<i32>,
    start: Instant,
    limits: LimitOptions,
    role: Option<usize>,
    /// When all states should be listed, where the time for the search is given.
    listed_by: Option<Instant>,
    /// States listed so far.
    counted: Arc<AtomicUsize>,
}

/// What the states of a game are kept in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Engine {
    /// Bitmaps where the states can be listed, else diagrams
    #[default]
    Auto,
    /// Every state in a list, rules as bitmaps over it
    Bitmaps,
    /// Decision diagrams: for many states and few rules
    Diagrams,
}

/// The engine as an option of a command.
#[derive(Args, Clone, Copy, Debug)]
pub struct EngineOptions {
    /// What states are kept in: bitmaps, diagrams (for games with too many states to list), or auto
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    pub engine: Engine,
}

/// A game ready for lists of rules.
pub enum Ground<'s> {
    /// Its states in a list, with the bitmaps over it.
    Bitmaps(Box<(Arena<'s>, Cases)>),
    /// On diagrams.
    Diagrams(Box<Field<'s>>),
}

/// A strategy file.
pub struct StrategyFile {
    pub source: Source,
    pub document: Document,
}

impl Setting {
    /// Loads, grounds and analyses the game.
    pub fn new(options: &SettingOptions, console: &Console) -> Result<Setting, Error> {
        let start = Instant::now();
        let (source, rules) = options.rules.load_solvable(&options.limits, console)?;
        let prepared = workshop::prove(&rules, &options.limits.budget(), &console.stop)?;
        let database = options.database.as_deref().map(|path| open(path, &rules)).transpose()?;
        let role = options.role.as_deref().map(|name| named_role(name, &prepared.game.roles)).transpose()?;
        let limits = options.limits.clone();
        let (infinite, counted) = (options.infinite, Arc::default());
        Ok(Setting { source, rules, prepared, database, infinite, start, limits, role, listed_by: None, counted })
    }

    /// Lets the listing of states count as part of the time for a search, where one is given.
    pub fn list_within(&mut self, time: Option<Duration>) {
        self.listed_by = time.filter(|time| !time.is_zero()).and_then(|time| self.start.checked_add(time));
    }

    /// Reads a strategy file.
    pub fn read(&self, path: &Path, console: &Console) -> Result<StrategyFile, Error> {
        let source = text_file(path, console)?;
        let source = if source.text.trim_start().starts_with('{') { from_json(&source)? } else { source };
        let role = self.role.unwrap_or(0);
        match text::read(&source, &self.prepared.game, &self.rules, role) {
            Ok(document) => Ok(StrategyFile { source, document }),
            Err(diagnostics) => Err(Error::ill_formed(Report::new(&source, &diagnostics))),
        }
    }

    /// The role that a strategy is for.
    pub fn role(&self, file: Option<&StrategyFile>) -> Result<usize, Error> {
        let named = file.and_then(|file| file.document.role);
        match (self.role, named) {
            (Some(asked), Some(named)) if asked != named => {
                let roles = &self.prepared.game.roles;
                Err(Error::input(format_args!("the strategy is for {}, not for {}", roles[named], roles[asked])))
            }
            (asked, named) => Ok(asked.or(named).unwrap_or(0)),
        }
    }

    /// Solves the game for a role.
    pub fn arena(&self, role: usize) -> Result<Arena<'_>, Error> {
        let game = &self.prepared.game;
        let known = |state: &State| self.stored_value(role, state);
        let options = ArenaOptions {
            limits: self.search_limits(),
            lifted: self.lifted_limits(),
            infinite: self.infinite(role)?,
            known: self.database.is_some().then_some(&known),
        };
        Ok(Arena::new(game, &self.prepared.symmetries, role, &options)?)
    }

    /// The game for a role, ready for lists of rules: on bitmaps, or on diagrams where that is asked for or its states are too many.
    pub fn ground(&self, role: usize, engine: EngineOptions, console: &Console) -> Result<Ground<'_>, Error> {
        if engine.engine == Engine::Diagrams {
            return Ok(Ground::Diagrams(Box::new(self.field(role, console)?)));
        }
        let listed = self.listed(console, || self.arena(role).and_then(|arena| Ok((self.cases(&arena)?, arena))));
        match listed {
            Ok((cases, arena)) => Ok(Ground::Bitmaps(Box::new((arena, cases)))),
            Err(error) if error.kind() == Kind::Limit && self.is_listed_late() => Err(self.unlisted(Early::Time)),
            Err(error) if self.is_too_large(&error) && engine.engine == Engine::Auto => {
                console.say(&format!("{}; going on with diagrams", error.message()));
                Ok(Ground::Diagrams(Box::new(self.field(role, console)?)))
            }
            Err(error) => Err(error),
        }
    }

    /// Does work that begins with a list of all states, and shows how far that is.
    pub fn listed<R>(&self, console: &Console, list: impl FnOnce() -> Result<R, Error>) -> Result<R, Error> {
        let progress = Search::new(console);
        let tick = || progress.tell(format!("listing states: {} so far", grouped(self.counted() as u64)));
        let deadline = self.deadline().into_iter().chain(self.listed_by).min();
        let watch = Watch { deadline, tick: &tick, ..self.limits.watch(console, self.start) };
        let result = watch.over(|early| Err(self.unlisted(early)), list);
        if console.stop.raised() { Err(self.unlisted(Early::Interrupted)) } else { result }
    }

    /// That the work ended before all states were listed.
    fn unlisted(&self, early: Early) -> Error {
        let so_far = count(self.counted(), "state");
        let error = early.unfinished(format_args!(
            "the list of the game's states with their values, which strategies are made from, is not finished: {so_far} so far"
        ));
        match early {
            Early::Time => {
                error.hint("allow more with --seconds or --time, or give --engine diagrams, which lists none")
            }
            Early::Interrupted => error,
        }
    }

    fn counted(&self) -> usize {
        self.counted.load(Ordering::Relaxed)
    }

    fn is_listed_late(&self) -> bool {
        self.listed_by.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether something did not fit into memory: a limit, and there is time left.
    fn is_too_large(&self, error: &Error) -> bool {
        error.kind() == Kind::Limit && self.deadline().is_none_or(|deadline| Instant::now() < deadline)
    }

    /// The game on diagrams, with values from the solution given, or from one that is made for this and goes with it.
    fn field(&self, role: usize, console: &Console) -> Result<Field<'_>, Error> {
        if let Some(database) = &self.database {
            return self.field_of(role, database);
        }
        let directory = tempfile::tempdir_in(workshop::scratch::folder())
            .map_err(|e| Error::input(format_args!("no temporary directory: {e}")))?;
        let path = directory.path().join("solution");
        let options = workshop::solve::Options {
            engine: Some(solution::Engine::Symbolic),
            infinite: self.infinite.map(|own| self.shares(role, own)),
            ..workshop::solve::Options::new(self.budget_left(), 1)
        };
        let progress = Search::new(console);
        let solve = Solve::new(&self.source, &self.rules, &options, &path, &console.stop);
        let solved = solve.run(&self.prepared, &mut |report| progress.solving(report));
        // What it says of going on in its directory is of no use here: that goes now.
        solved.map_err(|error| Error::new(error.kind(), error.message()))?;
        drop(progress);
        self.field_of(role, &Database::open(&path)?)
    }

    fn field_of(&self, role: usize, database: &Database) -> Result<Field<'_>, Error> {
        let terms = Terms {
            proved: &self.prepared,
            role,
            database,
            infinite: self.infinite(role)?,
            resources: Resources { bytes: self.limits.budget().engine_bytes()?, threads: 1 },
        };
        Ok(Field::new(&terms)?)
    }

    /// Rewards of infinite play of which one role's is given.
    fn shares(&self, role: usize, own: i32) -> Vec<i32> {
        let sum = self.prepared.class.sum.unwrap_or(0);
        let share = |other: usize| if other == role { own } else { sum.saturating_sub(own) };
        (0..self.prepared.game.roles.len()).map(share).collect()
    }

    /// What is left of the budget.
    fn budget_left(&self) -> Budget {
        let budget = self.limits.budget();
        Budget { time: budget.time.map(|time| time.saturating_sub(self.start.elapsed())), ..budget }
    }

    /// When the time for listing states and for a search is over, where one is given.
    pub fn search_end(&self) -> Option<Instant> {
        self.listed_by
    }

    /// When the time is over.
    pub fn deadline(&self) -> Option<Instant> {
        self.limits.budget().deadline(self.start)
    }

    /// Verifies a strategy state by state, with values from the solution.
    pub fn walk(&self, role: usize, strategy: &Strategy, optimality: Optimality) -> Result<Verdict, Error> {
        let roles = self.prepared.game.roles.len();
        let sum = self.prepared.class.sum.or_else(|| self.stored_sum());
        if roles != 1 && sum.is_none() {
            return Err(Error::solvable_without_strategies("that the rewards add up to the same is not proved"));
        }
        let ground = walk::Ground {
            game: &self.prepared.game,
            symmetries: &self.prepared.symmetries,
            role,
            known: &|state: &State| self.stored_value(role, state),
            infinite: self.infinite(role)?.or(sum.map(|sum| sum / 2)),
            limits: self.search_limits(),
        };
        Ok(walk(&ground, strategy, optimality)?)
    }

    /// The constant sum of a cyclic solution: that of infinite play, which has its share of it.
    fn stored_sum(&self) -> Option<i32> {
        self.database.as_ref()?.manifest().question.infinite.as_ref().map(|shares| shares.iter().sum())
    }

    /// The value of a state in the solution.
    fn stored_value(&self, role: usize, state: &State) -> Result<i32, String> {
        let Some(database) = &self.database else { return Err("there is no solution".to_owned()) };
        let values = database.facts().state(state.facts(&self.prepared.game)).map_err(|error| error.to_string())?;
        let found = database.probe(&values).map_err(|error| error.to_string())?;
        let rewards = found.map(|found| &found.outcome.rewards).ok_or("the solution has no value")?;
        rewards.get(role).copied().ok_or_else(|| "the solution has no value for the role".to_owned())
    }

    /// The role's reward for infinite play: what was asked for, else that of the solution, whose values hold for no other.
    fn infinite(&self, role: usize) -> Result<Option<i32>, Error> {
        let manifest = self.database.as_ref().map(Database::manifest);
        let stored = manifest.and_then(|manifest| manifest.question.infinite.as_ref()?.get(role).copied());
        match (self.infinite, stored) {
            (Some(asked), Some(stored)) if asked != stored => {
                let what = format!("the solution gives {stored} for infinite play, not {asked}");
                Err(Error::input(what).hint("leave --infinite out, or solve the game with it"))
            }
            (asked, stored) => Ok(asked.or(stored)),
        }
    }

    fn search_limits(&self) -> game::Limits {
        let deadline = self.deadline().into_iter().chain(self.listed_by).min();
        let (bytes, counted) = (self.limits.budget().memory / 2, Some(Arc::clone(&self.counted)));
        game::Limits { bytes, deadline, counted, ..game::Limits::default() }
    }

    fn lifted_limits(&self) -> ground::Limits {
        let Budget { memory, time, .. } = self.limits.budget();
        ground::Limits { bytes: memory, resident: Some(resident), time, ..ground::Limits::default() }
    }

    /// The bitmaps of an arena.
    pub fn cases(&self, arena: &Arena<'_>) -> Result<Cases, Error> {
        Ok(Cases::new(arena, self.limits.budget().memory / 4)?)
    }

    /// A strategy from a file, ready to be followed.
    pub fn compile<'a>(&self, arena: &'a Arena<'a>, cases: &Cases, file: StrategyFile) -> Result<Compiled<'a>, Error> {
        let StrategyFile { source, document } = file;
        Compiled::new(arena, cases, &self.source, &self.rules, document.strategy).map_err(|error| match error {
            CompileError::Text(diagnostics) => Error::ill_formed(Report::new(&source, &diagnostics)),
            CompileError::Other(error) => error.into(),
        })
    }

    /// Seconds since the command began.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }
}

/// Opens a solution, which must be one of these rules and finished.
fn open(path: &Path, rules: &Rules) -> Result<Database, Error> {
    let database = Database::open(path).map_err(|error| unopened(path, error.into()))?;
    let manifest = database.manifest();
    if manifest.question.rules_hash != rules_hash(rules) {
        let what = format_args!("{} is the solution of another game, {}", path.display(), manifest.question.name);
        return Err(Error::input(what));
    }
    if !manifest.progress.is_complete() {
        return Err(Error::input(format_args!("the solution {} is not finished", path.display()))
            .hint("run the `backsolve solve` that began it again"));
    }
    Ok(database)
}

fn named_role(name: &str, roles: &[String]) -> Result<usize, Error> {
    let number = name.parse::<usize>().ok().and_then(|number| number.checked_sub(1)).filter(|&n| n < roles.len());
    roles.iter().position(|role| role == name).or(number).ok_or_else(|| {
        Error::input(format_args!("the game has no role `{name}`"))
            .hint(format_args!("its roles are {}", roles.join(", ")))
    })
}

/// A strategy given as JSON, as text.
fn from_json(source: &Source) -> Result<Source, Error> {
    let list: ::strategy::json::ListFile =
        serde_json::from_str(&source.text).map_err(|error| Error::input(format_args!("{}: {error}", source.name)))?;
    Ok(Source::new(source.name.clone(), list.text()))
}
