//! Colour refinement: vertices with different neighbourhoods get different colours.
//!
//! Colours are hashes, so equal structures in two independent graphs get equal colours. A collision could merge two
//! colours. That can hide a difference from the fingerprint but never gives a wrong symbol map, because a map is
//! checked edge by edge.

use rustc_hash::FxHashMap;

use crate::graph::Graph;

/// A 64-bit mix of two words (the finaliser of MurmurHash3 on their combination).
pub fn mix(a: u64, b: u64) -> u64 {
    let mut hash = a.rotate_left(25) ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x2545_f491_4f6c_dd1d);
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ (hash >> 33)
}

/// A colour per vertex.
#[derive(Clone)]
pub struct Colouring {
    colours: Vec<u64>,
}

impl Colouring {
    /// The graph's own colours.
    pub fn new(graph: &Graph) -> Colouring {
        Colouring { colours: graph.colours.clone() }
    }

    /// The colour of a vertex.
    pub fn colour(&self, vertex: u32) -> u64 {
        self.colours[vertex as usize]
    }

    /// The colouring with one vertex individualised.
    pub fn individualised(&self, vertex: u32) -> Colouring {
        let mut colours = self.colours.clone();
        colours[vertex as usize] = mix(colours[vertex as usize], 0x1d);
        Colouring { colours }
    }

    /// Refines until the number of colours is stable.
    pub fn refined(mut self, graph: &Graph) -> Colouring {
        let mut count = self.distinct();
        loop {
            let round = |vertex: usize| {
                // A sum over the neighbours does not depend on their order.
                let neighbours = graph.edges[vertex]
                    .iter()
                    .fold(0u64, |sum, &(label, to)| sum.wrapping_add(mix(mix(label, 3), self.colours[to as usize])));
                mix(self.colours[vertex], neighbours)
            };
            self.colours = (0..self.colours.len()).map(round).collect();
            let refined = self.distinct();
            if refined == count {
                return self;
            }
            count = refined;
        }
    }

    /// The multiset of colours as one number.
    pub fn summary(&self) -> u128 {
        let half = |salt: u64| {
            let sum = self.colours.iter().fold(0u64, |sum, &colour| sum.wrapping_add(mix(colour, salt)));
            u128::from(mix(sum, self.colours.len() as u64))
        };
        half(5) << 64 | half(7)
    }

    /// The vertices of each colour.
    pub fn cells(&self) -> FxHashMap<u64, Vec<u32>> {
        let mut cells: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
        for (vertex, &colour) in self.colours.iter().enumerate() {
            cells.entry(colour).or_default().push(vertex as u32);
        }
        cells
    }

    fn distinct(&self) -> usize {
        self.colours.iter().collect::<rustc_hash::FxHashSet<_>>().len()
    }
}
