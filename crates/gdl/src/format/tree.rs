//! Expressions and comments in one tree, with comments moved to where the layout can keep them.
//!
//! A comment runs to the end of its line, so no bracket can follow it there. Two moves avoid most of these cases: a
//! comment before the first element of a list moves in front of the list, and a comment right after the last element
//! moves behind the closing bracket.

use crate::expression::{Expression, Sheet};
use crate::source::{Lines, Source, Span};

/// An element of a sheet or of a list.
pub(super) struct Node<'a> {
    pub kind: NodeKind<'a>,
    /// Whether a blank line precedes it; only at top level.
    pub blank_before: bool,
}

pub(super) enum NodeKind<'a> {
    /// A symbol or a variable.
    Word(&'a str),
    List(List<'a>),
    Comment(Comment<'a>),
}

pub(super) struct List<'a> {
    pub items: Vec<Node<'a>>,
    /// The width on one line, in columns.
    pub width: usize,
    /// Whether it contains a comment at any depth.
    pub has_comment: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Comment<'a> {
    pub text: &'a str,
    /// Whether it follows an element on the same line.
    pub trailing: bool,
}

/// The tree of a sheet.
pub(super) fn build<'a>(source: &'a Source, sheet: &Sheet) -> Vec<Node<'a>> {
    let mut builder = Builder { source, lines: source.lines(), comments: &sheet.comments };
    let whole = Span { start: 0, end: source.text.len() as u32 };
    let items = builder.items(&sheet.expressions, whole);
    let mut nodes = Vec::with_capacity(items.len());
    let mut last_line = None;
    for (node, span) in items {
        let line = builder.lines.line_of(span.start);
        let blank_before = last_line.is_some_and(|last| line > last + 1);
        last_line = Some(builder.lines.line_of(span.end));
        hoist(node, blank_before, &mut nodes);
    }
    settle(&mut nodes);
    nodes
}

struct Builder<'a, 's> {
    source: &'a Source,
    lines: Lines<'a>,
    /// The comments that are not in the tree yet.
    comments: &'s [Span],
}

impl<'a> Builder<'a, '_> {
    /// The expressions, interleaved with the comments up to the end of `within`.
    fn items(&mut self, expressions: &[Expression], within: Span) -> Vec<(NodeKind<'a>, Span)> {
        let mut items = Vec::with_capacity(expressions.len());
        for expression in expressions {
            self.comments_before(expression.span().start, &mut items);
            items.push((self.node(expression), expression.span()));
        }
        self.comments_before(within.end, &mut items);
        items
    }

    fn comments_before(&mut self, end: u32, items: &mut Vec<(NodeKind<'a>, Span)>) {
        while let Some((&comment, rest)) = self.comments.split_first()
            && comment.start < end
        {
            let line = self.lines.line(self.lines.line_of(comment.start));
            let before = &self.source.text[line.start..comment.start as usize];
            let placed = Comment { text: self.source.slice(comment).trim_end(), trailing: !before.trim().is_empty() };
            items.push((NodeKind::Comment(placed), comment));
            self.comments = rest;
        }
    }

    fn node(&mut self, expression: &Expression) -> NodeKind<'a> {
        match expression {
            Expression::Symbol(span) | Expression::Variable(span) => NodeKind::Word(self.source.slice(*span)),
            Expression::List(expressions, span) => {
                let mut items = Vec::with_capacity(expressions.len());
                for (kind, _) in self.items(expressions, *span) {
                    hoist(kind, false, &mut items);
                }
                settle(&mut items);
                NodeKind::List(List::new(items))
            }
        }
    }
}

/// Adds a node to its siblings; comments at the start and the end of a list move out of it.
fn hoist<'a>(mut kind: NodeKind<'a>, blank_before: bool, siblings: &mut Vec<Node<'a>>) {
    let mut blank_before = blank_before;
    let mut behind = None;
    if let NodeKind::List(list) = &mut kind {
        let leading = list.items.iter().take_while(|item| item.comment().is_some()).count();
        for item in list.items.drain(..leading) {
            if let NodeKind::Comment(comment) = item.kind {
                let comment = NodeKind::Comment(Comment { trailing: false, ..comment });
                siblings.push(Node { kind: comment, blank_before: std::mem::take(&mut blank_before) });
            }
        }
        let last_is_lone = match &list.items[..] {
            [.., before, last] => last.comment().is_some_and(|c| c.trailing) && before.comment().is_none(),
            _ => false,
        };
        if last_is_lone {
            behind = list.items.pop();
        }
        *list = List::new(std::mem::take(&mut list.items));
    }
    siblings.push(Node { kind, blank_before });
    siblings.extend(behind);
}

/// A comment is trailing only directly after an element: nothing follows a comment on its line, not even another one.
fn settle(items: &mut [Node]) {
    let mut behind_element = false;
    for item in items {
        match &mut item.kind {
            NodeKind::Comment(comment) => {
                comment.trailing &= behind_element;
                behind_element = false;
            }
            NodeKind::Word(_) | NodeKind::List(_) => behind_element = true,
        }
    }
}

impl<'a> List<'a> {
    fn new(items: Vec<Node<'a>>) -> List<'a> {
        let width = items.iter().map(|item| item.width() + 1).sum::<usize>() + 1;
        let has_comment = items.iter().any(Node::has_comment);
        List { items, width: width.max(2), has_comment }
    }
}

impl<'a> Node<'a> {
    /// The width on one line, in columns.
    pub fn width(&self) -> usize {
        match &self.kind {
            NodeKind::Word(text) => text.chars().count(),
            NodeKind::List(list) => list.width,
            NodeKind::Comment(comment) => comment.text.chars().count(),
        }
    }

    pub fn has_comment(&self) -> bool {
        match &self.kind {
            NodeKind::Word(_) => false,
            NodeKind::List(list) => list.has_comment,
            NodeKind::Comment(_) => true,
        }
    }

    fn comment(&self) -> Option<Comment<'a>> {
        match self.kind {
            NodeKind::Comment(comment) => Some(comment),
            _ => None,
        }
    }
}
