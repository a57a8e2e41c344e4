//! All elements of a small permutation group, from its generators.

use rustc_hash::FxHashSet;

/// A permutation: for each point its image.
pub type Permutation = Vec<u32>;

/// The elements of the group that permutations of `0..points` generate, the identity first, sorted after that; `None`
/// if together they have more than `most` images.
pub fn elements(generators: &[Permutation], points: usize, most: usize) -> Option<Vec<Permutation>> {
    let identity: Permutation = (0..points as u32).collect();
    let mut seen: FxHashSet<Permutation> = FxHashSet::from_iter([identity.clone()]);
    let mut found = vec![identity];
    let mut at = 0;
    while at < found.len() {
        for generator in generators {
            let product: Permutation = found[at].iter().map(|&point| generator[point as usize]).collect();
            if !seen.contains(&product) {
                if (found.len() + 1) * points > most {
                    return None;
                }
                seen.insert(product.clone());
                found.push(product);
            }
        }
        at += 1;
    }
    found[1..].sort_unstable();
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_has_eight_symmetries() {
        let generators = [vec![1, 2, 3, 0], vec![1, 0, 3, 2]];
        let all = elements(&generators, 4, 1000).expect("the group is small");
        assert_eq!((all.len(), &all[0]), (8, &vec![0, 1, 2, 3]));
        assert_eq!(elements(&generators, 4, 31), None);
        assert_eq!(elements(&[], 4, 0).map(|all| all.len()), Some(1));
    }
}
