//! Backward induction along the strongly connected components: each is solved when all that it leads to is.

use layer::expected::{StrategyPair, encode_strategies};
use matrixgame::{Expectation, Fixed};
use task::{Error, Refusal};

use super::attractor::attaining;
use super::graph::Graph;
use super::induction::refused;
use super::iteration::{Arena, Bounds};
use super::matrices::{Solved, Solver, refuse_many};
use super::rounds::{Round, Rounds};
use crate::Resources;
use crate::journal::Journal;
use crate::moves::Moves;

/// Fewer states are not worth a file of their own.
const SMALLEST_ROUND: usize = 4096;

/// Files that the states are spread over at most, about.
const MOST_ROUNDS: usize = 16;

/// Solves all states. Returns what infinite play is worth to each player, if there is such play.
pub fn solve<const N: usize>(
    moves: &Moves<N>,
    solver: &Solver<'_>,
    rounds: &mut Rounds<'_, N>,
    journal: &mut Journal<'_>,
    resources: Resources<'_>,
) -> Result<Option<Vec<i32>>, Error> {
    let graph = Graph::new(moves, rounds.keys, resources)?;
    let components = graph.components();
    let is_cycle = |component: &[u32]| component.len() > 1 || graph.is_loop(component[0]);
    let infinite = match components.iter().find(|component| is_cycle(component)) {
        Some(cycle) => Some(infinite(solver, || Error::Cyclic {
            states: graph.cycle(cycle[0], cycle, moves, rounds.keys),
            sum: None,
        })?),
        None => None,
    };
    let size = SMALLEST_ROUND.max(rounds.keys.len() / MOST_ROUNDS);
    let width = solver.values_per_state();
    let mut round: Round = Vec::new();
    for component in components.iter() {
        if rounds.solved[component[0] as usize] {
            continue;
        }
        let first = round.len();
        match &infinite {
            Some(infinite) if is_cycle(component) => {
                let context = Context { moves, solver, graph: &graph, infinite };
                context.iterate(component, rounds, &mut round)?;
            }
            _ => {
                let state = component[0];
                let solved = match solver.end(state as usize) {
                    Some(values) => Solved { values, ..Solved::default() },
                    None => solver
                        .solve(graph.edges(state), &rounds.values)
                        .map_err(|unsolvable| refused(unsolvable, moves, &rounds.keys[state as usize]))?,
                };
                round.push((state, solved));
            }
        }
        for (state, solved) in &round[first..] {
            rounds.values[*state as usize * width..(*state as usize + 1) * width].copy_from_slice(&solved.values);
        }
        if round.len() >= size {
            commit(std::mem::take(&mut round), solver, rounds, journal)?;
        }
    }
    if !round.is_empty() {
        commit(round, solver, rounds, journal)?;
    }
    if infinite.is_some() {
        refuse_wide(moves, solver, rounds)?;
    }
    Ok(infinite)
}

fn commit<const N: usize>(
    mut round: Round,
    solver: &Solver<'_>,
    rounds: &mut Rounds<'_, N>,
    journal: &mut Journal<'_>,
) -> Result<(), Error> {
    round.sort_unstable_by_key(|(state, _)| *state);
    let terminal = round.iter().filter(|(state, _)| solver.ends.is_terminal(*state as usize)).count();
    rounds.commit(&round, terminal as u128, journal)
}

/// What infinite play is worth to each player: as asked, equal shares of a constant sum, or the lowest reward of a
/// single role.
fn infinite(solver: &Solver<'_>, cyclic: impl FnOnce() -> Error) -> Result<Vec<i32>, Error> {
    if solver.is_general() {
        return Err(cyclic());
    }
    let single = solver.values_per_state() == 1;
    match (&solver.task.infinite, solver.ends.sum) {
        (Some(asked), Some(sum)) if asked.iter().sum::<i32>() != sum => Err(Refusal::InfiniteSum(sum).into()),
        (Some(asked), _) => Ok(asked.clone()),
        (None, Some(sum)) => Ok(vec![sum / 2, sum - sum / 2]),
        (None, None) if single => Ok(vec![solver.task.lowest]),
        (None, None) => Err(Refusal::NoInfinite.into()),
    }
}

