//! Forecasts the work of both engines for a whole game from their work on its first layers.
//!
//! All work is counted in steps of the explicit engine. Layers continue as predicted by a [`Course`], and the steps on
//! diagrams grow as the same power of the states as in the last layers.

use explicit::key::{Key, words};
use explicit::layout::KeyLayout;
use prove::ProvedGame;
use symbolic::trial::{Trial, TrialLayer};
use task::Traits;

use super::growth::{Course, slope};

/// The cost of a step on diagrams in steps of the explicit engine, 20 ns each: 140 ns on Number Tic-Tac-Toe, 190 on
/// Breakthrough, 330 on Clobber.
pub(super) const DIAGRAM_STEP: f64 = 10.0;

/// The number of layers from which the growth of steps is extrapolated.
pub(super) const RECENT: usize = 6;

/// The memory per state besides its key while two layers are processed.
const BESIDE_KEY: f64 = 4.0;

/// The task and the limits of the engines.
#[derive(Clone, Copy)]
pub struct ContestTerms<'g> {
    /// The game.
    pub proved: &'g ProvedGame,
    /// Whether states get values after they are found.
    pub solve: bool,
    /// Bytes for the engines.
    pub bytes: usize,
}

impl ContestTerms<'_> {
    /// Whether no state can be in two layers.
    pub fn is_distinct(&self) -> bool {
        Traits::of(self.proved).measure.is_some_and(|measure| measure.is_incremental())
    }

    /// An upper bound on the number of states.
    pub fn most_states(&self) -> f64 {
        (KeyLayout::new(&self.proved.game).bits() as f64).exp2()
    }

    /// The memory of the explicit engine for this many states.
    pub fn explicit_bytes(&self, states: f64, largest_layer: f64) -> f64 {
        let key = (words(KeyLayout::new(&self.proved.game).bits()) * size_of::<Key<1>>()) as f64;
        match (self.solve, self.is_distinct()) {
            (_, true) => 3.0 * largest_layer * (key + BESIDE_KEY),
            // All states, and the moves between them.
            (true, false) => states * (2.0 * key + 48.0),
            (false, false) => 2.0 * states * key,
        }
    }

    /// The time of the whole work as a multiple of the search. If plies are not the layers, each state is looked up
    /// among all.
    pub(super) fn whole(&self) -> Whole {
        match (self.solve, self.is_distinct()) {
            (false, _) => Whole { explicit: 1.0, symbolic: 1.0 },
            // Measured: Connect Four 5x5 2.3 and 7.6, Clobber 4x5 2.5 and 19, Number Tic-Tac-Toe 1.5 and 4.5.
            (true, true) => Whole { explicit: 2.3, symbolic: 8.0 },
            // Measured: Nine Men's Morris 2x4 1.4 and 1.0, Sheep and Wolf 1.9 and 3.5.
            (true, false) => Whole { explicit: 1.7, symbolic: 2.0 },
        }
    }
}

/// The time of the whole work of each engine, as a multiple of its search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whole {
    pub explicit: f64,
    symbolic: f64,
}

/// A layer that the explicit engine found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub states: f64,
    pub steps: f64,
}

/// The explicit engine's search so far.
pub(super) struct Search<'g> {
    pub terms: ContestTerms<'g>,
    pub layers: Vec<Found>,
}

impl Search<'_> {
    /// States found so far.
    pub fn states(&self) -> f64 {
        self.layers.iter().map(|layer| layer.states).sum()
    }

    /// Steps taken so far.
    pub fn steps(&self) -> f64 {
        self.layers.iter().map(|layer| layer.steps).sum()
    }

    /// Steps per state in the last layers.
    pub fn steps_per_state(&self) -> f64 {
        let recent = self.layers.iter().rev().take(RECENT);
        let (states, steps) =
            recent.fold((0.0, 0.0), |(states, steps), layer| (states + layer.states, steps + layer.steps));
        if states > 0.0 { steps / states } else { 1.0 }
    }
}

/// The forecast for the whole work.
#[derive(Clone, Debug)]
pub(super) struct Forecast {
    pub states: f64,
    pub largest_layer: f64,
    pub explicit_bytes: f64,
    /// Steps of the explicit engine.
    pub explicit: f64,
    pub symbolic: Option<OnDiagrams>,
}

/// The forecast for diagrams.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnDiagrams {
    /// In steps of the explicit engine.
    pub steps: f64,
    pub nodes: f64,
}

impl Forecast {
    /// The mean of two courses of the search; `None` if it is too short.
    pub fn new(search: &Search<'_>, trial: Option<&Trial<'_>>) -> Option<Forecast> {
        let (terms, whole) = (search.terms, search.terms.whole());
        let known: Vec<f64> = search.layers.iter().map(|layer| layer.states).collect();
        let [short, long] = [Course::short(&known, terms.most_states())?, Course::long(&known, terms.most_states())?];
        let mean = |of: &dyn Fn(&Course) -> f64| (of(&short) * of(&long)).sqrt();
        let (states, largest_layer) = (mean(&Course::total), mean(&Course::largest));
        let explicit = |course: &Course| {
            (search.steps() + course.guessed().iter().sum::<f64>() * search.steps_per_state()) * whole.explicit
        };
        let tried = trial.filter(|trial| trial.layers().len() >= RECENT);
        Some(Forecast {
            states,
            largest_layer,
            explicit_bytes: terms.explicit_bytes(states, largest_layer),
            explicit: mean(&explicit),
            symbolic: tried.map(|trial| {
                let steps = mean(&|course| continued(trial, course, &|layer| layer.steps as f64));
                OnDiagrams {
                    steps: (steps * whole.symbolic + trial.setup() as f64) * DIAGRAM_STEP,
                    nodes: mean(&|course| continued(trial, course, &|layer| layer.nodes as f64)),
                }
            }),
        })
    }

    /// The forecast once all states are found.
    pub fn counted(search: &Search<'_>, symbolic: Option<OnDiagrams>) -> Forecast {
        let states = search.states();
        let largest_layer = search.layers.iter().map(|layer| layer.states).fold(0.0, f64::max);
        Forecast {
            states,
            largest_layer,
            explicit_bytes: search.terms.explicit_bytes(states, largest_layer),
            explicit: search.steps() * search.terms.whole().explicit,
            symbolic,
        }
    }
}

/// The sum over all layers on diagrams: measured for those tried, and extrapolated for the others as a power of their
/// states.
fn continued(trial: &Trial<'_>, course: &Course, known: &dyn Fn(&TrialLayer) -> f64) -> f64 {
    let tried = trial.layers();
    let states = |layer: &TrialLayer| (layer.states as f64).max(1.0);
    let recent = &tried[tried.len().saturating_sub(RECENT)..];
    let power = slope(recent.iter().map(|layer| (states(layer).ln(), known(layer).max(1.0).ln())));
    let power = power.unwrap_or(1.0).clamp(0.0, 1.2);
    let rest = course.layers.get(tried.len()..).unwrap_or_default();
    let guessed =
        |last: &TrialLayer| -> f64 { rest.iter().map(|layer| known(last) * (layer / states(last)).powf(power)).sum() };
    tried.iter().map(known).sum::<f64>() + tried.last().map_or(0.0, guessed)
}
