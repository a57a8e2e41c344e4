//! Corrupts text in the ways in which people, editors and disks do, and in some worse ones.

use randomgame::RandomChoices;

/// Fragments that matter to a GDL reader.
const PIECES: [&str; 32] = [
    "(",
    ")",
    "((",
    "))",
    "(<=",
    "<=",
    "(not",
    "(or",
    "(distinct",
    "?x",
    "?",
    "??",
    "true",
    "(true",
    "does",
    "(next",
    "terminal",
    "(goal",
    "(role",
    "(init ",
    "(legal",
    "(base",
    "(input",
    ";",
    "; \n",
    "\r",
    "\r\n",
    "\u{feff}",
    "é",
    "\u{2028}",
    "100",
    "-1",
];

/// Mutates the text a few times.
pub fn mutate(text: &mut Vec<u8>, random: &mut RandomChoices) {
    for _ in 0..1 << random.below(5) {
        once(text, random);
    }
}

fn once(text: &mut Vec<u8>, random: &mut RandomChoices) {
    let at = random.below(text.len() + 1);
    match random.below(8) {
        0 => insert(text, at, random.pick(&PIECES).as_bytes()),
        1 => insert(text, at, &[random.below(256) as u8]),
        2 => drop(text.drain(stretch(text, at, random))),
        3 => {
            let copy = text[stretch(text, at, random)].to_vec();
            insert(text, random.below(text.len() + 1), &copy);
        }
        4 => text.truncate(at),
        5 => {
            let pair = *random.pick(&[["(", ")"], ["(not ", ")"], ["(f ", ")"], ["(or ", ")"]]);
            let depth = *random.pick(&[1, 2, 10, 1_000]);
            let wrapped = [pair[0].repeat(depth).as_bytes(), &text[..at], pair[1].repeat(depth).as_bytes()].concat();
            text.splice(..at, wrapped);
        }
        6 => rename(text, random),
        _ => {
            if let Some(byte) = text.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
    }
}

fn insert(text: &mut Vec<u8>, at: usize, piece: &[u8]) {
    text.splice(at..at, piece.iter().copied());
}

/// A range of the text from `at` on, usually short.
fn stretch(text: &[u8], at: usize, random: &mut RandomChoices) -> std::ops::Range<usize> {
    let longest = 1 << random.below(8);
    let length = random.below(longest);
    at..(at + length).min(text.len())
}

/// Replaces one word of the text by another: wrong arities, wrong layers, unbound variables.
fn rename(text: &mut Vec<u8>, random: &mut RandomChoices) {
    let is_word = |b: u8| !b.is_ascii_whitespace() && b != b'(' && b != b')';
    let mut words = Vec::new();
    let mut start = None;
    for (at, byte) in text.iter().copied().chain([b' ']).enumerate() {
        match (start, is_word(byte)) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                words.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    if !words.is_empty() {
        let new = text[random.pick(&words).clone()].to_vec();
        text.splice(random.pick(&words).clone(), new);
    }
}
