//! Images and pre-images agree with plain sets of pairs.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::*;
use diagram::{Domains, Level, LevelChanges, Preference, TransitionRelation, Value};
use proptest::prelude::*;

type Pairs = BTreeSet<(State, State)>;

/// For each level, the pairs that a move allows; `None` leaves the level unchanged.
type Move = Vec<Option<Vec<(Value, Value)>>>;

fn small_domains() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(2u16..4, 2..5)
}

fn a_move(sizes: &[u16]) -> impl Strategy<Value = Move> + use<> {
    let levels: Vec<_> = sizes
        .iter()
        .map(|&size| {
            prop::option::of(prop::collection::btree_set((0..size, 0..size), 1..5))
                .prop_map(|pairs| pairs.map(Vec::from_iter))
        })
        .collect();
    levels
}

fn relation_of(domains: &Domains, levels: &Move) -> TransitionRelation {
    let mut change = LevelChanges::new();
    for (level, pairs) in (0..).zip(levels) {
        if let Some(pairs) = pairs {
            change = change.pairs(Level(level), pairs);
        }
    }
    change.relation(domains).unwrap()
}

fn pairs_of(sizes: &[u16], levels: &Move) -> Pairs {
    let all = all_states(sizes);
    let allowed = |from: &State, to: &State| {
        levels.iter().enumerate().all(|(level, pairs)| match pairs {
            None => from[level] == to[level],
            Some(pairs) => pairs.contains(&(from[level], to[level])),
        })
    };
    all.iter()
        .flat_map(|from| all.iter().map(move |to| (from.clone(), to.clone())))
        .filter(|(from, to)| allowed(from, to))
        .collect()
}

fn image(states: &BTreeSet<State>, pairs: &Pairs) -> BTreeSet<State> {
    pairs.iter().filter(|(from, _)| states.contains(from)).map(|(_, to)| to.clone()).collect()
}

/// The pairs of a relation, from the images of all single states.
fn plain_pairs(sizes: &[u16], relation: &TransitionRelation) -> Pairs {
    let mut store = store(sizes, 1);
    let mut pairs = Pairs::new();
    for from in all_states(sizes) {
        let state = store.state(&from).unwrap();
        let image = store.image(&state, relation).unwrap();
        pairs.extend(plain_set(&store, &image).into_iter().map(|to| (from.clone(), to)));
    }
    pairs
}

