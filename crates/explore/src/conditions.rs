//! Conditions on positions, as typed by users.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use query::scoring::WinDrawLoss;
use query::{Error, FactNames};
use solution::{DistanceFilter, StateFilter};

use crate::explorer::Explorer;
use crate::turns::TurnFact;

/// The conditions as text. The default has none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FindConditions {
    /// `win`, `draw` or `loss` for the role to move; `100,0`; `x=win`, `x=50`, `x>=50`, `x<50`. All must hold.
    pub values: Vec<String>,
    /// `7`, `3..9`, `10..`, `..4` or `endless`.
    pub distance: Option<String>,
    /// A role, by name or number.
    pub to_move: Option<String>,
    /// `7`, `3..9`, `10..`, `..4`.
    pub layer: Option<String>,
    /// Facts that hold.
    pub holds: Vec<String>,
    /// Facts that do not hold.
    pub fails: Vec<String>,
    /// Whether the position is terminal.
    pub over: Option<bool>,
    /// The number of optimal moves: `1`, `2..4`.
    pub optimal_moves: Option<String>,
    /// Whether the role to move would prefer not to move.
    pub zugzwang: bool,
}

/// A condition that needs the rules, evaluated state by state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StateTest {
    /// The state is terminal, or is not.
    Over(bool),
    /// A role is to move.
    ToMove(usize),
    /// The value has this outcome for the role to move.
    Outcome(WinDrawLoss),
    /// This many moves are optimal.
    OptimalMoves(RangeInclusive<usize>),
    /// The role to move would get more if it were the other's turn, and that position is stored.
    Zugzwang,
}

/// Parsed conditions: a state satisfies them if it satisfies one of the filters, which exclude each other, and all
/// tests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Criteria {
    /// Filters on stored data.
    pub filters: Vec<StateFilter>,
    /// Tests that need the rules.
    pub tests: Vec<StateTest>,
}

impl FindConditions {
    /// Parses them for a solution.
    pub fn read(&self, explorer: &Explorer<'_>) -> Result<Criteria, Error> {
        let mut criteria = Criteria { filters: vec![StateFilter::default()], tests: Vec::new() };
        criteria.facts(self, explorer)?;
        if let Some(layer) = &self.layer {
            let most = explorer.database().manifest().layers.len().saturating_sub(1);
            let range = range(layer, most).ok_or_else(|| wrong("a layer", layer, "7, 3..9, 10.. or ..4"))?;
            criteria.each(|filter| filter.layers = Some(range.clone()));
        }
        if let Some(role) = &self.to_move {
            criteria.require_turn(explorer.role(role)?, explorer.turns());
        }
        if let Some(distance) = &self.distance {
            criteria.distance(distance, explorer)?;
        }
        if let Some(over) = self.over {
            criteria.over(over, explorer);
        }
        for value in &self.values {
            criteria.value(value, explorer)?;
        }
        if let Some(moves) = &self.optimal_moves {
            let range = range(moves, usize::MAX).ok_or_else(|| wrong("a number of moves", moves, "1, 2..4 or 3.."))?;
            criteria.tests.push(StateTest::OptimalMoves(range));
        }
        if self.zugzwang {
            let is_told = matches!(explorer.turns(), Some(TurnFact::Variable { roles, .. }) if roles.len() == 2);
            if !is_told {
                let why =
                    "zugzwang depends on whose turn it is, but no fact of this game determines that for two roles";
                return Err(Error::Question(why.to_owned()));
            }
            criteria.tests.push(StateTest::Zugzwang);
        }
        criteria.filters.retain(|filter| !filter.is_contradictory());
        Ok(criteria)
    }
}

impl Criteria {
    fn each(&mut self, change: impl FnMut(&mut StateFilter)) {
        self.filters.iter_mut().for_each(change);
    }

    fn facts(&mut self, conditions: &FindConditions, explorer: &Explorer<'_>) -> Result<(), Error> {
        let manifest = explorer.database().manifest();
        let names = FactNames::new(&manifest.encoding, &manifest.notation);
        for (texts, holds) in [(&conditions.holds, true), (&conditions.fails, false)] {
            for text in texts {
                for fact in names.read(text)? {
                    self.each(|filter| explorer.require(filter, &fact, holds));
                }
            }
        }
        Ok(())
    }

    fn require_turn(&mut self, role: usize, turns: Option<&TurnFact>) {
        match turns {
            None => self.tests.push(StateTest::ToMove(role)),
            Some(TurnFact::Always(always)) if *always == role => {}
            Some(TurnFact::Always(_)) => self.filters.clear(),
            Some(TurnFact::Variable { variable, roles }) => {
                self.each(|filter| {
                    filter.keep(*variable, 0..roles.len() as u32, |value| roles[value as usize] == role)
                });
            }
        }
    }

    fn distance(&mut self, text: &str, explorer: &Explorer<'_>) -> Result<(), Error> {
        explorer.check_distances()?;
        let distance = match text {
            "endless" => DistanceFilter::Endless,
            _ => {
                let range = range(text, u32::MAX as usize);
                let range = range.ok_or_else(|| wrong("a distance", text, "7, 3..9, 10.., ..4 or endless"))?;
                DistanceFilter::Plies(*range.start() as u32..=*range.end() as u32)
            }
        };
        self.each(|filter| filter.distance = Some(distance.clone()));
        Ok(())
    }

