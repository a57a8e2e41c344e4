//! Strategies as text; see `docs/strategies.md`.
//!
//! ```text
//! (role x)
//! => (mark 2 2)
//! (cell 1 1 x) (not (cell 3 3 o)) => (mark 1 2)
//! (group win (completes-line ?me ?m) => ?m)
//! ```

use game::Game;
use gdl::check::suggestion::closest;
use gdl::diagnostic::{Code, Diagnostic};
use gdl::expression::Expression;
use gdl::rules::Keyword;
use gdl::{Rules, Source, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lifted::{Lifted, Piece};
use crate::rule::{Literal, Rule};
use crate::strategy::{Content, Item, Strategy};
use crate::vocabulary;

/// A strategy with its role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedStrategy {
    /// The role that the text names, if it names one.
    pub role: Option<usize>,
    /// The strategy.
    pub strategy: Strategy,
}

/// Parses a strategy for a game. Ground moves are those of the role that the text names, otherwise of `role`.
///
/// # Errors
///
/// The errors, with places in the text.
pub fn read(source: &Source, game: &Game, rules: &Rules, role: usize) -> Result<ParsedStrategy, Vec<Diagnostic>> {
    let (sheet, diagnostics) = gdl::reader::read(source);
    let (mut wrong, _) = diagnostics.finish();
    let mut reader = Reader {
        source,
        game,
        relations: relations(rules),
        facts: game.fluents.iter().enumerate().map(|(fluent, fact)| (fact.as_str(), fluent as u32)).collect(),
        functors: game.fluents.iter().chain(&game.always).map(|fact| functor(fact)).collect(),
        moves: moves(game, role),
        role,
        named: None,
        strategy: Strategy::default(),
        wrong: Vec::new(),
    };
    reader.items(&sheet.expressions, None);
    wrong.append(&mut reader.wrong);
    if wrong.iter().any(Diagnostic::is_error) {
        return Err(wrong);
    }
    Ok(ParsedStrategy { role: reader.named, strategy: reader.strategy })
}

/// Names of relations that lifted rules may use.
fn relations(rules: &Rules) -> FxHashSet<String> {
    let named = rules.relations.iter().filter(|relation| {
        !matches!(relation.keyword, Some(Keyword::Init | Keyword::Next | Keyword::Does | Keyword::Base | Keyword::Sees))
    });
    let own = named.map(|relation| rules.symbols.name(relation.name).to_owned());
    let words = |name: String| vocabulary::WORDS.map(|word| format!("{word}-{name}"));
    let made = vocabulary::patterns(rules).into_iter().flat_map(words);
    own.chain(made).chain(["me", "them", "or", "distinct"].map(str::to_owned)).collect()
}

/// The moves of a role by name.
fn moves(game: &Game, role: usize) -> FxHashMap<&str, usize> {
    game.moves[role].iter().enumerate().map(|(number, made)| (made.name.as_str(), number)).collect()
}

/// `cell` of `(cell 1 2 x)`.
fn functor(fact: &str) -> &str {
    fact.trim_start_matches('(').split([' ', ')']).next().unwrap_or_default()
}

/// The maximum number of errors reported for one text.
const MOST_ERRORS: usize = 200;

