//! A full disk, a read-only directory, a flipped byte in each kind of file, a truncated file: a clear error, the right exit code, and
//! nothing lost.
#![cfg(unix)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use support::{Folder, Run, backsolve, command};

fn solve(game: &str, database: &Path, more: &[&str]) -> Run {
    let mut arguments = ["solve", "--json", "--out"].map(str::to_owned).to_vec();
    arguments.push(database.display().to_string());
    arguments.extend([game].iter().chain(more).map(|&argument| argument.to_owned()));
    backsolve(arguments)
}

fn files(database: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(database).expect("a directory").map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.file_name().is_some_and(|name| name != "lock"));
    files.sort();
    files
}

/// Runs `solve` where no file may grow beyond so many blocks of 512 bytes.
fn solve_on_a_small_disk(arguments: &str, database: &Path, blocks: usize) -> Run {
    // The signal that comes with the limit is ignored, so that a write fails as it does on a full disk.
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" solve --out \"$1\" {arguments}");
    let binary = command().get_program().to_owned();
    let output = Command::new("sh").arg("-c").arg(script).arg(binary).arg(database).output().expect("a shell");
    Run {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

#[test]
fn a_full_disk_ends_with_the_code_for_limits_and_loses_nothing() {
    for (engine, blocks) in [("symbolic", 32), ("explicit", 24)] {
        let folder = Folder::new();
        let (small, roomy) = (folder.path().join("small"), folder.path().join("roomy"));
        let (game, choice) = ("connect-four:4x3", ["--engine", engine]);
        let answer = solve(game, &roomy, &choice).exits(0).json();
        solve_on_a_small_disk(&format!("{game} --engine {engine}"), &small, blocks)
            .exits(3)
            .complains("could not write")
            .complains("make room");
        let kept = files(&small);
        assert!(kept.len() > 5, "only {} files by the {engine} engine", kept.len());
        assert!(kept.iter().all(|file| !file.to_string_lossy().contains("unfinished")), "{kept:?}");
        assert_eq!(solve(game, &small, &choice).exits(0).json()["value"], answer["value"]);
        let hashes = |path: &Path| files(path).iter().map(|file| fs::read(file).expect("a file")).collect::<Vec<_>>();
        let (small, roomy) = (hashes(&small), hashes(&roomy));
        assert_eq!(small.len(), roomy.len());
        // All but the manifest, which says the same in both.
        assert_eq!(small[..small.len() - 1], roomy[..roomy.len() - 1]);
    }
}

#[test]
fn no_room_for_states_that_memory_has_no_room_for_is_a_limit_too() {
    let folder = Folder::new();
    let database = folder.path().join("database");
    // What is spilled is larger than any layer so far.
    solve_on_a_small_disk("connect-four:4x5 --engine explicit --memory 28M", &database, 900)
        .exits(3)
        .complains("could not keep states on the disk")
        .complains("make room");
    let answer = solve("connect-four:4x5", &database, &["--memory", "28M"]).exits(0).json();
    assert_eq!((&answer["states"], &answer["engine"]), (&1_706_255.into(), &"explicit".into()));
    assert!(answer["value"].is_array(), "{answer}");
}

#[test]
fn a_directory_that_cannot_be_written_is_named() {
    let read_only = if Path::new("/proc/self").exists() { "/proc/no.solution" } else { "/dev/null/no.solution" };
    solve("nim:1,2", Path::new(read_only), &[]).exits(2).complains("could not create").complains("no.solution");
    let folder = Folder::new();
    let database = folder.path().join("nim");
    solve("nim:1,2", &database, &["--engine", "symbolic"]).exits(0);
    let permissions = |mode: u32| {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&database, fs::Permissions::from_mode(mode)).expect("permissions");
    };
    permissions(0o555);
    // A finished database answers from where it can't be written.
    let shown = database.display().to_string();
    backsolve(["query", &shown]).exits(0);
    backsolve(["verify", &shown]).exits(0);
    permissions(0o755);
}

/// Copies a database and spoils one of its files.
fn spoilt(folder: &Folder, database: &Path, number: usize, file: &str, spoil: impl FnOnce(&mut Vec<u8>)) -> PathBuf {
    let copy = folder.path().join(format!("copy-{number}"));
    fs::create_dir(&copy).expect("a directory");
    for from in files(database) {
        fs::copy(&from, copy.join(from.file_name().expect("a name"))).expect("a copy");
    }
    let path = copy.join(file);
    let mut bytes = fs::read(&path).expect("a file");
    spoil(&mut bytes);
    fs::write(&path, bytes).expect("a file");
    copy
}

/// Whether the manifest knows a file, or is it.
fn is_named(database: &Path, file: &Path) -> bool {
    let name = file.file_name().expect("a name").to_string_lossy();
    let manifest = fs::read_to_string(database.join("manifest.json")).expect("a manifest");
    name == "manifest.json" || manifest.contains(&*name)
}

#[test]
fn flipped_bytes_and_cut_off_ends_are_named() {
    let folder = Folder::new();
    let finished = folder.path().join("finished");
    solve("nim:1,2,3", &finished, &["--engine", "symbolic", "--distances"]).exits(0);
    let plain = folder.path().join("plain");
    solve("nim:1,2,3", &plain, &["--engine", "symbolic", "--distances=no"]).exits(0);
    let begun = folder.path().join("begun");
    solve_on_a_small_disk("connect-four:4x3", &begun, 32).exits(3);
    let first = |database: &Path, kind: &str| {
        let names =
            files(database).into_iter().map(|file| file.file_name().expect("a name").to_string_lossy().into_owned());
        names.filter(|name| name.contains(kind)).max().unwrap_or_else(|| panic!("no {kind} in {}", database.display()))
    };
    let mut number = 0;
    for (database, kind, game) in [
        (&finished, "distances.layer", None),
        (&plain, "values.layer", None),
        (&begun, "states.layer", Some("connect-four:4x3")),
        (&finished, "manifest.json", None),
    ] {
        let file = first(database, kind);
        let length = fs::metadata(database.join(&file)).expect("a file").len() as usize;
        for place in [0, length / 3, length / 2, length - 4, length] {
            number += 1;
            let copy = spoilt(&folder, database, number, &file, |bytes| match bytes.get_mut(place) {
                Some(byte) => *byte ^= 4,
                None => bytes.truncate(length - 5),
            });
            let shown = copy.display().to_string();
            backsolve(["verify", &shown]).exits(4).complains(&file).complains("damaged");
            backsolve(["query", &shown]).exits(4).complains(&file).complains("damaged");
            if let Some(game) = game {
                let named = files(&copy).into_iter().filter(|path| is_named(&copy, path)).collect::<Vec<_>>();
                solve(game, &copy, &[]).exits(4).complains(&file).complains("damaged");
                assert_eq!(files(&copy), named, "nothing is removed but what the manifest does not know");
            }
        }
    }
}
