//! States as sets of fluents, and their conversion from and to canonical facts.
//!
//! A state is one row of bits, fluent `f` at bit `f % 64` of word `f / 64`; the batch evaluator and the searches use
//! the same rows without the wrapper. A row has at least one word, even without fluents, so that rows can be counted.
//! Facts that always hold have no bit: they are added when a state is printed, and required when one is read.

use crate::bits::ones;
use crate::model::{Fluent, Game};
use rustc_hash::FxHashMap;
use std::fmt;

/// A set of fluents.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(Box<[u64]>);

impl State {
    /// The state in which none of `fluents` fluents holds.
    pub fn empty(fluents: usize) -> State {
        State(vec![0; fluents.div_ceil(64).max(1)].into())
    }

    /// The state in which the game starts.
    pub fn initial(game: &Game) -> State {
        State::from_fluents(game.fluents.len(), game.initial.iter().copied())
    }

    /// The state of `fluents` fluents in which exactly these hold.
    pub fn from_fluents(fluents: usize, holding: impl IntoIterator<Item = Fluent>) -> State {
        let mut state = State::empty(fluents);
        holding.into_iter().for_each(|fluent| state.insert(fluent));
        state
    }

    /// The state of a row of words.
    pub fn from_words(words: &[u64]) -> State {
        State(words.into())
    }

    /// Its row of words.
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    /// Whether the fluent holds.
    pub fn contains(&self, fluent: Fluent) -> bool {
        self.0[fluent.0 as usize / 64] >> (fluent.0 % 64) & 1 == 1
    }

    /// Makes the fluent hold.
    pub fn insert(&mut self, fluent: Fluent) {
        self.0[fluent.0 as usize / 64] |= 1 << (fluent.0 % 64);
    }

    /// The fluents that hold, ascending.
    pub fn fluents(&self) -> impl Iterator<Item = Fluent> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| ones(word).map(move |bit| Fluent(index as u32 * 64 + bit)))
    }

    /// All facts of the state in canonical text, sorted, including those that always hold.
    pub fn facts<'g>(&self, game: &'g Game) -> Vec<&'g str> {
        let changing = self.fluents().map(|fluent| game.fluents[fluent.0 as usize].as_str());
        let mut facts: Vec<&str> = changing.chain(game.always.iter().map(String::as_str)).collect();
        facts.sort_unstable();
        facts
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.fluents().map(|fluent| fluent.0)).finish()
    }
}

/// Why a list of facts is not a state of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotAState {
    /// The fact holds in no reachable state.
    #[error("{0} holds in no reachable state")]
    Unknown(String),
    /// The fact holds in every reachable state, but not in this one.
    #[error("{0} is missing, although it holds in every state")]
    Missing(String),
}

/// A dictionary from canonical text to fluents, for reading states.
pub struct FluentIndex<'g> {
    game: &'g Game,
    /// `None` for the facts that always hold.
    meaning: FxHashMap<&'g str, Option<Fluent>>,
}

impl<'g> FluentIndex<'g> {
    /// The dictionary of a game.
    pub fn new(game: &'g Game) -> FluentIndex<'g> {
        let changing = game.fluents.iter().zip(0..).map(|(text, index)| (text.as_str(), Some(Fluent(index))));
        let always = game.always.iter().map(|text| (text.as_str(), None));
        FluentIndex { game, meaning: changing.chain(always).collect() }
    }

    /// The state in which these facts hold and no others.
    pub fn state<'t>(&self, facts: impl IntoIterator<Item = &'t str>) -> Result<State, NotAState> {
        let mut state = State::empty(self.game.fluents.len());
        let mut constant: Vec<&str> = Vec::new();
        for fact in facts {
            match self.meaning.get(fact) {
                Some(Some(fluent)) => state.insert(*fluent),
                Some(None) => constant.push(fact),
                None => return Err(NotAState::Unknown(fact.to_owned())),
            }
        }
        constant.sort_unstable();
        match self.game.always.iter().find(|fact| constant.binary_search(&fact.as_str()).is_err()) {
            Some(missing) => Err(NotAState::Missing(missing.clone())),
            None => Ok(state),
        }
    }
}
