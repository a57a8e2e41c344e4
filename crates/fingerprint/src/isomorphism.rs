//! Decides whether two sheets are copies of one another, and maps their symbols.
//!
//! Both graphs are refined in parallel. If a colour has several vertices, one of them is individualised in the first
//! graph and each candidate in turn in the second, and refinement continues. If the candidates differ only by a
//! symmetry of the game, the first one leads to a map, so in practice there is no backtracking. Once all colours are
//! unique the map is read off and checked edge by edge.

use gdl::Rules;
use gdl::rules::Symbol;
use rustc_hash::FxHashMap;

use crate::graph::Graph;
use crate::refinement::Colouring;

/// Maps each symbol of the first sheet to one of the second.
pub type SymbolMap = FxHashMap<Symbol, Symbol>;

/// The answer of [`isomorphism`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// The sheets are copies: the map of their symbols.
    Same(SymbolMap),
    /// They are not.
    Different,
    /// Undecided after too many candidates.
    Unknown,
}

/// The maximum number of refinements per search: real sheets need a few dozen, one per symmetric choice.
const EFFORT: usize = 10_000;

/// Compares two sheets.
pub fn isomorphism(first: &Rules, second: &Rules) -> Comparison {
    let (first, second) = (Graph::of(first), Graph::of(second));
    if first.colours.len() != second.colours.len() || first.symbols.len() != second.symbols.len() {
        return Comparison::Different;
    }
    let mut search = Search { first: &first, second: &second, effort: EFFORT };
    let start = |graph: &Graph| Colouring::new(graph).refined(graph);
    search.run(start(&first), start(&second))
}

struct Search<'a> {
    first: &'a Graph,
    second: &'a Graph,
    effort: usize,
}

/// A choice: the individualised vertex of the first graph, its candidate images, and both colourings before it.
struct Choice {
    vertex: u32,
    candidates: Vec<u32>,
    colourings: (Colouring, Colouring),
}

impl Search<'_> {
    /// Depth-first search over choices with an explicit stack.
    fn run(&mut self, first: Colouring, second: Colouring) -> Comparison {
        let mut choices = Vec::new();
        match self.examine(first, second) {
            Step::Answer(map) => return Comparison::Same(map),
            Step::Refuted => return Comparison::Different,
            Step::Choose(choice) => choices.push(choice),
        }
        while let Some(choice) = choices.last_mut() {
            let Some(candidate) = choice.candidates.pop() else {
                choices.pop();
                continue;
            };
            if self.effort == 0 {
                return Comparison::Unknown;
            }
            self.effort -= 1;
            let first = choice.colourings.0.individualised(choice.vertex).refined(self.first);
            let second = choice.colourings.1.individualised(candidate).refined(self.second);
            match self.examine(first, second) {
                Step::Answer(map) => return Comparison::Same(map),
                Step::Refuted => {}
                Step::Choose(choice) => choices.push(choice),
            }
        }
        Comparison::Different
    }

    fn examine(&self, first: Colouring, second: Colouring) -> Step {
        let (cells, others) = (first.cells(), second.cells());
        let matches =
            |(colour, cell): (&u64, &Vec<u32>)| others.get(colour).is_some_and(|other| other.len() == cell.len());
        if cells.len() != others.len() || !cells.iter().all(matches) {
            return Step::Refuted;
        }
        // The smallest cell has the fewest candidates; ties are broken by the first vertex, so that the search is
        // deterministic.
        let open = cells.values().filter(|cell| cell.len() > 1).min_by_key(|cell| (cell.len(), cell[0]));
        match open {
            Some(cell) => {
                let vertex = cell[0];
                let candidates = others[&first.colour(vertex)].clone();
                Step::Choose(Choice { vertex, candidates, colourings: (first, second) })
            }
            None => {
                let image: Vec<u32> =
                    (0..self.first.colours.len()).map(|v| others[&first.colour(v as u32)][0]).collect();
                self.checked(&image).map_or(Step::Refuted, Step::Answer)
            }
        }
    }

    /// The symbol map, if `image` preserves colours and edges.
    fn checked(&self, image: &[u32]) -> Option<SymbolMap> {
        let kept = |(vertex, &to): (usize, &u32)| {
            let mut mapped: Vec<(u64, u32)> =
                self.first.edges[vertex].iter().map(|&(label, v)| (label, image[v as usize])).collect();
            let mut there = self.second.edges[to as usize].clone();
            mapped.sort_unstable();
            there.sort_unstable();
            mapped == there && self.first.colours[vertex] == self.second.colours[to as usize]
        };
        if !image.iter().enumerate().all(kept) {
            return None;
        }
        let symbol =
            |(vertex, &symbol): (usize, &Symbol)| Some((symbol, *self.second.symbols.get(image[vertex] as usize)?));
        self.first.symbols.iter().enumerate().map(symbol).collect()
    }
}

enum Step {
    Answer(SymbolMap),
    Refuted,
    Choose(Choice),
}
