//! How long does a probe take? Draws states at random from a solution of diagram layers, each as likely as any other, probes them in
//! random order, and prints the average time.
//!
//! ```text
//! cargo run --release -p solution --example probe -- connect-four.solution 1000000
//! ```

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use diagram::{Budget, Domains, Options, Store};
use solution::Database;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: probe DIRECTORY [STATES]")?;
    let count: usize = arguments.next().map_or(Ok(1_000_000), |text| text.parse())?;
    let database = Database::open(Path::new(&path))?;
    let mut states = draw(&database, count)?;
    shuffle(&mut states);
    println!(
        "{} states drawn from {}",
        states.len(),
        database.manifest().layers.iter().map(|l| l.states).sum::<u128>()
    );
    let flat: Vec<u32> = states.concat();
    for round in 1..=3 {
        let clock = Instant::now();
        for state in &states {
            black_box(database.probe(black_box(state))?.ok_or("a drawn state is not in the solution")?);
        }
        let single = clock.elapsed();
        let clock = Instant::now();
        black_box(database.probe_batch(black_box(&flat))?);
        let batch = clock.elapsed();
        let average = |time: std::time::Duration| time.as_secs_f64() * 1e6 / states.len() as f64;
        println!("round {round}: {:.3} us per probe, {:.3} us in a batch", average(single), average(batch));
    }
    Ok(())
}

/// Draws states from each layer in proportion to its size.
fn draw(database: &Database, count: usize) -> Result<Vec<Vec<u32>>, Box<dyn Error>> {
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
        let budget = Budget { nodes: usize::MAX, bytes: 8 << 30 };
        let mut store = Store::new(Domains::new(&sizes)?, Options { budget, ..Options::default() })?;
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
