//! Advice for unknown distances: commands that can be copied.

use std::time::Duration;

use solution::{Manifest, Model};

use super::{Advice, Query};

/// The minimum time of a proposed search.
const SHORTEST: Duration = Duration::from_secs(30);

impl Query {
    /// How to get the distances of a solution that does not store them.
    pub(super) fn advice(&self, longer: Option<String>, manifest: &Manifest) -> Vec<Advice> {
        let longer = longer.map(|command| Advice { command, effect: "searches longer" });
        let stored = self.stored_distances(manifest);
        let stored = stored.map(|command| Advice { command, effect: "stores all distances in the solution" });
        longer.into_iter().chain(stored).collect()
    }

    /// The same query with more time, if it can be repeated: standard input cannot be read twice, so a state from there
    /// is given by its facts, and rules from there cannot be named. Nor can a file whose name is not UTF-8.
    pub(super) fn longer_search(&self, facts: &[String]) -> Option<String> {
        let rules = match &self.rules {
            Some(name) => Some(name.to_str().filter(|&name| name != "-")?),
            None => None,
        };
        let state = self.state.as_deref().map(|state| if state == "-" { facts.join(" ") } else { state.to_owned() });
        let time = self.limits.budget().time.map_or(SHORTEST, |time| SHORTEST.max(4 * time));
        let mut words = vec!["backsolve".to_owned(), "query".to_owned(), self.database.to_str()?.to_owned()];
        words.extend(self.moves.iter().cloned());
        words.extend(state.map(|state| format!("--state={state}")));
        words.extend(rules.map(|rules| format!("--rules={rules}")));
        words.extend(["--time".to_owned(), format!("{}s", time.as_secs())]);
        Some(shell(&words))
    }

    /// The solve that adds distances, if its rules can be named.
    fn stored_distances(&self, manifest: &Manifest) -> Option<String> {
        let question = &manifest.question;
        let bundled = games::sheet(&question.name).ok();
        let sheet = bundled.or_else(|| std::fs::read_to_string(&question.name).ok())?;
        if sheet != question.rules {
            return None;
        }
        let mut words = vec!["backsolve".to_owned(), "solve".to_owned(), question.name.clone(), "--out".to_owned()];
        words.push(self.database.to_str()?.to_owned());
        if question.model != Model::Own {
            words.extend(["--model".to_owned(), question.model.to_string()]);
        }
        if question.lenient {
            words.push("--lenient".to_owned());
        }
        words.extend(question.reduction.map(|reduction| format!("--reduce={reduction}")));
        if let Some(infinite) = &question.infinite {
            let rewards: Vec<String> = infinite.iter().map(i32::to_string).collect();
            words.push(format!("--infinite={}", rewards.join(",")));
        }
        words.push("--distances".to_owned());
        Some(shell(&words))
    }
}

/// Words quoted for a shell.
fn shell(words: &[String]) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,=+@%".contains(c);
    let quoted = |word: &String| match word.chars().all(is_plain) && !word.is_empty() {
        true => word.clone(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        let words = ["query", "a b", "(mark 1 1)", "it's", ""].map(str::to_owned);
        assert_eq!(shell(&words), r"query 'a b' '(mark 1 1)' 'it'\''s' ''");
    }
}
