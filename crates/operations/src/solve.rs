//! Solving a proved game into a directory: which algorithm, engine and variable order, then the work, begun or
//! continued.
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
pub mod engine;
pub mod errors;
mod expected;
mod forecast;
pub mod growth;
mod lenient;
pub mod order;
mod plan;
mod trials;
mod work;

use std::path::Path;
use std::time::Instant;

use fingerprint::Fingerprint;
use gdl::{Rules, Source};
use number::{count, grouped};
use prove::ProvedGame;
use solution::difference::{same_distances, same_question};
use solution::directory::{clear, read_manifest};
use solution::manifest::{Chosen, Decision, FORMAT, Layer, Manifest, Method, Progress, Question};
use solution::{Database, Difference, Directory, Engine, LARGEST_REWARD, Reduction};

use crate::begun;
use crate::budget::Budget;
use crate::drawing;
use crate::error::{Error, ErrorKind};
use crate::proving::{self, class_in_words};
use crate::solvable::check_solvable;
use crate::stop::Stop;
use auto::Done;
use engine::{Decided, EngineChoice};
use errors::Means;
use order::AS_BEGUN;
use plan::Plan;
use task::{
    Advice, AdviceStep, Algorithm, AlgorithmChoice, Bounds, CommitReport, Defects, Kept, Model, Peak, Refusal, Task,
    Traits, choose,
};
use work::{Unsolved, Work};

/// How to solve. What is left out is chosen, or taken from the directory where the solve was begun.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// What a role tries to get.
    pub model: Model,
    /// Which algorithm; none for the best.
    pub algorithm: Option<Algorithm>,
    /// Which engine; none for the one that fits.
    pub engine: Option<Engine>,
    /// The variable order, by its name or as a file; none for the winner of a race.
    pub order: Option<String>,
    /// Rewards of infinite play, one per role.
    pub infinite: Option<Vec<i32>>,
    /// How rewards are read as win, draw or loss, where they are.
    pub reduction: Option<Reduction>,
    /// Whether plies to the end are kept; none: where that is cheap.
    pub distances: Option<bool>,
    /// Whether each role's value is what it can guarantee against all others together.
    pub security: bool,
    /// Whether a game whose values are expected rewards is refused: what is asked for are outcomes.
    pub outcomes_only: bool,
    /// How far the bounds of an expected reward may be apart where they are iterated; none for a millionth.
    pub precision: Option<f64>,
    /// Whether defects of the rules are given a meaning instead of being refused.
    pub lenient: bool,
    /// Whether a solution that is in the directory is removed first.
    pub replace: bool,
    /// What it may take.
    pub budget: Budget,
    /// Threads, at most.
    pub threads: usize,
}

impl SolveOptions {
    /// Everything as it is chosen by itself.
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
            replace: false,
            budget,
            threads,
        }
    }
}

/// A solve: a question, a directory for the answer, and whoever may end it early.
pub struct Solve<'s> {
    source: &'s Source,
    rules: &'s Rules,
    options: &'s SolveOptions,
    path: &'s Path,
    stop: &'s Stop,
    clock: Instant,
}

