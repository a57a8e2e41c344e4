//! One state: do its bounds follow from those of its successors?

use std::cmp::Ordering;

use solution::manifest::ExpectedFigures;
use solution::{Manifest, Model};

use super::number::{Bound, Number, average, gcd};
use super::{Found, Node, StrategyPair};

/// What is asked of every state.
pub struct Certifier {
    random: Option<usize>,
    players: Vec<usize>,
    /// Whether a single value tells those of both roles.
    sum: Option<i32>,
    /// Rewards are general: exact vectors, one role at a time.
    general: bool,
    model: Model,
    /// What infinite play is worth to each valued role.
    pub infinite: Option<Vec<i32>>,
}

/// The matrix of a valued role: rows are its moves, columns those of all others together; in each cell the successors
/// that chance may draw.
pub struct Cells {
    pub rows: usize,
    pub columns: usize,
    pub drawn: Vec<Vec<u32>>,
}

impl Certifier {
    pub fn new(manifest: &Manifest, figures: &ExpectedFigures) -> Certifier {
        let players: Vec<usize> =
            (0..manifest.encoding.roles.len()).filter(|role| Some(*role) != figures.random).collect();
        let general = !manifest.question.security && figures.sum.is_none() && players.len() > 1;
        Certifier {
            random: figures.random,
            players,
            sum: figures.sum,
            general,
            model: manifest.question.model,
            infinite: figures.infinite.clone(),
        }
    }

    /// Number of values of a state.
    pub fn valued(&self) -> usize {
        if self.sum.is_some() { 1 } else { self.players.len() }
    }

    /// Checks a state; says what is wrong.
    pub fn check(&self, node: &Node, at: u32, found: &Found<'_>) -> Result<(), String> {
        let Some(stored) = found[at as usize].1 else { return Ok(()) };
        if stored.values.len() != self.valued() {
            return Err("it has another number of values than the game".to_owned());
        }
        match node {
            Node::Over(rewards) => self.check_end(rewards, &stored.values),
            Node::Goes(legal, next) if legal.is_empty() || next.is_empty() => Ok(()),
            Node::Goes(legal, next) if self.general => self.check_general(legal, next, &stored.values, found),
            Node::Goes(legal, next) => (0..self.valued()).try_for_each(|valued| {
                let cells = self.cells(legal, next, valued);
                let entries = self.entries(&cells, valued, found)?;
                let none = [Vec::new(), Vec::new()];
                let strategies = stored.strategies.get(valued).unwrap_or(&none);
                check_matrix(&cells, &entries, stored.values[valued], strategies)
            }),
        }
    }

    fn check_end(&self, rewards: &[i32], values: &[Number]) -> Result<(), String> {
        let own: Vec<i32> = self.players.iter().map(|&player| rewards[player]).collect();
        if self.sum.is_some_and(|sum| own.iter().sum::<i32>() != sum) {
            return Err(format!("the rewards {own:?} do not sum to the constant of the manifest"));
        }
        match values.iter().zip(&own).all(|(value, &reward)| *value == Number::integer(reward)) {
            true => Ok(()),
            false => Err(format!("the game ends with {own:?}, and the values are {values:?}")),
        }
    }

    /// The matrix of a valued role.
    pub fn cells(&self, legal: &[usize], next: &[u32], valued: usize) -> Cells {
        let own = self.players[valued];
        let columns = (0..legal.len()).filter(|role| *role != own && Some(*role) != self.random);
        let columns: usize = columns.map(|role| legal[role]).product();
        let mut cells = Cells { rows: legal[own], columns, drawn: vec![Vec::new(); legal[own] * columns] };
        for (place, &state) in next.iter().enumerate() {
            let (mut rest, mut picks) = (place, vec![0; legal.len()]);
            for role in (0..legal.len()).rev() {
                picks[role] = rest % legal[role];
                rest /= legal[role];
            }
            let others = (0..legal.len()).filter(|role| *role != own && Some(*role) != self.random);
            let column = others.fold(0, |column, role| column * legal[role] + picks[role]);
            cells.drawn[picks[own] * columns + column].push(state);
        }
        cells
    }

    fn entries(&self, cells: &Cells, valued: usize, found: &Found<'_>) -> Result<Vec<Number>, String> {
        let number = |&state: &u32| found[state as usize].1.and_then(|stored| stored.values.get(valued).copied());
        let entry = |drawn: &Vec<u32>| {
            let numbers = drawn.iter().map(number).collect::<Option<Vec<Number>>>();
            numbers.map(|numbers| average(&numbers)).ok_or_else(|| "a successor has no value".to_owned())
        };
        cells.drawn.iter().map(entry).collect()
    }

    /// General rewards: the role that chooses takes the vector that it prefers.
    fn check_general(&self, legal: &[usize], next: &[u32], values: &[Number], found: &Found<'_>) -> Result<(), String> {
        let choosers: Vec<usize> = (0..self.players.len()).filter(|&p| legal[self.players[p]] > 1).collect();
        if choosers.len() > 1 {
            return Err("several roles have a choice".to_owned());
        }
        let chooser = choosers.first().copied().unwrap_or(0);
        let mut best: Option<Vec<Number>> = None;
        for row in 0..legal[self.players[chooser]] {
            let cells = self.cells(legal, next, chooser);
            let vector = (0..self.players.len())
                .map(|player| {
                    let number =
                        |&state: &u32| found[state as usize].1.and_then(|stored| stored.values.get(player).copied());
                    let drawn: Option<Vec<Number>> = cells.drawn[row * cells.columns].iter().map(number).collect();
                    drawn.map(|drawn| average(&drawn)).ok_or_else(|| "a successor has no value".to_owned())
                })
                .collect::<Result<Vec<Number>, String>>()?;
            let better = match &best {
                None => true,
                Some(best) => self.prefers(chooser, &vector, best)?,
            };
            if better {
                best = Some(vector);
            }
        }
        match best.as_deref() == Some(values) {
            true => Ok(()),
            false => Err(format!("it is worth {best:?}, and the values are {values:?}")),
        }
    }

