//! Rules from a path, the name of a bundled game, or their text.

use std::path::Path;

use gdl::{Mode, Rules, Source};
use operations::Error;

/// The source of some rules: their text if it has several lines, otherwise the name of a bundled game, or a path.
pub fn source(given: &str) -> Result<Source, Error> {
    if given.contains('\n') || given.trim_start().starts_with('(') {
        return Ok(Source::new("rules", given));
    }
    if games::find(given.split(':').next().unwrap_or(given)).is_some() {
        let text = games::sheet(given).map_err(Error::input)?;
        return Ok(Source::new(given, text));
    }
    if Path::new(given).is_dir() {
        return Err(Error::input(format!("{given} is a directory")));
    }
    match std::fs::read(given) {
        Ok(bytes) => Source::from_bytes(given, &bytes)
            .map_err(|diagnostic| Error::input(format!("{given}: {}", diagnostic.message))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(Error::input(format!("there is neither a file nor a bundled game called `{given}`")))
        }
        Err(error) => Err(Error::input(format!("cannot read {given}: {error}"))),
    }
}

/// Checked rules.
pub fn rules(source: &Source, lenient: bool) -> Result<Rules, Error> {
    operations::check(source, if lenient { Mode::Lenient } else { Mode::Strict })
}

/// The default directory of a solution: in the current directory, named after the game.
pub fn directory(name: &str) -> String {
    let stem = Path::new(name).file_stem().map_or_else(|| "game".into(), |stem| stem.to_string_lossy());
    let plain: String = stem.chars().map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' }).collect();
    format!("{plain}.solution")
}
