//! Minimises a failing input: removes lines, then bracketed groups and words, then bytes, as long as it still fails.
//!
//! Each pass tries to remove runs of pieces, long ones first (delta debugging, Zeller & Hildebrandt 2002).

use std::ops::Range;
use std::time::Instant;

/// Inputs above this many bytes are not reduced byte by byte.
const SMALL: usize = 2_000;

/// The smallest input found before `deadline` for which `fails` holds, as it does for `input`.
pub fn minimise(input: &[u8], deadline: Instant, mut fails: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut best = input.to_vec();
    loop {
        let before = best.len();
        for pieces in [lines, groups, bytes] {
            remove_runs(&mut best, pieces, deadline, &mut fails);
        }
        if best.len() == before || Instant::now() > deadline {
            return best;
        }
    }
}

/// Removes runs of pieces: first half of them at a time, finally one.
fn remove_runs(
    best: &mut Vec<u8>,
    pieces: fn(&[u8]) -> Vec<Range<usize>>,
    deadline: Instant,
    fails: &mut impl FnMut(&[u8]) -> bool,
) {
    let mut run = pieces(best).len().div_ceil(2);
    while run > 0 {
        let mut first = 0;
        loop {
            let all = pieces(best);
            let Some(from) = all.get(first) else { break };
            if Instant::now() > deadline {
                return;
            }
            let last = &all[(first + run - 1).min(all.len() - 1)];
            let candidate = [&best[..from.start], &best[last.end.max(from.end)..]].concat();
            match fails(&candidate) {
                true => *best = candidate,
                false => first += run,
            }
        }
        run /= 2;
    }
}

fn lines(text: &[u8]) -> Vec<Range<usize>> {
    let mut start = 0;
    let line = text.split_inclusive(|&b| b == b'\n').map(|line| {
        let range = start..start + line.len();
        start = range.end;
        range
    });
    line.collect()
}

/// Words and bracketed groups, outer ones before inner ones.
fn groups(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open = Vec::new();
    let mut word = None;
    for (at, &byte) in text.iter().chain(b" ").enumerate() {
        let separates = byte.is_ascii_whitespace() || byte == b'(' || byte == b')';
        match word {
            None if !separates => word = Some(at),
            Some(start) if separates => {
                found.push(start..at);
                word = None;
            }
            _ => {}
        }
        match byte {
            b'(' => open.push(at),
            b')' => found.extend(open.pop().map(|start: usize| start..at + 1)),
            _ => {}
        }
    }
    found.sort_by_key(|range| (range.start, usize::MAX - range.end));
    found
}

fn bytes(text: &[u8]) -> Vec<Range<usize>> {
    if text.len() > SMALL { Vec::new() } else { (0..text.len()).map(|i| i..i + 1).collect() }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn minimal(input: &str, fails: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + Duration::from_secs(60);
        let small = minimise(input.as_bytes(), deadline, |bytes| std::str::from_utf8(bytes).is_ok_and(&fails));
        String::from_utf8(small).expect("only text fails")
    }

    #[test]
    fn only_the_failing_part_is_left() {
        let sheet = "(role a)\n(<= (legal a (b ?x)) (p ?x) (not (q ?x)))\n(init (p 1))\n";
        assert_eq!(minimal(sheet, |text| text.contains("(not (q ?x))")), "(not (q ?x))");
        assert_eq!(minimal(sheet, |text| text.matches(')').count() >= 2), "))");
    }

    #[test]
    fn groups_contain_their_words() {
        let found = groups(b"(a (b) c");
        assert_eq!(found, [1..2, 3..6, 4..5, 7..8]);
    }
}
