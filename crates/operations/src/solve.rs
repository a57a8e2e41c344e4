//! Solves a proved game into a directory: chooses algorithm, engine and variable order, then starts or resumes the
//! work.
//!
//! ```no_run
//! # fn example(source: gdl::Source, rules: gdl::Rules) -> Result<(), operations::Error> {
//! use operations::solve::{SolveOptions, Solve};
//! use operations::{Budget, Stop};
//!
//! let (options, stop) = (SolveOptions::new(Budget::default(), 2), Stop::default());
//! let solve = Solve::new(&source, &rules, &options, "my.solution".as_ref(), &stop);
//! let proved = solve.prepare()?;
//! let solved = solve.run(&proved, &mut |report| println!("layer {}", report.layer))?;
//! println!("{:?}", solved.manifest.progress);
//! # Ok(()) }
//! ```

mod auto;
pub mod contest;
mod early;
pub mod engine;
pub mod errors;
mod expected;
mod forecast;
pub mod growth;
mod lenient;
mod manifest;
pub mod order;
mod plan;
mod trials;
mod work;

use std::path::Path;
use std::time::Instant;

use gdl::{Rules, Source};
use number::{count, grouped};
use prove::ProvedGame;
use solution::difference::{same_distances, same_question};
use solution::directory::{clear, read_manifest};
use solution::manifest::{Layer, Manifest, StartPosition};
use solution::{Database, Difference, Directory, Engine, LARGEST_REWARD, Reduction};

use crate::begun;
use crate::budget::Budget;
use crate::error::{Error, ErrorKind};
use crate::proving;
use crate::solvable::check_solvable;
use crate::stop::Stop;
use auto::Done;
use engine::{Decided, EngineChoice};
use order::AS_BEGUN;
use plan::Plan;
use task::{
    Advice, AdviceStep, Algorithm, AlgorithmChoice, Bounds, CommitReport, Defects, Model, Peak, Refusal, Task, Traits,
    choose,
};
use work::{Unsolved, Work};

/// The options of a solve. Missing ones are chosen, or taken from the directory if the solve is resumed.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// What a role maximises.
    pub model: Model,
    /// The algorithm; `None` for the best.
    pub algorithm: Option<Algorithm>,
    /// The engine; `None` for the most suitable.
    pub engine: Option<Engine>,
    /// The variable order, by its name or as a file; `None` for the winner of the race.
    pub order: Option<String>,
    /// Rewards of infinite play, one per role.
    pub infinite: Option<Vec<i32>>,
    /// How rewards are read as win, draw or loss, if they are.
    pub reduction: Option<Reduction>,
    /// Whether plies to the end are kept; `None`: where they are cheap.
    pub distances: Option<bool>,
    /// Whether each role's value is what it can guarantee against all others together.
    pub security: bool,
    /// Whether a game whose values are expected rewards is refused: what is asked for are outcomes.
    pub outcomes_only: bool,
    /// How far the bounds of an expected reward may be apart where they are iterated; none for a millionth.
    pub precision: Option<f64>,
    /// Whether defects of the rules are given a meaning instead of being refused.
    pub lenient: bool,
    /// The start, if it is not the sheet's own: the given rules start there.
    pub from: Option<StartPosition>,
    /// Whether an existing solution in the directory is removed first.
    pub replace: bool,
    /// The limits.
    pub budget: Budget,
    /// The maximum number of threads.
    pub threads: usize,
}

impl SolveOptions {
    /// The default options.
    pub fn new(budget: Budget, threads: usize) -> SolveOptions {
        SolveOptions {
            model: Model::Own,
            algorithm: None,
            engine: None,
            order: None,
            infinite: None,
            reduction: None,
            distances: None,
            security: false,
            outcomes_only: false,
            precision: None,
            lenient: false,
            from: None,
            replace: false,
            budget,
            threads,
        }
    }
}

/// A solve: a question, a directory for the answer, and a stop flag.
pub struct Solve<'s> {
    source: &'s Source,
    rules: &'s Rules,
    options: &'s SolveOptions,
    path: &'s Path,
    stop: &'s Stop,
    clock: Instant,
}

