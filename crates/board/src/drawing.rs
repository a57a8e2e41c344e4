//! How a sheet says that it is drawn: an object in a comment, after the word `Drawing:` (see `docs/drawing.md`).
//!
//! ```text
//! ; Drawing: {"surface": "checkered",
//! ;   "places": ["queen"], "pieces": {"queen": {"shape": "glyph", "glyph": "♛"}}}
//! ```

use serde_json::{Map, Value};

use crate::Orientation;

/// The word that the object follows.
const WORD: &str = "Drawing:";

/// What a sheet says about its picture; nothing by default.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawing(Option<Value>);

impl Drawing {
    /// What an object says.
    pub fn new(object: Option<Value>) -> Drawing {
        Drawing(object)
    }

    /// How the picture lies.
    pub fn orientation(&self) -> Orientation {
        Orientation {
            rows_up: self.hint("rows").map(|rows| rows == "up"),
            transposed: self.hint("transposed") == Some(&Value::Bool(true)),
            empty: self.hint("empty").and_then(Value::as_str).map(str::to_owned),
            places: self.names("places"),
        }
    }

    /// Whether cells are hexagons, each row half a cell beside the one before.
    pub fn is_hexagonal(&self) -> bool {
        self.hint("surface").is_some_and(|surface| surface == "hexagons")
    }

    /// Whether a counter is a heap of things, and not a plain number.
    pub fn is_heap(&self, label: &str) -> bool {
        let first = label.split(' ').next().unwrap_or(label);
        let are_heaps = self.hint("counters").is_some_and(|counters| counters == "heaps" || counters == "columns");
        are_heaps && !self.names("numbers").iter().any(|name| name == first)
    }

    fn hint(&self, name: &str) -> Option<&Value> {
        self.0.as_ref()?.get(name)
    }

    fn names(&self, name: &str) -> Vec<String> {
        let names = self.hint(name).and_then(Value::as_array);
        names.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }
}

/// The object in a comment of a sheet, if it has one, or a sentence that says why it cannot be read.
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
