//! The best line of a game with one role as a plan, in the format of planners.
//!
//! One move per line, in brackets, and a comment with the number of moves at the end:
//!
//! ```text
//! (pick-up b)
//! (stack b a)
//! ; cost = 2 (unit cost)
//! ```

use std::fs;
use std::path::Path;

use operations::report::Figures;

use crate::error::Error;

/// Refuses what has no plan: games of several roles.
pub fn check_one_role(roles: usize) -> Result<(), Error> {
    match roles {
        1 => Ok(()),
        _ => Err(Error::input(format_args!("--plan is for games with one role; this one has {roles}"))),
    }
}

/// Writes the plan, if there is one.
pub fn write(figures: &Figures, is_planning: bool, path: &Path) -> Result<(), Error> {
    if is_planning && figures.value.first() != Some(&100) {
        return Err(Error::no("there is no plan: the goal cannot be reached"));
    }
    if figures.distance.is_none_or(|plies| plies as usize != figures.line.len()) {
        return Err(Error::no("there is no plan: best play does not end, or is too long to be written"));
    }
    fs::write(path, text(&figures.line)).map_err(|e| Error::input(format_args!("can't write {}: {e}", path.display())))
}

fn text(line: &[String]) -> String {
    let bracketed = |one: &String| if one.starts_with('(') { format!("{one}\n") } else { format!("({one})\n") };
    let steps: String = line.iter().map(bracketed).collect();
    format!("{steps}; cost = {} (unit cost)\n", line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_without_arguments_get_brackets() {
        assert_eq!(text(&["(stack a b)".into(), "wait".into()]), "(stack a b)\n(wait)\n; cost = 2 (unit cost)\n");
    }
}
