//! Names in GDL: the name of a PDDL predicate may be a GDL keyword, or also the name of a type.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::task::PlanningTask;

const KEYWORDS: [&str; 15] = [
    "role", "init", "true", "does", "next", "legal", "goal", "terminal", "base", "input", "sees", "not", "or",
    "distinct", "<=",
];

pub(super) struct Names {
    of: FxHashMap<String, String>,
    taken: FxHashSet<String>,
}

impl Names {
    /// Names for all predicates: their own unless these have another meaning in GDL.
    pub fn new(task: &PlanningTask) -> Names {
        let mut names =
            Names { of: FxHashMap::default(), taken: KEYWORDS.iter().map(|&word| word.to_owned()).collect() };
        for predicate in &task.predicates {
            let name = names.new_relation(&predicate.name);
            names.of.insert(predicate.name.clone(), name);
        }
        names
    }

    /// The relation of a predicate.
    pub fn relation(&self, predicate: &str) -> &str {
        self.of.get(predicate).map_or("", |name| name)
    }

    /// The function of a fluent predicate.
    pub fn fluent(&self, predicate: &str) -> &str {
        self.relation(predicate)
    }

    /// An unused name.
    pub fn new_relation(&mut self, stem: &str) -> String {
        let numbered = (2..).map(|number| format!("{stem}-{number}"));
        let mut candidates = std::iter::once(stem.to_owned()).chain(numbered);
        let name = candidates.find(|name| !self.taken.contains(name)).unwrap_or_default();
        self.taken.insert(name.clone());
        name
    }
}