    /// If distances are stored, terminal states have distance 0.
    fn over(&mut self, over: bool, explorer: &Explorer<'_>) {
        if !explorer.database().manifest().has_distances() || self.filters.iter().any(|one| one.distance.is_some()) {
            self.tests.push(StateTest::Over(over));
        } else if over {
            self.each(|filter| filter.distance = Some(DistanceFilter::Plies(0..=0)));
        } else {
            let going = [DistanceFilter::Plies(1..=u32::MAX), DistanceFilter::Endless];
            let with = |filter: &StateFilter| {
                going.clone().map(|distance| {
                    let mut filter = filter.clone();
                    filter.distance = Some(distance);
                    filter
                })
            };
            self.filters = self.filters.iter().flat_map(with).collect();
        }
    }

    fn value(&mut self, text: &str, explorer: &Explorer<'_>) -> Result<(), Error> {
        if let Some(outcome) = outcome(text) {
            self.outcome(outcome, explorer);
            return Ok(());
        }
        let accepts = rewards(text, explorer)?;
        self.each(|filter| keep_rewards(filter, explorer, &accepts));
        Ok(())
    }

    /// The value has this outcome for the role to move, whichever it is.
    fn outcome(&mut self, outcome: WinDrawLoss, explorer: &Explorer<'_>) {
        let roles: BTreeSet<usize> = match explorer.turns() {
            None => {
                self.tests.push(StateTest::Outcome(outcome));
                return;
            }
            Some(TurnFact::Always(role)) => BTreeSet::from([*role]),
            Some(TurnFact::Variable { roles, .. }) => roles.iter().copied().collect(),
        };
        let of_role = |&role: &usize| {
            let mut own = Criteria { filters: self.filters.clone(), tests: Vec::new() };
            own.require_turn(role, explorer.turns());
            own.each(|filter| keep_rewards(filter, explorer, |value| explorer.outcome(value, role) == Some(outcome)));
            own.filters
        };
        self.filters = roles.iter().flat_map(of_role).collect();
    }
}

fn outcome(text: &str) -> Option<WinDrawLoss> {
    match text {
        "win" => Some(WinDrawLoss::Win),
        "draw" => Some(WinDrawLoss::Draw),
        "loss" => Some(WinDrawLoss::Loss),
        _ => None,
    }
}

/// Allows only some of the values that occur.
fn keep_rewards(filter: &mut StateFilter, explorer: &Explorer<'_>, accepts: impl Fn(&[i32]) -> bool) {
    let all = || explorer.database().manifest().occurring().map(|outcome| outcome.rewards.clone()).collect();
    filter.rewards.get_or_insert_with(all).retain(|rewards| accepts(rewards));
}

/// A condition on a value.
type RewardTest<'e> = Box<dyn Fn(&[i32]) -> bool + 'e>;

/// A condition on rewards: `100,0`, `100/_`, `x=win`, `x>=50`.
fn rewards<'e>(text: &str, explorer: &'e Explorer<'_>) -> Result<RewardTest<'e>, Error> {
    let roles = explorer.roles().len();
    let how = || {
        let example = vec!["50"; roles].join(",");
        let role = explorer.roles().first().map_or("x", String::as_str);
        wrong("a value", text, &format!("win, draw, loss, {example}, {role}=win, {role}>=50 or {role}<50"))
    };
    if let Some(at) = text.find(['=', '<', '>']) {
        let role = explorer.role(text[..at].trim())?;
        let end = text[at..].find(|c: char| !"=<>".contains(c)).map_or(text.len(), |end| at + end);
        let (sign, right) = (&text[at..end], text[end..].trim());
        if let Some(outcome) = outcome(right).filter(|_| sign == "=") {
            return Ok(Box::new(move |value| explorer.outcome(value, role) == Some(outcome)));
        }
        let than: i32 = right.parse().map_err(|_| how())?;
        let holds: fn(i32, i32) -> bool = match sign {
            "=" => |own, than| own == than,
            ">=" => |own, than| own >= than,
            "<=" => |own, than| own <= than,
            ">" => |own, than| own > than,
            "<" => |own, than| own < than,
            _ => return Err(how()),
        };
        return Ok(Box::new(move |value| holds(value[role], than)));
    }
    let entry = |part: &str| match part.trim() {
        "_" => Ok(None),
        number => number.parse::<i32>().map(Some).map_err(|_| how()),
    };
    let wanted: Vec<Option<i32>> = text.split([',', '/']).map(entry).collect::<Result<_, _>>()?;
    if wanted.len() != roles {
        return Err(how());
    }
    Ok(Box::new(move |value| wanted.iter().zip(value).all(|(wanted, own)| wanted.is_none_or(|wanted| wanted == *own))))
}

/// `7`, `3..9`, `10..`, `..4`.
fn range(text: &str, most: usize) -> Option<RangeInclusive<usize>> {
    let number = |text: &str, none: usize| if text.is_empty() { Some(none) } else { text.parse().ok() };
    match text.split_once("..") {
        Some((first, last)) => Some(number(first.trim(), 0)?..=number(last.trim().trim_start_matches('='), most)?),
        None => text.trim().parse().ok().map(|only| only..=only),
    }
}

fn wrong(what: &str, given: &str, right: &str) -> Error {
    Error::Question(format!("`{given}` is not {what}; write {right}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_parsed_with_open_ends() {
        assert_eq!(range("7", 9), Some(7..=7));
        assert_eq!(range("3..5", 9), Some(3..=5));
        assert_eq!(range("3..", 9), Some(3..=9));
        assert_eq!(range("..4", 9), Some(0..=4));
        for text in ["", "x", "3..x", "-1", "3.5"] {
            assert_eq!(range(text, 9), None, "{text}");
        }
    }
}
