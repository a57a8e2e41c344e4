//! Advice in the words of the command line: options to add or remove, and other commands.

use std::path::Path;

use solution::Difference;
use task::{Advice, AdviceStep, Kept};

const SUITED_TO_STRATEGIES: &str =
    "strategies need one role, or two that move in turn and whose rewards sum to a constant";

/// The advice as a hint, if there is any.
pub fn hint(advice: &Advice) -> Option<String> {
    if advice.ways.is_empty() {
        return None;
    }
    let holds_else =
        |path: &Path| format!("choose another directory with --out: {} holds something else", path.display());
    let ways = all(&advice.ways, ", or ", |steps| way(steps));
    Some(match (&advice.kept, advice.ways == [[AdviceStep::Again]]) {
        (None, _) | (Some(Kept::Nothing), false) => ways,
        (Some(Kept::Nothing), true) => "no layer was finished; the same command starts again".to_owned(),
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
        AdviceStep::EnoughMemory(bytes) => format!("use --memory {}M", bytes.div_ceil(1 << 20)),
        AdviceStep::MoreTime => "allow more with --time".to_owned(),
        AdviceStep::FreeMemory => "close other programs and run it again".to_owned(),
        AdviceStep::FreeDisk => "free disk space and run it again".to_owned(),
        AdviceStep::Wait => "wait until that process ends".to_owned(),
        AdviceStep::Again => "run the same command again".to_owned(),
        AdviceStep::NoReplacement => "omit --force".to_owned(),
        AdviceStep::AnyAlgorithm => "omit --algorithm".to_owned(),
        AdviceStep::AnyEngine => "omit --engine".to_owned(),
        AdviceStep::KeepDistances => "omit --distances=no".to_owned(),
        AdviceStep::NoDistances => "omit --distances".to_owned(),
        AdviceStep::LenientGoals => {
            "with --lenient a missing goal counts as 0, and of several goals the lowest counts".to_owned()
        }
        AdviceStep::LenientRange => "with --lenient goal values may be below 0 and above 100".to_owned(),
        AdviceStep::LenientEnd => "with --lenient a state without a legal move ends the game".to_owned(),
        AdviceStep::WaitingMove(role) => {
            format!("add a move for {role} while it waits, such as `(<= (legal {role} noop) …)`")
        }
        AdviceStep::Security => {
            "use --security for the value that each role can guarantee against all others together".to_owned()
        }
        AdviceStep::InfiniteRewards(roles) => {
            format!("give infinite play a reward for each role, such as --infinite {}", vec!["0"; *roles].join(","))
        }
        AdviceStep::LargerPrecision => "allow bounds that are further apart with --precision".to_owned(),
        AdviceStep::WinDrawLoss => "use --reduce sign if only the larger reward counts".to_owned(),
        AdviceStep::SmallerRewards => "write smaller rewards".to_owned(),
        AdviceStep::Orders(names) => format!("its orders are {}", names.join(", ")),
        AdviceStep::StoredInfinite => "omit --infinite, or solve the game with it".to_owned(),
        AdviceStep::AsBegun(difference) => as_begun(difference),
        AdviceStep::OtherDirectory => "choose another directory with --out".to_owned(),
        AdviceStep::OtherData => "use --data DIR to choose another directory".to_owned(),
        AdviceStep::OtherPort => "use --port N for another port, or --port 0 for any".to_owned(),
        AdviceStep::Solve => "`backsolve solve RULES` creates one".to_owned(),
        AdviceStep::SolveAgain => {
            "the database is corrupt and cannot be repaired; solve the game again in a new directory".to_owned()
        }
        AdviceStep::StrategyGame => SUITED_TO_STRATEGIES.to_owned(),
        AdviceStep::SolveOnly => {
            format!("{SUITED_TO_STRATEGIES}; `backsolve solve` accepts other rewards and more roles")
        }
        AdviceStep::Explore => "`check`, `info`, `simulate` and `reach` accept such games".to_owned(),
        AdviceStep::ExploreSimultaneous => {
            "`check`, `info`, `simulate` and `reach` accept this game; `solve` does not, because it has \
             simultaneous moves"
                .to_owned()
        }
        AdviceStep::Report => "please report it, with the command and the rule sheet".to_owned(),
        AdviceStep::Own(words) => words.clone(),
    }
}

/// How to make the request match the directory.
fn as_begun(difference: &Difference) -> String {
    match difference {
        Difference::Model { begun, .. } => format!("use --model {begun}"),
        Difference::Infinite(Some(rewards)) => format!("use --infinite {}", all(rewards, ",", i32::to_string)),
        Difference::Lenient(true) => "use --lenient".to_owned(),
        Difference::Lenient(false) => "omit --lenient".to_owned(),
        Difference::Reduction(Some(reduction)) => format!("use --reduce {reduction}"),
        Difference::Reduction(None) => "omit --reduce".to_owned(),
        Difference::Security(true) => "use --security".to_owned(),
        Difference::Security(false) => "omit --security".to_owned(),
        Difference::Precision(Some(begun)) => format!("use --precision {begun}"),
        Difference::Precision(None) => "omit --precision".to_owned(),
        Difference::Distances { asked: Some(false), .. } => "omit --distances=no".to_owned(),
        Difference::Distances { .. } => "omit --distances to finish it first".to_owned(),
        Difference::Algorithm { .. } => "omit --algorithm".to_owned(),
        Difference::Engine(_) => "omit --engine".to_owned(),
        Difference::Order => "omit --order to resume it".to_owned(),
        Difference::Rules(_)
        | Difference::Game { .. }
        | Difference::Infinite(None)
        | Difference::Variables
        | Difference::Constants => "use --force to replace it".to_owned(),
    }
}
