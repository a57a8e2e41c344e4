//! Strongly connected components in dependency order (Tarjan 1972), with an explicit stack: rules and circuits may be
//! chains of any length.
//!
//! ```
//! let graph = [vec![1], vec![0, 2], vec![]];
//! let found = components::components(|node, edge| graph[node as usize].get(edge).copied(), graph.len(), 0..3);
//! assert_eq!(found.iter().map(<[u32]>::len).collect::<Vec<_>>(), [1, 2]);
//! ```

/// Components in an order in which each points only to itself and to earlier ones.
#[derive(Clone, Debug, Default)]
pub struct Components {
    nodes: Vec<u32>,
    ends: Vec<u32>,
}

impl Components {
    /// The components, each as its nodes.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.nodes[start as usize..end as usize])
    }
}

const UNSEEN: u32 = u32::MAX;
const DONE: u32 = u32::MAX - 1;

/// The components of the nodes reachable from `roots`, in a graph of `len` nodes given by a function from a node and an
/// edge index to a successor.
pub fn components(
    successor: impl Fn(u32, usize) -> Option<u32>,
    len: usize,
    roots: impl Iterator<Item = u32>,
) -> Components {
    let mut result = Components::default();
    // The smallest preorder number reachable so far, or a marker.
    let mut low = vec![UNSEEN; len];
    let mut open = Vec::new();
    let mut calls: Vec<(u32, u32, u32)> = Vec::new();
    let mut counter = 0;
    for root in roots {
        if low[root as usize] != UNSEEN {
            continue;
        }
        calls.push((root, 0, counter));
        low[root as usize] = counter;
        counter += 1;
        open.push(root);
        while let Some(call) = calls.last_mut() {
            let (node, position, number) = *call;
            if let Some(successor) = successor(node, position as usize) {
                call.1 += 1;
                match low[successor as usize] {
                    UNSEEN => {
                        calls.push((successor, 0, counter));
                        low[successor as usize] = counter;
                        counter += 1;
                        open.push(successor);
                    }
                    DONE => {}
                    other => low[node as usize] = low[node as usize].min(other),
                }
                continue;
            }
            calls.pop();
            let least = low[node as usize];
            if let Some(&(caller, ..)) = calls.last() {
                low[caller as usize] = low[caller as usize].min(least);
            }
            if least == number {
                while let Some(member) = open.pop() {
                    low[member as usize] = DONE;
                    result.nodes.push(member);
                    if member == node {
                        break;
                    }
                }
                result.ends.push(result.nodes.len() as u32);
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(graph: &[Vec<u32>], roots: impl Iterator<Item = u32>) -> Vec<Vec<u32>> {
        let found = components(|node, edge| graph[node as usize].get(edge).copied(), graph.len(), roots);
        let mut found: Vec<Vec<u32>> = found.iter().map(<[u32]>::to_vec).collect();
        found.iter_mut().for_each(|component| component.sort_unstable());
        found
    }

    #[test]
    fn components_come_after_their_successors() {
        let graph = [vec![1], vec![2, 3], vec![0], vec![4], vec![3], vec![0]];
        assert_eq!(sorted(&graph, 0..6), [vec![3, 4], vec![0, 1, 2], vec![5]]);
    }

    #[test]
    fn only_reachable_nodes_are_visited() {
        let graph = [vec![1], vec![2, 3], vec![0], vec![4], vec![3], vec![0]];
        assert_eq!(sorted(&graph, std::iter::once(4)), [vec![3, 4]]);
    }

    #[test]
    fn a_long_path_does_not_overflow_the_stack() {
        let graph: Vec<Vec<u32>> = (0..300_000u32).map(|v| if v == 299_999 { vec![] } else { vec![v + 1] }).collect();
        assert_eq!(sorted(&graph, 0..1).len(), 300_000);
    }
}
