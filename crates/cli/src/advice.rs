//! Advice in the words of the command line: options to give or to leave out, and other commands.

use std::path::Path;

use solution::Difference;
use task::{Advice, AdviceStep, Kept};

const SUITED_TO_STRATEGIES: &str =
    "strategies are made for one role, or for two that move in turn and whose rewards add up to the same";

/// What to do, if something is known to help.
pub fn hint(advice: &Advice) -> Option<String> {
    if advice.ways.is_empty() {
        return None;
    }
    let holds_else =
        |path: &Path| format!("give another directory with --out: {} holds something else", path.display());
    let ways = all(&advice.ways, ", or ", |steps| way(steps));
    Some(match (&advice.kept, advice.ways == [[AdviceStep::Again]]) {
        (None, _) | (Some(Kept::Nothing), false) => ways,
        (Some(Kept::Nothing), true) => "no layer was finished; the same command begins again".to_owned(),
        (Some(Kept::Layers(path)), true) => {
            format!("finished layers are kept in {}; run the same command again to resume", path.display())
        }
        (Some(Kept::Layers(path)), false) => {
            format!("{ways}; the same command then resumes with the finished layers in {}", path.display())
        }
        (Some(Kept::Foreign(path)), true) => holds_else(path),
        (Some(Kept::Foreign(path)), false) => format!("{ways} and {}", holds_else(path)),
    })
}

fn way(steps: &[AdviceStep]) -> String {
    steps.iter().fold(String::new(), |before, next| match next {
        _ if before.is_empty() => step(next),
        AdviceStep::LenientGoals | AdviceStep::LenientRange | AdviceStep::LenientEnd => {
            format!("{before}; {}", step(next))
        }
        _ => format!("{before} and {}", step(next)),
    })
}

fn all<T>(parts: &[T], between: &str, text: impl Fn(&T) -> String) -> String {
    parts.iter().map(text).collect::<Vec<_>>().join(between)
}

fn step(step: &AdviceStep) -> String {
    match step {
        AdviceStep::MoreMemory => "allow more with --memory".to_owned(),
        AdviceStep::MoreTime => "allow more with --time".to_owned(),
        AdviceStep::FreeMemory => "end other programs and run it again".to_owned(),
        AdviceStep::FreeDisk => "make room on the disk and run it again".to_owned(),
        AdviceStep::Wait => "wait until that process ends".to_owned(),
        AdviceStep::Again => "run the same command again".to_owned(),
        AdviceStep::NoReplacement => "leave --force out".to_owned(),
        AdviceStep::AnyAlgorithm => "leave --algorithm out".to_owned(),
        AdviceStep::AnyEngine => "leave --engine out".to_owned(),
        AdviceStep::KeepDistances => "leave --distances=no out".to_owned(),
        AdviceStep::NoDistances => "leave --distances out".to_owned(),
        AdviceStep::LenientGoals => {
            "with --lenient a missing goal counts 0, and of several goals the lowest counts".to_owned()
        }
        AdviceStep::LenientRange => "with --lenient goal values may be below 0 and above 100".to_owned(),
        AdviceStep::LenientEnd => "with --lenient a state without a legal move ends the game".to_owned(),
        AdviceStep::WaitingMove(role) => {
            format!("add a move for {role} while it waits, such as `(<= (legal {role} noop) …)`")
        }
        AdviceStep::WinDrawLoss => "give --reduce sign if only who gets more counts".to_owned(),
        AdviceStep::Security => "--security gives what each role can guarantee against all others together".to_owned(),
        AdviceStep::LargerPrecision => "allow bounds that are further apart with --precision".to_owned(),
        AdviceStep::SmallerRewards => "write smaller rewards".to_owned(),
        AdviceStep::Orders(names) => format!("its orders are {}", names.join(", ")),
        AdviceStep::StoredInfinite => "leave --infinite out, or solve the game with it".to_owned(),
        AdviceStep::AsBegun(difference) => as_begun(difference),
        AdviceStep::OtherDirectory => "give another directory with --out".to_owned(),
        AdviceStep::OtherData => "--data DIR names another directory".to_owned(),
        AdviceStep::OtherPort => "--port N names another port, --port 0 takes any".to_owned(),
        AdviceStep::Solve => "`backsolve solve RULES` makes one".to_owned(),
        AdviceStep::SolveAgain => {
            "the database is corrupt and cannot be repaired; solve the game again in a new directory".to_owned()
        }
        AdviceStep::StrategyGame => SUITED_TO_STRATEGIES.to_owned(),
        AdviceStep::SolveOnly => {
            format!("{SUITED_TO_STRATEGIES}; `backsolve solve` takes other rewards and more roles")
        }
        AdviceStep::Explore => "`check`, `info`, `simulate` and `reach` take such games".to_owned(),
        AdviceStep::ExploreSimultaneous => {
            "`check`, `info`, `simulate` and `reach` take this game; `solve` does not: in some \
                                      states several roles choose at once"
                .to_owned()
        }
        AdviceStep::Report => "please report it, with the command and the rule sheet that led here".to_owned(),
        AdviceStep::Own(words) => words.clone(),
    }
}

/// How to ask what a directory was begun with.
fn as_begun(difference: &Difference) -> String {
    match difference {
        Difference::Model { begun, .. } => format!("give --model {begun}"),
        Difference::Infinite(Some(rewards)) => format!("give --infinite {}", all(rewards, ",", i32::to_string)),
        Difference::Lenient(true) => "give --lenient".to_owned(),
        Difference::Lenient(false) => "leave --lenient out".to_owned(),
        Difference::Reduction(Some(reduction)) => format!("give --reduce {reduction}"),
        Difference::Reduction(None) => "leave --reduce out".to_owned(),
        Difference::Security(true) => "give --security".to_owned(),
        Difference::Security(false) => "leave --security out".to_owned(),
        Difference::Precision(Some(begun)) => format!("give --precision {begun}"),
        Difference::Precision(None) => "leave --precision out".to_owned(),
        Difference::Distances { asked: Some(false), .. } => "leave --distances=no out".to_owned(),
        Difference::Distances { .. } => "leave --distances out to finish it first".to_owned(),
        Difference::Algorithm { .. } => "leave --algorithm out".to_owned(),
        Difference::Engine(_) => "leave --engine out".to_owned(),
        Difference::Order => "leave --order out to go on with it".to_owned(),
        Difference::Rules(_)
        | Difference::Game { .. }
        | Difference::Infinite(None)
        | Difference::Variables
        | Difference::Constants => "give --force to replace it".to_owned(),
    }
}
