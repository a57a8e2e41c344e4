//! Hostile input: a clear error and the documented exit code, in bounded time and memory.

mod support;

use support::{Folder, TINY, backsolve, with_input};

/// Commands that read a rule sheet.
const READERS: [&str; 4] = ["check", "fmt", "info", "simulate"];

#[test]
fn missing_files_exit_2() {
    let folder = Folder::new();
    let missing = folder.path().join("none.kif");
    for command in READERS {
        backsolve([command.as_ref(), missing.as_os_str()]).exits(2).complains("none.kif");
        backsolve([command.as_ref(), folder.path().as_os_str()]).exits(2).complains("is a directory");
    }
}

#[test]
fn binary_files_exit_2() {
    for command in READERS {
        with_input([command, "-"], b"(role \xff\xfe)").exits(2).complains("not UTF-8");
        with_input([command, "-"], b"\x7fELF\x02\x01\x01\0\xf0\x9f").exits(2);
    }
}

#[test]
fn an_empty_sheet_is_ill_formed() {
    for text in ["", " \n\t\r\n", "; nothing but a comment"] {
        for command in ["check", "info", "simulate"] {
            with_input([command, "-"], text.as_bytes()).exits(1);
        }
    }
}

#[test]
fn a_million_brackets_are_ill_formed() {
    let deep = "(".repeat(1_000_000);
    let closed = format!("{deep}{}", ")".repeat(1_000_000));
    let rule = format!("{TINY}(<= (q a) {}(p 1){})\n", "(not ".repeat(1_000_000), ")".repeat(1_000_000));
    let term = format!("{TINY}(init {}a{})\n", "(f ".repeat(1_000_000), ")".repeat(1_000_000));
    for text in [deep, closed, ")".repeat(1_000_000), rule, term] {
        for command in READERS {
            with_input([command, "-"], text.as_bytes()).exits(1);
        }
    }
}

#[test]
fn a_huge_arity_is_accepted_or_rejected_cleanly() {
    let wide = format!("{TINY}(init (wide {}))\n", "a ".repeat(1_000_000));
    for command in ["check", "simulate"] {
        let run = with_input([command, "-"], wide.as_bytes());
        assert!(matches!(run.code, Some(0 | 1 | 3)), "{command}: {run:?}");
    }
    let variables: String = (0..20_000).map(|i| format!("?v{i} ")).collect();
    let wide_rule = format!("{TINY}(wide {})\n(<= (q ?v0) (wide {variables}))\n", "a ".repeat(20_000));
    let run = with_input(["check", "-"], wide_rule.as_bytes());
    assert!(matches!(run.code, Some(0 | 1 | 3)), "{run:?}");
}

/// Ten variables over ten values: ten billion instances.
fn combinatorial() -> String {
    let mut sheet = String::from("(role a)\n(init (n 0))\n(legal a go)\n(<= terminal (true (n 1)))\n(goal a 50)\n");
    (0..10).for_each(|i| sheet += &format!("(d {i})\n"));
    let variables: Vec<String> = (0..10).map(|i| format!("?x{i}")).collect();
    let body: String = variables.iter().map(|x| format!("(d {x}) ")).collect();
    sheet += &format!("(<= (p {}) {body})\n", variables.join(" "));
    sheet += &format!("(<= (next (q {})) (p {}))\n", variables.join(" "), variables.join(" "));
    sheet
}

#[test]
fn combinatorial_rules_end_at_a_named_limit() {
    let sheet = combinatorial();
    let limits = ["--memory", "200M", "--time", "20s"];
    let run = with_input(["simulate", "-", "--engine", "batch"].into_iter().chain(limits), sheet.as_bytes());
    run.exits(3).complains("too large to ground");
    let run = with_input(["info", "-"].into_iter().chain(limits), sheet.as_bytes());
    run.exits(3).complains("too large to ground").complains("interpreter");
}

#[test]
fn a_long_sheet_is_not_checked_beyond_the_memory_limit() {
    let sheet = format!("{TINY}{}", "(fact a)".repeat(100_000));
    for command in ["info", "simulate", "reach", "solve"] {
        with_input([command, "-", "--memory", "30M"], sheet.as_bytes()).exits(3).complains("allow it with --memory 7");
    }
}

#[test]
fn long_chains_and_long_bodies_do_not_hang() {
    let chain: String = (1..50_000).map(|i| format!("(<= (c{i}) (c{}))\n", i - 1)).collect();
    let chain = format!("{TINY}{chain}(<= c0 (true (p 1)))\n(<= (next (q 1)) (c49999))\n");
    let body: String = (0..3_000).map(|i| format!("(true (f ?v{i} ?v{})) ", i + 1)).collect();
    let body = format!("{TINY}(<= (next (q 2)) {body})\n");
    for sheet in [chain, body] {
        let run = with_input(["simulate", "-", "--playouts", "1", "--time", "1m"], sheet.as_bytes());
        run.exits(0);
    }
}

#[test]
fn a_term_that_nests_itself_ends_at_a_limit() {
    let sheet = "(role a)\n(init (n z))\n(legal a go)\n(<= (next (n (s ?x))) (true (n ?x)))\n(<= terminal (true (n never)))\n(goal a 50)\n";
    let limits = ["--memory", "200M", "--time", "20s"];
    let run = with_input(["simulate", "-", "--engine", "batch"].into_iter().chain(limits), sheet.as_bytes());
    run.exits(3).complains("too large to ground");
}

#[cfg(target_os = "linux")]
#[test]
fn an_infinite_input_ends_at_a_limit() {
    backsolve(["check", "/dev/zero"]).exits(3).complains("is larger than the limit of 16 MiB");
}
