//! The head of a sheet: the comment block at its top, which is also its entry in the catalogue.
//!
//! ```text
//! ; Connect Four
//! ;
//! ; Rules: Two players drop discs in turn into the columns of an upright board. Four in a line win.
//! ; Family: two players
//! ; Size: columns 7 (1..9) x rows 6 (1..9)
//! ; Source: ...
//! ; Known: 7x6 is a win for the first player (Allis 1988).
//! ```
//!
//! The first line is the title; a line that starts with a key starts an entry, and the indented lines below continue
//! it. `Size` is omitted if a game has only one size. Keeping the catalogue in the sheets means that it cannot
//! contradict the comment, and that a new game is one new file.

use crate::{Bundled, Family, Parameter, Parameters};

/// The catalogue entry of the sheet called `name`, or an error message about its head.
pub(crate) fn read(name: &'static str, template: &'static str) -> Result<Bundled, String> {
    let head: Vec<&str> = template.lines().map_while(|line| line.strip_prefix(';')).collect();
    let title = head.first().map(|line| line.trim()).filter(|title| !title.is_empty()).ok_or("the title is missing")?;
    let family = match required(&head, "Family")?.as_str() {
        "one player" => Family::OnePlayer,
        "two players" => Family::TwoPlayers,
        "two players, cyclic" => Family::TwoPlayersCyclic,
        "two players at once" => Family::Simultaneous,
        "two players and chance" => Family::Chance,
        other => return Err(format!("`{other}` is not a family")),
    };
    Ok(Bundled {
        name,
        title: title.to_string(),
        rules: required(&head, "Rules")?,
        family,
        parameters: entry(&head, "Size").map_or(Ok(Parameters::None), |size| parameters(&size))?,
        roles: template.lines().filter(|line| line.starts_with("(role ") && *line != "(role random)").count(),
        source: required(&head, "Source")?,
        known: required(&head, "Known")?,
        template,
    })
}

/// The text of the entry with this key, its lines joined.
fn entry(head: &[&str], key: &str) -> Option<String> {
    let opens = |line: &str| line.strip_prefix(' ')?.strip_prefix(key)?.strip_prefix(": ").map(str::to_string);
    let (at, mut text) = head.iter().enumerate().find_map(|(at, line)| Some((at, opens(line)?)))?;
    for line in head[at + 1..].iter().take_while(|line| line.starts_with("   ")) {
        text.push(' ');
        text.push_str(line.trim());
    }
    Some(text)
}

fn required(head: &[&str], key: &str) -> Result<String, String> {
    entry(head, key).ok_or_else(|| format!("the entry `{key}` is missing"))
}

/// `columns 7 (1..9) x rows 6 (1..9)`, or for a list `heaps 1,3,5,7 (1..60, up to 8)`.
fn parameters(size: &str) -> Result<Parameters, String> {
    let slip = || format!("`{size}` should read `name default (least..most)`");
    if let Some((parameter, longest)) = size.strip_suffix(')').and_then(|text| text.split_once(", up to ")) {
        let (name, default, least, most) = parameter_parts(parameter).ok_or_else(slip)?;
        let default = default.split(',').map(str::parse).collect::<Result<_, _>>().map_err(|_| slip())?;
        let longest = longest.parse().map_err(|_| slip())?;
        return Ok(Parameters::List { name, default, least, most, longest });
    }
    let numbers = size.split(" x ").map(|parameter| {
        let (name, default, least, most) = parameter_parts(parameter.strip_suffix(')')?)?;
        Some(Parameter { name, default: default.parse().ok()?, least, most })
    });
    Ok(Parameters::Numbers(numbers.collect::<Option<_>>().ok_or_else(slip)?))
}

/// The name, default, minimum and maximum in `columns 7 (1..9`.
fn parameter_parts(text: &str) -> Option<(String, &str, i64, i64)> {
    let (name, rest) = text.split_once(' ')?;
    let (default, range) = rest.split_once(" (")?;
    let (least, most) = range.split_once("..")?;
    Some((name.to_string(), default, least.parse().ok()?, most.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str =
        "; Title\n;\n; Rules: One line\n;   and another.\n; Family: one player\n; Source: s.\n; Known: k.\n";

    #[test]
    fn entries_may_span_lines() {
        let bundled = read("name", HEAD).unwrap();
        assert_eq!(bundled.title, "Title");
        assert_eq!(bundled.rules, "One line and another.");
        assert_eq!(bundled.family, Family::OnePlayer);
        assert_eq!(bundled.parameters, Parameters::None);
    }

    #[test]
    fn sizes_are_numbers_or_a_list() {
        let columns = Parameter { name: "columns".into(), default: 7, least: 1, most: 9 };
        let rows = Parameter { name: "rows".into(), default: 6, least: 2, most: 8 };
        assert_eq!(parameters("columns 7 (1..9) x rows 6 (2..8)"), Ok(Parameters::Numbers(vec![columns, rows])));
        let heaps = Parameters::List { name: "heaps".into(), default: vec![1, 3], least: 1, most: 60, longest: 8 };
        assert_eq!(parameters("heaps 1,3 (1..60, up to 8)"), Ok(heaps));
    }

    #[test]
    fn mistakes_give_messages() {
        assert!(read("name", "(role a)").is_err());
        assert!(read("name", HEAD.split_at(HEAD.len() - 12).0).is_err());
        for slip in ["columns", "columns 7", "columns 7 (1..)", "columns 7 (1..9) rows", "h 1;2 (1..3, up to 4)"] {
            assert!(parameters(slip).is_err(), "{slip}");
        }
    }
}
