//! Strongly connected components by Tarjan's algorithm, with its own stack so that deep graphs can't overflow ours.

/// The components of the graph on `0..successors.len()`, each after all components that it points to.
pub fn components(successors: &[Vec<u32>]) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let count = successors.len();
    let mut index = vec![UNSEEN; count];
    let mut low = vec![0; count];
    let mut on_stack = vec![false; count];
    let mut stack = Vec::new();
    let mut calls: Vec<(u32, usize)> = Vec::new();
    let mut result = Vec::new();
    let mut next_index = 0;
    for root in 0..count as u32 {
        if index[root as usize] != UNSEEN {
            continue;
        }
        calls.push((root, 0));
        while let Some((vertex, edge)) = calls.pop() {
            let v = vertex as usize;
            if edge == 0 {
                index[v] = next_index;
                low[v] = next_index;
                next_index += 1;
                stack.push(vertex);
                on_stack[v] = true;
            } else {
                // Back from the successor visited last.
                low[v] = low[v].min(low[successors[v][edge - 1] as usize]);
            }
            match visit_next(&successors[v], edge, &index, &on_stack, &mut low[v]) {
                Some(edge) => {
                    calls.push((vertex, edge + 1));
                    calls.push((successors[v][edge], 0));
                }
                None if low[v] == index[v] => result.push(pop_component(vertex, &mut stack, &mut on_stack)),
                None => {}
            }
        }
    }
    result
}

/// The first unseen successor from position `edge` on; seen ones that are on the stack lower `low` on the way.
fn visit_next(successors: &[u32], edge: usize, index: &[u32], on_stack: &[bool], low: &mut u32) -> Option<usize> {
    for (position, &successor) in successors.iter().enumerate().skip(edge) {
        let s = successor as usize;
        if index[s] == u32::MAX {
            return Some(position);
        }
        if on_stack[s] {
            *low = (*low).min(index[s]);
        }
    }
    None
}

fn pop_component(root: u32, stack: &mut Vec<u32>, on_stack: &mut [bool]) -> Vec<u32> {
    let start = stack.iter().rposition(|&v| v == root).map_or(0, |position| position);
    let component = stack.split_off(start);
    for &vertex in &component {
        on_stack[vertex as usize] = false;
    }
    component
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn components_come_after_what_they_point_to() {
        let graph = vec![vec![1], vec![2, 3], vec![0], vec![4], vec![3], vec![]];
        let mut found = components(&graph);
        found.iter_mut().for_each(|c| c.sort_unstable());
        assert_eq!(found, [vec![3, 4], vec![0, 1, 2], vec![5]]);
    }

    #[test]
    fn a_long_path_needs_no_native_stack() {
        let graph: Vec<Vec<u32>> = (0..300_000u32).map(|v| if v == 299_999 { vec![] } else { vec![v + 1] }).collect();
        assert_eq!(components(&graph).len(), 300_000);
    }
}
