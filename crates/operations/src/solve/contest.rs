//! The contest between the engines if the user did not choose one.
//!
//! The explicit engine starts, and small games are solved before diagrams are tried at all. Each time its work has
//! doubled, the diagrams get a turn: they process the same layers with less than half of the steps that the explicit
//! engine has had so far. From both, the remaining work of each engine is forecast.
//!
//! Diagrams take over when one forecast says that they are twice as fast, or two in a row say that they are faster.
//! They must have processed enough layers for a reliable forecast: a handful of small layers says nothing about layers
//! a thousand times as large. And the explicit engine must have done a small share of the work they would need: until
//! then waiting costs little, and every layer improves the forecast. So a wrong guess does little harm: the larger the
//! game seems to be, the longer the explicit engine continues, and it may finish meanwhile.
//!
//! Diagrams that took over are monitored too, even within layers. If they need several times the expected work, and
//! more than the explicit engine would, it gets the game back.
//!
//! All work is counted in steps, never in seconds, so that every machine makes the same choice.

mod reasons;

use explicit::key::WIDEST;
use explicit::layout::KeyLayout;
use number::grouped;
use prove::ProvedGame;
use solution::Engine;
use solution::manifest::{Layer, Manifest, Progress};
use symbolic::trial::Trial;
use task::{Algorithm, Allowance, CommitReport, Phase, VariableOrder};

pub use super::forecast::ContestTerms;
use super::forecast::{DIAGRAM_STEP, Forecast, Found, Search};
use super::growth::Course;
use super::trials::Trials;

/// Steps of the explicit engine before diagrams are tried, and the steps they get then: a fifth of a second each.
const HEAD_START: f64 = 1e7;

/// The factor by which the explicit engine's work grows between two turns of the diagrams.
const NEXT_TURN: f64 = 2.0;

/// The same if diagrams are ahead and the next turn should confirm it.
const CONFIRMING_TURN: f64 = 1.25;

/// The share of the explicit engine's further steps that diagrams get.
const SHARE: f64 = 0.4;

/// The minimum share of the steps expected on diagrams that the explicit engine does first.
const LEAST_SHARE_OF_EXPLICIT_STEPS: f64 = 0.1;

/// The minimum share of the explicit engine's steps in layers that diagrams have processed before they may take over.
const COVERED: f64 = 0.1;

/// The factor by which diagrams must be expected to be faster than the rest of the explicit engine's work.
const MARGIN: f64 = 1.1;

/// The same for a single forecast. Forecasts from the first layers are often wrong by a factor, so a smaller margin
/// needs two in a row.
const LARGE_MARGIN: f64 = 2.0;

/// The factor over the expected work at which diagrams count as stalled.
const STALLED: f64 = 3.0;

/// The same within a layer, where nothing new is known of the explicit engine's work: ten times the expected work of
/// either engine.
const STALLED_WITHIN: f64 = 10.0;

/// Steps of the explicit engine per state if they were not counted.
const USUAL_STEPS: f64 = 10.0;

/// Games with more joint moves are not tried on diagrams: building their relations alone takes too long.
const MOST_TRIED: usize = 2_000;

/// The state of the contest.
pub struct Contest<'g> {
    search: Search<'g>,
    /// The layers that diagrams found after they took over.
    taken: Vec<f64>,
    /// The steps of the explicit engine at which the diagrams get their next turn.
    turn: f64,
    /// The diagrams, once they were tried.
    trials: Option<Trials<'g>>,
    forecast: Option<Forecast>,
    /// Whether diagrams were ahead after their last turn.
    ahead: bool,
    verdict: Verdict,
}

