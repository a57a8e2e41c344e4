//! States as paths through a diagram: the levels of each variable.
//!
//! A variable with few values is one level. A wide one is split into digits, one level each, because a node has an edge
//! per value and wide nodes waste most of them. Levels follow the variable order; the digits of one variable are
//! adjacent, the most significant on top.

use diagram::{Domains, Error, Level, Set, Store};
use game::{Fluent, Game, State};
use layer::ContentHash;
use layer::digits::split;
use task::VariableOrder;

/// One level: a digit of a variable.
#[derive(Clone, Debug)]
struct Digit {
    variable: usize,
    /// The digit of `value` is `value / weight % size`.
    weight: usize,
    size: usize,
}

/// The levels of a game's variables.
#[derive(Clone, Debug)]
pub struct LevelEncoding {
    digits: Vec<Digit>,
    /// For each variable, its levels.
    levels_of: Vec<Vec<usize>>,
    /// For each fluent, its variable and value.
    place: Vec<(usize, usize)>,
    variables: Vec<game::StateVariable>,
}

impl LevelEncoding {
    /// Levels for the variables of `game` in the given order.
    pub fn new(game: &Game, order: &VariableOrder) -> LevelEncoding {
        let mut digits = Vec::new();
        let mut levels_of = vec![Vec::new(); game.variables.len()];
        for &variable in &order.variables {
            for (weight, size) in split(game.variables[variable].domain()) {
                levels_of[variable].push(digits.len());
                digits.push(Digit { variable, weight, size });
            }
        }
        let mut place = vec![(0, 0); game.fluents.len()];
        for (number, variable) in game.variables.iter().enumerate() {
            for (value, fluent) in variable.fluents.iter().enumerate() {
                place[fluent.0 as usize] = (number, value);
            }
        }
        LevelEncoding { digits, levels_of, place, variables: game.variables.clone() }
    }

    /// Domain sizes for a diagram store.
    pub fn domains(&self) -> Result<Domains, Error> {
        let sizes: Vec<u16> = self.digits.iter().map(|digit| digit.size as u16).collect();
        // A game without fluents has one state, but the store needs a level.
        Domains::new(if sizes.is_empty() { &[1] } else { &sizes })
    }

    /// The levels of a variable, top first.
    pub fn levels(&self, variable: usize) -> &[usize] {
        &self.levels_of[variable]
    }

    /// The digit at `level` of a value of the level's variable.
    pub fn digit(&self, level: usize, value: usize) -> u16 {
        let digit = &self.digits[level];
        (value / digit.weight % digit.size) as u16
    }

    /// The number of digits at a level.
    pub fn size(&self, level: usize) -> usize {
        self.digits[level].size
    }

    /// All paths on which a fluent holds.
    pub fn cube(&self, store: &mut Store, fluent: Fluent) -> Result<Set, Error> {
        let (variable, value) = self.place[fluent.0 as usize];
        self.value_cube(store, variable, value)
    }

    /// Number of fluents.
    pub fn fluents(&self) -> u32 {
        self.place.len() as u32
    }

    /// All paths on which a variable has a value.
    pub fn value_cube(&self, store: &mut Store, variable: usize, value: usize) -> Result<Set, Error> {
        let digits: Vec<_> =
            self.levels_of[variable].iter().map(|&l| (Level(l as u16), [self.digit(l, value)])).collect();
        let literals: Vec<(Level, &[u16])> = digits.iter().map(|(level, digit)| (*level, &digit[..])).collect();
        store.cube(&literals)
    }

    /// For each level and digit, its coefficient in the content hash of a layer.
    pub fn coefficients(&self) -> Vec<Vec<ContentHash>> {
        let of_digit = |digit: &Digit| {
            (0..digit.size).map(|value| ContentHash::of_digit(digit.variable, digit.weight, value)).collect()
        };
        let coefficients: Vec<Vec<ContentHash>> = self.digits.iter().map(of_digit).collect();
        if coefficients.is_empty() { vec![vec![ContentHash::ONE]] } else { coefficients }
    }

    /// The path of a state.
    pub fn encode(&self, state: &State) -> Vec<u16> {
        let value_of = |variable: &game::StateVariable| {
            let holding = variable.fluents.iter().position(|&fluent| state.contains(fluent));
            // None of them: the value after the last fluent.
            holding.unwrap_or(variable.fluents.len())
        };
        let values: Vec<usize> = self.variables.iter().map(value_of).collect();
        let path = (0..self.digits.len()).map(|level| self.digit(level, values[self.digits[level].variable]));
        if self.digits.is_empty() { vec![0] } else { path.collect() }
    }

    /// The values of the variables on a path, in the order of the variables.
    pub fn values(&self, path: &[u16]) -> Vec<usize> {
        let value = |levels: &Vec<usize>| levels.iter().map(|&l| usize::from(path[l]) * self.digits[l].weight).sum();
        self.levels_of.iter().map(value).collect()
    }

    /// The fluents that hold on a path.
    pub fn decode(&self, path: &[u16]) -> State {
        let holding = self.values(path).into_iter().zip(&self.variables);
        let fluents = holding.filter_map(|(value, variable)| variable.fluents.get(value).copied());
        State::from_fluents(self.place.len(), fluents)
    }
}
