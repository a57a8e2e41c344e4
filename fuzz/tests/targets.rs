//! The targets on a few hundred cases each, and on all earlier findings.

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
fn the_reader_handles_a_few_hundred_malformed_sheets() {
    run(Target::Reader);
}

#[test]
fn grounder_and_interpreter_agree_on_a_few_hundred_sheets() {
    run(Target::Grounder);
}

#[test]
fn a_player_handles_a_few_hundred_malformed_conversations() {
    run(Target::Messages);
}

#[test]
fn the_reader_of_pddl_handles_a_few_hundred_problems() {
    run(Target::Pddl);
}

/// A file's name starts with its target and describes the failure.
#[test]
fn earlier_findings_do_not_reappear() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions");
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().and_then(|n| n.to_str()).expect("names are text");
        let targets = [Target::Reader, Target::Grounder, Target::Messages, Target::Pddl];
        let target = targets.into_iter().find(|target| name.starts_with(&target.to_string())).expect("a target");
        let input = fs::read(&path).expect("the file can be read");
        if let Err(finding) = target.run(&input, &mut Tally::default()) {
            panic!("{name}: {finding}");
        }
    }
}
