//! Join planning: the order in which the literals of a clause are matched, and the indexes used.
//!
//! Greedy: tests as soon as their variables are bound, then the literal with the fewest expected matches. For static
//! relations of moderate size the estimate is exact (tuples per key of the index that would be used); for others it
//! assumes that all arguments of a literal have equally many values.
//!
//! Example: with `?x` and `?y` bound, `(true (cell ?x ?y ?p))` becomes a probe of the index of `true` by the first two
//! arguments of `cell`, and binds `?p`.

use crate::clause::{Atom, Clause, Pattern, RelationInfo, RelationKind};
use crate::index::{Opening, Shape};
use crate::limits::{Meter, Stop};
use crate::relation::Visible;
use crate::store::{IndexId, Store};
use crate::terms::TermId;

/// The source of a known value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A constant of the clause.
    Ground(TermId),
    /// A variable bound earlier.
    Variable(u32),
}

impl Source {
    /// The value under a binding.
    pub fn value(self, binding: &[TermId]) -> TermId {
        match self {
            Source::Ground(term) => term,
            Source::Variable(v) => binding[v as usize],
        }
    }
}

/// How to match one positive literal.
#[derive(Clone, Debug)]
pub struct Access {
    /// The index in [`Clause::positive`].
    pub literal: usize,
    /// Its relation.
    pub relation: u32,
    /// The tuples to consider.
    pub visible: Visible,
    /// Compounds to open.
    pub openings: Vec<Opening>,
    /// Registers that must have a known value.
    pub checks: Vec<(u32, Source)>,
    /// Registers that bind variables; in the order of registers, before `repeats`.
    pub binds: Vec<(u32, u32)>,
    /// Registers that repeat a variable bound by the same literal.
    pub repeats: Vec<(u32, u32)>,
}

/// One step of a join.
#[derive(Clone, Debug)]
pub enum Step {
    /// Visit all tuples.
    Scan(Access),
    /// Visit the tuples that an index gives for a key; the access has no remaining checks.
    Probe(Access, IndexId, Vec<Source>),
    /// Look up a literal whose variables are bound.
    Present(usize, Visible),
    /// Look up a negative literal of a static relation.
    Absent(usize),
    /// Compare two terms.
    Distinct(usize),
    /// Continue only if the head is new.
    NewHead,
    /// Look up the head; see [`crate::join::Match::head`].
    KnownHead,
}

/// A join of all literals of a clause.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// Where the head is tested to be new: after a match, further matches of the later steps give no new head.
    pub decided: Option<usize>,
}

/// The purpose of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Purpose<'a> {
    /// The relations.
    pub relations: &'a [RelationInfo],
    /// The literal that ranges over the tuples of the last round, if any. Literals before it then see only old tuples,
    /// so that every combination of tuples is visited once.
    pub driver: Option<usize>,
    /// Whether only new heads are needed, rather than all matches.
    pub heads_only: bool,
}

/// Plans the join of a clause.
pub fn plan(clause: &Clause, purpose: Purpose, store: &mut Store, meter: &mut Meter) -> Result<Plan, Stop> {
    let mut planner = Planner::new(clause, purpose);
    if let Some(driver) = purpose.driver {
        planner.match_literal(driver, store);
    }
    loop {
        meter.work(planner.open_literals.len(), || store.bytes())?;
        planner.tests();
        let mut best: Option<(f64, usize)> = None;
        for &literal in planner.open_literals.iter().take(MOST_CANDIDATES) {
            let estimate = planner.estimate(literal, store);
            if best.is_none_or(|(least, _)| estimate < least) {
                best = Some((estimate, literal));
            }
        }
        match best {
            Some((_, literal)) => planner.match_literal(literal, store),
            None => {
                let decided = planner.steps.iter().position(|s| matches!(s, Step::NewHead));
                return Ok(Plan { steps: planner.steps, decided });
            }
        }
    }
}

/// The number of literals considered for each step: more would take quadratic time for bodies with thousands of
/// literals.
const MOST_CANDIDATES: usize = 100;

struct Planner<'a> {
    clause: &'a Clause,
    purpose: Purpose<'a>,
    bound: Vec<bool>,
    open_literals: Vec<usize>,
    open_negative: Vec<usize>,
    open_distinct: Vec<usize>,
    head_open: bool,
    steps: Vec<Step>,
}

/// Static relations up to this size get exact estimates; for larger ones, building an index just to count would cost
/// too much.
const EXACT_ESTIMATE: u32 = 20_000;

