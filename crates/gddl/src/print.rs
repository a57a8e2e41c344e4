//! A [`PlanningTask`] as text: a domain and a problem.

use std::fmt::Write;

use crate::task::{Action, Atom, Effect, Formula, OBJECT, Object, Parameter, PlanningTask, Term, Type};

/// The preferred maximum length of a line.
const WIDTH: usize = 110;

/// The domain and the problem of a task.
pub fn print(task: &PlanningTask) -> (String, String) {
    (domain(task), problem(task))
}

/// The requirements of a task, in the order of the PDDL manual.
pub fn requirements(task: &PlanningTask) -> Vec<&'static str> {
    let mut needs = Needs::default();
    for axiom in &task.axioms {
        needs.formula(&axiom.body, true);
    }
    for action in &task.actions {
        needs.formula(&action.precondition, true);
        for effect in &action.effects {
            needs.conditional |= !effect.condition.is_true() || !effect.variables.is_empty();
            needs.formula(&effect.condition, true);
        }
    }
    needs.formula(&task.goal, true);
    task.gains.iter().for_each(|gain| needs.formula(&gain.body, true));
    let all = [
        (true, ":strips"),
        (!task.types.is_empty(), ":typing"),
        (needs.equality, ":equality"),
        (needs.negative, ":negative-preconditions"),
        (needs.disjunctive, ":disjunctive-preconditions"),
        (needs.existential, ":existential-preconditions"),
        (needs.universal, ":universal-preconditions"),
        (needs.conditional, ":conditional-effects"),
        (!task.axioms.is_empty(), ":derived-predicates"),
        (task.is_game(), ":gains"),
    ];
    all.into_iter().filter(|(needed, _)| *needed).map(|(_, name)| name).collect()
}

#[derive(Default)]
struct Needs {
    equality: bool,
    negative: bool,
    disjunctive: bool,
    existential: bool,
    universal: bool,
    conditional: bool,
}

impl Needs {
    /// `holds` is false under a negation, where a conjunction acts as a disjunction.
    fn formula(&mut self, formula: &Formula, holds: bool) {
        match formula {
            Formula::Atom(_) => {}
            Formula::Equal(..) => self.equality = true,
            Formula::Not(inner) => {
                self.negative |= !matches!(**inner, Formula::Equal(..));
                self.formula(inner, !holds);
            }
            Formula::And(parts) | Formula::Or(parts) => {
                self.disjunctive |= matches!(formula, Formula::Or(_)) == holds && parts.len() > 1;
                parts.iter().for_each(|part| self.formula(part, holds));
            }
            Formula::Exists(_, inner) | Formula::Forall(_, inner) => {
                match matches!(formula, Formula::Exists(..)) == holds {
                    true => self.existential = true,
                    false => self.universal = true,
                }
                self.formula(inner, holds);
            }
        }
    }
}

fn domain(task: &PlanningTask) -> String {
    let mut text = format!("(define (domain {})\n  (:requirements {})\n", task.domain, requirements(task).join(" "));
    if !task.types.is_empty() {
        let _ = writeln!(text, "  (:types {})", wrapped(&types(&task.types), 4));
    }
    if !task.objects.is_empty() {
        let _ = writeln!(text, "  (:constants {})", wrapped(&objects(&task.objects), 4));
    }
    let predicates: Vec<String> =
        task.predicates.iter().map(|one| list(&one.name, &parameters(&one.parameters))).collect();
    let _ = writeln!(text, "  (:predicates\n    {})", predicates.join("\n    "));
    for axiom in &task.axioms {
        let head = list(&axiom.predicate, &parameters(&axiom.parameters));
        let _ = writeln!(text, "\n  (:derived {head}\n    {})", formula(&axiom.body, 4));
    }
    for one in &task.actions {
        text.push('\n');
        text += &action(one);
    }
    text + ")\n"
}

fn problem(task: &PlanningTask) -> String {
    let facts: Vec<String> = task.init.iter().map(atom).collect();
    let mut text = format!("(define (problem {})\n  (:domain {})\n", task.problem, task.domain);
    let _ = writeln!(text, "  (:init\n    {})", wrapped(&facts, 4));
    let _ = write!(text, "  (:goal\n    {})", formula(&task.goal, 4));
    for gain in &task.gains {
        let head = parameters(&gain.parameters).join(" ");
        let _ = write!(text, "\n  (:gain {head} {}\n    {})", gain.reward, formula(&gain.body, 4));
    }
    text + ")\n"
}

fn action(action: &Action) -> String {
    let mut text = String::new();
    for line in &action.comment {
        let _ = writeln!(text, "  ; {line}");
    }
    let _ = writeln!(text, "  (:action {}", action.name);
    let _ = writeln!(text, "    :parameters ({})", parameters(&action.parameters).join(" "));
    if !action.precondition.is_true() {
        let _ = writeln!(text, "    :precondition\n      {}", formula(&action.precondition, 6));
    }
    let effects: Vec<String> = action.effects.iter().map(|one| effect(one, 8)).collect();
    let _ = match &effects[..] {
        [] => writeln!(text, "    :effect (and))"),
        [one] => writeln!(text, "    :effect\n      {one})"),
        all => writeln!(text, "    :effect\n      (and\n        {}))", all.join("\n        ")),
    };
    text
}

