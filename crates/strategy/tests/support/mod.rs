//! Games prepared for strategies, and a plain judge of strategies that shares no code with the crate.

#![allow(dead_code, reason = "not every test needs everything")]

use std::collections::{BTreeMap, HashMap, HashSet};

use game::Game;
use gdl::{Rules, Source};
use interpret::{Interpreter, State, TermId};
use prove::Symmetries;
use strategy::{Arena, ArenaOptions};

/// A game with its symmetries.
pub struct Bench {
    pub source: Source,
    pub rules: Rules,
    pub game: Game,
    pub symmetries: Symmetries,
}

impl Bench {
    pub fn new(name: &str) -> Bench {
        Bench::of(name, &games::sheet(name).expect("a bundled game"))
    }

    pub fn of(name: &str, sheet: &str) -> Bench {
        let source = Source::new(name, sheet);
        let rules = Rules::from_text(sheet).expect("well-formed");
        let game = ground::ground(&rules, &ground::GroundingLimits::default()).expect("small enough");
        let proved = prove::prove(game, &prove::ProofOptions::default()).expect("well-formed");
        Bench { source, rules, game: proved.game, symmetries: proved.symmetries }
    }

    /// All symmetries that fix the roles, as renamings.
    pub fn renamings(&self, role: usize) -> Vec<Box<Renaming>> {
        let fixing = self.symmetries.generators.iter().filter(|s| s.roles.iter().enumerate().all(|(at, &to)| at == to));
        let generator = |symmetry: &prove::Symmetry| -> HashMap<String, String> {
            let facts = self.game.fluents.iter().zip(&symmetry.fluents);
            let facts = facts.map(|(fact, image)| (fact.clone(), self.game.fluents[image.0 as usize].clone()));
            let names = |made: usize| self.game.moves[role][made].name.clone();
            let moves = symmetry.moves[role].iter().enumerate().map(|(made, &image)| (names(made), names(image)));
            facts.chain(moves).collect()
        };
        let generators: Vec<HashMap<String, String>> = fixing.map(generator).collect();
        let facts = self.game.fluents.iter().chain(self.game.moves[role].iter().map(|made| &made.name));
        let mut elements: Vec<BTreeMap<String, String>> =
            vec![facts.map(|name| (name.clone(), name.clone())).collect()];
        let mut seen: HashSet<BTreeMap<String, String>> = elements.iter().cloned().collect();
        let mut next = 0;
        while let Some(element) = elements.get(next).cloned() {
            next += 1;
            for generator in &generators {
                let product: BTreeMap<String, String> =
                    element.iter().map(|(name, image)| (name.clone(), generator[image].clone())).collect();
                if seen.insert(product.clone()) {
                    elements.push(product);
                }
            }
        }
        let renaming =
            |map: BTreeMap<String, String>| -> Box<Renaming> { Box::new(move |text: &str| map[text].clone()) };
        elements.into_iter().map(renaming).collect()
    }

    pub fn arena(&self, role: usize) -> Arena<'_> {
        Arena::new(&self.game, &self.symmetries, role, &ArenaOptions::default()).expect("suited")
    }
}

/// A rule as text: facts with their signs, and a move.
pub type PlainRule = (Vec<(String, bool)>, String);

/// A symmetry as a renaming of facts and moves.
pub type Renaming = dyn Fn(&str) -> String;

/// Plays a list of ground rules against all replies with the interpreter, in an acyclic game of one or two roles.
pub struct Judge {
    game: Interpreter,
    role: usize,
    /// Every image of every rule.
    rules: Vec<Vec<PlainRule>>,
    values: HashMap<State, i32>,
}

impl Judge {
    pub fn new(sheet: &str, role: usize, rules: &[PlainRule], symmetries: &[Box<Renaming>]) -> Judge {
        let game = Interpreter::new(&Rules::from_text(sheet).expect("well-formed")).expect("interpretable");
        let image = |rule: &PlainRule, renaming: &Renaming| -> PlainRule {
            (rule.0.iter().map(|(fact, sign)| (renaming(fact), *sign)).collect(), renaming(&rule.1))
        };
        let images = |rule: &PlainRule| symmetries.iter().map(|renaming| image(rule, renaming)).collect();
        Judge { game, role, rules: rules.iter().map(images).collect(), values: HashMap::new() }
    }

    /// The value of the game for the role, and the guaranteed reward of the list with any moves where no rule applies.
    pub fn judge(&mut self) -> (i32, i32) {
        let first = self.game.initial().expect("a first state");
        (self.value(&first), self.worst(&first, &mut HashMap::new()))
    }

