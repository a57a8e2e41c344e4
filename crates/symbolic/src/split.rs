//! A layer split into non-terminal and terminal states, as one diagram.
//!
//! The search has to know which states of a layer are terminal, since these are not expanded. The result is stored with
//! the layer, so that solving need not evaluate the terminal condition again: reading it back takes two passes over one
//! diagram.

use diagram::{Error, Set, Store, Terminal, Values};

/// The terminal of terminal states; non-terminal ones have [`Terminal::IN`].
pub const OVER: Terminal = Terminal::new(Terminal::IN.number() + 1).expect("terminals may be far larger than two");

/// Both parts of a layer in one diagram, given all its states and the non-terminal ones.
pub fn together(store: &mut Store, states: &Set, open: &Set) -> Result<Values, Error> {
    let part = |state: Option<Terminal>, open: Option<Terminal>| open.or(state.and(Some(OVER)));
    store.apply(&states.clone().into(), &open.clone().into(), part)
}

/// The non-terminal and the terminal states.
pub fn apart(store: &mut Store, layer: &Values) -> Result<(Set, Set), Error> {
    Ok((store.states_with(layer, Terminal::IN)?, store.states_with(layer, OVER)?))
}

#[cfg(test)]
mod tests {
    use diagram::{Domains, StoreOptions};

    use super::*;

    #[test]
    fn joined_parts_are_split_again() {
        let mut store = Store::new(Domains::new(&[3, 3]).unwrap(), StoreOptions::default()).unwrap();
        let states = store.states([[0, 0], [0, 1], [2, 2]]).unwrap();
        let some = store.states([[0, 1]]).unwrap();
        for open in [some, states.clone(), store.none()] {
            let over = store.difference(&states, &open).unwrap();
            let layer = together(&mut store, &states, &open).unwrap();
            assert_eq!(apart(&mut store, &layer).unwrap(), (open, over));
        }
    }
}
