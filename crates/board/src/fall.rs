//! Which way is up, from pieces that fall.
//!
//! A move such as `(drop 3)` chooses a column, and the rules where in it the piece comes to lie. The first piece of a
//! column lies on the ground, so if the moves at the start all end in the uppermost row of the picture, the picture is
//! upside down.

use game::{Evaluator, Game, State};

use crate::find::Board;

impl Board {
    /// Whether the first pieces fall to the uppermost row.
    pub(crate) fn falls_upwards(&self, game: &Game) -> bool {
        let is_drop = |role: usize, made: usize| {
            self.is_column(&self.reach(&game.roles[role], &game.moves[role][made].name).cells)
        };
        // Few games have such moves, and only these need to be played.
        let has_drops = |role: usize| (0..game.moves[role].len()).any(|made| is_drop(role, made));
        if !(0..game.roles.len()).any(has_drops) {
            return false;
        }
        let Ok(evaluator) = Evaluator::new(game) else { return false };
        let start = State::initial(game);
        let legal = evaluator.view(&start).legal;
        let mut choosing = (0..legal.len()).filter(|&role| legal[role].len() > 1);
        let (Some(role), None) = (choosing.next(), choosing.next()) else { return false };
        if legal.iter().any(Vec::is_empty) {
            return false;
        }
        let old = self.view(game, &start);
        let lands_on_top = |&made: &usize| {
            let joint: Vec<usize> =
                (0..legal.len()).map(|other| if other == role { made } else { legal[other][0] }).collect();
            let new = self.view(game, &evaluator.next(&start, &joint));
            let cells = self.act(&game.roles[role], &game.moves[role][made].name, &old, &new).cells;
            matches!(cells.as_slice(), &[cell] if self.geometry.cells[cell].y == 0)
        };
        legal[role].iter().all(|&made| is_drop(role, made)) && legal[role].iter().all(lands_on_top)
    }

    /// Whether cells are those of a column of several rows.
    fn is_column(&self, cells: &[usize]) -> bool {
        let cell = |&cell: &usize| &self.geometry.cells[cell];
        cells.len() > 1
            && cells.iter().map(cell).all(|one| one.x == cell(&cells[0]).x && one.pane == cell(&cells[0]).pane)
    }
}