    fn prefers(&self, role: usize, one: &[Number], other: &[Number]) -> Result<bool, String> {
        let compare = |a: Number, b: Number| a.lower().compare(b.lower());
        let lead = |vector: &[Number]| -> Result<(i128, i128), String> {
            let others = (0..vector.len()).filter(|player| *player != role);
            let most = others.max_by(|&a, &b| compare(vector[a], vector[b]));
            let (Number::Exact(a, b), Some(most)) = (vector[role], most) else { return Ok((0, 1)) };
            let Number::Exact(c, d) = vector[most] else { return Ok((0, 1)) };
            let [a, b, c, d] = [a, b, c, d].map(i128::from);
            let (n, d) = (a * d - c * b, b * d);
            let divisor = gcd(n, d);
            Ok((n / divisor, d / divisor))
        };
        let by_lead = match self.model {
            Model::Own => Ordering::Equal,
            Model::Difference => {
                let ((a, b), (c, d)) = (lead(one)?, lead(other)?);
                let long = || "a difference of rewards is too long to compare".to_owned();
                a.checked_mul(d).ok_or_else(long)?.cmp(&c.checked_mul(b).ok_or_else(long)?)
            }
        };
        let others = (0..one.len()).filter(|player| *player != role);
        let rest = others.map(|player| compare(other[player], one[player])).fold(Ordering::Equal, Ordering::then);
        Ok(by_lead.then(compare(one[role], other[role])).then(rest).is_gt())
    }
}

/// Whether a value follows from the entries of its matrix.
fn check_matrix(cells: &Cells, entries: &[Number], value: Number, pair: &StrategyPair) -> Result<(), String> {
    let (rows, columns) = (cells.rows, cells.columns);
    let [row, column] =
        [(0, rows, columns), (1, columns, rows)].map(|(side, own, others)| picks(&pair[side], own, others));
    let (row, column) = (row?, column?);
    let lower = |row: &[(u16, u64)]| {
        (0..columns).all(|c| {
            let mixed: Vec<(Number, u64)> =
                row.iter().map(|&(r, weight)| (entries[r as usize * columns + c], weight)).collect();
            proves(&mixed, value.lower(), false)
        })
    };
    let upper = |column: &[(u16, u64)]| {
        (0..rows).all(|r| {
            let mixed: Vec<(Number, u64)> =
                column.iter().map(|&(c, weight)| (entries[r * columns + c as usize], weight)).collect();
            proves(&mixed, value.upper(), true)
        })
    };
    let wrong = |side: &str| Err(format!("its {side} bound does not follow from its successors: {value:?}"));
    if !row.iter().any(|row| lower(row)) {
        wrong("lower")
    } else if !column.iter().any(|column| upper(column)) {
        wrong("upper")
    } else {
        Ok(())
    }
}

/// The strategies that a side may follow: the stored one, or any single move where it chooses alone and none is stored.
fn picks(stored: &[(u16, u64)], own: usize, others: usize) -> Result<Vec<Vec<(u16, u64)>>, String> {
    let ascends = stored.windows(2).all(|pair| pair[0].0 < pair[1].0);
    let light = stored.iter().all(|&(pick, weight)| (pick as usize) < own && weight > 0 && weight <= 1 << 53);
    match stored.is_empty() {
        true if own == 1 || others == 1 => Ok((0..own as u16).map(|pick| vec![(pick, 1)]).collect()),
        false if own > 1 && ascends && light => Ok(vec![stored.to_vec()]),
        _ => Err("its strategies do not fit its moves".to_owned()),
    }
}

/// Whether a mixture of numbers is at least a bound, or at most it.
fn proves(mixed: &[(Number, u64)], bound: Bound, above: bool) -> bool {
    let exactly = exact_mixture(mixed, bound);
    let order = exactly.unwrap_or_else(|| {
        let total: i128 = mixed.iter().map(|(_, weight)| i128::from(*weight)).sum();
        let units = |number: Number| if above { number.upper().ceil() } else { number.lower().floor() };
        let sum: i128 = mixed.iter().map(|&(number, weight)| i128::from(units(number)) * i128::from(weight)).sum();
        let asked = if above { bound.floor() } else { bound.ceil() };
        sum.cmp(&(i128::from(asked) * total))
    });
    if above { order.is_le() } else { order.is_ge() }
}

/// The order of a mixture of fractions and a fraction; none where something is no fraction, or too long.
fn exact_mixture(mixed: &[(Number, u64)], bound: Bound) -> Option<Ordering> {
    let Bound::Fraction(p, q) = bound else { return None };
    let mut sum: (i128, i128) = (0, 1);
    for &(number, weight) in mixed {
        let Number::Exact(a, b) = number else { return None };
        // Weight times the entry's distance from the bound.
        let [a, b, p, q] = [a, b, p, q].map(i128::from);
        let (n, d) = ((a * q).checked_sub(p * b)?.checked_mul(i128::from(weight))?, b.checked_mul(q)?);
        let divisor = gcd(n, d);
        let (n, d) = (n / divisor, d / divisor);
        let common = sum.1.checked_mul(d / gcd(sum.1, d))?;
        sum = (sum.0.checked_mul(common / sum.1)?.checked_add(n.checked_mul(common / d)?)?, common);
    }
    Some(sum.0.cmp(&0))
}
