//! A rule sheet as a coloured graph with labelled edges.

use gdl::Rules;
use gdl::rules::{Atom, BodyLiteral, Symbol, Term};
use rustc_hash::FxHashMap;

use crate::meaning::rewards;
use crate::refinement::mix;

/// Vertices `0..colours.len()`; the first ones are the sheet's symbols, in the order of [`Graph::symbols`].
pub struct Graph {
    /// Colour before refinement: the kind of the vertex.
    pub colours: Vec<u64>,
    /// For each vertex, its neighbours with the label of the edge as seen from it.
    pub edges: Vec<Vec<(u64, u32)>>,
    /// The symbols that may be renamed.
    pub symbols: Vec<Symbol>,
}

// Kinds of vertices, and edge labels: any distinct numbers.
const SYMBOL: u64 = 1;
const CLAUSE: u64 = 2;
const VARIABLE: u64 = 3;
const POSITIVE: u64 = 4;
const NEGATIVE: u64 = 5;
const DISTINCT: u64 = 6;
const TERM: u64 = 7;
const HEAD: u64 = 8;
const NAME: u64 = 9;
const ARGUMENT: u64 = 1000;

impl Graph {
    /// The graph of a sheet.
    pub fn of(rules: &Rules) -> Graph {
        let mut builder = Builder {
            rules,
            graph: Graph { colours: Vec::new(), edges: Vec::new(), symbols: Vec::new() },
            vertex_of: FxHashMap::default(),
            fixed: rewards(rules),
        };
        // Symbols first, so that their vertices have the smallest numbers.
        for clause in &rules.clauses {
            builder.collect(&clause.head);
            for literal in &clause.body {
                builder.collect_literal(literal);
            }
        }
        for clause in &rules.clauses {
            builder.clause(clause);
        }
        builder.graph
    }
}

struct Builder<'a> {
    rules: &'a Rules,
    graph: Graph,
    vertex_of: FxHashMap<Symbol, u32>,
    fixed: rustc_hash::FxHashSet<Symbol>,
}

impl Builder<'_> {
    fn vertex(&mut self, colour: u64) -> u32 {
        self.graph.colours.push(colour);
        self.graph.edges.push(Vec::new());
        self.graph.colours.len() as u32 - 1
    }

    fn edge(&mut self, from: u32, label: u64, to: u32) {
        self.graph.edges[from as usize].push((mix(label, 1), to));
        self.graph.edges[to as usize].push((mix(label, 2), from));
    }

    fn collect(&mut self, atom: &Atom) {
        if self.rules.relation(atom.relation).keyword.is_none() {
            self.symbol(self.rules.relation(atom.relation).name);
        }
        let mut pending: Vec<&Term> = atom.arguments.iter().collect();
        while let Some(term) = pending.pop() {
            self.collect_term(term, &mut pending);
        }
    }

    fn collect_literal(&mut self, literal: &BodyLiteral) {
        match literal {
            BodyLiteral::Positive(atom) | BodyLiteral::Negative(atom) => self.collect(atom),
            BodyLiteral::Distinct(a, b) => {
                let mut pending = vec![a, b];
                while let Some(term) = pending.pop() {
                    self.collect_term(term, &mut pending);
                }
            }
        }
    }

    fn collect_term<'t>(&mut self, term: &'t Term, pending: &mut Vec<&'t Term>) {
        match term {
            Term::Variable(_) => {}
            Term::Constant(symbol) => {
                self.symbol(*symbol);
            }
            Term::Compound(symbol, arguments) => {
                self.symbol(*symbol);
                pending.extend(arguments);
            }
        }
    }

    fn symbol(&mut self, symbol: Symbol) -> u32 {
        if let Some(&vertex) = self.vertex_of.get(&symbol) {
            return vertex;
        }
        let name = self.rules.symbols.name(symbol);
        let meaningful = self.fixed.contains(&symbol) || name == "random";
        let vertex = self.vertex(if meaningful { text(name) } else { SYMBOL });
        self.vertex_of.insert(symbol, vertex);
        self.graph.symbols.push(symbol);
        vertex
    }

    fn clause(&mut self, clause: &gdl::rules::Clause) {
        let vertex = self.vertex(CLAUSE);
        let variables: Vec<u32> = clause.variables.iter().map(|_| self.vertex(VARIABLE)).collect();
        let head = self.atom(&clause.head, POSITIVE, &variables);
        self.edge(vertex, HEAD, head);
        for literal in &clause.body {
            let (body, label) = match literal {
                BodyLiteral::Positive(atom) => (self.atom(atom, POSITIVE, &variables), POSITIVE),
                BodyLiteral::Negative(atom) => (self.atom(atom, NEGATIVE, &variables), NEGATIVE),
                BodyLiteral::Distinct(a, b) => (self.distinct([a, b], &variables), DISTINCT),
            };
            self.edge(vertex, label, body);
        }
    }

    fn atom(&mut self, atom: &Atom, kind: u64, variables: &[u32]) -> u32 {
        let relation = self.rules.relation(atom.relation);
        let keyword = relation.keyword.map_or(0, |k| 1 + k as u64);
        let vertex = self.vertex(mix(kind, keyword));
        if relation.keyword.is_none() {
            let name = self.symbol(relation.name);
            self.edge(vertex, NAME, name);
        }
        self.arguments(vertex, &atom.arguments, variables);
        vertex
    }

    /// The two terms of a `distinct` are unordered.
    fn distinct(&mut self, terms: [&Term; 2], variables: &[u32]) -> u32 {
        let vertex = self.vertex(DISTINCT);
        for term in terms {
            self.arguments_labelled(vertex, std::slice::from_ref(term), variables, |_| ARGUMENT);
        }
        vertex
    }

    fn arguments(&mut self, vertex: u32, terms: &[Term], variables: &[u32]) {
        self.arguments_labelled(vertex, terms, variables, |i| ARGUMENT + i as u64);
    }

    fn arguments_labelled(&mut self, vertex: u32, terms: &[Term], variables: &[u32], label: impl Fn(usize) -> u64) {
        let mut pending: Vec<(u32, u64, &Term)> =
            terms.iter().enumerate().map(|(i, t)| (vertex, label(i), t)).collect();
        while let Some((parent, label, term)) = pending.pop() {
            let child = match term {
                Term::Variable(v) => variables[v.0 as usize],
                Term::Constant(symbol) => self.symbol(*symbol),
                Term::Compound(symbol, arguments) => {
                    let child = self.vertex(TERM);
                    let name = self.symbol(*symbol);
                    self.edge(child, NAME, name);
                    pending.extend(arguments.iter().enumerate().map(|(i, t)| (child, ARGUMENT + i as u64, t)));
                    child
                }
            };
            self.edge(parent, label, child);
        }
    }
}

fn text(name: &str) -> u64 {
    name.bytes().fold(SYMBOL, |hash, byte| mix(hash, u64::from(byte) + 1))
}
