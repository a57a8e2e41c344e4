//! Files are read back unchanged, and damage is always detected.

use std::ops::ControlFlow;

use layer::{Finished, Probe, Sorted};

use super::*;
use crate::testing::Modulo;
use crate::{Domains, Store, StoreOptions, Terminal, Value, Values};

fn example() -> (Store, Values, Vec<u8>) {
    let domains = Domains::new(&[3, 2, 5, 4]).unwrap();
    let mut store = Store::new(domains, StoreOptions::default()).unwrap();
    let states = (0..120u16).filter(|n| n % 7 != 3).map(|n| {
        let state: [Value; 4] = [n / 40, n / 20 % 2, n / 4 % 5, n % 4];
        (state, Terminal::new(u32::from(n % 3) + 1).unwrap())
    });
    let values = store.values(states).unwrap();
    let mut bytes = Vec::new();
    store.write(&values, &mut bytes).unwrap();
    (store, values, bytes)
}

#[test]
fn written_diagrams_are_read_back() {
    let (mut store, values, bytes) = example();
    assert_eq!(store.read_values(&bytes).unwrap(), values);
    assert!(matches!(store.read_set(&bytes), Err(DiagramFileError::File(layer::FileError::WrongKind))));
}

#[test]
fn the_empty_diagram_can_be_written() {
    let (mut store, ..) = example();
    let none = store.none();
    let mut bytes = Vec::new();
    store.write(&none, &mut bytes).unwrap();
    assert_eq!(store.read_set(&bytes).unwrap(), none);
    let probe = Probe::open(&bytes).unwrap();
    assert_eq!((probe.evaluate(&[0, 0, 0, 0]).unwrap(), probe.first().unwrap()), (None, None));
}

#[test]
fn probes_agree_with_the_store() {
    let (store, values, bytes) = example();
    let probe = Probe::open(&bytes).unwrap();
    for n in 0..120u16 {
        let state = [n / 40, n / 20 % 2, n / 4 % 5, n % 4];
        assert_eq!(probe.evaluate(&state).unwrap(), store.evaluate(&values, &state).unwrap());
    }
    assert!(matches!(probe.evaluate(&[0, 0, 0]), Err(layer::FileError::BadState)));
    assert!(matches!(probe.evaluate(&[0, 2, 0, 0]), Err(layer::FileError::BadState)));
}

#[test]
fn the_first_state_is_the_least() {
    let (mut store, ..) = example();
    let set = store.states([[1, 0, 4, 2], [1, 0, 4, 3], [2, 1, 0, 3]]).unwrap();
    let mut bytes = Vec::new();
    store.write(&set, &mut bytes).unwrap();
    assert_eq!(Probe::open(&bytes).unwrap().first().unwrap(), Some(vec![1, 0, 4, 2]));
}

#[test]
fn the_numbering_is_canonical() {
    let (mut store, values, bytes) = example();
    // Create other nodes first, so that the same diagram gets other indices.
    let mut other = Store::new(store.domains().clone(), StoreOptions::default()).unwrap();
    let odd: Vec<[Value; 4]> = (0..120u16).step_by(3).map(|n| [n / 40, n / 20 % 2, n / 4 % 5, n % 4]).collect();
    let _held = other.states(&odd).unwrap();
    let copy = other.read_values(&bytes).unwrap();
    let mut again = Vec::new();
    other.write(&copy, &mut again).unwrap();
    assert_eq!(again, bytes);
    drop(values);
    store.collect();
}

#[test]
fn every_flipped_bit_is_detected() {
    let (mut store, _, bytes) = example();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            assert!(store.read_values(&damaged).is_err(), "byte {at}, bit {bit}");
        }
    }
}

#[test]
fn every_truncation_is_detected() {
    let (mut store, _, bytes) = example();
    for len in 0..bytes.len() {
        assert!(store.read_values(&bytes[..len]).is_err(), "{len} bytes");
    }
    let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    assert!(store.read_values(&longer).is_err());
}

/// Recomputes all checksums, so that only the content is wrong.
fn seal(bytes: &mut [u8]) {
    let levels = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    if levels > 100 {
        return;
    }
    let end = 20 + 8 * levels;
    if end + 4 > bytes.len() {
        return;
    }
    let sum = crc32fast::hash(&bytes[..end]);
    bytes[end..end + 4].copy_from_slice(&sum.to_le_bytes());
    let Ok(shape) = layer::DiagramShape::parse(bytes) else { return };
    for level in &shape.levels {
        let to = level.offset + level.packed_bytes().unwrap();
        let sum = crc32fast::hash(&bytes[level.offset..to]);
        bytes[to..to + 4].copy_from_slice(&sum.to_le_bytes());
    }
}

