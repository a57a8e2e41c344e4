//! The ground program: rules over numbered atoms, in three flat arrays.

use std::ops::Range;

use crate::limits::{extend, push};

/// Number of a dynamic atom.
pub type AtomId = u32;

/// An atom or its negation in a body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal(u32);

impl Literal {
    /// The atom holds, or does not if `negative`.
    pub fn new(atom: AtomId, negative: bool) -> Literal {
        Literal(atom << 1 | u32::from(negative))
    }

    /// The atom.
    pub fn atom(self) -> AtomId {
        self.0 >> 1
    }

    /// Whether the atom must not hold.
    pub fn negative(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Ground rules, in any order.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    heads: Vec<AtomId>,
    ends: Vec<u32>,
    literals: Vec<Literal>,
}

impl Rules {
    /// Adds a rule unless it is a tautology. The body is sorted and deduplicated.
    ///
    /// Fails if 32 bits are not enough to number the literals.
    pub fn push(&mut self, head: AtomId, body: &mut Vec<Literal>) -> Option<()> {
        body.sort_unstable();
        body.dedup();
        let contradiction = body.windows(2).any(|pair| pair[0].atom() == pair[1].atom());
        if contradiction || body.binary_search(&Literal::new(head, false)).is_ok() {
            return Some(());
        }
        let end = u32::try_from(self.literals.len() + body.len()).ok()?;
        push(&mut self.heads, head);
        extend(&mut self.literals, body);
        push(&mut self.ends, end);
        Some(())
    }

    /// Number of rules.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// The head of a rule.
    pub fn head(&self, rule: usize) -> AtomId {
        self.heads[rule]
    }

    /// The body of a rule.
    pub fn body(&self, rule: usize) -> &[Literal] {
        let start = if rule == 0 { 0 } else { self.ends[rule - 1] as usize };
        &self.literals[start..self.ends[rule] as usize]
    }

    /// Removes atoms of constant value: rules for them, rules that cannot fire, and literals that always hold.
    pub fn substitute(&mut self, value: impl Fn(AtomId) -> Option<bool>) {
        let (mut rules, mut literals, mut start) = (0, 0, 0);
        for rule in 0..self.heads.len() {
            let end = self.ends[rule] as usize;
            let keep = literals;
            let mut fires = value(self.heads[rule]).is_none();
            for position in start..end {
                let literal = self.literals[position];
                match value(literal.atom()) {
                    None => {
                        self.literals[literals] = literal;
                        literals += 1;
                    }
                    Some(value) => fires &= value != literal.negative(),
                }
            }
            start = end;
            if fires {
                self.heads[rules] = self.heads[rule];
                self.ends[rules] = literals as u32;
                rules += 1;
            } else {
                literals = keep;
            }
        }
        self.heads.truncate(rules);
        self.ends.truncate(rules);
        self.literals.truncate(literals);
    }

    /// Number of literals in all bodies.
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// Memory that they hold.
    pub fn bytes(&self) -> usize {
        4 * (self.heads.capacity() + self.ends.capacity() + self.literals.capacity())
    }
}

/// Lists of numbers, one per key, in two flat arrays.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Collects `(key, item)` pairs, with keys below `keys`; `pairs` is called twice and must return the same pairs
    /// each time.
    pub fn collect<I: Iterator<Item = (u32, u32)>>(keys: usize, pairs: impl Fn() -> I) -> Lists {
        let mut starts = vec![0u32; keys + 1];
        for (key, _) in pairs() {
            starts[key as usize + 1] += 1;
        }
        for key in 0..keys {
            starts[key + 1] += starts[key];
        }
        let mut items = vec![0; starts[keys] as usize];
        let mut places = starts.clone();
        for (key, item) in pairs() {
            let place = &mut places[key as usize];
            items[*place as usize] = item;
            *place += 1;
        }
        Lists { starts, items }
    }

    /// Memory that [`Lists::collect`] takes.
    pub fn bytes(keys: usize, items: usize) -> usize {
        4 * (2 * keys + items)
    }

    fn range(&self, key: u32) -> Range<usize> {
        self.starts[key as usize] as usize..self.starts[key as usize + 1] as usize
    }

    /// The items of a key.
    pub fn get(&self, key: u32) -> &[u32] {
        &self.items[self.range(key)]
    }
}

/// A fluent of the program.
#[derive(Clone, Debug)]
pub struct FluentAtoms {
    /// `(true f)`
    pub holds: AtomId,
    /// `(next f)`, if any rule may derive it.
    pub next: Option<AtomId>,
    /// Whether it is in the first state.
    pub initial: bool,
    /// Its text.
    pub name: String,
}

/// A move of the program.
#[derive(Clone, Debug)]
pub struct MoveAtoms {
    /// The role.
    pub role: usize,
    /// `(does r m)`
    pub does: AtomId,
    /// `(legal r m)`
    pub legal: AtomId,
    /// Its text.
    pub name: String,
}

/// A reward of the program.
#[derive(Clone, Debug)]
pub struct GoalAtom {
    /// The role.
    pub role: usize,
    /// The reward.
    pub reward: i32,
    /// `(goal r n)`
    pub holds: AtomId,
}

/// A ground program and the meaning of its atoms.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The number of atoms.
    pub atoms: usize,
    /// The rules.
    pub rules: Rules,
    /// Names of the roles.
    pub roles: Vec<String>,
    /// The fluents, by name.
    pub fluents: Vec<FluentAtoms>,
    /// The moves, by role and name.
    pub moves: Vec<MoveAtoms>,
    /// The rewards, by role and reward.
    pub goals: Vec<GoalAtom>,
    /// `terminal`, if any rule may derive it.
    pub terminal: Option<AtomId>,
}

impl Program {
    /// Memory that it holds.
    pub fn bytes(&self) -> usize {
        let fluents = self.fluents.iter().map(|f| size_of::<FluentAtoms>() + f.name.capacity());
        let moves = self.moves.iter().map(|m| size_of::<MoveAtoms>() + m.name.capacity());
        self.rules.bytes() + fluents.chain(moves).sum::<usize>() + self.goals.len() * size_of::<GoalAtom>()
    }
}
