//! How a game is drawn: as its sheet says in an object in a comment, after the word `Drawing:` (see `docs/drawing.md`),
//! or as the hints of a bundled game say.
//!
//! ```text
//! ; Drawing: {"surface": "checkered",
//! ;   "places": ["queen"], "pieces": {"queen": {"shape": "glyph", "glyph": "♛"}}}
//! ```

use board::{Board, Orientation};
use game::Game;
use gdl::Source;
use serde_json::{Map, Value};

/// Surfaces whose columns and rows have their names beside them.
const RULED: [&str; 5] = ["squares", "checkered", "holes", "points", "pits"];

/// Surfaces that are no grid of cells.
const LISTED: [&str; 3] = ["stacks", "edges", "lines"];

/// The word that the object follows.
const WORD: &str = "Drawing:";

/// The object, if the sheet has one, or a sentence that says why it cannot be read.
pub fn of_sheet(text: &str) -> Result<Option<Value>, String> {
    let comments = text.lines().map(|line| Some(line.trim_start().strip_prefix(';')?.trim_start_matches(';')));
    let mut lines = comments.skip_while(|line| !line.is_some_and(|line| line.trim_start().starts_with(WORD)));
    let Some(Some(first)) = lines.next() else { return Ok(None) };
    let mut object = first.trim_start()[WORD.len()..].to_owned();
    // The object goes on as far as the comment does.
    for line in lines.map_while(|line| line) {
        object.push('\n');
        object.push_str(line);
    }
    // What stands behind the object is a comment like any other.
    let mut values = serde_json::Deserializer::from_str(&object).into_iter::<Map<String, Value>>();
    match values.next() {
        Some(Ok(object)) => Ok(Some(Value::Object(object))),
        Some(Err(error)) => Err(format!("the drawing of this sheet is no JSON object: {error}")),
        None => Err("the drawing of this sheet is empty".to_owned()),
    }
}

/// How a bundled game is best drawn.
pub fn of_bundled(name: &str) -> Option<Value> {
    games::hints(name).and_then(|text| serde_json::from_str(text).ok())
}

/// The board of a game, drawn as its sheet or the hints of a bundled game say. What cannot be read says nothing.
pub fn board(source: &Source, game: &Game) -> Option<Board> {
    let bundled = || {
        let is_bundled = games::sheet(&source.name).is_ok_and(|text| text == source.text);
        is_bundled.then(|| of_bundled(source.name.split(':').next()?)).flatten()
    };
    let hints = of_sheet(&source.text).ok().flatten().or_else(bundled);
    Board::find(game, &orientation(hints.as_ref()))
}

/// What the hints say about places and names.
pub fn orientation(hints: Option<&Value>) -> Orientation {
    let hint = |name: &str| hints.and_then(|hints| hints.get(name));
    let text = |name: &str| hint(name).and_then(Value::as_str);
    let texts = |name: &str| -> Vec<String> {
        let list = hint(name).and_then(Value::as_array).into_iter().flatten();
        list.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let moves = hint("moves").and_then(Value::as_object).into_iter().flatten();
    Orientation {
        rows_up: hint("rows").map(|rows| rows == "up"),
        transposed: hint("transposed") == Some(&Value::Bool(true)),
        empty: text("empty").map(str::to_owned),
        places: texts("places"),
        unruled: text("surface").is_some_and(|surface| !RULED.contains(&surface)) || hint("graph").is_some(),
        listed: text("surface").is_some_and(|surface| LISTED.contains(&surface)),
        heaps: text("counters").map(|counters| counters != "numbers"),
        numbers: texts("numbers"),
        moves: moves.filter_map(|(name, words)| Some((name.clone(), words.as_str()?.to_owned()))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_drawing_spans_the_lines_of_a_comment() {
        let sheet =
            "; Towns\n;; Drawing: {\"graph\": {\n;   \"points\": {\"a\": [0, 1]}}}\n; and more words\n(role a)\n";
        assert_eq!(of_sheet(sheet), Ok(Some(json!({"graph": {"points": {"a": [0, 1]}}}))));
        assert_eq!(of_sheet("; Towns\n(role a)\n"), Ok(None));
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        for text in ["; Drawing: surface hexagons", "; Drawing:", "; Drawing: {\"surface\": ", "; Drawing: []"] {
            assert!(of_sheet(text).is_err(), "{text}");
        }
    }
}
