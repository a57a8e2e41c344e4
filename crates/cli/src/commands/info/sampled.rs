//! Random playouts with the interpreter for a game that is too large to ground: they refute, never prove.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use interpret::State;
use operations::Stop;

use super::answer::Property;
use crate::error::Error;
use crate::playouts::{Player, PlayoutEnd};

/// Plies after which a playout is stopped.
const LONGEST: u64 = 500;

/// The properties that playouts can refute.
const PROPERTIES: [&str; 4] = ["turn_taking", "playable", "rewarded", "constant_sum"];

/// The results of the playouts.
pub struct Sample {
    /// The number of states seen, with repetitions.
    pub states: u64,
    pub class: BTreeMap<&'static str, Property>,
}

/// Plays random games for some time and examines their states.
pub fn sample(player: &mut Player, seconds: f64, stop: &Stop) -> Result<Sample, Error> {
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let (mut states, mut first_sum) = (0, None);
    // For each property, why it does not hold, and the first state that refutes it.
    let mut refuted: BTreeMap<&'static str, (String, State)> = BTreeMap::new();
    while Instant::now() < end {
        let mut several = None;
        let playout = player.play(LONGEST, Some(end), stop, &mut |state, legal| {
            if several.is_none() && legal.iter().filter(|moves| moves.len() > 1).count() > 1 {
                several = Some(state.clone());
            }
        })?;
        states += playout.plies + 1;
        let mut refute = |property, reason: String, state| {
            refuted.entry(property).or_insert((reason, state));
        };
        if let Some(state) = several {
            refute("turn_taking", "several roles have a choice at once".to_owned(), state);
        }
        match playout.end {
            PlayoutEnd::Stuck(stuck) => refute("playable", stuck.to_string(), playout.last),
            PlayoutEnd::Over(goals) if goals.iter().any(|values| values.len() != 1) => {
                refute("rewarded", "a role has no reward or several at the end".to_owned(), playout.last);
            }
            PlayoutEnd::Over(goals) => {
                let sum: i32 = goals.iter().flatten().sum();
                if *first_sum.get_or_insert(sum) != sum {
                    refute("constant_sum", "the rewards have different sums".to_owned(), playout.last);
                }
            }
            PlayoutEnd::Long | PlayoutEnd::Late => {}
        }
    }
    let property = |name: &'static str| match refuted.remove(name) {
        Some((reason, state)) => (name, Property { verdict: "refuted", reason, state: Some(player.facts(&state)) }),
        None => {
            let reason = "not refuted in the playouts".to_owned();
            (name, Property { verdict: "unknown", reason, state: None })
        }
    };
    Ok(Sample { states, class: PROPERTIES.map(property).into() })
}
