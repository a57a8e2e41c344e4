//! Searches a bundled game with the interpreter and checks that it is well-formed throughout.

use gdl::{Source, check};
use interpret::{Interpreter, State, TermId};
use rustc_hash::FxHashMap;

/// An interpreter for a bundled game.
pub fn interpreter(request: &str) -> Interpreter {
    let checked = check(&Source::new(request, games::sheet(request).unwrap()));
    Interpreter::new(&checked.rules.expect("every bundled sheet is well-formed")).unwrap()
}

/// A state of a well-formed game.
pub enum Outlook {
    /// Terminal; rewards in the order of the roles.
    Over(Vec<i32>),
    /// Non-terminal; legal moves in the order of the roles.
    Open(Vec<Vec<TermId>>),
}

/// Looks at a state and insists on what every sheet promises: one goal per role in the end, chance aside, and before
/// that a legal move for every role, several for one role at most unless roles choose at once or by chance.
pub fn look(game: &mut Interpreter, state: &State, request: &str) -> Outlook {
    let describe = |game: &Interpreter| {
        let facts: Vec<String> = state.facts().iter().map(|&fact| game.text(fact)).collect();
        format!("{request}: {}", facts.join(" "))
    };
    if game.terminal(state).unwrap() {
        let goals = game.goals(state).unwrap();
        let roles = game.roles().iter().map(|&role| game.text(role));
        let players: Vec<&Vec<i32>> =
            roles.zip(&goals).filter(|(role, _)| role != "random").map(|(_, goals)| goals).collect();
        assert!(players.iter().all(|goal| goal.len() == 1), "goals {goals:?} in {}", describe(game));
        return Outlook::Over(players.into_iter().map(|goal| goal[0]).collect());
    }
    let legal = game.legal(state).unwrap();
    assert!(legal.iter().all(|moves| !moves.is_empty()), "stuck: {}", describe(game));
    let choosers = legal.iter().filter(|moves| moves.len() > 1).count();
    assert!(choosers <= 1 || !takes_turns(request), "not turn-taking: {}", describe(game));
    Outlook::Open(legal)
}

/// Whether a bundled game has turns and no chance.
fn takes_turns(request: &str) -> bool {
    let name = request.split(':').next().unwrap_or(request);
    let family = games::all().iter().find(|bundled| bundled.name == name).map(|bundled| bundled.family);
    !matches!(family, Some(games::Family::Simultaneous | games::Family::Chance))
}

/// The joint moves of a state.
pub fn joint_moves(legal: &[Vec<TermId>]) -> Vec<Vec<TermId>> {
    let mut joints = vec![Vec::new()];
    for moves in legal {
        let with = |joint: &Vec<TermId>| moves.iter().map(|&made| [&joint[..], &[made]].concat()).collect::<Vec<_>>();
        joints = joints.iter().flat_map(with).collect();
    }
    joints
}

/// A state of the graph that [`explore`] builds.
pub enum Node {
    /// Rewards in the order of the roles.
    Over(Vec<i32>),
    /// The role that chooses, and the successors.
    Open { mover: usize, successors: Vec<usize> },
}

/// All reachable states, the initial one first, in breadth-first order; terminal states are not expanded.
pub fn explore(request: &str) -> Vec<Node> {
    let mut game = interpreter(request);
    let mut states = vec![game.initial().unwrap()];
    let mut index = FxHashMap::from_iter([(states[0].clone(), 0)]);
    let mut nodes = Vec::new();
    while nodes.len() < states.len() {
        let state = states[nodes.len()].clone();
        let node = match look(&mut game, &state, request) {
            Outlook::Over(rewards) => Node::Over(rewards),
            Outlook::Open(legal) => {
                let mover = legal.iter().position(|moves| moves.len() > 1).unwrap_or_else(|| forced(&game, &legal));
                let mut successors = Vec::new();
                for joint in joint_moves(&legal) {
                    let next = game.next(&state, &joint).unwrap();
                    successors.push(*index.entry(next).or_insert_with_key(|next| {
                        states.push(next.clone());
                        states.len() - 1
                    }));
                }
                Node::Open { mover, successors }
            }
        };
        nodes.push(node);
    }
    nodes
}

/// The role to move if nobody has a choice: the one whose move is not `noop`.
fn forced(game: &Interpreter, legal: &[Vec<TermId>]) -> usize {
    legal.iter().position(|moves| game.text(moves[0]) != "noop").unwrap_or(0)
}

/// The rewards under optimal play when each player maximises the difference (with one player, the reward). States from
/// which play need not end get the rewards `infinite`.
pub fn value(nodes: &[Node], infinite: &[i32]) -> Vec<i32> {
    // Backwards from the terminal states: a state is settled when its mover can reach the best of the remaining
    // rewards, or when all its successors are settled. Thresholds decrease from the best difference to the worst, so
    // each round is an attractor computation, which is correct for cyclic games too.
    let difference = |rewards: &[i32], mover: usize| match rewards {
        [own] => *own,
        _ => rewards[mover] - rewards[1 - mover],
    };
    let mut settled: Vec<Option<Vec<i32>>> = nodes.iter().map(|_| None).collect();
    for (at, node) in nodes.iter().enumerate() {
        if let Node::Over(rewards) = node {
            settled[at] = Some(rewards.clone());
        }
    }
    let mut outcomes: Vec<Vec<i32>> = settled.iter().flatten().cloned().collect();
    outcomes.push(infinite.to_vec());
    outcomes.sort_by_key(|rewards| (std::cmp::Reverse(difference(rewards, 0).abs()), rewards.clone()));
    outcomes.dedup();
    let outcomes: Vec<Vec<i32>> = outcomes.into_iter().filter(|rewards| rewards != infinite).collect();
    for target in &outcomes {
        attract(nodes, &mut settled, target, &difference);
    }
    settled[0].clone().unwrap_or_else(|| infinite.to_vec())
}

/// Settles the states from which `target` is reached whatever the opposing player does.
fn attract(
    nodes: &[Node],
    settled: &mut [Option<Vec<i32>>],
    target: &[i32],
    difference: &impl Fn(&[i32], usize) -> i32,
) {
    let mut changed = true;
    while changed {
        changed = false;
        for at in (0..nodes.len()).rev() {
            let Node::Open { mover, successors } = &nodes[at] else { continue };
            if settled[at].is_some() {
                continue;
            }
            let likes = target.len() == 1 || difference(target, *mover) > 0;
            let reaches = |&next: &usize| settled[next].as_deref() == Some(target);
            let no_better = |&next: &usize| {
                settled[next].as_deref().is_some_and(|other| difference(other, *mover) <= difference(target, *mover))
            };
            if successors.iter().any(reaches) && (likes || successors.iter().all(no_better)) {
                settled[at] = Some(target.to_vec());
                changed = true;
            }
        }
    }
}
