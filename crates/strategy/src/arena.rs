//! The solved game for strategies: states up to symmetry, the role that moves, and the value of each edge.
//!
//! A rule represents all its images under the game's symmetries, so its effect in one state determines its effect in
//! all images of that state. The arena therefore is a graph of *nodes*, each a state with its images, and of *edges*,
//! each a set of moves that lead from a node to the same node. For Sim that is a few thousand nodes instead of 2.2
//! million states, and all repeated work, such as following a strategy and finding the reachable nodes, is done on this
//! graph.
//!
//! ```
//! # fn example(game: game::Game, symmetries: prove::Symmetries) -> Result<(), strategy::Error> {
//! use strategy::{Arena, ArenaOptions};
//!
//! let arena = Arena::new(&game, &symmetries, 0, &ArenaOptions::default())?;
//! println!("{} non-terminal states, value {}", arena.non_terminal_states(), arena.value());
//! # Ok(()) }
//! ```

use std::ops::Range;

use game::stuck::Stuck;
use game::{BfsLimits, Game, SearchReport, State, Tape, search};
use prove::Symmetries;

use crate::error::Error;
use crate::expand::{Expander, StateKind};
use crate::symmetry::Group;
use crate::value;

/// The options of an arena.
#[derive(Default)]
pub struct ArenaOptions<'o> {
    /// The limits of the search.
    pub limits: BfsLimits,
    /// The limits for grounding lifted rules, which users write and which may be of any size.
    pub lifted: ground::GroundingLimits,
    /// The role's reward for infinite play. By default half of a constant sum; with one role, less than any terminal
    /// reward.
    pub infinite: Option<i32>,
    /// Known values of states for the role, which must equal those computed here.
    pub known: Option<&'o ValueLookup<'o>>,
}

/// Looks up the value of a state for the role.
pub type ValueLookup<'o> = dyn Fn(&State) -> Result<i32, String> + 'o;

/// A state with its images.
#[derive(Clone, Debug)]
pub struct Node {
    /// One of the states, by index.
    pub state: u32,
    /// The number of states.
    pub states: u32,
    /// Who acts there.
    pub turn: Turn,
    /// Its range in the list of edges.
    pub edges: Range<u32>,
    /// The role's reward under optimal play.
    pub value: i32,
    /// Plies to the end: the winner shortens, the loser prolongs; at equal rewards both prolong. In cyclic games plies
    /// to the outcome that the role can force, or the maximum if it can force nothing better than infinite play.
    pub distance: u32,
}

/// Who acts at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The role has a choice.
    Own,
    /// Another role has a choice, or nobody has.
    Other,
    /// The node is terminal.
    End,
}

/// An edge to another node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The node it leads to.
    pub target: u32,
    /// Whether it keeps the value.
    pub keeps: bool,
    /// Whether it also brings the forced outcome closer. The same as `keeps` in acyclic games.
    pub optimal: bool,
}

/// The solved game from the point of view of one role.
pub struct Arena<'g> {
    /// The game.
    pub game: &'g Game,
    /// The role for which strategies are made.
    pub role: usize,
    /// The symmetries.
    pub group: Group,
    /// The nodes; the first is that of the first state.
    pub nodes: Vec<Node>,
    /// The edges, node by node.
    pub edges: Vec<Edge>,
    /// For each edge, its source node.
    pub sources: Vec<u32>,
    /// The role's reward for infinite play; `None` in acyclic games.
    pub infinite: Option<i32>,
    /// The sum of the rewards, if there are two roles.
    pub sum: Option<i32>,
    /// All reachable states.
    pub(crate) found: SearchReport,
    /// For each state, its node.
    pub(crate) node_of: Vec<u32>,
    pub(crate) tape: Tape,
    /// The limits for grounding lifted rules.
    pub(crate) lifted: ground::GroundingLimits,
}

