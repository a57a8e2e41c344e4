//! Games with chance or simultaneous moves by the plainest means: all joint moves through the interpreter, exact
//! fractions of any length, and a textbook simplex method. Shares no code with any solver.

use std::collections::{BTreeSet, HashMap};

use gdl::Source;
use interpret::{Interpreter, State, TermId};

use crate::fraction::{Fraction, matrix_value};

/// A reachable state.
#[derive(Clone, Debug)]
pub struct JointState {
    /// Its facts in canonical text.
    pub facts: BTreeSet<String>,
    /// The rewards of all roles, where the game is over.
    pub rewards: Option<Vec<i32>>,
    /// Per role its legal moves, ascending.
    pub legal: Vec<Vec<String>>,
    /// The successors of all joint moves, the last role's moves changing first.
    pub next: Vec<usize>,
}

/// The reachable states of a game in which any roles may choose at once, the first state first.
#[derive(Clone, Debug)]
pub struct JointGraph {
    /// The roles' names.
    pub roles: Vec<String>,
    /// The role that moves by chance.
    pub random: Option<usize>,
    /// The states.
    pub states: Vec<JointState>,
}

impl JointGraph {
    /// Finds all states, if there are at most so many.
    pub fn explore(rules: &str, lenient: bool, most: usize) -> Option<JointGraph> {
        let mode = if lenient { gdl::Mode::Lenient } else { gdl::Mode::Strict };
        let rules = gdl::check::check_in(&Source::new("rules", rules), mode).rules.expect("a well-formed sheet");
        let mut game = Interpreter::new(&rules).expect("the sheet can be interpreted");
        let roles: Vec<String> = game.roles().iter().map(|&role| game.text(role)).collect();
        let random = roles.iter().position(|role| role.eq_ignore_ascii_case("random"));
        let first = game.initial().expect("a first state");
        let mut numbers = HashMap::from([(first.clone(), 0)]);
        let mut found = vec![first];
        let mut states = Vec::new();
        while let Some(state) = found.get(states.len()).cloned() {
            let (reached, next) = look(&mut game, &state);
            let mut number = |next: State| {
                let new = found.len();
                *numbers.entry(next).or_insert_with_key(|next| {
                    found.push(next.clone());
                    new
                })
            };
            let next = next.into_iter().map(&mut number).collect();
            states.push(JointState { next, ..reached });
            if found.len() > most {
                return None;
            }
        }
        Some(JointGraph { roles, random, states })
    }

    /// The cells of a role's matrix in a state: rows are its moves, columns those of all others together, and in each
    /// cell are the states that chance may draw.
    pub fn cells(&self, state: usize, role: usize) -> Vec<Vec<Vec<usize>>> {
        let JointState { legal, next, .. } = &self.states[state];
        let others: Vec<usize> =
            (0..legal.len()).filter(|&other| other != role && Some(other) != self.random).collect();
        let columns: usize = others.iter().map(|&other| legal[other].len()).product();
        let mut cells = vec![vec![Vec::new(); columns]; legal[role].len()];
        for (place, &successor) in next.iter().enumerate() {
            let mut rest = place;
            let mut picks = vec![0; legal.len()];
            for other in (0..legal.len()).rev() {
                picks[other] = rest % legal[other].len();
                rest /= legal[other].len();
            }
            let column = others.iter().fold(0, |column, &other| column * legal[other].len() + picks[other]);
            cells[picks[role]][column].push(successor);
        }
        cells
    }

