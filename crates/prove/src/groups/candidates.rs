//! Guesses which fluents are mutually exclusive, to be proved by [`crate::induction::houdini`].
//!
//! Guesses are based on arguments: fluents of the same name that agree in some arguments, the *key*, and differ in the
//! others are a candidate group for every choice of the key. `(cell 1 1 x)`, `(cell 1 1 o)` and `(cell 1 1 b)` share
//! the key `1 1`. The groups of one name and key positions are a *family*. Families of different names whose keys take
//! the same values are joined as well, as in `(peg 3)` and `(hole 3)`. Groups that the sampled states contradict are
//! never proposed.

use game::Game;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

use super::term::Term;
use crate::samples::columns::Columns;

/// Fluents of which at most one may hold at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Their common pattern: `(cell 1 1 _)`.
    pub name: String,
    /// The fluents, ascending; two or more.
    pub fluents: Vec<u32>,
    /// Whether exactly one of them seems to hold.
    pub exact: bool,
    /// How weakly the samples support it: the number of times that the states in which one of the fluents was seen
    /// would have to be doubled to cover all. Groups that are accidents of the samples mostly have fluents that were
    /// rarely seen.
    pub doubt: u32,
}

/// Disjoint groups that belong together, as indices.
#[derive(Clone, Debug)]
pub struct Family {
    /// The groups.
    pub groups: Vec<usize>,
    /// The number of arguments in which the fluents of a group differ. Fewer is more natural.
    pub varying: usize,
}

/// All guesses about a game.
#[derive(Clone, Default, Debug)]
pub struct Candidates {
    /// The groups, without duplicates.
    pub groups: Vec<Group>,
    /// The families that they form.
    pub families: Vec<Family>,
    known: FxHashMap<Vec<u32>, usize>,
}

/// Fluents of one shape, which differ in arguments only.
struct Shape<'g> {
    opened: bool,
    fluents: Vec<(u32, Term<'g>)>,
}

/// The groups of a shape by the values at the key positions, including single fluents.
struct Keyed<'g> {
    shape: usize,
    varying: Vec<bool>,
    groups: BTreeMap<Vec<&'g str>, (String, Vec<u32>)>,
    /// Whether no sample contradicts any of the groups.
    clean: bool,
}

/// For shapes with more arguments not all keys are tried, only those that leave out one or two arguments, or nearly
/// all.
const FULL_CHOICE: usize = 5;
/// The largest group that is split if the samples contradict it.
const MOST_SPLIT: usize = 40;
/// The number of families tried as partners for each other, per number of key arguments.
const PARTNERS: usize = 48;

impl Candidates {
    /// The candidates that the samples support.
    pub fn new(game: &Game, columns: &Columns) -> Candidates {
        let shapes = shapes(game);
        let mut keyed: Vec<Keyed> = Vec::new();
        for (index, shape) in shapes.iter().enumerate() {
            let arity = shape.fluents.first().map_or(0, |(_, term)| term.arguments.len());
            keyed.extend(choices(arity).into_iter().map(|varying| key(index, shape, varying, columns)));
        }
        let mut candidates = Candidates::default();
        for family in &keyed {
            candidates.add(&[family], columns);
        }
        candidates.join(&shapes, &keyed, columns);
        candidates.pair_up(game, columns);
        candidates
    }

    /// Adds the groups of a family, or of several joined by key, that the samples do not contradict.
    fn add(&mut self, parts: &[&Keyed], columns: &Columns) {
        let mut joined: BTreeMap<&Vec<&str>, (Vec<&str>, Vec<u32>)> = BTreeMap::new();
        for part in parts {
            for (key, (name, fluents)) in &part.groups {
                let (names, all) = joined.entry(key).or_default();
                names.push(name);
                all.extend(fluents);
            }
        }
        let mut groups = Vec::new();
        let lone = parts.len() == 1 && parts[0].varying.iter().filter(|&&varies| varies).count() == 1;
        for (names, fluents) in joined.into_values() {
            let name = names.join(" / ");
            match self.group(name.clone(), fluents.clone(), columns) {
                Some(group) => groups.push(group),
                None if lone && fluents.len() <= MOST_SPLIT => {
                    for part in split(&fluents, columns) {
                        groups.extend(self.group(name.clone(), part, columns));
                    }
                }
                None => {}
            }
        }
        if !groups.is_empty() {
            let varying = parts.iter().map(|part| part.varying.iter().filter(|&&v| v).count()).sum::<usize>();
            self.families.push(Family { groups, varying: varying + parts.len() - 1 });
        }
    }

    /// The index of a group, if the samples support it.
    fn group(&mut self, name: String, mut fluents: Vec<u32>, columns: &Columns) -> Option<usize> {
        if fluents.len() < 2 {
            return None;
        }
        fluents.sort_unstable();
        if let Some(&index) = self.known.get(&fluents) {
            return Some(index);
        }
        let seen = columns.tally(&fluents);
        seen.at_most_one.then(|| {
            self.known.insert(fluents.clone(), self.groups.len());
            let doubt = (columns.states() / seen.states.max(1)).max(1).ilog2();
            self.groups.push(Group { name, fluents, exact: seen.at_least_one, doubt });
            self.groups.len() - 1
        })
    }

