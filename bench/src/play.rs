//! Players against each other: the value of perfect play, an endgame database, batched playouts and levels.

mod perfect;

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::ValueEnum;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use play::contest::{Score, duel, openings};
use play::{LEVELS, Levelled, MoveLimit, Playable, Player, Position, Settings, Uct};
use solution::directory::MANIFEST;
use solution::manifest::Progress;
use solution::{Database, Manifest};
use tempfile::TempDir;

use crate::Outcome;
use crate::child::{backsolve, measure};
use crate::report::{Table, grouped, publish_section};

/// The game on which players are compared.
const GAME: &str = "connect-four:5x5";
/// Random plies before a game between players.
const OPENING: usize = 4;
/// Time per move of UCT.
const MOVE: Duration = Duration::from_millis(200);
/// Time per measurement of speed, and the number of repetitions.
const SPEED: Duration = Duration::from_secs(2);
const REPEATS: usize = 8;
/// Plies after which a game is stopped.
const LONGEST: usize = 500;

/// What to measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Part {
    /// Iterations and playouts per second, by width and threads
    Speed,
    /// Batched UCT against one playout at a time, in equal time
    Batch,
    /// UCT with half of a solution against UCT without
    Endgames,
    /// Each level against the one below
    Levels,
    /// The perfect player against others, on eight games
    Perfect,
}

impl Part {
    /// The heading of its section.
    fn heading(self) -> &'static str {
        match self {
            Part::Speed => "Speed of UCT",
            Part::Batch => "Batches of playouts",
            Part::Endgames => "An endgame database",
            Part::Levels => "Levels",
            Part::Perfect => "The perfect player",
        }
    }
}

/// Runs the measurements with the given number of games per contest, and per game and opponent of the perfect player.
pub fn run(parts: &[Part], games: usize, perfect: usize) -> Outcome<()> {
    let headings: Vec<&str> = Part::value_variants().iter().map(|part| part.heading()).collect();
    for part in parts {
        let text = match part {
            Part::Speed => speed()?,
            Part::Batch => batch(games)?,
            Part::Endgames => endgames(games)?,
            Part::Levels => levels(games)?,
            Part::Perfect => perfect::run(perfect)?,
        };
        publish_section("play", "Players", &headings, part.heading(), &text)?;
    }
    Ok(())
}

/// A bundled game, with its solution if there is one.
fn playable(name: &str, database: Option<&Database>) -> Outcome<Arc<Playable>> {
    let sheet = games::sheet(name)?;
    let rules = gdl::check(&gdl::Source::new(name, &*sheet)).rules.ok_or("a bundled sheet is ill-formed")?;
    let game = ground::ground(&rules, &ground::GroundingLimits::default())?;
    let class = prove::analyse(&game, &prove::ProofOptions::default())?.class;
    let mut playable = Playable::with(game)?;
    playable.cyclic = !class.acyclic.is_proved();
    playable.sum = class.sum.filter(|_| class.constant_sum.is_proved());
    Ok(Arc::new(match database {
        Some(database) => playable.of_database(database),
        None => playable,
    }))
}

/// The solution of a game, with distances.
fn solution(name: &str) -> Outcome<(TempDir, Database)> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("solution");
    let out = path.display().to_string();
    let taken = measure(&backsolve()?, &["solve", name, "--json", "--distances", "--out", &out])?;
    if !taken.is_done() {
        return Err(format!("{name} is not solved").into());
    }
    let database = Database::open(&path)?;
    Ok((folder, database))
}

fn fixed() -> MoveLimit {
    MoveLimit::time(MOVE)
}

fn scored(score: &Score) -> [String; 3] {
    let (low, high) = score.interval();
    let percent = |share: f64| format!("{:.1}", share * 100.0);
    [grouped(score.games() as u64), percent(score.mean()), format!("{} to {}", percent(low), percent(high))]
}

/// A speed of UCT.
#[derive(Clone, Copy, Default)]
struct Speed {
    iterations: f64,
    playouts: f64,
    per_cpu: f64,
}

fn speed() -> Outcome<String> {
    let playable = playable(GAME, None)?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let ways: Vec<(usize, usize)> =
        [(1, 1), (512, 1)].into_iter().chain((2..=cores).map(|threads| (512, threads))).collect();
    let mut best = vec![Speed::default(); ways.len()];
    // In turns, so that what else the machine does meets all of them.
    for _ in 0..REPEATS {
        for (best, &(width, threads)) in best.iter_mut().zip(&ways) {
            let new = measured(&Position::initial(&playable), width, threads)?;
            let per_cpu = new.per_cpu.max(best.per_cpu);
            let faster = if new.iterations > best.iterations { new } else { *best };
            *best = Speed { per_cpu, ..faster };
        }
    }
    let mut table =
        Table::new(&["playouts at once", "threads", "iterations/s", "playouts/s", "factor", "iterations/CPU s"]);
    for (speed, (width, threads)) in best.iter().zip(&ways) {
        let rates = [speed.iterations, speed.playouts].map(|rate| grouped(rate as u64));
        let times = format!("{:.2}", speed.iterations / best[1].iterations);
        let rest = [times, grouped(speed.per_cpu as u64)];
        table.row([width.to_string(), threads.to_string()].into_iter().chain(rates).chain(rest));
    }
    Ok(format!(
        "{GAME}, from the start, {} s; the best of {REPEATS} runs, interleaved. The factor is relative to the iterations per second of \
         one thread with 512 playouts at once.\n\n{}",
        SPEED.as_secs(),
        table.markdown(0)
    ))
}

