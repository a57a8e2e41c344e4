//! Dependence between keywords: moves affect only `next`, and static relations do not depend on the state.
//!
//! ```text
//! (<= (legal ?p a) (does ?p b))        error: `legal` must not depend on the moves
//! ```

use super::Program;
use super::graph::{Edge, Graph};
use super::report::Sink;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Dependence, Keyword};

/// Reports keywords that depend on more than GDL allows.
pub(super) fn check(graph: &Graph, program: &Program, report: &mut Sink) {
    for (relation, defined) in program.table.relations.iter().enumerate() {
        let Some(limit) = defined.keyword.and_then(limit) else { continue };
        if defined.dependence <= limit {
            continue;
        }
        let too_much = |edge: &&Edge| program.table.relations[edge.to].dependence > limit;
        for edge in graph.uses(relation).iter().filter(too_much) {
            let name = program.symbols.short(defined.name);
            let what = if limit == Dependence::Static { "the state" } else { "the moves" };
            let used = &program.table.relations[edge.to];
            let label = match used.keyword {
                Some(Keyword::True | Keyword::Does) => "it does here".to_string(),
                _ => format!("it does through `{}`", program.symbols.short(used.name)),
            };
            let (clause, literal) = edge.place;
            report.push(
                Diagnostic::error(Code::Does, format!("`{name}` must not depend on {what}"))
                    .at(program.clauses[clause].body[literal], label)
                    .at(program.clauses[clause].head, "in a rule for this"),
            );
        }
    }
}

fn limit(keyword: Keyword) -> Option<Dependence> {
    match keyword {
        Keyword::Init | Keyword::Base | Keyword::Input => Some(Dependence::Static),
        Keyword::Legal | Keyword::Goal | Keyword::Terminal => Some(Dependence::State),
        Keyword::Role | Keyword::True | Keyword::Does | Keyword::Next | Keyword::Sees => None,
    }
}
