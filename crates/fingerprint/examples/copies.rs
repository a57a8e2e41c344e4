//! Prints the fingerprints of all sheets in a directory, checks that scrambled copies are recognised, and lists equal
//! fingerprints.
//!
//! `cargo run --release -p fingerprint --example copies -- DIR`

use std::collections::BTreeMap;
use std::time::Instant;

use fingerprint::{Comparison, Fingerprint, isomorphism};
use gdl::Source;
use randomgame::{RandomChoices, scrambled};

fn main() {
    let directory = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut sheets = BTreeMap::new();
    let mut recognised = 0;
    let mut paths: Vec<_> = std::fs::read_dir(directory).into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let Some(rules) = gdl::check_lenient(&Source::new(&*name, &*text)).rules else { continue };
        let copy = scrambled(&text, &mut RandomChoices::new(sheets.len() as u64));
        let Some(copy) = gdl::check_lenient(&Source::new(&*name, &*copy)).rules else {
            println!("{name}: its scrambled copy is ill-formed");
            continue;
        };
        let start = Instant::now();
        let fingerprint = Fingerprint::of(&rules).to_string();
        let same = Fingerprint::of(&copy).to_string() == fingerprint
            && matches!(isomorphism(&rules, &copy), Comparison::Same(_));
        recognised += usize::from(same);
        let millis = start.elapsed().as_millis();
        if !same || millis > 1000 {
            println!("{name}: scrambled copy recognised: {same}, {millis} ms");
        }
        groups.entry(fingerprint).or_default().push(name.clone());
        sheets.insert(name, rules);
    }
    for (fingerprint, names) in groups.iter().filter(|(_, names)| names.len() > 1) {
        let first = &sheets[&names[0]];
        let same = names[1..].iter().filter(|n| matches!(isomorphism(first, &sheets[*n]), Comparison::Same(_))).count();
        println!("{fingerprint} {names:?}: {same} of {} are copies of the first", names.len() - 1);
    }
    println!("{} sheets, {recognised} scrambled copies recognised, {} fingerprints", sheets.len(), groups.len());
}
