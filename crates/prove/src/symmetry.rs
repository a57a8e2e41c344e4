//! Symmetries: permutations of roles, fluents and moves that preserve the first state and all rules.
//!
//! Most are the automorphisms of a graph built from the circuit, and each of these has been checked edge by edge. The
//! graph lacks those that the rules hide: a goal may count pegs row by row, or look for paths from the left only. So
//! rotations and reflections of the board are tried as well, and each is proved from what the rules mean.

mod bdd;
mod equivalence;
mod graph;
mod group;
mod moves;
mod network;
mod places;
mod refine;
mod search;

use game::{Evaluator, Fluent, Game, StateVariable};
use rustc_hash::FxHashSet;

use crate::induction::everywhere::Premises;
use crate::quota::Quota;
use graph::Graph;
use group::Permutation;
use moves::Moves;

/// A symmetry of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// For each role, its image.
    pub roles: Vec<usize>,
    /// For each fluent, its image.
    pub fluents: Vec<Fluent>,
    /// For each role and move, its image, which is a move of the role's image.
    pub moves: Vec<Vec<usize>>,
}

/// The group of symmetries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetries {
    /// Generators of the group.
    pub generators: Vec<Symmetry>,
    /// The number of symmetries that differ on roles and fluents; saturates.
    pub order: u128,
    /// The number of these that fix every role.
    pub fixing_roles: u128,
    /// Whether no limit was reached. Otherwise the group may be larger.
    pub complete: bool,
}

/// Circuits with more gate operands are not searched, or not compared with their images.
const LARGEST: usize = 8_000_000;
const LARGEST_COMPARED: usize = 1_000_000;
/// Bytes per operand to compare a circuit with its image.
const OPERAND_BYTES: usize = 200;
/// The maximum number of images of all elements of a group that is listed, and work per image.
const LISTED: usize = 400_000;
const IMAGE: u64 = 10;

/// Finds the symmetries of a game with proved variables: those of its circuit, and those of its board that can be
/// proved.
pub fn find(premises: &Premises, evaluator: &Evaluator, variables: &[StateVariable], all: &Quota) -> Symmetries {
    let found = of_circuit(premises.game, &premises.quota);
    with_board(found, &Premises { quota: all.clone(), ..*premises }, evaluator, variables)
}

/// Adds the symmetries of the board.
fn with_board(
    mut found: Symmetries,
    premises: &Premises,
    evaluator: &Evaluator,
    variables: &[StateVariable],
) -> Symmetries {
    let (game, quota) = (premises.game, &premises.quota);
    let operands = game.circuit.operand_list.len();
    let _held = quota.hold(OPERAND_BYTES * operands);
    if operands > LARGEST_COMPARED || quota.is_over() {
        return found;
    }
    let Some(mut group) = Listed::new(game, &found.generators, quota) else { return found };
    let candidates = places::candidates(game, quota);
    let open = |group: &Listed, fluents: &[Fluent]| !group.moves_like(fluents);
    if !candidates.iter().any(|fluents| open(&group, fluents)) {
        return found;
    }
    let moves = Moves::new(game, evaluator, premises.samples, quota);
    for fluents in candidates {
        if !open(&group, &fluents) {
            continue;
        }
        let Some(images) = moves.images(&fluents) else { continue };
        let symmetry = Symmetry { roles: (0..game.roles.len()).collect(), fluents, moves: images };
        if !equivalence::is_symmetry(premises, variables, &symmetry) {
            continue;
        }
        let more: Vec<Symmetry> = found.generators.iter().cloned().chain([symmetry]).collect();
        let Some(larger) = Listed::new(game, &more, quota) else { continue };
        group = larger;
        (found.order, found.fixing_roles) = group.orders();
        found.generators = more;
    }
    found
}

/// All elements of a group, on roles and fluents.
struct Listed {
    roles: usize,
    elements: FxHashSet<Permutation>,
}

impl Listed {
    /// The group of some symmetries; `None` if it is too large to be listed.
    fn new(game: &Game, generators: &[Symmetry], quota: &Quota) -> Option<Listed> {
        let roles = game.roles.len();
        let permutations: Vec<Permutation> = generators
            .iter()
            .map(|symmetry| permutation(symmetry.roles.iter().map(|&role| role as u32), &symmetry.fluents))
            .collect();
        let elements = group::elements(&permutations, roles + game.fluents.len(), LISTED)?;
        quota.spend(IMAGE * ((1 + generators.len()) * elements.len() * (roles + game.fluents.len())) as u64);
        (!quota.is_over()).then(|| Listed { roles, elements: elements.into_iter().collect() })
    }

    /// Whether an element fixes the roles and permutes the fluents like this.
    fn moves_like(&self, fluents: &[Fluent]) -> bool {
        self.elements.contains(&permutation(0..self.roles as u32, fluents))
    }

    /// The number of elements, and of those that fix every role.
    fn orders(&self) -> (u128, u128) {
        let fixes = |element: &&Permutation| (0..).zip(&element[..self.roles]).all(|(role, &image)| role == image);
        (self.elements.len() as u128, self.elements.iter().filter(fixes).count() as u128)
    }
}

