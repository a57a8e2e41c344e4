//! Detailed evaluation of single states: the role that chooses, the value of each move, and the decision of a list of
//! ground rules.
//!
//! [Walking](crate::walk) evaluates every state this way; verification on [diagrams](crate::diagrams) only the
//! counter-example. Neither needs an arena, and states are evaluated on demand.

use std::fmt::{self, Display, Formatter};

use game::{Evaluator, Game, State, View};
use serde::{Serialize, Serializer};

use crate::arena::ValueLookup;
use crate::error::Error;
use crate::rule::Rule;
use crate::strategy::{Content, Strategy};
use crate::symmetry::Group;
use crate::verify::{AboutFlaw, CounterExample};

/// A flaw of a list in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// The rule that decides proposes a move that loses value.
    Proposal,
    /// No rule applies, and not every move is optimal.
    Gap,
    /// Play may repeat states forever.
    Circle,
}

impl Wrong {
    /// As a sentence without its full stop.
    pub fn sentence(self) -> &'static str {
        match self {
            Wrong::Proposal => "a rule proposes a move that loses value",
            Wrong::Gap => "no rule applies, and not every move is optimal",
            Wrong::Circle => "play may return to this state forever",
        }
    }
}

/// A joint move with its successor and value.
pub struct Step {
    /// The moves of all roles.
    pub joint: Vec<usize>,
    /// The successor.
    pub next: State,
    /// The value of the successor for the role.
    pub value: i32,
}

/// A state with its options.
pub struct Scene {
    /// The role that chooses; `None` if nobody does or the state is terminal.
    pub chooser: Option<usize>,
    /// The options.
    pub steps: Vec<Step>,
    /// The rule that decides and its proposed moves, if the role chooses and a rule applies.
    pub decision: Option<(usize, Vec<usize>)>,
}

/// Evaluates states with a list of ground rules and values.
pub struct Onlooker<'o> {
    /// The game.
    pub game: &'o Game,
    /// The role that follows the list.
    pub role: usize,
    evaluator: Evaluator<'o>,
    /// For each rule, its images, itself first.
    rules: Vec<Vec<Rule>>,
    known: &'o ValueLookup<'o>,
}

impl<'o> Onlooker<'o> {
    /// An evaluator with the values of states.
    ///
    /// # Errors
    ///
    /// A rule that is lifted or has too many images.
    pub fn new(
        game: &'o Game,
        group: &Group,
        role: usize,
        strategy: &Strategy,
        known: &'o ValueLookup<'o>,
    ) -> Result<Onlooker<'o>, Error> {
        let rules = ground_rules(strategy)?;
        let rules = rules.iter().map(|rule| rule.images(group, game, role)).collect::<Result<_, _>>()?;
        Ok(Onlooker { game, role, evaluator: Evaluator::new(game)?, rules, known })
    }

    /// The value of a state for the role.
    pub fn value(&self, state: &State) -> Result<i32, Error> {
        (self.known)(state).map_err(|why| Error::shown(&why, state, self.game))
    }

    /// Evaluates a state.
    pub fn look(&self, state: &State) -> Result<Scene, Error> {
        let view = self.evaluator.view(state);
        if view.terminal {
            return Ok(Scene { chooser: None, steps: Vec::new(), decision: None });
        }
        if view.legal.iter().any(Vec::is_empty) || view.legal.iter().filter(|moves| moves.len() > 1).count() > 1 {
            return Err(Error::shown("several roles move at once, or one cannot move", state, self.game));
        }
        let mut steps = Vec::new();
        for (joint, next) in successors(&self.evaluator, state, &view) {
            steps.push(Step { value: self.value(&next)?, next, joint });
        }
        let chooser = view.legal.iter().position(|moves| moves.len() > 1);
        let decision = if chooser == Some(self.role) { self.decision(state, &view.legal[self.role]) } else { None };
        Ok(Scene { chooser, steps, decision })
    }

    /// The first rule with an applicable image, and the moves of all its applicable images.
    fn decision(&self, state: &State, legal: &[usize]) -> Option<(usize, Vec<usize>)> {
        self.rules.iter().enumerate().find_map(|(number, images)| {
            let applies = |image: &&Rule| image.literals.iter().all(|l| l.holds(state)) && legal.contains(&image.made);
            let moves: Vec<usize> = images.iter().filter(applies).map(|image| image.made).collect();
            (!moves.is_empty()).then_some((number, moves))
        })
    }

    /// The last of some states as a counter-example; the others are the path to it.
    pub fn example(&self, wrong: Wrong, way: &[State]) -> Result<CounterExample, Error> {
        let Some(state) = way.last() else { return Err(Error::Unsuited("there is no state to show".to_owned())) };
        let mut moves = Vec::new();
        for pair in way.windows(2) {
            let scene = self.look(&pair[0])?;
            let step = scene.steps.iter().find(|step| step.next == pair[1] && scene.allows(self.role, step));
            moves.extend(step.map(|step| spoken(&self.evaluator, self.game, &pair[0], &step.joint)));
        }
        let scene = self.look(state)?;
        let value = self.value(state)?;
        let name = |step: &Step| self.game.moves[self.role][step.joint[self.role]].name.clone();
        let proposed = || scene.steps.iter().filter(|step| scene.allows(self.role, step));
        let bad = proposed().find(|step| wrong != Wrong::Circle && step.value != value);
        let about = AboutFlaw {
            what: wrong.sentence().to_owned(),
            rule: scene.decision.as_ref().map(|(rule, _)| rule + 1),
            proposed: proposed().map(name).collect(),
            wrong: bad.map(name),
            mirrored: scene
                .decision
                .as_ref()
                .zip(bad.or(proposed().next()))
                .is_some_and(|((rule, _), step)| !self.rules[*rule][0].makes(step.joint[self.role], state)),
            value,
            value_after: bad.map(|step| step.value),
            best: scene.steps.iter().filter(|step| step.value == value).map(name).collect(),
        };
        Ok(CounterExample { state: state.facts(self.game).into_iter().map(str::to_owned).collect(), moves, about })
    }
}