fn measured(start: &Position, width: usize, threads: usize) -> Outcome<Speed> {
    let mut player = Uct::new(None, Settings { width, threads, ..Settings::default() }, 1);
    let before = cpu_seconds()?;
    let effort = player.choose(start, 0, &MoveLimit::time(SPEED))?.effort;
    let cpu = (cpu_seconds()? - before).max(1e-3);
    let rate = |count: u64| count as f64 / effort.seconds;
    let (iterations, playouts) = (rate(effort.iterations), rate(effort.playouts));
    Ok(Speed { iterations, playouts, per_cpu: effort.iterations as f64 / cpu })
}

/// CPU seconds used by this process.
fn cpu_seconds() -> Outcome<f64> {
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    Ok((usage.user_time().num_microseconds() + usage.system_time().num_microseconds()) as f64 / 1e6)
}

fn batch(games: usize) -> Outcome<String> {
    let playable = playable(GAME, None)?;
    let openings = openings(&playable, OPENING, games / 2, 1);
    let mut batched = Uct::new(None, Settings::default(), 1);
    let mut single = Uct::new(None, Settings { width: 1, ..Settings::default() }, 2);
    let score = duel(&openings, &mut batched, &mut single, &fixed, LONGEST)?;
    let mut table = Table::new(&["games", "score %", "95 % interval"]);
    table.row(scored(&score));
    Ok(format!(
        "UCT with 512 playouts at once against one at a time, {} ms per move, one thread, {GAME} after {OPENING} random plies.\n\n{}",
        MOVE.as_millis(),
        table.markdown(0)
    ))
}

fn endgames(games: usize) -> Outcome<String> {
    let (folder, solved) = solution(GAME)?;
    let database = half(&folder.path().join("solution"), solved.manifest())?;
    let layers = &database.manifest().layers;
    let kept = format!("{} of {}", layers.iter().filter(|layer| layer.value_file.is_some()).count(), layers.len());
    let playable = playable(GAME, Some(&database))?;
    let openings = openings(&playable, OPENING, games / 2, 1);
    let mut table = Table::new(&["solved layers", "games", "score %", "95 % interval"]);
    let mut with = Uct::new(Some(Arc::new(database)), Settings::default(), 1);
    let mut without = Uct::new(None, Settings::default(), 2);
    let score = duel(&openings, &mut with, &mut without, &fixed, LONGEST)?;
    table.row([kept].into_iter().chain(scored(&score)));
    Ok(format!(
        "UCT with a partial solution (the last layers) against UCT without, {} ms per move, one thread, {GAME} after {OPENING} random plies.\n\n{}",
        MOVE.as_millis(),
        table.markdown(1)
    ))
}

/// A solution with only half of its layers solved.
fn half(path: &Path, manifest: &Manifest) -> Outcome<Database> {
    let mut manifest = manifest.clone();
    manifest.progress = Progress::Backward;
    let unsolved = manifest.layers.len() / 2;
    for layer in &mut manifest.layers[..unsolved] {
        (layer.value_file, layer.outcomes, layer.content) = (None, Vec::new(), None);
    }
    std::fs::write(path.join(MANIFEST), serde_json::to_string(&manifest)?)?;
    Ok(Database::open(path)?)
}

fn levels(games: usize) -> Outcome<String> {
    let (_folder, database) = solution(GAME)?;
    let playable = playable(GAME, Some(&database))?;
    let database = Arc::new(database);
    let openings = openings(&playable, OPENING, games / 2, 1);
    let mut table = Table::new(&["level", "games", "score %", "95 % interval"]);
    for level in 2..=LEVELS {
        let player =
            |level: usize| Levelled::new(level, Some(Arc::clone(&database).into()), Settings::default(), level as u64);
        let score = duel(&openings, &mut player(level), &mut player(level - 1), &MoveLimit::default, LONGEST)?;
        eprintln!("level {level}: {:?}", scored(&score));
        table.row([level.to_string()].into_iter().chain(scored(&score)));
    }
    Ok(format!(
        "Each level against the one below, {GAME} after {OPENING} random plies, both sides; level 10 has the database.\n\n{}",
        table.markdown(0)
    ))
}
