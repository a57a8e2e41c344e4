//! Conversations between a host and the player, written from the protocol's description (Genesereth & Thielscher,
//! General Game Playing, chapter 3), with the answers that a host may expect.

use std::time::{Duration, Instant};

use protocol::{Agent, AgentOptions};

/// Two alternating roles, three tokens; the role that takes the last one wins.
const TOKENS: &str = "(role left) (role right) (init (tokens 3)) (init (control left))
    (less 3 2) (less 2 1) (less 1 0) (two 3 1) (two 2 0) (other left right) (other right left)
    (<= (legal ?r one) (true (control ?r)))
    (<= (legal ?r two) (true (control ?r)) (true (tokens ?n)) (two ?n ?m))
    (<= (legal ?r wait) (true (control ?o)) (other ?o ?r))
    (<= (next (tokens ?m)) (does ?r one) (true (tokens ?n)) (less ?n ?m))
    (<= (next (tokens ?m)) (does ?r two) (true (tokens ?n)) (two ?n ?m))
    (<= (next (control ?o)) (true (control ?r)) (other ?r ?o))
    (<= terminal (true (tokens 0)))
    (<= (goal ?r 100) (true (tokens 0)) (true (control ?o)) (other ?r ?o))
    (<= (goal ?r 0) (true (tokens ?n)) (true (control ?r)))
    (<= (goal ?r 0) (true (tokens ?n)) (true (control ?o)) (other ?r ?o) (distinct ?n 0))";

/// The same with meaningless names, in another order, with a comment.
const SCRAMBLED: &str = "(role zok7) (role vim2)
    (<= terminal (true (ulp q0))) ; nothing left )
    (init (ulp q3)) (init (gan zok7))
    (fen q3 q2) (fen q2 q1) (fen q1 q0) (hab q3 q1) (hab q2 q0) (kel vim2 zok7) (kel zok7 vim2)
    (<= (legal ?a tig) (true (gan ?a)))
    (<= (legal ?a tag) (true (ulp ?b)) (hab ?b ?c) (true (gan ?a)))
    (<= (legal ?a tug) (kel ?b ?a) (true (gan ?b)))
    (<= (next (ulp ?c)) (does ?a tig) (true (ulp ?b)) (fen ?b ?c))
    (<= (next (ulp ?c)) (does ?a tag) (true (ulp ?b)) (hab ?b ?c))
    (<= (next (gan ?b)) (true (gan ?a)) (kel ?a ?b))
    (<= (goal ?a 0) (true (ulp ?n)) (true (gan ?b)) (kel ?a ?b) (distinct ?n q0))
    (<= (goal ?a 100) (true (ulp q0)) (true (gan ?b)) (kel ?a ?b))
    (<= (goal ?a 0) (true (ulp ?n)) (true (gan ?a)))";

/// Both name a number simultaneously, three times.
const AT_ONCE: &str = "(role a) (role b) (init (round 1)) (after 1 2) (after 2 3) (after 3 4) (number 1) (number 2)
    (<= (legal ?r (name ?n)) (role ?r) (number ?n))
    (<= (next (round ?n)) (true (round ?m)) (after ?m ?n))
    (<= (next (last ?r ?n)) (does ?r (name ?n)))
    (<= terminal (true (round 4)))
    (<= (goal a 100) (true (last a ?n)) (true (last b ?n)))
    (<= (goal a 0) (true (last a ?n)) (true (last b ?m)) (distinct ?n ?m))
    (<= (goal b 0) (true (last a ?n)) (true (last b ?n)))
    (<= (goal b 100) (true (last a ?n)) (true (last b ?m)) (distinct ?n ?m))";