struct Reader<'a> {
    source: &'a Source,
    game: &'a Game,
    relations: FxHashSet<String>,
    /// Fluents by name: texts and games may both be long.
    facts: FxHashMap<&'a str, u32>,
    /// First words of facts.
    functors: FxHashSet<&'a str>,
    /// Moves of the role by name.
    moves: FxHashMap<&'a str, usize>,
    role: usize,
    named: Option<usize>,
    strategy: Strategy,
    wrong: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn error(&mut self, code: Code, span: Span, message: impl Into<String>, label: &str, help: Option<String>) {
        if self.wrong.len() >= MOST_ERRORS {
            return;
        }
        let error = Diagnostic::error(code, message).at(span, label);
        self.wrong.push(match help {
            Some(help) => error.help(help),
            None => error,
        });
    }

    fn items(&mut self, expressions: &[Expression], group: Option<usize>) {
        let mut literals: Vec<&Expression> = Vec::new();
        let mut rest = expressions.iter();
        while let Some(expression) = rest.next() {
            if self.wrong.len() >= MOST_ERRORS {
                return;
            }
            if self.is_symbol(expression, "=>") {
                match rest.next() {
                    Some(made) => self.rule(&std::mem::take(&mut literals), made, group),
                    None => self.error(
                        Code::Expression,
                        expression.span(),
                        "the move is missing",
                        "a move must follow",
                        Some("a rule has the form `literals => move`".to_owned()),
                    ),
                }
            } else if !(literals.is_empty() && group.is_none() && self.directive(expression)) {
                literals.push(expression);
            }
        }
        if let (Some(first), Some(last)) = (literals.first(), literals.last()) {
            let help = Some("a rule has the form `literals => move`".to_owned());
            self.error(Code::Expression, first.span().to(last.span()), "the rule has no move", "`=>` is missing", help);
        }
    }

    /// Parses `(role …)`, `(group …)` and definitions; returns whether it was one of these.
    fn directive(&mut self, expression: &Expression) -> bool {
        let Expression::List(items, span) = expression else { return false };
        match items.first().map(|head| self.text(head)).as_deref() {
            Some("role") => self.name_role(items, *span),
            Some("group") => self.group(items, *span),
            Some("<=") => {
                if let Some(head) = items.get(1) {
                    let name = self.functor(head);
                    self.relations.insert(name);
                }
                let text = self.source.slice(*span).to_owned();
                self.strategy.definitions.push(Piece { text, span: Some(*span) });
            }
            Some("define") => items.iter().skip(1).for_each(|fact| {
                let (name, text) = (self.functor(fact), self.source.slice(fact.span()).to_owned());
                self.relations.insert(name);
                self.strategy.definitions.push(Piece { text, span: Some(fact.span()) });
            }),
            _ => return false,
        }
        true
    }

    fn name_role(&mut self, items: &[Expression], span: Span) {
        let name = items.get(1).map(|name| self.text(name)).unwrap_or_default();
        match self.game.roles.iter().position(|role| *role == name) {
            Some(role) if items.len() == 2 => {
                (self.role, self.named, self.moves) = (role, Some(role), moves(self.game, role));
            }
            _ => {
                let help = format!("the roles are {}", self.game.roles.join(" and "));
                self.error(Code::Role, span, "this is not a role of the game", "no such role", Some(help));
            }
        }
    }

    fn group(&mut self, items: &[Expression], span: Span) {
        match items.get(1) {
            Some(Expression::Symbol(name)) if items.len() > 2 && self.source.slice(*name) != "=>" => {
                self.strategy.groups.push(self.source.slice(*name).to_owned());
                self.items(&items[2..], Some(self.strategy.groups.len() - 1));
            }
            _ => {
                let help = Some("a group has the form `(group NAME rules…)`".to_owned());
                self.error(Code::Expression, span, "the group has no name or no rules", "incomplete", help);
            }
        }
    }

    fn rule(&mut self, literals: &[&Expression], made: &Expression, group: Option<usize>) {
        let is_lifted = literals.iter().chain([&made]).any(|part| self.has_variable(part))
            || literals.iter().any(|literal| self.is_relation(literal));
        let content = if is_lifted { self.lifted(literals, made) } else { self.ground(literals, made) };
        self.strategy.rules.extend(content.map(|content| Item { content, group }));
    }

    fn ground(&mut self, literals: &[&Expression], made: &Expression) -> Option<Content> {
        let mut known: Vec<Literal> = literals.iter().filter_map(|literal| self.literal(literal)).collect();
        known.sort_unstable();
        known.dedup();
        if let Some(pair) = known.windows(2).find(|pair| pair[0].fluent == pair[1].fluent) {
            let message = format!("the rule never applies: it requires {} and its negation", pair[1].text(self.game));
            self.error(Code::Expression, literals[0].span().to(made.span()), message, "contradictory", None);
        }
        let text = self.text(made);
        let found = self.moves.get(text.as_str()).copied();
        if found.is_none() {
            let message = format!("{} has no move `{text}`", self.game.roles[self.role]);
            let moves = &self.game.moves[self.role];
            let help = meant(closest(&text, moves.iter().map(|known| known.name.as_str())));
            self.error(Code::Undefined, made.span(), message, "never legal", help);
        }
        Some(Content::Ground(Rule { literals: known, made: found? }))
    }

    fn literal(&mut self, expression: &Expression) -> Option<Literal> {
        let (inner, positive) = match expression {
            Expression::List(items, _) if items.len() == 2 && self.is_symbol(&items[0], "not") => (&items[1], false),
            _ => (expression, true),
        };
        let inner = match inner {
            Expression::List(items, _) if items.len() == 2 && self.is_symbol(&items[0], "true") => &items[1],
            _ => inner,
        };
        let text = self.text(inner);
        if let Some(&fluent) = self.facts.get(text.as_str()) {
            return Some(Literal { fluent, positive });
        }
        // A fact that always holds is redundant; its negation never holds.
        if !(positive && self.game.always.contains(&text)) {
            let help = meant(closest(&text, self.game.fluents.iter().map(String::as_str)));
            self.error(
                Code::Undefined,
                inner.span(),
                format!("`{text}` is not a fact of the game"),
                "never holds",
                help,
            );
        }
        None
    }

    fn lifted(&mut self, literals: &[&Expression], made: &Expression) -> Option<Content> {
        literals.iter().for_each(|literal| self.known(literal));
        let literals = literals.iter().map(|literal| Piece { text: self.as_gdl(literal), span: Some(literal.span()) });
        let literals = literals.collect();
        Some(Content::Lifted(Lifted { literals, made: Piece { text: self.text(made), span: Some(made.span()) } }))
    }

    /// Reports names in a formula that are neither facts nor relations.
    fn known(&mut self, expression: &Expression) {
        if let Expression::List(items, _) = expression
            && items.first().is_some_and(|head| ["not", "or", "true"].iter().any(|word| self.is_symbol(head, word)))
        {
            items[1..].iter().for_each(|item| self.known(item));
            return;
        }
        let name = self.functor(expression);
        let is_known = self.relations.contains(&name) || self.functors.contains(name.as_str());
        if !is_known && !matches!(expression, Expression::Variable(_)) {
            let mut names: Vec<&str> =
                self.relations.iter().map(String::as_str).chain(self.functors.iter().copied()).collect();
            // Sorted, so that ties are broken deterministically.
            names.sort_unstable();
            let help = meant(closest(&name, names.into_iter()));
            let message = format!("`{name}` is neither a fact nor a relation of the game");
            self.error(Code::Undefined, expression.span(), message, "unknown", help);
        }
    }

    /// A formula with `true` around its facts.
    fn as_gdl(&self, expression: &Expression) -> String {
        match expression {
            Expression::List(items, _)
                if items.first().is_some_and(|h| self.is_symbol(h, "not") || self.is_symbol(h, "or")) =>
            {
                let inner: Vec<String> = items[1..].iter().map(|item| self.as_gdl(item)).collect();
                format!("({} {})", self.text(&items[0]), inner.join(" "))
            }
            _ if self.relations.contains(&self.functor(expression)) => self.text(expression),
            _ => format!("(true {})", self.text(expression)),
        }
    }

    fn is_relation(&self, expression: &Expression) -> bool {
        let inner = match expression {
            Expression::List(items, _) if items.len() == 2 && self.is_symbol(&items[0], "not") => &items[1],
            _ => expression,
        };
        let name = self.functor(inner);
        name != "true" && self.relations.contains(&name)
    }

    fn is_symbol(&self, expression: &Expression, symbol: &str) -> bool {
        matches!(expression, Expression::Symbol(span) if self.source.slice(*span) == symbol)
    }

    fn has_variable(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Variable(_) => true,
            Expression::Symbol(_) => false,
            Expression::List(items, _) => items.iter().any(|item| self.has_variable(item)),
        }
    }

    fn functor(&self, expression: &Expression) -> String {
        match expression {
            Expression::List(items, _) => items.first().map(|head| self.text(head)).unwrap_or_default(),
            _ => self.text(expression),
        }
    }

    /// Canonical text.
    fn text(&self, expression: &Expression) -> String {
        match expression {
            Expression::Symbol(span) | Expression::Variable(span) => self.source.slice(*span).to_owned(),
            Expression::List(items, _) => {
                let items: Vec<String> = items.iter().map(|item| self.text(item)).collect();
                format!("({})", items.join(" "))
            }
        }
    }
}

