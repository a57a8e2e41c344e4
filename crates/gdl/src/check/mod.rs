//! Checks: is the sheet well-formed, and what are its rules?
//!
//! ```
//! let sheet = "(role x) (legal x wait) (init p) (<= terminal (true p)) (goal x 100)";
//! let checked = gdl::check(&gdl::Source::new("example", sheet));
//! assert_eq!(checked.rules.expect("well-formed").roles.len(), 1);
//! ```
//!
//! Expressions become rules as written, with numbered relations and variables (`written`). These are lowered to plain
//! conjunctions (`lower`). The graph of their relations gives the strata (`graph`). Each property that GDL requires has
//! a file of its own here.
//!
//! In strict mode every violation of GDL is an error. In lenient mode it is a warning wherever sheets in circulation
//! are played anyway: a name with two arities is two relations, an unbound variable of a head ranges over the sheet's
//! constants, and a negative literal with any other unbound variable is ignored.

mod arity;
pub mod choice;
mod clause;
mod constant;
mod does;
mod domain;
mod foreign;
mod formula;
mod goal;
mod graph;
mod head;
mod keyword;
mod lower;
mod missing;
mod occurrence;
mod recursion;
mod report;
mod role;
mod safety;
mod split;
mod stratification;
mod stray;
mod substitution;
pub mod suggestion;
mod table;
mod unasked;
mod uncertainty;
mod undefined;
mod unmarked;
mod unreachable;
mod written;

pub use report::{Checked, Mode};

use rustc_hash::FxHashSet;

use crate::diagnostic::Diagnostics;
use crate::reader;
use crate::rules::{Clause, RelationId, Rules, Symbols};
use crate::source::{Source, Span};
use occurrence::Occurrences;
use report::Sink;
use table::Table;

/// Checks a sheet in strict mode.
pub fn check(source: &Source) -> Checked {
    check_in(source, Mode::Strict)
}

/// Checks a sheet in lenient mode: violations that leave the sheet a meaning are warnings.
pub fn check_lenient(source: &Source) -> Checked {
    check_in(source, Mode::Lenient)
}

/// Checks a sheet in the given mode.
pub fn check_in(source: &Source, mode: Mode) -> Checked {
    let (sheet, diagnostics) = reader::read(source);
    let mut report = Sink::new(mode, diagnostics);
    if sheet.expressions.is_empty() && !report.has_error() {
        // One error, instead of one for each missing part.
        report.push(missing::everything());
        return report.refuse();
    }
    if let Some(error) = foreign::check(source, &sheet) {
        // One error, instead of one for each word.
        let mut report = Sink::new(mode, Diagnostics::default());
        report.push(error);
        return report.refuse();
    }
    let mut program = Program::default();
    let written = written::rules(source, &sheet, &mut program, &mut report);
    // If rules were dropped, the relations that they define would be reported as missing.
    let is_whole = !report.has_error() && written.len() == sheet.expressions.len();
    drop(sheet);
    lower::lower(&written, &mut program, &mut report);
    safety::define_domain(&mut program);
    let graph = stratification::stratify(&mut program, &mut report);
    graph.classify(&mut program.table);
    does::check(&graph, &program, &mut report);
    recursion::check(&graph, &program, &mut report);
    keyword::check(&written, &program, &mut report);
    uncertainty::check(&written, &program, &mut report);
    goal::check(&written, &program, &mut report);
    let is_sound = !report.has_error();
    let roles = missing::check(&program, &mut report);
    role::check(&written, &roles, &program, &mut report);
    let occurrences = Occurrences::new(&written, &program);
    if is_whole {
        undefined::check(source, &written, &occurrences, &program, &mut report);
    }
    if is_whole
        && is_sound
        && let Some(domains) = domain::Domains::new(&program, &graph)
    {
        goal::check_variables(source, &written, &domains, &program, &mut report);
        choice::check(&written, &roles, &domains, &program, &mut report);
        constant::check(source, &written, &domains, &occurrences, &program, &mut report);
        unasked::check(source, &written, &domains, &program, &mut report);
        stray::check_facts(&written, &roles, &occurrences, &program, &mut report);
        stray::check_fluents(source, &written, &domains, &occurrences, &program, &mut report);
        unmarked::check(source, &written, &occurrences, &program, &mut report);
    }
    match is_sound {
        true => unreachable::check(&written, &graph, &program, &mut report),
        false => unreachable::misspelt(&written, &program, &mut report),
    }
    report.finish(|| Rules {
        symbols: program.symbols,
        relations: program.table.relations,
        clauses: program.clauses.into_iter().map(|c| c.clause).collect(),
        roles,
        lenient: mode == Mode::Lenient,
    })
}

/// The state of the checks, and the program they build.
#[derive(Clone, Default)]
struct Program {
    symbols: Symbols,
    table: Table,
    /// Relations that are the head of a rule, including rules with errors.
    heads: FxHashSet<RelationId>,
    clauses: Vec<PlacedClause>,
    /// The auxiliary relation that holds for every constant of the sheet, if a rule needs it.
    domain: Option<RelationId>,
}

impl Program {
    /// A new relation for a part of the rules of `owner`.
    fn auxiliary(&mut self, owner: RelationId, purpose: &str, arity: usize) -> RelationId {
        let owner = self.symbols.name(self.table.relation(owner).name);
        let stem = format!("{owner}-{purpose}");
        self.table.auxiliary(&stem, arity, &mut self.symbols)
    }
}

/// A clause with the spans of its literals.
#[derive(Clone)]
struct PlacedClause {
    clause: Clause,
    /// The span of the head.
    head: Span,
    /// The span of each body literal.
    body: Vec<Span>,
}