impl<'a> Planner<'a> {
    fn new(clause: &'a Clause, purpose: Purpose<'a>) -> Planner<'a> {
        let tested = |&n: &usize| purpose.relations[clause.negative[n].relation as usize].kind == RelationKind::Static;
        Planner {
            clause,
            purpose,
            bound: vec![false; clause.variables as usize],
            open_literals: (0..clause.positive.len()).collect(),
            open_negative: (0..clause.negative.len()).filter(tested).collect(),
            open_distinct: (0..clause.distinct.len()).collect(),
            head_open: true,
            steps: Vec::new(),
        }
    }

    fn is_bound(&self, pattern: &Pattern) -> bool {
        let mut bound = true;
        pattern.for_each_variable(&mut |v| bound &= self.bound[v as usize]);
        bound
    }

    fn atom_is_bound(&self, atom: &Atom) -> bool {
        atom.arguments.iter().all(|p| self.is_bound(p))
    }

    /// Adds every test whose variables are bound.
    fn tests(&mut self) {
        let clause = self.clause;
        let (ready, open): (Vec<_>, Vec<_>) = std::mem::take(&mut self.open_distinct)
            .into_iter()
            .partition(|&d| self.is_bound(&clause.distinct[d].0) && self.is_bound(&clause.distinct[d].1));
        self.open_distinct = open;
        self.steps.extend(ready.into_iter().map(Step::Distinct));

        let (ready, open): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.open_negative).into_iter().partition(|&n| self.atom_is_bound(&clause.negative[n]));
        self.open_negative = open;
        self.steps.extend(ready.into_iter().map(Step::Absent));

        let (ready, open): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.open_literals).into_iter().partition(|&l| self.atom_is_bound(&clause.positive[l]));
        self.open_literals = open;
        for literal in ready {
            self.steps.push(Step::Present(literal, self.visible(literal)));
        }
        if self.head_open && self.atom_is_bound(&clause.head) {
            if !self.purpose.heads_only {
                self.steps.push(Step::KnownHead);
                self.head_open = false;
            } else if !self.open_literals.is_empty() {
                self.steps.push(Step::NewHead);
                self.head_open = false;
            }
        }
    }

    fn visible(&self, literal: usize) -> Visible {
        match self.purpose.driver {
            Some(driver) if literal == driver => Visible::Delta,
            Some(driver) if literal < driver => Visible::Old,
            _ => Visible::All,
        }
    }

    fn access(&self, literal: usize) -> Access {
        let atom = &self.clause.positive[literal];
        let mut access = Access {
            literal,
            relation: atom.relation,
            visible: self.visible(literal),
            openings: Vec::new(),
            checks: Vec::new(),
            binds: Vec::new(),
            repeats: Vec::new(),
        };
        let mut registers: Vec<&Pattern> = atom.arguments.iter().collect();
        let mut register = 0;
        while register < registers.len() {
            let place = register as u32;
            match registers[register] {
                Pattern::Ground(term) => access.checks.push((place, Source::Ground(*term))),
                Pattern::Variable(v) if self.bound[*v as usize] => access.checks.push((place, Source::Variable(*v))),
                Pattern::Variable(v) if access.binds.iter().any(|&(_, bound)| bound == *v) => {
                    access.repeats.push((place, *v));
                }
                Pattern::Variable(v) => access.binds.push((place, *v)),
                Pattern::Compound(symbol, arguments) => {
                    let arguments_len = arguments.len() as u32;
                    access.openings.push(Opening { register: place, symbol: *symbol, arguments: arguments_len });
                    registers.extend(arguments.iter());
                }
            }
            register += 1;
        }
        access
    }

    /// Expected number of matches per binding.
    fn estimate(&self, literal: usize, store: &mut Store) -> f64 {
        let access = self.access(literal);
        let relation = &store.relations[access.relation as usize];
        let columns = self.clause.positive[literal].arguments.len();
        let size = (access.openings.iter())
            .filter(|o| (o.register as usize) < columns)
            .map(|o| relation.compounds(o.register, o.symbol))
            .fold(relation.len(), u32::min);
        let complete = self.purpose.relations[access.relation as usize].kind == RelationKind::Static;
        if complete && size <= EXACT_ESTIMATE && !access.checks.is_empty() {
            let index = store.index(&shape(&access));
            return store.indexes[index as usize].fan_out();
        }
        let known = access.checks.len() as f64;
        let places = known + (access.binds.len() + access.repeats.len()) as f64;
        f64::from(size).powf(1.0 - known / places.max(1.0))
    }

    fn match_literal(&mut self, literal: usize, store: &mut Store) {
        self.open_literals.retain(|&l| l != literal);
        let mut access = self.access(literal);
        for &(_, v) in &access.binds {
            self.bound[v as usize] = true;
        }
        if access.checks.is_empty() || access.visible == Visible::Delta {
            self.steps.push(Step::Scan(access));
            return;
        }
        let index = store.index(&shape(&access));
        let key = std::mem::take(&mut access.checks).into_iter().map(|(_, source)| source).collect();
        self.steps.push(Step::Probe(access, index, key));
    }
}

fn shape(access: &Access) -> Shape {
    let key = access.checks.iter().map(|&(register, _)| register).collect();
    Shape { relation: access.relation, openings: access.openings.clone(), key }
}
