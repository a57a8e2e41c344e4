//! The targets on a few hundred cases each, and on everything that was ever found.

use std::fs;
use std::path::Path;

use fuzz::Target;
use fuzz::tally::Tally;

const CASES: u64 = 300;

fn run(target: Target) {
    let mut tally = Tally::default();
    for number in 0..CASES {
        let input = target.generate(1, number);
        if let Err(finding) = target.run(&input, &mut tally) {
            panic!("case {number}: {finding}\n{}", String::from_utf8_lossy(&input));
        }
    }
}

#[test]
fn the_reader_takes_a_few_hundred_broken_sheets() {
    run(Target::Reader);
}

#[test]
fn grounder_and_interpreter_agree_on_a_few_hundred_sheets() {
    run(Target::Grounder);
}

#[test]
fn a_player_takes_a_few_hundred_broken_conversations() {
    run(Target::Messages);
}

/// A file's name begins with its target and says what went wrong.
#[test]
fn what_was_found_once_is_not_found_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions");
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().and_then(|n| n.to_str()).expect("names are text");
        let targets = [Target::Reader, Target::Grounder, Target::Messages];
        let target = targets.into_iter().find(|target| name.starts_with(&target.to_string())).expect("a target");
        let input = fs::read(&path).expect("the file can be read");
        if let Err(finding) = target.run(&input, &mut Tally::default()) {
            panic!("{name}: {finding}");
        }
    }
}
