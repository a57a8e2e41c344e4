//! Variable orders, and their description in a solution.

use game::{Fluent, Game};
use layer::digits::split;
use solution::manifest::{EncodedVariable, Encoding, LevelOf};

use crate::algorithm::Progressive;

/// An order of the game's variables, top level first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariableOrder {
    /// How it was found.
    pub name: &'static str,
    /// Numbers of variables.
    pub variables: Vec<usize>,
}

impl VariableOrder {
    /// Variables by number: the order of packed files.
    pub fn by_number(game: &Game) -> VariableOrder {
        VariableOrder { name: "by number", variables: (0..game.variables.len()).collect() }
    }

    /// The levels of the variables: one digit each, the most significant of a variable on top.
    pub fn levels(&self, game: &Game) -> Vec<LevelOf> {
        let levels = |&variable: &usize| {
            let digits = split(game.variables[variable].domain()).into_iter();
            digits.map(move |(weight, size)| LevelOf { variable, weight, size })
        };
        self.variables.iter().flat_map(levels).collect()
    }

    /// Variables and levels as described in a solution; `measure` determines a state's layer, if there is one.
    pub fn describe(&self, game: &Game, measure: Option<&Progressive>) -> Encoding {
        let fact = |fluent: &Fluent| Some(game.fluents[fluent.0 as usize].clone());
        let variable = |variable: &game::StateVariable| EncodedVariable {
            name: variable.name.clone(),
            values: variable.fluents.iter().map(fact).chain(variable.none.then_some(None)).collect(),
        };
        Encoding {
            roles: game.roles.clone(),
            always: game.always.clone(),
            variables: game.variables.iter().map(variable).collect(),
            levels: self.levels(game),
            measure: measure.map(|measure| measure.weights.clone()),
            growth: measure.map(|measure| measure.growth),
        }
    }
}
