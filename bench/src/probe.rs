//! Measures the time of a probe. Draws states uniformly at random from a solution with diagram layers, and probes them
//! in random order.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use diagram::{Domains, Store, StoreBudget, StoreOptions};
use solution::Database;
use solution::manifest::Layout;

use crate::Outcome;

/// The number of states drawn.
const STATES: usize = 1_000_000;

/// Prints the mean time of a probe in microseconds; nothing for a solution with packed layers.
pub fn run(path: &Path) -> Outcome<()> {
    let database = Database::open(path)?;
    let files = database.manifest().layers.iter().filter_map(|layer| layer.value_file.as_ref());
    if files.clone().any(|file| file.layout != Layout::Diagram) {
        println!("null");
        return Ok(());
    }
    let mut states = draw(&database, STATES)?;
    shuffle(&mut states);
    // Twice: the first time the files are read from disk.
    let mut micros = 0.0;
    for _ in 0..2 {
        let clock = Instant::now();
        for state in &states {
            black_box(database.probe(black_box(state))?.ok_or("a drawn state is not in the solution")?);
        }
        micros = clock.elapsed().as_secs_f64() * 1e6 / states.len() as f64;
    }
    println!("{micros}");
    Ok(())
}

/// Draws states from each layer in proportion to its size.
fn draw(database: &Database, count: usize) -> Outcome<Vec<Vec<u32>>> {
    let manifest = database.manifest();
    let all: u128 = manifest.layers.iter().map(|layer| layer.states).sum();
    let levels = &manifest.encoding.levels;
    let sizes: Vec<u16> = levels.iter().map(|level| level.size as u16).collect();
    let mut word = 1u64;
    let mut random = move || {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        word
    };
    let mut states = Vec::with_capacity(count);
    for layer in &manifest.layers {
        let Some(file) = &layer.value_file else { continue };
        let budget = StoreBudget { bytes: 8 << 30, ..StoreBudget::default() };
        let mut store = Store::new(Domains::new(&sizes)?, StoreOptions { budget, ..StoreOptions::default() })?;
        let values = store.read_values(&std::fs::read(database.path().join(&file.name))?)?;
        let sampler = store.sampler(&values)?;
        let share = (count as f64 * layer.states as f64 / all as f64).ceil() as usize;
        for (path, _) in (0..share).filter_map(|_| sampler.draw(&mut random)) {
            let mut state = vec![0; manifest.encoding.variables.len()];
            for (level, digit) in levels.iter().zip(path) {
                state[level.variable] += u32::from(digit) * level.weight as u32;
            }
            states.push(state);
        }
    }
    Ok(states)
}

fn shuffle(states: &mut [Vec<u32>]) {
    let mut word = 7u64;
    for i in (1..states.len()).rev() {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        states.swap(i, (word >> 33) as usize % (i + 1));
    }
}
