//! The solved game for strategies, as sets: the counterpart of the [arena](crate::arena).

use diagram::{Set, Store};
use game::{Fluent, Game, Signal, State};
use prove::ProvedGame;
use solution::Database;
use symbolic::engine::{DiagramEngine, Resources};
use symbolic::reach::is_cyclic;
use symbolic::transition::Transitions;

use super::worth::{self, Worth};
use crate::error::Error;
use crate::rule::{Literal, Rule};
use crate::symmetry::Group;

/// The inputs of an arena.
pub struct Terms<'g, 'd> {
    /// The game.
    pub proved: &'g ProvedGame,
    /// The role for which strategies are made.
    pub role: usize,
    /// A solution of the game.
    pub database: &'d Database,
    /// The role's reward for infinite play, if it differs from the solution's.
    pub infinite: Option<i32>,
    /// The limits of the diagrams.
    pub resources: Resources,
}

/// The solved game on diagrams.
pub struct DiagramArena<'g> {
    /// The game.
    pub game: &'g Game,
    /// The role for which strategies are made.
    pub role: usize,
    /// The symmetries that fix the roles.
    pub group: Group,
    /// The role's reward for infinite play; `None` in acyclic games.
    pub infinite: Option<i32>,
    pub(super) engine: DiagramEngine<'g>,
    pub(super) worth: Vec<Worth>,
    /// The states in which the role has a choice.
    pub(super) own: Set,
    /// The non-terminal states in which the role has none.
    pub(super) others: Set,
    /// The states in which some move of the role is not optimal, so that a rule is needed.
    pub(super) needy: Set,
    /// For each fluent, the states in which it holds.
    cubes: Vec<Set>,
    /// Fluents that vary over the states of the role.
    pub(super) telling: Vec<u32>,
    /// The role's moves, by number; `None` for moves that it never chooses.
    pub(super) moves: Vec<Option<OwnMove>>,
}

/// A move of the role, in states where the role has a choice.
pub(super) struct OwnMove {
    pub by: Transitions,
    /// The states in which it is legal.
    pub legal: Set,
    /// The states in which it loses value.
    pub bad: Set,
    /// The states in which it loses value or, in cyclic games, does not bring the forced outcome closer.
    pub poor: Set,
}

