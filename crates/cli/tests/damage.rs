//! A full disk, a read-only directory, a flipped byte in each kind of file, a truncated file: a clear error, the right
//! exit code, and nothing lost.
#![cfg(unix)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
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

/// Runs `solve` with files limited to this many blocks of 512 bytes.
fn solve_on_a_small_disk(arguments: &str, database: &Path, blocks: usize) -> Run {
    // The signal of the limit is ignored, so that a write fails as on a full disk.
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
            .complains("free disk space");
        let kept = files(&small);
        assert!(kept.len() > 5, "only {} files by the {engine} engine", kept.len());
        assert!(kept.iter().all(|file| !file.to_string_lossy().contains("unfinished")), "{kept:?}");
        assert_eq!(solve(game, &small, &choice).exits(0).json()["value"], answer["value"]);
        let hashes = |path: &Path| files(path).iter().map(|file| fs::read(file).expect("a file")).collect::<Vec<_>>();
        let (small, roomy) = (hashes(&small), hashes(&roomy));
        assert_eq!(small.len(), roomy.len());
        // All but the manifest, whose content is the same in both.
        assert_eq!(small[..small.len() - 1], roomy[..roomy.len() - 1]);
    }
}

#[test]
fn a_disk_too_small_for_temporary_files_is_a_limit_too() {
    let folder = Folder::new();
    let database = folder.path().join("database");
    // The spilled file is larger than any layer so far.
    solve_on_a_small_disk("connect-four:4x5 --engine explicit --memory 28M", &database, 900)
        .exits(3)
        .complains("could not write states to disk")
        .complains("free disk space");
    let answer = solve("connect-four:4x5", &database, &["--memory", "28M"]).exits(0).json();
    assert_eq!((&answer["states"], &answer["engine"]), (&1_706_255.into(), &"explicit".into()));
    assert!(answer["value"].is_array(), "{answer}");
}

#[test]
fn a_read_only_directory_is_reported() {
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
    // A finished database can be queried in a read-only directory.
    let shown = database.display().to_string();
    backsolve(["query", &shown]).exits(0);
    backsolve(["verify", &shown]).exits(0);
    permissions(0o755);
}

/// Copies a database and damages one of its files.
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

/// Whether a file is the manifest or named in it.
fn is_named(database: &Path, file: &Path) -> bool {
    let name = file.file_name().expect("a name").to_string_lossy();
    let manifest = fs::read_to_string(database.join("manifest.json")).expect("a manifest");
    name == "manifest.json" || manifest.contains(&*name)
}

