//! The sequence of stages, and the error report when one of them reaches a limit.

use std::collections::BTreeSet;

use game::{Game, Signal};
use gdl::Rules;
use gdl::rules::Term;

use crate::assemble::{assemble, assembly_bytes};
use crate::build::{Built, build};
use crate::clause::{Clauses, Pattern, RelationId, RelationKind, lower, lower_term};
use crate::constants::{Constants, constants};
use crate::decompose::decompose;
use crate::demand::{restrict, unrestrictable};
use crate::instantiate::{Numbering, instantiate, interface};
use crate::limits::{Error, GroundingLimits, GroundingStage, Meter, RelationSizes, Stop};
use crate::program::{AtomId, Program};
use crate::relax::evaluate_relaxed;
use crate::rewards::lowest_rewards;
use crate::statics::evaluate_statics;
use crate::store::Store;
use crate::terms::{TermId, Terms};
use crate::unfold::unfold;

/// Sizes of the intermediate results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Atoms of static relations.
    pub static_atoms: usize,
    /// Atoms of relations that depend on state or moves, including auxiliary ones.
    pub dynamic_atoms: usize,
    /// Ground rules before simplification.
    pub instances: usize,
    /// Ground rules after simplification.
    pub rules: usize,
    /// Gates in the circuit.
    pub gates: usize,
    /// Operands of all gates.
    pub operands: usize,
    /// Blocks of recursive gates.
    pub recursive_blocks: usize,
    /// Peak working memory, as accounted by the grounder.
    pub peak_bytes: usize,
}

/// Grounds a game.
pub fn ground(rules: &Rules, limits: &GroundingLimits) -> Result<Game, Error> {
    ground_with_statistics(rules, limits).map(|(game, _)| game)
}

/// Grounds a game and returns the sizes of intermediate results.
pub fn ground_with_statistics(rules: &Rules, limits: &GroundingLimits) -> Result<(Game, Statistics), Error> {
    let mut run = Run::new(rules, limits);
    match run.ground() {
        Ok(result) => Ok(result),
        Err(Failure::Stop(stop)) => Err(Error::Limit {
            resource: stop.0,
            limit: run.meter.value(stop.0),
            stage: run.stage,
            growth: run.growth(),
        }),
        Err(Failure::Reward(goal)) => Err(Error::Reward { goal }),
    }
}

enum Failure {
    Stop(Stop),
    Reward(String),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Failure::Stop(stop)
    }
}

struct Run<'a> {
    rules: &'a Rules,
    meter: Meter<'a>,
    stage: GroundingStage,
    store: Store,
    clauses: Clauses,
    /// Matches per clause of the sheet in the current stage.
    matches: Vec<usize>,
}

