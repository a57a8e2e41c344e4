//! Explains a strategy: each rule in words with a state in which it decides and one in which it does not, how much it
//! decides, how hard the list is to use, and the cost of forgetting a rule.

use std::collections::BTreeSet;

use board::{Board, Sign, Sketch};
use game::Random;
use serde::Serialize;

use crate::arena::{Arena, Turn};
use crate::bits::Bits;
use crate::cases::Cases;
use crate::compiled::Compiled;
use crate::examples::Teacher;
use crate::follow::{NONE, Optimality, deciding, follow, taken};
use crate::json::ListAnswer;
use crate::likeness::Likeness;
use crate::options::Over;
use crate::words::Speaker;

/// An explanation of a strategy.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation<E = Example> {
    /// The part about all rules together.
    #[serde(flatten)]
    pub about: AboutList,
    /// The rules, in order.
    pub rules: Vec<RuleExplanation<E>>,
}

impl Explanation {
    /// The same with another form of its examples.
    pub fn map<E, R>(self, form: impl Fn(Example) -> Result<E, R>) -> Result<Explanation<E>, R> {
        let form = |example: Option<Example>| example.map(&form).transpose();
        let rule = |RuleExplanation { about, example, non_example }| {
            Ok(RuleExplanation { about, example: form(example)?, non_example: form(non_example)? })
        };
        Ok(Explanation { about: self.about, rules: self.rules.into_iter().map(rule).collect::<Result<_, R>>()? })
    }
}

/// An explanation of a list.
#[derive(Clone, Debug, Serialize)]
pub struct AboutList {
    /// Whether it is strongly optimal.
    pub optimal: bool,
    /// The list itself.
    pub strategy: ListAnswer,
    /// The number of reachable states in which the role has a choice.
    pub states: u64,
    /// The number of these in which no rule applies; if the strategy is optimal, any move is fine there.
    pub free: u64,
    /// The mean number of rules examined per decision over these states.
    pub scanned: f64,
    /// Whether the role moves first.
    pub begins: bool,
    /// The value of the game for the role.
    pub value: i32,
    /// The role's minimum and maximum reward in terminal states.
    pub rewards: (i32, i32),
    /// All rewards of the role in terminal states, ascending.
    pub ends: Vec<i32>,
    /// The effect of the symmetries through which rules apply; `None` if there are none.
    pub likeness: Option<Likeness>,
    /// Whether pictures have labelled columns and rows.
    pub ruled: bool,
    /// The signs in pictures and their meanings.
    pub signs: Vec<Sign>,
}

/// One rule.
#[derive(Clone, Debug, Serialize)]
pub struct RuleExplanation<E = Example> {
    /// The part about the rule itself.
    #[serde(flatten)]
    pub about: AboutRule,
    /// A state in which it decides.
    pub example: Option<E>,
    /// A state in which it does not decide, although it might seem to.
    pub non_example: Option<E>,
}

/// An explanation of a rule.
#[derive(Clone, Debug, Serialize)]
pub struct AboutRule {
    /// Its number, from 1.
    pub number: usize,
    /// Its text.
    pub text: String,
    /// The group it belongs to.
    pub group: Option<String>,
    /// In words.
    pub words: String,
    /// The number of states that it decides.
    pub states: u64,
    /// Their share of the states in which the role has a choice.
    pub share: f64,
    /// The reward that the role can still guarantee without this rule.
    pub forgotten_value: i32,
    /// The number of states in which a wrong move may then be made.
    pub forgotten_states: u64,
}

/// An example state.
#[derive(Clone, Debug, Serialize)]
pub struct Example {
    /// Its facts.
    pub state: Vec<String>,
    /// The state as a picture.
    pub picture: Vec<String>,
    /// The explanation of the example itself.
    #[serde(flatten)]
    pub about: AboutExample,
}

/// The explanation of an example state.
#[derive(Clone, Debug, Serialize)]
pub struct AboutExample {
    /// The moves of the strategy there; empty if no rule applies.
    pub moves: Vec<String>,
    /// The same in words.
    pub moves_in_words: Vec<String>,
    /// Those of these moves that the rule proposes through a symmetry rather than as written.
    pub mirrored: Vec<String>,
    /// The rule under these symmetries, in words.
    pub images: Vec<String>,
    /// Whether no rule applies and none is needed: any move keeps the value.
    pub any_move: bool,
    /// Number of the rule that decides there.
    pub rule: Option<usize>,
    /// Why the rule decides here, or not.
    pub why: String,
}

