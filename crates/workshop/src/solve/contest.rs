//! The contest between the engines, where nobody asked for one.
//!
//! The explicit engine begins, and small games are solved before diagrams are tried at all. Each time that its work has doubled, the diagrams get a turn:
//! they go through the same layers, with less than half of the steps that the explicit engine has had so far. From what both took for the same layers follows what each
//! would take for the rest. The diagrams take over when they are expected to need less, if they came far enough for that to be more than a guess: what a handful of
//! small layers took says nothing about layers a thousand times as large. Nor do they before the explicit engine has done a small share of what they
//! would: until then waiting costs next to nothing, and every layer makes the forecast better. A wild guess therefore does little harm: the larger the game
//! is thought to be, the longer the explicit engine goes on, and it may come to the end meanwhile.
//!
//! Diagrams that took over are watched too, within layers as well. If they need several times what was expected, and more than the explicit engine would have, it
//! gets the game back.
//!
//! All work is counted in steps, never in seconds, so that every machine makes the same choice.

use explicit::key::{Key, WIDEST, words};
use explicit::layout::Layout;
use number::{count, grouped};
use prove::ProvedGame;
use solution::Engine;
use solution::manifest::{Estimate, Layer, Manifest, Progress};
use symbolic::order::Order;
use symbolic::trial::{Trial, TrialLayer};
use task::{Algorithm, Allowance, Phase, Report, Traits};

use super::growth::{Course, slope};
use super::trials::Trials;

/// Steps of the explicit engine before diagrams are tried, and what these get then: a fifth of a second each.
const HEAD_START: f64 = 1e7;

/// The share of the explicit engine's further steps that diagrams get.
const SHARE: f64 = 0.4;

/// What a step on diagrams takes, in steps of the explicit engine: 140 ns on Number Tic-Tac-Toe, 190 on Breakthrough, 330 on Clobber, to 20.
const DIAGRAM_STEP: f64 = 10.0;

/// The share of the steps expected on diagrams that the explicit engine takes in any case.
const PATIENCE: f64 = 0.1;

/// The share of the explicit engine's steps that went into the layers which diagrams have been through, without which they are not trusted with the rest.
const COVERED: f64 = 0.1;

/// How many times less than the rest of the explicit engine's work diagrams must be expected to take.
const MARGIN: f64 = 1.1;

/// How many times what was expected diagrams take before they count as stalled.
const STALLED: f64 = 3.0;

/// The same within a layer, where nothing new is known of the explicit engine's work: ten times what either engine was expected to take.
const STALLED_WITHIN: f64 = 10.0;

/// Steps of the explicit engine for a state, where they were not counted.
const USUAL_STEPS: f64 = 10.0;

/// Layers whose growth of steps is continued.
pub(super) const RECENT: usize = 6;

/// Games with more joint moves than this are not tried on diagrams: their relations alone take longer than the answer is worth.
const MOST_TRIED: usize = 2_000;

/// Bytes that a state takes in memory beside its key while two layers are worked on.
const BESIDE_KEY: f64 = 4.0;

/// What the contest is about, and what it may take.
#[derive(Clone, Copy)]
pub struct Terms<'g> {
    /// The game.
    pub prepared: &'g ProvedGame,
    /// Whether states get values after they are found.
    pub solve: bool,
    /// Bytes for the engines.
    pub bytes: usize,
}

/// Work that both engines do before and after the search, as a multiple of the search.
#[derive(Clone, Copy, Debug)]
struct Whole {
    explicit: f64,
    symbolic: f64,
}

/// A layer that the explicit engine found.
#[derive(Clone, Copy, Debug)]
struct Found {
    states: f64,
    steps: f64,
}

/// What is expected of the whole work.
#[derive(Clone, Debug)]
struct Forecast {
    states: f64,
    largest_layer: f64,
    explicit_bytes: f64,
    /// Steps of the explicit engine.
    explicit: f64,
    /// Steps on diagrams, in those of the explicit engine, and their nodes.
    symbolic: Option<(f64, f64)>,
}