    /// Greedily joins families of different shapes with the same keys, as long as no sample contradicts.
    fn join(&mut self, shapes: &[Shape], keyed: &[Keyed], columns: &Columns) {
        let mut by_size: BTreeMap<usize, Vec<&Keyed>> = BTreeMap::new();
        for family in keyed.iter().filter(|family| family.clean && !shapes[family.shape].opened) {
            by_size.entry(family.varying.iter().filter(|&&v| !v).count()).or_default().push(family);
        }
        for families in by_size.values() {
            let families = &families[..families.len().min(PARTNERS)];
            for (index, &first) in families.iter().enumerate() {
                let mut parts = vec![first];
                let mut union: BTreeMap<&Vec<&str>, Vec<u32>> =
                    first.groups.iter().map(|(key, (_, fluents))| (key, fluents.clone())).collect();
                for &other in &families[index + 1..] {
                    let new = parts.iter().all(|part| part.shape != other.shape);
                    if new && fits(&union, other, columns) {
                        for (key, (_, fluents)) in &other.groups {
                            union.entry(key).or_default().extend(fluents);
                        }
                        parts.push(other);
                    }
                }
                if parts.len() > 1 {
                    self.add(&parts, columns);
                }
            }
        }
    }

    /// Pairs of fluents of which exactly one holds in every sample, even if their arguments are unrelated.
    fn pair_up(&mut self, game: &Game, columns: &Columns) {
        let grouped: Vec<bool> = {
            let mut grouped = vec![false; game.fluents.len()];
            self.groups.iter().flat_map(|group| &group.fluents).for_each(|&f| grouped[f as usize] = true);
            grouped
        };
        let mut partner: FxHashMap<&[u64], u32> = FxHashMap::default();
        let mut pairs = Vec::new();
        for fluent in (0..game.fluents.len() as u32).filter(|&f| !grouped[f as usize]) {
            match partner.remove(columns.complement(fluent).as_slice()) {
                Some(other) => {
                    let name = format!("{} / {}", game.fluents[other as usize], game.fluents[fluent as usize]);
                    pairs.extend(self.group(name, vec![other, fluent], columns));
                }
                None => {
                    partner.insert(columns.of(fluent), fluent);
                }
            }
        }
        if !pairs.is_empty() {
            self.families.push(Family { groups: pairs, varying: usize::MAX });
        }
    }
}

/// Splits a group that the samples contradict: each fluent, the most frequent first, joins the first part with which it
/// never held together. So a mouse that may sit in a trap leaves empty, trap and hole together.
fn split(fluents: &[u32], columns: &Columns) -> Vec<Vec<u32>> {
    let mut parts: Vec<Vec<u32>> = Vec::new();
    let mut order = fluents.to_vec();
    order
        .sort_by_key(|&fluent| std::cmp::Reverse(columns.of(fluent).iter().map(|bits| bits.count_ones()).sum::<u32>()));
    for fluent in order {
        let fits = |part: &&mut Vec<u32>| part.iter().all(|&other| columns.tally(&[fluent, other]).at_most_one);
        match parts.iter_mut().find(fits) {
            Some(part) => part.push(fluent),
            None => parts.push(vec![fluent]),
        }
    }
    parts
}

/// The fluents by shape; nested ones also with their brackets opened.
fn shapes(game: &Game) -> Vec<Shape<'_>> {
    type Frame<'g> = (bool, Vec<&'g str>);
    let mut shapes: BTreeMap<Frame, Vec<(u32, Term)>> = BTreeMap::new();
    for (fluent, text) in (0..).zip(&game.fluents) {
        let term = Term::new(text);
        shapes.entry((false, term.frame.clone())).or_default().push((fluent, term));
        if let Some(term) = Term::opened(text) {
            shapes.entry((true, term.frame.clone())).or_default().push((fluent, term));
        }
    }
    shapes.into_iter().map(|((opened, _), fluents)| Shape { opened, fluents }).collect()
}

/// The choices of varying arguments, from none to all.
fn choices(arity: usize) -> Vec<Vec<bool>> {
    let pick = |chosen: &[usize]| (0..arity).map(|at| chosen.contains(&at)).collect::<Vec<bool>>();
    if arity <= FULL_CHOICE {
        return (0..1_u32 << arity).map(|set| (0..arity).map(|at| set >> at & 1 == 1).collect()).collect();
    }
    let mut choices = vec![pick(&[]), vec![true; arity]];
    for one in 0..arity {
        choices.push(pick(&[one]));
        choices.push(pick(&[one]).iter().map(|v| !v).collect());
        choices.extend((0..one).map(|two| pick(&[one, two])));
    }
    choices
}

/// Groups the fluents of a shape by the arguments that do not vary.
fn key<'g>(index: usize, shape: &Shape<'g>, varying: Vec<bool>, columns: &Columns) -> Keyed<'g> {
    let mut groups: BTreeMap<Vec<&str>, (String, Vec<u32>)> = BTreeMap::new();
    for (fluent, term) in &shape.fluents {
        let key = term.arguments.iter().zip(&varying).filter(|(_, varies)| !**varies).map(|(&word, _)| word).collect();
        groups.entry(key).or_insert_with(|| (term.pattern(&varying), Vec::new())).1.push(*fluent);
    }
    let clean = groups.values().all(|(_, fluents)| columns.tally(fluents).at_most_one);
    Keyed { shape: index, varying, groups, clean }
}

/// Whether a family shares keys with others and no sample shows two fluents of a key together.
fn fits(union: &BTreeMap<&Vec<&str>, Vec<u32>>, other: &Keyed, columns: &Columns) -> bool {
    let shared = other.groups.iter().filter_map(|(key, (_, fluents))| Some((union.get(key)?, fluents)));
    let mut common = 0;
    for (ours, theirs) in shared {
        let all: Vec<u32> = ours.iter().chain(theirs).copied().collect();
        if !columns.tally(&all).at_most_one {
            return false;
        }
        common += 1;
    }
    2 * common >= union.len().min(other.groups.len())
}
