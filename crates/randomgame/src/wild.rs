//! Well-formed sheets that need not be sensible games.
//!
//! Relations are in layers, as GDL requires: static ones, those that read the state, those that also read the moves.
//! Within a layer they are numbered; a rule reads any relation up to its own number and negates only smaller ones,
//! which gives recursion and stratified negation. Each rule starts with positive literals, and the rest uses only their
//! variables, which makes it safe.

use crate::random::RandomChoices;
use crate::sheet::TextSheet;

const CONSTANTS: [&str; 5] = ["a", "b", "c", "1", "2"];
const VARIABLES: [&str; 4] = ["?x", "?y", "?z", "?w"];

/// What a rule may read, in the order of GDL's layers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    Static,
    State,
    Moves,
}

/// A relation, fluent or move: its name, its arity, and for relations the layer.
#[derive(Clone)]
struct Name {
    text: String,
    arity: usize,
    layer: Layer,
}

struct Writer<'a> {
    random: &'a mut RandomChoices,
    sheet: TextSheet,
    roles: Vec<String>,
    relations: Vec<Name>,
    fluents: Vec<Name>,
    moves: Vec<Name>,
}

/// A random well-formed sheet.
pub fn wild(random: &mut RandomChoices) -> TextSheet {
    let roles = (0..random.between(1, 3)).map(|i| format!("r{i}")).collect();
    let (relations, fluents, moves) = (Vec::new(), Vec::new(), Vec::new());
    let mut writer = Writer { random, sheet: TextSheet::default(), roles, relations, fluents, moves };
    writer.fluents = writer.names("p", 2, 4);
    writer.moves = writer.names("m", 1, 3);
    writer.facts();
    for layer in [Layer::Static, Layer::State, Layer::Moves] {
        writer.relations_of(layer);
    }
    writer.keywords();
    let Writer { mut sheet, random, .. } = writer;
    sheet.shuffle_bodies(random);
    sheet
}