/// The contest so far.
pub struct Contest<'g> {
    terms: Terms<'g>,
    distinct: bool,
    found: Vec<Found>,
    /// The layers that diagrams found after they took over.
    taken: Vec<f64>,
    /// Steps of the explicit engine at which the diagrams get their next turn.
    turn: f64,
    /// The diagrams, once they were tried.
    trials: Option<Trials<'g>>,
    forecast: Option<Forecast>,
    verdict: Verdict,
}

/// How it stands between the engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Open,
    /// The explicit engine ran out of memory.
    OutOfMemory,
    /// The explicit engine found all states.
    AllFound,
    /// Diagrams are expected to be faster.
    Diagrams,
    /// Diagrams took over and stalled.
    Stalled,
}

impl<'g> Contest<'g> {
    /// A contest that is about to begin.
    pub fn new(terms: Terms<'g>) -> Contest<'g> {
        Contest {
            distinct: Traits::of(terms.prepared).measure.is_some_and(|measure| measure.is_incremental()),
            terms,
            found: Vec::new(),
            taken: Vec::new(),
            turn: HEAD_START,
            trials: None,
            forecast: None,
            verdict: Verdict::Open,
        }
    }

    /// A contest that goes on in a directory that the explicit engine has begun.
    pub fn resumed(terms: Terms<'g>, known: &Manifest) -> Contest<'g> {
        let found = |layer: &Layer| Found { states: layer.states as f64, steps: layer.states as f64 * USUAL_STEPS };
        // Rounds stand beside the list of all states, which has theirs as well.
        let is_listed = |layer: &&Layer| layer.value_file.is_none() || known.method.algorithm == Algorithm::Layered;
        let found: Vec<Found> = known.layers.iter().filter(is_listed).map(found).collect();
        let verdict = if known.progress == Progress::Forward { Verdict::Open } else { Verdict::AllFound };
        Contest { found, verdict, ..Contest::new(terms) }
    }

    /// Why there can be no contest: the explicit engine can't take the game.
    pub fn refusal(prepared: &ProvedGame) -> Option<String> {
        let bits = Layout::new(&prepared.game).bits();
        (bits > WIDEST)
            .then(|| format!("a state takes {} bits, too many for the explicit engine", grouped(bits as u64)))
    }

    /// Whether no state can be in two layers.
    pub fn is_distinct(&self) -> bool {
        self.distinct
    }

    /// Bytes that diagrams may take while they are on trial.
    pub fn trial_bytes(bytes: usize) -> usize {
        Allowance::new(bytes / 16, &|| true).bytes
    }

    /// The explicit engine has found a layer, with so many steps. Says whether diagrams take over.
    pub fn found(&mut self, states: u64, steps: u64, go_on: &(dyn Fn() -> bool + Sync)) -> bool {
        self.found.push(Found { states: states as f64, steps: steps as f64 });
        let spent = self.spent();
        if spent < self.turn || self.terms.prepared.effects.effects.len() > MOST_TRIED {
            return false;
        }
        self.turn = 2.0 * spent;
        let Terms { prepared, bytes, .. } = self.terms;
        let trials = self.trials.get_or_insert_with(|| Trials::new(prepared, self.distinct));
        let steps = (HEAD_START + SHARE * spent) / DIAGRAM_STEP;
        trials.run(steps, Contest::trial_bytes(bytes), go_on);
        self.forecast = self.look_ahead();
        if self.forecast.as_ref().is_some_and(|forecast| self.prefers_diagrams(forecast)) {
            self.verdict = Verdict::Diagrams;
        }
        self.diagrams_won()
    }

    /// Whether diagrams have won.
    pub fn diagrams_won(&self) -> bool {
        self.verdict == Verdict::Diagrams
    }

    /// The explicit engine has found all states.
    pub fn all_found(&mut self) {
        if self.verdict == Verdict::Open {
            self.forecast = self.look_ahead();
            self.verdict = Verdict::AllFound;
            self.end_trials();
        }
    }

    /// The explicit engine has run out of memory.
    pub fn explicit_failed(&mut self) {
        self.verdict = Verdict::OutOfMemory;
    }

    /// Gives the memory of the trials back.
    pub fn end_trials(&mut self) {
        self.trials.iter_mut().for_each(Trials::end);
    }

    /// A layer was committed on diagrams that took over. Says whether they have stalled and the explicit engine gets the game back.
    pub fn taken(&mut self, report: &Report) -> bool {
        if report.phase == Phase::Forward {
            self.taken.push(report.states as f64);
        }
        // The explicit engine had its try.
        if self.verdict == Verdict::OutOfMemory {
            return false;
        }
        let steps = report.work as f64 * DIAGRAM_STEP;
        let expected = self.forecast.as_ref().and_then(|forecast| forecast.symbolic).map_or(0.0, |(steps, _)| steps);
        if steps < STALLED * expected.max(HEAD_START) {
            return false;
        }
        let known = [self.taken.iter().sum(), self.taken.iter().copied().fold(0.0, f64::max)];
        let [states, largest] = match report.phase {
            Phase::Backward | Phase::Distances => known,
            Phase::Forward => match Course::long(&self.taken, self.most()) {
                Some(course) => [course.total(), course.largest()],
                None => return false,
            },
        };
        let explicit = states * self.steps_per_state() * self.whole().explicit;
        if explicit < steps && self.explicit_bytes(states, largest) <= self.terms.bytes as f64 {
            self.verdict = Verdict::Stalled;
        }
        self.verdict == Verdict::Stalled
    }

    /// Steps after which diagrams that took over have stalled, be it within a layer.
    pub fn most_steps(&self) -> u64 {
        let fits = |forecast: &&Forecast| forecast.explicit_bytes <= self.terms.bytes as f64;
        let most = |forecast: &Forecast| {
            let expected = forecast.symbolic.map_or(0.0, |(steps, _)| steps);
            STALLED_WITHIN * expected.max(forecast.explicit).max(HEAD_START) / DIAGRAM_STEP
        };
        match self.forecast.as_ref().filter(fits) {
            Some(forecast) if self.verdict != Verdict::OutOfMemory => most(forecast) as u64,
            _ => u64::MAX,
        }
    }

    /// Diagrams that took over have used up [their steps](Contest::most_steps).
    pub fn stalled(&mut self) {
        self.verdict = Verdict::Stalled;
    }

    /// Whether the explicit engine is to have the game back that diagrams could not solve.
    pub fn goes_back(&self) -> bool {
        let fits = || self.forecast.as_ref().is_some_and(|forecast| forecast.explicit_bytes <= self.terms.bytes as f64);
        self.verdict == Verdict::Stalled || self.verdict == Verdict::Diagrams && fits()
    }

    /// The variable order that has won, where one has.
    pub fn order(&self) -> Option<&Order> {
        self.trials.as_ref()?.order()
    }

    /// The engine that would be taken as things are.
    pub fn leader(&self) -> Engine {
        let would_win = || self.look_ahead().is_some_and(|forecast| self.would_win(&forecast));
        match self.verdict {
            Verdict::Diagrams | Verdict::OutOfMemory => Engine::Symbolic,
            Verdict::Open if would_win() => Engine::Symbolic,
            _ => Engine::Explicit,
        }
    }

    /// What the choice rests on; none if too little is known.
    pub fn estimate(&self) -> Option<Estimate> {
        // Files of numbers know no infinity.
        let finite = |value: f64| value.min(f64::MAX);
        let counted = self.verdict == Verdict::AllFound;
        let forecast = if counted { self.counted() } else { self.look_ahead()? };
        Some(Estimate {
            states: finite(forecast.states),
            counted,
            largest_layer: finite(forecast.largest_layer),
            explicit_bytes: finite(forecast.explicit_bytes),
            nodes: forecast.symbolic.map(|(_, nodes)| finite(nodes)),
            states_per_node: forecast
                .symbolic
                .map(|(steps, nodes)| finite(steps / nodes.max(1.0) / (forecast.explicit / forecast.states.max(1.0)))),
        })
    }

    /// Why an engine is taken, in words.
    pub fn why(&self, engine: Engine) -> String {
        let Some(estimate) = self.estimate() else { return "the game ends after a few layers".to_owned() };
        let states = match estimate.counted {
            true => count(estimate.states as u64, "state"),
            false => format!("an estimated {} states", rounded(estimate.states)),
        };
        let needed = || format!("{states} would need {} MB one by one", rounded(estimate.explicit_bytes / 1e6));
        let fits = estimate.explicit_bytes <= self.terms.bytes as f64;
        match (engine, estimate.nodes) {
            (Engine::Explicit, None) if estimate.states == 1.0 => format!("{states} fits in memory"),
            (Engine::Explicit, None) => format!("{states} fit in memory"),
            (Engine::Explicit, Some(nodes)) => {
                format!("{states} fit in memory, and about {} nodes would take longer", rounded(nodes))
            }
            (Engine::Symbolic, _) if self.verdict == Verdict::OutOfMemory => {
                format!("{} did not fit in memory one by one", count(self.found_states() as u64, "state"))
            }
            (Engine::Symbolic, Some(nodes)) if fits => format!("{states} in about {} nodes", rounded(nodes)),
            (Engine::Symbolic, _) => needed(),
        }
    }

    /// Why the explicit engine got the game back, in words.
    pub fn why_back(&self) -> String {
        match self.verdict {
            Verdict::Stalled => "diagrams took far more work than expected".to_owned(),
            _ => "diagrams did not fit in memory".to_owned(),
        }
    }

    fn found_states(&self) -> f64 {
        self.found.iter().map(|found| found.states).sum()
    }

    /// Steps of the explicit engine so far.
    pub fn spent(&self) -> f64 {
        self.found.iter().map(|found| found.steps).sum()
    }

    /// Whether diagrams are expected to be done before the explicit engine, and it has done its share.
    fn prefers_diagrams(&self, forecast: &Forecast) -> bool {
        let patient = |(steps, _): (f64, f64)| self.spent() < PATIENCE * steps;
        self.would_win(forecast) && !forecast.symbolic.is_some_and(patient)
    }

    fn would_win(&self, forecast: &Forecast) -> bool {
        let Some((symbolic, _)) = forecast.symbolic else { return false };
        let fits = forecast.explicit_bytes <= self.terms.bytes as f64;
        self.is_covered() && (!fits || MARGIN * symbolic < forecast.explicit - self.spent())
    }

    /// Whether diagrams have been through enough of what the explicit engine has found.
    fn is_covered(&self) -> bool {
        let tried = self.trial().map_or(0, |trial| trial.layers().len());
        let steps: f64 = self.found.iter().take(tried).map(|found| found.steps).sum();
        steps >= COVERED * self.spent()
    }

    /// How often both engines go through the states, counted in searches. Where plies are not the layers each state is looked for among all.
    fn whole(&self) -> Whole {
        match (self.terms.solve, self.distinct) {
            (false, _) => Whole { explicit: 1.0, symbolic: 1.0 },
            // On Connect Four 5x5 2.3 and 7.6, on Clobber 4x5 2.5 and 19, on Number Tic-Tac-Toe 1.5 and 4.5.
            (true, true) => Whole { explicit: 2.3, symbolic: 14.0 },
            // On Nine Men's Morris 2x4 1.4 and 1.0, on Sheep and Wolf 1.9 and 3.5.
            (true, false) => Whole { explicit: 1.7, symbolic: 2.0 },
        }
    }

    /// More states than this there can't be.
    fn most(&self) -> f64 {
        (Layout::new(&self.terms.prepared.game).bits() as f64).exp2()
    }

    /// Steps of the explicit engine for a state, as the larger layers took them.
    fn steps_per_state(&self) -> f64 {
        let recent = self.found.iter().rev().take(RECENT);
        let (states, steps) =
            recent.fold((0.0, 0.0), |(states, steps), found| (states + found.states, steps + found.steps));
        if states > 0.0 { steps / states } else { 1.0 }
    }

    fn explicit_bytes(&self, states: f64, largest_layer: f64) -> f64 {
        let key = (words(Layout::new(&self.terms.prepared.game).bits()) * size_of::<Key<1>>()) as f64;
        match (self.terms.solve, self.distinct) {
            (_, true) => 3.0 * largest_layer * (key + BESIDE_KEY),
            // All states together, and the moves between them.
            (true, false) => states * (2.0 * key + 48.0),
            (false, false) => 2.0 * states * key,
        }
    }

    /// The trial that the forecast rests on.
    fn trial(&self) -> Option<&Trial<'g>> {
        self.trials.as_ref()?.best()
    }

    /// What is known once all states are found.
    fn counted(&self) -> Forecast {
        let states = self.found_states();
        let largest_layer = self.found.iter().map(|found| found.states).fold(0.0, f64::max);
        Forecast {
            states,
            largest_layer,
            explicit_bytes: self.explicit_bytes(states, largest_layer),
            explicit: self.spent() * self.whole().explicit,
            symbolic: self.forecast.as_ref().and_then(|forecast| forecast.symbolic),
        }
    }

    /// What both engines are expected to need for the whole game: the mean of the two courses.
    fn look_ahead(&self) -> Option<Forecast> {
        let known: Vec<f64> = self.found.iter().map(|found| found.states).collect();
        let [short, long] = [Course::short(&known, self.most())?, Course::long(&known, self.most())?];
        let mean = |of: &dyn Fn(&Course) -> f64| (of(&short) * of(&long)).sqrt();
        let (states, largest_layer) = (mean(&Course::total), mean(&Course::largest));
        let whole = self.whole();
        let explicit = |course: &Course| {
            (self.spent() + course.guessed().iter().sum::<f64>() * self.steps_per_state()) * whole.explicit
        };
        let symbolic = self.on_diagrams(&short).zip(self.on_diagrams(&long));
        Some(Forecast {
            states,
            largest_layer,
            explicit_bytes: self.explicit_bytes(states, largest_layer),
            explicit: mean(&explicit),
            symbolic: symbolic.map(|(short, long)| {
                let setup = self.trial().map_or(0.0, |trial| trial.setup() as f64);
                let steps = (short.0 * long.0).sqrt() * whole.symbolic + setup;
                (steps * DIAGRAM_STEP, (short.1 * long.1).sqrt())
            }),
        })
    }

    /// Steps and nodes of all layers on diagrams: those of the layers tried, and for the others a power of the states, the one by which they grew last.
    fn on_diagrams(&self, course: &Course) -> Option<(f64, f64)> {
        let tried = self.trial()?.layers();
        let recent = &tried[tried.len().checked_sub(RECENT)?..];
        let last = recent.last()?;
        let states = |states: u128| (states as f64).max(1.0);
        let guessed = |known: &dyn Fn(&TrialLayer) -> f64| {
            let points = recent.iter().map(|layer| (states(layer.states).ln(), known(layer).max(1.0).ln()));
            let power = slope(points).unwrap_or(1.0).clamp(0.0, 1.2);
            let rest = course.layers.get(tried.len()..).unwrap_or_default().iter();
            tried.iter().map(known).sum::<f64>()
                + rest.map(|layer| known(last) * (layer / states(last.states)).powf(power)).sum::<f64>()
        };
        Some((guessed(&|layer| layer.steps as f64), guessed(&|layer| layer.nodes as f64)))
    }
}

/// A number with two digits that count.
fn rounded(value: f64) -> String {
    if !value.is_finite() || value >= 1e15 {
        return format!("{value:.0e}");
    }
    let scale = 10f64.powf((value.max(1.0).log10().floor() - 1.0).max(0.0));
    grouped(((value / scale).round() * scale) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prepared(name: &str) -> ProvedGame {
        let rules = gdl::Rules::from_text(&games::sheet(name).expect("bundled")).expect("well-formed");
        crate::prove(&rules, &crate::Budget::default(), &crate::Stop::default()).expect("small")
    }

    /// A contest about a game whose first layers took the explicit engine so many steps a state.
    fn contest<'p>(prepared: &'p ProvedGame, layers: &[u64], steps: u64) -> Contest<'p> {
        let mut contest = Contest::new(Terms { prepared, solve: true, bytes: 1 << 30 });
        for &states in layers {
            if contest.found(states, states * steps, &|| true) {
                break;
            }
        }
        contest
    }