#[test]
fn malformed_content_with_valid_checksums_is_an_error_or_another_diagram() {
    let (mut store, values, bytes) = example();
    for at in 8..bytes.len() {
        for change in [1, 0x10, 0x80, 0xFF] {
            let mut forged = bytes.clone();
            forged[at] ^= change;
            seal(&mut forged);
            if forged == bytes {
                continue; // A checksum that was recomputed.
            }
            let probe = Probe::open(&forged);
            if let Ok(probe) = probe {
                for n in 0..120u16 {
                    let _ = probe.evaluate(&[n / 40, n / 20 % 2, n / 4 % 5, n % 4]);
                }
            }
            if let Ok(other) = store.read_values(&forged) {
                assert_ne!(other, values, "byte {at}");
            }
        }
    }
}

#[test]
fn random_bytes_are_not_a_diagram() {
    let (mut store, ..) = example();
    let mut word = 1u64;
    for len in 0..200 {
        let bytes: Vec<u8> = (0..len)
            .map(|_| {
                word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (word >> 56) as u8
            })
            .collect();
        assert!(store.read_values(&bytes).is_err());
    }
}

/// The states of [`example`] with their terminals, ascending.
fn states() -> Vec<([Value; 4], Terminal)> {
    let (.., bytes) = example();
    let mut states = Vec::new();
    let visit = |state: &[Value], terminal| {
        states.push((state.try_into().unwrap(), terminal));
        ControlFlow::Continue(())
    };
    Probe::open(&bytes).unwrap().for_each(visit).unwrap();
    states
}

/// The diagram of ascending states, in parts that start at a level.
fn sorted_in_parts(states: &[([Value; 4], Terminal)], parts_at: usize) -> Finished {
    let mut sorted = Sorted::new(&[3, 2, 5, 4], parts_at);
    let shared = |a: &[Value; 4], b: &[Value; 4]| a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let mut before = None;
    for part in states.chunk_by(|a, b| shared(&a.0, &b.0) >= parts_at) {
        let from = |at: usize| at.checked_sub(1).map_or(0, |last| shared(&part[last].0, &part[at].0));
        let below = part.iter().enumerate().map(|(at, (state, terminal))| (from(at), |level| state[level], *terminal));
        let node = sorted.part(below);
        let first = part[0].0;
        sorted.push(before.map_or(0, |before| shared(before, &first)), |level| first[level], node);
        before = part.last().map(|(state, _)| state);
    }
    sorted.finish()
}

fn sorted(states: &[([Value; 4], Terminal)]) -> Finished {
    sorted_in_parts(states, 2)
}

#[test]
fn all_states_are_visited_in_order() {
    let (store, values, _) = example();
    let states = states();
    assert!(states.is_sorted_by(|a, b| a.0 < b.0));
    assert_eq!(states.len() as u128, store.count(&values).unwrap());
    assert!(states.iter().all(|(state, terminal)| store.evaluate(&values, state).unwrap() == Some(*terminal)));
}

#[test]
fn sorted_states_give_the_same_file_as_a_store() {
    let (_, _, expected) = example();
    let states = states();
    for cut in 0..=states.len() {
        // Parts of parts as well: a path may be shared by three.
        let second = cut + (states.len() - cut) / 2;
        let mut diagram = sorted(&states[..cut]);
        diagram.append(&sorted(&states[cut..second]));
        diagram.append(&sorted(&states[second..]));
        let mut bytes = Vec::new();
        diagram.write(&mut bytes).unwrap();
        assert_eq!(bytes, expected, "cut at {cut}");
        assert_eq!(diagram.file_bytes().unwrap(), expected.len() as u64);
    }
    for parts_at in 1..=4 {
        let mut bytes = Vec::new();
        sorted_in_parts(&states, parts_at).write(&mut bytes).unwrap();
        assert_eq!(bytes, expected, "parts at {parts_at}");
    }
    let mut bytes = Vec::new();
    sorted(&[]).write(&mut bytes).unwrap();
    assert_eq!(Probe::open(bytes).unwrap().first().unwrap(), None);
}

#[test]
fn sorted_states_have_the_same_weight_as_in_a_store() {
    let (store, values, _) = example();
    let weight = |level: crate::Level, value: Value| Modulo(31 * u64::from(level.0) + 7 * u64::from(value) + 3);
    let terminal = |terminal: Terminal| Modulo(u64::from(terminal.number()) * 101);
    assert_eq!(
        sorted(&states()).weigh(weight, terminal),
        store.survey(&values).unwrap().weigh(weight, terminal).unwrap()
    );
}
