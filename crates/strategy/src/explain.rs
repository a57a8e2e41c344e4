//! Explaining a strategy: each rule in words with a state in which it decides and one in which it does not, how much it
//! decides, how hard it all is, and what forgetting a rule costs.

use game::{Random, State};
use serde::Serialize;

use crate::arena::{Arena, Turn};
use crate::bits::Bits;
use crate::cases::Cases;
use crate::compiled::Compiled;
use crate::follow::{Followed, NONE, Optimality, deciding, follow, taken};
use crate::json::ListAnswer;
use crate::options::Over;
use crate::picture;
use crate::strategy::Content;
use crate::words;

/// A strategy explained.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// What is said of all rules together.
    #[serde(flatten)]
    pub about: AboutList,
    /// The rules, in order.
    pub rules: Vec<RuleExplanation>,
}

/// What is said of a list.
#[derive(Clone, Debug, Serialize)]
pub struct AboutList {
    /// Whether it is strongly optimal.
    pub optimal: bool,
    /// The list itself.
    pub strategy: ListAnswer,
    /// States that play can reach in which the role has a choice.
    pub states: u64,
    /// In how many of these no rule applies; if the strategy is optimal, any move will do there.
    pub free: u64,
    /// Rules looked at per decision, on average over these states.
    pub scanned: f64,
    /// The value of the game for the role.
    pub value: i32,
    /// The least and the most that the role can get at an end of the game.
    pub rewards: (i32, i32),
}

/// One rule.
#[derive(Clone, Debug, Serialize)]
pub struct RuleExplanation {
    /// What is said of it.
    #[serde(flatten)]
    pub about: AboutRule,
    /// A state in which it decides.
    pub example: Option<Example>,
    /// A state in which it does not, though it might seem so.
    pub non_example: Option<Example>,
}

/// What is said of a rule.
#[derive(Clone, Debug, Serialize)]
pub struct AboutRule {
    /// From 1.
    pub number: usize,
    /// As it is written.
    pub text: String,
    /// The group it belongs to.
    pub group: Option<String>,
    /// In words.
    pub words: String,
    /// States that it decides.
    pub states: u64,
    /// Their share of the states in which the role has a choice.
    pub share: f64,
    /// What the role still gets for certain without this rule.
    pub forgotten_value: i32,
    /// In how many states a wrong move may be made then.
    pub forgotten_states: u64,
}

/// A state to learn from.
#[derive(Clone, Debug, Serialize)]
pub struct Example {
    /// Its facts.
    pub state: Vec<String>,
    /// The state as a picture.
    pub picture: Vec<String>,
    /// What the strategy plays there; nothing where no rule applies.
    pub moves: Vec<String>,
    /// Whether no rule applies and none is needed: any move keeps the value.
    pub any_move: bool,
    /// Number of the rule that decides there.
    pub rule: Option<usize>,
    /// Why the rule in question decides here, or not.
    pub why: String,
}

/// Explains a strategy; none if it is over before all rules are explained.
pub fn explain(compiled: &Compiled<'_>, cases: &Cases, seed: u64, over: Over<'_>) -> Option<Explanation> {
    let arena = compiled.arena;
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
    let mut teacher = Teacher { compiled, cases, followed: &followed, own: &own, known: &known, random };
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
                words: words::sentence(&item.content, arena.game, arena.role),
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
    let rewards = (ends.clone().min().unwrap_or_default(), ends.max().unwrap_or_default());
    let about = AboutList {
        optimal: followed.flaw.is_none(),
        strategy: ListAnswer::new(arena.game, arena.role, &compiled.strategy),
        states: all,
        free,
        scanned,
        value: arena.value(),
        rewards,
    };
    Some(Explanation { about, rules })
}

/// Facts that hold whenever the role has a choice, such as whose turn it is, as far as a thousand positions tell.
fn known(arena: &Arena<'_>, own: &[usize]) -> Vec<String> {
    let facts = |&node: &usize| arena.state(arena.nodes[node].state as usize).facts(arena.game);
    let mut known: Vec<&str> = own.first().map(facts).unwrap_or_default();
    for node in own.iter().step_by(own.len().div_ceil(1_000).max(1)) {
        let here = facts(node);
        known.retain(|fact| here.contains(fact));
    }
    known.into_iter().map(str::to_owned).collect()
}

