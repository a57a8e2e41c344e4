//! The symmetries that define a rule's images: those of the game that fix every role.
//!
//! States that are equivalent under these symmetries are one *node* of the [arena](crate::arena). Equivalent moves of
//! the role have one *representative*, and every rule can be written with such a move.

use game::{Fluent, Game, State, StateSet};
use prove::Symmetries;

use crate::arena::Arena;

/// A symmetry, restricted to one role's moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Permutation {
    /// For each fluent, its image.
    pub fluents: Vec<u32>,
    /// For each move of the role, its image.
    pub moves: Vec<u32>,
}

impl Permutation {
    fn identity(fluents: usize, moves: usize) -> Permutation {
        Permutation { fluents: (0..fluents as u32).collect(), moves: (0..moves as u32).collect() }
    }

    /// The composition: first this, then the other.
    fn then(&self, other: &Permutation) -> Permutation {
        Permutation {
            fluents: self.fluents.iter().map(|&f| other.fluents[f as usize]).collect(),
            moves: self.moves.iter().map(|&m| other.moves[m as usize]).collect(),
        }
    }

    /// The inverse.
    pub fn inverse(&self) -> Permutation {
        let mut inverse = self.clone();
        self.fluents.iter().zip(0..).for_each(|(&image, f)| inverse.fluents[image as usize] = f);
        self.moves.iter().zip(0..).for_each(|(&image, m)| inverse.moves[image as usize] = m);
        inverse
    }

    /// The image of a packed state.
    pub fn image(&self, row: &[u64], image: &mut [u64]) {
        image.fill(0);
        for (at, &word) in row.iter().enumerate() {
            for bit in game::bits::ones(word) {
                let fluent = self.fluents[at * 64 + bit as usize] as usize;
                image[fluent / 64] |= 1 << (fluent % 64);
            }
        }
    }
}

impl Permutation {
    /// The image of a state of an arena, by index.
    pub fn state(&self, arena: &Arena<'_>, index: usize) -> Option<State> {
        let states = &arena.found.states;
        let mut image = states.rows(index..index + 1).to_vec();
        self.image(states.rows(index..index + 1), &mut image);
        states.index_of(&image).map(|index| arena.state(index))
    }
}

/// The group, by generators.
#[derive(Clone, Debug)]
pub struct Group {
    /// Generators of the group.
    pub generators: Vec<Permutation>,
    /// For each move of the role, a symmetry that maps it to its representative.
    to_representative: Vec<Permutation>,
}

impl Group {
    /// The symmetries of a game that fix its roles, restricted to one role's moves.
    ///
    /// The search for generators individualises roles first, so those that fix the roles generate all that do.
    pub fn new(game: &Game, symmetries: &Symmetries, role: usize) -> Group {
        let fixing = symmetries.generators.iter().filter(|s| s.roles.iter().enumerate().all(|(at, &to)| at == to));
        let permutation = |symmetry: &prove::Symmetry| Permutation {
            fluents: symmetry.fluents.iter().map(|&Fluent(f)| f).collect(),
            moves: symmetry.moves[role].iter().map(|&m| m as u32).collect(),
        };
        let generators: Vec<Permutation> = fixing.map(permutation).collect();
        let to_representative = representatives(&generators, game.fluents.len(), game.moves[role].len());
        Group { generators, to_representative }
    }

    /// A symmetry that maps a move to its representative.
    pub fn to_representative(&self, made: usize) -> &Permutation {
        &self.to_representative[made]
    }

    /// The representative of a move.
    pub fn representative(&self, made: usize) -> usize {
        self.to_representative[made].moves[made] as usize
    }

    /// For each state, the smallest index of its images; the first state is 0.
    pub fn orbits(&self, states: &StateSet) -> Vec<u32> {
        let mut leader: Vec<u32> = (0..states.len() as u32).collect();
        let mut image = states.rows(0..1).to_vec();
        for index in 0..states.len() {
            for generator in &self.generators {
                generator.image(states.rows(index..index + 1), &mut image);
                let other = states.index_of(&image).expect("symmetries take reachable states to reachable states");
                join(&mut leader, index as u32, other as u32);
            }
        }
        (0..states.len() as u32).map(|index| find(&mut leader, index)).collect()
    }
}

fn representatives(generators: &[Permutation], fluents: usize, moves: usize) -> Vec<Permutation> {
    let mut from: Vec<Option<Permutation>> = vec![None; moves];
    for first in 0..moves {
        if from[first].is_some() {
            continue;
        }
        from[first] = Some(Permutation::identity(fluents, moves));
        let mut queue = vec![first];
        while let Some(at) = queue.pop() {
            for generator in generators {
                let image = generator.moves[at] as usize;
                if let (None, Some(way)) = (&from[image], &from[at]) {
                    from[image] = Some(way.then(generator));
                    queue.push(image);
                }
            }
        }
    }
    from.into_iter().flatten().map(|way| way.inverse()).collect()
}

fn find(leader: &mut [u32], mut at: u32) -> u32 {
    while leader[at as usize] != at {
        leader[at as usize] = leader[leader[at as usize] as usize];
        at = leader[at as usize];
    }
    at
}

fn join(leader: &mut [u32], one: u32, other: u32) {
    let (one, other) = (find(leader, one), find(leader, other));
    leader[one.max(other) as usize] = one.min(other);
}
