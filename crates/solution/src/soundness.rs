//! Checks a manifest for consistency, so that readers may rely on its numbers: it comes from a disk, perhaps from
//! somebody else.

use crate::directory::EXTENSION;
use crate::manifest::{Encoding, Layer, Layout, Manifest, Progress};

/// The largest variable and level: values are 32-bit numbers, digits 16-bit ones.
const WIDEST_VARIABLE: usize = u32::MAX as usize;
const WIDEST_LEVEL: usize = u16::MAX as usize;

/// Rewards, distances and sums of weights may be negated, subtracted and incremented, so they stay far from the limits
/// of their types.
pub const LARGEST_REWARD: u32 = 1 << 30;
const LONGEST_DISTANCE: u32 = 1 << 30;
const LARGEST_MEASURE: u64 = 1 << 60;

/// The maximum number of outcomes of a layer: the terminals of its diagram.
const MOST_OUTCOMES: usize = (1 << 20) - 1;

impl Manifest {
    /// Returns an error message if the manifest is inconsistent.
    pub fn check(&self) -> Result<(), String> {
        let mut diagrams = false;
        for file in self.layers.iter().flat_map(Layer::files) {
            // Names are joined to the directory's path and must not leave it.
            if file.name.contains(['/', '\\', ':']) || !file.name.ends_with(EXTENSION) {
                return Err(format!("`{}` is not the name of a layer file", file.name));
            }
            diagrams |= file.layout == Layout::Diagram;
        }
        self.encoding.check(diagrams)?;
        self.check_rewards()?;
        for (number, layer) in self.layers.iter().enumerate() {
            layer.check(self.encoding.roles.len()).map_err(|what| format!("layer {number} {what}"))?;
            layer
                .check_added(self.encoding.roles.len())
                .map_err(|what| format!("layer {number} with distances {what}"))?;
        }
        let all = self.layers.iter().try_fold(0u128, |sum, layer| sum.checked_add(layer.states));
        all.map(|_| ()).ok_or_else(|| "its layers have more states than can be counted".to_owned())
    }

    /// The rewards of infinite play and of the first state have one entry per role that has rewards: `random` has none.
    fn check_rewards(&self) -> Result<(), String> {
        let value = match &self.progress {
            Progress::Complete { value } => Some(value),
            Progress::Forward | Progress::Backward => None,
        };
        // Expected rewards are not integers and stand elsewhere.
        let value = value.filter(|_| self.expected.is_none());
        let chance = self.expected.as_ref().is_some_and(|expected| expected.random.is_some());
        let roles = self.encoding.roles.len().saturating_sub(usize::from(chance));
        match self.question.infinite.iter().chain(value).any(|rewards| !are_rewards(rewards, roles)) {
            true => {
                Err("the value of the initial state or of infinite play does not have one reward per role".to_owned())
            }
            false => Ok(()),
        }
    }
}

fn are_rewards(rewards: &[i32], roles: usize) -> bool {
    rewards.len() == roles && rewards.iter().all(|reward| reward.unsigned_abs() <= LARGEST_REWARD)
}

impl Encoding {
    fn check(&self, diagrams: bool) -> Result<(), String> {
        for variable in &self.variables {
            let values = &variable.values;
            if values.is_empty() || values.len() > WIDEST_VARIABLE {
                return Err(format!("variable {} has {} values", variable.name, values.len()));
            }
        }
        if let Some(measure) = &self.measure
            && !measure.iter().map(Vec::len).eq(self.variables.iter().map(|variable| variable.values.len()))
        {
            return Err("the measure does not match the variables".to_owned());
        }
        let largest = |weights: &Vec<i64>| weights.iter().map(|weight| weight.unsigned_abs()).max().unwrap_or(0);
        let mut weights = self.measure.iter().flatten().map(largest);
        if weights.try_fold(0u64, u64::checked_add).is_none_or(|sum| sum > LARGEST_MEASURE) {
            return Err("the measure has weights that are too large".to_owned());
        }
        if diagrams { self.check_levels() } else { Ok(()) }
    }

    /// The digits of each variable must distinguish all its values.
    fn check_levels(&self) -> Result<(), String> {
        let mut digits: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.variables.len()];
        for level in &self.levels {
            let of = digits.get_mut(level.variable).ok_or("a level has no variable")?;
            if level.weight == 0 || level.weight > WIDEST_VARIABLE || level.size == 0 || level.size > WIDEST_LEVEL {
                return Err("a level has no values or too many".to_owned());
            }
            of.push((level.weight, level.size));
        }
        for (variable, mut digits) in self.variables.iter().zip(digits) {
            digits.sort_unstable();
            let reach = digits.iter().try_fold(1usize, |reach, &(weight, size)| {
                // A digit with one value adds nothing and may have any weight.
                if weight == reach || size == 1 { reach.checked_mul(size) } else { None }
            });
            if reach.is_none_or(|reach| reach < variable.values.len()) {
                return Err(format!("the levels of {} do not distinguish its values", variable.name));
            }
        }
        Ok(())
    }
}

impl Layer {
    /// The layer with distances must have the same states.
    fn check_added(&self, roles: usize) -> Result<(), String> {
        let Some(added) = &self.with_distances else { return Ok(()) };
        if added.states != self.states || added.value_file.is_none() || added.with_distances.is_some() {
            return Err("has other states than the layer without".to_owned());
        }
        added.check(roles)
    }

    fn check(&self, roles: usize) -> Result<(), String> {
        if self.outcomes.iter().any(|outcome| !are_rewards(&outcome.rewards, roles)) {
            return Err("has an outcome without one reward per role".to_owned());
        }
        if self.outcomes.len() > MOST_OUTCOMES {
            return Err("has more outcomes than a file can number".to_owned());
        }
        if self.outcomes.iter().filter_map(|outcome| outcome.distance).any(|plies| plies > LONGEST_DISTANCE) {
            return Err("has an outcome that is too many plies away".to_owned());
        }
        let counted = self.outcomes.iter().try_fold(0u128, |sum, outcome| sum.checked_add(outcome.states));
        let has_outcomes = self.value_file.as_ref().is_some_and(|file| file.layout != Layout::Expected);
        if has_outcomes && counted != Some(self.states) {
            return Err("has outcomes that do not add up to its states".to_owned());
        }
        if self.terminal_states > self.states {
            return Err("has more terminal states than states".to_owned());
        }
        Ok(())
    }
}
