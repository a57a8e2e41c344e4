//! How a sheet says that it is drawn: an object in a comment, after the word `Drawing:` (see `docs/drawing.md`).
//!
//! ```text
//! ; Drawing: {"surface": "checkered",
//! ;   "places": ["queen"], "pieces": {"queen": {"shape": "glyph", "glyph": "♛"}}}
//! ```

use serde_json::{Map, Value};

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
