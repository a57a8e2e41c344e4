//! Examples to learn a rule from: a state in which it decides, and one in which it nearly applies.

use board::{Act, Sketch, in_words};
use game::{Random, State};
use notation::plain;

use crate::arena::Arena;
use crate::cases::Cases;
use crate::compiled::{Choice, Compiled, choices, steps};
use crate::explain::{AboutExample, Example};
use crate::follow::Followed;
use crate::lifted::Lifted;
use crate::rule::{Literal, Rule};
use crate::strategy::Content;
use crate::words::Speaker;

/// Chooses examples.
pub struct Teacher<'t, 'a> {
    pub compiled: &'t Compiled<'a>,
    pub cases: &'t Cases,
    pub speaker: Speaker<'t>,
    pub followed: &'t Followed,
    /// The reachable nodes of the role.
    pub own: &'t [usize],
    /// Facts that hold in all of them.
    pub known: &'t [String],
    pub random: Random,
}

impl Teacher<'_, '_> {
    fn arena(&self) -> &Arena<'_> {
        self.compiled.arena
    }

    /// A state in which the rule decides, if possible as written rather than through a symmetry.
    pub fn example(&mut self, rule: usize) -> Option<Example> {
        let nodes: Vec<usize> =
            self.own.iter().copied().filter(|&node| self.followed.decided[node] == rule as u32).collect();
        let node = *nodes.get(self.random.below(nodes.len().max(1) as u32) as usize)?;
        let state = match &self.compiled.strategy.rules[rule].content {
            Content::Ground(written) => self.states_of(node).find(|state| self.fits_as_written(written, state)),
            Content::Lifted(_) => None,
        };
        let state = state.unwrap_or_else(|| self.arena().state(self.arena().nodes[node].state as usize));
        Some(self.shown(&state, "the rule fits, and none before it does".to_owned()))
    }

    fn states_of(&self, node: usize) -> impl Iterator<Item = State> + '_ {
        let arena = self.compiled.arena;
        let states = (0..arena.states()).filter(move |&state| arena.node_of[state] as usize == node);
        states.map(|state| arena.state(state))
    }

    fn fits_as_written(&self, rule: &Rule, state: &State) -> bool {
        rule.literals.iter().all(|literal| literal.holds(state))
            && choices(self.arena(), state).iter().any(|choice| choice.made == rule.made)
    }

    /// A state in which the rule nearly applies: one literal is missing; otherwise any in which a later rule or none
    /// decides.
    pub fn non_example(&mut self, rule: usize) -> Option<Example> {
        let arena = self.compiled.arena;
        let content = &self.compiled.strategy.rules[rule].content;
        if let Content::Ground(written) = content
            && let Some((state, missing)) = self.near(rule, written)
        {
            let why = self.speaker.literal(Literal { positive: !missing.positive, ..missing });
            return Some(self.shown(&state, why));
        }
        let others: Vec<usize> = self.own.iter().copied().filter(|&node| self.is_later(rule, node)).collect();
        let node = *others.get(self.random.below(others.len().max(1) as u32) as usize)?;
        Some(self.shown(&arena.state(arena.nodes[node].state as usize), why_not(content).to_owned()))
    }

    /// Whether a node is reachable, and neither the rule nor one before it decides there.
    fn is_later(&self, rule: usize, node: usize) -> bool {
        self.followed.reaches(node) && self.followed.decided[node] > rule as u32
    }

    /// A state in which all but one of the literals of a rule hold and its move is legal, with the missing one.
    fn near(&self, rule: usize, written: &Rule) -> Option<(State, Literal)> {
        let arena = self.arena();
        // The tables have one move of each kind, so the case is found for that one and mapped back.
        let back = arena.group.to_representative(written.made).inverse();
        let normal = written.normal(&arena.group);
        let table = &self.cases.tables[self.cases.table_of(normal.made)?];
        (0..table.states.len()).find_map(|case| {
            let mut missing = normal.literals.iter().filter(|literal| !table.holds(**literal, case));
            let (Some(&one), None) = (missing.next(), missing.next()) else { return None };
            let node = arena.sources[table.edges[case] as usize] as usize;
            if !self.is_later(rule, node) {
                return None;
            }
            let state = back.state(arena, table.states[case] as usize)?;
            Some((state, Literal { fluent: back.fluents[one.fluent as usize], ..one }))
        })
    }

    fn shown(&self, state: &State, why: String) -> Example {
        let arena = self.arena();
        let decision = self.compiled.decision(state);
        let proposed: &[Choice] = decision.as_ref().map_or(&[], |(_, moves)| moves);
        let name = |choice: &Choice| arena.game.moves[arena.role][choice.made].name.clone();
        let rule = decision.as_ref().map(|(rule, _)| *rule);
        let is_mirrored =
            |choice: &&Choice| rule.is_some_and(|rule| self.compiled.is_mirrored(rule, state, choice.made));
        let mirrored: Vec<Choice> = proposed.iter().filter(is_mirrored).copied().collect();
        let images = mirrored.iter().filter_map(|choice| self.compiled.image_making(rule?, state, choice.made));
        let keeps = |node: usize| arena.edges[arena.edges_of(node)].iter().all(|edge| edge.keeps);
        let (picture, moves_in_words) = self.drawn(state, proposed);
        let about = AboutExample {
            any_move: decision.is_none() && arena.node_of(state).is_some_and(keeps),
            moves: proposed.iter().map(name).collect(),
            moves_in_words,
            mirrored: mirrored.iter().map(name).collect(),
            images: images.map(|image| self.speaker.ground(image)).collect(),
            rule: rule.map(|rule| rule + 1),
            why,
        };
        Example { state: state.facts(arena.game).into_iter().map(str::to_owned).collect(), picture, about }
    }

    /// A state as a picture with moves marked, and these moves in words. Facts that always hold are left out.
    fn drawn(&self, state: &State, moves: &[Choice]) -> (Vec<String>, Vec<String>) {
        let arena = self.arena();
        let (game, role) = (arena.game, &arena.game.roles[arena.role]);
        let name = |choice: &Choice| &game.moves[arena.role][choice.made].name;
        let Some(board) = self.speaker.board else {
            let facts = state.facts(game).into_iter().filter(|fact| !self.is_known(fact)).map(str::to_owned);
            let words = moves.iter().map(|choice| plain(name(choice))).collect();
            return (in_words(&facts.collect::<Vec<_>>()).into_iter().collect(), words);
        };
        let mut view = board.view(game, state);
        let after = steps(arena, state);
        let act = |choice: &Choice| {
            let next = after.iter().find(|(joint, _)| joint[arena.role] == choice.made);
            next.map_or_else(Act::default, |(_, next)| board.act(role, name(choice), &view, &board.view(game, next)))
        };
        let acts: Vec<Act> = moves.iter().map(act).collect();
        let words = moves.iter().zip(&acts).map(|(choice, act)| board.act_in_words(name(choice), act)).collect();
        view.rest.retain(|fact| !self.is_known(fact));
        (Sketch::new(board).draw(&view, &acts), words)
    }

    fn is_known(&self, fact: &str) -> bool {
        self.known.iter().any(|known| known == fact)
    }
}

/// Why a rule does not apply in a state that is not even close.
fn why_not(content: &Content) -> &'static str {
    match content {
        Content::Ground(Rule { literals, .. }) if literals.is_empty() => "its move is not allowed",
        Content::Lifted(Lifted { literals, made }) if literals.is_empty() && !made.text.contains('?') => {
            "its move is not allowed"
        }
        Content::Lifted(Lifted { made, .. }) if made.text.starts_with('?') => "no move does that",
        _ => "its condition is not met",
    }
}