/// What the role gets for certain without a rule, and the number of states in which it may go wrong then.
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

/// Chooses examples.
struct Teacher<'t, 'a> {
    compiled: &'t Compiled<'a>,
    cases: &'t Cases,
    followed: &'t Followed,
    /// The nodes of the role that play reaches.
    own: &'t [usize],
    /// Facts that hold in all of them.
    known: &'t [String],
    random: Random,
}

impl Teacher<'_, '_> {
    fn arena(&self) -> &Arena<'_> {
        self.compiled.arena
    }

    /// A state in which the rule decides, by its own literals and not those of an image where that can be had.
    fn example(&mut self, rule: usize) -> Option<Example> {
        let nodes: Vec<usize> =
            self.own.iter().copied().filter(|&node| self.followed.decided[node] == rule as u32).collect();
        let node = *nodes.get(self.random.below(nodes.len().max(1) as u32) as usize)?;
        let state = match &self.compiled.strategy.rules[rule].content {
            Content::Ground(written) => {
                self.states_of(node).find(|state| written.literals.iter().all(|l| l.holds(state)))
            }
            Content::Lifted(_) => None,
        };
        let state = state.unwrap_or_else(|| self.arena().state(self.arena().nodes[node].state as usize));
        Some(self.shown(&state, "the rule applies and none before it does".to_owned()))
    }

    fn states_of(&self, node: usize) -> impl Iterator<Item = State> + '_ {
        let arena = self.compiled.arena;
        let states = (0..arena.states()).filter(move |&state| arena.node_of[state] as usize == node);
        states.map(|state| arena.state(state))
    }

    /// A state in which the rule nearly applies: one literal is missing; else any in which a later rule decides or
    /// none.
    fn non_example(&mut self, rule: usize) -> Option<Example> {
        let arena = self.compiled.arena;
        let later = |node: usize| self.followed.reaches(node) && self.followed.decided[node] > rule as u32;
        if let Content::Ground(written) = &self.compiled.strategy.rules[rule].content
            && arena.group.representative(written.made) == written.made
            && let Some(table) = self.cases.table_of(written.made).map(|table| &self.cases.tables[table])
        {
            let missing =
                |case: usize| written.literals.iter().filter(|l| !table.holds(**l, case)).copied().collect::<Vec<_>>();
            let near = (0..table.states.len()).find_map(|case| {
                let node = arena.sources[table.edges[case] as usize] as usize;
                let missing = missing(case);
                (missing.len() == 1 && later(node)).then(|| (table.states[case], missing[0]))
            });
            if let Some((state, missing)) = near {
                let why = format!("it does not hold that {}", words::literal(missing, arena.game));
                return Some(self.shown(&arena.state(state as usize), why));
            }
        }
        let others: Vec<usize> = self.own.iter().copied().filter(|&node| later(node)).collect();
        let node = *others.get(self.random.below(others.len().max(1) as u32) as usize)?;
        let state = arena.state(arena.nodes[node].state as usize);
        Some(self.shown(&state, "no move here fits the rule".to_owned()))
    }

    fn shown(&self, state: &State, why: String) -> Example {
        let arena = self.arena();
        let decision = self.compiled.decision(state);
        let name = |made: usize| arena.game.moves[arena.role][made].name.clone();
        let moves: Vec<String> = decision.iter().flat_map(|(_, moves)| moves).map(|choice| name(choice.made)).collect();
        let keeps = |node: usize| arena.edges[arena.edges_of(node)].iter().all(|edge| edge.keeps);
        Example {
            any_move: decision.is_none() && arena.node_of(state).is_some_and(keeps),
            state: state.facts(arena.game).into_iter().map(str::to_owned).collect(),
            picture: picture::draw(arena.game, state, picture::Focus { moves: &moves, known: self.known }),
            moves,
            rule: decision.as_ref().map(|(rule, _)| rule + 1),
            why,
        }
    }
}
