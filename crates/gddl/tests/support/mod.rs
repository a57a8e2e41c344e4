//! Translations compared with their originals, state by state.
//!
//! Both games are searched side by side. Every state of the translation must be a state of the original once its facts
//! have their old names, with the same successors, the same end, the same rewards and the same role to choose. That
//! makes the two games one: all counts per layer and all values are equal.

#![allow(dead_code, reason = "every user takes a part")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, Instant};

use gddl::write::{Knowledge, Written};
use gdl::{Mode, Rules, Source};

/// The rules of a sheet.
pub fn rules(text: &str, mode: Mode) -> Rules {
    let checked = gddl::check(&Source::new("sheet", text), mode);
    let said = |text: &str| checked.render(&Source::new("sheet", text), gdl::Rendering::Plain);
    checked.rules.clone().unwrap_or_else(|| panic!("{}", said(text)))
}

/// Time for what makes a translation simpler, as in `operations::translation`.
const PROOFS: Duration = Duration::from_secs(25);

/// A sheet as GDDL, in one text, with what names stand for.
pub fn translated(name: &str, rules: &Rules) -> Result<(String, Written), String> {
    let limits = ground::GroundingLimits { time: Some(PROOFS), ..Default::default() };
    let options = prove::ProofOptions { deadline: Some(Instant::now() + PROOFS), ..Default::default() };
    let proved = ground::ground(rules, &limits).ok().and_then(|game| prove::prove(game, &options).ok());
    let known = match &proved {
        Some(proved) => Knowledge::of(&proved.game, proved.class.turn_taking.is_proved()),
        None => Knowledge { turn_taking: rules.roles.len() == 1, ..Knowledge::default() },
    };
    let written = gddl::write::write(name, rules, &known).map_err(|refusal| refusal.to_string())?;
    let (domain, problem) = gddl::print::print(&written.task);
    Ok((format!("{domain}\n{problem}"), written))
}

/// A state with all that is compared. States are known by a sum of hashes of their facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    pub rewards: Option<Vec<Vec<i32>>>,
    pub chooser: Option<usize>,
    pub successors: BTreeSet<u128>,
}

/// Rewards at an end, and else who chooses and what may follow.
pub type Look<S> = (Option<Vec<Vec<i32>>>, Option<usize>, Vec<S>);

/// A game that can be searched.
pub trait Searched {
    type State: Clone + Eq + std::hash::Hash;
    fn first(&mut self) -> Self::State;
    fn facts(&self, state: &Self::State, visit: &mut dyn FnMut(&str));
    /// Rewards at an end, and else who chooses and what may follow.
    fn look(&mut self, state: &Self::State) -> Result<Look<Self::State>, String>;
}

/// Hashes of facts under their old names; facts that are left out count nothing.
struct Hashes<'r> {
    known: HashMap<String, u128>,
    renamed: &'r dyn Fn(&str) -> Option<String>,
}

impl Hashes<'_> {
    fn of<G: Searched>(&mut self, game: &G, state: &G::State) -> u128 {
        let mut sum = 0u128;
        game.facts(state, &mut |fact| {
            let value = match self.known.get(fact) {
                Some(value) => *value,
                None => {
                    let value = (self.renamed)(fact).map_or(0, |name| hash(&name));
                    self.known.insert(fact.to_owned(), value);
                    value
                }
            };
            sum = sum.wrapping_add(value);
        });
        sum
    }
}

fn hash(text: &str) -> u128 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let half = |seed: u64| {
        let mut hasher = DefaultHasher::new();
        (seed, text).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(1) << 64 | half(2)
}

/// States by their facts, layer by layer until there are so many, after a renaming that may leave facts out.
pub fn search<G: Searched>(
    game: &mut G,
    most: usize,
    renamed: &dyn Fn(&str) -> Option<String>,
) -> Result<(Vec<usize>, HashMap<u128, Seen>), String> {
    let mut hashes = Hashes { known: HashMap::new(), renamed };
    let first = game.first();
    let mut all: HashMap<u128, Seen> = HashMap::new();
    let mut known: std::collections::HashSet<G::State> = [first.clone()].into();
    let (mut layer, mut layers) = (vec![first], Vec::new());
    while !layer.is_empty() {
        layers.push(layer.len());
        let mut next = Vec::new();
        for state in layer {
            let (rewards, chooser, successors) = game.look(&state)?;
            let keys = successors.iter().map(|state| hashes.of(game, state)).collect();
            let seen = Seen { rewards, chooser, successors: keys };
            if all.insert(hashes.of(game, &state), seen).is_some() {
                return Err("two states have the same facts after renaming".to_owned());
            }
            next.extend(successors.into_iter().filter(|state| known.insert(state.clone())));
        }
        // Beyond so many states the rest is left out, by whole layers, so that both searches end at the same one.
        layer = if known.len() > most { Vec::new() } else { next };
    }
    Ok((layers, all))
}

