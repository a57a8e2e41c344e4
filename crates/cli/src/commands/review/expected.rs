//! Reviews of games with chance or simultaneous moves: the expected points that each move cost.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

use ::query::ExpectedOracle;
use notation::Notation;
use play::MatchRecord;
use play::review::expected::{ExpectedPly, ExpectedReview};
use serde::Serialize;
use solution::manifest::ExpectedReward;

use super::Review;
use super::folder::{Skipped, files, no_match};
use crate::commands::solve::expected::decimal;
use crate::console::{BAD, BOLD, Console, DIM};
use crate::error::{Error, Exit};
use crate::load::{text_file, unopened, warnings_of};
use crate::table::{self, PLY, count, row};

#[derive(Serialize)]
struct Answer {
    database: String,
    game: String,
    /// The file.
    #[serde(rename = "match")]
    played: String,
    /// The roles that have a value: all but `random`.
    roles: Vec<String>,
    /// For each of these roles, its player.
    players: Vec<String>,
    /// Expected reward per role at the start.
    value: Vec<ExpectedReward>,
    /// The same after the last move: the rewards if the game is over.
    final_value: Vec<ExpectedReward>,
    plies: Vec<ExpectedPly>,
    /// Per role, how often it had a choice.
    choices: Vec<usize>,
    /// Per role.
    mistakes: Vec<usize>,
    /// For each role, the expected points lost by its mistakes.
    lost: Vec<f64>,
    warnings: Vec<String>,
    /// The notation of moves.
    #[serde(skip)]
    notation: Notation,
}

/// The matches of a folder.
#[derive(Serialize)]
struct FolderAnswer {
    database: String,
    game: String,
    folder: String,
    /// The number of reviewed matches.
    matches: usize,
    players: Vec<PlayerAnswer>,
    /// Files that are not matches of this game, with the reason.
    skipped: Vec<Skipped>,
}

#[derive(Serialize, Default)]
struct PlayerAnswer {
    player: String,
    games: usize,
    /// Moves with a choice.
    moves: usize,
    mistakes: usize,
    /// The expected points lost by these.
    lost: f64,
}

/// Reviews a match, or the matches of a folder.
pub fn run(arguments: &Review, console: &Console) -> Result<Exit, Error> {
    if arguments.html.is_some() {
        return Err(Error::input("--html is for games without chance and simultaneous moves")
            .hint("omit it: the review on standard output, or with --json, has all figures"));
    }
    let path = &arguments.database;
    let mut oracle = ExpectedOracle::open(path).map_err(|error| unopened(path, error.into()))?;
    let budget = arguments.limits.budget();
    oracle.set_limits(interpret::InterpreterLimits {
        bytes: budget.memory,
        deadline: budget.deadline(Instant::now()),
        ..interpret::InterpreterLimits::default()
    });
    if arguments.played.is_dir() {
        return folder(&mut oracle, &arguments.played, console);
    }
    let (record, review) = review(&mut oracle, &text_file(&arguments.played, console)?.text)?;
    let answer = answer(&oracle, &arguments.played, &record, review);
    console.warn(&answer.warnings);
    console.answer(&answer, || text(&answer))?;
    Ok(Exit::Done)
}

/// Reviews the text of a match. Some servers write names in upper case, which sheets hardly ever do.
fn review(oracle: &mut ExpectedOracle, text: &str) -> Result<(MatchRecord, ExpectedReview), Error> {
    let record = MatchRecord::read(text).map_err(Error::input)?;
    let (start, moves) = (oracle.initial()?, record.text());
    let review = match ExpectedReview::of(oracle, &start, &moves) {
        Ok(review) => review,
        Err(error) => ExpectedReview::of(oracle, &start, &moves.to_lowercase()).map_err(|_| error)?,
    };
    if review.plies.is_empty() {
        return Err(Error::input("there are no moves to judge").hint("give one move per line, or a match as JSON"));
    }
    Ok((record, review))
}

/// The player of each role that has a value.
fn players(oracle: &ExpectedOracle, record: &MatchRecord) -> Vec<String> {
    oracle.database().players().into_iter().map(|role| record.player(role, oracle.roles()).to_owned()).collect()
}

fn answer(oracle: &ExpectedOracle, played: &Path, record: &MatchRecord, review: ExpectedReview) -> Answer {
    let manifest = oracle.database().manifest();
    let value = |ply: Option<&ExpectedPly>, of: fn(&ExpectedPly) -> &Vec<ExpectedReward>| {
        ply.map_or(Vec::new(), |ply| of(ply).clone())
    };
    Answer {
        database: oracle.database().path().display().to_string(),
        game: manifest.question.name.clone(),
        played: played.display().to_string(),
        roles: oracle.database().players().into_iter().map(|role| oracle.roles()[role].clone()).collect(),
        players: players(oracle, record),
        value: value(review.plies.first(), |ply| &ply.value_before),
        final_value: value(review.plies.last(), |ply| &ply.value_after),
        plies: review.plies,
        choices: review.choices,
        mistakes: review.mistakes,
        lost: review.lost,
        warnings: warnings_of(&manifest.question),
        notation: manifest.notation.clone(),
    }
}

