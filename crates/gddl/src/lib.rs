//! GDDL and PDDL: read as rules, and written from rules.
//!
//! ```text
//! GDDL, PDDL ─ read ─▶ PlanningTask ─ lower ─▶ GDL ─ gdl::check ─▶ Rules
//! Rules ─ write ─▶ PlanningTask ─┬─ print ─▶ GDDL, PDDL
//!                        └─ compile ─▶ PlanningTask with fewer requirements
//! ```
//!
//! GDDL (Edelkamp and Kissmann 2007) is PDDL 2.2 at level 1, with derived predicates and one additional construct:
//! `(:gain <parameters> <number> <body>)`. A plain planning problem is a game of one player.
//!
//! ```
//! let text = "(define (domain lamp) (:predicates (on)) (:action switch :precondition (not (on)) :effect (on)))
//!     (define (problem light) (:domain lamp) (:init) (:goal (on)))";
//! let rules = gddl::check(&gdl::Source::new("lamp.pddl", text), gdl::Mode::Strict).rules.expect("well-formed");
//! assert_eq!(rules.roles.len(), 1);
//! ```

mod lower;
pub mod planning;
pub mod print;
pub mod read;
pub mod strips;
pub mod task;
pub mod write;

use gdl::diagnostic::Diagnostics;
use gdl::{Checked, Diagnostic, Mode, Source, Span};

/// Whether a text is GDDL or PDDL: its first expression begins with `define`.
pub fn is_gddl(text: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{feff}');
    loop {
        rest = rest.trim_start();
        match rest.strip_prefix(';') {
            Some(comment) => rest = comment.find(['\n', '\r']).map_or("", |end| &comment[end..]),
            None => break,
        }
    }
    let word = rest.strip_prefix('(').map_or("", str::trim_start);
    let is_define = word.get(..6).is_some_and(|word| word.eq_ignore_ascii_case("define"));
    is_define && word[6..].starts_with(|c: char| c.is_whitespace() || c == '(' || c == ')')
}

/// Whether a text has a planning problem but no domain.
pub fn lacks_domain(source: &Source) -> bool {
    is_gddl(&source.text) && read::kinds(source) == ["problem"]
}

/// Whether a text is a planning problem: PDDL without gains.
pub fn is_planning(source: &Source) -> bool {
    is_gddl(&source.text) && !read::read(source).0.is_game()
}

/// Checks a rule sheet in GDL, GDDL or PDDL.
pub fn check(source: &Source, mode: Mode) -> Checked {
    if !is_gddl(&source.text) {
        return gdl::check::check_in(source, mode);
    }
    let (task, diagnostics) = read::read(source);
    if diagnostics.has_error() {
        let (diagnostics, omitted) = diagnostics.finish();
        return Checked { rules: None, diagnostics, omitted };
    }
    let lowered = lower::lower(&task);
    let Checked { rules, diagnostics, .. } = gdl::check::check_in(&Source::new(&*source.name, &*lowered.text), mode);
    let mut kept = Diagnostics::default();
    for diagnostic in diagnostics.into_iter().filter(Diagnostic::is_error) {
        kept.push(at_origin(diagnostic, &lowered));
    }
    let rules = rules.map(|mut rules| {
        rules.clauses.iter_mut().for_each(|clause| clause.span = lowered.place(clause.span.start));
        rules
    });
    let (diagnostics, omitted) = kept.finish();
    Checked { rules, diagnostics, omitted }
}

/// The rules of a sheet as GDL text. A GDL sheet is returned unchanged.
///
/// # Errors
///
/// The diagnostics of the sheet.
pub fn to_gdl(source: &Source) -> Result<String, Vec<Diagnostic>> {
    let text = match is_gddl(&source.text) {
        false => source.text.clone(),
        true => {
            let (task, diagnostics) = read::read(source);
            if diagnostics.has_error() {
                return Err(diagnostics.finish().0);
            }
            lower::lower(&task).text
        }
    };
    gdl::format(&Source::new(&*source.name, text))
}

/// A sheet with another initial state. A sheet in GDDL or PDDL is translated to GDL first.
pub fn with_start(source: &Source, facts: &[String]) -> Source {
    match is_gddl(&source.text) {
        true => gdl::with_start(&Source::new(&*source.name, to_gdl(source).unwrap_or_default()), facts),
        false => gdl::with_start(source, facts),
    }
}

/// A diagnostic about a generated rule, at the place in the sheet from which it was generated.
fn at_origin(mut diagnostic: Diagnostic, lowered: &lower::Lowered) -> Diagnostic {
    for label in &mut diagnostic.labels {
        label.span = lowered.place(label.span.start);
    }
    diagnostic.labels.retain(|label| label.span != Span::default());
    diagnostic
}