/// The hint for a suggestion.
fn meant(closest: Option<&str>) -> Option<String> {
    closest.map(|name| format!("did you mean `{name}`?"))
}

/// Writes a strategy.
pub fn write(strategy: &Strategy, game: &Game, role: usize) -> String {
    let definitions = strategy.definitions.iter().map(|piece| piece.text.as_str());
    let rules = strategy.rules.iter().map(|item| {
        let group = item.group.map(|group| (group, strategy.groups[group].as_str()));
        (group, item.content.text(game, role))
    });
    write_list(Some(&game.roles[role]), definitions, rules)
}

/// Writes rules, each with the number and name of its group if it belongs to one.
pub(crate) fn write_list<'t>(
    role: Option<&str>,
    definitions: impl Iterator<Item = &'t str>,
    rules: impl Iterator<Item = (Option<(usize, &'t str)>, String)>,
) -> String {
    let mut text = role.map_or(String::new(), |role| format!("(role {role})\n"));
    for definition in definitions {
        text += &if definition.starts_with("(<=") { definition.to_owned() } else { format!("(define {definition})") };
        text.push('\n');
    }
    let mut open = None;
    for (group, rule) in rules {
        if group != open {
            text += if open.is_some() { ")\n" } else { "" };
            text += &group.map_or(String::new(), |(_, name)| format!("(group {name}\n"));
            open = group;
        }
        text += &format!("{}{rule}\n", if open.is_some() { "  " } else { "" });
    }
    text + if open.is_some() { ")\n" } else { "" }
}
