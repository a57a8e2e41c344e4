//! Symmetries of a game on its picture: rotations and reflections of the board, or things that swap places.

use crate::find::{Board, Meaning};

impl Board {
    /// Whether a permutation of the facts rotates or reflects the picture: cells map to cells and keep their distances.
    pub fn is_turned_by(&self, images: &[u32]) -> bool {
        let cells = self.cells_after(images);
        let moves = cells.iter().enumerate().any(|(cell, after)| after.is_some_and(|after| after != cell));
        let keeps = |one: usize, other: usize| match (cells[one], cells[other]) {
            (Some(a), Some(b)) => self.distance(one, other) == self.distance(a, b),
            _ => true,
        };
        moves && (0..cells.len()).all(|one| (0..one).all(|other| keeps(one, other)))
    }

    /// Two things that swap places under a permutation of the facts, in words.
    pub fn swapped_by(&self, images: &[u32]) -> Option<(String, String)> {
        let meanings = |fluent: usize| Some((self.meaning[fluent]?, self.meaning[images[fluent] as usize]?));
        (0..images.len()).filter_map(meanings).find_map(|pair| match pair {
            (Meaning::Value { counter: one, .. }, Meaning::Value { counter: other, .. }) if one != other => {
                let label = |counter: usize| self.geometry.counters[counter].label.clone();
                Some((label(one), label(other)))
            }
            (Meaning::Content { cell: one, .. }, Meaning::Content { cell: other, .. }) if one != other => {
                Some((self.place(one), self.place(other)))
            }
            _ => None,
        })
    }

    /// For each cell, its image; `None` if no fact determines it.
    fn cells_after(&self, images: &[u32]) -> Vec<Option<usize>> {
        let mut after = vec![None; self.geometry.cells.len()];
        for (fluent, &image) in images.iter().enumerate() {
            if let (Some(Meaning::Content { cell, .. }), Some(Meaning::Content { cell: to, .. })) =
                (self.meaning[fluent], self.meaning[image as usize])
            {
                after[cell] = Some(to);
            }
        }
        after
    }

    /// The squared distance of two cells; `None` between panes.
    fn distance(&self, one: usize, other: usize) -> Option<usize> {
        let (one, other) = (&self.geometry.cells[one], &self.geometry.cells[other]);
        (one.pane == other.pane).then(|| one.x.abs_diff(other.x).pow(2) + one.y.abs_diff(other.y).pow(2))
    }
}