/// A permutation of roles and, after them, fluents.
fn permutation(roles: impl ExactSizeIterator<Item = u32>, fluents: &[Fluent]) -> Permutation {
    let first = roles.len() as u32;
    roles.chain(fluents.iter().map(|fluent| first + fluent.0)).collect()
}

/// Finds the symmetries of a game's circuit.
fn of_circuit(game: &Game, quota: &Quota) -> Symmetries {
    let none = Symmetries { generators: Vec::new(), order: 1, fixing_roles: 1, complete: false };
    if game.circuit.operand_list.len() > LARGEST {
        return none;
    }
    let Some(graph) = Graph::new(game, quota) else { return none };
    let Ok(found) = search::search(&graph, quota) else { return none };
    let product = |sizes: &[usize]| sizes.iter().fold(1_u128, |product, &size| product.saturating_mul(size as u128));
    let fixing_roles = product(&found.orbits[1]);
    Symmetries {
        generators: found.generators.iter().map(|image| symmetry(game, &graph, image)).collect(),
        order: product(&found.orbits[0]).saturating_mul(fixing_roles),
        fixing_roles,
        complete: found.complete && graph.complete,
    }
}

/// The restriction of an automorphism to roles, fluents and moves.
fn symmetry(game: &Game, graph: &Graph, image: &[u32]) -> Symmetry {
    let (roles, rest) = image.split_at(graph.roles);
    let (fluents, rest) = rest.split_at(graph.fluents);
    let roles: Vec<usize> = roles.iter().map(|&role| role as usize).collect();
    let firsts: Vec<usize> = game
        .moves
        .iter()
        .scan(graph.roles + graph.fluents, |first, moves| {
            let this = *first;
            *first += moves.len();
            Some(this)
        })
        .collect();
    let mut rest = rest.iter();
    let moves =
        game.moves.iter().zip(&roles).map(|(moves, &role)| {
            rest.by_ref().take(moves.len()).map(|&vertex| vertex as usize - firsts[role]).collect()
        });
    Symmetry {
        moves: moves.collect(),
        fluents: fluents.iter().map(|&vertex| Fluent(vertex - graph.roles as u32)).collect(),
        roles,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Builder, line_game};

    fn symmetries(game: &Game) -> Symmetries {
        of_circuit(game, &Quota::of(u64::MAX))
    }

    #[test]
    fn boards_have_the_symmetries_of_their_shape() {
        for (game, order) in [
            (line_game(3, 3, 3, false), 8),
            (line_game(4, 4, 3, false), 8),
            (line_game(4, 3, 3, false), 4),
            (line_game(7, 6, 4, true), 2),
        ] {
            let found = symmetries(&game);
            assert_eq!((found.order, found.fixing_roles, found.complete), (order, order, true));
            assert!(found.generators.iter().all(|symmetry| symmetry.roles == [0, 1]));
        }
    }

    /// Roles simultaneously choose one of three hands; the choices are compared as in rock, paper, scissors.
    fn hands(first_may_win: bool) -> Game {
        let mut b = Builder::new(&["one", "two"]);
        let truth = b.truth();
        for role in 0..2 {
            for hand in 0..3 {
                let does = b.action(role, &format!("(show {hand})"), truth);
                b.next(&format!("(shown {role} {hand})"), does);
            }
        }
        let shown: Vec<Vec<_>> =
            (0..2).map(|r| (0..3).map(|h| b.fluent(&format!("(shown {r} {h})"))).collect()).collect();
        let over = b.or(&shown.concat());
        b.terminal(over);
        for role in 0..2 {
            let wins: Vec<_> = (0..3).map(|h| b.and(&[shown[role][h], shown[1 - role][(h + 1) % 3]])).collect();
            let wins = b.or(&wins);
            if first_may_win || role == 1 {
                b.goal(role, 100, wins);
            }
            b.goal(role, 0, !wins);
        }
        b.finish()
    }

    #[test]
    fn symmetries_that_swap_roles_are_distinguished() {
        let found = symmetries(&hands(true));
        assert_eq!((found.order, found.fixing_roles), (6, 3));
        let found = symmetries(&hands(false));
        assert_eq!((found.order, found.fixing_roles), (3, 3));
    }

    #[test]
    fn moves_follow_their_fluents() {
        let game = line_game(3, 3, 3, false);
        for symmetry in symmetries(&game).generators {
            for (role, moves) in game.moves.iter().enumerate() {
                for (index, made) in moves.iter().enumerate().filter(|(_, made)| made.name != "noop") {
                    let blank = |name: &str| name.replace("mark", "cell").replace(')', " b)");
                    let fluent =
                        game.fluents.iter().position(|f| *f == blank(&made.name)).expect("each cell may be blank");
                    let image = symmetry.fluents[fluent].0 as usize;
                    assert_eq!(game.fluents[image], blank(&game.moves[role][symmetry.moves[role][index]].name));
                }
            }
        }
    }
}