impl<'a> Run<'a> {
    fn new(rules: &'a Rules, limits: &'a GroundingLimits) -> Run<'a> {
        Run {
            rules,
            meter: Meter::new(limits),
            stage: GroundingStage::Statics,
            store: Store::default(),
            clauses: Clauses::default(),
            matches: vec![0; rules.clauses.len()],
        }
    }

    fn ground(&mut self) -> Result<(Game, Statistics), Failure> {
        let mut statistics = Statistics::default();
        let mut program = self.program_restricted(&mut statistics)?;
        self.stage = GroundingStage::Circuit;
        self.matches.fill(0);
        self.meter.held_bytes = program.bytes();
        let (built, always) = circuit(&mut program, &mut self.meter)?;
        statistics.rules = std::mem::take(&mut program.rules).len();
        self.meter.held_bytes = program.bytes();
        self.meter.check(built.network.bytes() + assembly_bytes(&program, &built.network))?;
        let game = assemble(&program, &built, always, lowest_rewards(self.rules, &program));
        statistics.gates = game.circuit.gates.len();
        statistics.operands = game.circuit.operand_list.len();
        statistics.recursive_blocks = game.circuit.blocks.iter().filter(|b| b.recursive).count();
        statistics.peak_bytes = self.meter.peak_bytes;
        Ok((game, statistics))
    }

    /// The ground program. A relation that exceeds [`GroundingLimits::restrict_above`] is unfolded if possible, and
    /// otherwise restricted to the atoms that are used.
    fn program_restricted(&mut self, statistics: &mut Statistics) -> Result<Program, Failure> {
        let excluded = unrestrictable(self.rules);
        let mut large: BTreeSet<RelationId> = BTreeSet::new();
        loop {
            let watch = |r: usize| match excluded.get(r) {
                Some(false) if !large.contains(&(r as RelationId)) => self.meter.limits.restrict_above,
                _ => u32::MAX,
            };
            let result = self.program(&large, &excluded, &watch, statistics);
            let Some(relation) = self.meter.outgrown.take() else { return result };
            // Relations close to the bound would be next. (Static ones are complete by now.)
            let close = |r: &usize| {
                let (info, relation) = (&self.clauses.relations[*r], &self.store.relations[*r]);
                info.kind == RelationKind::Dynamic && relation.len() > watch(*r) / 4
            };
            let close: Vec<usize> = (0..excluded.len()).filter(close).collect();
            large.insert(relation);
            large.extend(close.into_iter().map(|r| r as RelationId));
            self.meter.atoms = 0;
            self.matches.fill(0);
            self.stage = GroundingStage::Statics;
        }
    }

    /// All stages up to the ground program. The store is dropped, since its relations are no longer needed.
    fn program(
        &mut self,
        large: &BTreeSet<RelationId>,
        excluded: &[bool],
        watch: &impl Fn(usize) -> u32,
        statistics: &mut Statistics,
    ) -> Result<Program, Failure> {
        let limit = self.meter.limits.term_size;
        let mut terms = Terms::default();
        self.meter.check(0)?;
        self.clauses = lower(self.rules, &mut terms, limit)?;
        self.meter.check(terms.bytes())?;
        let (clauses, terms_of_states) = (&mut self.clauses, &mut terms);
        let restricted = large.iter().copied().filter(|&r| !unfold(clauses, r, terms_of_states)).collect();
        restrict(&mut self.clauses, restricted, excluded, &mut self.meter)?;
        decompose(&mut self.clauses, &mut self.meter)?;
        let watch: Vec<u32> = (0..self.clauses.relations.len()).map(watch).collect();
        let roles = role_terms(self.rules, &mut terms, limit)?;
        self.store = Store::new(terms, &self.clauses.relations, limit);

        let (store, meter, clauses) = (&mut self.store, &mut self.meter, &self.clauses);
        evaluate_statics(clauses, store, meter, &mut self.matches, &watch)?;
        statistics.static_atoms = store.atoms();
        self.stage = GroundingStage::Reachability;
        self.matches.fill(0);
        evaluate_relaxed(self.rules, &roles, clauses, store, meter, &mut self.matches, &watch)?;
        statistics.dynamic_atoms = store.atoms() - statistics.static_atoms;

        self.stage = GroundingStage::Instantiation;
        store.drop_indexes();
        let numbering = Numbering::new(clauses, store)?;
        let ground_rules = instantiate(clauses, &numbering, store, meter, &mut self.matches)?;
        statistics.instances = ground_rules.len();
        store.drop_indexes();
        let program = interface(self.rules, &roles, &numbering, store, ground_rules).map_err(Failure::Reward)?;
        self.store = Store::default();
        Ok(program)
    }

    /// The largest relations and clause now.
    fn growth(&self) -> RelationSizes {
        let mut relations: Vec<(String, usize)> = Vec::new();
        for (id, relation) in self.store.relations.iter().enumerate().take(self.rules.relations.len()) {
            let name = self.rules.symbols.name(self.rules.relations[id].name);
            let mut rest = relation.len();
            for (symbol, count) in relation.first_column_symbols() {
                relations.push((format!("({name} ({} …))", self.rules.symbols.name(symbol)), count as usize));
                rest -= count;
            }
            relations.push((name.to_owned(), rest as usize));
        }
        relations.retain(|(_, count)| *count > 0);
        relations.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        relations.truncate(3);
        let most = (0..self.matches.len()).max_by_key(|&c| self.matches[c]).filter(|&c| self.matches[c] > 0);
        let clause = most.map(|c| {
            let clause = &self.rules.clauses[c];
            (shortened(head_text(self.rules, clause)), clause.span, self.matches[c])
        });
        RelationSizes { relations, clause }
    }
}

