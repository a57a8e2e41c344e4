//! A [`PlanningTask`] as GDL text for the checks of `gdl`, with the source position of each rule.
//!
//! | GDDL | GDL |
//! |---|---|
//! | predicate that is changed by an effect | fluent: `(true (on a b))` |
//! | any other predicate | facts |
//! | type | facts, if a rule needs them |
//! | `:derived` | rules |
//! | action | a rule for `legal`; rules for `next` and for deleted facts |
//! | `:goal` | `terminal` |
//! | `:gain` | `goal` |
//!
//! A fact persists unless it is deleted, and a fact that an action both deletes and adds holds. With several roles, a
//! role without an action waits while another has one. A planning problem (no gains) pays 100 at the goal and 0 if no
//! action is applicable.

mod action;
mod body;
mod formula;
mod names;

use gdl::Span;
use rustc_hash::FxHashSet;

use crate::task::{Axiom, Formula, OBJECT, Parameter, PlanningTask, ROLE, Term};
use body::{Argument, Body, Head, Literal};
use formula::Scope;
use names::Names;

/// The role of a planning problem, which does not name one.
const PLANNER: &str = "planner";

/// Rules as text, one per line, with their source positions.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// The rules.
    pub text: String,
    /// For each rule, ascending, its start in the text and its source position.
    pub places: Vec<(u32, Span)>,
}

impl Lowered {
    /// The source position of a byte of the rules.
    pub fn place(&self, byte: u32) -> Span {
        let after = self.places.partition_point(|(start, _)| *start <= byte);
        self.places[..after].last().map_or(Span::default(), |(_, span)| *span)
    }
}

/// The rules of a task.
pub fn lower(task: &PlanningTask) -> Lowered {
    let mut lowering = Lowering::new(task);
    lowering.roles();
    lowering.facts();
    task.axioms.iter().for_each(|axiom| lowering.axiom(axiom));
    lowering.actions();
    lowering.frame();
    lowering.end();
    lowering.types();
    lowering.lowered
}

struct Lowering<'a> {
    task: &'a PlanningTask,
    names: Names,
    /// Predicates that are changed by an effect.
    fluents: FxHashSet<&'a str>,
    /// Types (or alternatives) that rules need, with the relation of their objects.
    asked: Vec<(Vec<String>, String)>,
    roles: Vec<String>,
    /// The number of variables that were renamed.
    fresh: usize,
    /// The source position of the rules under construction.
    span: Span,
    lowered: Lowered,
}