/// Compares a translation with its original; returns the number of states.
pub fn compare<G: Searched>(original: &mut G, copy: &mut G, written: &Written, most: usize) -> Result<usize, String> {
    let objects: BTreeMap<&str, &str> = written.objects.iter().map(|(new, old)| (&**new, &**old)).collect();
    let predicates: BTreeMap<&str, &str> = written.predicates.iter().map(|(new, old)| (&**new, &**old)).collect();
    let changed = written.task.actions.iter().flat_map(|action| &action.effects).map(|effect| &*effect.atom.predicate);
    let changed: BTreeSet<&str> = changed.filter_map(|name| predicates.get(name).copied()).collect();
    let functor = |fact: &str| fact.trim_start_matches('(').split([' ', ')']).next().unwrap_or_default().to_owned();
    // Facts that nothing changes are no facts of the state for a planner.
    let kept = |fact: &str| changed.contains(&*functor(fact)).then(|| fact.to_owned());
    let old = |fact: &str| {
        let words: Vec<&str> = fact.trim_matches(['(', ')']).split(' ').collect();
        let name = predicates.get(words[0])?;
        let rest: Vec<&str> = words[1..].iter().map(|word| objects.get(word).copied().unwrap_or(word)).collect();
        Some(if rest.is_empty() { (*name).to_owned() } else { format!("({name} {})", rest.join(" ")) })
    };
    let (layers, states) = search(original, most, &kept)?;
    let (copied_layers, copied) = search(copy, most, &old)?;
    if layers != copied_layers {
        return Err(format!("layers {layers:?} became {copied_layers:?}"));
    }
    for (key, seen) in &states {
        let Some(other) = copied.get(key) else { return Err("a state is lost".to_owned()) };
        if seen != other {
            return Err(format!("{seen:?} became {other:?}"));
        }
    }
    Ok(states.len())
}

/// A game through the interpreter.
pub struct Interpreted(pub interpret::Interpreter);

impl Searched for Interpreted {
    type State = interpret::State;

    fn first(&mut self) -> interpret::State {
        self.0.initial().expect("a first state")
    }

    fn facts(&self, state: &interpret::State, visit: &mut dyn FnMut(&str)) {
        state.facts().iter().for_each(|fact| visit(&self.0.text(*fact)));
    }

    fn look(&mut self, state: &interpret::State) -> Result<Look<interpret::State>, String> {
        let text = |error: interpret::Error| error.to_string();
        if self.0.terminal(state).map_err(text)? {
            return Ok((Some(self.0.goals(state).map_err(text)?), None, Vec::new()));
        }
        let legal = self.0.legal(state).map_err(text)?;
        let chooser = legal.iter().position(|moves| moves.len() > 1);
        let mut successors = Vec::new();
        for joint in joints(&legal) {
            successors.push(self.0.next(state, &joint).map_err(text)?);
        }
        Ok((None, chooser, successors))
    }
}

/// A ground game.
pub struct Ground<'g>(pub &'g game::Game, pub game::Evaluator<'g>);

impl Searched for Ground<'_> {
    type State = game::State;

    fn first(&mut self) -> game::State {
        game::State::initial(self.0)
    }

    fn facts(&self, state: &game::State, visit: &mut dyn FnMut(&str)) {
        state.facts(self.0).into_iter().for_each(visit);
    }

    fn look(&mut self, state: &game::State) -> Result<Look<game::State>, String> {
        let view = self.1.view(state);
        if view.terminal {
            return Ok((Some(view.rewards), None, Vec::new()));
        }
        let chooser = view.legal.iter().position(|moves| moves.len() > 1);
        let successors = joints(&view.legal).iter().map(|joint| self.1.next(state, joint)).collect();
        Ok((None, chooser, successors))
    }
}

/// All joint moves.
fn joints<M: Copy>(legal: &[Vec<M>]) -> Vec<Vec<M>> {
    let mut joints: Vec<Vec<M>> = vec![Vec::new()];
    for moves in legal {
        let longer = |joint: &Vec<M>| moves.iter().map(|one| [&joint[..], &[*one]].concat()).collect::<Vec<_>>();
        joints = joints.iter().flat_map(longer).collect();
    }
    joints
}
