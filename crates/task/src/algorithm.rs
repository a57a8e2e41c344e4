//! Chooses an algorithm for a game, and defines the task of an engine.

use prove::{Measure, ProvedGame};
use solution::{Algorithm, Growth, Model, Reduction};

use crate::distances::Bounds;
use crate::refusal::Refusal;
use crate::valuation::{Defects, Valuation};

/// The properties of a game on which the choice depends.
#[derive(Clone, Debug)]
pub struct Traits {
    /// Number of roles.
    pub roles: usize,
    /// Whether the rewards of two roles have a proved constant sum.
    pub constant_sum: Option<i32>,
    /// Whether the game is known to be cyclic.
    pub cyclic: bool,
    /// A proved measure.
    pub measure: Option<Progressive>,
}

impl Traits {
    /// The proved properties of a game.
    pub fn of(proved: &ProvedGame) -> Traits {
        let progressive = |measure: &Measure| {
            let growth = match measure.growth {
                prove::MeasureGrowth::Incremental => Growth::Incremental,
                prove::MeasureGrowth::Increasing => Growth::Increasing,
                // Two plies share a value, so neither plies nor values are layers by this measure alone.
                prove::MeasureGrowth::TwoPly { .. } => return None,
            };
            Some(Progressive { weights: measure.weights.clone(), growth })
        };
        Traits {
            roles: proved.class.roles,
            constant_sum: proved.class.sum,
            cyclic: proved.class.acyclic.is_refuted(),
            measure: proved.measure.as_ref().and_then(progressive),
        }
    }
}

/// A measure that grows with every ply.
#[derive(Clone, Debug)]
pub struct Progressive {
    /// Weight per variable and value.
    pub weights: Vec<Vec<i64>>,
    /// How it grows.
    pub growth: Growth,
}

impl Progressive {
    /// Whether it grows by exactly one: then there is one layer per ply.
    pub fn is_incremental(&self) -> bool {
        self.growth == Growth::Incremental
    }
}

/// An algorithm and the reason for choosing it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlgorithmChoice {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The reason, as a sentence without its full stop.
    pub why: String,
}

/// The algorithm that suits a game best.
pub fn choose(traits: &Traits) -> AlgorithmChoice {
    let choice = |algorithm, why: &str| AlgorithmChoice { algorithm, why: why.to_owned() };
    let constant_sum = traits.roles == 2 && traits.constant_sum.is_some();
    match &traits.measure {
        Some(measure) if measure.is_incremental() => {
            choice(Algorithm::Layered, "one layer per ply (a measure is proved to grow by one)")
        }
        Some(_) => choice(Algorithm::Layered, "one layer per value of a measure that is proved to grow with every ply"),
        None if traits.roles == 1 => {
            choice(Algorithm::OnePlayer, "there is one role, so the best reachable reward is its value")
        }
        None if traits.cyclic && constant_sum => {
            choice(Algorithm::ZeroSum, "the game is cyclic and its rewards have a constant sum")
        }
        None if constant_sum => {
            let why = "no measure is known, and the constant sum allows cycles";
            choice(Algorithm::ZeroSum, why)
        }
        None => choice(Algorithm::Fixpoint, "no measure is known, so states are solved once all their successors are"),
    }
}

/// The question about a game, and how to answer it.
#[derive(Clone, Copy, Debug)]
pub struct Task<'t> {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The properties of the game; with a reduction, of the reduced one.
    pub traits: &'t Traits,
    /// What a role maximises.
    pub model: Model,
    /// How to treat defects in the rules.
    pub defects: Defects,
    /// How rewards are read as win, draw or loss, if they are.
    pub reduction: Option<Reduction>,
    /// The reward of infinite play, if it has one.
    pub infinite: Option<&'t [i32]>,
    /// Whether plies to the end are kept; `None`: where they are cheap.
    pub distances: Option<bool>,
    /// The bounds below which they are cheap.
    pub bounds: Bounds,
}

impl Task<'_> {
    /// The valuation, with or without distances.
    pub fn valuation(&self, distances: bool) -> Valuation {
        Valuation { model: self.model, distances, defects: self.defects, reduction: self.reduction }
    }

    /// Whether the layers of the layered algorithm are the plies, so that the successors of a layer are all in the next
    /// one. Otherwise they are the values of a measure, and successors are in any later layer.
    pub fn plies_are_layers(&self) -> bool {
        self.traits.measure.as_ref().is_none_or(Progressive::is_incremental)
    }

    /// Whether the algorithm applies, or why not.
    pub fn check(&self) -> Result<(), Refusal> {
        let roles = self.traits.roles;
        match (self.algorithm, self.distances) {
            _ if self.reduction.is_some() && roles != 2 => Err(Refusal::NotTwoRoles),
            (Algorithm::OnePlayer, _) if roles != 1 => Err(Refusal::NotOneRole),
            (Algorithm::Restart, Some(true)) => Err(Refusal::NoDistances),
            (algorithm, Some(false)) if algorithm.finds_distances() => Err(Refusal::AlwaysDistances),
            _ => Ok(()),
        }
    }

    /// Whether the algorithm applies and has the rewards of infinite play if it needs them, or why not.
    pub fn check_all(&self) -> Result<(), Refusal> {
        self.check()?;
        match self.algorithm {
            Algorithm::ZeroSum => self.shares().map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Fails if there are more layers than values of the measure, when plies are the layers: then the variables of a
    /// resumed solution are not those of the game, and its layers might never end.
    pub fn check_layers(&self, layers: usize) -> Result<(), Refusal> {
        let Some(measure) = self.traits.measure.as_ref().filter(|measure| measure.is_incremental()) else {
            return Ok(());
        };
        let spread =
            |weights: &Vec<i64>| weights.iter().max().zip(weights.iter().min()).map_or(0, |(most, least)| most - least);
        let values = measure.weights.iter().map(spread).sum::<i64>().saturating_add(1);
        match i64::try_from(layers).is_ok_and(|layers| layers <= values) {
            true => Ok(()),
            false => Err(Refusal::TooManyLayers(values)),
        }
    }

    /// The rewards of infinite play, which must have the constant sum, or why there are none.
    pub fn shares(&self) -> Result<[i32; 2], Refusal> {
        let sum = self.traits.constant_sum.filter(|_| self.traits.roles == 2).ok_or(Refusal::NoConstantSum)?;
        match *self.infinite.unwrap_or(&[sum / 2, sum - sum / 2]) {
            [first, second] if i64::from(first) + i64::from(second) == i64::from(sum) => Ok([first, second]),
            _ => Err(Refusal::InfiniteSum(sum)),
        }
    }
}
