//! A hundred planted errors, in values and in strategies, that exceed what is stored: `verify` finds all of them.

use layer::packing::Packing;
use layer::{ContentHash, ExpectedLayer, ExpectedWriter};
use matrixgame::{Expectation, Fixed, Rational};
use randomgame::RandomChoices;
use solution::Directory;
use solution::manifest::Layout;

use crate::support::{SolvedSheet, solved, verified};

/// One state of a layer, with its encoded parts.
#[derive(Clone)]
struct Record {
    state: Vec<u8>,
    values: Vec<Expectation>,
    strategies: Vec<layer::expected::StrategyPair>,
}

fn records(solved: &SolvedSheet, number: usize) -> Vec<Record> {
    let path = solved.folder.path().join("solution");
    let file = solved.database.manifest().layers[number].value_file.as_ref().expect("solved");
    let bytes = std::fs::read(path.join(&file.name)).expect("a file");
    let layer = ExpectedLayer::open(&bytes).expect("a layer");
    let record = |index: usize| {
        let record = layer.record(index).expect("a record");
        Record { state: layer.state(index).to_vec(), values: record.values, strategies: record.strategies }
    };
    (0..layer.states()).map(record).collect()
}

/// Writes a layer again, with hashes that fit.
fn rewrite(solved: &SolvedSheet, number: usize, records: &[Record]) {
    let manifest = solved.database.manifest();
    let domains: Vec<usize> = manifest.encoding.variables.iter().map(|variable| variable.values.len()).collect();
    let packing = Packing::new(domains.iter().copied());
    let mut writer = ExpectedWriter::new(packing.bytes(), records[0].values.len());
    let mut content = ContentHash::ZERO;
    for record in records {
        let mut strategies = Vec::new();
        layer::expected::encode_strategies(&record.strategies, &mut strategies);
        writer.push(&record.state, &record.values, &strategies);
        let variables = packing.unpack(&record.state).into_iter().enumerate();
        let state = variables.fold(ContentHash::ONE, |product, (variable, value)| {
            product.times(ContentHash::of_value(variable, domains[variable], value as usize))
        });
        content = content.plus(state.times(ContentHash::of_expectations(&record.values)));
    }
    let mut directory =
        Directory::start_or_resume(&solved.folder.path().join("solution"), manifest.clone()).expect("writable");
    let file = directory
        .write_file(&format!("{number:05}.planted.layer"), Layout::Expected, |to| writer.write(to))
        .expect("written");
    let commit = directory.commit(|manifest| {
        manifest.layers[number].value_file = Some(file);
        manifest.layers[number].content = Some(content.to_hex());
    });
    commit.expect("committed");
}

/// A value beyond the stored interval, up or down.
fn moved(value: Expectation, up: bool, random: &mut RandomChoices) -> Expectation {
    let sign = if up { 1 } else { -1 };
    match value {
        Expectation::Exact(exact) => {
            let (n, d) = (i128::from(exact.numerator()), i128::from(exact.denominator()));
            let part = random.between(2, 1000) as i128;
            Expectation::Exact(Rational::new(n * part + sign * d, d * part).expect("short"))
        }
        Expectation::Between { lower, upper } => {
            let shift = (upper.units() - lower.units() + random.between(1, 1 << 20) as i64) * i64::from(sign as i32);
            let moved = |bound: Fixed| Fixed::from_units(bound.units() + shift);
            Expectation::Between { lower: moved(lower), upper: moved(upper) }
        }
    }
}

#[test]
fn errors_in_values_are_found() {
    let mut random = RandomChoices::new(5);
    let mut planted = 0;
    for game in ["goofspiel:3", "dice-race:5", "pig:4", "morra:4", "rock-paper-scissors:2"] {
        let text = games::sheet(game).expect("bundled");
        let right = solved(&text);
        assert!(verified(&right).ok(), "{game}");
        let layers: Vec<Vec<Record>> =
            (0..right.database.manifest().layers.len()).map(|n| records(&right, n)).collect();
        for _ in 0..12 {
            let layer = random.below(layers.len());
            let mut changed = layers[layer].clone();
            let at = random.below(changed.len());
            let up = random.one_in(2);
            changed[at].values[0] = moved(changed[at].values[0], up, &mut random);
            rewrite(&right, layer, &changed);
            assert!(!verified(&right).ok(), "{game}: state {at} of layer {layer} is worth {}", changed[at].values[0]);
            rewrite(&right, layer, &layers[layer]);
            planted += 1;
        }
    }
    assert_eq!(planted, 60);
}

#[test]
fn errors_in_strategies_are_found() {
    let mut random = RandomChoices::new(6);
    let mut planted = 0;
    let games = ["goofspiel:3", "morra:5", "rock-paper-scissors:3", "matching-pennies"];
    let right: Vec<(SolvedSheet, Vec<Vec<Record>>)> = games
        .map(|game| {
            let right = solved(&games::sheet(game).expect("bundled"));
            let layers = (0..right.database.manifest().layers.len()).map(|number| records(&right, number)).collect();
            (right, layers)
        })
        .into();
    while planted < 40 {
        let (right, layers) = &right[planted % right.len()];
        let layer = random.below(layers.len());
        let mut changed = layers[layer].clone();
        // A strategy that mixes, and where all that is mixed is needed: one of two or three moves alone loses.
        let is_mixed = |record: &Record| record.strategies.iter().any(|pair| pair[0].len() > 1);
        let mixed: Vec<usize> = (0..changed.len()).filter(|&at| is_mixed(&changed[at])).collect();
        if mixed.is_empty() {
            continue;
        }
        let at = *random.pick(&mixed);
        let side = random.below(2);
        let picks = &mut changed[at].strategies[0][side];
        if picks.len() < 2 {
            continue;
        }
        let kept = random.below(picks.len());
        *picks = vec![picks[kept]];
        rewrite(right, layer, &changed);
        assert!(!verified(right).ok(), "state {at} of layer {layer}");
        rewrite(right, layer, &layers[layer]);
        planted += 1;
    }
}

/// In the hall one may dally for ever, which keeps the value of every single move, or toss a coin.
#[test]
fn strategies_that_wait_for_ever_are_found() {
    let right = solved(
        "(role player) (role random) (init (at hall)) (coin heads) (coin tails) (legal player dally) (legal player go)
         (<= (legal random (toss ?c)) (coin ?c))
         (<= (next (at hall)) (does player dally))
         (<= (next (at won)) (does player go) (does random (toss heads)))
         (<= (next (at lost)) (does player go) (does random (toss tails)))
         (<= terminal (not (true (at hall))))
         (<= (goal player 100) (true (at won))) (<= (goal player 0) (not (true (at won))))",
    );
    assert!(verified(&right).ok());
    let mut planted = 0;
    for layer in 0..right.database.manifest().layers.len() {
        let stored = records(&right, layer);
        for at in (0..stored.len()).filter(|&at| !stored[at].strategies.is_empty()) {
            assert_eq!(stored[at].strategies, [[vec![(1, 1)], vec![]]], "going on is the second move");
            for strategies in [vec![[vec![(0, 1)], vec![]]], vec![]] {
                let mut changed = stored.clone();
                changed[at].strategies = strategies;
                rewrite(&right, layer, &changed);
                assert!(!verified(&right).ok(), "{:?}", changed[at].strategies);
                planted += 1;
            }
            rewrite(&right, layer, &stored);
        }
    }
    assert_eq!(planted, 2);
}
