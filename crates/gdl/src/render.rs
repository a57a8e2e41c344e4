//! Diagnostics as text for people, in the style of rustc, and as records for programs.
//!
//! ```
//! let source = gdl::Source::new("example.kif", "(role x)\n(legal x)\n");
//! let checked = gdl::check(&source);
//! let text = checked.render(&source, gdl::Rendering::Plain);
//! assert!(text.contains("example.kif:2:1"));
//! assert_eq!(gdl::locate(&source, &checked.diagnostics)[0].line, Some(2));
//! ```
//!
//! The output is readable for any input: at most [`SHOWN`] diagnostics, each label cut to the first line of its span,
//! and only the lines around the labels of a long text.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::check::Checked;
use crate::diagnostic::{Code, Diagnostic, Label, Severity};
use crate::source::{LineColumn, Lines, Source};

/// The number of diagnostics that are printed; the rest are counted.
pub const SHOWN: usize = 50;
/// The maximum number of bytes underlined in a line.
const UNDERLINED: usize = 100;
/// Labels at most this many bytes apart share an excerpt.
const NEAR: usize = 2000;
/// Lines with more bytes than this are shown in part.
const LONG_LINE: usize = 1000;
/// The number of bytes to show on either side in a long line.
const CONTEXT: usize = 50;

/// The target of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rendering {
    /// For files and tests.
    Plain,
    /// For terminals with colours.
    Coloured,
}

impl Checked {
    /// All diagnostics of the sheet as text.
    pub fn render(&self, source: &Source, rendering: Rendering) -> String {
        write_out(source, &self.diagnostics, self.omitted, rendering)
    }
}

/// Diagnostics as text. If there are too many, errors come first.
pub fn render(source: &Source, diagnostics: &[Diagnostic], rendering: Rendering) -> String {
    write_out(source, diagnostics, 0, rendering)
}

fn write_out(source: &Source, diagnostics: &[Diagnostic], omitted: usize, rendering: Rendering) -> String {
    if let Some((first, second, begin)) = source.parts() {
        let (of_first, of_second) = apart(diagnostics, begin);
        return write_out(&first, &of_first, 0, rendering) + &write_out(&second, &of_second, omitted, rendering);
    }
    let renderer = match rendering {
        Rendering::Plain => Renderer::plain(),
        Rendering::Coloured => Renderer::styled(),
    };
    let lines = source.lines();
    let mut shown: Vec<&Diagnostic> = diagnostics.iter().collect();
    if shown.len() > SHOWN {
        shown.sort_by_key(|diagnostic| !diagnostic.is_error());
    }
    let mut text = String::new();
    for diagnostic in shown.iter().take(SHOWN) {
        let group = group(source, &lines, diagnostic);
        text += &renderer.render(&[group]);
        text += "\n\n";
    }
    let more = shown.len().saturating_sub(SHOWN) + omitted;
    if more > 0 {
        text += &format!("… and {more} more\n");
    }
    text
}

/// The diagnostics about the first of two files and about the second, each with the places in its own file.
fn apart(diagnostics: &[Diagnostic], begin: u32) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let is_first = |diagnostic: &&Diagnostic| diagnostic.labels.first().is_some_and(|label| label.span.start < begin);
    let (first, second): (Vec<&Diagnostic>, Vec<&Diagnostic>) = diagnostics.iter().partition(is_first);
    let keep = |diagnostic: &Diagnostic, first: bool| {
        let mut diagnostic = diagnostic.clone();
        diagnostic.labels.retain(|label| (label.span.start < begin) == first);
        if !first {
            for Label { span, .. } in &mut diagnostic.labels {
                (span.start, span.end) = (span.start - begin, span.end - begin);
            }
        }
        diagnostic
    };
    (first.into_iter().map(|one| keep(one, true)).collect(), second.into_iter().map(|one| keep(one, false)).collect())
}

fn group<'a>(source: &'a Source, lines: &Lines<'a>, diagnostic: &'a Diagnostic) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(&*diagnostic.message).id(diagnostic.code.name());
    let mut group = Group::with_title(title);
    for excerpt in excerpts(source, lines, &diagnostic.labels) {
        if excerpt.is_cut {
            let LineColumn { line, column } = lines.position(excerpt.labels[0].0.span.start);
            group = group.element(Origin::path(&*source.name).line(line).char_column(column));
        }
        group = group.element(excerpt.snippet(source, lines));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(&**help));
    }
    group
}

/// A section of the text with its labels.
struct Excerpt<'a> {
    range: Range<usize>,
    /// Whether it starts in the middle of a line, so that its columns differ from those of the sheet.
    is_cut: bool,
    labels: Vec<(&'a Label, AnnotationKind)>,
}

