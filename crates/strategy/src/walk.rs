//! Verification by walking, for games with too many states to list: only reachable states are evaluated, one by one,
//! with values from a solution.
//!
//! A strategy fixes the role's moves, so play under it reaches a small part of a large game. Neither the arena nor the
//! bitmaps are used; this shares with [`verify`](crate::verify) only the meaning of a rule and the form of the answer.

use game::{BfsLimits, Game, State, StateSet};
use prove::Symmetries;

use crate::arena::ValueLookup;
use crate::error::Error;
use crate::follow::{Optimality, circle};
use crate::scene::{Onlooker, Scene, Step, Wrong};
use crate::strategy::Strategy;
use crate::symmetry::Group;
use crate::verify::{CounterExample, Verdict};

/// The inputs of a walk.
pub struct Ground<'w> {
    /// The game.
    pub game: &'w Game,
    /// Its symmetries.
    pub symmetries: &'w Symmetries,
    /// The role that follows the strategy.
    pub role: usize,
    /// The value of a state for the role.
    pub known: &'w ValueLookup<'w>,
    /// The role's reward for infinite play; less than any terminal reward if there is none.
    pub infinite: Option<i32>,
    /// The limits.
    pub limits: BfsLimits,
}

/// Verifies a strategy of ground rules by playing it against all replies.
///
/// # Errors
///
/// A limit, a state without a value, or a strategy with lifted rules.
pub fn walk(ground: &Ground<'_>, strategy: &Strategy, optimality: Optimality) -> Result<Verdict, Error> {
    let group = Group::new(ground.game, ground.symmetries, ground.role);
    let onlooker = Onlooker::new(ground.game, &group, ground.role, strategy, ground.known)?;
    Verdict::of(optimality, |optimality| Walk::new(ground, &onlooker, optimality)?.run())
}

/// A reached state.
struct Seen {
    parent: u32,
    value: i32,
    next: Vec<u32>,
}

struct Walk<'w> {
    ground: &'w Ground<'w>,
    onlooker: &'w Onlooker<'w>,
    optimality: Optimality,
    states: StateSet,
    seen: Vec<Seen>,
    /// The number of states in which the role has a choice, and of those in which a rule decides.
    reached: u64,
    decided: u64,
}

impl<'w> Walk<'w> {
    fn new(ground: &'w Ground<'w>, onlooker: &'w Onlooker<'w>, optimality: Optimality) -> Result<Walk<'w>, Error> {
        let start = State::initial(ground.game);
        let mut states = StateSet::new(start.words().len());
        states.insert(start.words());
        let seen = vec![Seen { parent: 0, value: onlooker.value(&start)?, next: Vec::new() }];
        Ok(Walk { ground, onlooker, optimality, states, seen, reached: 0, decided: 0 })
    }

    fn run(mut self) -> Result<Verdict, Error> {
        let mut at = 0;
        while at < self.seen.len() {
            self.check_limits()?;
            let scene = self.onlooker.look(&self.state(at))?;
            let own = scene.chooser == Some(self.ground.role);
            self.reached += u64::from(own);
            self.decided += u64::from(scene.decision.is_some());
            let taken: Vec<&Step> = scene.steps.iter().filter(|step| self.takes(at, &scene, step)).collect();
            if own && taken.iter().any(|step| step.value != self.seen[at].value) {
                let wrong = if scene.decision.is_some() { Wrong::Proposal } else { Wrong::Gap };
                let example = self.onlooker.example(wrong, &self.way(at))?;
                return Ok(self.verdict(Some(example)));
            }
            for step in taken {
                self.visit(at, step);
            }
            at += 1;
        }
        let circle = self.circle().map(|at| self.onlooker.example(Wrong::Circle, &self.way(at)));
        Ok(self.verdict(circle.transpose()?))
    }

    /// Whether play may take a step: if no rule decides, the role makes any move, or only optimal ones if weak
    /// optimality is enough.
    fn takes(&self, at: usize, scene: &Scene, step: &Step) -> bool {
        let free = scene.chooser == Some(self.ground.role) && scene.decision.is_none();
        let finds_alone = free && self.optimality == Optimality::Weak;
        scene.allows(self.ground.role, step) && (!finds_alone || step.value == self.seen[at].value)
    }

    fn visit(&mut self, at: usize, step: &Step) {
        self.states.reserve(1);
        let (number, new) = self.states.insert(step.next.words());
        if new {
            self.seen.push(Seen { parent: at as u32, value: step.value, next: Vec::new() });
        }
        self.seen[at].next.push(number as u32);
    }

    fn verdict(&self, counter_example: Option<CounterExample>) -> Verdict {
        let (optimal, strong) = (counter_example.is_none(), self.optimality == Optimality::Strong);
        let (reached, decided) = (self.reached, self.decided);
        Verdict { optimal, strong, weakly_optimal: optimal, reached, decided, counter_example }
    }

    fn check_limits(&self) -> Result<(), Error> {
        let limits = &self.ground.limits;
        if limits.deadline.is_some_and(|deadline| std::time::Instant::now() >= deadline) {
            return Err(game::BfsLimit::Time.into());
        }
        // A state, its parent and its successors, roughly.
        if self.states.bytes_to_insert(1) + self.seen.len() * 150 > limits.bytes {
            return Err(game::BfsLimit::Bytes.into());
        }
        Ok(())
    }

    fn state(&self, at: usize) -> State {
        State::from_words(self.states.rows(at..at + 1))
    }

    /// The states on a shortest path to a state, itself last.
    fn way(&self, at: usize) -> Vec<State> {
        let mut way = vec![self.state(at)];
        let mut at = at;
        while at != 0 {
            at = self.seen[at].parent as usize;
            way.push(self.state(at));
        }
        way.reverse();
        way
    }

    /// A state on a cycle of states with a better value than infinite play.
    fn circle(&self) -> Option<usize> {
        let within = |state: usize| self.ground.infinite.is_none_or(|infinite| self.seen[state].value > infinite);
        let next =
            |state: usize| self.seen[state].next.iter().map(|&to| to as usize).filter(|&to| within(to)).collect();
        circle((0..self.seen.len()).filter(|&state| within(state)), next)
    }
}
