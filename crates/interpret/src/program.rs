//! All procedures of a sheet: relations compiled for the shapes in which they are called, starting from GDL's queries.

use gdl::Rules;
use gdl::rules::{Dependence, Keyword, RelationId};
use rustc_hash::FxHashMap;

use crate::components::components;
use crate::error::Error;
use crate::estimate::Estimates;
use crate::linear::linear;
use crate::plan::{Plan, ProcedureId, Step};
use crate::planner::{Catalogue, plan};
use crate::rule::{Definition, Source, definitions};
use crate::shape::{Shape, width};
use crate::terms::Terms;
use crate::unify::fit;

/// Rejects sheets that multiply shapes through many arguments or nested function terms.
const MOST_STEPS: usize = 2_000_000;

/// A relation compiled for one shape of call.
pub(crate) struct Procedure {
    pub(crate) source: Source,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    /// Its rules, if it is defined by rules and evaluated call by call.
    pub(crate) plans: Vec<Plan>,
    /// The procedure for all answers of the relation, if it is evaluated in full.
    pub(crate) full: Option<ProcedureId>,
    /// Mutually recursive procedures are in one component.
    pub(crate) component: u32,
    pub(crate) recursive: bool,
    /// When its answers become stale.
    pub(crate) dependence: Dependence,
}

/// A compiled sheet.
pub(crate) struct Program {
    pub(crate) procedures: Vec<Procedure>,
    /// Ground facts per relation.
    facts: Vec<Vec<Vec<u32>>>,
    pub(crate) init: ProcedureId,
    pub(crate) next: ProcedureId,
    pub(crate) legal: ProcedureId,
    pub(crate) terminal: ProcedureId,
    pub(crate) goal: ProcedureId,
    /// Where the sheet has such rules.
    pub(crate) sees: Option<ProcedureId>,
}

impl Program {
    /// Compiles only the procedures that the queries need.
    pub(crate) fn new(rules: &Rules, terms: &mut Terms) -> Result<Program, Error> {
        let definitions = definitions(rules, terms);
        let estimates = Estimates::new(&definitions);
        let mut linear = linear(&definitions, &estimates);
        // The roles' moves and goals are asked for one role at a time.
        (0..linear.len()).for_each(|relation| linear[relation] &= rules.relations[relation].keyword.is_none());
        let mut registry = Registry::default();
        let mut root = |keyword, shapes| registry.procedure(Source::Rules(rules.keyword(keyword)), shapes);
        let init = root(Keyword::Init, vec![Shape::Asked]);
        let next = root(Keyword::Next, vec![Shape::Asked]);
        let legal = root(Keyword::Legal, vec![Shape::Known, Shape::Asked]);
        let terminal = root(Keyword::Terminal, vec![]);
        let goal = root(Keyword::Goal, vec![Shape::Known, Shape::Asked]);
        let sees = rules.has_percepts().then(|| root(Keyword::Sees, vec![Shape::Known, Shape::Asked]));
        let mut procedures = Vec::new();
        let mut steps = 0;
        while let Some((source, shapes)) = registry.calls.get(procedures.len()).cloned() {
            let (inputs, outputs) = width(&shapes);
            let full = match source {
                Source::Rules(relation) if inputs > 0 && linear[relation.0 as usize] => {
                    Some(registry.procedure(source, vec![Shape::Asked; shapes.len()]))
                }
                _ => None,
            };
            let plans = match source {
                Source::Rules(relation) if full.is_none() => {
                    let definition = &definitions[relation.0 as usize];
                    plans(rules, relation, definition, &shapes, terms, &estimates, &mut registry)?
                }
                _ => Vec::new(),
            };
            steps += 1 + plans.iter().map(|p| 1 + p.steps.len()).sum::<usize>();
            if steps > MOST_STEPS {
                return Err(Error::TooManyShapes);
            }
            let dependence = match source {
                Source::Fluents => Dependence::State,
                Source::Moves => Dependence::Moves,
                Source::Facts(_) | Source::Rules(_) => Dependence::Static,
            };
            let (component, recursive) = (0, false);
            procedures.push(Procedure {
                source,
                shapes,
                inputs,
                outputs,
                plans,
                full,
                component,
                recursive,
                dependence,
            });
        }
        analyse(&mut procedures, rules)?;
        let facts = definitions.into_iter().map(|d| d.facts).collect();
        Ok(Program { procedures, facts, init, next, legal, terminal, goal, sees })
    }

    /// The facts that a procedure looks up.
    pub(crate) fn facts(&self, relation: RelationId) -> &[Vec<u32>] {
        &self.facts[relation.0 as usize]
    }
}

/// Numbers of procedures by source and shape.
#[derive(Default)]
struct Registry {
    numbers: FxHashMap<(Source, Vec<Shape>), ProcedureId>,
    calls: Vec<(Source, Vec<Shape>)>,
}

impl Catalogue for Registry {
    fn procedure(&mut self, source: Source, shapes: Vec<Shape>) -> ProcedureId {
        *self.numbers.entry((source, shapes.clone())).or_insert_with(|| {
            self.calls.push((source, shapes));
            self.calls.len() as ProcedureId - 1
        })
    }
}

/// The rules of a relation for one shape, and its facts if it has no rules.
fn plans(
    rules: &Rules,
    relation: RelationId,
    definition: &Definition,
    shapes: &[Shape],
    terms: &mut Terms,
    estimates: &Estimates,
    registry: &mut Registry,
) -> Result<Vec<Plan>, Error> {
    let mut plans = Vec::new();
    for rule in &definition.rules {
        if let Some(fitted) = fit(rule, shapes, terms) {
            let plan = plan(fitted, terms, estimates, registry).ok_or_else(|| Error::Unbound {
                rule: rule.span,
                relation: rules.symbols.name(rules.relation(relation).name).to_owned(),
            })?;
            plans.push(plan);
        }
    }
    Ok(plans)
}

/// Finds recursion, checks that none goes through negation, and propagates dependence.
fn analyse(procedures: &mut [Procedure], rules: &Rules) -> Result<(), Error> {
    let calls = |p: &Procedure| p.plans.iter().flat_map(Plan::calls).map(|c| c.procedure).chain(p.full).collect();
    let successors: Vec<Vec<ProcedureId>> = procedures.iter().map(calls).collect();
    let component = components(&successors);
    let mut order: Vec<usize> = (0..procedures.len()).collect();
    order.sort_by_key(|&p| component[p]);
    for members in order.chunk_by(|&a, &b| component[a] == component[b]) {
        let mut dependence = Dependence::Static;
        for &member in members {
            let procedure = &mut procedures[member];
            procedure.component = component[member];
            procedure.recursive = members.len() > 1 || successors[member].contains(&(member as ProcedureId));
            let looks = procedure.plans.iter().flat_map(|p| &p.steps).any(|s| matches!(s, Step::Fluent { .. }));
            let own = if looks { Dependence::State } else { Dependence::Static };
            dependence = dependence.max(own).max(procedure.dependence);
            for &called in &successors[member] {
                dependence = dependence.max(procedures[called as usize].dependence);
            }
        }
        for &member in members {
            procedures[member].dependence = dependence;
        }
    }
    for procedure in procedures.iter() {
        let mut refuted = procedure.plans.iter().flat_map(Plan::calls).filter(|c| !c.positive);
        if refuted.any(|c| component[c.procedure as usize] == procedure.component) {
            let Source::Rules(relation) = procedure.source else { continue };
            let relation = rules.symbols.name(rules.relation(relation).name).to_owned();
            return Err(Error::NotStratified { relation });
        }
    }
    Ok(())
}
