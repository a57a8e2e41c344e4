//! The crates agree with docs/architecture.md: all of them are listed, and dependencies point one way.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The direct dependencies of every crate, without those of its tests.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let crates = fs::read_dir(root().join("crates")).expect("crates").map(|entry| entry.expect("a crate").path());
    crates.chain([root().join("games")]).map(|folder| (name(&folder), dependencies_of(&folder))).collect()
}

fn name(folder: &Path) -> String {
    folder.file_name().expect("a name").to_string_lossy().into_owned()
}

fn dependencies_of(folder: &Path) -> Vec<String> {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let names = lines.take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once(['.', ' ']));
    names.map(|(name, _)| name.to_owned()).collect()
}

/// The crates in the order of the table.
fn table() -> Vec<String> {
    let page = fs::read_to_string(root().join("docs/architecture.md")).expect("the page");
    let rows = page.lines().skip_while(|line| *line != "| crate | its one job |").skip(2);
    let names = rows.take_while(|line| line.starts_with('|')).filter_map(|row| row.split('`').nth(1));
    names.map(str::to_owned).collect()
}

/// All crates that a crate links.
fn linked(of: &str, dependencies: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let mut linked = vec![of.to_owned()];
    let mut at = 0;
    while let Some(name) = linked.get(at) {
        let new: Vec<String> = dependencies.get(name).into_iter().flatten().cloned().collect();
        linked.extend(new.into_iter().filter(|name| !linked.contains(name)).collect::<Vec<_>>());
        at += 1;
    }
    linked
}

#[test]
fn the_table_has_every_crate_once() {
    let mut listed = table();
    listed.sort_unstable();
    assert_eq!(listed, dependencies().into_keys().collect::<Vec<_>>());
}

#[test]
fn crates_depend_only_on_crates_above_them_in_the_table() {
    let (table, dependencies) = (table(), dependencies());
    for (at, name) in table.iter().enumerate() {
        let below = |dependency: &&String| table[at..].contains(dependency);
        let wrong: Vec<&String> = dependencies[name].iter().filter(below).collect();
        assert!(wrong.is_empty(), "{name} depends on {wrong:?}, further down in the table");
    }
}

#[test]
fn reading_a_solution_needs_no_engine() {
    let dependencies = dependencies();
    for reader in ["solution", "query", "export", "play", "verify"] {
        let linked = linked(reader, &dependencies);
        for engine in ["diagram", "symbolic", "explicit", "rayon"] {
            assert!(!linked.iter().any(|name| name == engine), "{reader} links {engine}");
        }
    }
}

/// Options belong to the command line. Other crates express advice as values ([`task::Advice`]).
#[test]
fn only_the_binary_names_options() {
    let script = support::backsolve(["completions", "bash"]).exits(0).stdout;
    let options: Vec<&str> = script.split([' ', '"', '\n']).filter(|word| word.starts_with("--")).collect();
    assert!(options.contains(&"--memory"), "{script}");
    let names_option = |line: &&str| {
        let is_comment = line.trim_start().starts_with("//");
        let mut words = line.split(|c: char| c != '-' && !c.is_ascii_alphanumeric());
        !is_comment && words.any(|word| options.contains(&word))
    };
    for name in dependencies().keys().filter(|name| *name != "cli" && *name != "games") {
        for file in sources(&root().join("crates").join(name).join("src")) {
            let text = fs::read_to_string(&file).expect("a source file");
            assert_eq!(text.lines().find(names_option), None, "{}", file.display());
        }
    }
}

/// The files of a folder and the folders in it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// Not even in tests: tests of both are in `agreement`.
#[test]
fn the_engines_do_not_know_each_other() {
    for (engine, other) in [("symbolic", "explicit."), ("explicit", "symbolic.")] {
        let manifest = root().join("crates").join(engine).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("a manifest");
        assert!(!manifest.lines().any(|line| line.starts_with(other)), "{engine} depends on {other}");
    }
}

/// Names that several crates export, with the crates and the reasons.
const SHARED_NAMES: [(&str, &[&str]); 9] = [
    // PDDL has terms, atoms and effects of its own, and nobody uses them beside the others.
    ("Term", &["gddl", "gdl"]),
    ("Atom", &["gddl", "gdl"]),
    ("Effect", &["game", "gddl"]),
    // The two evaluators share only the checked rules, and both evaluate states.
    ("State", &["game", "interpret"]),
    ("View", &["game", "interpret"]),
    // One in queries with the interpreter, and one in games on the ground game.
    ("Position", &["play", "query"]),
    // Counterparts in the two engines have the same name.
    ("Reached", &["explicit", "symbolic"]),
    ("ReachedLayer", &["explicit", "symbolic"]),
    ("Resources", &["explicit", "symbolic"]),
];

/// Except for the errors of each crate, which are qualified with its name.
#[test]
fn every_exported_type_has_its_own_name() {
    let mut crates_with = crates_by_type();
    crates_with.retain(|name, crates| crates.len() > 1 && name != "Error");
    let allowed =
        SHARED_NAMES.map(|(name, crates)| (name.to_owned(), crates.iter().map(|&name| name.to_owned()).collect()));
    assert_eq!(crates_with, BTreeMap::from(allowed));
}

/// The glossary names types with their crates: `task::Outcome`.
#[test]
fn the_types_of_the_glossary_exist() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).expect("the page");
    let rows =
        page.lines().skip_while(|line| *line != "| word | what it means |").take_while(|line| line.starts_with('|'));
    let code = rows.flat_map(|row| row.split('`').skip(1).step_by(2)).filter_map(|code| code.split_once("::"));
    let named: Vec<(&str, &str)> = code.collect();
    assert!(named.len() > 20, "{named:?}");
    let crates_with = crates_by_type();
    let is_exported =
        |(name, word): &(&str, &str)| crates_with.get(*word).is_some_and(|crates| crates.iter().any(|one| one == name));
    let missing: Vec<&(&str, &str)> = named.iter().filter(|named| !is_exported(named)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Every exported type, with its crates.
fn crates_by_type() -> BTreeMap<String, Vec<String>> {
    let mut crates_with: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in dependencies().into_keys().filter(|name| name != "cli" && name != "games") {
        let source = root().join("crates").join(&name).join("src");
        for exported in exported_types(&source.join("lib.rs"), &source) {
            crates_with.entry(exported).or_default().push(name.clone());
        }
    }
    crates_with
}

/// The types that a module and its public modules define, and those that it re-exports from private ones.
fn exported_types(file: &Path, folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).expect("a source file");
    let private: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
    let mut types: Vec<String> = text.lines().filter_map(defined_type).collect();
    for statement in text.split("\npub use ").skip(1).filter_map(|rest| rest.split(';').next()) {
        if statement.split("::").next().is_some_and(|module| private.contains(&module)) {
            let words = statement.split(|c: char| !c.is_alphanumeric() && c != '_');
            types.extend(words.filter(|word| is_type_name(word)).map(str::to_owned));
        }
    }
    for module in text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')) {
        let file = folder.join(module).with_extension("rs");
        let file = if file.exists() { file } else { folder.join(module).join("mod.rs") };
        types.extend(exported_types(&file, &folder.join(module)));
    }
    types
}

fn defined_type(line: &str) -> Option<String> {
    let (keyword, rest) = line.strip_prefix("pub ")?.split_once(' ')?;
    let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
    ["struct", "enum", "trait", "type"].contains(&keyword).then(|| name.to_owned())
}

/// Constants have no lower-case letters, modules and functions start with one.
fn is_type_name(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase)
}
