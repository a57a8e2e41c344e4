//! The target for messages to a player: malformed messages and arbitrary text.

use protocol::{Agent, AgentOptions, Message};
use randomgame::RandomChoices;

use crate::mutate::mutate;
use crate::tally::Tally;

/// A game of two plies.
const SHEET: &str = "(role a) (role b) (init (step 1)) (after 1 2) (after 2 3)
    (<= (legal a (go ?n)) (true (step ?n))) (<= (legal a wait) (true (step 1)))
    (legal b wait)
    (<= (next (step ?m)) (true (step ?n)) (after ?n ?m))
    (<= terminal (true (step 3)))
    (goal a 100) (goal b 0)";

/// Messages of a host.
const MESSAGES: [&str; 9] = [
    "(info)",
    "(preview (SHEET) 1)",
    "(start m a (SHEET) 0 0)",
    "(play m nil)",
    "(PLAY m ((go 1) wait))",
    "(play m (wait wait))",
    "(stop m ((go 2) wait))",
    "(abort m)",
    "(START other b (SHEET) 0 0)",
];

/// A conversation: a few messages, one per line, some of them malformed.
pub fn generate(random: &mut RandomChoices) -> Vec<u8> {
    let mut conversation = Vec::new();
    for _ in 0..1 + random.below(6) {
        let mut body = random.pick(&MESSAGES).replace("SHEET", &SHEET.replace('\n', " ")).into_bytes();
        if random.below(2) == 0 {
            mutate(&mut body, random);
        }
        body.retain(|byte| *byte != b'\n');
        conversation.append(&mut body);
        conversation.push(b'\n');
    }
    conversation
}

/// Runs the conversation. Every body gets an answer or an error with a reason, parsed messages survive a round trip,
/// and the player keeps responding.
pub fn run(input: &[u8], tally: &mut Tally) -> Result<(), String> {
    let agent = Agent::new(AgentOptions { data: None, memory: 64 << 20, threads: 1, matches: 2, seed: 1 });
    for body in input.split(|byte| *byte == b'\n') {
        let reply = agent.answer(body);
        if reply.text.is_empty() || ![200, 400].contains(&reply.status) {
            return Err(format!("a strange answer: {reply:?}"));
        }
        let message = Message::read(body);
        tally.count(if message.is_ok() { "messages" } else { "malformed" });
        tally.add("refused", u64::from(message.is_ok() && reply.status == 400));
        match (&message, reply.status) {
            (Err(_), 200) => return Err("a malformed message is answered".into()),
            (Ok(message), _) => writing_keeps_everything(message)?,
            _ => {}
        }
    }
    match agent.answer(b"(info)").status {
        200 => Ok(()),
        status => Err(format!("the player is gone: {status}")),
    }
}

/// A message survives printing and parsing, except for a line end after its rules.
fn writing_keeps_everything(message: &Message) -> Result<(), String> {
    let text = message.to_string();
    let again = Message::read(text.as_bytes()).map_err(|malformed| format!("can't be read again: {malformed}"))?;
    let blanks = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    if blanks(&again.to_string()) == blanks(&text) { Ok(()) } else { Err("changes when it is written".into()) }
}
