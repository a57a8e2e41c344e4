//! The bits of each variable in a key.

use game::{Fluent, Game, State, StateVariable};
use layer::packing::bits;

use crate::key::Key;

/// A variable's position in the key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its first bit, counted from the highest of the key.
    pub first: usize,
    /// Its number of bits.
    pub width: usize,
}

/// A bit of the key, and its required value.
pub type BitLiteral = (usize, bool);

/// The fields of all variables.
#[derive(Clone, Debug)]
pub struct KeyLayout {
    fields: Vec<Field>,
    bits: usize,
    variables: Vec<StateVariable>,
}

impl KeyLayout {
    /// The layout for the variables of a game.
    pub fn new(game: &Game) -> KeyLayout {
        let mut bits_used = 0;
        let field = |variable: &StateVariable| {
            let width = bits(variable.domain()) as usize;
            bits_used += width;
            Field { first: bits_used - width, width }
        };
        let fields = game.variables.iter().map(field).collect();
        KeyLayout { fields, bits: bits_used, variables: game.variables.clone() }
    }

    /// Bits of a state.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// Bytes of a state in a file.
    pub fn bytes(&self) -> usize {
        self.bits.div_ceil(8)
    }

    /// The field of a variable.
    pub fn field(&self, variable: usize) -> Field {
        self.fields[variable]
    }

    /// The variables.
    pub fn variables(&self) -> &[StateVariable] {
        &self.variables
    }

    /// The key of a state.
    pub fn key<const N: usize>(&self, state: &State) -> Key<N> {
        let mut key = Key::ZERO;
        for (variable, field) in self.variables.iter().zip(&self.fields) {
            let holding = variable.fluents.iter().position(|&fluent| state.contains(fluent));
            let value = holding.unwrap_or(variable.fluents.len());
            for bit in (0..field.width).filter(|bit| value >> (field.width - 1 - bit) & 1 == 1) {
                key = key.or(&Key::bit(field.first + bit));
            }
        }
        key
    }

    /// The value of a variable.
    pub fn value<const N: usize>(&self, key: &Key<N>, variable: usize) -> usize {
        let field = self.fields[variable];
        if field.width == 0 { 0 } else { (key.window(field.first) >> (64 - field.width)) as usize }
    }

    /// The state that a key stands for.
    pub fn state<const N: usize>(&self, key: &Key<N>) -> State {
        let fluents = self.variables.iter().map(|variable| variable.fluents.len()).sum();
        let holding = |(number, variable): (usize, &StateVariable)| -> Option<Fluent> {
            variable.fluents.get(self.value(key, number)).copied()
        };
        State::from_fluents(fluents, self.variables.iter().enumerate().filter_map(holding))
    }

    /// The fewest bits that distinguish one value of a variable from its others. Codes beyond the domain never occur
    /// and need not be distinguished.
    pub fn cube(&self, variable: usize, value: usize) -> Vec<BitLiteral> {
        let (field, domain) = (self.fields[variable], self.variables[variable].domain());
        let shift = |bit: usize| field.width - 1 - bit;
        let matches = |kept: &[usize], other: usize| kept.iter().all(|&bit| (other ^ value) >> shift(bit) & 1 == 0);
        let mut kept: Vec<usize> = (0..field.width).collect();
        for bit in 0..field.width {
            let without: Vec<usize> = kept.iter().copied().filter(|&other| other != bit).collect();
            if (0..domain).all(|other| other == value || !matches(&without, other)) {
                kept = without;
            }
        }
        kept.into_iter().map(|bit| (field.first + bit, value >> shift(bit) & 1 == 1)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Circuit;

    fn game(domains: &[(usize, bool)]) -> Game {
        let mut next = 0;
        let variable = |&(fluents, none): &(usize, bool)| {
            let fluents: Vec<Fluent> = (next..next + fluents as u32).map(Fluent).collect();
            next += fluents.len() as u32;
            StateVariable { name: String::new(), fluents, none }
        };
        let variables: Vec<StateVariable> = domains.iter().map(variable).collect();
        Game {
            roles: vec![],
            fluents: vec![String::new(); next as usize],
            always: vec![],
            initial: vec![],
            moves: vec![],
            goals: vec![],
            lowest_rewards: vec![],
            terminal: game::Signal::FALSE,
            next: vec![game::Signal::FALSE; next as usize],
            circuit: Circuit::default(),
            state_blocks: 0,
            variables,
        }
    }

    #[test]
    fn states_and_keys_convert_both_ways_and_cubes_identify_values() {
        let game = game(&[(3, false), (1, true), (1, false), (40, true), (5, false)]);
        let layout = KeyLayout::new(&game);
        assert_eq!(layout.bits(), 2 + 1 + 6 + 3);
        for seed in 0..200usize {
            let value = |number: usize| seed * (number + 3) % game.variables[number].domain();
            let holding = game.variables.iter().enumerate().filter_map(|(n, v)| v.fluents.get(value(n)).copied());
            let state = State::from_fluents(game.fluents.len(), holding);
            let key: Key<1> = layout.key(&state);
            assert_eq!(layout.state(&key), state);
            for (number, variable) in game.variables.iter().enumerate() {
                for other in 0..variable.domain() {
                    let holds = |&(bit, set): &BitLiteral| (key.0[0] >> (63 - bit) & 1 == 1) == set;
                    assert_eq!(layout.cube(number, other).iter().all(holds), other == value(number));
                }
            }
        }
    }
}