impl<'g> Arena<'g> {
    /// Searches and solves a game for a role.
    pub fn new(
        game: &'g Game,
        symmetries: &Symmetries,
        role: usize,
        options: &ArenaOptions<'_>,
    ) -> Result<Arena<'g>, Error> {
        let tape = Tape::new(game)?;
        let found = search(&tape, &options.limits);
        let sum = suited(game, &found)?;
        let group = Group::new(game, symmetries, role);
        let (node_of, nodes) = nodes(&group, &found);
        let mut arena = Arena {
            game,
            role,
            group,
            nodes,
            edges: Vec::new(),
            sources: Vec::new(),
            infinite: None,
            sum,
            found,
            node_of,
            tape,
            lifted: options.lifted.clone(),
        };
        arena.connect();
        value::solve(&mut arena, options)?;
        Ok(arena)
    }

    /// The value of the game for the role.
    pub fn value(&self) -> i32 {
        self.nodes[0].value
    }

    /// The number of reachable non-terminal states, of all players.
    pub fn non_terminal_states(&self) -> usize {
        self.found.states.len() - self.found.terminals as usize
    }

    /// The number of all reachable states.
    pub fn states(&self) -> usize {
        self.found.states.len()
    }

    /// The nodes in which the role has a choice.
    pub fn own_nodes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(|&node| self.nodes[node].turn == Turn::Own)
    }

    /// The states in which the role has a choice, by index.
    pub fn own_states(&self) -> Vec<u32> {
        let own = |&state: &u32| self.nodes[self.node_of[state as usize] as usize].turn == Turn::Own;
        (0..self.states() as u32).filter(own).collect()
    }

    /// The edges of a node, by number.
    pub fn edges_of(&self, node: usize) -> Range<usize> {
        let Range { start, end } = self.nodes[node].edges;
        start as usize..end as usize
    }

    /// A state by its index.
    pub fn state(&self, index: usize) -> State {
        self.found.state(index)
    }

    /// The node of a state, if it is reachable.
    pub fn node_of(&self, state: &State) -> Option<usize> {
        self.found.states.index_of(state.words()).map(|index| self.node_of[index] as usize)
    }

    /// The edge from one node to another.
    pub fn edge(&self, from: usize, to: usize) -> Option<usize> {
        let range = self.edges_of(from);
        let place = self.edges[range.clone()].binary_search_by_key(&(to as u32), |edge| edge.target).ok()?;
        Some(range.start + place)
    }

    /// Plies from the first state to a node, on a shortest path.
    pub fn ply(&self, node: usize) -> usize {
        let state = self.nodes[node].state as usize;
        self.found.layers.partition_point(|layer| layer.end <= state)
    }

    /// Whether every move at a node is optimal, so that no rule is needed.
    pub fn is_free(&self, node: usize) -> bool {
        self.edges[self.edges_of(node)].iter().all(|edge| edge.optimal)
    }

    /// Computes the edges from the successors of the representative states.
    fn connect(&mut self) {
        let representatives: Vec<u32> = self.nodes.iter().map(|node| node.state).collect();
        let mut targets: Vec<Vec<u32>> = vec![Vec::new(); representatives.len()];
        let (role, nodes, node_of) = (self.role, &mut self.nodes, &self.node_of);
        Expander::new(&self.tape, &self.found.states, self.game.roles.len()).expand(
            &representatives,
            &|_, _| true,
            &mut |at, kind| {
                let node = &mut nodes[at];
                node.turn = match kind {
                    StateKind::End(rewards) => {
                        node.value = rewards[role];
                        Turn::End
                    }
                    StateKind::Mover(mover) if mover == Some(role) => Turn::Own,
                    StateKind::Mover(_) => Turn::Other,
                };
            },
            &mut |step| targets[step.from].push(node_of[step.to]),
        );
        for (number, mut targets) in targets.into_iter().enumerate() {
            targets.sort_unstable();
            targets.dedup();
            let start = self.edges.len() as u32;
            self.edges.extend(targets.iter().map(|&target| Edge { target, keeps: false, optimal: false }));
            self.sources.resize(self.edges.len(), number as u32);
            self.nodes[number].edges = start..self.edges.len() as u32;
        }
    }
}

/// Checks that the game supports strategies; returns the sum of the rewards if there are two roles.
fn suited(game: &Game, found: &SearchReport) -> Result<Option<i32>, Error> {
    if let Some(limit) = found.stopped {
        let sentence =
            format!("the game is too large to list its states: after {} of them {limit}", found.states.len());
        return Err(Error::Limit(sentence));
    }
    let shown = |what, at: Option<usize>| at.map_or(Ok(()), |at| Err(Error::shown(what, &found.state(at), game)));
    shown("several roles move at once", found.simultaneous_example)?;
    if let Some(state) = found.stuck_example.map(|at| found.state(at)) {
        return Err(Error::shown(&Stuck::in_state(game, &state).to_string(), &state, game));
    }
    shown("a role has no reward or several at a terminal state", found.goal_example)?;
    match game.roles.len() {
        1 => Ok(None),
        2 if found.terminals == 0 => Err(Error::NeverEnds(task::never_ends(found.states.len() as u128))),
        2 => {
            let mut sums = found.goal_vectors.keys().map(|rewards| rewards.iter().sum::<i32>());
            let sum = sums.next().unwrap_or(0);
            if sums.all(|other| other == sum) { Ok(Some(sum)) } else { Err(Error::sums()) }
        }
        more => Err(Error::roles(more)),
    }
}

/// Groups the states by symmetry: returns the node of each state, and the nodes in the order of their first states.
fn nodes(group: &Group, found: &SearchReport) -> (Vec<u32>, Vec<Node>) {
    let leaders = group.orbits(&found.states);
    let mut nodes: Vec<Node> = Vec::new();
    let mut node_of = vec![0; leaders.len()];
    for (index, &leader) in leaders.iter().enumerate() {
        // The leader has the smallest index, so it comes before the other states of its orbit.
        if leader as usize == index {
            node_of[index] = nodes.len() as u32;
            let (turn, edges) = (Turn::End, 0..0);
            nodes.push(Node { state: leader, states: 0, turn, edges, value: 0, distance: 0 });
        }
        node_of[index] = node_of[leader as usize];
        nodes[node_of[index] as usize].states += 1;
    }
    (node_of, nodes)
}
