//! Tasks for planners that support only STRIPS: instantiated, with everything else compiled away.
//!
//! Static conditions, types and equalities are decided while actions are instantiated. Quantifiers become conjunctions
//! and disjunctions. Derived predicates are replaced by their definitions. A disjunctive condition or a conditional
//! effect yields several actions. A fact that is required to be false gets a complementary fact. Recursion that remains
//! on ground facts is refused, and so are more than a bounded number of cases.

use std::collections::{BTreeMap, BTreeSet};

use gdl::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::task::{Action, Atom, Effect, Formula, Parameter, PlanningTask, Predicate, Term};

/// The maximum numbers of instances of actions, and of cases of a condition.
const MOST_ACTIONS: usize = 200_000;
const MOST_CASES: usize = 4_000;

/// A case: facts that hold and facts that do not.
type Case = BTreeSet<(Atom, bool)>;

/// The task in STRIPS. The name of every action contains the arguments of its instance, each after two underscores.
///
/// # Errors
///
/// The construct that cannot be compiled away, in a sentence.
pub fn strips(task: &PlanningTask) -> Result<PlanningTask, String> {
    let mut grounder = Grounder::new(task);
    let mut actions = Vec::new();
    for action in &task.actions {
        grounder.instances(action, &mut Vec::new(), &mut actions)?;
    }
    let goal = grounder.cases(&task.goal, &FxHashMap::default())?;
    let mut instances = Vec::new();
    for (name, precondition, effects) in actions {
        instances.extend(split(&name, &precondition, &effects)?);
    }
    let (goal, ends) = single(goal);
    instances.extend(ends);
    Ok(assemble(task, &grounder, goal, instances))
}

/// An instance: its name, its condition and its effects.
struct Instance {
    name: String,
    condition: Case,
    changes: BTreeMap<Atom, bool>,
}

/// An effect of an instance with the cases in which it happens.
struct GroundEffect {
    cases: Vec<Case>,
    atom: Atom,
    adds: bool,
}

struct Grounder<'t> {
    task: &'t PlanningTask,
    fluents: FxHashSet<&'t str>,
    derived: FxHashSet<&'t str>,
    facts: FxHashSet<&'t Atom>,
    /// The cases of derived facts known so far; `None` while they are being computed.
    unfolded: FxHashMap<(Atom, bool), Option<Vec<Case>>>,
}

type Binding = FxHashMap<String, String>;