/// The verdict so far.
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
    /// A new contest.
    pub fn new(terms: ContestTerms<'g>) -> Contest<'g> {
        Contest {
            search: Search { terms, layers: Vec::new() },
            taken: Vec::new(),
            turn: HEAD_START,
            trials: None,
            forecast: None,
            ahead: false,
            verdict: Verdict::Open,
        }
    }

    /// A contest that resumes in a directory started by the explicit engine.
    pub fn resumed(terms: ContestTerms<'g>, known: &Manifest) -> Contest<'g> {
        let found = |layer: &Layer| Found { states: layer.states as f64, steps: layer.states as f64 * USUAL_STEPS };
        // Rounds are stored beside the list of all states, which includes theirs.
        let is_listed = |layer: &&Layer| layer.value_file.is_none() || known.method.algorithm == Algorithm::Layered;
        let layers = known.layers.iter().filter(is_listed).map(found).collect();
        let verdict = if known.progress == Progress::Forward { Verdict::Open } else { Verdict::AllFound };
        Contest { search: Search { terms, layers }, verdict, ..Contest::new(terms) }
    }

    /// Why there can be no contest: the explicit engine does not support the game.
    pub fn refusal(proved: &ProvedGame) -> Option<String> {
        let bits = KeyLayout::new(&proved.game).bits();
        (bits > WIDEST)
            .then(|| format!("a state takes {} bits, too many for the explicit engine", grouped(bits as u64)))
    }

    /// The memory of diagrams on trial.
    pub fn trial_bytes(bytes: usize) -> usize {
        Allowance::new(bytes / 16, &|| true).bytes
    }

    /// Records a layer found by the explicit engine and its steps. Returns whether diagrams take over.
    pub fn found(&mut self, states: u64, steps: u64, go_on: &(dyn Fn() -> bool + Sync)) -> bool {
        self.search.layers.push(Found { states: states as f64, steps: steps as f64 });
        let spent = self.search.steps();
        if spent < self.turn || self.search.terms.proved.effects.effects.len() > MOST_TRIED {
            return false;
        }
        let ContestTerms { proved, bytes, .. } = self.search.terms;
        let distinct = self.search.terms.is_distinct();
        let trials = self.trials.get_or_insert_with(|| Trials::new(proved, distinct));
        let steps = (HEAD_START + SHARE * spent) / DIAGRAM_STEP;
        trials.run(steps, Contest::trial_bytes(bytes), go_on);
        self.forecast = self.forecast();
        self.decide();
        self.turn = if self.ahead { CONFIRMING_TURN } else { NEXT_TURN } * spent;
        self.diagrams_won()
    }

    /// Diagrams take over if one forecast clearly favours them, or two in a row favour them at all.
    fn decide(&mut self) {
        let Some(forecast) = self.forecast.clone() else { return };
        let ahead = self.would_win(&forecast, MARGIN);
        let confirmed = self.would_win(&forecast, LARGE_MARGIN) || ahead && self.ahead;
        if confirmed && !self.is_early(&forecast) {
            self.verdict = Verdict::Diagrams;
        }
        self.ahead = ahead;
    }

    /// Whether diagrams have won.
    pub fn diagrams_won(&self) -> bool {
        self.verdict == Verdict::Diagrams
    }

    /// Records that the explicit engine has found all states.
    pub fn all_found(&mut self) {
        if self.verdict == Verdict::Open {
            self.forecast = self.forecast();
            self.verdict = Verdict::AllFound;
            self.end_trials();
        }
    }

    /// Records that the explicit engine has run out of memory.
    pub fn explicit_failed(&mut self) {
        self.verdict = Verdict::OutOfMemory;
    }

    /// Frees the memory of the trials.
    pub fn end_trials(&mut self) {
        self.trials.iter_mut().for_each(Trials::end);
    }

    /// Records a layer committed on diagrams that took over. Returns whether they have stalled and the explicit engine
    /// gets the game back.
    pub fn taken(&mut self, report: &CommitReport) -> bool {
        if report.phase == Phase::Forward {
            self.taken.push(report.states as f64);
        }
        // The explicit engine has already failed.
        if self.verdict == Verdict::OutOfMemory {
            return false;
        }
        let steps = report.work as f64 * DIAGRAM_STEP;
        let expected =
            self.forecast.as_ref().and_then(|forecast| forecast.symbolic).map_or(0.0, |diagrams| diagrams.steps);
        if steps < STALLED * expected.max(HEAD_START) {
            return false;
        }
        let known = [self.taken.iter().sum(), self.taken.iter().copied().fold(0.0, f64::max)];
        let [states, largest] = match report.phase {
            Phase::Backward | Phase::Distances => known,
            Phase::Forward => match Course::long(&self.taken, self.search.terms.most_states()) {
                Some(course) => [course.total(), course.largest()],
                None => return false,
            },
        };
        let explicit = states * self.search.steps_per_state() * self.search.terms.whole().explicit;
        if explicit < steps && self.search.terms.explicit_bytes(states, largest) <= self.search.terms.bytes as f64 {
            self.verdict = Verdict::Stalled;
        }
        self.verdict == Verdict::Stalled
    }

    /// The steps after which diagrams that took over have stalled, even within a layer.
    pub fn most_steps(&self) -> u64 {
        let fits = |forecast: &&Forecast| forecast.explicit_bytes <= self.search.terms.bytes as f64;
        let most = |forecast: &Forecast| {
            let expected = forecast.symbolic.map_or(0.0, |diagrams| diagrams.steps);
            STALLED_WITHIN * expected.max(forecast.explicit).max(HEAD_START) / DIAGRAM_STEP
        };
        match self.forecast.as_ref().filter(fits) {
            Some(forecast) if self.verdict != Verdict::OutOfMemory => most(forecast) as u64,
            _ => u64::MAX,
        }
    }

    /// Records that diagrams that took over have used up [their steps](Contest::most_steps).
    pub fn stalled(&mut self) {
        self.verdict = Verdict::Stalled;
    }

    /// Whether the explicit engine gets back the game that diagrams could not solve.
    pub fn goes_back(&self) -> bool {
        let fits =
            || self.forecast.as_ref().is_some_and(|forecast| forecast.explicit_bytes <= self.search.terms.bytes as f64);
        self.verdict == Verdict::Stalled || self.verdict == Verdict::Diagrams && fits()
    }

    /// The winning variable order, if there is one.
    pub fn order(&self) -> Option<&VariableOrder> {
        self.trials.as_ref()?.order()
    }

    /// The engine that is ahead.
    pub fn leader(&self) -> Engine {
        let would_win = || self.forecast().is_some_and(|forecast| self.would_win(&forecast, MARGIN));
        match self.verdict {
            Verdict::Diagrams | Verdict::OutOfMemory => Engine::Symbolic,
            Verdict::Open if would_win() => Engine::Symbolic,
            _ => Engine::Explicit,
        }
    }

    /// Steps of the explicit engine so far.
    pub fn spent(&self) -> f64 {
        self.search.steps()
    }

    /// The trial used for forecasts.
    fn trial(&self) -> Option<&Trial<'g>> {
        self.trials.as_ref()?.best()
    }

    fn forecast(&self) -> Option<Forecast> {
        Forecast::new(&self.search, self.trial())
    }

    /// Whether the explicit engine has not done its minimum share yet.
    fn is_early(&self, forecast: &Forecast) -> bool {
        forecast.symbolic.is_some_and(|diagrams| self.search.steps() < LEAST_SHARE_OF_EXPLICIT_STEPS * diagrams.steps)
    }

    /// Whether diagrams are expected to be faster than the rest of the explicit engine's work by a margin.
    fn would_win(&self, forecast: &Forecast, margin: f64) -> bool {
        let Some(diagrams) = forecast.symbolic else { return false };
        let fits = forecast.explicit_bytes <= self.search.terms.bytes as f64;
        self.is_covered() && (!fits || margin * diagrams.steps < forecast.explicit - self.search.steps())
    }

    /// Whether diagrams have processed enough of the layers found by the explicit engine.
    fn is_covered(&self) -> bool {
        let tried = self.trial().map_or(0, |trial| trial.layers().len());
        let steps: f64 = self.search.layers.iter().take(tried).map(|found| found.steps).sum();
        steps >= COVERED * self.search.steps()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundled(name: &str) -> ProvedGame {
        let rules = gdl::Rules::from_text(&games::sheet(name).expect("bundled")).expect("well-formed");
        crate::prove(&rules, &crate::Budget::default(), &crate::Stop::default()).expect("small")
    }

    /// A contest about a game whose first layers took the explicit engine this many steps per state.
    fn contest<'p>(proved: &'p ProvedGame, layers: &[u64], steps: u64) -> Contest<'p> {
        let mut contest = Contest::new(ContestTerms { proved, solve: true, bytes: 1 << 30 });
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
    fn diagrams_take_over_if_they_are_far_smaller() {
        let proved = bundled("breakthrough:4x5");
        let contest = contest(&proved, &RACES, 200);
        assert!(contest.diagrams_won(), "{:?}", contest.forecast);
        assert_eq!(contest.leader(), Engine::Symbolic);
        assert!(contest.why(Engine::Symbolic).contains(" states in about "), "{}", contest.why(Engine::Symbolic));
    }

    #[test]
    fn diagrams_that_stall_give_the_game_back() {
        let proved = bundled("breakthrough:4x5");
        let mut contest = contest(&proved, &RACES, 200);
        let report = |work| CommitReport {
            phase: Phase::Backward,
            file: String::new(),
            layer: 0,
            layers: None,
            states: 1_000_000,
            nodes: 0,
            bytes: 0,
            work,
        };
        contest.taken(&CommitReport { phase: Phase::Forward, ..report(1_000) });
        assert!((1_000_000..1 << 50).contains(&contest.most_steps()), "{}", contest.most_steps());
        assert!(!contest.taken(&report(1_000_000)) && contest.why_back().contains("memory"));
        assert!(contest.taken(&report(1 << 50)) && contest.goes_back());
        assert!(contest.why_back().contains("more work than expected"));
    }

    /// The explicit engine is far beyond the small layers that diagrams have processed, and its states would not fit in
    /// memory.
    #[test]
    fn diagrams_do_not_take_over_layers_far_larger_than_those_tried() {
        let proved = bundled("breakthrough:4x5");
        let mut contest = contest(&proved, &RACES[..8], 100);
        assert!(contest.is_covered() && contest.trial().is_some());
        contest.search.layers.extend([1e7, 1e8, 1e9].map(|states| Found { states, steps: 100.0 * states }));
        let forecast = contest.forecast().expect("there are layers enough");
        assert!(
            forecast.symbolic.is_some() && forecast.explicit_bytes > contest.search.terms.bytes as f64,
            "{forecast:?}"
        );
        assert!(!contest.would_win(&forecast, MARGIN), "{forecast:?}");
    }

    /// The diagrams of the eight-puzzle have a node for nearly every state.
    #[test]
    fn diagrams_must_be_faster_to_take_over() {
        let proved = bundled("eight-puzzle");
        let mut layers = vec![1u64, 2];
        while layers.len() < 22 {
            layers.push(layers[layers.len() - 1] * 17 / 10 + 1);
        }
        let mut contest = contest(&proved, &layers, 1_000);
        assert!(!contest.diagrams_won() && contest.trial().is_some(), "{:?}", contest.forecast);
        contest.all_found();
        assert_eq!(contest.leader(), Engine::Explicit);
        assert!(contest.why(Engine::Explicit).contains("would take longer"), "{}", contest.why(Engine::Explicit));
    }

    #[test]
    fn small_games_are_solved_before_diagrams_are_tried() {
        let proved = bundled("tic-tac-toe");
        let mut contest = contest(&proved, &[1, 9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78], 10);
        contest.all_found();
        assert!(contest.trials.is_none());
        let estimate = contest.estimate().expect("all states are found");
        assert_eq!((estimate.states, estimate.counted, estimate.nodes), (5_478.0, true, None));
        assert_eq!(contest.why(Engine::Explicit), "5,478 states fit in memory");
    }
}
