//! GDDL and PDDL through the binary: read by every command, translated, solved into plans.

mod support;

use std::fs;

use support::backsolve;

const DOMAIN: &str = "(define (domain lamps) (:types lamp) (:predicates (on ?l - lamp))
  (:action light :parameters (?l - lamp) :precondition (not (on ?l)) :effect (on ?l)))\n";
const PROBLEM: &str =
    "(define (problem two) (:domain lamps) (:objects a b - lamp) (:init) (:goal (and (on a) (on b))))\n";

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn a_problem_finds_the_domain_beside_it_and_its_solution_needs_no_files() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("domain.pddl"), DOMAIN).expect("a file");
    fs::write(path("two.pddl"), PROBLEM).expect("a file");
    let (problem, solution, plan) = (path("two.pddl"), path("solution"), path("plan"));
    backsolve(["check", &problem]).exits(0);
    backsolve(["info", &problem]).exits(0);
    backsolve(["solve", &problem, "--out", &solution, "--plan", &plan]).exits(0);
    assert_eq!(fs::read_to_string(plan).expect("a plan"), "(light a)\n(light b)\n; cost = 2 (unit cost)\n");
    fs::remove_file(path("domain.pddl")).expect("removed");
    fs::remove_file(&problem).expect("removed");
    assert!(backsolve(["query", &solution, "(light b)"]).exits(0).stdout.contains("light a"));
    backsolve(["verify", &solution]).exits(0);
}

#[test]
fn a_missing_domain_is_bad_input_and_an_ill_formed_one_is_underlined_in_its_file() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("two.pddl"), PROBLEM).expect("a file");
    let missing = backsolve(["check", &path("two.pddl")]).exits(2);
    assert!(missing.stderr.contains("--domain FILE"), "{}", missing.stderr);
    fs::write(path("other.pddl"), DOMAIN.replace("(on ?l)))", "(off ?l)))")).expect("a file");
    let wrong = backsolve(["check", &path("two.pddl"), "--domain", &path("other.pddl")]).exits(1);
    let said = format!("{}{}", wrong.stdout, wrong.stderr);
    assert!(said.contains("other.pddl:2:") && said.contains("predicate `off` is not declared"), "{said}");
}

#[test]
fn an_unreachable_goal_has_no_plan() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(
        path("never.pddl"),
        format!("{DOMAIN}{}", PROBLEM.replace("(and (on a) (on b))", "(and (on a) (not (on a)))")),
    )
    .expect("a file");
    let said = backsolve(["solve", &path("never.pddl"), "--out", &path("solution"), "--plan", &path("plan")]).exits(1);
    assert!(said.stderr.contains("there is no plan"), "{}", said.stderr);
    assert!(!folder.path().join("plan").exists());
}

#[test]
fn translations_are_read_again() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let gddl = backsolve(["translate", "tic-tac-toe", "--to", "gddl"]).exits(0).stdout;
    fs::write(path("game.gddl"), gddl).expect("a file");
    assert!(backsolve(["reach", &path("game.gddl")]).exits(0).stdout.contains("5,478"));
    let gdl = backsolve(["translate", &path("game.gddl"), "--to", "gdl"]).exits(0).stdout;
    fs::write(path("game.kif"), gdl).expect("a file");
    assert!(backsolve(["reach", &path("game.kif")]).exits(0).stdout.contains("5,478"));
    backsolve(["translate", "hanoi:2", "--to", "pddl", "--strips", "--out", &path("hanoi")]).exits(0);
    let said = backsolve(["solve", &path("hanoi/problem.pddl"), "--out", &path("solution"), "--json"]).exits(0).stdout;
    assert!(said.contains("\"distance\": 3") || said.contains("\"distance\":3"), "{said}");
    backsolve(["translate", "tic-tac-toe", "--to", "pddl"]).exits(1);
    backsolve(["translate", "tic-tac-toe", "--to", "gddl", "--strips"]).exits(2);
}
