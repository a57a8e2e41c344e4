//! Lays the tree out in lines.

use super::tree::{Comment, List, Node, NodeKind};

/// Connectives that would exceed this column are broken.
pub(super) const WIDTH: usize = 100;
/// Elements of a broken list are aligned after its name, unless the name is longer than this.
const LONG_NAME: usize = 20;

/// The text of a whole sheet.
pub(super) fn text(nodes: &[Node]) -> String {
    let mut layout = Layout { text: String::new() };
    for (i, node) in nodes.iter().enumerate() {
        if let NodeKind::Comment(Comment { text, trailing: true }) = node.kind {
            layout.text += " ";
            layout.text += text;
            continue;
        }
        if i > 0 {
            layout.text += if node.blank_before { "\n\n" } else { "\n" };
        }
        layout.node(node, 0, true);
    }
    if !layout.text.is_empty() {
        layout.text += "\n";
    }
    layout.text
}

struct Layout {
    text: String,
}

impl Layout {
    /// Writes a node that starts at column `indent`. Recurses as deep as the tree, which the reader bounds.
    fn node(&mut self, node: &Node, indent: usize, top: bool) {
        match &node.kind {
            NodeKind::Word(text) => self.text += text,
            NodeKind::Comment(comment) => self.text += comment.text,
            NodeKind::List(list) if is_broken(list, indent, top) => self.broken(list, indent),
            NodeKind::List(list) => self.flat(list),
        }
    }

    fn flat(&mut self, list: &List) {
        self.text += "(";
        for (i, item) in list.items.iter().enumerate() {
            if i > 0 {
                self.text += " ";
            }
            self.node(item, 0, false);
        }
        self.text += ")";
    }

    /// Writes the name and the first element on one line, everything else on separate lines.
    fn broken(&mut self, list: &List, indent: usize) {
        let inner = match list.items.first().map(|item| &item.kind) {
            Some(NodeKind::Word(name)) if name.chars().count() <= LONG_NAME => indent + name.chars().count() + 2,
            _ => indent + 4,
        };
        self.text += "(";
        let mut after_comment = false;
        for (i, item) in list.items.iter().enumerate() {
            match &item.kind {
                NodeKind::Comment(Comment { text, trailing: true }) => {
                    self.text += " ";
                    self.text += text;
                    after_comment = true;
                    continue;
                }
                NodeKind::Comment(_) => {
                    self.new_line(inner);
                    self.node(item, inner, false);
                    after_comment = true;
                    continue;
                }
                _ if i == 0 => self.node(item, indent + 1, false),
                _ if i == 1 && matches!(list.items[0].kind, NodeKind::Word(_)) => {
                    self.text += " ";
                    self.node(item, inner, false);
                }
                _ => {
                    self.new_line(inner);
                    self.node(item, inner, false);
                }
            }
            after_comment = false;
        }
        if after_comment {
            self.new_line(indent);
        }
        self.text += ")";
    }

    fn new_line(&mut self, indent: usize) {
        self.text += "\n";
        self.text.extend(std::iter::repeat_n(' ', indent));
    }
}

/// Rules with a body and lists that contain a comment are broken; connectives only if they are too wide.
fn is_broken(list: &List, indent: usize, top: bool) -> bool {
    let name = match list.items.first().map(|item| &item.kind) {
        Some(NodeKind::Word(name)) => *name,
        _ => "",
    };
    let is_rule = top && name == "<=" && list.items.len() > 2;
    let is_connective = ["or", "and", "not", "<="].iter().any(|word| word.eq_ignore_ascii_case(name));
    list.has_comment || is_rule || (is_connective && indent + list.width > WIDTH)
}