    /// The first layers of Breakthrough 4x5.
    const RACES: [u64; 10] = [1, 10, 90, 534, 3_122, 15_518, 66_104, 240_972, 735_516, 1_954_322];

    #[test]
    fn diagrams_take_over_where_they_are_far_smaller() {
        let prepared = prepared("breakthrough:4x5");
        let contest = contest(&prepared, &RACES, 200);
        assert!(contest.diagrams_won(), "{:?}", contest.forecast);
        assert_eq!(contest.leader(), Engine::Symbolic);
        assert!(contest.why(Engine::Symbolic).contains(" states in about "), "{}", contest.why(Engine::Symbolic));
    }

    #[test]
    fn diagrams_that_stall_give_the_game_back() {
        let prepared = prepared("breakthrough:4x5");
        let mut contest = contest(&prepared, &RACES, 200);
        let report = |work| Report {
            phase: Phase::Backward,
            file: String::new(),
            layer: 0,
            layers: None,
            states: 1_000_000,
            nodes: 0,
            bytes: 0,
            work,
        };
        contest.taken(&Report { phase: Phase::Forward, ..report(1_000) });
        assert!((1_000_000..1 << 50).contains(&contest.most_steps()), "{}", contest.most_steps());
        assert!(!contest.taken(&report(1_000_000)) && contest.why_back().contains("memory"));
        assert!(contest.taken(&report(1 << 50)) && contest.goes_back());
        assert!(contest.why_back().contains("more work than expected"));
    }

