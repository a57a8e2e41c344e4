//! The same work with OxiDD's binary diagrams, the reference for our kernel.
//!
//! State variables become bits, each with a primed copy right below it. With *own* operators there is one relation per
//! role, including frame axioms, and an image is OxiDD's `apply_exists` followed by a substitution. With *image* there
//! are no primed copies: the identity-reduced relations of our kernel are traversed by a recursion on OxiDD's public
//! interface.
//!
//! Solving is the layered algorithm on sets, one per reward vector: pre-images of the next layer's sets are computed in
//! the order of the mover's preference, each restricted to the unsolved states.

mod bits;
mod walk;

use clap::ValueEnum;
use oxidd::bdd::BDDFunction;
use oxidd::{BooleanFunction, Manager, ManagerRef};
use serde_json::json;

use crate::Outcome;
use crate::position::Position;
use bits::Bits;
use task::{Model, Outcome as Rewards, Outcomes};

/// Whose operators compute images.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Operators {
    /// OxiDD's.
    Own,
    /// Ours, on OxiDD's interface.
    Image,
}

/// What to compute.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Task {
    /// Reachable states.
    Reach,
    /// The value of each of them.
    Solve,
}

/// Sets by reward vector.
type Classes = Vec<(Vec<i32>, BDDFunction)>;

/// Runs the task and prints the results as JSON.
pub fn run(operators: Operators, task: Task, rules: &str) -> Outcome<()> {
    let position = Position::of(rules)?;
    let mut search = Search { bits: Bits::new(&position, operators)?, position: &position, most_nodes: 0 };
    let mut layers = vec![search.bits.initial(&position)?];
    let mut states = search.bits.count(&layers[0]);
    loop {
        let last = &layers[layers.len() - 1];
        let (open, _) = search.split(last)?;
        let next = search.bits.image(&open)?;
        search.tidy();
        if !next.satisfiable() {
            break;
        }
        states += search.bits.count(&next);
        if task == Task::Reach {
            layers.clear();
        }
        layers.push(next);
    }
    let value = match task {
        Task::Reach => None,
        Task::Solve => Some(search.solve(layers)?),
    };
    println!("{}", json!({ "states": states as u64, "value": value, "peak_nodes": search.most_nodes }));
    Ok(())
}

struct Search<'p> {
    bits: Bits,
    position: &'p Position,
    most_nodes: usize,
}

impl Search<'_> {
    /// The non-terminal and the terminal states.
    fn split(&self, states: &BDDFunction) -> Outcome<(BDDFunction, BDDFunction)> {
        let mut open = states.clone();
        for over in self.bits.terminal() {
            open = open.and(&over.not()?)?;
        }
        Ok((open.clone(), states.and(&open.not()?)?))
    }

    /// Solves all layers from the last to the first and returns the value of the first state.
    fn solve(&mut self, mut layers: Vec<BDDFunction>) -> Outcome<Vec<i32>> {
        let mut next: Classes = Vec::new();
        while let Some(states) = layers.pop() {
            let (mut open, over) = self.split(&states)?;
            let mut classes = self.rewards(&over)?;
            for role in 0..self.position.proved.game.roles.len() {
                for rewards in preferred(&next, role)? {
                    let target = &next.iter().find(|(known, _)| *known == rewards).ok_or("a class is lost")?.1;
                    let before = self.bits.pre_image(role, &open, target)?;
                    open = open.and(&before.not()?)?;
                    join(&mut classes, rewards, &before)?;
                }
            }
            next = classes;
            self.tidy();
        }
        next.into_iter().next().map(|(rewards, _)| rewards).ok_or_else(|| "no state has a value".into())
    }

    fn rewards(&self, over: &BDDFunction) -> Outcome<Classes> {
        let mut classes: Classes = vec![(Vec::new(), over.clone())];
        for goals in self.bits.goals() {
            let mut finer = Vec::new();
            for (rewards, set) in &classes {
                for (reward, holds) in goals {
                    let both = set.and(holds)?;
                    if both.satisfiable() {
                        finer.push((rewards.iter().copied().chain([*reward]).collect(), both));
                    }
                }
            }
            classes = finer;
        }
        Ok(classes)
    }

    /// Runs the garbage collector, and counts nodes.
    fn tidy(&mut self) {
        let nodes = self.bits.manager().with_manager_shared(|manager| {
            let nodes = manager.num_inner_nodes();
            manager.gc();
            nodes
        });
        self.most_nodes = self.most_nodes.max(nodes);
    }
}

fn join(classes: &mut Classes, rewards: Vec<i32>, set: &BDDFunction) -> Outcome<()> {
    match classes.iter_mut().find(|(known, _)| *known == rewards) {
        Some((_, whole)) => *whole = whole.or(set)?,
        None => classes.push((rewards, set.clone())),
    }
    classes.retain(|(_, set)| set.satisfiable());
    Ok(())
}

/// The reward vectors as a role prefers them, best first.
fn preferred(classes: &Classes, role: usize) -> Outcome<Vec<Vec<i32>>> {
    let mut outcomes = Outcomes::default();
    for (rewards, _) in classes {
        outcomes.terminal(Rewards { rewards: rewards.clone(), distance: None })?;
    }
    // Classes have different rewards, so outcomes and classes have the same numbers.
    let best_first = outcomes.best_first(Model::Own, role);
    Ok(best_first.into_iter().map(|class| classes[class].0.clone()).collect())
}
