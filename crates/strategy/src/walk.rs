//! Verification by walking, for games with too many states to list: only states that play gets to are looked at, one by one, and
//! their values come from a solution.
//!
//! A strategy fixes the role's moves, so play under it sees a small part of a large game. Neither the arena nor the bitmaps are
//! used; what this has in common with [`verify`](crate::verify) is what a rule means, and the form of the answer.

use game::{Evaluator, Game, Limits, State, StateSet};
use prove::Symmetries;

use crate::arena::Known;
use crate::error::Error;
use crate::follow::Optimality;
use crate::rule::Rule;
use crate::strategy::{Content, Strategy};
use crate::symmetry::Group;
use crate::verify::{CounterExample, Verdict};

/// Images of one rule that are listed.
const MOST_IMAGES: usize = 100_000;

/// What a walk needs to know.
pub struct Ground<'w> {
    /// The game.
    pub game: &'w Game,
    /// Its symmetries.
    pub symmetries: &'w Symmetries,
    /// The role that follows the strategy.
    pub role: usize,
    /// The value of a state for the role.
    pub known: &'w Known<'w>,
    /// The role's reward for infinite play; less than any end if there is none.
    pub infinite: Option<i32>,
    /// When to give up.
    pub limits: Limits,
}

/// Verifies a strategy of ground rules by playing it against all replies.
///
/// # Errors
///
/// A limit, a state without a value, or a strategy with lifted rules.
pub fn walk(ground: &Ground<'_>, strategy: &Strategy, optimality: Optimality) -> Result<Verdict, Error> {
    let group = Group::new(ground.game, ground.symmetries, ground.role);
    let images = |content: &Content| match content {
        Content::Ground(rule) => rule.images(&group, MOST_IMAGES).ok_or_else(|| {
            let text = rule.text(ground.game, ground.role);
            Error::Limit(format!("the rule {text} has too many images under the game's symmetries"))
        }),
        Content::Lifted(_) => Err(Error::Unsuited("lifted rules are verified on a list of all states only".to_owned())),
    };
    let rules: Vec<Vec<Rule>> = strategy.rules.iter().map(|item| images(&item.content)).collect::<Result<_, _>>()?;
    let verdict = Walk::new(ground, &rules, optimality)?.run()?;
    let weakly_optimal = match optimality {
        Optimality::Strong if !verdict.optimal => Walk::new(ground, &rules, Optimality::Weak)?.run()?.optimal,
        _ => verdict.optimal,
    };
    Ok(Verdict { weakly_optimal, ..verdict })
}

/// A state that play got to.
struct Seen {
    parent: u32,
    /// The joint move that led there.
    made: Vec<usize>,
    value: i32,
    next: Vec<u32>,
}

struct Walk<'w> {
    ground: &'w Ground<'w>,
    /// Per rule its images.
    rules: &'w [Vec<Rule>],
    optimality: Optimality,
    evaluator: Evaluator<'w>,
    states: StateSet,
    seen: Vec<Seen>,
}

/// A joint move with the state and value it leads to.
struct Step {
    joint: Vec<usize>,
    next: State,
    value: i32,
}

