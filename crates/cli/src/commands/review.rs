//! `backsolve review DB MATCH`: finds the mistakes in played games.

mod expected;
mod folder;
mod text;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use ::game::Game;
use ::query::GroundOracle;
use ::query::scoring::are_points;
use clap::Args;
use notation::Notation;
use operations::grounding::{self, Grounded};
use play::review::html::page;
use play::review::{JudgedPly, Names, PlyAnswer, Review as Judged, sentences};
use play::{AnyDatabase, MatchRecord};
use serde::Serialize;
use solution::Database;

use crate::console::Console;
use crate::error::{Error, Exit, unwritable};
use crate::limits::{Early, LimitOptions};
use crate::load::{text_file, warnings_of};
use crate::opened::{Opened, any_database};

const EXAMPLES: &str = "\
Matches:
  A file with moves, one per line or as in `query`; a match as JSON with \"moves\": [[\"(mark 1 1)\", \"noop\"], ...],
  as saved by `play` and published by General Game Playing servers; - for standard input; or a folder of such files.

Examples:
  backsolve review ttt.solution game.json                   judge every move, and find the deciding one
  backsolve review ttt.solution game.json --html page.html  the same as a page with a graph
  backsolve review ttt.solution games/                      a summary per player, and the hardest positions
  echo \"1 1 1 2\" | backsolve review ttt.solution -          moves from standard input
  backsolve review --json ttt.solution game.json            for programs: plies, mistakes, lost, decided

How to read it:
  before, after   the reward of the role to move under optimal play, before and after its move
  lost            the points that a mistake costs the role to move; a mistake that costs 0 gives more to others
  decided         the last move that changed the value

Games with chance or simultaneous moves:
  A move is judged by the expected reward that it promises while the others play by the stored strategies, so good
  luck makes no move better. lost is in expected points; a mistake is a move of which another certainly promises more.

Exit codes:
  0 done, with or without mistakes   1 the game has hidden information
  2 no such solution, no such match or illegal moves   3 a limit was reached   4 damaged";

/// Judge every move of a played game: mistakes, better moves, the deciding move
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Review {
    /// Solution: a directory written by `backsolve solve`
    #[arg(value_name = "DB", value_hint = clap::ValueHint::DirPath)]
    database: PathBuf,

    /// Played game: a file, - for standard input, or a folder of files
    #[arg(value_name = "MATCH", value_hint = clap::ValueHint::AnyPath)]
    played: PathBuf,

    /// Write the review as an HTML page with a graph of the value
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    html: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitOptions,
}

#[derive(Serialize)]
struct Answer {
    database: String,
    game: String,
    /// The file.
    #[serde(rename = "match")]
    played: String,
    roles: Vec<String>,
    /// For each role, its player.
    players: Vec<String>,
    /// Whether the whole game is solved.
    complete: bool,
    /// Whether values are shown in points rather than as win, draw and loss.
    points: bool,
    /// Rewards under optimal play from the start.
    value: Option<Vec<i32>>,
    /// The same after the last move: the rewards if the game is over.
    final_value: Option<Vec<i32>>,
    plies: Vec<PlyEntry>,
    /// Per role.
    mistakes: Vec<usize>,
    /// For each role, the points lost by its mistakes.
    lost: Vec<i64>,
    /// The last ply that changed the value, counted from 1.
    decided: Option<usize>,
    warnings: Vec<String>,
    /// The review in sentences.
    #[serde(skip)]
    sentences: Vec<String>,
    /// The notation of moves.
    #[serde(skip)]
    notation: Notation,
}

#[derive(Serialize)]
struct PlyEntry {
    #[serde(flatten)]
    answer: PlyAnswer,
    mistake: bool,
    lost: i64,
    /// The points of the role to move under optimal play.
    points_before: Option<i32>,
    points_after: Option<i32>,
}

/// A solution with its ground game.
struct Judge {
    database: std::sync::Arc<Database>,
    game: Game,
    /// Whether values are shown in points.
    points: bool,
}

