//! Atoms that always or never hold, and their removal from the ground program.
//!
//! Two fixpoints alternate until neither changes. *Possible* atoms can be derived from the first state, rules and
//! moves, given the certain atoms. This is the relaxed reachability of [`crate::relax`] again, but negative literals
//! with a certain atom count as false. *Certain* atoms follow from certain atoms and from the absence of impossible
//! ones. A fluent is certain if it is in the first state and all such fluents together, taken as true, make its `next`
//! certain: induction over plies. Moves are never certain, not even the only move of a role, because callers ask for
//! the next state without a move.

use crate::limits::{Meter, Stop};
use crate::program::{AtomId, Lists, Program};

/// The constant atoms.
#[derive(Clone, Debug)]
pub struct Constants {
    /// Whether it may hold in some state (and joint move).
    pub possible: Vec<bool>,
    /// Whether it holds in every reachable state (and legal joint move).
    pub certain: Vec<bool>,
}

impl Constants {
    /// The constant value of an atom, if it has one.
    pub fn value(&self, atom: AtomId) -> Option<bool> {
        match (self.possible[atom as usize], self.certain[atom as usize]) {
            (false, _) => Some(false),
            (true, true) => Some(true),
            (true, false) => None,
        }
    }
}

/// After this many attempts the candidates for certain fluents are given up: each attempt is a pass over the whole
/// program.
const ATTEMPTS: usize = 50;

struct Analysis<'a> {
    program: &'a Program,
    /// For each atom, the rules with it as a positive literal.
    positive: Lists,
    /// `next` to `true`, `legal` to `does`.
    links: Vec<Option<AtomId>>,
    /// Atoms already known to be constant.
    fixed: &'a [Option<bool>],
}

/// Finds the constant atoms. `fixed` contains the atoms that are already known; rules for them are ignored and may be
/// missing.
pub fn constants(program: &Program, fixed: &[Option<bool>], meter: &mut Meter) -> Result<Constants, Stop> {
    // Besides the lists: a link, a queue entry and some flags per atom, and a counter per rule.
    let bytes = Lists::bytes(program.atoms, program.rules.literals()) + 20 * program.atoms + 4 * program.rules.len();
    meter.check(bytes)?;
    let positive = Lists::collect(program.atoms, || {
        (0..program.rules.len()).flat_map(|rule| {
            let body = program.rules.body(rule).iter();
            body.filter(|l| !l.negative()).map(move |l| (l.atom(), rule as u32))
        })
    });
    let mut links = vec![None; program.atoms];
    for fluent in &program.fluents {
        if let Some(next) = fluent.next {
            links[next as usize] = Some(fluent.holds);
        }
    }
    for action in &program.moves {
        links[action.legal as usize] = Some(action.does);
    }
    let analysis = Analysis { program, positive, links, fixed };

    let mut certain = vec![false; program.atoms];
    let mut possible = vec![true; program.atoms];
    loop {
        // The claims of each round are sound, so they accumulate and the rounds terminate.
        let mut now_possible = analysis.possible(&certain);
        now_possible.iter_mut().zip(&possible).for_each(|(now, before)| *now &= before);
        meter.check(bytes)?;
        let mut now_certain = analysis.certain(&now_possible, || meter.check(bytes))?;
        now_certain.iter_mut().zip(&certain).for_each(|(now, before)| *now |= before);
        if now_possible == possible && now_certain == certain {
            return Ok(Constants { possible, certain });
        }
        (possible, certain) = (now_possible, now_certain);
    }
}

impl Analysis<'_> {
    fn possible(&self, certain: &[bool]) -> Vec<bool> {
        let rules = &self.program.rules;
        let mut possible = vec![false; self.program.atoms];
        let mut missing: Vec<u32> = (0..rules.len())
            .map(|rule| {
                let body = rules.body(rule);
                let blocked = body.iter().any(|l| l.negative() && certain[l.atom() as usize]);
                if blocked { u32::MAX } else { body.iter().filter(|l| !l.negative()).count() as u32 }
            })
            .collect();
        let mut queue: Vec<AtomId> = self.program.fluents.iter().filter(|f| f.initial).map(|f| f.holds).collect();
        queue.extend(self.fixed_true());
        queue.extend((0..rules.len()).filter(|&r| missing[r] == 0).map(|r| rules.head(r)));
        while let Some(atom) = queue.pop() {
            if self.fixed[atom as usize] == Some(false) || std::mem::replace(&mut possible[atom as usize], true) {
                continue;
            }
            queue.extend(self.links[atom as usize]);
            for &rule in self.positive.get(atom) {
                let missing = &mut missing[rule as usize];
                if *missing != u32::MAX {
                    *missing -= 1;
                    if *missing == 0 {
                        queue.push(rules.head(rule as usize));
                    }
                }
            }
        }
        possible
    }

    fn certain(&self, possible: &[bool], mut check: impl FnMut() -> Result<(), Stop>) -> Result<Vec<bool>, Stop> {
        let mut candidates: Vec<(AtomId, AtomId)> = (self.program.fluents.iter())
            .filter(|f| f.initial && possible[f.holds as usize])
            .filter_map(|f| f.next.map(|next| (f.holds, next)))
            .collect();
        for attempt in 0.. {
            let certain = self.certain_given(possible, &candidates);
            let before = candidates.len();
            candidates.retain(|&(_, next)| certain[next as usize]);
            if candidates.len() == before {
                return Ok(certain);
            }
            check()?;
            if attempt == ATTEMPTS {
                candidates.clear();
            }
        }
        unreachable!("the candidates shrink until they are stable")
    }

    fn certain_given(&self, possible: &[bool], fluents: &[(AtomId, AtomId)]) -> Vec<bool> {
        let rules = &self.program.rules;
        let mut certain = vec![false; self.program.atoms];
        let mut missing: Vec<u32> = (0..rules.len())
            .map(|r| rules.body(r).iter().filter(|l| !l.negative() || possible[l.atom() as usize]).count() as u32)
            .collect();
        let mut queue: Vec<AtomId> = fluents.iter().map(|f| f.0).collect();
        queue.extend(self.fixed_true());
        queue.extend((0..rules.len()).filter(|&r| missing[r] == 0).map(|r| rules.head(r)));
        while let Some(atom) = queue.pop() {
            if !possible[atom as usize] || std::mem::replace(&mut certain[atom as usize], true) {
                continue;
            }
            for &rule in self.positive.get(atom) {
                missing[rule as usize] -= 1;
                if missing[rule as usize] == 0 {
                    queue.push(rules.head(rule as usize));
                }
            }
        }
        certain
    }

    fn fixed_true(&self) -> impl Iterator<Item = AtomId> + '_ {
        (0..self.program.atoms as AtomId).filter(|&atom| self.fixed[atom as usize] == Some(true))
    }
}