/// The text, shortened if it is too long for a message.
fn shortened(text: String) -> String {
    const MOST: usize = 100;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{} …", text[..end].trim_end()),
        None => text,
    }
}

/// A clause head as written in the sheet, `(next (cell ?x ?y b))`.
fn head_text(rules: &Rules, clause: &gdl::rules::Clause) -> String {
    let name = rules.symbols.name(rules.relation(clause.head.relation).name);
    if clause.head.arguments.is_empty() {
        return name.to_owned();
    }
    let arguments: Vec<String> = clause.head.arguments.iter().map(|t| term_text(rules, clause, t)).collect();
    format!("({name} {})", arguments.join(" "))
}

fn term_text(rules: &Rules, clause: &gdl::rules::Clause, term: &Term) -> String {
    match term {
        Term::Variable(v) => format!("?{}", rules.symbols.name(clause.variables[v.0 as usize])),
        Term::Constant(c) => rules.symbols.name(*c).to_owned(),
        Term::Compound(symbol, arguments) => {
            let arguments: Vec<String> = arguments.iter().map(|t| term_text(rules, clause, t)).collect();
            format!("({} {})", rules.symbols.name(*symbol), arguments.join(" "))
        }
    }
}

fn role_terms(rules: &Rules, terms: &mut Terms, limit: u32) -> Result<Vec<TermId>, Stop> {
    let mut roles = Vec::new();
    for role in &rules.roles {
        if let Pattern::Ground(term) = lower_term(role, terms, limit)? {
            roles.push(term);
        }
    }
    debug_assert!(!rules.roles.iter().any(|r| matches!(r, Term::Variable(_))), "role facts are ground");
    Ok(roles)
}

/// Simplifies and builds until the circuit has no further constants. Also returns the names of the facts that always
/// hold.
fn circuit(program: &mut Program, meter: &mut Meter) -> Result<(Built, Vec<String>), Stop> {
    let mut fixed = vec![None; program.atoms];
    loop {
        let known = constants(program, &fixed, meter)?;
        program.rules.substitute(|atom| known.value(atom));
        let built = build(program, &known, meter.limits.stuck_ends, meter)?;
        let found = new_constants(program, &built, &known);
        if found.is_empty() {
            return Ok((built, always(program, &known)));
        }
        fixed = (0..program.atoms as AtomId).map(|atom| known.value(atom)).collect();
        found.into_iter().for_each(|(atom, value)| fixed[atom as usize] = Some(value));
    }
}

/// Atoms of moves and fluents that are constant in the circuit.
fn new_constants(program: &Program, built: &Built, known: &Constants) -> Vec<(AtomId, bool)> {
    let next = built.fluents.iter().map(|&f| program.fluents[f].next).zip(&built.next);
    let legal = built.moves.iter().map(|&m| Some(program.moves[m].legal)).zip(&built.legal);
    next.chain(legal)
        .filter_map(|(atom, &signal)| {
            let value = [(Signal::TRUE, true), (Signal::FALSE, false)].into_iter().find(|(s, _)| *s == signal)?.1;
            atom.filter(|&atom| known.value(atom).is_none()).map(|atom| (atom, value))
        })
        .collect()
}

fn always(program: &Program, known: &Constants) -> Vec<String> {
    let certain = program.fluents.iter().filter(|f| known.value(f.holds) == Some(true));
    certain.map(|f| f.name.clone()).collect()
}
