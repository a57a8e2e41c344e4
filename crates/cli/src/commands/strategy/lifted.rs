//! `backsolve strategy synth --lifted`: rules with variables in words derived from the game's relations.

use std::time::Duration;

use ::strategy::json::ListAnswer;
use ::strategy::lifted_search::Tried;
use operations::strategies::{Listed, lifted};
use serde::Serialize;

use super::answer::{rules_and_literals, write_out};
use super::refused;
use super::setting::Setting;
use super::synth::SearchOptions;
use crate::console::{Console, GOOD};
use crate::error::{Error, Exit};

/// The default time limit. The search usually ends by itself within seconds.
const DEFAULT_LIFTED_SEARCH_TIME: Duration = Duration::from_secs(120);

#[derive(Serialize)]
struct Answer {
    game: String,
    roles: Vec<String>,
    optimal: bool,
    #[serde(flatten)]
    list: ListAnswer,
    seconds: f64,
}

/// Advice if no list was found: more time, if it ran out; ground rules, after the best lifted ones if there are any;
/// and definitions by the user.
pub fn advice(tried: &Tried) -> String {
    let more_time = tried.late.then_some("allow more with --seconds".to_owned());
    let facts = "omit --lifted for ground rules".to_owned();
    let words = "define your own relations in a file and complete it with `backsolve strategy complete`".to_owned();
    let best = tried.best.as_ref().map(|(rules, _)| {
        let rules = rules.join("\n       ");
        format!("let `backsolve strategy complete` add ground rules to the best list:\n       {rules}")
    });
    more_time.into_iter().chain([facts, words]).chain(best).collect::<Vec<_>>().join(", or ")
}

/// Synthesises one list for all the roles and prints it.
pub fn run(setting: &Setting, roles: &[usize], search: &SearchOptions, console: &Console) -> Result<Exit, Error> {
    let bench = setting.setting();
    let list = || roles.iter().map(|&role| bench.list(role)).collect::<Result<Vec<Listed<'_>>, _>>();
    let listed = setting.listed(console, list)?;
    let (time, deadline) = (search.seconds.unwrap_or(DEFAULT_LIFTED_SEARCH_TIME), setting.until().deadline);
    let mut list = lifted(&bench, &listed.iter().collect::<Vec<_>>(), time, deadline).map_err(refused)?.list;
    let names = &setting.proved.game.roles;
    if roles.len() > 1 {
        // A list for all roles names none.
        list.text = list.text.lines().skip(1).map(|line| format!("{line}\n")).collect();
    }
    let answer = Answer {
        game: setting.source.name.clone(),
        roles: roles.iter().map(|&role| names[role].clone()).collect(),
        optimal: true,
        list,
        seconds: setting.seconds(),
    };
    console.answer(&answer, || {
        let list = &answer.list;
        let who = answer.roles.join(" and ");
        format!(
            "{GOOD}{}{GOOD:#}: strongly optimal for {who}\n\n{}",
            rules_and_literals((list.rules, list.literals)),
            list.text
        )
    })?;
    write_out(search.out.as_deref(), &answer.list)?;
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_time_is_advised_only_if_it_ran_out() {
        assert!(
            advice(&Tried { late: true, ..Tried::default() })
                .starts_with("allow more with --seconds, or omit --lifted")
        );
        assert!(advice(&Tried::default()).starts_with("omit --lifted"));
    }
}