impl Review {
    /// Reviews and prints.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let clock = Instant::now();
        self.limits.budget().check()?;
        let unjudged = |early: Early| Err(early.unfinished("not all moves were judged"));
        self.limits.watch(console, clock).over(unjudged, || self.judge(console))
    }

    fn judge(&self, console: &Console) -> Result<Exit, Error> {
        if let (AnyDatabase::Expected(_), _) = any_database(&self.database)? {
            return expected::run(self, console);
        }
        let judge = Judge::new(&self.database, &self.limits, console)?;
        if self.played.is_dir() {
            if self.html.is_some() {
                return Err(Error::input("a page shows one game, but this is a folder")
                    .hint("give one of its files, or omit --html"));
            }
            return folder::run(&judge, &self.played, console);
        }
        let source = text_file(&self.played, console)?;
        let (record, review) = judge.review(&source.text)?;
        let answer = self.answer(&judge, &record, &review);
        console.warn(&answer.warnings);
        if let Some(file) = &self.html {
            let page = page(&review, &answer.game, &judge.names(&record));
            fs::write(file, page).map_err(unwritable(file))?;
        }
        console.answer(&answer, || text::text(&answer, self.html.as_deref()))?;
        Ok(Exit::Done)
    }

    fn answer(&self, judge: &Judge, record: &MatchRecord, review: &Judged) -> Answer {
        let manifest = judge.database.manifest();
        let roles = &judge.game.roles;
        let values = review.values();
        let value = |value: Option<&Option<&[i32]>>| value.copied().flatten().map(<[i32]>::to_vec);
        Answer {
            database: self.database.display().to_string(),
            game: manifest.question.name.clone(),
            played: self.played.display().to_string(),
            players: (0..roles.len()).map(|role| record.player(role, roles).to_owned()).collect(),
            roles: roles.clone(),
            complete: manifest.progress.is_complete(),
            points: judge.points,
            value: value(values.first()),
            final_value: value(values.last()),
            plies: (1..).zip(&review.plies).map(|(number, ply)| PlyEntry::new(number, ply, &judge.game)).collect(),
            mistakes: review.mistakes.clone(),
            lost: review.lost.clone(),
            decided: review.decided.map(|ply| ply + 1),
            warnings: warnings_of(&manifest.question),
            sentences: sentences(review, &judge.names(record)),
            notation: manifest.notation.clone(),
        }
    }
}

impl Judge {
    fn new(path: &Path, limits: &LimitOptions, console: &Console) -> Result<Judge, Error> {
        let Opened { database, rules } = Opened::new(path)?;
        let game = match grounding::ground(&rules, &limits.budget(), &console.stop)? {
            Grounded::Game(game) => *game,
            Grounded::TooLarge(reason) => return Err(reason.into()),
        };
        let points =
            are_points(database.manifest().layers.iter().flat_map(|layer| &layer.outcomes).map(|one| &*one.rewards));
        Ok(Judge { database, game, points })
    }

    /// The names in a match.
    fn names<'n>(&'n self, record: &'n MatchRecord) -> Names<'n> {
        let roles = &self.game.roles;
        let players = (0..roles.len()).map(|role| record.player(role, roles)).collect();
        Names { roles, players, notation: &self.database.manifest().notation }
    }

    /// Reviews the text of a match.
    fn review(&self, text: &str) -> Result<(MatchRecord, Judged), Error> {
        let record = MatchRecord::read(text).map_err(Error::input)?;
        let oracle = GroundOracle::new(&self.game, Some(&self.database))?;
        let plies = record.plies(&oracle)?;
        if plies.is_empty() {
            return Err(Error::input("there are no moves to judge").hint("give one move per line, or a match as JSON"));
        }
        let review = Judged::of(&oracle, &plies, self.game.roles.len())?;
        Ok((record, review))
    }
}

impl PlyEntry {
    fn new(number: usize, ply: &JudgedPly, game: &Game) -> PlyEntry {
        let (points_before, points_after) = ply.points(ply.mover.unwrap_or(0)).unzip();
        let (mistake, lost) = (ply.judgement.is_mistake(), ply.lost());
        PlyEntry { answer: ply.answer(number, game), mistake, lost, points_before, points_after }
    }
}