impl<'a> Lowering<'a> {
    fn new(task: &'a PlanningTask) -> Lowering<'a> {
        let effects = task.actions.iter().flat_map(|action| &action.effects);
        let fluents = effects.map(|effect| &*effect.atom.predicate).collect();
        let declared: Vec<String> = task.objects_of(&[ROLE.to_owned()]).map(|role| role.name.clone()).collect();
        let roles = if declared.is_empty() || !task.is_game() { vec![PLANNER.to_owned()] } else { declared };
        Lowering {
            task,
            names: Names::new(task),
            fluents,
            asked: Vec::new(),
            roles,
            fresh: 0,
            span: Span::default(),
            lowered: Lowered::default(),
        }
    }

    /// Adds a line of GDL.
    fn rule(&mut self, text: &str) {
        self.lowered.places.push((self.lowered.text.len() as u32, self.span));
        self.lowered.text += text;
        self.lowered.text.push('\n');
    }

    fn roles(&mut self) {
        for role in self.roles.clone() {
            self.rule(&format!("(role {role})"));
        }
    }

    /// Static facts and the initial state.
    fn facts(&mut self) {
        for atom in &self.task.init {
            let arguments: Vec<Argument> = atom.arguments.iter().map(constant).collect();
            let line = match self.fluents.contains(&*atom.predicate) {
                true => Head::new("init", vec![]).of(self.names.fluent(&atom.predicate), &arguments),
                false => Head::new(self.names.relation(&atom.predicate), arguments).to_string(),
            };
            self.rule(&line);
        }
    }

    fn axiom(&mut self, axiom: &Axiom) {
        self.span = axiom.span;
        let mut scope = Scope::default();
        let arguments = self.enter(&axiom.parameters, &mut scope, &[]);
        let head = Head::new(self.names.relation(&axiom.predicate), arguments.clone());
        self.rules(&head, Body::over(&arguments, &axiom.parameters), &axiom.body, &scope);
    }

    /// Rules for a head, one for each alternative of the condition. Returns their number.
    fn rules(&mut self, head: &Head, body: Body, condition: &Formula, scope: &Scope) -> usize {
        let mut rules = 0;
        let alternatives: &[Formula] = match condition {
            Formula::Or(alternatives) => alternatives,
            other => std::slice::from_ref(other),
        };
        for alternative in alternatives {
            let mut body = body.clone();
            self.conjoin(alternative, true, scope, &mut body);
            if let Some(text) = self.finish(head, body) {
                self.rule(&text);
                rules += 1;
            }
        }
        rules
    }

    /// The rules for `terminal` and `goal`.
    fn end(&mut self) {
        self.span = self.task.goal_span;
        let goal = self.task.goal.clone();
        if self.task.is_game() {
            let rules = self.rules(&Head::new("terminal", vec![]), Body::default(), &goal, &Scope::default());
            if rules == 0 {
                // The goal can never hold, but GDL requires a rule.
                self.rule("(<= terminal (true never))");
            }
            for gain in &self.task.gains {
                self.span = gain.span;
                let mut scope = Scope::default();
                let arguments = self.enter(&gain.parameters, &mut scope, &[]);
                let at = gain.parameters.iter().position(|parameter| parameter.types == [ROLE]).unwrap_or(0);
                let head = Head::new("goal", vec![arguments[at].clone(), Argument::Constant(gain.reward.to_string())]);
                self.rules(&head, Body::over(&arguments, &gain.parameters), &gain.body, &scope);
            }
            return;
        }
        let reached = self.names.new_relation("goal-reached");
        self.rules(&Head::new(&*reached, vec![]), Body::default(), &goal, &Scope::default());
        let role = self.roles[0].clone();
        self.rule(&format!("(<= terminal {reached})"));
        let can_move = self.names.new_relation("can-move");
        self.rule(&format!("(<= {can_move} (legal {role} ?move))"));
        self.rule(&format!("(<= terminal (not {can_move}))"));
        self.rule(&format!("(<= (goal {role} 100) {reached})"));
        self.rule(&format!("(<= (goal {role} 0) (not {reached}))"));
    }

    /// The objects of the types that rules need.
    fn types(&mut self) {
        for (types, relation) in std::mem::take(&mut self.asked) {
            let names: Vec<String> = self.task.objects_of(&types).map(|object| object.name.clone()).collect();
            for name in names {
                self.rule(&format!("({relation} {name})"));
            }
        }
    }

    /// The relation of the objects of a type or of alternatives.
    fn type_relation(&mut self, types: &[String]) -> String {
        if types == [ROLE] && self.task.is_game() {
            return "role".to_owned();
        }
        if let Some((_, relation)) = self.asked.iter().find(|(known, _)| known == types) {
            return relation.clone();
        }
        let stem = if types == [OBJECT] { OBJECT.to_owned() } else { types.join("-or-") };
        let relation = self.names.new_relation(&stem);
        self.asked.push((types.to_vec(), relation.clone()));
        relation
    }

    /// Whether an object is of a type.
    fn is_of(&self, object: &str, types: &[String]) -> bool {
        self.task.objects.iter().any(|known| known.name == object && self.task.has_type(known, types))
    }

    /// Renames variables to distinguish them from those of the rule.
    fn enter(&mut self, variables: &[Parameter], scope: &mut Scope, used: &[(String, Vec<String>)]) -> Vec<Argument> {
        let mut arguments = Vec::new();
        for variable in variables {
            let is_taken =
                |name: &str| scope.names().chain(used.iter().map(|(name, _)| &**name)).any(|one| one == name);
            let mut name = variable.name.clone();
            while is_taken(&name) {
                self.fresh += 1;
                name = format!("{}.{}", variable.name, self.fresh);
            }
            let argument = Argument::Variable(name);
            scope.bind(variable, argument.clone());
            arguments.push(argument);
        }
        arguments
    }

    /// An atom of the task as a literal.
    fn literal(&self, atom: &crate::task::Atom, scope: &Scope) -> Literal {
        let arguments: Vec<Argument> = atom.arguments.iter().map(|term| scope.argument(term)).collect();
        let predicate = self.task.predicate(&atom.predicate);
        let types = predicate.map(|it| it.parameters.iter().map(|p| p.types.clone()).collect()).unwrap_or_default();
        let is_fluent = self.fluents.contains(&*atom.predicate);
        let name = if is_fluent { self.names.fluent(&atom.predicate) } else { self.names.relation(&atom.predicate) };
        Literal { name: name.to_owned(), is_fluent, arguments, types }
    }
}

fn constant(term: &Term) -> Argument {
    match term {
        Term::Object(name) => Argument::Constant(name.clone()),
        Term::Variable(name) => Argument::Variable(name.clone()),
    }
}