/// Refuses bounds that are further apart than was asked for.
fn refuse_wide<const N: usize>(moves: &Moves<N>, solver: &Solver<'_>, rounds: &Rounds<'_, N>) -> Result<(), Error> {
    let precision = solver.task.precision;
    let wide = rounds.values.iter().position(|value| value.width() > precision);
    wide.map_or(Ok(()), |place| {
        let state = moves.layout.state(&rounds.keys[place / solver.values_per_state()]);
        Err(Error::Unconverged { state, width: rounds.values[place].width(), precision })
    })
}

/// What the states of a cycle are solved with.
struct Context<'c, const N: usize> {
    moves: &'c Moves<N>,
    solver: &'c Solver<'c>,
    graph: &'c Graph,
    infinite: &'c [i32],
}

impl<const N: usize> Context<'_, N> {
    /// Solves the states of a component that play can stay in, one value after the other.
    fn iterate(&self, component: &[u32], rounds: &Rounds<'_, N>, round: &mut Round) -> Result<(), Error> {
        let first = round.len();
        round.extend(component.iter().map(|&state| (state, Solved::default())));
        let mut strategies: Vec<Vec<StrategyPair>> = vec![Vec::new(); component.len()];
        for valued in 0..self.solver.values_per_state() {
            let arena = self.arena(component, valued, rounds)?;
            let rewards = || self.solver.ends.of_player(valued).chain([self.infinite[valued]]);
            let whole = Bounds {
                lower: Fixed::integer(rewards().min().unwrap_or(0)).units(),
                upper: Fixed::integer(rewards().max().unwrap_or(0)).units(),
            };
            let stay = Fixed::integer(self.infinite[valued]).units();
            let converged = arena.iterate(whole, stay, self.precision());
            let of_side = |side: bool| {
                let unattained = || Error::Bug("a bound that no strategy attains".to_owned());
                attaining(&arena, side, &converged, stay).ok_or_else(unattained)
            };
            let (row, column) = (of_side(true)?, of_side(false)?);
            for place in 0..component.len() {
                round[first + place].1.values.push(expectation(converged.of(place)));
                strategies[place].push([row[place], column[place]].map(|pick| pick.map(pure).into_iter().collect()));
            }
        }
        for ((_, solved), pairs) in round[first..].iter_mut().zip(&strategies) {
            encode_strategies(pairs, &mut solved.strategies);
        }
        Ok(())
    }

    /// The precision in units, at least one.
    fn precision(&self) -> i64 {
        let units = self.solver.task.precision / Fixed::from_units(1).to_f64();
        (units as i64).max(1)
    }

    fn arena(&self, component: &[u32], valued: usize, rounds: &Rounds<'_, N>) -> Result<Arena, Error> {
        let width = self.solver.values_per_state();
        let mut arena = Arena::new(component);
        for &state in component {
            let sorted = self.solver.sorted(valued, self.graph.edges(state));
            if sorted.rows > 1 && sorted.columns > 1 {
                let states = self.graph.cycle(state, component, self.moves, rounds.keys);
                return Err(Error::ConcurrentCycle(states));
            }
            refuse_many(sorted.rows.max(sorted.columns))?;
            arena.begin(sorted.rows >= sorted.columns);
            for action in sorted.cells.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
                let outside = |state: u32| rounds.values[state as usize * width + valued];
                arena.add(action.iter().map(|cell| cell.2), outside);
            }
        }
        Ok(arena)
    }
}

/// A move that is made always.
fn pure(pick: u32) -> (u16, u64) {
    (pick as u16, 1)
}

fn expectation(Bounds { lower, upper }: Bounds) -> Expectation {
    Expectation::Between { lower: Fixed::from_units(lower), upper: Fixed::from_units(upper) }.settled()
}