    /// States in an order in which each comes after all its successors; none if the game is cyclic.
    pub fn backwards(&self) -> Option<Vec<usize>> {
        let mut waiting: Vec<usize> = self.states.iter().map(|state| state.next.len()).collect();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.states.len()];
        for (number, state) in self.states.iter().enumerate() {
            state.next.iter().for_each(|&next| before[next].push(number));
        }
        let mut order: Vec<usize> = (0..self.states.len()).filter(|&state| waiting[state] == 0).collect();
        let mut at = 0;
        while let Some(&state) = order.get(at) {
            at += 1;
            for &previous in &before[state] {
                waiting[previous] -= 1;
                if waiting[previous] == 0 {
                    order.push(previous);
                }
            }
        }
        (order.len() == self.states.len()).then_some(order)
    }

    /// Exactly what a role can guarantee in each state of an acyclic game against all others together.
    pub fn guaranteed(&self, role: usize) -> Option<Vec<Fraction>> {
        let mut values = vec![Fraction::integer(0); self.states.len()];
        for state in self.backwards()? {
            values[state] = match &self.states[state].rewards {
                Some(rewards) => Fraction::integer(rewards[role].into()),
                None => {
                    let mean = |drawn: &Vec<usize>| {
                        let sum = drawn.iter().fold(Fraction::integer(0), |sum, &next| sum.plus(&values[next]));
                        sum.over(&Fraction::integer(drawn.len() as i64))
                    };
                    let matrix: Vec<Vec<Fraction>> =
                        self.cells(state, role).iter().map(|row| row.iter().map(mean).collect()).collect();
                    matrix_value(&matrix)
                }
            };
        }
        Some(values)
    }

    /// What a role gets in each state of a game in which roles choose in turn, cyclic or not, by trying all pairs of
    /// strategies that always do the same in the same state; none if there are more than `most` pairs.
    pub fn by_all_strategies(&self, role: usize, infinite: i32, most: usize) -> Option<Vec<f64>> {
        let lines: Vec<(bool, Vec<Vec<usize>>)> = (0..self.states.len())
            .map(|state| {
                if self.states[state].rewards.is_some() {
                    return (true, vec![Vec::new()]);
                }
                let cells = self.cells(state, role);
                assert!(cells.len() == 1 || cells[0].len() == 1, "roles choose at once");
                (cells.len() > 1, cells.into_iter().flatten().collect())
            })
            .collect();
        let count = |side: bool| {
            let mut own = lines.iter().filter(|(own, _)| *own == side);
            own.try_fold(1usize, |product, (_, lines)| product.checked_mul(lines.len()))
        };
        let (own, other) = (count(true)?, count(false)?);
        if own.checked_mul(other)? > most {
            return None;
        }
        let mut best = vec![f64::NEG_INFINITY; self.states.len()];
        for mine in 0..own {
            let mut worst = vec![f64::INFINITY; self.states.len()];
            for theirs in 0..other {
                let mut numbers = [theirs, mine];
                let chain: Vec<&[usize]> = lines
                    .iter()
                    .map(|(own, lines)| {
                        let number = &mut numbers[usize::from(*own)];
                        let pick = *number % lines.len();
                        *number /= lines.len();
                        lines[pick].as_slice()
                    })
                    .collect();
                let values = self.chain_values(&chain, role, infinite);
                worst.iter_mut().zip(&values).for_each(|(worst, value)| *worst = worst.min(*value));
            }
            best.iter_mut().zip(&worst).for_each(|(best, worst)| *best = best.max(*worst));
        }
        Some(best)
    }

    /// The expected rewards of a Markov chain: equally likely successors per state, by elimination.
    fn chain_values(&self, chain: &[&[usize]], role: usize, infinite: i32) -> Vec<f64> {
        let mut ends: Vec<bool> = self.states.iter().map(|state| state.rewards.is_some()).collect();
        loop {
            let grown: Vec<usize> =
                (0..chain.len()).filter(|&s| !ends[s] && chain[s].iter().any(|&next| ends[next])).collect();
            if grown.is_empty() {
                break;
            }
            grown.into_iter().for_each(|state| ends[state] = true);
        }
        let known = |state: usize| match &self.states[state].rewards {
            Some(rewards) => Some(f64::from(rewards[role])),
            None => (!ends[state]).then_some(f64::from(infinite)),
        };
        let open: Vec<usize> = (0..chain.len()).filter(|&state| known(state).is_none()).collect();
        let place: HashMap<usize, usize> = open.iter().copied().zip(0..).collect();
        let mut rows: Vec<Vec<f64>> = Vec::new();
        for (number, &state) in open.iter().enumerate() {
            let mut row = vec![0.0; open.len() + 1];
            row[number] = 1.0;
            let share = 1.0 / chain[state].len() as f64;
            for &next in chain[state] {
                match known(next) {
                    Some(value) => row[open.len()] += share * value,
                    None => row[place[&next]] -= share,
                }
            }
            rows.push(row);
        }
        let solved = eliminate(rows);
        (0..chain.len()).map(|state| known(state).unwrap_or_else(|| solved[place[&state]])).collect()
    }
}

/// Solves linear equations, the right side last in each row.
pub fn eliminate(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let count = rows.len();
    for column in 0..count {
        let pivot = (column..count).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()));
        rows.swap(column, pivot.expect("a row"));
        for row in (0..count).filter(|&row| row != column) {
            let factor = rows[row][column] / rows[column][column];
            if factor != 0.0 {
                let from = rows[column].clone();
                rows[row].iter_mut().zip(&from).for_each(|(cell, other)| *cell -= factor * other);
            }
        }
    }
    (0..count).map(|row| rows[row][count] / rows[row][row]).collect()
}

fn look(game: &mut Interpreter, state: &State) -> (JointState, Vec<State>) {
    let facts = state.facts().iter().map(|&fact| game.text(fact)).collect();
    let mut legal = game.legal(state).expect("legal moves");
    if game.terminal(state).expect("terminal or not") || legal.iter().any(Vec::is_empty) {
        let goals = game.goals(state).expect("goals");
        let rewards = Some(goals.into_iter().map(|goals| goals.first().copied().unwrap_or(0)).collect());
        return (JointState { facts, rewards, legal: Vec::new(), next: Vec::new() }, Vec::new());
    }
    legal.iter_mut().for_each(|moves| moves.sort_by_key(|&made| game.text(made)));
    let mut joints: Vec<Vec<TermId>> = vec![Vec::new()];
    for moves in &legal {
        joints =
            joints.iter().flat_map(|joint| moves.iter().map(move |&made| [&joint[..], &[made]].concat())).collect();
    }
    let next = joints.iter().map(|joint| game.next(state, joint).expect("a successor")).collect();
    let legal = legal.iter().map(|moves| moves.iter().map(|&made| game.text(made)).collect()).collect();
    (JointState { facts, rewards: None, legal, next: Vec::new() }, next)
}
