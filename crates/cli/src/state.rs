//! States as text: their facts, up to a limit.

/// The number of facts that are listed before the rest are counted.
const MOST_FACTS: usize = 30;

/// `(cell 1 1 b) (cell 1 2 x) … 7 more`
pub fn shown(facts: &[String]) -> String {
    let more = facts.len().saturating_sub(MOST_FACTS);
    let rest = if more > 0 { format!(" … {more} more") } else { String::new() };
    facts[..facts.len() - more].join(" ") + &rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_states_are_cut() {
        let facts: Vec<String> = (0..40).map(|i| format!("f{i}")).collect();
        assert_eq!(shown(&facts[..2]), "f0 f1");
        assert!(shown(&facts).ends_with(" f28 f29 … 10 more"));
    }
}