#[test]
fn flipped_bytes_and_truncated_files_are_reported() {
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

/// Layers with added distances are checked like all others, and the solved layers are unchanged.
#[test]
fn a_full_disk_and_flipped_bytes_are_handled_while_distances_are_added() {
    let game = "connect-four:4x3";
    for engine in ["symbolic", "explicit"] {
        let folder = Folder::new();
        let database = folder.path().join("database");
        solve(game, &database, &["--engine", engine, "--distances=no"]).exits(0);
        solve_on_a_small_disk(&format!("{game} --distances"), &database, 44)
            .exits(3)
            .complains("could not write")
            .complains("free disk space");
        let shown = database.display().to_string();
        backsolve(["query", &shown]).exits(0);
        backsolve(["verify", &shown]).exits(0);
        let is_added =
            |file: &PathBuf| file.to_string_lossy().ends_with("distances.layer") && is_named(&database, file);
        let added: Vec<PathBuf> = files(&database).into_iter().filter(is_added).collect();
        assert!(added.len() > 1, "{engine}");
        // The layer with distances closest to the start is the one that the next layer needs.
        let file = added[0].file_name().expect("a name").to_string_lossy().into_owned();
        let copy = spoilt(&folder, &database, 0, &file, |bytes| bytes[20] ^= 4);
        solve(game, &copy, &["--distances"]).exits(4).complains(&file).complains("damaged");
        solve(game, &database, &["--distances"]).exits(0);
        backsolve(["verify", &shown]).exits(0);
    }
}

/// A modified manifest without a checksum, as if written by hand.
fn claiming(folder: &Folder, database: &Path, number: usize, claim: impl FnOnce(&mut Value)) -> PathBuf {
    spoilt(folder, database, 1_000 + number, "manifest.json", |bytes| {
        let mut manifest: Value = serde_json::from_slice(bytes).expect("JSON");
        manifest.as_object_mut().expect("an object").remove("checksum");
        claim(&mut manifest);
        *bytes = serde_json::to_vec(&manifest).expect("JSON");
    })
}

/// Whatever a manifest claims, the result is an error message or an answer, but no panic, no access to other files, and
/// no memory for data that does not exist.
#[test]
fn hostile_manifests_are_errors() {
    type Claim = fn(&mut Value);
    let claims: [(&str, Claim); 30] = [
        ("states", |m| m["layers"][0]["states"] = 1_000_000_000_000_000_000u64.into()),
        ("states of the last layer", |m| last_layer(m)["states"] = 1_000_000_000_000_000_000u64.into()),
        ("more states than can be counted", |m| {
            let layers = m["layers"].as_array_mut().expect("layers");
            let most: Value = serde_json::from_str("340282366920938463463374607431768211455").expect("a number");
            layers.iter_mut().for_each(|layer| layer["states"] = most.clone());
        }),
        ("a file from elsewhere", |m| rename(m, "../elsewhere.layer")),
        ("a file from the root", |m| rename(m, "/etc/passwd")),
        ("a directory", |m| rename(m, "..")),
        ("a name with a zero", |m| rename(m, "a\0.layer")),
        ("a level of no variable", |m| m["encoding"]["levels"][0]["variable"] = 99.into()),
        ("a variable on two places", |m| {
            let first = m["encoding"]["levels"][0].clone();
            *m["encoding"]["levels"].as_array_mut().expect("levels").last_mut().expect("a level") = first;
        }),
        ("no levels", |m| m["encoding"]["levels"] = Value::Array(Vec::new())),
        ("a level without values", |m| m["encoding"]["levels"][0]["size"] = 0.into()),
        ("a level of weight 0", |m| m["encoding"]["levels"][0]["weight"] = 0.into()),
        ("a huge level", |m| m["encoding"]["levels"][0]["size"] = u64::MAX.into()),
        ("no variables", |m| m["encoding"]["variables"] = Value::Array(Vec::new())),
        ("a variable without values", |m| m["encoding"]["variables"][0]["values"] = Value::Array(Vec::new())),
        ("a variable that is gone", |m| drop(m["encoding"]["variables"].as_array_mut().expect("variables").remove(1))),
        ("a fact that is none", |m| m["encoding"]["variables"][0]["values"][0] = "(no such fact)".into()),
        ("a fact twice", |m| {
            m["encoding"]["variables"][0]["values"][0] = m["encoding"]["variables"][1]["values"][0].clone();
        }),
        ("facts that exclude each other, though they do not", trade_values),
        ("values in another order", |m| {
            m["encoding"]["variables"][0]["values"].as_array_mut().expect("values").reverse()
        }),
        ("other roles", |m| m["encoding"]["roles"] = serde_json::json!(["nobody"])),
        ("other constant facts", |m| m["encoding"]["always"] = serde_json::json!(["(so it is)"])),
        ("a measure that does not match", |m| m["encoding"]["measure"] = serde_json::json!([[1]])),
        ("a measure with too large weights", |m| weigh(m, i64::MAX)),
        ("a measure that measures nothing", |m| weigh(m, 1)),
        ("a negative measure", |m| weigh(m, -7)),
        ("another growth", |m| m["encoding"]["growth"] = "increasing".into()),
        ("another algorithm", |m| m["method"]["algorithm"] = "zero-sum".into()),
        ("another engine", |m| {
            let other = if m["method"]["engine"] == "symbolic" { "explicit" } else { "symbolic" };
            m["method"]["engine"] = other.into();
        }),
        ("another phase", |m| {
            let other = if m["progress"]["phase"] == "forward" { "backward" } else { "forward" };
            m["progress"]["phase"] = other.into();
        }),
    ];
    let folder = Folder::new();
    let (mut number, mut refused) = (0, 0);
    for engine in ["symbolic", "explicit"] {
        // A disk small enough for the search to stop, one large enough for the search, and a finished solution to which
        // distances are added.
        for (phase, blocks) in [("forward", Some(20)), ("backward", Some(28)), ("complete", None)] {
            let begun = folder.path().join(format!("{engine}-{phase}"));
            let arguments = format!("connect-four:4x3 --engine {engine} --distances");
            match blocks {
                Some(blocks) => solve_on_a_small_disk(&arguments, &begun, blocks).exits(3),
                None => solve("connect-four:4x3", &begun, &["--engine", engine, "--distances=no"]).exits(0),
            };
            let text = fs::read_to_string(begun.join("manifest.json")).expect("a manifest");
            assert!(text.contains(&format!("\"phase\": \"{phase}\"")), "{engine} was not stopped going {phase}");
            for (what, claim) in claims {
                number += 1;
                let copy = claiming(&folder, &begun, number, claim);
                let run = solve("connect-four:4x3", &copy, &["--distances", "--memory", "200M"]);
                assert!(
                    matches!(run.code, Some(0..=4)) && !run.stderr.contains("panic"),
                    "{what}, {engine} going {phase}: {:?} {}",
                    run.code,
                    run.stderr
                );
                refused += usize::from(run.code != Some(0));
            }
        }
    }
    assert!(refused > 90, "only {refused} of {number} were refused");
}

/// An unknown name means damage or a newer file, never a default.
#[test]
fn unknown_names_in_a_manifest_are_damage() {
    let names = [
        "/question/model",
        "/encoding/growth",
        "/method/engine",
        "/method/algorithm",
        "/method/decision/engine/name",
        "/method/decision/algorithm/name",
    ];
    let (folder, game) = (Folder::new(), "connect-four:4x3");
    let (finished, begun) = (folder.path().join("finished"), folder.path().join("begun"));
    solve(game, &finished, &[]).exits(0);
    solve_on_a_small_disk(&format!("{game} --engine symbolic"), &begun, 28).exits(3);
    let cases = [&finished, &begun].into_iter().flat_map(|database| names.map(|name| (database, name)));
    for (number, (database, name)) in cases.enumerate() {
        let claim = |manifest: &mut Value| *manifest.pointer_mut(name).expect("a name") = "oracular".into();
        let copy = claiming(&folder, database, number, claim);
        let shown = copy.display().to_string();
        for run in [solve(game, &copy, &[]), backsolve(["query", &shown]), backsolve(["verify", &shown])] {
            run.exits(4).complains("manifest.json is damaged").complains("`oracular`");
        }
    }
}

fn last_layer(manifest: &mut Value) -> &mut Value {
    manifest["layers"].as_array_mut().and_then(|layers| layers.last_mut()).expect("a layer")
}

/// Gives the file of the last layer another name.
fn rename(manifest: &mut Value, name: &str) {
    let layer = last_layer(manifest);
    let file = if layer["value_file"].is_object() { "value_file" } else { "state_file" };
    layer[file]["name"] = name.into();
}

/// Swaps all values but the first between the first two variables. That leaves the first state unchanged, but in others
/// two facts of one variable hold.
fn trade_values(manifest: &mut Value) {
    let variables = manifest["encoding"]["variables"].as_array_mut().expect("variables");
    let (first, others) = variables.split_at_mut(1);
    let of = |variable: &mut Value| variable["values"].as_array_mut().expect("values").clone();
    let (one, other) = (of(&mut first[0]), of(&mut others[0]));
    first[0]["values"] = [&one[..1], &other[1..]].concat().into();
    others[0]["values"] = [&other[..1], &one[1..]].concat().into();
}

/// Gives all values the same weight.
fn weigh(manifest: &mut Value, weight: i64) {
    let of = |variable: &Value| vec![weight; variable["values"].as_array().expect("values").len()];
    let weights: Vec<_> = manifest["encoding"]["variables"].as_array().expect("variables").iter().map(of).collect();
    manifest["encoding"]["measure"] = serde_json::json!(weights);
}