/// A die decides.
const CHANCE: &str = "(role random) (role me) (init start) (side 1) (side 2)
    (<= (legal random (roll ?n)) (side ?n))
    (<= (legal me (bet ?n)) (side ?n))
    (<= (next (hit ?n)) (does random (roll ?n)) (does me (bet ?n)))
    (<= (next missed) (does random (roll ?n)) (does me (bet ?m)) (distinct ?n ?m))
    (<= terminal (not (true start)))
    (<= (goal me 100) (true (hit ?n)))
    (<= (goal me 0) (true missed))
    (goal random 0)";

/// The expected answer to a message.
enum Answer {
    /// This one.
    Is(&'static str),
    /// One of these.
    OneOf(&'static [&'static str]),
    /// An error that says this.
    Error(&'static str),
}

use Answer::{Error, Is, OneOf};

/// A conversation: its purpose, and messages with their answers. RULES is replaced by one of the sheets.
type Conversation = (&'static str, &'static [(&'static str, Answer)]);

/// With a start clock of 60 the game is solved in time, and the answer comes when it is. With clocks of 0 the player
/// has no time at all, and any legal move is accepted.
const CONVERSATIONS: &[Conversation] = &[
    (
        "a whole match, played perfectly",
        &[
            ("(info)", Is("((name backsolve) (status available))")),
            ("(start m right (TOKENS) 60 60)", Is("ready")),
            ("(play m nil)", Is("wait")),
            ("(play m (one wait))", Is("two")),
            ("(stop m (wait two))", Is("done")),
            ("(info)", Is("((name backsolve) (status available))")),
        ],
    ),
    (
        "heads in any case, odd white space",
        &[
            ("( INFO )", Is("((name backsolve) (status available))")),
            ("\r\n(Start\tM.1\nright\n(TOKENS)\n60\n60\n)\n", Is("ready")),
            (" ( PLAY M.1 NIL ) ", Is("wait")),
            ("(play M.1 ( TWO\n WAIT ) )", Is("one")),
            ("(STOP M.1 (wait one))", Is("done")),
        ],
    ),
    (
        "scrambled rules, with a comment in them",
        &[
            ("(start m vim2 (SCRAMBLED) 60 60)", Is("ready")),
            ("(play m nil)", Is("tug")),
            ("(play m (tig tug))", Is("tag")),
            ("(stop m (tug tag))", Is("done")),
        ],
    ),
    (
        "without time there is a legal move",
        &[
            ("(start m left (TOKENS) 0 0)", Is("ready")),
            ("(play m nil)", OneOf(&["one", "two"])),
            ("(play m (one wait))", Is("wait")),
            ("(play m (wait one))", Is("one")),
            ("(stop m (one wait))", Is("done")),
        ],
    ),
    (
        "what the start clock is too short for goes on after it; a repeated start waits for it",
        &[
            ("(start m right (TOKENS) 0 60)", Is("ready")),
            ("(start m right (TOKENS) 60 60)", Is("ready")),
            ("(play m nil)", Is("wait")),
            ("(play m (two wait))", Is("one")),
            ("(stop m (wait one))", Is("done")),
        ],
    ),
    (
        "simultaneous moves",
        &[
            ("(start m b (AT_ONCE) 0 1)", Is("ready")),
            ("(play m nil)", OneOf(&["(name 1)", "(name 2)"])),
            ("(play m ((name 1) (name 2)))", OneOf(&["(name 1)", "(name 2)"])),
            ("(play m ((name 2) (name 2)))", OneOf(&["(name 1)", "(name 2)"])),
            ("(stop m ((name 2) (name 1)))", Is("done")),
        ],
    ),
    (
        "chance has its own moves",
        &[
            ("(start m me (CHANCE) 0 1)", Is("ready")),
            ("(play m nil)", OneOf(&["(bet 1)", "(bet 2)"])),
            ("(stop m ((roll 1) (bet 1)))", Is("done")),
        ],
    ),
    (
        "a repeated message gets the same answer and makes no move twice",
        &[
            ("(start m right (TOKENS) 60 60)", Is("ready")),
            ("(start m right (TOKENS) 60 60)", Is("ready")),
            ("(play m nil)", Is("wait")),
            ("(play m nil)", Is("wait")),
            ("(play m (one wait))", Is("two")),
            ("(play m (one wait))", Is("two")),
            ("(play m nil)", Is("two")),
            ("(stop m (wait two))", Is("done")),
            ("(stop m (wait two))", Is("done")),
            ("(play m nil)", Is("busy")),
        ],
    ),
    (
        "a message from a ply that never arrived gets a move that was legal",
        &[
            ("(start m left (TOKENS) 60 60)", Is("ready")),
            ("(play m (wait one))", OneOf(&["one", "two"])),
            ("(play m (jump wait))", OneOf(&["one", "two"])),
            ("(play m (one wait))", Is("wait")),
            ("(abort m)", Is("aborted")),
        ],
    ),
    (
        "the host replaced a late move: its word counts",
        &[
            ("(start m left (TOKENS) 0 0)", Is("ready")),
            ("(play m (two wait))", Is("wait")),
            ("(play m (wait one))", Is("one")),
            ("(stop m (wait one))", Is("done")),
        ],
    ),
    (
        "an aborted match is forgotten",
        &[
            ("(start m left (TOKENS) 0 0)", Is("ready")),
            ("(abort m)", Is("aborted")),
            ("(abort m)", Is("aborted")),
            ("(play m nil)", Is("busy")),
            ("(start m right (TOKENS) 0 0)", Is("ready")),
            ("(play m nil)", Is("wait")),
        ],
    ),
    (
        "matches that nobody began",
        &[("(play m nil)", Is("busy")), ("(stop m (one wait))", Is("busy")), ("(abort m)", Is("busy"))],
    ),
    (
        "several matches at once, up to a limit",
        &[
            ("(start one right (TOKENS) 60 60)", Is("ready")),
            ("(start two vim2 (SCRAMBLED) 60 60)", Is("ready")),
            ("(info)", Is("((name backsolve) (status busy))")),
            ("(start three left (TOKENS) 60 60)", Is("busy")),
            ("(start one left (TOKENS) 60 60)", Is("busy")),
            ("(play two nil)", Is("tug")),
            ("(play one nil)", Is("wait")),
            ("(play one (two wait))", Is("one")),
            ("(play two (tig tug))", Is("tag")),
            ("(stop two (tug tag))", Is("done")),
            ("(start three left (TOKENS) 60 60)", Is("ready")),
        ],
    ),
    (
        "a preview",
        &[
            ("(preview (TOKENS) 10)", Is("ready")),
            ("(PREVIEW (SCRAMBLED) 10)", Is("ready")),
            ("(preview TOKENS)", Error("the form (preview (RULES) CLOCK)")),
        ],
    ),
    (
        "malformed messages change nothing",
        &[
            ("(start m right (TOKENS) 60 60)", Is("ready")),
            ("", Error("one list")),
            ("(play", Error("never closed")),
            ("(play m (one wait)", Error("never closed")),
            ("(play m)", Error("the form (play ID (MOVES))")),
            ("(play m (one))", Error("2 moves")),
            ("(play m (one wait wait))", Error("2 moves")),
            ("(play m one)", Error("or nil")),
            ("(jump m)", Error("one of info")),
            ("<html>", Error("one list")),
            ("(play m nil)", Is("wait")),
        ],
    ),
    (
        "malformed starts begin no match",
        &[
            ("(start m nobody (TOKENS) 60 60)", Error("no role nobody")),
            ("(start m left (TOKENS) soon 60)", Error("seconds")),
            ("(start m left () 60 60)", Error("")),
            ("(start m left ((role left) (<= (legal left)) 60 60)", Error("never closed")),
            ("(start m left ((role left) (<= (p ?x) (q ?x) (not (p ?x))) (q 1)) 60 60)", Error("")),
            ("(play m nil)", Is("busy")),
        ],
    ),
];

fn agent() -> Agent {
    Agent::new(AgentOptions { data: None, memory: 256 << 20, threads: 1, matches: 2, seed: 1 })
}

fn body(message: &str) -> String {
    let sheets = [("TOKENS", TOKENS), ("SCRAMBLED", SCRAMBLED), ("AT_ONCE", AT_ONCE), ("CHANCE", CHANCE)];
    sheets.iter().fold(message.to_owned(), |body, (name, sheet)| body.replace(name, sheet))
}

#[test]
fn every_message_gets_the_answer_that_the_protocol_requires() {
    assert!(CONVERSATIONS.len() >= 12);
    for (name, messages) in CONVERSATIONS {
        let agent = agent();
        for (message, expected) in *messages {
            let reply = agent.answer(body(message).as_bytes());
            let is_right = match expected {
                Is(text) => reply.status == 200 && reply.text == *text,
                OneOf(texts) => reply.status == 200 && texts.contains(&reply.text.as_str()),
                Error(why) => reply.status == 400 && !reply.text.is_empty() && reply.text.contains(why),
            };
            assert!(is_right, "{name}: {message} was answered by {reply:?}");
        }
    }
}

/// The player recognises a game by its fingerprint, whatever its names are, and then needs no start clock.
#[test]
fn a_known_game_is_played_from_its_database_immediately() {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, path) = (gdl::Source::new("tokens", TOKENS), folder.path().join("tokens.solution"));
    let rules = gdl::Rules::from_text(TOKENS).expect("rules");
    let (options, stop) =
        (operations::solve::SolveOptions::new(operations::Budget::default(), 1), operations::Stop::default());
    let solve = operations::solve::Solve::new(&source, &rules, &options, &path, &stop);
    solve.run(&solve.prepare().expect("a game"), &mut |_| ()).expect("a solution");
    let data = Some(folder.path().to_owned());
    let agent = Agent::new(AgentOptions { data, memory: 256 << 20, threads: 1, matches: 2, seed: 1 });
    for (id, others, answer) in [("m1", "tig", "tag"), ("m2", "tag", "tig")] {
        let start = format!("(start {id} vim2 ({SCRAMBLED}) 60 60)");
        assert_eq!(agent.answer(start.as_bytes()).text, "ready");
        assert_eq!(agent.answer(format!("(play {id} nil)").as_bytes()).text, "tug");
        assert_eq!(agent.answer(format!("(play {id} ({others} tug))").as_bytes()).text, answer);
    }
}

/// The clock is an hour, which the test would take if the search continued. An abort that comes first is answered as
/// well.
#[test]
fn an_abort_ends_a_search() {
    let (agent, sheet) = (agent(), games::sheet("connect-four:7x6").expect("a sheet"));
    assert_eq!(agent.answer(format!("(start m red ({sheet}) 1 3600)").as_bytes()).text, "ready");
    std::thread::scope(|scope| {
        let search = scope.spawn(|| agent.answer(b"(play m nil)").text);
        assert_eq!(agent.answer(b"(abort m)").text, "aborted");
        let answer = search.join().expect("an answer");
        assert!(answer == "busy" || answer.starts_with("(drop "), "{answer}");
    });
}

#[test]
fn matches_of_hosts_that_are_gone_make_way() {
    let agent = Agent::new(AgentOptions { data: None, memory: 256 << 20, threads: 1, matches: 1, seed: 1 });
    assert_eq!(agent.answer(body("(start m left (TOKENS) 900 0)").as_bytes()).text, "ready");
    let later = |seconds| Instant::now() + Duration::from_secs(seconds);
    agent.end_abandoned(later(1000));
    assert_eq!(agent.answer(b"(info)").text, "((name backsolve) (status busy))", "its start clock was 900 s");
    agent.end_abandoned(later(1600));
    assert_eq!(agent.answer(b"(info)").text, "((name backsolve) (status available))");
    assert_eq!(agent.answer(b"(play m nil)").text, "busy");
}
