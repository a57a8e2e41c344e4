//! Games with defects: stuck roles, terminal states with several goals or none. Lenient mode gives these a meaning.

use crate::random::RandomChoices;
use crate::sheet::{TextClause, TextSheet};

/// A copy of a sheet of [`board`](crate::board) with one defect or several.
pub fn flawed(sheet: &TextSheet, random: &mut RandomChoices) -> TextSheet {
    let mut clauses = sheet.clauses.clone();
    let defects = random.between(1, 7);
    if defects & 1 != 0 {
        // A role without an action is stuck while another role has one.
        clauses.retain(|clause| clause.head != "(legal ?r pass)");
    }
    let rewards: Vec<usize> = clauses
        .iter()
        .enumerate()
        .filter(|(_, clause)| clause.head.starts_with("(reward "))
        .map(|(at, _)| at)
        .collect();
    let some = *random.pick(&rewards);
    if defects & 2 != 0 {
        let (outcome, _) = clauses[some].head.rsplit_once(' ').unwrap_or_default();
        let head = format!("{outcome} {})", random.pick(&[10, 45, 95]));
        clauses.push(TextClause { head, body: Vec::new() });
    }
    if defects & 4 != 0 && rewards.len() > 1 {
        clauses.remove(some);
    }
    TextSheet { clauses }
}
