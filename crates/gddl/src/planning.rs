//! Games of one player as plain planning problems.
//!
//! Planners know neither gains nor terminal states. So the required reward becomes part of the goal, and every action
//! requires that the game is not over. Alternatively, as in the papers, an action for each reward ends the game and has
//! the reward in its name; the goal is that one of them was executed.

use crate::task::{Action, Atom, Axiom, Effect, Formula, Gain, PlanningTask, Predicate, ROLE};
use gdl::Span;

/// The goal of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The highest reward in the rules.
    Best,
    /// At least this reward.
    AtLeast(i32),
    /// Any terminal state; the last action names its reward.
    Named,
}

/// The planning problem of a game of one player.
///
/// # Errors
///
/// The reason why there is none, as a sentence.
pub fn planning(task: &PlanningTask, aim: Aim) -> Result<PlanningTask, String> {
    let roles = task.objects_of(&[ROLE.to_owned()]).count();
    if task.is_game() && roles > 1 {
        return Err(format!("PDDL is for games with one role; this one has {roles}"));
    }
    if !task.is_game() {
        return Ok(task.clone());
    }
    let mut task = task.clone();
    let gains = std::mem::take(&mut task.gains);
    let end = over(&mut task);
    for action in &mut task.actions {
        action.precondition = Formula::all([action.precondition.clone(), end.clone().negated()]);
    }
    let wanted =
        |least: i32| -> Vec<Formula> { gains.iter().filter(|gain| gain.reward >= least).map(without_player).collect() };
    task.goal = match aim {
        Aim::Named => named_ends(&mut task, &gains, &end),
        Aim::Best | Aim::AtLeast(_) => {
            let best = gains.iter().map(|gain| gain.reward).max().unwrap_or(0);
            let least = if let Aim::AtLeast(least) = aim { least } else { best };
            let wanted = wanted(least);
            if wanted.is_empty() {
                return Err(format!("no reward of at least {least} exists; the highest is {best}"));
            }
            Formula::all([end, Formula::any(wanted)])
        }
    };
    task.remove_unused_types();
    remove_roles(&mut task);
    Ok(task)
}

/// The condition that the game is over, as an atom.
fn over(task: &mut PlanningTask) -> Formula {
    if matches!(task.goal, Formula::Atom(_)) {
        return task.goal.clone();
    }
    let name = free_name(task, "game-over");
    task.predicates.push(Predicate { name: name.clone(), parameters: Vec::new() });
    let body = task.goal.clone();
    task.axioms.push(Axiom { predicate: name.clone(), parameters: Vec::new(), body, span: Span::default() });
    Formula::Atom(Atom { predicate: name, arguments: Vec::new() })
}

fn free_name(task: &PlanningTask, stem: &str) -> String {
    let mut name = stem.to_owned();
    while task.predicate(&name).is_some() {
        name.push('-');
    }
    name
}

/// The condition under which the only player gets a reward.
fn without_player(gain: &Gain) -> Formula {
    let player: Vec<&str> = gain.parameters.iter().filter(|one| one.types == [ROLE]).map(|one| &*one.name).collect();
    let is_about = |formula: &Formula| match formula {
        Formula::Equal(crate::task::Term::Variable(name), _) => player.contains(&&**name),
        _ => false,
    };
    let body = match &gain.body {
        Formula::And(parts) => Formula::all(parts.iter().filter(|part| !is_about(part)).cloned()),
        other if is_about(other) => Formula::default(),
        other => other.clone(),
    };
    let used = body.free_variables();
    let rest = gain.parameters.iter().filter(|one| used.contains(&one.name)).cloned().collect();
    Formula::exists(rest, body)
}

/// Actions that end the game, with the reward in their names. Returns the goal.
fn named_ends(task: &mut PlanningTask, gains: &[Gain], end: &Formula) -> Formula {
    let done = free_name(task, "ended");
    task.predicates.push(Predicate { name: done.clone(), parameters: Vec::new() });
    let atom = Atom { predicate: done, arguments: Vec::new() };
    for action in &mut task.actions {
        action.precondition = Formula::all([action.precondition.clone(), Formula::Atom(atom.clone()).negated()]);
    }
    let mut rewards: Vec<i32> = gains.iter().map(|gain| gain.reward).collect();
    rewards.dedup();
    for reward in rewards {
        let bodies = gains.iter().filter(|gain| gain.reward == reward).map(without_player);
        let precondition = Formula::all([end.clone(), Formula::any(bodies)]);
        let effect = Effect {
            variables: Vec::new(),
            condition: Formula::default(),
            atom: atom.clone(),
            adds: true,
            span: Span::default(),
        };
        task.actions.push(Action {
            name: format!("gain-{reward}"),
            comment: vec![format!("The game is over and worth {reward}.")],
            parameters: Vec::new(),
            precondition,
            effects: vec![effect],
            span: Span::default(),
        });
    }
    Formula::Atom(atom)
}

/// Drops the type of the only player if it is unused.
fn remove_roles(task: &mut PlanningTask) {
    let parameters = task.predicates.iter().flat_map(|one| &one.parameters);
    let parameters = parameters.chain(task.actions.iter().flat_map(|one| &one.parameters));
    let parameters = parameters.chain(task.axioms.iter().flat_map(|one| &one.parameters));
    let used: Vec<&String> = parameters.flat_map(|one| &one.types).collect();
    let has_parent = task.types.iter().any(|one| one.name == ROLE && !one.parents.is_empty());
    if !used.iter().any(|name| *name == ROLE) && !has_parent {
        task.types.retain(|one| one.name != ROLE);
        task.objects.retain(|object| object.types != [ROLE]);
    }
}
