//! Reads the values of a solution into diagrams: the states of each value for a role.

use std::collections::BTreeMap;

use diagram::{DiagramFileError, Set, Store, Terminal, Values};
use game::Game;
use layer::PackedLayer;
use layer::packing::Packing;
use solution::Database;
use solution::manifest::{File, Layout, Manifest};
use solution::mapped::MappedFile;
use task::VariableOrder;

use crate::error::Error;

/// States of packed layers that are sorted in memory and added to a diagram at a time.
const CHUNK: usize = 100_000;

/// States of one value.
pub struct Worth {
    /// The role's reward.
    pub value: i32,
    /// All of them.
    pub states: Set,
    /// The states by plies to the end, ascending, if the solution stores distances.
    pub ranks: Vec<(u32, Set)>,
}

/// The variable order of a solution of this game.
///
/// # Errors
///
/// The solution is not finished, has other variables, or its rewards are not those of the rules.
pub fn order(game: &Game, database: &Database) -> Result<VariableOrder, Error> {
    let Manifest { encoding, progress, question, .. } = database.manifest();
    let refuse = |what: &str| Err(Error::Input(format!("the solution {} {what}", database.path().display())));
    if !progress.is_complete() {
        return refuse("is not finished");
    }
    if question.reduction.is_some() {
        return refuse("has only wins, draws and losses, not the rewards of the rules");
    }
    let mut variables: Vec<usize> = encoding.levels.iter().map(|level| level.variable).collect();
    variables.dedup();
    let order = VariableOrder { name: "that of the solution", variables };
    let whole = order.variables.len() == game.variables.len();
    let is_ours = || {
        let ours = order.describe(game, None);
        ours.variables == encoding.variables && ours.levels == encoding.levels
    };
    if !whole || !is_ours() {
        return refuse("describes states differently; solve the game again with this version");
    }
    Ok(order)
}

/// Reads the values of a finished solution, best first.
pub fn read(store: &mut Store, database: &Database, role: usize) -> Result<Vec<Worth>, Error> {
    let mut by_value: BTreeMap<i32, BTreeMap<Option<u32>, Set>> = BTreeMap::new();
    for layer in &database.manifest().layers {
        let Some(file) = &layer.value_file else { continue };
        let values = layer_values(store, database, file)?;
        for (terminal, _) in store.count_by_terminal(&values)? {
            let outcome = layer.outcomes.get(terminal.number() as usize - 1);
            let outcome =
                outcome.ok_or_else(|| damaged(database, file, "it has an outcome that is not in the manifest"))?;
            let reward = outcome.rewards.get(role).copied();
            let reward = reward.ok_or_else(|| damaged(database, file, "it has no value for the role"))?;
            let states = store.states_with(&values, terminal)?;
            let none = store.none();
            let rank = by_value.entry(reward).or_default().entry(outcome.distance).or_insert(none);
            *rank = store.union(rank, &states)?;
        }
    }
    by_value.into_iter().rev().map(|(value, ranks)| worth(store, value, ranks)).collect()
}

fn worth(store: &mut Store, value: i32, ranks: BTreeMap<Option<u32>, Set>) -> Result<Worth, Error> {
    let mut states = store.none();
    for rank in ranks.values() {
        states = store.union(&states, rank)?;
    }
    let ranks = ranks.into_iter().filter_map(|(distance, set)| Some((distance?, set))).collect();
    Ok(Worth { value, states, ranks })
}

/// The values of a layer, from a file of either layout.
fn layer_values(store: &mut Store, database: &Database, file: &File) -> Result<Values, Error> {
    let bytes = MappedFile::open_checked(database.path(), file)?;
    match file.layout {
        Layout::Diagram => store.read_values(bytes.as_ref()).map_err(|error| match error {
            DiagramFileError::Store(error) => error.into(),
            other => damaged(database, file, &other.to_string()),
        }),
        Layout::Packed => {
            let layer = PackedLayer::open(bytes.as_ref()).map_err(|what| damaged(database, file, &what))?;
            unpacked(store, database, &layer)?.ok_or_else(|| damaged(database, file, "it ends too early"))
        }
        Layout::Expected => Err(damaged(database, file, "it has expected rewards")),
    }
}

/// The values of a packed layer; `None` if it is truncated.
fn unpacked(store: &mut Store, database: &Database, layer: &PackedLayer<'_>) -> Result<Option<Values>, Error> {
    let encoding = &database.manifest().encoding;
    let packing = Packing::new(encoding.variables.iter().map(|variable| variable.values.len()));
    let path = |bytes: &[u8]| -> Vec<u16> {
        let values = packing.unpack(bytes);
        let levels = encoding.levels.iter();
        let path = levels.map(|level| (values[level.variable] as usize / level.weight % level.size) as u16);
        if encoding.levels.is_empty() { vec![0] } else { path.collect() }
    };
    let mut all = Ok(Values::from(store.none()));
    let mut chunk: Vec<(Vec<u16>, Terminal)> = Vec::new();
    let mut add = |chunk: &mut Vec<(Vec<u16>, Terminal)>| {
        // Packed states are sorted by variable, diagrams need them sorted by level.
        chunk.sort();
        let part = store.values(chunk.drain(..));
        let joined = |all: &Values| store.override_with(all, &part?);
        all = all.as_ref().map_err(Clone::clone).and_then(joined);
    };
    let complete = layer.for_each(|bytes, outcome| {
        chunk.extend(Terminal::new(outcome + 1).map(|terminal| (path(bytes), terminal)));
        if chunk.len() == CHUNK {
            add(&mut chunk);
        }
    });
    add(&mut chunk);
    Ok(complete.is_some().then_some(all?))
}

fn damaged(database: &Database, file: &File, what: &str) -> Error {
    solution::Error::damaged(&database.path().join(&file.name), what).into()
}