/// The result of a finished solve.
pub struct FinishedSolve {
    /// The manifest of the directory.
    pub manifest: Manifest,
    /// The peak usage of the engine in this run.
    pub peak: Peak,
    /// The name of the variable order.
    pub order: &'static str,
    /// Whether it was solved before.
    pub already: bool,
    /// Whether this run added distances to a finished solution.
    pub added_distances: bool,
    /// Seconds of this run, up to its last commit.
    pub seconds: f64,
}

impl<'s> Solve<'s> {
    /// A solve of checked rules; its time starts now.
    pub fn new(
        source: &'s Source,
        rules: &'s Rules,
        options: &'s SolveOptions,
        path: &'s Path,
        stop: &'s Stop,
    ) -> Solve<'s> {
        Solve { source, rules, options, path, stop, clock: Instant::now() }
    }

    /// Solves, or resumes an earlier run. `observe` receives each committed layer.
    pub fn run(&self, proved: &ProvedGame, observe: &mut dyn FnMut(&CommitReport)) -> Result<FinishedSolve, Error> {
        check_solvable(self.rules)?;
        let options = self.options;
        let known = self.known()?;
        if self.is_expected(proved, known.as_ref()) {
            return self.run_expected(proved, known.as_ref(), observe);
        }
        let begun = known.as_ref().filter(|known| self.goes_by(known));
        let mut traits = begun.map_or_else(|| Traits::of(proved), begun::traits);
        if options.reduction.is_some() {
            traits.constant_sum = Some(Reduction::SUM);
        }
        let choice = self.choice(&traits, known.as_ref())?;
        let infinite = match &known {
            Some(known) if self.knows_no_infinite_play(known) => None,
            _ => self.infinite(&traits, choice.algorithm, proved.game.lowest_rewards[0])?,
        };
        let distances = self.distances(known.as_ref());
        let plan = Plan { class: proved.class.clone(), traits, choice, infinite, distances };
        if let Some(known) = &known {
            same_question(self.path, &known.question, &self.question(plan.infinite.clone(), plan.distances))?;
            same_distances(self.path, known, distances)?;
        }
        let complete = known.as_ref().filter(|known| begun::is_complete(known));
        if let Some(known) = complete.filter(|known| !self.task(&plan).adds_distances(&known.layers)) {
            self.begun_engine(known)?;
            self.sweep(known);
            check_small(&Database::open(self.path)?)?;
            let (manifest, peak) = (known.clone(), Peak::default());
            return Ok(FinishedSolve {
                manifest,
                peak,
                order: AS_BEGUN,
                already: true,
                added_distances: false,
                seconds: 0.0,
            });
        }
        let adopted = match begun {
            Some(known) => proving::with_variables_of(proved, self.path, known)?,
            None => None,
        };
        let proved = adopted.as_ref().unwrap_or(proved);
        let solver = self.choose_engine(known.as_ref(), proved, &plan.choice)?;
        if self.is_over() {
            return Err(self.ended_early());
        }
        self.refuse_large_rewards(proved)?;
        // Before there is a directory, so that a refusal leaves nothing behind.
        self.task(&plan).check_all().map_err(|refusal| self.refused(&refusal, known.is_some()))?;
        if options.replace {
            clear(self.path)?;
        }
        let Some((manifest, peak, engine)) = self.solve(&plan, proved, solver, known.as_ref(), observe)? else {
            return self.run_expected(proved, None, observe);
        };
        let total = |manifest: &Manifest| manifest.method.effort.unwrap_or_default().seconds;
        let seconds = total(&manifest) - known.as_ref().map_or(0.0, total);
        let already = complete.is_some();
        Ok(FinishedSolve { manifest, peak, order: engine.order.name, already, added_distances: already, seconds })
    }

    /// The manifest of the directory, if the work is resumed.
    fn known(&self) -> Result<Option<Manifest>, Error> {
        if self.options.replace { Ok(None) } else { Ok(read_manifest(self.path)?) }
    }

    /// Removes files that a finished solution no longer needs, such as those from before distances were added. A
    /// solution that is in use or read-only keeps them.
    fn sweep(&self, known: &Manifest) {
        let _ = Directory::start_or_resume(self.path, known.clone());
    }

    /// Solves by a plan. If it wrongly assumes that the game is acyclic, by the plan for a constant sum if the game has
    /// one. None if roles choose at once.
    fn solve(
        &self,
        plan: &Plan,
        proved: &ProvedGame,
        solver: Decided<'_>,
        known: Option<&Manifest>,
        observe: &mut dyn FnMut(&CommitReport),
    ) -> Result<Option<Done>, Error> {
        let earlier = known.and_then(|known| known.method.effort);
        let mut attempt = |plan: &Plan, solver: Decided<'_>| {
            let describe = |engine: &EngineChoice| self.manifest(plan, proved, engine);
            let task = self.task(plan);
            let resumed = known.is_some();
            let mut work = Work { solve: self, proved, task: &task, observe, resumed, earlier };
            match solver {
                Decided::Settled(engine) => work.one(engine, &describe),
                Decided::Contested(contest) => work.auto(contest, &describe),
            }
        };
        let mut solved = attempt(plan, solver);
        if self.options.algorithm.is_none()
            && let Err(Unsolved::Cyclic(cycle)) = &solved
            && let Some(sum) = cycle.sum
        {
            let revised = self.revised(plan, cycle, sum)?;
            self.task(&revised).check_all().map_err(|refusal| {
                self.remove(known);
                self.refused(&refusal, known.is_some())
            })?;
            let engine = cycle.engine.clone();
            self.begin_again(self.manifest(&revised, proved, &engine))?;
            solved = attempt(&revised, Decided::Settled(engine));
        }
        if matches!(solved, Err(Unsolved::Simultaneous(_))) && self.options.algorithm.is_none() && known.is_none() {
            self.remove(None);
            return Ok(None);
        }
        solved.map(Some).map_err(|unsolved| {
            let asked = self.options.algorithm;
            let error = unsolved.into_error(&proved.game, asked, self.means(known.is_some()));
            if error.kind() == ErrorKind::No || self.is_empty(&error) {
                self.remove(known);
            }
            error
        })
    }

    /// The error that an algorithm does not support the request.
    fn refused(&self, refusal: &Refusal, resumed: bool) -> Error {
        let ways = match refusal {
            Refusal::NoDistances => {
                let algorithm = self.options.algorithm.map(|_| AdviceStep::AnyAlgorithm);
                let elsewhere = (resumed || algorithm.is_none()).then_some(AdviceStep::OtherDirectory);
                vec![vec![AdviceStep::NoDistances], algorithm.into_iter().chain(elsewhere).collect()]
            }
            Refusal::AlwaysDistances => vec![vec![AdviceStep::KeepDistances]],
            Refusal::SymbolicOnly => vec![vec![AdviceStep::AnyEngine]],
            _ => Vec::new(),
        };
        Error::input(refusal).advise(Advice::any(ways))
    }

    /// The task of the engine.
    fn task<'t>(&'t self, plan: &'t Plan) -> Task<'t> {
        Task {
            algorithm: plan.choice.algorithm,
            traits: &plan.traits,
            model: self.options.model,
            defects: if self.options.lenient { Defects::Lenient } else { Defects::Refuse },
            reduction: self.options.reduction,
            infinite: plan.infinite.as_deref(),
            distances: plan.distances,
            bounds: Bounds::default(),
        }
    }

    /// Grounds the rules, and proves what the directory does not contain yet.
    pub fn prepare(&self) -> Result<ProvedGame, Error> {
        let Solve { rules, options, path, stop, .. } = *self;
        check_solvable(rules)?;
        let proved = match self.known()?.filter(|known| self.goes_by(known)) {
            Some(known) => proving::proved_before(rules, &options.budget, stop, path, &known),
            None => proving::prove(rules, &options.budget, stop),
        };
        proved.map_err(|error| if error.kind() == ErrorKind::Interrupted { self.interrupted() } else { error })
    }

    /// Whether the work can be resumed with the proofs in a manifest.
    fn goes_by(&self, known: &Manifest) -> bool {
        known.question.rules_hash == rules_hash(self.rules) && begun::is_enough(known)
    }

    /// Whether the time limit is reached, or a stop was requested.
    fn is_over(&self) -> bool {
        let deadline = self.options.budget.deadline(self.clock);
        self.stop.raised() || deadline.is_some_and(|deadline| Instant::now() > deadline)
    }

    /// The algorithm: the requested one, otherwise that of the directory if it is resumed, otherwise the best.
    fn choice(&self, traits: &Traits, known: Option<&Manifest>) -> Result<AlgorithmChoice, Error> {
        let asked = self.options.algorithm;
        let choice = match asked {
            None => choose(traits),
            Some(algorithm) => AlgorithmChoice { algorithm, why: "asked for".to_owned() },
        };
        let Some(known) = known else { return Ok(choice) };
        let begun = known.method.algorithm;
        match asked {
            Some(asked) if asked != begun => Err(Difference::Algorithm { begun, asked }.of(self.path).into()),
            _ => Ok(AlgorithmChoice { algorithm: begun, ..choice }),
        }
    }

    /// The value of infinite play, if the algorithm supports it: the requested one, otherwise equal shares of a
    /// constant sum, or the lowest reward of a single role.
    fn infinite(&self, traits: &Traits, algorithm: Algorithm, lowest: i32) -> Result<Option<Vec<i32>>, Error> {
        let asked = &self.options.infinite;
        if asked.as_ref().is_some_and(|rewards| rewards.len() != traits.roles) {
            let given = asked.as_ref().map_or(0, Vec::len);
            let (given, roles) = (count(given, "reward"), count(traits.roles, "role"));
            return Err(Error::input(format!("infinite play has {given}, but the game has {roles}")));
        }
        if asked.iter().flatten().any(|reward| reward.unsigned_abs() > LARGEST_REWARD) {
            return Err(Error::input(format!("a reward of infinite play is beyond {}", grouped(LARGEST_REWARD))));
        }
        if !algorithm.allows_cycles() {
            return Ok(None);
        }
        let by_default = match algorithm {
            Algorithm::OnePlayer => Some(vec![lowest]),
            _ => traits.constant_sum.map(|sum| vec![sum / 2, sum - sum / 2]),
        };
        Ok(asked.clone().or(by_default))
    }

    /// Whether a directory is a finished solution of a puzzle without a value of infinite play, which earlier versions
    /// stored only if there was such play: then any value is fine.
    fn knows_no_infinite_play(&self, known: &Manifest) -> bool {
        let is_puzzle = known.encoding.roles.len() == 1 && known.question.infinite.is_none();
        is_puzzle && begun::is_complete(known) && self.options.infinite.is_none()
    }

    /// Rejects rules whose rewards are too large for the files of a solution. If they are read as win, draw or loss,
    /// their size does not matter. Which goals occur in terminal states is known only after the search, which may take
    /// days, so all goals count.
    fn refuse_large_rewards(&self, proved: &ProvedGame) -> Result<(), Error> {
        let game = &proved.game;
        let goals = game.roles.iter().zip(&game.goals);
        let mut rewards = goals.flat_map(|(role, goals)| goals.iter().map(move |goal| (role, goal.reward)));
        let large = rewards.find(|(_, reward)| reward.unsigned_abs() > LARGEST_REWARD);
        match large.filter(|_| self.options.reduction.is_none()) {
            None => Ok(()),
            Some((role, reward)) => {
                let sign = if reward < 0 { "-" } else { "" };
                let (size, most) = (grouped(reward.unsigned_abs()), grouped(LARGEST_REWARD));
                let reduced = (game.roles.len() == 2).then(|| vec![AdviceStep::WinDrawLoss]);
                Err(Error::no(format!("a goal of {role} is worth {sign}{size}, but the limit is {most}"))
                    .advise(Advice::any([vec![AdviceStep::SmallerRewards]].into_iter().chain(reduced))))
            }
        }
    }

    /// Whether distances are kept. A resumed run without a request uses that of the first run.
    fn distances(&self, known: Option<&Manifest>) -> Option<bool> {
        let begun = known.filter(|known| !begun::is_complete(known)).and_then(|known| known.question.distances);
        self.options.distances.or(begun)
    }
}

/// The maximum size of a solution whose hashes are checked before use, which is fast. Larger ones are checked only on
/// request.
const CHECKED: u64 = 256 << 20;

/// Checks the files of a solution against their hashes, unless it is large.
pub fn check_small(database: &Database) -> Result<(), Error> {
    let files = database.manifest().layers.iter().flat_map(Layer::files);
    if files.map(|file| file.bytes).sum::<u64>() <= CHECKED {
        database.check_hashes()?;
    }
    Ok(())
}

/// The hash that identifies rules regardless of formatting, as in manifests.
pub fn rules_hash(rules: &Rules) -> String {
    let clauses: Vec<String> = rules.clauses.iter().map(|clause| rules.display_clause(clause).to_string()).collect();
    blake3::hash(clauses.join("\n").as_bytes()).to_hex().to_string()
}