/// What a finished solve leaves.
pub struct FinishedSolve {
    /// The manifest of the directory.
    pub manifest: Manifest,
    /// The most that the engine took in this run, by its own account.
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
    /// A solve of checked rules whose time begins now.
    pub fn new(
        source: &'s Source,
        rules: &'s Rules,
        options: &'s SolveOptions,
        path: &'s Path,
        stop: &'s Stop,
    ) -> Solve<'s> {
        Solve { source, rules, options, path, stop, clock: Instant::now() }
    }

    /// Solves, or goes on where an earlier run ended. Whoever observes hears of each layer that is committed.
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
        // Before there is a directory: nothing is left behind that can't be gone on with.
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

    /// The manifest of the directory, where the work goes on from there.
    fn known(&self) -> Result<Option<Manifest>, Error> {
        if self.options.replace { Ok(None) } else { Ok(read_manifest(self.path)?) }
    }

    /// Removes files that a finished solution no longer needs, such as those from before distances were added. A
    /// solution that is in use or cannot be written keeps them.
    fn sweep(&self, known: &Manifest) {
        let _ = Directory::start_or_resume(self.path, known.clone());
    }

    /// Solves by a plan. Where it takes a game for acyclic that is not, by the plan for a constant sum if the game has
    /// one. None if roles are found to choose at once.
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

    /// That an algorithm can't do what was asked of it.
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

    /// What the engine is asked.
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

    /// Grounds the rules, and proves what the directory does not know already.
    pub fn prepare(&self) -> Result<ProvedGame, Error> {
        let Solve { rules, options, path, stop, .. } = *self;
        check_solvable(rules)?;
        let proved = match self.known()?.filter(|known| self.goes_by(known)) {
            Some(known) => proving::proved_before(rules, &options.budget, stop, path, &known),
            None => proving::prove(rules, &options.budget, stop),
        };
        proved.map_err(|error| if error.kind() == ErrorKind::Interrupted { self.interrupted() } else { error })
    }

    /// Whether the work can go on with what a manifest says was proved.
    fn goes_by(&self, known: &Manifest) -> bool {
        known.question.rules_hash == rules_hash(self.rules) && begun::is_enough(known)
    }

    /// Whether the time limit is reached, or somebody asked to stop.
    fn is_over(&self) -> bool {
        let deadline = self.options.budget.deadline(self.clock);
        self.stop.raised() || deadline.is_some_and(|deadline| Instant::now() > deadline)
    }

    /// The error of a solve that reached its time limit.
    pub fn late(&self) -> Error {
        Error::limit(format!("time limit reached before {}", self.unfinished())).advise(
            Advice::any([vec![AdviceStep::MoreTime].into_iter().chain(self.unreplaced()).collect()]).with(self.kept()),
        )
    }

    /// The error of a solve that somebody stopped.
    pub fn interrupted(&self) -> Error {
        Error::new(ErrorKind::Interrupted, format!("interrupted before {}", self.unfinished()))
            .advise(Advice::from(self.unreplaced().unwrap_or(AdviceStep::Again)).with(self.kept()))
    }

    /// What was to be replaced is replaced: to do so again would throw away what is finished.
    fn unreplaced(&self) -> Option<AdviceStep> {
        (self.options.replace && matches!(self.kept(), Kept::Layers(_))).then_some(AdviceStep::NoReplacement)
    }

    /// What was not reached: a finished solution may lack distances only.
    fn unfinished(&self) -> &'static str {
        match read_manifest(self.path) {
            Ok(Some(known)) if begun::is_complete(&known) && self.options.distances == Some(true) => {
                "all distances were added; the database can be used as it was"
            }
            _ => "the game was solved",
        }
    }

    /// The error of a solve that ended because of the time or because somebody asked for it.
    fn ended_early(&self) -> Error {
        if self.stop.raised() { self.interrupted() } else { self.late() }
    }

    /// Whether an engine got no further than to begin its directory, which would only stand in the way of another.
    fn is_empty(&self, error: &Error) -> bool {
        matches!(error.kind(), ErrorKind::Limit | ErrorKind::Interrupted)
            && matches!(read_manifest(self.path), Ok(Some(known)) if known.layers.is_empty())
    }

    /// What there is to resume with.
    fn kept(&self) -> Kept {
        match read_manifest(self.path) {
            Ok(None) => Kept::Nothing,
            Ok(Some(known)) if known.question.rules_hash == rules_hash(self.rules) => match known.layers.as_slice() {
                [] => Kept::Nothing,
                _ => Kept::Layers(self.path.to_owned()),
            },
            _ => Kept::Foreign(self.path.to_owned()),
        }
    }

    /// What the engines have at hand.
    fn means(&self, resumed: bool) -> Means<'_> {
        Means { budget: &self.options.budget, database: Some(self.path), resumed }
    }

    /// The algorithm: the one asked for, else that of the database if it is begun, else the best.
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

    /// The value of infinite play, where the algorithm knows such play: what was asked for, else equal shares of a
    /// constant sum, or the lowest reward of a single role.
    fn infinite(&self, traits: &Traits, algorithm: Algorithm, lowest: i32) -> Result<Option<Vec<i32>>, Error> {
        let asked = &self.options.infinite;
        if asked.as_ref().is_some_and(|rewards| rewards.len() != traits.roles) {
            let given = asked.as_ref().map_or(0, Vec::len);
            let (given, roles) = (count(given, "reward"), count(traits.roles, "role"));
            return Err(Error::input(format!("infinite play is given {given} where the game has {roles}")));
        }
        if asked.iter().flatten().any(|reward| reward.unsigned_abs() > LARGEST_REWARD) {
            return Err(Error::input(format!("infinite play is given a reward beyond {}", grouped(LARGEST_REWARD))));
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
    /// asked for only where there was such play: then any value is as good.
    fn knows_no_infinite_play(&self, known: &Manifest) -> bool {
        let is_puzzle = known.encoding.roles.len() == 1 && known.question.infinite.is_none();
        is_puzzle && begun::is_complete(known) && self.options.infinite.is_none()
    }

    /// Refuses rules whose rewards the files of a solution have no room for. Where they are read as win, draw or loss
    /// their size does not matter. Which goals the terminal states have is known after the search only, and by then
    /// days may be lost: so goals that none of them has count too.
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
                Err(Error::no(format!("a goal of {role} is worth {sign}{size}, and rewards go up to {most}"))
                    .advise(Advice::any([vec![AdviceStep::SmallerRewards]].into_iter().chain(reduced))))
            }
        }
    }

    /// Whether distances are kept. Whoever resumes without saying anything about them means what the first run was
    /// told.
    fn distances(&self, known: Option<&Manifest>) -> Option<bool> {
        let begun = known.filter(|known| !begun::is_complete(known)).and_then(|known| known.question.distances);
        self.options.distances.or(begun)
    }

    fn question(&self, infinite: Option<Vec<i32>>, distances: Option<bool>) -> Question {
        Question {
            rules: self.source.text.clone(),
            name: self.source.name.clone(),
            rules_hash: rules_hash(self.rules),
            fingerprint: Fingerprint::of(self.rules).to_string(),
            model: self.options.model,
            infinite,
            lenient: self.options.lenient,
            reduction: self.options.reduction,
            distances,
            security: false,
            precision: None,
        }
    }

    /// The manifest of a new directory.
    fn manifest(&self, plan: &Plan, proved: &ProvedGame, engine: &EngineChoice) -> Manifest {
        let Plan { choice, traits, .. } = plan;
        let measure = traits.measure.as_ref().filter(|_| choice.algorithm == Algorithm::Layered);
        let variables = match engine.engine {
            Engine::Symbolic => format!("; variables {}", engine.order.name),
            Engine::Explicit => String::new(),
        };
        Manifest {
            format: FORMAT,
            question: self.question(plan.infinite.clone(), plan.distances),
            encoding: engine.order.describe(&proved.game, measure),
            notation: drawing::notation(self.source, &proved.game),
            method: Method {
                program: format!("backsolve {}", env!("CARGO_PKG_VERSION")),
                engine: engine.engine,
                algorithm: choice.algorithm,
                why: format!("{}; {} engine: {}{variables}", choice.why, engine.engine, engine.why),
                decision: Some(self.decision(plan, engine)),
                estimate: engine.estimate,
                effort: None,
            },
            expected: None,
            progress: Progress::Forward,
            layers: Vec::new(),
        }
    }

    fn decision(&self, plan: &Plan, engine: &EngineChoice) -> Decision {
        let choice = &plan.choice;
        let order_asked = self.options.order.is_some();
        let order_why = match engine.engine {
            _ if order_asked => "asked for",
            Engine::Symbolic => "it had the fewest nodes in the race",
            Engine::Explicit => "packed states have this order",
        };
        Decision {
            class: class_in_words(&plan.class, plan.infinite.is_none()),
            algorithm: Chosen::new(choice.algorithm, self.options.algorithm.is_some(), &choice.why),
            engine: Chosen::new(engine.engine, self.options.engine.is_some(), &engine.why),
            order: Chosen::new(engine.order.name.to_owned(), order_asked, order_why),
            bytes: engine.bytes as u64,
        }
    }
}

/// Bytes of a solution whose hashes are checked before it is used: that takes a moment. Larger ones are checked only
/// where somebody asks for it.
const CHECKED: u64 = 256 << 20;

/// Checks the files of a solution against their hashes, unless it is large.
pub fn check_small(database: &Database) -> Result<(), Error> {
    let files = database.manifest().layers.iter().flat_map(Layer::files);
    if files.map(|file| file.bytes).sum::<u64>() <= CHECKED {
        database.check_hashes()?;
    }
    Ok(())
}

/// What tells rules apart whatever their formatting, as manifests have it.
pub fn rules_hash(rules: &Rules) -> String {
    let clauses: Vec<String> = rules.clauses.iter().map(|clause| rules.display_clause(clause).to_string()).collect();
    blake3::hash(clauses.join("\n").as_bytes()).to_hex().to_string()
}
