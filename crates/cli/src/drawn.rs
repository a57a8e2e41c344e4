//! A state drawn as text.

use board::{Board, Sketch};
use game::{Game, State};

use crate::console::DIM;
use crate::state::shown;

/// The board, or the facts if there is nothing to draw. Whose turn it is is shown elsewhere.
pub fn drawn(game: &Game, board: Option<&Board>, state: &State) -> String {
    let Some(board) = board else {
        let facts: Vec<String> = state.facts(game).into_iter().map(str::to_owned).collect();
        return if facts.is_empty() { String::new() } else { format!("  {}\n", shown(&facts)) };
    };
    let mut view = board.view(game, state);
    let words = |fact: &str| fact.split(' ').count();
    view.rest.retain(|fact| !game.roles.iter().any(|role| fact.ends_with(&format!(" {role})")) && words(fact) == 2));
    let sketch = Sketch::new(board);
    let signs: Vec<String> = sketch.contents().iter().map(|sign| format!("{} {}", sign.sign, sign.meaning)).collect();
    let legend = if signs.is_empty() { String::new() } else { format!("  {DIM}{}{DIM:#}\n", signs.join("   ")) };
    sketch.draw(&view, &[]).iter().map(|line| format!("  {line}\n")).collect::<String>() + &legend
}
