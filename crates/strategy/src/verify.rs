//! Verifies that a strategy is optimal, with a counter-example if it is not: where it fails, how play gets there, and
//! which moves would be right.

use game::State;
use serde::Serialize;

use crate::arena::Turn;
use crate::compiled::{Compiled, choices, evaluator, steps};
use crate::follow::{Flaw, Followed, Optimality};
use crate::scene::{SpokenMove, Wrong, spoken};

/// The result of verification.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verdict<E = CounterExample> {
    /// Whether the strategy is optimal in the requested sense.
    pub optimal: bool,
    /// Whether any moves are allowed where no rule applies.
    pub strong: bool,
    /// Whether it is at least weakly optimal: the player finds an optimal move alone where no rule applies.
    pub weakly_optimal: bool,
    /// The number of reachable states in which the role has a choice.
    pub reached: u64,
    /// The number of these states in which a rule decides.
    pub decided: u64,
    /// A counter-example, if it fails.
    pub counter_example: Option<E>,
}

impl Verdict {
    /// The result of `judge`, and whether the strategy is at least weakly optimal if it is not strongly.
    pub(crate) fn of<R>(
        optimality: Optimality,
        mut judge: impl FnMut(Optimality) -> Result<Verdict, R>,
    ) -> Result<Verdict, R> {
        let verdict = judge(optimality)?;
        let weakly_optimal = verdict.optimal || verdict.strong && judge(Optimality::Weak)?.optimal;
        Ok(Verdict { weakly_optimal, ..verdict })
    }

    /// The same with another form of its counter-example.
    pub fn map<E, R>(self, form: impl FnOnce(CounterExample) -> Result<E, R>) -> Result<Verdict<E>, R> {
        let Verdict { optimal, strong, weakly_optimal, reached, decided, counter_example } = self;
        let counter_example = counter_example.map(form).transpose()?;
        Ok(Verdict { optimal, strong, weakly_optimal, reached, decided, counter_example })
    }
}

/// A state in which a strategy fails.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CounterExample {
    /// The facts of the state.
    pub state: Vec<String>,
    /// The moves that lead there.
    pub moves: Vec<SpokenMove>,
    /// The flaw there.
    #[serde(flatten)]
    pub about: AboutFlaw,
}

/// The flaw of a strategy in a state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AboutFlaw {
    /// The flaw, as a sentence.
    pub what: String,
    /// Number of the rule that decides there, from 1.
    pub rule: Option<usize>,
    /// The proposals of the rule, or the legal moves if no rule applies.
    pub proposed: Vec<String>,
    /// The wrong one among these.
    pub wrong: Option<String>,
    /// Whether the rule proposes that move through a symmetry rather than as written.
    pub mirrored: bool,
    /// The role's reward from there under optimal play.
    pub value: i32,
    /// Its reward after the wrong move.
    pub value_after: Option<i32>,
    /// The optimal moves.
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
    let wrong = match flaw {
        Flaw::Proposal { .. } => Wrong::Proposal,
        Flaw::Gap { .. } => Wrong::Gap,
        Flaw::Circle => Wrong::Circle,
    };
    let about = AboutFlaw {
        what: wrong.sentence().to_owned(),
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
    };
    CounterExample { state: state.facts(arena.game).into_iter().map(str::to_owned).collect(), moves, about }
}

/// The moves to a state of a node, and that state.
fn way(compiled: &Compiled<'_>, followed: &Followed, node: usize) -> (Vec<SpokenMove>, State) {
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
