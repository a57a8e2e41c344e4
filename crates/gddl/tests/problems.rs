//! Planning problems of our own, in the style of the planning competitions: read, and solved by brute force through the
//! interpreter. The lengths are those of Fast Downward's optimal plans (`scripts/planners`).

use std::path::Path;

use bruteforce::Graph;

/// Problems with the length of an optimal plan.
const PROBLEMS: [(&str, usize); 13] = [
    ("blocks", 10),
    ("briefcase", 11),
    ("ferry", 13),
    ("gripper", 11),
    ("hanoi", 31),
    ("jugs", 6),
    ("lights", 5),
    ("logistics", 18),
    ("miconic", 12),
    ("river", 7),
    ("sokoban", 5),
    ("tiles", 21),
    ("visit-all", 14),
];

fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/problems/{name}.pddl"));
    std::fs::read_to_string(path).expect("a problem")
}

/// Moves to the nearest state with the reward of the goal.
fn shortest_plan(graph: &Graph) -> Option<usize> {
    let mut depth: Vec<Option<usize>> = vec![None; graph.states.len()];
    depth[0] = Some(0);
    let mut queue = std::collections::VecDeque::from([0]);
    while let Some(at) = queue.pop_front() {
        if graph.states[at].rewards.as_deref() == Some(&[100]) {
            return depth[at];
        }
        for &next in &graph.states[at].successors {
            if depth[next].is_none() {
                depth[next] = depth[at].map(|plies| plies + 1);
                queue.push_back(next);
            }
        }
    }
    None
}

#[test]
fn optimal_plans_are_as_long_as_those_of_a_planner() {
    for (name, length) in PROBLEMS {
        let graph = Graph::explore(&text(name), false);
        assert_eq!(shortest_plan(&graph), Some(length), "{name}");
    }
}

#[test]
fn every_problem_of_the_folder_is_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problems");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path().file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    files.sort();
    assert_eq!(files, PROBLEMS.map(|(name, _)| name));
}