    /// Whether every move of the list, and every move where no rule applies, keeps the value in all reachable states.
    pub fn is_strongly_optimal(&mut self) -> bool {
        let first = self.game.initial().expect("a first state");
        let (mut seen, mut open) = (HashSet::from([first.clone()]), vec![first]);
        while let Some(state) = open.pop() {
            for next in self.replies(&state) {
                if self.chooser(&state) == Some(self.role) && self.value(&next) != self.value(&state) {
                    return false;
                }
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        true
    }

    /// The guaranteed reward of the list in any game, cyclic or not: the lowest reachable terminal reward, or that of
    /// infinite play if a state can repeat.
    pub fn guaranteed(&mut self, infinite: i32) -> i32 {
        let first = self.game.initial().expect("a first state");
        let mut numbers = HashMap::from([(first.clone(), 0)]);
        let mut states = vec![first];
        let mut next: Vec<Vec<usize>> = Vec::new();
        let mut worst = i32::MAX;
        while let Some(state) = states.get(next.len()).cloned() {
            let replies = self.replies(&state);
            if replies.is_empty() {
                worst = worst.min(self.game.goals(&state).expect("goals")[self.role][0]);
            }
            let number = |reply: State| {
                let new = states.len();
                *numbers.entry(reply).or_insert_with_key(|reply| {
                    states.push(reply.clone());
                    new
                })
            };
            let numbers = replies.into_iter().map(number).collect();
            next.push(numbers);
        }
        // States without predecessors are removed one by one; the rest are on cycles or reachable from them.
        let mut entering = vec![0; next.len()];
        next.iter().flatten().for_each(|&to| entering[to] += 1);
        let mut open: Vec<usize> = (0..next.len()).filter(|&state| entering[state] == 0).collect();
        let mut taken = 0;
        while let Some(state) = open.pop() {
            taken += 1;
            for &to in &next[state] {
                entering[to] -= 1;
                if entering[to] == 0 {
                    open.push(to);
                }
            }
        }
        if taken < next.len() { worst.min(infinite) } else { worst }
    }

    fn legal(&mut self, state: &State) -> Option<Vec<Vec<TermId>>> {
        (!self.game.terminal(state).expect("decidable")).then(|| self.game.legal(state).expect("legal moves"))
    }

    fn chooser(&mut self, state: &State) -> Option<usize> {
        self.legal(state)?.iter().position(|moves| moves.len() > 1)
    }

    fn after(&mut self, state: &State, allowed: impl Fn(&str) -> bool) -> Vec<State> {
        let Some(legal) = self.legal(state) else { return Vec::new() };
        let chooser = legal.iter().position(|moves| moves.len() > 1).unwrap_or(0);
        let mut next = Vec::new();
        for &own in &legal[chooser] {
            if allowed(&self.game.text(own)) {
                let joint: Vec<TermId> =
                    (0..legal.len()).map(|r| if r == chooser { own } else { legal[r][0] }).collect();
                next.push(self.game.next(state, &joint).expect("a successor"));
            }
        }
        next
    }

    fn value(&mut self, state: &State) -> i32 {
        if let Some(&value) = self.values.get(state) {
            return value;
        }
        let own = self.chooser(state) == Some(self.role);
        let next: Vec<i32> = self.after(state, |_| true).iter().map(|next| self.value(next)).collect();
        let best = if own { next.into_iter().max() } else { next.into_iter().min() };
        let value = best.unwrap_or_else(|| self.game.goals(state).expect("goals")[self.role][0]);
        self.values.insert(state.clone(), value);
        value
    }

    /// The guaranteed reward of the list.
    fn worst(&mut self, state: &State, known: &mut HashMap<State, i32>) -> i32 {
        if let Some(&value) = known.get(state) {
            return value;
        }
        let next = self.replies(state);
        let worst = next.iter().map(|next| self.worst(next, known)).min();
        let value = worst.unwrap_or_else(|| self.game.goals(state).expect("goals")[self.role][0]);
        known.insert(state.clone(), value);
        value
    }

    /// The possible successors: if the role chooses, by the first applicable rule with all its images.
    fn replies(&mut self, state: &State) -> Vec<State> {
        if self.chooser(state) != Some(self.role) {
            return self.after(state, |_| true);
        }
        let facts: HashSet<String> = state.facts().iter().map(|&fact| self.game.text(fact)).collect();
        let legal: HashSet<String> = {
            let legal = self.legal(state).expect("not terminal");
            legal[self.role].iter().map(|&made| self.game.text(made)).collect()
        };
        let applies = |(literals, made): &PlainRule| {
            legal.contains(made) && literals.iter().all(|(fact, sign)| facts.contains(fact) == *sign)
        };
        let proposed: Option<HashSet<String>> = self.rules.iter().find_map(|images| {
            let moves: HashSet<String> =
                images.iter().filter(|image| applies(image)).map(|image| image.1.clone()).collect();
            (!moves.is_empty()).then_some(moves)
        });
        self.after(state, |made| proposed.as_ref().is_none_or(|proposed| proposed.contains(made)))
    }
}

/// The rules of a strategy of ground rules, as text.
pub fn plain(strategy: &strategy::Strategy, game: &Game, role: usize) -> Vec<PlainRule> {
    let rule = |item: &strategy::Item| match &item.content {
        strategy::Content::Ground(rule) => {
            let literal = |l: &strategy::Literal| (game.fluents[l.fluent as usize].clone(), l.positive);
            (rule.literals.iter().map(literal).collect(), game.moves[role][rule.made].name.clone())
        }
        strategy::Content::Lifted(_) => panic!("the plain judge knows ground rules alone"),
    };
    strategy.rules.iter().map(rule).collect()
}

/// Only the identity.
pub fn identity() -> Vec<Box<Renaming>> {
    vec![Box::new(str::to_owned)]
}

/// The eight symmetries of a 3x3 board whose cells are `(… column row …)`.
pub fn square() -> Vec<Box<Renaming>> {
    let turn = |number: usize, column: i32, row: i32| {
        let (mut c, mut r) = (column - 2, row - 2);
        if number >= 4 {
            c = -c;
        }
        for _ in 0..number % 4 {
            (c, r) = (r, -c);
        }
        (c + 2, r + 2)
    };
    let renaming = move |number: usize| -> Box<Renaming> {
        Box::new(move |text: &str| {
            let words: Vec<&str> = text.trim_matches(['(', ')']).split(' ').collect();
            let (Some(Ok(column)), Some(Ok(row))) =
                (words.get(1).map(|w| w.parse::<i32>()), words.get(2).map(|w| w.parse::<i32>()))
            else {
                return text.to_owned();
            };
            let (column, row) = turn(number, column, row);
            let rest: String = words[3..].iter().map(|word| format!(" {word}")).collect();
            format!("({} {column} {row}{rest})", words[0])
        })
    };
    (0..8).map(renaming).collect()
}