/// Explains a strategy, with pictures if the game has a board; `None` if time is up before all rules are explained.
pub fn explain(
    compiled: &Compiled<'_>,
    cases: &Cases,
    board: Option<&Board>,
    seed: u64,
    over: Over<'_>,
) -> Option<Explanation> {
    let arena = compiled.arena;
    let speaker = Speaker { game: arena.game, role: arena.role, board };
    let followed = compiled.follow(Optimality::Strong);
    let own: Vec<usize> = arena.own_nodes().filter(|&node| followed.reaches(node)).collect();
    let states =
        |nodes: &mut dyn Iterator<Item = usize>| nodes.map(|node| u64::from(arena.nodes[node].states)).sum::<u64>();
    let all = states(&mut own.iter().copied());
    let length = compiled.strategy.rules.len();
    let looked = |&node: &usize| match followed.decided[node] {
        NONE => length as f64,
        rule => f64::from(rule) + 1.0,
    };
    let weighted = |node: &usize| looked(node) * f64::from(arena.nodes[*node].states);
    let scanned = own.iter().map(weighted).sum::<f64>() / (all.max(1)) as f64;
    let known = known(arena, &own);
    let random = Random::stream(seed, 0);
    let mut teacher = Teacher { compiled, cases, speaker, followed: &followed, own: &own, known: &known, random };
    let rules = (0..length)
        .map(|rule| {
            if over() {
                return None;
            }
            let item = &compiled.strategy.rules[rule];
            let decided = states(&mut own.iter().copied().filter(|&node| followed.decided[node] == rule as u32));
            let (forgotten_value, forgotten_states) = forget(compiled, rule);
            let about = AboutRule {
                number: rule + 1,
                text: item.content.text(arena.game, arena.role),
                group: item.group.map(|group| compiled.strategy.groups[group].clone()),
                words: speaker.sentence(&item.content),
                states: decided,
                share: decided as f64 / all.max(1) as f64,
                forgotten_value,
                forgotten_states,
            };
            Some(RuleExplanation { about, example: teacher.example(rule), non_example: teacher.non_example(rule) })
        })
        .collect::<Option<Vec<_>>>()?;
    let free = states(&mut own.iter().copied().filter(|&node| followed.decided[node] == NONE));
    let ends = arena.nodes.iter().filter(|node| node.turn == Turn::End).map(|node| node.value);
    let ends: Vec<i32> = ends.collect::<BTreeSet<_>>().into_iter().collect();
    let about = AboutList {
        optimal: followed.flaw.is_none(),
        strategy: ListAnswer::new(arena.game, arena.role, &compiled.strategy),
        states: all,
        free,
        scanned,
        begins: arena.nodes[0].turn == Turn::Own,
        value: arena.value(),
        rewards: (ends.first().copied().unwrap_or_default(), ends.last().copied().unwrap_or_default()),
        ends,
        likeness: Likeness::of(&arena.group, board),
        ruled: board.is_some_and(Board::is_ruled),
        signs: board.map(|board| Sketch::new(board).legend()).unwrap_or_default(),
    };
    Some(Explanation { about, rules })
}

/// Facts that hold whenever the role has a choice, such as whose turn it is, according to a thousand positions.
fn known(arena: &Arena<'_>, own: &[usize]) -> Vec<String> {
    let facts = |&node: &usize| arena.state(arena.nodes[node].state as usize).facts(arena.game);
    let mut known: Vec<&str> = own.first().map(facts).unwrap_or_default();
    for node in own.iter().step_by(own.len().div_ceil(1_000).max(1)) {
        let here = facts(node);
        known.retain(|fact| here.contains(fact));
    }
    known.into_iter().map(str::to_owned).collect()
}

/// The reward that the role can guarantee without a rule, and the number of states in which it may then go wrong.
fn forget(compiled: &Compiled<'_>, rule: usize) -> (i32, u64) {
    let arena = compiled.arena;
    let rules: Vec<&Bits> =
        compiled.edges.iter().enumerate().filter(|(number, _)| *number != rule).map(|(_, edges)| edges).collect();
    let followed = follow(arena, &rules, Optimality::Strong);
    let reached = || (0..arena.nodes.len()).filter(|&node| followed.reaches(node));
    let worst = reached().filter(|&node| arena.nodes[node].turn == Turn::End).map(|node| arena.nodes[node].value).min();
    let endless = followed.flaw.is_some().then_some(arena.infinite).flatten();
    let goes_wrong = |&node: &usize| {
        arena.nodes[node].turn == Turn::Own
            && taken(arena, deciding(&rules, followed.decided[node]), Optimality::Strong, node)
                .any(|edge| !arena.edges[edge].keeps)
    };
    let wrong = reached().filter(goes_wrong).map(|node| u64::from(arena.nodes[node].states)).sum();
    (worst.into_iter().chain(endless).min().unwrap_or(arena.value()), wrong)
}