    /// The explicit engine has gone far beyond the small layers that diagrams have been through, and its states would not fit in memory.
    #[test]
    fn diagrams_are_not_trusted_with_layers_far_larger_than_those_tried() {
        let prepared = prepared("breakthrough:4x5");
        let mut contest = contest(&prepared, &RACES[..8], 100);
        assert!(contest.is_covered() && contest.trial().is_some());
        contest.found.extend([1e7, 1e8, 1e9].map(|states| Found { states, steps: 100.0 * states }));
        let forecast = contest.look_ahead().expect("there are layers enough");
        assert!(forecast.symbolic.is_some() && forecast.explicit_bytes > contest.terms.bytes as f64, "{forecast:?}");
        assert!(!contest.would_win(&forecast), "{forecast:?}");
    }

    /// The eight-puzzle has a node for nearly every state.
    #[test]
    fn diagrams_must_win_to_take_over() {
        let prepared = prepared("eight-puzzle");
        let mut layers = vec![1u64, 2];
        while layers.len() < 22 {
            layers.push(layers[layers.len() - 1] * 17 / 10 + 1);
        }
        let mut contest = contest(&prepared, &layers, 1_000);
        assert!(!contest.diagrams_won() && contest.trial().is_some(), "{:?}", contest.forecast);
        contest.all_found();
        assert_eq!(contest.leader(), Engine::Explicit);
        assert!(contest.why(Engine::Explicit).contains("would take longer"), "{}", contest.why(Engine::Explicit));
    }

    #[test]
    fn small_games_are_solved_before_diagrams_are_tried() {
        let prepared = prepared("tic-tac-toe");
        let mut contest = contest(&prepared, &[1, 9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78], 10);
        contest.all_found();
        assert!(contest.trials.is_none());
        let estimate = contest.estimate().expect("all states are found");
        assert_eq!((estimate.states, estimate.counted, estimate.nodes), (5_478.0, true, None));
        assert_eq!(contest.why(Engine::Explicit), "5,478 states fit in memory");
    }

    #[test]
    fn numbers_have_two_digits() {
        assert_eq!(rounded(69_763_700.0), "70,000,000");
        assert_eq!(rounded(7.0), "7");
        assert_eq!(rounded(1e30), "1e30");
    }
}
