//! How a solved game plays, for game designers: the profile of the game, the advantage of the first move, and sentences
//! about both.

use std::path::Path;

use explore::{Explorer, GameProfile, IntervalEstimate, ProfileOptions};
use gdl::{Mode, Rules, Source};
use serde::Serialize;
use solution::Database;
use solution::manifest::Question;

use super::sentences::sentences;
use crate::budget::Budget;
use crate::error::Error;
use crate::proving::prove;
use crate::scratch;
use crate::solve::{Solve, SolveOptions};
use crate::start::StartRequest;
use crate::stop::Stop;

/// The maximum number of positions for solving a game again with another role to begin.
const MOST_TO_SOLVE_AGAIN: u128 = 300_000;

/// A report on how a solved game plays.
#[derive(Serialize)]
pub struct DesignReport {
    /// The name of the game.
    pub game: String,
    /// The figures as sentences.
    pub sentences: Vec<String>,
    /// The figures.
    #[serde(flatten)]
    pub profile: GameProfile,
    /// The advantage of the first move, with two roles.
    pub advantage: Option<Advantage>,
    /// The value of the game with each role to begin.
    pub starts: Vec<StartValue>,
}

/// The difference between the rewards of the role that begins and of the other.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Advantage {
    /// Under optimal play.
    pub best: i32,
    /// The mean between random players.
    pub random: IntervalEstimate,
    /// The mean between greedy players.
    pub greedy: IntervalEstimate,
}

/// The value of the game if a role begins.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StartValue {
    /// The role.
    pub first: String,
    /// Reward per role under optimal play; `None` if unknown.
    pub value: Option<Vec<i32>>,
    /// Why it is unknown.
    pub unknown: Option<String>,
}

impl DesignReport {
    /// Analyses a finished solution within a budget.
    pub fn new(database: &Database, rules: &Rules, budget: &Budget, stop: &Stop) -> Result<DesignReport, Error> {
        let manifest = database.manifest();
        if !manifest.progress.is_complete() {
            return Err(Error::input(format!("{} is not complete", database.path().display())));
        }
        let proved = prove(rules, budget, stop)?;
        let explorer = Explorer::new(&proved.game, database)?;
        let fixing = proved.symmetries.generators.iter().filter(|one| one.roles.is_sorted());
        let symmetries: Vec<&[game::Fluent]> = fixing.map(|one| one.fluents.as_slice()).collect();
        let options = ProfileOptions { memory: budget.memory as u64 / 2, ..ProfileOptions::default() };
        let profile = explorer.profile(&options, &symmetries, &|| stop.raised())?;
        stop.check()?;
        let starts = starts(&profile, &manifest.question, rules, budget, stop)?;
        let game = manifest.question.name.clone();
        let advantage = advantage(&profile);
        let mut report = DesignReport { game, sentences: Vec::new(), profile, advantage, starts };
        report.sentences = sentences(&report);
        Ok(report)
    }
}

/// The advantage of the first move, if there are two roles.
fn advantage(profile: &GameProfile) -> Option<Advantage> {
    let (first, 2) = (profile.first?, profile.roles.len()) else { return None };
    let other = 1 - first;
    let between = |expected: &[IntervalEstimate]| {
        let (own, others) = (expected[first], expected[other]);
        IntervalEstimate { value: own.value - others.value, low: own.low - others.high, high: own.high - others.low }
    };
    Some(Advantage {
        best: profile.value[first] - profile.value[other],
        random: between(&profile.random.expected),
        greedy: between(&profile.greedy.expected),
    })
}

/// The value with each role to begin. Small games are solved again for the other roles.
fn starts(
    profile: &GameProfile,
    question: &Question,
    rules: &Rules,
    budget: &Budget,
    stop: &Stop,
) -> Result<Vec<StartValue>, Error> {
    if profile.roles.len() < 2 {
        return Ok(Vec::new());
    }
    let start = |(role, name): (usize, &String)| {
        let known = |value| StartValue { first: name.clone(), value: Some(value), unknown: None };
        let unknown = |why: String| StartValue { first: name.clone(), value: None, unknown: Some(why) };
        if profile.first == Some(role) {
            return Ok(known(profile.value.clone()));
        }
        if profile.positions > MOST_TO_SOLVE_AGAIN {
            return Ok(unknown("the game is too large to be solved again for this".to_owned()));
        }
        match value_if_first(question, rules, name, budget, stop) {
            Ok(value) => Ok(known(value)),
            Err(error) if stop.raised() => Err(error),
            Err(error) => Ok(unknown(error.message().to_owned())),
        }
    };
    profile.roles.iter().enumerate().map(start).collect()
}

/// The value of the same game with another role to begin.
fn value_if_first(
    question: &Question,
    rules: &Rules,
    role: &str,
    budget: &Budget,
    stop: &Stop,
) -> Result<Vec<i32>, Error> {
    let request = StartRequest { from: None, first: Some(role.to_owned()) };
    let source = Source::new(&*question.name, &*question.rules);
    let (source, _) = request.apply(&source, rules, budget, stop)?;
    let mode = if question.lenient { Mode::Lenient } else { Mode::Strict };
    let rules = crate::diagnostics::check(&source, mode)?;
    let folder = tempfile::tempdir_in(scratch::folder())
        .map_err(|error| Error::input(format!("no temporary directory: {error}")))?;
    let options = SolveOptions {
        model: question.model,
        infinite: question.infinite.clone(),
        reduction: question.reduction,
        lenient: question.lenient,
        ..SolveOptions::new(*budget, 1)
    };
    let path: &Path = &folder.path().join("solution");
    let solve = Solve::new(&source, &rules, &options, path, stop);
    let proved = solve.prepare()?;
    let solved = solve.run(&proved, &mut |_| ())?;
    Ok(solved.manifest.value().unwrap_or_default().to_vec())
}
