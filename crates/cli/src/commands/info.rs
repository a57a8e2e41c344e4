//! `backsolve info RULES`: the class and other properties of a game.

mod answer;
mod sampled;
mod text;
mod variables;

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use clap::Args;
use game::{Game, Tape, search_plies};
use gdl::Rules;
use operations::grounding::{self, Grounded, TooLarge};
use operations::solve::engine::{self, Outlook};
use prove::{Analysis, Class, ProofOptions, ProvedGame, Unproved};
use task::Allowance;

use crate::console::Console;
use crate::error::{Error, ErrorKind, Exit};
use crate::limits::{Early, LimitOptions};
use crate::load::{RulesOptions, warnings};
use crate::playouts::Player;
use answer::{Answer, ClassAnswer, EstimateAnswer};

/// The limits on joint moves, and on these times the gates of the circuit, up to which an estimate is no slower than
/// the analysis.
const ESTIMATED: usize = 10_000;
const ESTIMATED_WORK: usize = 1 << 30;

/// Why there is no estimate if time ran out.
const LATE: &str = "time limit reached before a short trial of the engines";

const EXAMPLES: &str = "\
Examples:
  backsolve info tic-tac-toe              roles, variables, moves, class, estimate of states
  backsolve info my-game.kif --effort 60  more work for the proofs
  backsolve info --json nim:1,3,5,7       the same for programs, with every variable and weight

How to read it:
  proved    holds in every reachable state
  refuted   a reachable state shows that it does not
  unknown   neither was found, and there are too many states to list

A game that is too large to ground is analysed by random playouts through the interpreter, which can
refute properties but not prove them.";

/// Seconds for playouts where a game is too large to ground.
const SECONDS: f64 = 2.5;

/// Steps of a unit of `--effort`.
const STEPS: u64 = 1_000_000_000;

/// Analyse a game: roles, variables, moves, symmetries, class, progress measure
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Info {
    #[command(flatten)]
    rules: RulesOptions,

    /// Work for the proofs, in billions of steps of about a nanosecond [default: 10, more for large circuits]
    #[arg(long, value_name = "N")]
    effort: Option<u64>,

    /// Seed of the playouts that suggest properties to prove
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    limits: LimitOptions,
}

impl Info {
    /// Grounds, analyses and prints within the time limit: what is known by then, if it is enough.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let clock = Instant::now();
        let (source, rules) = self.rules.load(&self.limits, console)?;
        let known: Mutex<Option<Answer>> = Mutex::default();
        let print = |early: Early| {
            if early == Early::Interrupted {
                return Err(Error::new(ErrorKind::Interrupted, "interrupted: the analysis is not finished"));
            }
            let known = known.lock().unwrap_or_else(PoisonError::into_inner).take();
            let late = || Error::limit("time limit reached: nothing is known yet").hint("allow more with --time");
            let answer = known.ok_or_else(late)?;
            let (rules, warnings) = (source.name.clone(), warnings(self.rules.lenient));
            let answer = Answer { rules, warnings, seconds: clock.elapsed().as_secs_f64(), ..answer };
            console.warn(&answer.warnings);
            console.answer(&answer, || text::text(&answer))?;
            Ok(Exit::Done)
        };
        self.limits.watch(console, clock).over(print, || self.find_out(console, &rules, clock, &known))?;
        console.stop.check()?;
        print(Early::Time)
    }

    /// Determines the properties of the game, the estimate last.
    fn find_out(
        &self,
        console: &Console,
        rules: &Rules,
        clock: Instant,
        known: &Mutex<Option<Answer>>,
    ) -> Result<(), Error> {
        let tell = |answer| *known.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
        let deadline = self.limits.budget().deadline(clock);
        match grounding::ground(rules, &self.limits.budget(), &console.stop)? {
            Grounded::Game(game) => {
                let ground_seconds = clock.elapsed().as_secs_f64();
                console.stop.check()?;
                let limits = operations::proof_options(&game, &self.limits.budget(), deadline, &console.stop);
                let work = self.effort.map_or(limits.work, |effort| effort.saturating_mul(STEPS));
                let options = ProofOptions { work, seed: self.seed, ..limits };
                let analysis = prove::analyse(&game, &options).map_err(Error::bug)?;
                console.stop.check()?;
                // The answer if the time limit is reached before an estimate.
                let no_estimate = Some(LATE.to_owned());
                tell(Answer { no_estimate, ..Answer::proved(&game, &analysis, ground_seconds) });
                let go_on = || !console.stop.raised() && deadline.is_none_or(|deadline| Instant::now() < deadline);
                let estimate = self.estimate(*game, analysis, &go_on);
                let change = |change: &dyn Fn(&mut Answer)| {
                    known.lock().unwrap_or_else(PoisonError::into_inner).as_mut().map(change)
                };
                match estimate {
                    Ok((estimate, proved)) => {
                        change(&|answer| (answer.estimate, answer.no_estimate) = (Some(estimate.clone()), None));
                        if estimate.estimate.counted
                            && let Some(class) = self.settled(&proved, estimate.estimate.states, deadline, console)
                        {
                            change(&|answer| answer.class = ClassAnswer::new(&class, &proved.game));
                        }
                    }
                    Err(why) => {
                        change(&|answer| answer.no_estimate = Some(why.clone()));
                    }
                }
            }
            Grounded::TooLarge(TooLarge { why, .. }) => {
                let seconds = deadline.map_or(SECONDS, |end| SECONDS.min(seconds_until(end) / 4.0));
                let sample = Player::new(rules, &self.limits, deadline, self.seed)
                    .and_then(|mut player| sampled::sample(&mut player, seconds, &console.stop))
                    .map_err(|error| error.after(&why))?;
                tell(Answer::sampled(rules, why, sample));
            }
        }
        Ok(())
    }

    /// An estimate of the work of solving; or why there is none.
    fn estimate(
        &self,
        game: Game,
        analysis: Analysis,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<(EstimateAnswer, ProvedGame), String> {
        let most = ESTIMATED.min(ESTIMATED_WORK / game.circuit.nodes().max(1));
        let large = |many: Unproved| format!("{many}, too many for a short trial");
        let proved = ProvedGame::new(game, analysis, most).map_err(large)?;
        let bytes = self.limits.budget().make_room_for_engine().map_err(|error| error.message().to_owned())?;
        let outlook = engine::outlook(&proved, 1, Allowance::new(bytes, go_on));
        // A trial that was cut short says nothing.
        if !go_on() {
            return Err(LATE.to_owned());
        }
        let Outlook { engine, why, estimate } = outlook?;
        Ok((EstimateAnswer { estimate, engine: engine.name(), why }, proved))
    }

    /// The class of a game whose states were all counted: properties without a proof are decided by listing them, if
    /// that fits into memory and time.
    fn settled(&self, proved: &ProvedGame, states: f64, deadline: Option<Instant>, console: &Console) -> Option<Class> {
        let mut class = proved.class.clone();
        if !class.is_open() {
            return None;
        }
        let tape = Tape::new(&proved.game).ok()?;
        let bytes = self.limits.budget().make_room_for_engine().ok()?;
        let stop = Some(console.stop.flag());
        let limits = game::BfsLimits { states: states as usize, bytes, deadline, stop, ..game::BfsLimits::default() };
        class.settle(&proved.game, &search_plies(&tape, &limits));
        Some(class)
    }
}

fn seconds_until(end: Instant) -> f64 {
    end.saturating_duration_since(Instant::now()).as_secs_f64()
}