impl<'g> DiagramArena<'g> {
    /// Reads the values of a solution and finds the states in which each move is a mistake.
    ///
    /// # Errors
    ///
    /// A limit of the diagrams, a solution that does not match or is damaged, or a game that does not support
    /// strategies.
    pub fn new(terms: &Terms<'g, '_>) -> Result<DiagramArena<'g>, Error> {
        let Terms { proved, role, database, .. } = *terms;
        let game = &proved.game;
        check_sums(database)?;
        let order = worth::order(game, database)?;
        let mut engine = DiagramEngine::new(proved, &order, terms.resources)?;
        let worth = worth::read(engine.store(), database, role)?;
        let store = engine.store();
        let none = store.none();
        let all = worth.iter().try_fold(none.clone(), |all, worth| store.union(&all, &worth.states))?;
        let infinite = infinite(terms, &mut engine, &all)?;
        let open = engine.open(&all)?;
        let signals: Vec<Signal> = game.moves[role].iter().map(|made| made.legal).collect();
        let legal = engine.satisfying(&open, &signals)?;
        let own = in_several(engine.store(), &legal)?;
        let others = engine.store().difference(&open, &own)?;
        let mut arena = DiagramArena {
            game,
            role,
            group: Group::new(game, &proved.symmetries, role),
            infinite,
            engine,
            worth,
            own,
            others,
            needy: none,
            cubes: Vec::with_capacity(game.fluents.len()),
            telling: Vec::new(),
            moves: Vec::with_capacity(legal.len()),
        };
        arena.find_cubes()?;
        for (number, legal) in legal.iter().enumerate() {
            let own = arena.own_move(number, legal)?;
            if let Some(own) = &own {
                arena.needy = arena.engine.store().union(&arena.needy, &own.poor)?;
            }
            arena.moves.push(own);
        }
        Ok(arena)
    }

    /// The diagrams.
    pub fn store(&mut self) -> &mut Store {
        self.engine.store()
    }

    /// The value of a state for the role; `None` if it is not reachable.
    pub fn value(&self, state: &State) -> Result<Option<i32>, Error> {
        let path = self.engine.encoding().encode(state);
        for worth in &self.worth {
            if self.engine.diagrams().contains(&worth.states, &path)? {
                return Ok(Some(worth.value));
            }
        }
        Ok(None)
    }

    /// The value of the game for the role.
    pub fn game_value(&self) -> Result<i32, Error> {
        let value = self.value(&State::initial(self.game))?;
        value.ok_or_else(|| Error::Input("the solution does not have the initial state".to_owned()))
    }

    /// The number of reachable non-terminal states, of all players.
    pub fn non_terminal_states(&mut self) -> Result<u128, Error> {
        let store = self.engine.store();
        Ok(store.count(&self.own)? + store.count(&self.others)?)
    }

    /// For each move of a rule's images, the states in which its literals hold and the move is legal.
    pub(super) fn applying(&mut self, rule: &Rule) -> Result<Vec<(usize, Set)>, Error> {
        let mut by_move: Vec<(usize, Set)> = Vec::new();
        for image in rule.images(&self.group, self.game, self.role)? {
            let Some(legal) = self.moves[image.made].as_ref().map(|own| own.legal.clone()) else { continue };
            let states = self.holding(&legal, &image.literals)?;
            match by_move.iter_mut().find(|(made, _)| *made == image.made) {
                Some((_, all)) => *all = self.engine.store().union(all, &states)?,
                None => by_move.push((image.made, states)),
            }
        }
        Ok(by_move)
    }

    /// The states of a set in which literals hold.
    pub(super) fn holding(&mut self, states: &Set, literals: &[Literal]) -> Result<Set, Error> {
        let store = self.engine.store();
        let mut left = states.clone();
        for literal in literals {
            let cube = &self.cubes[literal.fluent as usize];
            left = if literal.positive { store.intersection(&left, cube)? } else { store.difference(&left, cube)? };
        }
        Ok(left)
    }

    /// Computes the states in which each fluent holds, and whether it varies over the states of the role.
    fn find_cubes(&mut self) -> Result<(), Error> {
        let encoding = self.engine.encoding().clone();
        let store = self.engine.store();
        for fluent in 0..self.game.fluents.len() as u32 {
            let cube = encoding.cube(store, Fluent(fluent))?;
            let holds = store.intersection(&self.own, &cube)?;
            if !holds.is_empty() && holds != self.own {
                self.telling.push(fluent);
            }
            self.cubes.push(cube);
        }
        Ok(())
    }

    fn own_move(&mut self, number: usize, legal: &Set) -> Result<Option<OwnMove>, Error> {
        let (engine, role) = (&mut self.engine, self.role);
        let legal = engine.store().intersection(legal, &self.own)?;
        if legal.is_empty() {
            return Ok(None);
        }
        let by = engine.moves(&|effect| effect.joint.moves[role] as usize == number)?;
        let (mut keeps, mut advances) = (engine.store().none(), engine.store().none());
        for worth in &self.worth {
            let here = engine.store().intersection(&legal, &worth.states)?;
            let kept = engine.predecessors_by(&by, &here, &worth.states)?;
            keeps = engine.store().union(&keeps, &kept)?;
            let must_advance = self.infinite.is_some_and(|infinite| worth.value > infinite);
            let advancing = if must_advance { advancing(engine, &by, &here, worth)? } else { kept };
            advances = engine.store().union(&advances, &advancing)?;
        }
        let bad = engine.store().difference(&legal, &keeps)?;
        let poor = engine.store().difference(&legal, &advances)?;
        Ok(Some(OwnMove { by, legal, bad, poor }))
    }
}

/// The states of `here`, which have one value, from which a move keeps it and brings the end closer.
fn advancing(engine: &mut DiagramEngine<'_>, by: &Transitions, here: &Set, worth: &Worth) -> Result<Set, Error> {
    let (mut nearer, mut all) = (engine.store().none(), engine.store().none());
    for (_, rank) in &worth.ranks {
        let within = engine.store().intersection(here, rank)?;
        let part = engine.predecessors_by(by, &within, &nearer)?;
        all = engine.store().union(&all, &part)?;
        nearer = engine.store().union(&nearer, rank)?;
    }
    Ok(all)
}

/// The states that are in several of some sets.
fn in_several(store: &mut Store, sets: &[Set]) -> Result<Set, Error> {
    let (mut some, mut several) = (store.none(), store.none());
    for set in sets {
        let again = store.intersection(&some, set)?;
        several = store.union(&several, &again)?;
        some = store.union(&some, set)?;
    }
    Ok(several)
}

/// Strategies need one role, or two with a constant sum.
fn check_sums(database: &Database) -> Result<(), Error> {
    let manifest = database.manifest();
    let roles = manifest.encoding.roles.len();
    if roles > 2 {
        return Err(Error::roles(roles));
    }
    let mut sums = manifest.occurring().map(|outcome| outcome.rewards.iter().sum::<i32>());
    let sum = sums.next();
    if roles == 2 && !sums.all(|other| Some(other) == sum) {
        return Err(Error::sums());
    }
    Ok(())
}

/// The value of infinite play for the role, if there is such play.
fn infinite(terms: &Terms<'_, '_>, engine: &mut DiagramEngine<'_>, all: &Set) -> Result<Option<i32>, Error> {
    let manifest = terms.database.manifest();
    let rules_it_out = !manifest.method.algorithm.allows_cycles();
    if rules_it_out || is_cyclic(engine, all, &|| true)? != Some(true) {
        return Ok(None);
    }
    let stored = manifest.question.infinite.as_ref().and_then(|rewards| rewards.get(terms.role).copied());
    Ok(Some(terms.infinite.or(stored).unwrap_or_else(|| terms.proved.game.lowest_rewards[terms.role])))
}
