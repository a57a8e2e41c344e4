//! Moves that choose a column in which a piece falls, and which way is up.
//!
//! A move such as `(drop 3)` chooses a column, and the rules determine the row. The first piece of a column lies on the
//! ground, so if all initial moves end in the top row of the picture, the picture is upside down.

use game::{Evaluator, Game, State};

use crate::find::Board;
use crate::label::words;

/// An initial move that chooses a column, and the cells that it acts on.
struct Drop<'g> {
    made: &'g str,
    cells: Vec<usize>,
}

impl Board {
    /// Whether the first pieces fall to the uppermost row.
    pub(crate) fn falls_upwards(&self, game: &Game) -> bool {
        let lands_on_top = |drop: &Drop<'_>| matches!(*drop.cells, [cell] if self.geometry.cells[cell].y == 0);
        self.drops(game).is_some_and(|(drops, others)| others == 0 && drops.iter().all(lands_on_top))
    }

    /// Whether moves with this name and one argument let a piece fall in a column.
    pub(crate) fn falls(&self, game: &Game, name: &str) -> bool {
        let lands_in_column = |drop: &Drop<'_>| {
            let column = self.reach("", drop.made).cells;
            !drop.cells.is_empty() && drop.cells.iter().all(|cell| column.contains(cell))
        };
        let has_name = |drop: &&Drop<'_>| words(drop.made).is_some_and(|words| words[0] == name);
        self.drops(game).is_some_and(|(drops, _)| {
            drops.iter().any(|drop| has_name(&drop)) && drops.iter().filter(has_name).all(lands_in_column)
        })
    }

    /// The initial moves that choose a column, and the number of others; `None` if it is not one role's turn.
    fn drops<'g>(&self, game: &'g Game) -> Option<(Vec<Drop<'g>>, usize)> {
        let name = |role: usize, made: usize| game.moves[role][made].name.as_str();
        let is_drop = |role: usize, made: usize| self.is_column(&self.reach(&game.roles[role], name(role, made)).cells);
        // Few games have such moves, and only these need to be played.
        let has_drops = |role: usize| (0..game.moves[role].len()).any(|made| is_drop(role, made));
        if !(0..game.roles.len()).any(has_drops) {
            return None;
        }
        let evaluator = Evaluator::new(game).ok()?;
        let start = State::initial(game);
        let legal = evaluator.view(&start).legal;
        let mut choosing = (0..legal.len()).filter(|&role| legal[role].len() > 1);
        let (Some(role), None) = (choosing.next(), choosing.next()) else { return None };
        if legal.iter().any(Vec::is_empty) {
            return None;
        }
        let old = self.view(game, &start);
        let cells = |made: usize| {
            let joint: Vec<usize> =
                (0..legal.len()).map(|other| if other == role { made } else { legal[other][0] }).collect();
            let new = self.view(game, &evaluator.next(&start, &joint));
            self.act(&game.roles[role], name(role, made), &old, &new).cells
        };
        let (drops, others): (Vec<usize>, Vec<usize>) = legal[role].iter().partition(|&&made| is_drop(role, made));
        let drops = drops.into_iter().map(|made| Drop { made: name(role, made), cells: cells(made) }).collect();
        Some((drops, others.len()))
    }

    /// Whether cells are a column of several rows.
    fn is_column(&self, cells: &[usize]) -> bool {
        let cell = |&cell: &usize| &self.geometry.cells[cell];
        cells.len() > 1
            && cells.iter().map(cell).all(|one| one.x == cell(&cells[0]).x && one.pane == cell(&cells[0]).pane)
    }
}
