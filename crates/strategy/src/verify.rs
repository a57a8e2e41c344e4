//! Is a strategy optimal? And if not: where does it fail, how does play get there, and what would be right?

use game::State;
use serde::Serialize;

use crate::arena::Turn;
use crate::compiled::{Compiled, choices, evaluator, steps};
use crate::follow::{Flaw, Followed, Optimality};
use crate::scene::spoken;

/// What verification found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verdict {
    /// Whether the strategy is optimal in the sense asked for.
    pub optimal: bool,
    /// Whether any moves will do where no rule applies.
    pub strong: bool,
    /// Whether it is at least weakly optimal: the player finds an optimal move alone where no rule applies.
    pub weakly_optimal: bool,
    /// States that play can reach in which the role has a choice, and in how many of these a rule decides.
    pub reached: u64,
    /// In how many of these states a rule decides.
    pub decided: u64,
    /// Where it fails, if it does.
    pub counter_example: Option<CounterExample>,
}

/// A state in which a strategy fails.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CounterExample {
    /// What is wrong, in a sentence.
    pub what: String,
    /// The facts of the state.
    pub state: Vec<String>,
    /// The moves that lead there, each with its role.
    pub moves: Vec<String>,
    /// Number of the rule that decides there, from 1.
    pub rule: Option<usize>,
    /// What the rule proposes, or what may be played where no rule applies.
    pub proposed: Vec<String>,
    /// Which of these is wrong.
    pub wrong: Option<String>,
    /// Whether the rule makes that move through a symmetry, and not as it is written.
    pub mirrored: bool,
    /// What the role gets from there with best play.
    pub value: i32,
    /// What it gets after the wrong move.
    pub value_after: Option<i32>,
    /// The moves that are optimal.
    pub best: Vec<String>,
}

/// Verifies a strategy.
pub fn verify(compiled: &Compiled<'_>, optimality: Optimality) -> Verdict {
    let arena = compiled.arena;
    let followed = compiled.follow(optimality);
    let weakly_optimal = compiled.follow(Optimality::Weak).flaw.is_none();
    let own = || (0..arena.nodes.len()).filter(|&node| arena.nodes[node].turn == Turn::Own && followed.reaches(node));
    let states = |node: usize| u64::from(arena.nodes[node].states);
    Verdict {
        optimal: followed.flaw.is_none(),
        strong: optimality == Optimality::Strong,
        weakly_optimal,
        reached: own().map(states).sum(),
        decided: own().filter(|&node| followed.decided[node] != crate::follow::NONE).map(states).sum(),
        counter_example: followed.flaw.map(|(node, flaw)| counter_example(compiled, &followed, node, flaw)),
    }
}

fn counter_example(compiled: &Compiled<'_>, followed: &Followed, node: usize, flaw: Flaw) -> CounterExample {
    let arena = compiled.arena;
    let (moves, state) = way(compiled, followed, node);
    let name = |made: usize| arena.game.moves[arena.role][made].name.clone();
    let decision = compiled.decision(&state);
    let all = choices(arena, &state);
    let proposed = decision.as_ref().map_or(&all, |(_, proposed)| proposed);
    let bad = proposed.iter().find(|choice| !arena.edges[choice.edge].keeps);
    let what = match flaw {
        Flaw::Proposal { .. } => "a rule proposes a move that loses value",
        Flaw::Gap { .. } => "no rule applies, and not every move is optimal",
        Flaw::Circle => "play may return to this state forever",
    };
    CounterExample {
        what: what.to_owned(),
        state: state.facts(arena.game).into_iter().map(str::to_owned).collect(),
        moves,
        rule: decision.as_ref().map(|(rule, _)| rule + 1),
        proposed: proposed.iter().map(|choice| name(choice.made)).collect(),
        wrong: bad.map(|choice| name(choice.made)),
        mirrored: decision
            .as_ref()
            .zip(bad.or(proposed.first()))
            .is_some_and(|((rule, _), choice)| compiled.is_mirrored(*rule, &state, choice.made)),
        value: arena.nodes[node].value,
        value_after: bad.map(|choice| arena.nodes[arena.edges[choice.edge].target as usize].value),
        best: all.iter().filter(|choice| arena.edges[choice.edge].optimal).map(|choice| name(choice.made)).collect(),
    }
}

/// Moves that lead to a state of a node, and that state.
fn way(compiled: &Compiled<'_>, followed: &Followed, node: usize) -> (Vec<String>, State) {
    let arena = compiled.arena;
    let mut state = State::initial(arena.game);
    let mut moves = Vec::new();
    for &next in followed.path(node).iter().skip(1) {
        let allowed = compiled.decision(&state).map(|(_, proposed)| proposed);
        let is_allowed = |joint: &[usize]| {
            allowed.as_ref().is_none_or(|allowed| allowed.iter().any(|choice| choice.made == joint[arena.role]))
        };
        let leads = |(joint, after): &(Vec<usize>, State)| arena.node_of(after) == Some(next) && is_allowed(joint);
        let all = steps(arena, &state);
        let Some((joint, after)) = all.iter().find(|step| leads(step)) else { break };
        moves.push(spoken(&evaluator(arena), arena.game, &state, joint));
        state = after.clone();
    }
    (moves, state)
}
