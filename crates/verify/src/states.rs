//! Conversion between facts and values of variables, by the table in the manifest.

use std::collections::HashSet;

use interpret::{State, TermId};
use rustc_hash::FxHashMap;
use solution::manifest::Encoding;

use crate::judge::Judge;

/// The table of facts.
pub struct States {
    /// For each variable and value, the fact that holds.
    facts: Vec<Vec<Option<TermId>>>,
    always: Vec<TermId>,
    places: FxHashMap<TermId, (usize, u32)>,
    /// The domain sizes.
    pub domains: Vec<usize>,
}

impl States {
    /// The table of an encoding, or an error message.
    pub fn new(encoding: &Encoding, judge: &mut Judge) -> Result<States, String> {
        if encoding.roles != judge.roles() {
            return Err("its roles differ from those of its rules".to_owned());
        }
        let mut known = HashSet::new();
        let mut fact = |text: &String| {
            let fact = judge.fact(text).ok_or_else(|| format!("`{text}` is not a fact"))?;
            if known.insert(fact) { Ok(fact) } else { Err(format!("it has {text} twice")) }
        };
        let always = encoding.always.iter().map(&mut fact).collect::<Result<_, _>>()?;
        let mut facts = Vec::with_capacity(encoding.variables.len());
        for variable in &encoding.variables {
            let values = variable.values.iter().map(|text| text.as_ref().map(&mut fact).transpose());
            facts.push(values.collect::<Result<Vec<_>, String>>()?);
        }
        let place = |(variable, values): (usize, &Vec<Option<TermId>>)| -> Vec<(TermId, (usize, u32))> {
            (0..).zip(values).filter_map(|(value, fact)| Some(((*fact)?, (variable, value)))).collect()
        };
        let places = facts.iter().enumerate().flat_map(place).collect();
        Ok(States { domains: facts.iter().map(Vec::len).collect(), facts, always, places })
    }

    /// The state with these values.
    pub fn state(&self, values: &[u32]) -> State {
        let holding = self.facts.iter().zip(values).filter_map(|(facts, &value)| *facts.get(value as usize)?);
        State::new(holding.chain(self.always.iter().copied()).collect())
    }

    /// The values of a state; `None` if the table has no such state.
    pub fn values(&self, state: &State) -> Option<Vec<u32>> {
        let mut values: Vec<Option<u32>> = vec![None; self.facts.len()];
        let mut always = 0;
        for fact in state.facts() {
            match self.places.get(fact) {
                Some(&(variable, value)) if values[variable].is_none() => values[variable] = Some(value),
                Some(_) => return None,
                None if self.always.contains(fact) => always += 1,
                None => return None,
            }
        }
        if always != self.always.len() {
            return None;
        }
        let none = |facts: &Vec<Option<TermId>>| facts.iter().position(Option::is_none).map(|value| value as u32);
        values.into_iter().zip(&self.facts).map(|(value, facts)| value.or_else(|| none(facts))).collect()
    }

    /// The values as a short string of bytes, used as a hash key.
    pub fn key(&self, values: &[u32]) -> Vec<u8> {
        let bytes = |(&value, &domain): (&u32, &usize)| value.to_le_bytes().into_iter().take(length(domain));
        values.iter().zip(&self.domains).flat_map(bytes).collect()
    }

    /// The values of a key.
    pub fn unkey(&self, key: &[u8]) -> Vec<u32> {
        let mut rest = key.iter();
        let value = |&domain: &usize| {
            (0..length(domain)).fold(0, |value, i| value | rest.next().map_or(0, |&byte| u32::from(byte) << (8 * i)))
        };
        self.domains.iter().map(value).collect()
    }
}

/// The number of bytes for a value of a domain.
fn length(domain: usize) -> usize {
    match domain {
        0..=0x100 => 1,
        0x101..=0x1_0000 => 2,
        _ => 4,
    }
}
