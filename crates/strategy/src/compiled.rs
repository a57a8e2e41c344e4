//! A strategy with its effect: the edges that each of its rules takes, and its moves in single states.

use game::{Evaluator, State};
use gdl::diagnostic::Diagnostic;
use gdl::{Rules, Source};

use crate::arena::Arena;
use crate::bits::Bits;
use crate::cases::Cases;
use crate::error::Error;
use crate::follow::{self, Followed, NONE, Optimality};
use crate::lifted::Extended;
use crate::rule::Rule;
use crate::scene::successors;
use crate::strategy::{Content, Strategy};

/// A strategy ready to be followed.
pub struct Compiled<'a> {
    /// The arena.
    pub arena: &'a Arena<'a>,
    /// The strategy.
    pub strategy: Strategy,
    /// For each rule, the edges that it takes.
    pub edges: Vec<Bits>,
    /// For each ground rule, its images, itself first; empty for lifted ones.
    images: Vec<Vec<Rule>>,
}

/// A legal move of the role in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move, by index.
    pub made: usize,
    /// The edge of the arena.
    pub edge: usize,
}

/// Why a strategy cannot be compiled.
#[derive(Debug)]
pub enum CompileError {
    /// Errors in its text.
    Text(Vec<Diagnostic>),
    /// Something else.
    Other(Error),
}

impl<'a> Compiled<'a> {
    /// Compiles a strategy.
    ///
    /// # Errors
    ///
    /// Errors in its lifted rules; or a rule with too many images.
    pub fn new(
        arena: &'a Arena<'a>,
        cases: &Cases,
        sheet: &Source,
        rules: &Rules,
        strategy: Strategy,
    ) -> Result<Compiled<'a>, CompileError> {
        let extended = Extended::new(arena, sheet, rules, &strategy).map_err(CompileError::Text)?;
        let mut lifted = extended.map(|extended| extended.edges(arena)).unwrap_or_default().into_iter();
        let edges = |content: &Content| match content {
            Content::Ground(rule) => cases.edges(arena, rule),
            Content::Lifted(_) => lifted.next().unwrap_or_default(),
        };
        let edges = strategy.rules.iter().map(|item| &item.content).map(edges).collect();
        let images = |content: &Content| match content {
            Content::Ground(rule) => rule.images(&arena.group, arena.game, arena.role),
            Content::Lifted(_) => Ok(Vec::new()),
        };
        let images = strategy.rules.iter().map(|item| images(&item.content)).collect::<Result<_, _>>();
        Ok(Compiled { edges, images: images.map_err(CompileError::Other)?, arena, strategy })
    }

    /// Follows the strategy through the arena.
    pub fn follow(&self, optimality: Optimality) -> Followed {
        follow::follow(self.arena, &self.rules(), optimality)
    }

    /// The edges of all rules.
    pub fn rules(&self) -> Vec<&Bits> {
        self.edges.iter().collect()
    }

    /// The rule that decides in a state and its proposed moves; `None` if no rule applies there or the role has no
    /// choice.
    ///
    /// For lifted rules these are all moves that are equivalent to a proposed one by symmetry.
    pub fn decision(&self, state: &State) -> Option<(usize, Vec<Choice>)> {
        let node = self.arena.node_of(state)?;
        let rule = follow::decide(self.arena, &self.rules(), node);
        if rule == NONE {
            return None;
        }
        let images = &self.images[rule as usize];
        let proposes = |choice: &Choice| match images.is_empty() {
            true => self.edges[rule as usize].contains(choice.edge),
            false => images.iter().any(|image| image.makes(choice.made, state)),
        };
        Some((rule as usize, choices(self.arena, state).into_iter().filter(proposes).collect()))
    }

    /// Whether a rule proposes a move in a state through a symmetry, and not as written.
    pub fn is_mirrored(&self, rule: usize, state: &State, made: usize) -> bool {
        match &self.strategy.rules[rule].content {
            Content::Ground(written) => !written.makes(made, state),
            Content::Lifted(written) => {
                !written.made.text.contains('?')
                    && written.made.text != self.arena.game.moves[self.arena.role][made].name
            }
        }
    }

    /// The image of a ground rule that proposes a move in a state.
    pub fn image_making(&self, rule: usize, state: &State, made: usize) -> Option<&Rule> {
        self.images[rule].iter().find(|image| image.makes(made, state))
    }

    /// The image of a ground rule that applies in a state, if there is one.
    pub fn applying(&self, rule: usize, state: &State) -> Option<&Rule> {
        let legal = choices(self.arena, state);
        let applies = |image: &&Rule| {
            image.literals.iter().all(|l| l.holds(state)) && legal.iter().any(|choice| choice.made == image.made)
        };
        self.images[rule].iter().find(applies)
    }
}

/// The legal moves of the role in a state of its own, with their edges.
pub fn choices(arena: &Arena<'_>, state: &State) -> Vec<Choice> {
    let Some(node) = arena.node_of(state) else { return Vec::new() };
    let steps = steps(arena, state);
    let choice = |(joint, next): (Vec<usize>, State)| {
        let edge = arena.edge(node, arena.node_of(&next)?)?;
        Some(Choice { made: joint[arena.role], edge })
    };
    steps.into_iter().filter_map(choice).collect()
}

/// The joint moves of a state with their successors.
pub fn steps(arena: &Arena<'_>, state: &State) -> Vec<(Vec<usize>, State)> {
    let evaluator = evaluator(arena);
    successors(&evaluator, state, &evaluator.view(state))
}

/// Evaluates states of the game.
pub fn evaluator<'g>(arena: &Arena<'g>) -> Evaluator<'g> {
    Evaluator::new(arena.game).expect("the arena was built from this game, so its circuit is well-formed")
}
