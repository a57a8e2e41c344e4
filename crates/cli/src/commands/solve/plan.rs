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

use gdl::Rules;
use operations::report::Figures;

use crate::error::Error;
use crate::table::{PLY, count};

/// Refuses what has no plan: games of several roles, or with chance.
pub fn check_one_role(rules: &Rules) -> Result<(), Error> {
    match (rules.roles.len(), rules.random()) {
        (1, None) => Ok(()),
        (_, Some(_)) => Err(Error::input("--plan is for games without chance: no list of moves fits every draw")),
        (roles, None) => Err(Error::input(format_args!("--plan is for games with one role; this one has {roles}"))),
    }
}

/// Writes the plan, if there is one.
pub fn write(figures: &Figures, is_planning: bool, path: &Path) -> Result<(), Error> {
    if is_planning && figures.value.first() != Some(&100) {
        return Err(Error::no("there is no plan: the goal cannot be reached"));
    }
    if figures.distance.is_none_or(|plies| plies as usize != figures.line.len()) {
        return Err(Error::no(match (figures.ends, figures.line_repeats_from, figures.distance) {
            (false, ..) => "there is no plan: no terminal state is reachable".to_owned(),
            (true, Some(_), _) | (true, None, None) => {
                format!("there is no plan: playing on for ever is worth {}, and no end is worth more", figures.value[0])
            }
            (true, None, Some(plies)) => {
                format!("there is no plan: best play takes {}, too many to be written", count(plies, PLY))
            }
        }));
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
