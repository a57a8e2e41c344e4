//! Synthesis of lifted rules: conditions on a move, in words derived from the game's own relations.
//!
//! Candidates are conjunctions of a few conditions, each a word about the move or its complement, optionally with a
//! specific move. A beam search combines them into lists, the first rule first, and keeps the lists after which the
//! fewest states still need a rule. One list may be made for several roles at once.

use std::time::Instant;

use gdl::diagnostic::Diagnostic;
use gdl::{Rules, Source};
use rustc_hash::FxHashMap;

use crate::arena::Arena;
use crate::bits::Bits;
use crate::expand::Expander;
use crate::follow::{NONE, Optimality, follow};
use crate::lifted::{Extended, Lifted, Piece};
use crate::options::Over;
use crate::strategy::{Content, Item, Strategy};
use crate::vocabulary;

/// The maximum number of candidates; with more conditions or moves, rules get fewer conditions.
const MOST_CANDIDATES: usize = 20_000;

/// The limits of the search.
#[derive(Clone, Copy, Debug)]
pub struct Breadth {
    /// The maximum number of conditions per rule.
    pub conditions: usize,
    /// The number of lists kept per length.
    pub beam: usize,
    /// The maximum number of rules per list.
    pub rules: usize,
    /// The deadline.
    pub until: Instant,
}

/// A candidate rule.
struct Candidate {
    content: Lifted,
    /// For each arena, the edges that it takes.
    edges: Vec<Bits>,
}

/// A list of candidates.
#[derive(Clone)]
struct Partial {
    rules: Vec<usize>,
    literals: usize,
    /// The number of states that still need a rule.
    needy: u64,
}

/// A list, or what was tried.
pub enum LiftedOutcome {
    /// The shortest list found that is strongly optimal in all arenas.
    Found(Strategy),
    /// There is none, or time ran out, or the search was stopped.
    NotFound(Tried),
}

/// The extent of a search that found nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tried {
    /// The relations of the sheet from which the words are derived.
    pub patterns: Vec<String>,
    /// The number of candidate rules.
    pub rules: usize,
    /// The length up to which all promising lists were tried.
    pub length: usize,
    /// The number of states that need a rule.
    pub states: u64,
    /// The best list: its rules, and the number of states that still need a rule.
    pub best: Option<(Vec<String>, u64)>,
    /// Whether time ran out before everything was tried.
    pub late: bool,
}

