//! A solution directory never loses finished work, and refuses files that are not its own.

use std::fs;
use std::path::Path;

use solution::manifest::{Encoding, FORMAT, Layer, Layout, Manifest, Method, Progress, Question};
use solution::{Algorithm, Directory, Engine, Error, Model};

fn manifest(rules: &str) -> Manifest {
    Manifest {
        format: FORMAT,
        question: Question {
            from: None,
            rules: rules.to_owned(),
            name: rules.to_owned(),
            rules_hash: rules.to_owned(),
            fingerprint: String::new(),
            model: Model::Own,
            infinite: None,
            lenient: false,
            reduction: None,
            distances: None,
            security: false,
            precision: None,
        },
        encoding: Encoding::default(),
        notation: Default::default(),
        method: Method::new(Engine::Explicit, Algorithm::Layered),
        expected: None,
        progress: Progress::Forward,
        layers: vec![],
    }
}

fn commit_layer(directory: &mut Directory, name: &str, content: &[u8]) {
    let file = directory.write_file(name, Layout::Packed, |w| w.write_all(content)).unwrap();
    let layer = Layer { states: u128::MAX, state_file: Some(file), ..Layer::default() };
    directory.commit(|m| m.layers.push(layer)).unwrap();
}

fn names(path: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(path).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn resumes_and_removes_uncommitted_files() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("db");
    let mut directory = Directory::start_or_resume(&path, manifest("a")).unwrap();
    commit_layer(&mut directory, "0000.states.layer", b"zero");
    directory.write_file("0001.states.layer", Layout::Packed, |w| w.write_all(b"one")).unwrap();
    fs::write(path.join("unfinished-x"), b"").unwrap();
    drop(directory);

    let directory = Directory::start_or_resume(&path, manifest("a")).unwrap();
    assert_eq!(directory.manifest().layers.len(), 1);
    assert_eq!(directory.manifest().layers[0].states, u128::MAX);
    assert_eq!(names(&path), ["0000.states.layer", "lock", "manifest.json"]);
}

#[test]
fn a_failed_write_leaves_the_directory_unchanged() {
    let scratch = tempfile::tempdir().unwrap();
    let mut directory = Directory::start_or_resume(scratch.path(), manifest("a")).unwrap();
    commit_layer(&mut directory, "0000.states.layer", b"zero");
    let before = names(scratch.path());
    let failed = directory.write_file("0001.states.layer", Layout::Packed, |_| {
        Err(std::io::Error::from(std::io::ErrorKind::StorageFull))
    });
    assert!(failed.unwrap_err().is_disk_full());
    assert_eq!(names(scratch.path()), before);
}

#[test]
fn another_question_is_refused() {
    let scratch = tempfile::tempdir().unwrap();
    drop(Directory::start_or_resume(scratch.path(), manifest("a")).unwrap());
    let error = Directory::start_or_resume(scratch.path(), manifest("b")).unwrap_err();
    assert!(matches!(error, Error::Different { .. }), "{error}");
    let mut other = manifest("a");
    other.question.model = Model::Difference;
    let error = Directory::start_or_resume(scratch.path(), other).unwrap_err();
    assert!(error.to_string().contains("opponent model is own, not difference"), "{error}");
}

#[test]
fn a_directory_with_other_files_is_left_alone() {
    let scratch = tempfile::tempdir().unwrap();
    fs::write(scratch.path().join("thesis.tex"), b"").unwrap();
    let error = Directory::start_or_resume(scratch.path(), manifest("a")).unwrap_err();
    assert!(matches!(error, Error::Foreign(_)), "{error}");
    assert_eq!(names(scratch.path()), ["thesis.tex"]);
}

#[test]
fn a_second_writer_is_refused() {
    let scratch = tempfile::tempdir().unwrap();
    let _first = Directory::start_or_resume(scratch.path(), manifest("a")).unwrap();
    let error = Directory::start_or_resume(scratch.path(), manifest("a")).unwrap_err();
    assert!(matches!(error, Error::Busy(_)), "{error}");
}

#[test]
fn a_newer_format_and_a_broken_manifest_are_reported() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("manifest.json");
    fs::write(&file, br#"{"format": 999, "layers": "something new"}"#).unwrap();
    let error = Directory::start_or_resume(scratch.path(), manifest("a")).unwrap_err();
    assert!(matches!(error, Error::Newer { format: 999, .. }), "{error}");
    fs::write(&file, br#"{"format": 1, "#).unwrap();
    let error = Directory::start_or_resume(scratch.path(), manifest("a")).unwrap_err();
    assert!(matches!(error, Error::Damaged { .. }), "{error}");
}

/// Layers are encoded by the variables, so unfinished work resumes only with the same ones.
#[test]
fn other_variables_are_refused_until_all_is_solved() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("db");
    let mut directory = Directory::start_or_resume(&path, manifest("a")).unwrap();
    let mut other = manifest("a");
    other.encoding.always.push("(fact)".to_owned());
    commit_layer(&mut directory, "0000.states.layer", b"zero");
    drop(directory);

    let error = Directory::start_or_resume(&path, other.clone()).unwrap_err();
    assert!(matches!(error, Error::Different { .. }), "{error}");
    let mut directory = Directory::start_or_resume(&path, manifest("a")).unwrap();
    directory.commit(|m| m.progress = Progress::Complete { value: vec![] }).unwrap();
    drop(directory);
    assert!(Directory::start_or_resume(&path, other).is_ok());
}