fn game() -> impl Strategy<Value = (Vec<u16>, Vec<Move>, BTreeSet<State>, BTreeMap<State, u32>)> {
    small_domains().prop_flat_map(|sizes| {
        let moves = prop::collection::vec(a_move(&sizes), 0..4);
        (Just(sizes.clone()), moves, states(&sizes, 30), values(&sizes, 30))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn images_and_pre_images_agree_with_pairs((sizes, moves, from, next) in game(), threads in 1usize..3, best_first in any::<bool>()) {
        let mut store = store(&sizes, threads);
        let domains = store.domains().clone();
        let relations: Vec<TransitionRelation> = moves.iter().map(|levels| relation_of(&domains, levels)).collect();
        let relation = TransitionRelation::union_of(&domains, &relations).unwrap();
        let pairs: Pairs = moves.iter().flat_map(|levels| pairs_of(&sizes, levels)).collect();

        let states = set_of(&mut store, &from);
        let forward = store.image(&states, &relation).unwrap();
        prop_assert_eq!(plain_set(&store, &forward), image(&from, &pairs));

        let target: BTreeSet<State> = next.keys().cloned().collect();
        let target_set = set_of(&mut store, &target);
        let backward = store.pre_image(&states, &target_set, &relation).unwrap();
        let plain: BTreeSet<State> = pairs.iter()
            .filter(|(a, b)| from.contains(a) && target.contains(b)).map(|(a, _)| a.clone()).collect();
        prop_assert_eq!(plain_set(&store, &backward), plain);

        let order: Vec<u32> = if best_first { vec![1, 2, 3, 4] } else { vec![4, 3, 2, 1] };
        let preference = Preference::best_first(&order.iter().map(|&n| terminal(n)).collect::<Vec<_>>());
        let solved = values_of(&mut store, &next);
        let best = store.best(&states, &solved, &relation, &preference).unwrap();
        let mut plain: BTreeMap<State, u32> = BTreeMap::new();
        for (a, b) in pairs.iter().filter(|(a, b)| from.contains(a) && next.contains_key(b)) {
            let found = plain.entry(a.clone()).or_insert(next[b]);
            *found = if best_first { (*found).min(next[b]) } else { (*found).max(next[b]) };
        }
        prop_assert_eq!(plain_values(&store, &best), plain);
    }

    #[test]
    fn unions_agree_with_pairs((sizes, moves, ..) in game()) {
        let domains = Domains::new(&sizes).unwrap();
        let at = |index: usize| moves.get(index).cloned().unwrap_or_else(|| vec![None; sizes.len()]);
        let (a, b) = (relation_of(&domains, &at(0)), relation_of(&domains, &at(1)));
        let (p, q) = (pairs_of(&sizes, &at(0)), pairs_of(&sizes, &at(1)));

        prop_assert_eq!(plain_pairs(&sizes, &a.union(&b).unwrap()), &p | &q);

        let mut store = store(&sizes, 1);
        // In any order, with duplicates.
        let mut listed: Vec<_> = p.iter().chain(&q).cloned().collect();
        listed.reverse();
        let listed = store.relation_of_pairs(&listed).unwrap();
        prop_assert_eq!(plain_pairs(&sizes, &listed), &p | &q);
        prop_assert_eq!(listed.node_count(), a.union(&b).unwrap().node_count());
    }
}

#[test]
fn equal_relations_have_equal_size_however_they_were_built() {
    let domains = Domains::new(&[3, 3, 3]).unwrap();
    let step = |level| LevelChanges::new().pairs(Level(level), &[(0, 1), (1, 2)]).relation(&domains).unwrap();
    let one = step(0).union(&step(1)).unwrap().union(&step(2)).unwrap();
    let other = TransitionRelation::union_of(&domains, &[step(2), step(1), step(0)]).unwrap();
    assert_eq!((one.node_count(), one.edge_count()), (other.node_count(), other.edge_count()));
    let unchanged = LevelChanges::new().require(Level(1), &[0, 1, 2]).relation(&domains).unwrap();
    assert_eq!(unchanged.node_count(), 0);
    assert!(TransitionRelation::none(&domains).is_none());
}

#[test]
fn relations_with_other_domains_are_rejected() {
    let mut store = store(&[2, 2], 1);
    let all = store.all();
    let relation = TransitionRelation::unchanged(&Domains::new(&[2, 3]).unwrap());
    assert!(store.image(&all, &relation).is_err());
}

#[test]
fn recursion_through_hundreds_of_levels_fits_an_ordinary_stack() {
    // The largest number of levels that is walked on the caller's own stack.
    let levels = 512;
    let mut store = store(&vec![5; usize::from(levels)], 1);
    let domains = store.domains().clone();
    let moves: Vec<TransitionRelation> = (0..levels)
        .map(|level| LevelChanges::new().pairs(Level(level), &[(0, 4)]).relation(&domains).unwrap())
        .collect();
    let relation = TransitionRelation::union_of(&domains, &moves).unwrap();
    let start = store.state(&vec![0; usize::from(levels)]).unwrap();
    let next = store.image(&start, &relation).unwrap();
    assert_eq!(store.count(&next), Ok(u128::from(levels)));
    assert_eq!(store.pre_image(&start, &next, &relation), Ok(start.clone()));
    let values = store.constant(&next, terminal(2)).unwrap();
    let best = store.best(&start, &values, &relation, &Preference::best_first(&[])).unwrap();
    assert_eq!(store.states_with(&best, terminal(2)), Ok(start.clone()));
}