impl Writer<'_> {
    fn names(&mut self, prefix: &str, low: usize, high: usize) -> Vec<Name> {
        let count = self.random.between(low, high);
        let name = |i| Name { text: format!("{prefix}{i}"), arity: self.random.below(3), layer: Layer::State };
        (0..count).map(name).collect()
    }

    /// Roles, the first state, and tables of constants.
    fn facts(&mut self) {
        for role in self.roles.clone() {
            self.sheet.fact(format!("(role {role})"));
        }
        for table in 0..self.random.between(1, 3) {
            let name = Name { text: format!("s{table}"), arity: self.random.between(1, 3), layer: Layer::Static };
            for _ in 0..self.random.between(1, 5) {
                let fact = self.apply(&name, &[]);
                self.sheet.fact(fact);
            }
            self.relations.push(name);
        }
        for _ in 0..self.random.between(1, 4) {
            let fluent = self.random.pick(&self.fluents).clone();
            let fluent = self.apply(&fluent, &[]);
            self.sheet.fact(format!("(init {fluent})"));
        }
    }

    /// Derived relations of a layer.
    fn relations_of(&mut self, layer: Layer) {
        for index in 0..self.random.below(4) {
            let prefix = ["ds", "dt", "dm"][layer as usize];
            let name = Name { text: format!("{prefix}{index}"), arity: self.random.below(3), layer };
            // From here on positive literals may read it: recursion.
            self.relations.push(name.clone());
            for _ in 0..self.random.between(1, 3) {
                self.rule(layer, self.relations.len() - 1, |writer, bound| writer.apply(&name, bound));
            }
        }
    }

    fn keywords(&mut self) {
        let all = self.relations.len();
        for move_name in self.moves.clone() {
            self.rule(Layer::State, all, |w, bound| {
                format!("(legal {} {})", w.role(bound), w.apply(&move_name, bound))
            });
        }
        for role in self.roles.clone() {
            self.rule(Layer::State, all, |_, _| format!("(legal {role} wait)"));
            for _ in 0..self.random.between(1, 2) {
                let reward = 10 * self.random.below(11);
                self.rule(Layer::State, all, |_, _| format!("(goal {role} {reward})"));
            }
        }
        for fluent in self.fluents.clone() {
            for _ in 0..self.random.between(1, 2) {
                self.rule(Layer::Moves, all, |w, bound| format!("(next {})", w.grown(&fluent, bound)));
            }
        }
        if self.random.one_in(3) {
            let fluent = self.random.pick(&self.fluents).clone();
            self.rule(Layer::Static, all, |w, bound| format!("(init {})", w.apply(&fluent, bound)));
        }
        self.rule(Layer::State, all, |_, _| "terminal".into());
    }

    /// A rule whose body reads up to `layer`: the first `known + 1` relations positively, the first `known` under
    /// negation.
    fn rule(&mut self, layer: Layer, known: usize, head: impl FnOnce(&mut Self, &[&str]) -> String) {
        let mut bound: Vec<&str> = Vec::new();
        let mut body = Vec::new();
        for _ in 0..self.random.between(1, 3) {
            let literal = self.positive(layer, known + 1, &mut bound);
            body.push(literal);
        }
        for _ in 0..self.random.below(3) {
            let literal = self.test(layer, known, &bound);
            body.push(literal);
        }
        let head = head(self, &bound);
        self.sheet.rule(head, body);
    }

    /// A positive literal; its variables are added to `bound`.
    fn positive(&mut self, layer: Layer, known: usize, bound: &mut Vec<&'static str>) -> String {
        let fresh = VARIABLES[self.random.below(VARIABLES.len())];
        if !bound.contains(&fresh) {
            bound.push(fresh);
        }
        // The new variable must occur, so it is the first argument if there is one.
        match self.random.below(if layer == Layer::Moves { 5 } else { 4 }) {
            0 if layer >= Layer::State => self.with_variable(NameKind::Fluent, fresh, bound),
            4 => self.with_variable(NameKind::Move, fresh, bound),
            1 => format!("(role {fresh})"),
            _ => {
                let readable: Vec<Name> =
                    self.relations.iter().take(known).filter(|r| r.layer <= layer && r.arity > 0).cloned().collect();
                let relation = self.random.pick(&readable).clone();
                self.apply_first(&relation, fresh, bound)
            }
        }
    }

    fn with_variable(&mut self, kind: NameKind, fresh: &'static str, bound: &[&str]) -> String {
        let names = if kind == NameKind::Fluent { &self.fluents } else { &self.moves };
        let name = self.random.pick(names).clone();
        match (kind, name.arity) {
            // A bare variable stands for any fluent or move.
            (NameKind::Fluent, 0) => format!("(true {fresh})"),
            (NameKind::Move, 0) => format!("(does {fresh} {})", name.text),
            (NameKind::Fluent, _) => format!("(true {})", self.apply_first(&name, fresh, bound)),
            (NameKind::Move, _) => {
                let action = self.apply_first(&name, fresh, bound);
                format!("(does {} {action})", self.role(bound))
            }
        }
    }

    /// A literal that binds no variable: negation, `distinct` or a disjunction.
    fn test(&mut self, layer: Layer, known: usize, bound: &[&str]) -> String {
        match self.random.below(4) {
            0 => format!("(distinct {} {})", self.term(bound), self.term(bound)),
            1 if layer >= Layer::State => {
                let fluent = self.random.pick(&self.fluents).clone();
                format!("(not (true {}))", self.apply(&fluent, bound))
            }
            2 if layer == Layer::Moves => {
                let action = self.random.pick(&self.moves).clone();
                let role = self.role(bound);
                format!("(or (does {role} {}) (not (role {role})))", self.apply(&action, bound))
            }
            _ => {
                let lower: Vec<Name> =
                    self.relations.iter().take(known).filter(|r| r.layer <= layer).cloned().collect();
                let relation = self.random.pick(&lower).clone();
                format!("(not {})", self.apply(&relation, bound))
            }
        }
    }

    /// A role, or a variable that may stand for one.
    fn role(&mut self, bound: &[&str]) -> String {
        if !bound.is_empty() && self.random.one_in(4) {
            return self.random.pick(bound).to_string();
        }
        self.random.pick(&self.roles).clone()
    }

    /// A bound variable, a constant or a small ground term.
    fn term(&mut self, bound: &[&str]) -> String {
        if !bound.is_empty() && self.random.one_in(2) {
            return self.random.pick(bound).to_string();
        }
        let constant = *self.random.pick(&CONSTANTS);
        if self.random.one_in(8) { format!("(f {constant})") } else { constant.to_string() }
    }

    fn apply(&mut self, name: &Name, bound: &[&str]) -> String {
        let arguments: Vec<String> = (0..name.arity).map(|_| self.term(bound)).collect();
        compound(&name.text, &arguments)
    }

    fn apply_first(&mut self, name: &Name, first: &str, bound: &[&str]) -> String {
        let mut arguments: Vec<String> = (0..name.arity).map(|_| self.term(bound)).collect();
        arguments[0] = first.to_string();
        compound(&name.text, &arguments)
    }

    /// As [`Writer::apply`], but occasionally a term grows: such games have infinitely many fluents.
    fn grown(&mut self, name: &Name, bound: &[&str]) -> String {
        if name.arity > 0 && !bound.is_empty() && self.random.one_in(20) {
            let inner = format!("(f {})", self.random.pick(bound));
            return self.apply_first(name, &inner, bound);
        }
        self.apply(name, bound)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NameKind {
    Fluent,
    Move,
}

fn compound(name: &str, arguments: &[String]) -> String {
    if arguments.is_empty() { name.to_string() } else { format!("({name} {})", arguments.join(" ")) }
}