fn effect(effect: &Effect, indent: usize) -> String {
    let literal = if effect.adds { atom(&effect.atom) } else { format!("(not {})", atom(&effect.atom)) };
    let conditional = match effect.condition.is_true() {
        true => literal,
        false => format!("(when {} {literal})", formula(&effect.condition, indent + 6)),
    };
    match effect.variables.is_empty() {
        true => conditional,
        false => format!("(forall ({}) {conditional})", parameters(&effect.variables).join(" ")),
    }
}

/// A formula on one line if it is short, otherwise with one part per line.
fn formula(of: &Formula, indent: usize) -> String {
    let flat = flat(of);
    if flat.len() + indent <= WIDTH {
        return flat;
    }
    let inner = " ".repeat(indent + 2);
    let below = |head: &str, parts: &[Formula]| {
        let parts: Vec<String> = parts.iter().map(|part| formula(part, indent + 2)).collect();
        format!("({head}\n{inner}{})", parts.join(&format!("\n{inner}")))
    };
    match of {
        Formula::And(parts) => below("and", parts),
        Formula::Or(parts) => below("or", parts),
        Formula::Not(part) => below("not", std::slice::from_ref(part)),
        Formula::Exists(variables, part) => {
            below(&format!("exists ({})", parameters(variables).join(" ")), std::slice::from_ref(part))
        }
        Formula::Forall(variables, part) => {
            below(&format!("forall ({})", parameters(variables).join(" ")), std::slice::from_ref(part))
        }
        Formula::Atom(_) | Formula::Equal(..) => flat,
    }
}

fn flat(formula: &Formula) -> String {
    let all = |head: &str, parts: &[Formula]| list(head, &parts.iter().map(flat).collect::<Vec<_>>());
    match formula {
        Formula::Atom(one) => atom(one),
        Formula::Equal(left, right) => format!("(= {} {})", term(left), term(right)),
        Formula::Not(inner) => format!("(not {})", flat(inner)),
        Formula::And(parts) => all("and", parts),
        Formula::Or(parts) => all("or", parts),
        Formula::Exists(variables, inner) => format!("(exists ({}) {})", parameters(variables).join(" "), flat(inner)),
        Formula::Forall(variables, inner) => format!("(forall ({}) {})", parameters(variables).join(" "), flat(inner)),
    }
}

fn atom(atom: &Atom) -> String {
    list(&atom.predicate, &atom.arguments.iter().map(term).collect::<Vec<_>>())
}

fn term(term: &Term) -> String {
    match term {
        Term::Variable(name) => format!("?{name}"),
        Term::Object(name) => name.clone(),
    }
}

fn list(head: &str, rest: &[String]) -> String {
    if rest.is_empty() { format!("({head})") } else { format!("({head} {})", rest.join(" ")) }
}

/// `?x`, `?y`, `- row`, …: adjacent names of one type share it.
fn parameters(parameters: &[Parameter]) -> Vec<String> {
    let names: Vec<(String, String)> =
        parameters.iter().map(|one| (format!("?{}", one.name), type_text(&one.types))).collect();
    typed(&names)
}

fn objects(objects: &[Object]) -> Vec<String> {
    typed(&objects.iter().map(|one| (one.name.clone(), type_text(&one.types))).collect::<Vec<_>>())
}

fn types(types: &[Type]) -> Vec<String> {
    // Types without a supertype come last: otherwise the next supertype would apply to them.
    let (below, top): (Vec<&Type>, Vec<&Type>) = types.iter().partition(|one| !one.parents.is_empty());
    let named = |one: &&Type| (one.name.clone(), type_text(&one.parents));
    typed(&below.iter().chain(&top).map(named).collect::<Vec<_>>())
}

fn type_text(types: &[String]) -> String {
    match types {
        [] => String::new(),
        [one] if one == OBJECT => String::new(),
        [one] => one.clone(),
        several => format!("(either {})", several.join(" ")),
    }
}

fn typed(names: &[(String, String)]) -> Vec<String> {
    let mut words = Vec::new();
    for (at, (name, of)) in names.iter().enumerate() {
        words.push(name.clone());
        let next = names.get(at + 1).map(|(_, of)| of);
        let is_last = next != Some(of);
        if is_last && !of.is_empty() {
            words.extend(["-".to_owned(), of.clone()]);
        } else if is_last && next.is_some() {
            words.extend(["-".to_owned(), OBJECT.to_owned()]);
        }
    }
    words
}

/// Words, broken into lines.
fn wrapped(words: &[String], indent: usize) -> String {
    let (mut text, mut column) = (String::new(), indent);
    for (at, word) in words.iter().enumerate() {
        if at > 0 && column + word.len() > WIDTH {
            text.push('\n');
            text += &" ".repeat(indent);
            column = indent;
        } else if at > 0 {
            text.push(' ');
        }
        text += word;
        column += word.len() + 1;
    }
    text
}
