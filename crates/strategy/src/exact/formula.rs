//! "There is a strongly optimal list with at most n rules and m literals", as clauses.
//!
//! For each rule there are variables for its move (a table of cases) and its literals, for the cases it matches, the
//! edges it takes, and the nodes decided by it or before it; and there are variables for the reachable nodes. A
//! reachable node must be decided by a rule that takes no bad edge, unless every move is optimal there; and the edges
//! of the deciding rule lead to reachable nodes.

use crate::arena::{Arena, Turn};
use crate::cases::Cases;
use crate::rule::{Literal, Rule};

/// A clause: positive numbers for variables, negative ones for their complements.
pub type Clause = Vec<i32>;

/// A formula with the meaning of its variables.
pub struct Formula<'a> {
    cases: &'a Cases,
    /// Number of variables.
    pub variables: usize,
    /// The clauses.
    pub clauses: Vec<Clause>,
    literals: Vec<Literal>,
    /// For each rule and table, the rule makes the table's move.
    moves: Vec<Vec<i32>>,
    /// For each rule and literal, the rule has the literal.
    has: Vec<Vec<i32>>,
}

impl<'a> Formula<'a> {
    /// The formula for at most `rules` rules with at most `most` literals in total.
    pub fn new(arena: &Arena<'_>, cases: &'a Cases, rules: usize, most: Option<usize>) -> Formula<'a> {
        let literals = literals(arena, cases);
        let mut formula =
            Formula { cases, variables: 0, clauses: Vec::new(), moves: Vec::new(), has: Vec::new(), literals };
        for _ in 0..rules {
            let moves = formula.fresh(cases.tables.len());
            formula.exactly_one(&moves);
            let has = formula.fresh(formula.literals.len());
            formula.moves.push(moves);
            formula.has.push(has);
        }
        let reached = formula.fresh(arena.nodes.len());
        let mut decided: Vec<Option<i32>> = vec![None; arena.nodes.len()];
        for rule in 0..rules {
            let takes = formula.matching(arena, rule);
            formula.deciding(arena, &reached, &takes, &mut decided);
        }
        formula.reaching(arena, &reached, &decided);
        if let Some(most) = most {
            formula.at_most(most);
        }
        formula
    }

    /// The rules of a model.
    pub fn rules(&self, model: &dyn Fn(i32) -> bool) -> Vec<Rule> {
        let rule = |(moves, has): (&Vec<i32>, &Vec<i32>)| {
            let table = moves.iter().position(|&is| model(is))?;
            let mut literals: Vec<Literal> =
                has.iter().zip(&self.literals).filter(|(has, _)| model(**has)).map(|(_, literal)| *literal).collect();
            literals.sort_unstable();
            Some(Rule { literals, made: self.cases.tables[table].made })
        };
        self.moves.iter().zip(&self.has).filter_map(rule).collect()
    }

    fn fresh(&mut self, count: usize) -> Vec<i32> {
        let first = self.variables as i32 + 1;
        self.variables += count;
        (first..first + count as i32).collect()
    }

    fn exactly_one(&mut self, variables: &[i32]) {
        self.clauses.push(variables.to_vec());
        for (at, one) in variables.iter().enumerate() {
            self.clauses.extend(variables[..at].iter().map(|other| vec![-one, -other]));
        }
    }

    /// Constrains the edges that a rule takes by its move and its literals; returns a variable per edge that it may
    /// take.
    fn matching(&mut self, arena: &Arena<'_>, rule: usize) -> Vec<Option<i32>> {
        let mut takes: Vec<Option<i32>> = vec![None; arena.edges.len()];
        let mut reasons: Vec<Clause> = vec![Vec::new(); arena.edges.len()];
        for (number, table) in self.cases.tables.iter().enumerate() {
            for (case, &edge) in table.edges.iter().enumerate() {
                let takes = match takes[edge as usize] {
                    Some(takes) => takes,
                    None => *takes[edge as usize].insert(self.fresh(1)[0]),
                };
                let matches = self.fresh(1)[0];
                let made = self.moves[rule][number];
                let mut all = vec![matches, -made];
                self.clauses.push(vec![-matches, made]);
                for at in 0..self.literals.len() {
                    if !table.holds(self.literals[at], case) {
                        let has = self.has[rule][at];
                        self.clauses.push(vec![-matches, -has]);
                        all.push(has);
                    }
                }
                self.clauses.push(all);
                self.clauses.push(vec![-matches, takes]);
                reasons[edge as usize].push(matches);
            }
        }
        for (takes, mut reasons) in takes.iter().zip(reasons).filter_map(|(takes, reasons)| Some(((*takes)?, reasons)))
        {
            reasons.push(-takes);
            self.clauses.push(reasons);
        }
        takes
    }

    /// Where the rule decides: no bad edges, and the targets of the others are reachable.
    fn deciding(&mut self, arena: &Arena<'_>, reached: &[i32], takes: &[Option<i32>], decided: &mut [Option<i32>]) {
        for node in arena.own_nodes() {
            let before = decided[node];
            for edge in arena.edges_of(node) {
                let Some(takes) = takes[edge] else { continue };
                let mut clause: Clause = [-reached[node], -takes].into_iter().chain(before).collect();
                if arena.edges[edge].optimal {
                    clause.push(reached[arena.edges[edge].target as usize]);
                }
                self.clauses.push(clause);
            }
            // One direction is enough: treating a decided node as undecided only adds requirements.
            let now = self.fresh(1)[0];
            self.clauses
                .push(arena.edges_of(node).filter_map(|edge| takes[edge]).chain(before).chain([-now]).collect());
            decided[node] = Some(now);
        }
    }

    /// Further reachable nodes: the first state, successors by the others' moves, and successors where any move is
    /// allowed.
    fn reaching(&mut self, arena: &Arena<'_>, reached: &[i32], decided: &[Option<i32>]) {
        self.clauses.push(vec![reached[0]]);
        for node in 0..arena.nodes.len() {
            let own = arena.nodes[node].turn == Turn::Own;
            let decided = decided[node].filter(|_| own);
            if own && !arena.is_free(node) {
                self.clauses.push([-reached[node]].into_iter().chain(decided).collect());
                continue;
            }
            for edge in arena.edges_of(node) {
                let target = reached[arena.edges[edge].target as usize];
                self.clauses.push([-reached[node], target].into_iter().chain(decided).collect());
            }
        }
    }

    /// At most `most` literals in all rules: a sequential counter (Sinz 2005).
    fn at_most(&mut self, most: usize) {
        let all: Vec<i32> = self.has.concat();
        let mut before: Vec<i32> = Vec::new();
        for literal in all {
            let now = self.fresh(most);
            if most == 0 {
                self.clauses.push(vec![-literal]);
                continue;
            }
            self.clauses.push(vec![-literal, now[0]]);
            for (count, &already) in before.iter().enumerate() {
                self.clauses.push(vec![-already, now[count]]);
                match now.get(count + 1) {
                    Some(&more) => self.clauses.push(vec![-already, -literal, more]),
                    None => self.clauses.push(vec![-already, -literal]),
                }
            }
            before = now;
        }
    }
}

/// The literals to choose from: every fluent that varies, and its complement unless it is equivalent to another fluent.
fn literals(arena: &Arena<'_>, cases: &Cases) -> Vec<Literal> {
    let telling = |fluent: u32| cases.telling.binary_search(&fluent).is_ok();
    let mut literals = Vec::new();
    for variable in &arena.game.variables {
        let fluents: Vec<u32> = variable.fluents.iter().map(|f| f.0).filter(|&f| telling(f)).collect();
        let is_pair = fluents.len() == 2 && !variable.none;
        literals.extend(fluents.iter().map(|&fluent| Literal { fluent, positive: true }));
        if !is_pair {
            literals.extend(fluents.iter().map(|&fluent| Literal { fluent, positive: false }));
        }
    }
    literals
}
