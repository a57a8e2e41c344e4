//! Strongly connected components (Tarjan 1972) with an explicit stack: a sheet may chain any number of relations.
//!
//! A second implementation beside the crate `components`, which the grounder uses: the interpreter checks the grounder,
//! so the two share only the checked rules.

/// The component of each node, numbered so that a node's successors have the same or a smaller number.
pub(crate) fn components(successors: &[Vec<u32>]) -> Vec<u32> {
    const UNSEEN: u32 = u32::MAX;
    let count = successors.len();
    let mut order = vec![UNSEEN; count];
    let mut low = vec![0u32; count];
    let mut component = vec![UNSEEN; count];
    let (mut seen, mut found) = (0u32, 0u32);
    let mut pending: Vec<u32> = Vec::new();
    for root in 0..count as u32 {
        if order[root as usize] != UNSEEN {
            continue;
        }
        let mut path = vec![(root, 0usize)];
        while let Some((node, edge)) = path.last_mut() {
            let n = *node as usize;
            if *edge == 0 && order[n] == UNSEEN {
                (order[n], low[n]) = (seen, seen);
                seen += 1;
                pending.push(*node);
            }
            if let Some(&successor) = successors[n].get(*edge) {
                *edge += 1;
                let s = successor as usize;
                if order[s] == UNSEEN {
                    path.push((successor, 0));
                } else if component[s] == UNSEEN {
                    low[n] = low[n].min(order[s]);
                }
                continue;
            }
            if low[n] == order[n] {
                while let Some(member) = pending.pop() {
                    component[member as usize] = found;
                    if member as usize == n {
                        break;
                    }
                }
                found += 1;
            }
            let low_here = low[n];
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent as usize] = low[parent as usize].min(low_here);
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn cycles_are_components_in_dependency_order() {
        // 0 → 1 ⇄ 2 → 3, 4 → 4
        let found = components(&[vec![1], vec![2], vec![1, 3], vec![], vec![4]]);
        assert_eq!(found[1], found[2]);
        assert!(found[3] < found[2] && found[2] < found[0]);
        assert_ne!(found[4], found[0]);
    }

    #[test]
    fn a_long_chain_is_not_recursive() {
        let chain: Vec<Vec<u32>> = (1..200_000u32).map(|i| vec![i]).chain([vec![]]).collect();
        let found = components(&chain);
        assert_eq!(found[0], 199_999);
    }
}
