//! Reviews the matches of a folder: a summary per player, and the positions with the most mistakes.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use ::game::State;
use play::review::{HardPosition, PlayerSummary, Summary};
use serde::Serialize;

use super::Judge;
use crate::console::{BAD, BOLD, Console};
use crate::error::{Error, Exit};
use crate::load::text_file;
use crate::state::shown;
use crate::table::{self, count, grouped, row};

/// The number of positions shown.
const HARDEST: usize = 10;

#[derive(Serialize)]
struct Answer {
    database: String,
    game: String,
    folder: String,
    /// The number of reviewed matches.
    matches: usize,
    players: Vec<PlayerAnswer>,
    /// The positions with the most mistakes, the worst first.
    hardest: Vec<PositionAnswer>,
    /// Files that are not matches of this game, with the reason.
    skipped: Vec<Skipped>,
}

#[derive(Serialize)]
struct PlayerAnswer {
    player: String,
    #[serde(flatten)]
    played: PlayerSummary,
}

#[derive(Serialize)]
struct PositionAnswer {
    state: Vec<String>,
    role: String,
    #[serde(flatten)]
    played: HardPosition,
}

#[derive(Serialize)]
pub struct Skipped {
    pub file: String,
    pub why: String,
}

/// Reviews all files of a folder.
pub fn run(judge: &Judge, folder: &Path, console: &Console) -> Result<Exit, Error> {
    let (mut summary, mut matches, mut skipped) = (Summary::default(), 0, Vec::new());
    let files = files(folder)?;
    for file in &files {
        match text_file(file, console).and_then(|source| judge.review(&source.text)) {
            Ok((record, review)) => {
                summary.add(&review, &judge.names(&record).players);
                matches += 1;
            }
            Err(error) => skipped.push(Skipped { file: file.display().to_string(), why: error.to_string() }),
        }
    }
    if matches == 0 {
        return Err(no_match(folder, &skipped));
    }
    let answer = answer(judge, folder, matches, &summary, skipped);
    console.answer(&answer, || text(&answer))?;
    Ok(Exit::Done)
}

/// The error for a folder without a match, with the reason of the first file.
pub fn no_match(folder: &Path, skipped: &[Skipped]) -> Error {
    let error = Error::input(format_args!("{} contains no match of this game", folder.display()));
    let why = skipped.first().map(|one| format!("{}: {}", one.file, one.why));
    error.hint(why.unwrap_or_else(|| "give a folder with files of moves or matches as JSON".to_owned()))
}

/// The files of a folder, by name.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let unreadable = |error| Error::input(format_args!("cannot read {}: {error}", folder.display()));
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort_unstable();
    Ok(files)
}

fn answer(judge: &Judge, folder: &Path, matches: usize, summary: &Summary, skipped: Vec<Skipped>) -> Answer {
    let player = |(name, played): (&String, &PlayerSummary)| {
        let (player, played) = (name.clone(), played.clone());
        PlayerAnswer { player, played }
    };
    let position = |(state, played): (&State, &HardPosition)| PositionAnswer {
        state: state.facts(&judge.game).into_iter().map(str::to_owned).collect(),
        role: judge.game.roles[played.role].clone(),
        played: played.clone(),
    };
    Answer {
        database: judge.database.path().display().to_string(),
        game: judge.database.manifest().question.name.clone(),
        folder: folder.display().to_string(),
        matches,
        players: summary.players().iter().map(player).collect(),
        hardest: summary.hardest(HARDEST).into_iter().map(position).collect(),
        skipped,
    }
}

fn text(answer: &Answer) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}  {}\n\n", answer.game, count(answer.matches, ("match", "matches")));
    let mut players = table::table(&["player", "games", "moves", "mistakes", "lost"], &[1, 2, 3, 4], 1);
    for PlayerAnswer { player, played } in &answer.players {
        let numbers = [played.games as u64, played.moves as u64, played.mistakes as u64].map(grouped);
        players.add_row(row([player.clone()].into_iter().chain(numbers).chain([played.lost.to_string()])));
    }
    text += &table::text(&players);
    if !answer.hardest.is_empty() {
        text += "\nMost mistakes happen here:\n";
    }
    for PositionAnswer { state, role, played } in &answer.hardest {
        let _ = writeln!(
            text,
            "  {} of {}, {} lost: {role} to move, better {}\n      {}",
            count(played.mistakes, "mistake"),
            grouped(played.times as u64),
            count(played.lost, "point"),
            played.better.join(" "),
            shown(state)
        );
    }
    for one in &answer.skipped {
        let _ = writeln!(text, "{BAD}note{BAD:#}: skipped {}: {}", one.file, one.why);
    }
    text
}
