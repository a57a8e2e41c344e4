//! Drawing hints in a sheet: an object in a comment, after the word `Drawing:` (see `docs/drawing.md`).
//!
//! ```text
//! ; Drawing: {"surface": "checkered",
//! ;   "places": ["queen"], "pieces": {"queen": {"shape": "glyph", "glyph": "♛"}}}
//! ```

use serde_json::{Map, Value};

use crate::Orientation;

/// The word before the object.
const WORD: &str = "Drawing:";

/// Surfaces with labelled columns and rows.
const RULED: [&str; 6] = ["squares", "checkered", "holes", "points", "hexagons", "pits"];

/// Surfaces that are not grids of cells.
const LISTED: [&str; 3] = ["stacks", "edges", "lines"];

/// The drawing hints of a sheet. The page reads the object itself; this type provides the part needed to find a board.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawing(Map<String, Value>);

impl Drawing {
    /// The hints of a sheet: its own comment, or else the file beside a bundled game of that name. The error says why a
    /// comment cannot be read.
    pub fn of_sheet(name: &str, text: &str) -> Result<Option<Drawing>, String> {
        Ok(in_comment(text)?.or_else(|| Drawing::of_bundled(name)))
    }

    /// The hints in the file beside a bundled game; the name may include a size.
    pub fn of_bundled(name: &str) -> Option<Drawing> {
        let hints = games::hints(name.split(':').next().unwrap_or(name))?;
        serde_json::from_str(hints).ok().map(Drawing)
    }

    /// A value by its key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    /// The whole object, if it is not empty.
    pub fn object(&self) -> Option<&Map<String, Value>> {
        Some(&self.0).filter(|object| !object.is_empty())
    }

    /// The orientation of the picture and the names of its axes.
    pub fn orientation(&self) -> Orientation {
        let text = |name: &str| self.get(name).and_then(Value::as_str);
        let texts = |name: &str| -> Vec<String> {
            let list = self.get(name).and_then(Value::as_array).into_iter().flatten();
            list.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let moves = self.get("moves").and_then(Value::as_object).into_iter().flatten();
        Orientation {
            rows_up: self.get("rows").map(|rows| rows == "up"),
            transposed: self.get("transposed") == Some(&Value::Bool(true)),
            empty: text("empty").map(str::to_owned),
            places: texts("places"),
            unruled: text("surface").is_some_and(|surface| !RULED.contains(&surface)) || self.get("graph").is_some(),
            listed: text("surface").is_some_and(|surface| LISTED.contains(&surface)),
            hexagonal: text("surface") == Some("hexagons"),
            heaps: text("counters").map(|counters| counters != "numbers"),
            numbers: texts("numbers"),
            moves: moves.filter_map(|(name, words)| Some((name.clone(), words.as_str()?.to_owned()))).collect(),
        }
    }
}

/// The object in a comment, if there is one.
fn in_comment(text: &str) -> Result<Option<Drawing>, String> {
    let comments = text.lines().map(|line| Some(line.trim_start().strip_prefix(';')?.trim_start_matches(';')));
    let mut lines = comments.skip_while(|line| !line.is_some_and(|line| line.trim_start().starts_with(WORD)));
    let Some(Some(first)) = lines.next() else { return Ok(None) };
    let mut object = first.trim_start()[WORD.len()..].to_owned();
    // The object extends as far as the comment.
    for line in lines.map_while(|line| line) {
        object.push('\n');
        object.push_str(line);
    }
    // Text after the object is an ordinary comment.
    let mut values = serde_json::Deserializer::from_str(&object).into_iter::<Map<String, Value>>();
    match values.next() {
        Some(Ok(object)) => Ok(Some(Drawing(object))),
        Some(Err(error)) => Err(format!("the drawing block of this sheet is not a JSON object: {error}")),
        None => Err("the drawing block of this sheet is empty".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_drawing_may_span_several_comment_lines() {
        let sheet =
            "; Towns\n;; Drawing: {\"graph\": {\n;   \"points\": {\"a\": [0, 1]}}}\n; and more words\n(role a)\n";
        let drawing = Drawing::of_sheet("towns.gdl", sheet).expect("a drawing").expect("one");
        assert_eq!(drawing.get("graph"), Some(&json!({"points": {"a": [0, 1]}})));
        assert_eq!(Drawing::of_sheet("towns.gdl", "; Towns\n(role a)\n"), Ok(None));
        assert!(Drawing::of_sheet("hex:4", "; Hex\n(role a)\n").is_ok_and(|drawing| drawing.is_some()));
    }

    #[test]
    fn unreadable_drawings_are_reported() {
        for text in ["; Drawing: surface hexagons", "; Drawing:", "; Drawing: {\"surface\": ", "; Drawing: []"] {
            assert!(Drawing::of_sheet("towns.gdl", text).is_err(), "{text}");
        }
    }
}
