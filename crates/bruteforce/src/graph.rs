//! All reachable states, by breadth-first search with the interpreter.

use std::collections::{BTreeSet, HashMap};

use gdl::{Rules, Source};
use interpret::{Interpreter, State, TermId};

/// A reachable state.
#[derive(Clone, Debug)]
pub struct ReachableState {
    /// Its facts in canonical text.
    pub facts: BTreeSet<String>,
    /// The rewards, if the state is terminal.
    pub rewards: Option<Vec<i32>>,
    /// The role that chooses, if any.
    pub mover: Option<usize>,
    /// The indices of the successors.
    pub successors: Vec<usize>,
}

/// The reachable states of a game, the first state first.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The roles' names.
    pub roles: Vec<String>,
    /// The states.
    pub states: Vec<ReachableState>,
}

impl Graph {
    /// Finds all states.
    pub fn explore(rules: &str, lenient: bool) -> Graph {
        let source = Source::new("rules", rules);
        let mode = if lenient { gdl::Mode::Lenient } else { gdl::Mode::Strict };
        let rules: Rules = gddl::check(&source, mode).rules.expect("the sheet is well-formed");
        let mut game = Interpreter::new(&rules).expect("the sheet can be interpreted");
        let first = game.initial().expect("a first state");
        let mut numbers = HashMap::from([(first.clone(), 0)]);
        let mut found = vec![first];
        let mut states = Vec::new();
        while let Some(state) = found.get(states.len()).cloned() {
            let reached = reach(&mut game, &state, lenient, |next| {
                let new = found.len();
                *numbers.entry(next).or_insert_with_key(|next| {
                    found.push(next.clone());
                    new
                })
            });
            states.push(reached);
        }
        let roles = game.roles().iter().map(|&role| game.text(role)).collect();
        Graph { roles, states }
    }

    /// The states after 0, 1, 2 … plies. The game must be acyclic.
    pub fn plies(&self) -> Vec<Vec<usize>> {
        let mut layers: Vec<Vec<usize>> = vec![vec![0]];
        loop {
            assert!(layers.len() <= self.states.len(), "a cyclic game has no layers");
            let successors = layers.iter().next_back().into_iter().flatten().flat_map(|&n| &self.states[n].successors);
            let next: BTreeSet<usize> = successors.copied().collect();
            if next.is_empty() {
                return layers;
            }
            layers.push(next.into_iter().collect());
        }
    }
}

fn reach(
    game: &mut Interpreter,
    state: &State,
    lenient: bool,
    mut number: impl FnMut(State) -> usize,
) -> ReachableState {
    let facts = state.facts().iter().map(|&fact| game.text(fact)).collect();
    let legal = game.legal(state).expect("legal moves");
    let stuck = legal.iter().any(Vec::is_empty);
    if game.terminal(state).expect("terminal or not") || stuck {
        assert!(lenient || !game.terminal(state).is_ok_and(|over| !over), "a role is stuck");
        let goals = game.goals(state).expect("goals");
        let reward = |goals: Vec<i32>| {
            assert!(lenient || goals.len() == 1, "not one goal");
            goals.first().copied().unwrap_or(0)
        };
        let rewards = Some(goals.into_iter().map(reward).collect());
        return ReachableState { facts, rewards, mover: None, successors: Vec::new() };
    }
    let choosing: Vec<usize> = (0..legal.len()).filter(|&role| legal[role].len() > 1).collect();
    assert!(choosing.len() < 2, "not turn-taking");
    let mover = choosing.first().copied();
    let chosen = mover.unwrap_or(0);
    let joint = |&own: &TermId| -> Vec<TermId> {
        (0..legal.len()).map(|role| if role == chosen { own } else { legal[role][0] }).collect()
    };
    let joints: Vec<Vec<TermId>> = legal[chosen].iter().map(joint).collect();
    let successors = joints.iter().map(|moves| number(game.next(state, moves).expect("a successor"))).collect();
    ReachableState { facts, rewards: None, mover, successors }
}