fn text(answer: &Answer) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}  {}\n", answer.game, count(answer.plies.len(), PLY));
    let headings = ["", "ply", "role", "move", "expected", "best", "lost", "better"];
    let mut choices = table::table(&headings, &[1, 4, 5, 6], 7);
    for ply in &answer.plies {
        for one in &ply.choices {
            let better: Vec<String> = one.better.iter().map(|made| answer.notation.of_move(made)).collect();
            choices.add_row(row([
                if one.mistake { " !" } else { "" }.to_owned(),
                ply.ply.to_string(),
                one.role.clone(),
                answer.notation.of_move(&one.made),
                decimal(&one.expected),
                decimal(&one.best),
                if one.mistake { points(one.lost) } else { String::new() },
                notation::joined(&better),
            ]));
        }
        if ply.choices.is_empty() {
            let role = if ply.chance { "random" } else { "" };
            let cells = ["", &ply.ply.to_string(), role, &answer.notation.of_move(&ply.text), "", "", "", ""];
            choices.add_row(row(cells.map(str::to_owned)));
        }
    }
    text += &table::text(&choices);
    if answer.mistakes.iter().any(|&mistakes| mistakes > 0) {
        let _ = writeln!(text, "{DIM} ! mistake: another move certainly promises more{DIM:#}");
    }
    text.push('\n');
    let value = |value: &[ExpectedReward]| {
        let rewards = answer.roles.iter().zip(value).map(|(role, reward)| format!("{role} {}", decimal(reward)));
        rewards.collect::<Vec<_>>().join(", ")
    };
    let (start, end) = (value(&answer.value), value(&answer.final_value));
    let _ = writeln!(text, "Expected at the start: {start}. After the last move: {end}.");
    for (place, name) in answer.roles.iter().enumerate() {
        let player = &answer.players[place];
        let who = if player == name { name.clone() } else { format!("{player} ({name})") };
        let _ = match answer.mistakes[place] {
            0 => writeln!(text, "{who} made no mistake."),
            mistakes => writeln!(
                text,
                "{who} made {} and lost {} expected points.",
                count(mistakes, "mistake"),
                points(answer.lost[place])
            ),
        };
    }
    text
}

/// Points with as many digits as decide.
fn points(lost: f64) -> String {
    if lost > 0.0 && lost < 0.01 { format!("{lost:.1e}") } else { format!("{lost:.2}") }
}

fn folder(oracle: &mut ExpectedOracle, folder: &Path, console: &Console) -> Result<Exit, Error> {
    let (mut of_players, mut matches, mut skipped) = (BTreeMap::<String, PlayerAnswer>::new(), 0, Vec::new());
    for file in files(folder)? {
        match text_file(&file, console).and_then(|source| review(oracle, &source.text)) {
            Ok((record, review)) => {
                matches += 1;
                for (place, player) in players(oracle, &record).into_iter().enumerate() {
                    let of_player = of_players.entry(player.clone()).or_default();
                    of_player.player = player;
                    of_player.games += 1;
                    of_player.moves += review.choices[place];
                    of_player.mistakes += review.mistakes[place];
                    of_player.lost += review.lost[place];
                }
            }
            Err(error) => skipped.push(Skipped { file: file.display().to_string(), why: error.to_string() }),
        }
    }
    if matches == 0 {
        return Err(no_match(folder, &skipped));
    }
    let answer = FolderAnswer {
        database: oracle.database().path().display().to_string(),
        game: oracle.database().manifest().question.name.clone(),
        folder: folder.display().to_string(),
        matches,
        players: of_players.into_values().collect(),
        skipped,
    };
    console.answer(&answer, || folder_text(&answer))?;
    Ok(Exit::Done)
}

fn folder_text(answer: &FolderAnswer) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}  {}\n\n", answer.game, count(answer.matches, ("match", "matches")));
    let mut players = table::table(&["player", "games", "moves", "mistakes", "lost"], &[1, 2, 3, 4], 1);
    for one in &answer.players {
        let numbers = [one.games, one.moves, one.mistakes].map(|number| table::grouped(number as u64));
        players.add_row(row([one.player.clone()].into_iter().chain(numbers).chain([points(one.lost)])));
    }
    text += &table::text(&players);
    for one in &answer.skipped {
        let _ = writeln!(text, "{BAD}note{BAD:#}: skipped {}: {}", one.file, one.why);
    }
    text
}