impl<'w> Walk<'w> {
    fn new(ground: &'w Ground<'w>, rules: &'w [Vec<Rule>], optimality: Optimality) -> Result<Walk<'w>, Error> {
        let evaluator = Evaluator::new(ground.game)?;
        let start = State::initial(ground.game);
        let mut states = StateSet::new(start.words().len());
        states.insert(start.words());
        let mut walk = Walk { ground, rules, optimality, evaluator, states, seen: Vec::new() };
        let value = walk.value(&start)?;
        walk.seen.push(Seen { parent: 0, made: Vec::new(), value, next: Vec::new() });
        Ok(walk)
    }

    fn run(mut self) -> Result<Verdict, Error> {
        let (mut reached, mut decided) = (0, 0);
        let mut at = 0;
        while at < self.seen.len() {
            self.check_limits()?;
            let state = State::from_words(self.states.rows(at..at + 1));
            let (chooser, steps) = self.steps(&state)?;
            let own = chooser == Some(self.ground.role);
            let rule = if own { self.decision(&state, &steps) } else { None };
            reached += u64::from(own);
            decided += u64::from(rule.is_some());
            let allowed = |step: &&Step| match &rule {
                Some((_, moves)) => moves.contains(&step.joint[self.ground.role]),
                None => !own || self.optimality == Optimality::Strong || step.value == self.seen[at].value,
            };
            let taken: Vec<&Step> = steps.iter().filter(allowed).collect();
            if let Some(bad) = taken.iter().copied().find(|step| own && step.value != self.seen[at].value) {
                let what = match rule {
                    Some(_) => "a rule proposes a move that loses value",
                    None => "no rule applies, and not every move is optimal",
                };
                let example = self.example(at, what, &steps, rule.as_ref().map(|(rule, _)| *rule), &taken, Some(bad));
                return Ok(self.verdict(reached, decided, Some(example)));
            }
            for step in taken {
                self.states.reserve(1);
                let (number, new) = self.states.insert(step.next.words());
                if new {
                    let (parent, made) = (at as u32, step.joint.clone());
                    self.seen.push(Seen { parent, made, value: step.value, next: Vec::new() });
                }
                self.seen[at].next.push(number as u32);
            }
            at += 1;
        }
        let circle = match self.circle() {
            None => None,
            Some(at) => {
                let (_, steps) = self.steps(&State::from_words(self.states.rows(at..at + 1)))?;
                Some(self.example(at, "play may come back to this state for ever", &steps, None, &[], None))
            }
        };
        Ok(self.verdict(reached, decided, circle))
    }

    fn verdict(&self, reached: u64, decided: u64, counter_example: Option<CounterExample>) -> Verdict {
        let (optimal, strong) = (counter_example.is_none(), self.optimality == Optimality::Strong);
        Verdict { optimal, strong, weakly_optimal: optimal, reached, decided, counter_example }
    }

    fn check_limits(&self) -> Result<(), Error> {
        let limits = &self.ground.limits;
        if limits.deadline.is_some_and(|deadline| std::time::Instant::now() >= deadline) {
            return Err(game::Limit::Time.into());
        }
        // A state, its parent, its joint move and its successors, roughly.
        if self.states.bytes_to_insert(1) + self.seen.len() * 200 > limits.bytes {
            return Err(game::Limit::Bytes.into());
        }
        Ok(())
    }

    fn value(&self, state: &State) -> Result<i32, Error> {
        (self.ground.known)(state).map_err(|why| Error::shown(&why, state, self.ground.game))
    }

    /// Who chooses in a state, and what can be done.
    fn steps(&self, state: &State) -> Result<(Option<usize>, Vec<Step>), Error> {
        let view = self.evaluator.view(state);
        if view.terminal {
            return Ok((None, Vec::new()));
        }
        let chooser = view.legal.iter().position(|moves| moves.len() > 1);
        if view.legal.iter().any(Vec::is_empty) || view.legal.iter().filter(|moves| moves.len() > 1).count() > 1 {
            return Err(Error::shown("several roles move at once, or one can't move", state, self.ground.game));
        }
        let mut steps = Vec::new();
        for &own in &view.legal[chooser.unwrap_or(0)] {
            let joint: Vec<usize> = view
                .legal
                .iter()
                .enumerate()
                .map(|(role, moves)| if role == chooser.unwrap_or(0) { own } else { moves[0] })
                .collect();
            let next = self.evaluator.next(state, &joint);
            steps.push(Step { value: self.value(&next)?, next, joint });
        }
        Ok((chooser, steps))
    }

    /// The first rule one of whose images applies, with the moves of all that do.
    fn decision(&self, state: &State, steps: &[Step]) -> Option<(usize, Vec<usize>)> {
        let legal = |rule: &&Rule| steps.iter().any(|step| step.joint[self.ground.role] == rule.made);
        self.rules.iter().enumerate().find_map(|(number, images)| {
            let applying = images.iter().filter(|image| image.literals.iter().all(|l| l.holds(state))).filter(legal);
            let moves: Vec<usize> = applying.map(|image| image.made).collect();
            (!moves.is_empty()).then_some((number, moves))
        })
    }

    /// A state on a circle of states that are worth more than infinite play.
    fn circle(&self) -> Option<usize> {
        let within = |state: usize| self.ground.infinite.is_none_or(|infinite| self.seen[state].value > infinite);
        let inside: Vec<usize> = (0..self.seen.len()).filter(|&state| within(state)).collect();
        let next = |state: usize| self.seen[state].next.iter().map(|&to| to as usize).filter(|&to| within(to));
        let mut entering = vec![0u32; self.seen.len()];
        inside.iter().flat_map(|&state| next(state)).for_each(|to| entering[to] += 1);
        let mut open: Vec<usize> = inside.iter().copied().filter(|&state| entering[state] == 0).collect();
        while let Some(state) = open.pop() {
            for to in next(state) {
                entering[to] -= 1;
                if entering[to] == 0 {
                    open.push(to);
                }
            }
        }
        inside.into_iter().find(|&state| entering[state] > 0)
    }

    fn example(
        &self,
        at: usize,
        what: &str,
        steps: &[Step],
        rule: Option<usize>,
        taken: &[&Step],
        bad: Option<&Step>,
    ) -> CounterExample {
        let (game, role) = (self.ground.game, self.ground.role);
        let name = |step: &Step| game.moves[role][step.joint[role]].name.clone();
        let mut moves = Vec::new();
        let mut state = at;
        while state != 0 {
            let said = |(role, &made): (usize, &usize)| format!("{} {}", game.roles[role], game.moves[role][made].name);
            moves.push(self.seen[state].made.iter().enumerate().map(said).collect::<Vec<_>>().join(", "));
            state = self.seen[state].parent as usize;
        }
        moves.reverse();
        let facts = State::from_words(self.states.rows(at..at + 1));
        CounterExample {
            what: what.to_owned(),
            state: facts.facts(game).into_iter().map(str::to_owned).collect(),
            moves,
            rule: rule.map(|rule| rule + 1),
            proposed: taken.iter().map(|step| name(step)).collect(),
            wrong: bad.map(name),
            value: self.seen[at].value,
            value_after: bad.map(|step| step.value),
            best: steps.iter().filter(|step| step.value == self.seen[at].value).map(name).collect(),
        }
    }
}
