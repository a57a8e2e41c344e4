//! At its limits the kernel returns an error, stays usable, and never exceeds its budget.

use diagram::{Domains, Error, Level, Set, Store, StoreBudget, StoreLimit, StoreOptions, Value};

/// States whose diagrams grow fast: the second half of the variables repeats the first.
fn pairs(store: &mut Store, half: u16) -> Result<Set, Error> {
    let mut equal = store.all();
    for variable in 0..half {
        let mut same = store.none();
        for value in 0..3 {
            let values: [Value; 1] = [value];
            let both = store.cube(&[(Level(variable), &values), (Level(variable + half), &values)])?;
            same = store.union(&same, &both)?;
        }
        equal = store.intersection(&equal, &same)?;
    }
    Ok(equal)
}

fn store(bytes: usize, nodes: usize, threads: usize) -> Store {
    let options = StoreOptions {
        budget: StoreBudget { nodes, bytes, ..StoreBudget::default() },
        threads,
        cache_entries: 1 << 12,
    };
    Store::new(Domains::new(&[3; 20]).unwrap(), options).unwrap()
}

#[test]
fn a_small_budget_is_an_error_and_the_store_stays_usable() {
    for threads in [1, 2] {
        let mut small = store(1 << 20, usize::MAX, threads);
        assert_eq!(pairs(&mut small, 10), Err(Error::OutOfBudget(StoreLimit::Bytes(1 << 20))));
        assert!(small.usage().peak_bytes <= 1 << 20 | 1 << 16);
        // The failed diagram is garbage, and smaller ones still work.
        let fits = pairs(&mut small, 5).unwrap();
        assert_eq!(small.count(&fits), Ok(3u128.pow(15)));
    }
}

#[test]
fn a_node_budget_is_kept() {
    let mut few = store(64 << 20, 20_000, 1);
    assert_eq!(pairs(&mut few, 10), Err(Error::OutOfBudget(StoreLimit::Nodes(20_000))));
    assert!(few.usage().peak_nodes <= 20_000);
}

#[test]
fn garbage_collection_makes_room() {
    let mut enough = store(64 << 20, usize::MAX, 1);
    let whole = pairs(&mut enough, 10).unwrap();
    assert_eq!(enough.count(&whole), Ok(3u128.pow(10)));
    enough.collect();
    let live = enough.usage();
    // Not much more than the live nodes: the garbage of the construction must be collected several times.
    let mut tight = store(64 << 20, 2 * live.nodes, 1);
    let again = pairs(&mut tight, 10).unwrap();
    assert_eq!(tight.count(&again), Ok(3u128.pow(10)));
    assert!(tight.usage().collections > 0);
    assert!(tight.usage().peak_nodes <= 2 * live.nodes);
}

#[test]
fn resident_memory_stays_within_the_budget() {
    let Some(before) = resident_bytes() else { return };
    let budget = 48 << 20;
    let mut limited = store(budget, usize::MAX, 2);
    let _ = pairs(&mut limited, 10);
    let Some(after) = resident_bytes() else { return };
    // Other tests run in the same process; their memory is small in comparison.
    assert!(after.saturating_sub(before) < budget + budget / 2, "{before} {after}");
    assert!(limited.usage().peak_bytes <= budget + budget / 10);
}

fn resident_bytes() -> Option<usize> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(statm.split(' ').nth(1)?.parse::<usize>().ok()? * 4096)
}

#[test]
fn dropped_memory_is_returned() {
    let mut store = store(64 << 20, usize::MAX, 1);
    let empty = store.usage().bytes;
    let whole = pairs(&mut store, 10).unwrap();
    assert!(store.usage().bytes > empty + (1 << 20));
    drop(whole);
    store.collect();
    assert!(store.usage().bytes < empty + (1 << 18), "{} {empty}", store.usage().bytes);
}
