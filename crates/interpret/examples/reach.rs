//! Plain breadth-first search: `reach RULES` prints the number of reachable and terminal states, and goal vectors with
//! their counts.

use std::collections::{BTreeMap, HashSet};

use interpret::{Interpreter, TermId};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which rule sheet?")?;
    let checked = gdl::check_lenient(&gdl::Source::new(&path, std::fs::read_to_string(&path)?));
    let mut game = Interpreter::new(&checked.rules.ok_or("not well-formed")?)?;
    let mut queue = vec![game.initial()?];
    let mut seen: HashSet<_> = queue.iter().cloned().collect();
    let mut outcomes: BTreeMap<Vec<Vec<i32>>, usize> = BTreeMap::new();
    while let Some(state) = queue.pop() {
        if game.terminal(&state)? {
            *outcomes.entry(game.goals(&state)?).or_default() += 1;
            continue;
        }
        for moves in joint_moves(&game.legal(&state)?) {
            let successor = game.next(&state, &moves)?;
            if seen.insert(successor.clone()) {
                queue.push(successor);
            }
        }
    }
    println!("{} states, {} terminal", seen.len(), outcomes.values().sum::<usize>());
    for (goals, count) in outcomes {
        println!("{goals:?}: {count}");
    }
    Ok(())
}

fn joint_moves(legal: &[Vec<TermId>]) -> Vec<Vec<TermId>> {
    let mut joint = vec![Vec::new()];
    for moves in legal {
        joint = joint.iter().flat_map(|j| moves.iter().map(|&m| [&j[..], &[m]].concat())).collect();
    }
    joint
}