impl<'t> Grounder<'t> {
    fn new(task: &'t PlanningTask) -> Grounder<'t> {
        let effects = task.actions.iter().flat_map(|action| &action.effects);
        Grounder {
            task,
            fluents: effects.map(|effect| &*effect.atom.predicate).collect(),
            derived: task.axioms.iter().map(|axiom| &*axiom.predicate).collect(),
            facts: task.init.iter().collect(),
            unfolded: FxHashMap::default(),
        }
    }

    /// Finds the instances of an action, parameter by parameter. A branch ends when a condition fails.
    fn instances(
        &mut self,
        action: &Action,
        chosen: &mut Vec<String>,
        found: &mut Vec<(String, Vec<Case>, Vec<GroundEffect>)>,
    ) -> Result<(), String> {
        let binding: Binding =
            action.parameters.iter().map(|one| one.name.clone()).zip(chosen.iter().cloned()).collect();
        if self.fails(&action.precondition, &binding) {
            return Ok(());
        }
        if let Some(parameter) = action.parameters.get(chosen.len()) {
            let objects: Vec<String> = self.task.objects_of(&parameter.types).map(|one| one.name.clone()).collect();
            for object in objects {
                chosen.push(object);
                self.instances(action, chosen, found)?;
                chosen.pop();
            }
            return Ok(());
        }
        let condition = self.cases(&action.precondition, &binding)?;
        if condition.is_empty() {
            return Ok(());
        }
        let mut effects = Vec::new();
        for effect in &action.effects {
            for binding in self.bindings(&effect.variables, &binding) {
                let cases = self.cases(&effect.condition, &binding)?;
                if !cases.is_empty() {
                    effects.push(GroundEffect { cases, atom: ground(&effect.atom, &binding), adds: effect.adds });
                }
            }
        }
        found.push((format!("{}__{}", action.name, chosen.join("__")), condition, effects));
        match found.len() > MOST_ACTIONS {
            true => Err(format!("there are more than {MOST_ACTIONS} instances of actions")),
            false => Ok(()),
        }
    }

    /// Whether a condition fails for all values of the unassigned variables.
    fn fails(&self, formula: &Formula, binding: &Binding) -> bool {
        match formula {
            Formula::And(parts) => parts.iter().any(|part| self.fails(part, binding)),
            Formula::Equal(left, right) => {
                matches!((value(left, binding), value(right, binding)), (Some(a), Some(b)) if a != b)
            }
            Formula::Not(inner) => match &**inner {
                Formula::Equal(left, right) => {
                    matches!((value(left, binding), value(right, binding)), (Some(a), Some(b)) if a == b)
                }
                _ => false,
            },
            Formula::Atom(atom) if self.is_static(&atom.predicate) => {
                let is_bound = atom.arguments.iter().all(|term| value(term, binding).is_some());
                is_bound && !self.facts.contains(&ground(atom, binding))
            }
            _ => false,
        }
    }

    fn is_static(&self, predicate: &str) -> bool {
        !self.fluents.contains(predicate) && !self.derived.contains(predicate)
    }

    /// All values of some variables.
    fn bindings(&self, variables: &[Parameter], binding: &Binding) -> Vec<Binding> {
        let mut all = vec![binding.clone()];
        for variable in variables {
            let with = |binding: &Binding| {
                let objects = self.task.objects_of(&variable.types);
                let with = objects.map(|object| {
                    let mut binding = binding.clone();
                    binding.insert(variable.name.clone(), object.name.clone());
                    binding
                });
                with.collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        all
    }

    /// The cases in which a condition holds.
    fn cases(&mut self, formula: &Formula, binding: &Binding) -> Result<Vec<Case>, String> {
        self.holding(formula, true, binding)
    }

    fn holding(&mut self, formula: &Formula, holds: bool, binding: &Binding) -> Result<Vec<Case>, String> {
        match formula {
            Formula::Atom(atom) => self.atom(ground(atom, binding), holds),
            Formula::Equal(left, right) => Ok(decided((value(left, binding) == value(right, binding)) == holds)),
            Formula::Not(inner) => self.holding(inner, !holds, binding),
            Formula::And(parts) | Formula::Or(parts) => {
                let all = parts.iter().map(|part| (part, binding.clone())).collect();
                self.combined(all, holds, matches!(formula, Formula::And(_)) == holds)
            }
            Formula::Exists(variables, inner) | Formula::Forall(variables, inner) => {
                let all = self.bindings(variables, binding).into_iter().map(|binding| (&**inner, binding)).collect();
                self.combined(all, holds, matches!(formula, Formula::Forall(..)) == holds)
            }
        }
    }

    /// The cases in which all of some conditions hold, or at least one.
    fn combined(&mut self, parts: Vec<(&Formula, Binding)>, holds: bool, all: bool) -> Result<Vec<Case>, String> {
        let mut cases = decided(all);
        for (part, binding) in parts {
            let more = self.holding(part, holds, &binding)?;
            cases = if all { both(&cases, &more) } else { either(cases, more) };
            if cases.len() > MOST_CASES {
                return Err(format!("a condition has more than {MOST_CASES} cases"));
            }
            if all && cases.is_empty() {
                break;
            }
        }
        Ok(cases)
    }

    fn atom(&mut self, atom: Atom, holds: bool) -> Result<Vec<Case>, String> {
        if self.is_static(&atom.predicate) {
            return Ok(decided(self.facts.contains(&atom) == holds));
        }
        if !self.derived.contains(&*atom.predicate) {
            return Ok(vec![Case::from([(atom, holds)])]);
        }
        match self.unfolded.get(&(atom.clone(), holds)) {
            Some(Some(known)) => return Ok(known.clone()),
            Some(None) => return Err(format!("the derived predicate `{}` depends on itself", atom.predicate)),
            None => {}
        }
        self.unfolded.insert((atom.clone(), holds), None);
        let task = self.task;
        let mut cases = decided(!holds);
        for axiom in task.axioms.iter().filter(|axiom| axiom.predicate == atom.predicate) {
            let objects = atom
                .arguments
                .iter()
                .map(|term| if let Term::Object(name) = term { name.clone() } else { String::new() });
            let binding: Binding = axiom.parameters.iter().map(|one| one.name.clone()).zip(objects).collect();
            if self.fails(&axiom.body, &binding) {
                continue;
            }
            let more = self.holding(&axiom.body, holds, &binding)?;
            cases = if holds { either(cases, more) } else { both(&cases, &more) };
            if cases.len() > MOST_CASES {
                return Err(format!("`{}` has more than {MOST_CASES} cases", atom.predicate));
            }
        }
        self.unfolded.insert((atom, holds), Some(cases.clone()));
        Ok(cases)
    }
}

/// True is one empty case; false has no case.
fn decided(holds: bool) -> Vec<Case> {
    if holds { vec![Case::new()] } else { Vec::new() }
}

/// The cases without those that are implied by others.
fn essential(mut cases: Vec<Case>) -> Vec<Case> {
    cases.sort_by_key(Case::len);
    let mut kept: Vec<Case> = Vec::new();
    for case in cases {
        if !kept.iter().any(|smaller| smaller.is_subset(&case)) {
            kept.push(case);
        }
    }
    kept
}

fn either(left: Vec<Case>, right: Vec<Case>) -> Vec<Case> {
    essential(left.into_iter().chain(right).collect())
}

fn both(left: &[Case], right: &[Case]) -> Vec<Case> {
    let mut all = Vec::new();
    for one in left {
        for other in right {
            let case: Case = one.union(other).cloned().collect();
            if !case.iter().any(|(atom, holds)| *holds && case.contains(&(atom.clone(), false))) {
                all.push(case);
            }
        }
    }
    essential(all)
}

fn value<'b>(term: &'b Term, binding: &'b Binding) -> Option<&'b str> {
    match term {
        Term::Object(name) => Some(name),
        Term::Variable(name) => binding.get(name).map(String::as_str),
    }
}

fn ground(atom: &Atom, binding: &Binding) -> Atom {
    let object = |term: &Term| Term::Object(value(term, binding).unwrap_or_default().to_owned());
    Atom { predicate: atom.predicate.clone(), arguments: atom.arguments.iter().map(object).collect() }
}

/// An action for each case of its condition and of its effects.
fn split(name: &str, condition: &[Case], effects: &[GroundEffect]) -> Result<Vec<Instance>, String> {
    let mut open: Vec<(Case, BTreeMap<Atom, bool>)> =
        condition.iter().map(|case| (case.clone(), BTreeMap::new())).collect();
    for effect in effects {
        let happens = &effect.cases;
        let mut fails = decided(true);
        for case in happens {
            let contrary: Vec<Case> = case.iter().map(|(atom, holds)| Case::from([(atom.clone(), !holds)])).collect();
            fails = both(&fails, &contrary);
        }
        let mut next = Vec::new();
        for (case, changes) in open {
            for more in both(std::slice::from_ref(&case), happens) {
                let mut changes = changes.clone();
                // A fact that is both added and deleted holds.
                let adds = changes.entry(effect.atom.clone()).or_insert(effect.adds);
                *adds |= effect.adds;
                next.push((more, changes));
            }
            next.extend(both(&[case], &fails).into_iter().map(|more| (more, changes.clone())));
        }
        open = next;
        if open.len() > MOST_CASES {
            return Err(format!("`{name}` has more than {MOST_CASES} cases"));
        }
    }
    let several = open.len() > 1;
    let instance = |(number, (condition, changes)): (usize, (Case, BTreeMap<Atom, bool>))| {
        let name = if several { format!("{name}__case{}", number + 1) } else { name.to_owned() };
        Instance { name: name.trim_end_matches('_').to_owned(), condition, changes }
    };
    Ok(open.into_iter().enumerate().map(instance).collect())
}

/// A goal with several cases becomes a fact, which an action for each case adds.
fn single(mut goal: Vec<Case>) -> (Case, Vec<Instance>) {
    if goal.len() == 1 {
        return (goal.remove(0), Vec::new());
    }
    let reached = Atom { predicate: "goal-reached".to_owned(), arguments: Vec::new() };
    let end = |(number, condition): (usize, Case)| Instance {
        name: format!("reach-goal__case{}", number + 1),
        condition,
        changes: BTreeMap::from([(reached.clone(), true)]),
    };
    (Case::from([(reached.clone(), true)]), goal.into_iter().enumerate().map(end).collect())
}

fn assemble(task: &PlanningTask, grounder: &Grounder, goal: Case, instances: Vec<Instance>) -> PlanningTask {
    let conditions = instances.iter().map(|one| &one.condition).chain([&goal]);
    let negated: BTreeSet<Atom> =
        conditions.flatten().filter(|(_, holds)| !holds).map(|(atom, _)| atom.clone()).collect();
    let atoms = instances.iter().flat_map(|one| one.condition.iter().map(|(atom, _)| atom).chain(one.changes.keys()));
    let all: BTreeSet<Atom> = atoms.chain(goal.iter().map(|(atom, _)| atom)).cloned().collect();
    let proposition = |atom: &Atom, holds: bool| {
        let words = atom.arguments.iter().map(|term| if let Term::Object(name) = term { &**name } else { "" });
        let name: Vec<&str> = std::iter::once(&*atom.predicate).chain(words).collect();
        let prefix = if holds { "" } else { "not__" };
        Atom { predicate: format!("{prefix}{}", name.join("__")), arguments: Vec::new() }
    };
    let conjunction =
        |case: &Case| Formula::all(case.iter().map(|(atom, holds)| Formula::Atom(proposition(atom, *holds))));
    let mut strips =
        PlanningTask { domain: task.domain.clone(), problem: task.problem.clone(), ..PlanningTask::default() };
    for atom in &all {
        strips.predicates.push(Predicate { name: proposition(atom, true).predicate, parameters: Vec::new() });
        if negated.contains(atom) {
            strips.predicates.push(Predicate { name: proposition(atom, false).predicate, parameters: Vec::new() });
        }
        let holds = grounder.facts.contains(atom);
        if holds || negated.contains(atom) {
            strips.init.push(proposition(atom, holds));
        }
    }
    for one in instances {
        let mut effects = Vec::new();
        for (atom, adds) in &one.changes {
            let effect = |atom, adds| Effect {
                variables: Vec::new(),
                condition: Formula::default(),
                atom,
                adds,
                span: Span::default(),
            };
            effects.push(effect(proposition(atom, true), *adds));
            if negated.contains(atom) {
                effects.push(effect(proposition(atom, false), !adds));
            }
        }
        let precondition = conjunction(&one.condition);
        let comment = Vec::new();
        let (name, parameters, span) = (one.name, Vec::new(), Span::default());
        strips.actions.push(Action { name, comment, parameters, precondition, effects, span });
    }
    strips.goal = conjunction(&goal);
    strips
}