/// Labels with the lines around them; labels on neighbouring lines share an excerpt. The first excerpt has the first
/// label.
fn excerpts<'a>(source: &Source, lines: &Lines, labels: &'a [Label]) -> Vec<Excerpt<'a>> {
    let mut excerpts: Vec<Excerpt> = Vec::new();
    for (i, label) in labels.iter().enumerate() {
        let line = lines.line(lines.line_of(label.span.start));
        let around = around(source, &line, label);
        let kind = if i == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let near = |e: &&mut Excerpt| around.start <= e.range.end + NEAR && e.range.start <= around.end + NEAR;
        match excerpts.iter_mut().find(near) {
            Some(excerpt) => {
                if around.start < excerpt.range.start {
                    excerpt.is_cut = around.start > line.start;
                }
                excerpt.range = excerpt.range.start.min(around.start)..excerpt.range.end.max(around.end);
                excerpt.labels.push((label, kind));
            }
            None => {
                let is_cut = around.start > line.start;
                excerpts.push(Excerpt { range: around, is_cut, labels: vec![(label, kind)] });
            }
        }
    }
    excerpts
}

/// The line of a label, or the part around it if the line is long.
fn around(source: &Source, line: &Range<usize>, label: &Label) -> Range<usize> {
    if line.len() <= LONG_LINE {
        return line.clone();
    }
    let marked = underlined(source, label, line.end);
    let start = marked.start.saturating_sub(CONTEXT).max(line.start);
    let end = (marked.end + CONTEXT).min(line.end);
    source.text.floor_char_boundary(start)..source.text.ceil_char_boundary(end)
}

impl<'a> Excerpt<'a> {
    fn snippet(self, source: &'a Source, lines: &Lines<'a>) -> Snippet<'a, Annotation<'a>> {
        let Range { start, end } = self.range;
        let first = lines.line_of(start as u32);
        let text = with_line_feeds(&source.text[start..end]);
        let annotations = self.labels.into_iter().map(|(label, kind)| {
            let line = lines.line(lines.line_of(label.span.start));
            let marked = underlined(source, label, line.end);
            kind.span(marked.start - start..marked.end - start).label(&*label.text)
        });
        let path = if self.is_cut { None } else { Some(&*source.name) };
        Snippet::source(text).path(path).line_start(first).annotations(annotations)
    }
}

/// The underlined part of a label's span: within its first line and bounded in length.
fn underlined(source: &Source, label: &Label, line_end: usize) -> Range<usize> {
    let Range { start, end } = label.span.range();
    let end = source.text.ceil_char_boundary(end.min(line_end).min(start + UNDERLINED));
    let length = source.text[start..end].trim_end().len();
    start..if length == 0 { end } else { start + length }
}

/// Replaces lone carriage returns, which end lines in some sheets but not for the renderer.
fn with_line_feeds(text: &str) -> String {
    let mut characters = text.chars().peekable();
    let mut converted = String::with_capacity(text.len());
    while let Some(character) = characters.next() {
        let lone = character == '\r' && characters.peek() != Some(&'\n');
        converted.push(if lone { '\n' } else { character });
    }
    converted
}

/// A diagnostic as a record: the fields of the JSON output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Located {
    /// The check that reports it.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The file that the place is in, where it is not the sheet itself.
    pub file: Option<String>,
    /// From 1; none if it concerns the sheet as a whole.
    pub line: Option<usize>,
    /// From 1, in characters.
    pub column: Option<usize>,
    /// The end of the span, one past its last character.
    pub end_line: Option<usize>,
    /// See `end_line`.
    pub end_column: Option<usize>,
    /// The remark.
    pub label: Option<String>,
    /// How to fix it.
    pub help: Option<String>,
}

/// All diagnostics as records.
pub fn locate(source: &Source, diagnostics: &[Diagnostic]) -> Vec<Located> {
    if let Some((first, second, begin)) = source.parts() {
        let each = diagnostics.iter().map(|diagnostic| match apart(std::slice::from_ref(diagnostic), begin) {
            (of_first, of_second) if of_first.is_empty() => locate(&second, &of_second).swap_remove(0),
            (of_first, _) => Located { file: Some(first.name.clone()), ..locate(&first, &of_first).swap_remove(0) },
        });
        return each.collect();
    }
    let lines = source.lines();
    let located = diagnostics.iter().map(|diagnostic| {
        let label = diagnostic.labels.first();
        let start = label.map(|label| lines.position(label.span.start));
        let end = label.map(|label| lines.position(label.span.end));
        Located {
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            file: None,
            line: start.map(|position| position.line),
            column: start.map(|position| position.column),
            end_line: end.map(|position| position.line),
            end_column: end.map(|position| position.column),
            label: label.map(|label| label.text.clone()),
            help: diagnostic.help.clone(),
        }
    });
    located.collect()
}
