//! Binary decision diagrams with complement edges (Bryant 1986; Brace, Rudell & Bryant 1990), small and with a limit.
//!
//! They decide what is hard for a SAT solver: whether pegs counted row by row are as many as pegs counted column by
//! column, or whether a path from left to right is a path from right to left.

use rustc_hash::FxHashMap;

use crate::quota::{Held, Quota};

/// A function: a node and, in the lowest bit, whether it is complemented.
pub type Function = u32;

/// The function that is true.
pub const TRUE: Function = 0;

/// The function that is false.
pub const FALSE: Function = 1;

/// Neither the limit nor the quota allows another node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// Work per node that is looked up, and bytes of a node with its entries in the tables.
const LOOK: u64 = 60;
const NODE_BYTES: usize = 80;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    variable: u32,
    /// The function if the variable is true; never complemented.
    high: Function,
    low: Function,
}

/// Functions of Boolean variables, in the order of their numbers.
pub struct Bdd<'q> {
    nodes: Vec<Node>,
    unique: FxHashMap<Node, u32>,
    conjunctions: FxHashMap<(Function, Function), Function>,
    most: usize,
    quota: &'q Quota,
    held: Held,
}

impl<'q> Bdd<'q> {
    /// No functions but the constants, and at most so many nodes.
    pub fn new(most: usize, quota: &'q Quota) -> Bdd<'q> {
        let leaf = Node { variable: u32::MAX, high: TRUE, low: TRUE };
        let (unique, conjunctions) = (FxHashMap::default(), FxHashMap::default());
        Bdd { nodes: vec![leaf], unique, conjunctions, most, quota, held: quota.hold(0) }
    }

    /// The function of a single variable.
    pub fn variable(&mut self, variable: u32) -> Result<Function, TooLarge> {
        self.node(variable, TRUE, FALSE)
    }

    /// The conjunction of some functions.
    pub fn all(&mut self, mut functions: Vec<Function>) -> Result<Function, TooLarge> {
        // From the last variables to the first, so that intermediate results stay small.
        functions.sort_unstable_by_key(|&function| (std::cmp::Reverse(self.top(function)), function));
        functions.into_iter().try_fold(TRUE, |all, function| self.and(all, function))
    }

    /// The conjunction of two functions.
    pub fn and(&mut self, one: Function, other: Function) -> Result<Function, TooLarge> {
        let (one, other) = (one.min(other), one.max(other));
        if one == other || one == TRUE {
            return Ok(other);
        }
        if one == FALSE || one == other ^ 1 {
            return Ok(FALSE);
        }
        self.quota.spend(LOOK);
        if let Some(&known) = self.conjunctions.get(&(one, other)) {
            return Ok(known);
        }
        let variable = self.top(one).min(self.top(other));
        let (one_high, one_low) = self.cofactors(one, variable);
        let (other_high, other_low) = self.cofactors(other, variable);
        let high = self.and(one_high, other_high)?;
        let low = self.and(one_low, other_low)?;
        let result = self.node(variable, high, low)?;
        self.conjunctions.insert((one, other), result);
        Ok(result)
    }

    fn top(&self, function: Function) -> u32 {
        self.nodes[function as usize >> 1].variable
    }

    fn cofactors(&self, function: Function, variable: u32) -> (Function, Function) {
        let node = self.nodes[function as usize >> 1];
        let complement = function & 1;
        match node.variable == variable {
            true => (node.high ^ complement, node.low ^ complement),
            false => (function, function),
        }
    }

    fn node(&mut self, variable: u32, high: Function, low: Function) -> Result<Function, TooLarge> {
        if high == low {
            return Ok(high);
        }
        let complement = high & 1;
        let node = Node { variable, high: high ^ complement, low: low ^ complement };
        if let Some(&known) = self.unique.get(&node) {
            return Ok(known << 1 | complement);
        }
        if self.nodes.len() >= self.most || (self.nodes.len().is_multiple_of(1024) && self.quota.is_over()) {
            return Err(TooLarge);
        }
        let index = self.nodes.len() as u32;
        self.nodes.push(node);
        self.unique.insert(node, index);
        self.held.add(NODE_BYTES);
        Ok(index << 1 | complement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_functions_are_equal() {
        let quota = Quota::of(u64::MAX);
        let mut bdd = Bdd::new(1000, &quota);
        let [a, b, c] = [0, 1, 2].map(|variable| bdd.variable(variable).expect("few nodes"));
        let mut and = |one, other| bdd.and(one, other).expect("few nodes");
        // a and (b or c) is the same as (a and b) or (a and c).
        let either = and(b ^ 1, c ^ 1) ^ 1;
        let (left, right) = (and(a, b), and(a, c));
        let product = and(left ^ 1, right ^ 1) ^ 1;
        assert_eq!(and(a, either), product);
        assert_eq!(and(a, a ^ 1), FALSE);
        assert_ne!(left, right);
    }

    #[test]
    fn the_number_of_nodes_is_limited() {
        let quota = Quota::of(u64::MAX);
        let mut bdd = Bdd::new(4, &quota);
        assert!((0..3).all(|variable| bdd.variable(variable).is_ok()));
        assert_eq!(bdd.variable(3), Err(TooLarge));
    }
}
