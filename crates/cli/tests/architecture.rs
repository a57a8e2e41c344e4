//! The crates as docs/architecture.md draws them: all of them, and dependencies that point one way.

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

/// Everything that a crate links.
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
fn a_solution_is_read_without_engines() {
    let dependencies = dependencies();
    for reader in ["solution", "query", "play", "verify"] {
        let linked = linked(reader, &dependencies);
        for engine in ["diagram", "symbolic", "explicit", "rayon"] {
            assert!(!linked.iter().any(|name| name == engine), "{reader} links {engine}");
        }
    }
}

/// Options belong to the command line. Crates below it say what can be done as values ([`task::Advice`]).
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

/// Not even for tests: those of both are in `agreement`.
#[test]
fn the_engines_do_not_know_each_other() {
    for (engine, other) in [("symbolic", "explicit."), ("explicit", "symbolic.")] {
        let manifest = root().join("crates").join(engine).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("a manifest");
        assert!(!manifest.lines().any(|line| line.starts_with(other)), "{engine} depends on {other}");
    }
}
