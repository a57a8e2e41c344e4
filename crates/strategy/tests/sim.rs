//! Sim, second player: the stored strategy, checked by a hand-written Sim that shares no code with the crates.

use std::collections::{HashMap, HashSet};

const STRATEGY: &str = include_str!("strategies/sim.strategy");

/// The lines between six points, one bit each, by owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Position {
    red: u16,
    blue: u16,
}

/// The bit of the line between two points from 1 to 6.
fn line(i: usize, j: usize) -> u16 {
    let (i, j) = (i.min(j), i.max(j));
    let number = (1..i).map(|first| 6 - first).sum::<usize>() + (j - i - 1);
    1 << number
}

fn has_triangle(lines: u16) -> bool {
    (1..=6).any(|i| {
        (i + 1..=6).any(|j| {
            (j + 1..=6).any(|k| {
                let triangle = line(i, j) | line(j, k) | line(i, k);
                lines & triangle == triangle
            })
        })
    })
}

impl Position {
    fn blue_moves(self) -> bool {
        self.red.count_ones() > self.blue.count_ones()
    }

    /// The positions after each move, with the move; empty if the game is over.
    fn next(self) -> Vec<(u16, Position)> {
        if has_triangle(self.red) || has_triangle(self.blue) {
            return Vec::new();
        }
        let free = (0..15).map(|number| 1 << number).filter(|bit| (self.red | self.blue) & bit == 0);
        let after = |bit: u16| match self.blue_moves() {
            true => Position { blue: self.blue | bit, ..self },
            false => Position { red: self.red | bit, ..self },
        };
        free.map(|bit| (bit, after(bit))).collect()
    }
}

/// Whether blue wins; the owner of a triangle has lost, and with six points somebody always gets one.
fn blue_wins(position: Position, known: &mut HashMap<Position, bool>) -> bool {
    if let Some(&wins) = known.get(&position) {
        return wins;
    }
    let next = position.next();
    let wins = match next.is_empty() {
        true => has_triangle(position.red),
        false if position.blue_moves() => next.iter().any(|&(_, next)| blue_wins(next, known)),
        false => next.iter().all(|&(_, next)| blue_wins(next, known)),
    };
    known.insert(position, wins);
    wins
}

/// An image of a rule: lines that must or must not be red, blue or missing, in this order; and the line to draw.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Image {
    must: [u16; 3],
    must_not: [u16; 3],
    draw: u16,
}

impl Image {
    fn applies(&self, position: Position) -> bool {
        let missing = !(position.red | position.blue);
        let colours = [position.red, position.blue, missing];
        let fits = |(colour, (must, must_not)): (&u16, (&u16, &u16))| colour & must == *must && colour & must_not == 0;
        missing & self.draw != 0 && colours.iter().zip(self.must.iter().zip(&self.must_not)).all(fits)
    }
}

/// All permutations of six points.
fn permutations() -> Vec<[usize; 6]> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..6 {
        all = all
            .iter()
            .flat_map(|start| (1..=6).filter(|n| !start.contains(n)).map(|n| [start.clone(), vec![n]].concat()))
            .collect();
    }
    all.into_iter().map(|order| order.try_into().expect("six points")).collect()
}

/// The images of each rule of a text.
fn rules(text: &str) -> Vec<HashSet<Image>> {
    let rule = |text: &str| {
        let words: Vec<&str> =
            text.split(|c: char| c == '(' || c == ')' || c.is_whitespace()).filter(|w| !w.is_empty()).collect();
        let image = |points: &[usize; 6]| {
            let mut image = Image { must: [0; 3], must_not: [0; 3], draw: 0 };
            let bit = |at: usize| {
                line(
                    points[words[at].parse::<usize>().unwrap() - 1],
                    points[words[at + 1].parse::<usize>().unwrap() - 1],
                )
            };
            for at in (0..words.len()).filter(|&at| words[at] == "line") {
                let colour = ["red", "blue", "missing"].iter().position(|c| *c == words[at + 3]).expect("a colour");
                let negated = at > 0 && words[at - 1] == "not";
                (if negated { &mut image.must_not } else { &mut image.must })[colour] |= bit(at + 1);
            }
            image.draw = bit(words.iter().position(|w| *w == "draw").expect("a move") + 1);
            image
        };
        permutations().iter().map(image).collect()
    };
    text.lines().filter(|line| line.contains("=>")).map(rule).collect()
}

#[test]
fn at_most_twenty_rules_win_for_the_second_player() {
    let rules = rules(STRATEGY);
    assert!((1..=20).contains(&rules.len()));
    let mut known = HashMap::new();
    let first = Position { red: 0, blue: 0 };
    assert!(blue_wins(first, &mut known));
    let going_on = known.keys().filter(|p| !p.next().is_empty()).count();
    assert!(going_on <= 1_350_022);
    let (mut seen, mut open) = (HashSet::from([first]), vec![first]);
    while let Some(position) = open.pop() {
        let mut next = position.next();
        if position.blue_moves() && !next.is_empty() {
            let proposed = rules.iter().find_map(|images| {
                let moves: HashSet<u16> =
                    images.iter().filter(|image| image.applies(position)).map(|image| image.draw).collect();
                (!moves.is_empty()).then_some(moves)
            });
            if let Some(proposed) = proposed {
                next.retain(|(made, _)| proposed.contains(made));
            }
            assert!(next.iter().all(|&(_, next)| blue_wins(next, &mut known)), "{position:?}");
        }
        open.extend(next.into_iter().map(|(_, next)| next).filter(|next| seen.insert(*next)));
    }
}

#[test]
fn the_judge_rejects_a_strategy_without_rules() {
    // The plain judge is worthless if it accepts anything: without rules some position must be lost.
    let mut known = HashMap::new();
    let red_errs = Position { red: line(1, 2) | line(3, 4), blue: line(1, 3) };
    let next = red_errs.next();
    assert!(next.iter().any(|&(_, next)| blue_wins(next, &mut known)));
    assert!(!next.iter().all(|&(_, next)| blue_wins(next, &mut known)));
}