/// The shortest list found that is strongly optimal in all arenas.
///
/// # Errors
///
/// Errors in the words, if a sheet defines relations of the same names.
pub fn synthesise(
    arenas: &[&Arena<'_>],
    sheet: &Source,
    rules: &Rules,
    breadth: &Breadth,
    stopped: Over<'_>,
) -> Result<LiftedOutcome, Vec<Diagnostic>> {
    let over = || stopped() || Instant::now() >= breadth.until;
    let mut tried = Tried { patterns: vocabulary::patterns(rules), states: needing_a_rule(arenas), ..Tried::default() };
    let Some(candidates) = candidates(arenas, sheet, rules, breadth, &over)? else {
        return Ok(LiftedOutcome::NotFound(Tried { late: true, ..tried }));
    };
    tried.rules = candidates.len();
    let mut beam = vec![Partial { rules: Vec::new(), literals: 0, needy: u64::MAX }];
    for length in 1..=breadth.rules {
        let mut next: FxHashMap<Vec<u32>, Partial> = FxHashMap::default();
        for partial in &beam {
            for candidate in 0..candidates.len() {
                if over() {
                    return Ok(LiftedOutcome::NotFound(Tried { late: true, ..tried }));
                }
                let Some((key, longer)) = extended(arenas, &candidates, partial, candidate) else { continue };
                let better = next.get(&key).is_none_or(|known| longer.literals < known.literals);
                if better {
                    next.insert(key, longer);
                }
            }
        }
        beam = next.into_values().collect();
        // The rules' numbers last, so that the result does not depend on the order of a hash table.
        beam.sort_by(|one, other| {
            (one.needy, one.literals, &one.rules).cmp(&(other.needy, other.literals, &other.rules))
        });
        beam.truncate(breadth.beam);
        if let Some(found) = beam.first().filter(|partial| partial.needy == 0) {
            let item = |&rule: &usize| Item { content: Content::Lifted(candidates[rule].content.clone()), group: None };
            let rules = found.rules.iter().map(item).collect();
            return Ok(LiftedOutcome::Found(Strategy { rules, ..Strategy::default() }));
        }
        let Some(best) = beam.first() else { break };
        let texts = best.rules.iter().map(|&rule| candidates[rule].content.text()).collect();
        tried = Tried { length, best: Some((texts, best.needy)), ..tried };
    }
    Ok(LiftedOutcome::NotFound(tried))
}

/// The number of reachable states in which the role has a choice that matters, if it played optimally before.
fn needing_a_rule(arenas: &[&Arena<'_>]) -> u64 {
    let needing = |arena: &&Arena<'_>| {
        let followed = follow(arena, &[], Optimality::Weak);
        let nodes = arena.own_nodes().filter(|&node| followed.reaches(node) && !arena.is_free(node));
        nodes.map(|node| u64::from(arena.nodes[node].states)).sum::<u64>()
    };
    arenas.iter().map(needing).sum()
}

/// The list with one more rule, if it stays weakly optimal and the rule decides states that need one; with the states
/// it decides.
fn extended(
    arenas: &[&Arena<'_>],
    candidates: &[Candidate],
    partial: &Partial,
    candidate: usize,
) -> Option<(Vec<u32>, Partial)> {
    let mut longer = partial.clone();
    longer.rules.push(candidate);
    longer.literals += candidates[candidate].content.literals.len();
    longer.needy = 0;
    let mut key = Vec::new();
    for (number, arena) in arenas.iter().enumerate() {
        let edges: Vec<&Bits> = longer.rules.iter().map(|&rule| &candidates[rule].edges[number]).collect();
        let followed = follow(arena, &edges, Optimality::Weak);
        if followed.flaw.is_some() {
            return None;
        }
        for node in arena.own_nodes().filter(|&node| followed.reaches(node) && !arena.is_free(node)) {
            if followed.decided[node] == NONE {
                longer.needy += u64::from(arena.nodes[node].states);
                key.push(node as u32);
            }
        }
        key.push(u32::MAX);
    }
    (longer.needy < partial.needy).then_some((key, longer))
}

/// Conjunctions of conditions that take different edges, those with few conditions first; `None` if time is up before.
fn candidates(
    arenas: &[&Arena<'_>],
    sheet: &Source,
    rules: &Rules,
    breadth: &Breadth,
    over: Over<'_>,
) -> Result<Option<Vec<Candidate>>, Vec<Diagnostic>> {
    let Some(first) = arenas.first() else { return Ok(None) };
    let conditions = conditions(rules);
    let moves = first.game.moves[first.role].iter().enumerate();
    let representatives: Vec<Option<String>> = moves
        .filter(|(made, _)| first.group.representative(*made) == *made)
        .map(|(_, made)| Some(made.name.clone()))
        .collect();
    // Conditions on the move ?m, and moves themselves: each part of a conjunction as a separate rule.
    let texts = conditions.iter().map(|text| (vec![text.clone()], "?m".to_owned()));
    let lone = representatives.iter().flatten().map(|made| (Vec::new(), made.clone()));
    let any = [(Vec::new(), "?m".to_owned())];
    let atoms: Vec<Lifted> = any.into_iter().chain(texts).chain(lone).map(lifted).collect();
    let item = |rule: &Lifted| Item { content: Content::Lifted(rule.clone()), group: None };
    let strategy = Strategy { rules: atoms.iter().map(item).collect(), ..Strategy::default() };
    let mut pairs = Vec::new();
    for arena in arenas {
        pairs.push(Pairs::new(arena, sheet, rules, &strategy)?);
    }
    let mut found: Vec<Candidate> = Vec::new();
    let mut known: FxHashMap<Vec<Vec<usize>>, ()> = FxHashMap::default();
    let fitting = (1..=breadth.conditions).rev().map(|most| conjunctions(conditions.len(), most, MOST_CANDIDATES));
    let conjunctions = fitting.flatten().find(|all| all.len() * (1 + representatives.len()) <= MOST_CANDIDATES);
    for conjunction in conjunctions.unwrap_or_else(|| vec![Vec::new()]) {
        if over() {
            return Ok(None);
        }
        for (at, made) in [None].into_iter().chain(representatives.clone()).enumerate() {
            let edges: Vec<Bits> = pairs.iter().map(|pairs| pairs.edges(&conjunction, conditions.len(), at)).collect();
            let key: Vec<Vec<usize>> = edges.iter().map(|edges| edges.iter().collect()).collect();
            if key.iter().all(Vec::is_empty) || known.insert(key, ()).is_some() {
                continue;
            }
            let made = made.unwrap_or_else(|| "?m".to_owned());
            let literal = |&(condition, positive): &(usize, bool)| {
                let text = conditions[condition].replace("?m)", &format!("{made})"));
                if positive { text } else { format!("(not {text})") }
            };
            found.push(Candidate { content: lifted((conjunction.iter().map(literal).collect(), made.clone())), edges });
        }
    }
    Ok(Some(found))
}

fn lifted((literals, made): (Vec<String>, String)) -> Lifted {
    Lifted { literals: literals.into_iter().map(Piece::new).collect(), made: Piece::new(made) }
}

/// Conditions on a move `?m` in the words of the game.
fn conditions(rules: &Rules) -> Vec<String> {
    let words = |name: String| {
        let own = ["completes", "builds", "forks"]
            .map(|word| [format!("({word}-{name} ?me ?m)"), format!("({word}-{name} ?them ?m)")]);
        let met = ["?them", "?me"].map(|who| format!("(meets-{name} {who} ?me ?m)"));
        let others = [format!("(presses-{name} ?me ?m)"), format!("(forks-{name} ?them ?any)")];
        own.into_iter().flatten().chain(met).chain(others).collect::<Vec<_>>()
    };
    vocabulary::patterns(rules).into_iter().flat_map(words).collect()
}

/// All conjunctions of at most `most` conditions and negated conditions, the shorter ones first; `None` if there are
/// more than `limit`.
fn conjunctions(conditions: usize, most: usize, limit: usize) -> Option<Vec<Vec<(usize, bool)>>> {
    let mut all: Vec<Vec<(usize, bool)>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..most {
        let until = all.len();
        for at in from..until {
            let next = all[at].last().map_or(0, |&(last, _)| last + 1);
            for condition in next..conditions {
                for positive in [true, false] {
                    let longer = all[at].iter().copied().chain([(condition, positive)]).collect();
                    all.push(longer);
                }
            }
            if all.len() > limit {
                return None;
            }
        }
        from = until;
    }
    Some(all)
}

/// The legal moves in one state of each node, with their properties.
struct Pairs {
    /// For each pair, its edge.
    edge: Vec<u32>,
    /// For each atom, the pairs for which it holds.
    holds: Vec<Bits>,
    edges: usize,
}

impl Pairs {
    fn new(arena: &Arena<'_>, sheet: &Source, rules: &Rules, strategy: &Strategy) -> Result<Pairs, Vec<Diagnostic>> {
        let states: Vec<u32> = arena.own_nodes().map(|node| arena.nodes[node].state).collect();
        let proposals =
            Extended::new(arena, sheet, rules, strategy)?.map(|extended| extended.proposals(arena, &states));
        let proposals = proposals.unwrap_or_default();
        let moves = arena.game.moves[arena.role].len();
        let mut found: Vec<(usize, usize, u32)> = Vec::new();
        Expander::new(&arena.tape, &arena.found.states, arena.game.roles.len()).expand(
            &states,
            &|_, _| true,
            &mut |_, _| (),
            &mut |step| {
                let (from, to) = (arena.node_of[states[step.from] as usize], arena.node_of[step.to]);
                let edge = arena.edge(from as usize, to as usize).expect("edges come from these states");
                found.push((step.from, step.made, edge as u32));
            },
        );
        let mut holds = vec![Bits::new(found.len()); proposals.len()];
        for (pair, &(state, made, _)) in found.iter().enumerate() {
            for (atom, proposed) in proposals.iter().enumerate() {
                // A move given by name represents its images, which the representative states alone do not show.
                let is = match &strategy.rules[atom].content {
                    Content::Lifted(rule) if rule.literals.is_empty() && rule.made.text != "?m" => {
                        let representative = arena.group.representative(made);
                        arena.game.moves[arena.role][representative].name == rule.made.text
                    }
                    _ => proposed.contains(state * moves + made),
                };
                if is {
                    holds[atom].insert(pair);
                }
            }
        }
        Ok(Pairs { edge: found.iter().map(|&(_, _, edge)| edge).collect(), holds, edges: arena.edges.len() })
    }

    /// The edges of a conjunction of conditions; `made` is 0 for any move, otherwise the number of a representative
    /// from 1.
    fn edges(&self, conjunction: &[(usize, bool)], conditions: usize, made: usize) -> Bits {
        let mut pairs = if made == 0 { self.holds[0].clone() } else { self.holds[conditions + made].clone() };
        conjunction.iter().for_each(|&(condition, positive)| pairs.keep(&self.holds[1 + condition], positive));
        let mut edges = Bits::new(self.edges);
        pairs.iter().for_each(|pair| edges.insert(self.edge[pair] as usize));
        edges
    }
}
