//! Options whose values are names.

use std::iter::once;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use solution::{Algorithm, Engine};

/// The requested value; `None` if the program chooses. Clap itself uses `Option` for an optional argument.
pub type Chosen<T> = Option<T>;

/// Parses one of several names.
pub fn one_of<T: Clone + Send + Sync + 'static>(
    names: impl IntoIterator<Item = (&'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let names: Vec<(&str, T)> = names.into_iter().collect();
    let values: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
    PossibleValuesParser::new(values).try_map(move |given| {
        let meant = names.iter().find(|(name, _)| *name == given).map(|(_, meant)| meant.clone());
        meant.ok_or("this is not one of the names")
    })
}

/// Parses the name of an engine, or `auto`.
pub fn engine() -> impl TypedValueParser<Value = Chosen<Engine>> {
    one_of(once(("auto", None)).chain(Engine::ALL.iter().map(|engine| (engine.name(), Some(*engine)))))
}

/// Parses the name of an algorithm, or `auto`.
pub fn algorithm() -> impl TypedValueParser<Value = Chosen<Algorithm>> {
    one_of(once(("auto", None)).chain(Algorithm::ALL.iter().map(|algorithm| (algorithm.name(), Some(*algorithm)))))
}
