//! Parses the name of a bundled game, `connect-four:5x6`, and reports errors.

use std::fmt;

use crate::template::Arguments;
use crate::{Bundled, Parameters, all, find};

/// Why there is no sheet for a request. Displays as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// No bundled game has this name.
    UnknownName {
        /// The name.
        name: String,
        /// Similar names, the closest first.
        suggestions: Vec<&'static str>,
    },
    /// The game has only one size.
    NoParameters {
        /// The game.
        name: &'static str,
    },
    /// The text after the colon is not of the right form.
    Malformed {
        /// The game.
        name: &'static str,
        /// The text after the colon.
        text: String,
        /// The expected form, in words.
        expected: String,
        /// A valid request.
        example: String,
    },
    /// A number is too small or too large.
    OutOfRange {
        /// The game.
        name: &'static str,
        /// The parameter.
        parameter: String,
        /// The given value.
        given: String,
        /// The minimum.
        least: i64,
        /// The maximum.
        most: i64,
    },
    /// A list has too many numbers.
    TooLong {
        /// The game.
        name: &'static str,
        /// The parameter.
        parameter: String,
        /// The given length.
        given: usize,
        /// The maximum length.
        longest: usize,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::UnknownName { name, suggestions } => {
                write!(f, "there is no bundled game called `{name}`")?;
                match suggestions.as_slice() {
                    [] => f.write_str("; `backsolve games` lists them"),
                    [only] => write!(f, "; did you mean `{only}`?"),
                    [rest @ .., last] => write!(f, "; did you mean `{}` or `{last}`?", rest.join("`, `")),
                }
            }
            Error::NoParameters { name } => write!(f, "`{name}` has one size only: write just `{name}`"),
            Error::Malformed { name, text, expected, example } => {
                write!(f, "`{name}` takes {expected}, not `{text}`: for example `{example}`")
            }
            Error::OutOfRange { name, parameter, given, least, most } => {
                write!(f, "`{parameter}` of `{name}` must be from {least} to {most}, not {given}")
            }
            Error::TooLong { name, parameter, given, longest } => {
                write!(f, "`{name}` takes at most {longest} {parameter}, not {given}")
            }
        }
    }
}

impl std::error::Error for Error {}

/// The game that `request` names and the arguments of its template.
pub(crate) fn read(request: &str) -> Result<(&'static Bundled, Arguments), Error> {
    let (name, size) = match request.split_once(':') {
        Some((name, size)) => (name, Some(size)),
        None => (request, None),
    };
    let bundled = find(name).ok_or_else(|| unknown(name))?;
    Ok((bundled, arguments(bundled, size)?))
}

fn unknown(name: &str) -> Error {
    // Names are short; a long text is not a misspelling, and comparing it would waste time.
    let near = |other: &str| if name.len() > 64 { 0.0 } else { strsim::jaro_winkler(name, other) };
    let mut scored: Vec<(f64, &str)> = all().iter().map(|b| (near(b.name), b.name)).filter(|s| s.0 > 0.8).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let best = scored.first().map_or(0.0, |s| s.0);
    let suggestions = scored.into_iter().filter(|s| s.0 > best - 0.05).take(3).map(|s| s.1).collect();
    Error::UnknownName { name: shorten(name), suggestions }
}