impl Scene {
    /// Whether the list allows the role to make a step: the deciding rule proposes it, or none decides.
    pub fn allows(&self, role: usize, step: &Step) -> bool {
        self.decision.as_ref().is_none_or(|(_, moves)| moves.contains(&step.joint[role]))
    }
}

/// The roles whose moves are not idle, with these moves; all roles if all are idle. Written `x (mark 1 1)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpokenMove(pub Vec<(String, String)>);

impl Display for SpokenMove {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.0.iter().map(|(role, made)| format!("{role} {made}")).collect();
        f.write_str(&parts.join(", "))
    }
}

impl Serialize for SpokenMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A joint move as text.
pub fn spoken(evaluator: &Evaluator<'_>, game: &Game, state: &State, joint: &[usize]) -> SpokenMove {
    let busy = evaluator.busy(state, &evaluator.view(state).legal, joint);
    let roles = if busy.is_empty() { (0..joint.len()).collect() } else { busy };
    let said = |role: usize| (game.roles[role].clone(), game.moves[role][joint[role]].name.clone());
    SpokenMove(roles.into_iter().map(said).collect())
}

/// The joint moves of a state in which one role chooses, with their successors; empty if the state is terminal or
/// stuck.
pub fn successors(evaluator: &Evaluator<'_>, state: &State, view: &View) -> Vec<(Vec<usize>, State)> {
    if view.terminal || view.legal.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let chooser = view.legal.iter().position(|moves| moves.len() > 1).unwrap_or(0);
    let joint = |&own: &usize| -> Vec<usize> {
        view.legal.iter().enumerate().map(|(role, moves)| if role == chooser { own } else { moves[0] }).collect()
    };
    let joints = view.legal[chooser].iter().map(joint);
    joints.map(|joint| (joint.clone(), evaluator.next(state, &joint))).collect()
}

/// The rules of a strategy that has no lifted ones.
pub fn ground_rules(strategy: &Strategy) -> Result<Vec<Rule>, Error> {
    let rule = |content: &Content| match content {
        Content::Ground(rule) => Ok(rule.clone()),
        Content::Lifted(_) => Err(Error::Input("lifted rules need a list of all states".to_owned())),
    };
    strategy.rules.iter().map(|item| rule(&item.content)).collect()
}