fn arguments(bundled: &Bundled, size: Option<&str>) -> Result<Arguments, Error> {
    let mut arguments = Arguments::default();
    match (&bundled.parameters, size) {
        (Parameters::None, None) => {}
        (Parameters::None, Some(_)) => return Err(Error::NoParameters { name: bundled.name }),
        (Parameters::Numbers(parameters), size) => {
            let default = bundled.parameters.default_text();
            let texts: Vec<&str> = size.unwrap_or(&default).split('x').collect();
            if texts.len() != parameters.len() {
                return Err(malformed(bundled, size));
            }
            for (parameter, text) in parameters.iter().zip(texts) {
                let number = number(bundled, size, &parameter.name, text, parameter.least, parameter.most)?;
                arguments.numbers.insert(parameter.name.clone(), number);
            }
        }
        (Parameters::List { name, default, least, most, longest }, size) => {
            let numbers = match size {
                None => default.clone(),
                Some(text) => {
                    let given = text.split(',').count();
                    if given > *longest {
                        let parameter = name.clone();
                        return Err(Error::TooLong { name: bundled.name, parameter, given, longest: *longest });
                    }
                    let one = |text| number(bundled, size, name, text, *least, *most);
                    text.split(',').map(one).collect::<Result<_, _>>()?
                }
            };
            let greatest = numbers.iter().copied().max().unwrap_or(0);
            arguments.numbers.insert("count".into(), numbers.len() as i64);
            arguments.numbers.insert("greatest".into(), greatest);
            arguments.list = Some((name.clone(), numbers));
        }
    }
    Ok(arguments)
}

/// One number of a size, if it is valid and in range.
fn number(
    bundled: &Bundled,
    size: Option<&str>,
    parameter: &str,
    text: &str,
    least: i64,
    most: i64,
) -> Result<i64, Error> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(malformed(bundled, size));
    }
    // A number with too many digits to parse is certainly out of range.
    text.parse().ok().filter(|number| (least..=most).contains(number)).ok_or_else(|| Error::OutOfRange {
        name: bundled.name,
        parameter: parameter.to_string(),
        given: shorten(text),
        least,
        most,
    })
}

fn malformed(bundled: &Bundled, size: Option<&str>) -> Error {
    let expected = match &bundled.parameters {
        Parameters::None => "no size".to_string(),
        Parameters::Numbers(p) => p.iter().map(|p| p.name.as_str()).collect::<Vec<_>>().join(" x "),
        Parameters::List { name, .. } => format!("{name}, joined by commas"),
    };
    let text = shorten(size.unwrap_or_default());
    Error::Malformed { name: bundled.name, text, expected, example: bundled.example() }
}

/// At most the first 40 characters, so that an error remains readable.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(request: &str) -> String {
        read(request).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn unknown_names_get_suggestions() {
        assert_eq!(complaint("hanio"), "there is no bundled game called `hanio`; did you mean `hanoi`?");
        assert_eq!(complaint("qqq"), "there is no bundled game called `qqq`; `backsolve games` lists them");
        assert!(complaint(&"x".repeat(1_000_000)).len() < 200);
    }

    #[test]
    fn sizes_must_fit_the_game() {
        assert_eq!(complaint("tic-tac-toe:3x3"), "`tic-tac-toe` has one size only: write just `tic-tac-toe`");
        assert_eq!(
            complaint("connect-four:7"),
            "`connect-four` takes columns x rows, not `7`: for example `connect-four:7x6`"
        );
        assert_eq!(complaint("connect-four:7x99"), "`rows` of `connect-four` must be from 2 to 9, not 99");
        assert_eq!(complaint("nim:1,,3"), "`nim` takes heaps, joined by commas, not `1,,3`: for example `nim:1,3,5,7`");
        assert_eq!(complaint("nim:1,1,1,1,1,1,1,1,1"), "`nim` takes at most 8 heaps, not 9");
        for request in ["nim:", "nim:-1", "nim:+1", "nim: 1", "chomp:8x7x", "chomp:x", "chomp:8X7", "chomp:８x7"] {
            assert!(!complaint(request).is_empty(), "{request}");
        }
        assert!(complaint(&format!("nim:{}", "9".repeat(100_000))).contains("from 1 to 60"));
    }

    #[test]
    fn sizes_fill_the_template() {
        let (_, arguments) = read("connect-four:5x6").unwrap();
        assert_eq!((arguments.numbers["columns"], arguments.numbers["rows"]), (5, 6));
        let (_, arguments) = read("nim:2,9").unwrap();
        assert_eq!(arguments.list, Some(("heaps".into(), vec![2, 9])));
        assert_eq!((arguments.numbers["count"], arguments.numbers["greatest"]), (2, 9));
    }
}
