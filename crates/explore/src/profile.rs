//! The profile of a game for game designers.

use game::{Fluent, State};
use query::scoring::{WinDrawLoss, are_points};
use query::{Answer, Error};
use serde::Serialize;

use crate::conditions::Criteria;
use crate::estimate::IntervalEstimate;
use crate::explorer::Explorer;
use crate::find::Wanted;
use crate::play_graph::{PlayGraph, Player};
use crate::played::{GamesPlayed, SampledGames};
use crate::policy::{Policy, leader};

/// The effort of a profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProfileOptions {
    /// The maximum number of positions for exact figures.
    pub exact_positions: usize,
    /// The number of games between random players, and of a perfect against a random one, if figures are sampled.
    pub games: u64,
    /// The number of games with a greedy player, which need many random games for every move.
    pub greedy_games: u64,
    /// The number of positions drawn if figures of positions are sampled.
    pub positions: usize,
    /// The seed of all samples.
    pub seed: u64,
    /// Bytes for counting positions.
    pub memory: u64,
}

impl Default for ProfileOptions {
    fn default() -> ProfileOptions {
        ProfileOptions {
            exact_positions: 200_000,
            games: 400,
            greedy_games: 40,
            positions: 2_000,
            seed: 1,
            memory: 1 << 30,
        }
    }
}

/// The profile of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameProfile {
    /// The roles, in the order of the rewards.
    pub roles: Vec<String>,
    /// The value of the start.
    pub value: Vec<i32>,
    /// Plies to the end under optimal play from the start, if stored.
    pub distance: Option<u32>,
    /// The role to move at the start, by its number.
    pub first: Option<usize>,
    /// Whether results are points rather than only wins, draws and losses.
    pub points: bool,
    /// Whether all figures are exact.
    pub exact: bool,
    /// Positions.
    pub positions: u128,
    /// The moves at the start, best first; symmetric moves are merged.
    pub openings: Vec<OpeningFigures>,
    /// The fraction of positions in which nobody is ahead by optimal play, with at least two roles.
    pub even: Option<IntervalEstimate>,
    /// For each role, the fraction of positions in which it is ahead by optimal play.
    pub ahead: Vec<IntervalEstimate>,
    /// The fraction of positions with only one optimal move, among those with a choice.
    pub one_good_move: IntervalEstimate,
    /// Games in which everybody plays at random.
    pub random: GamesPlayed,
    /// Games in which everybody plays greedily.
    pub greedy: GamesPlayed,
    /// Games of a perfect player against others.
    pub duels: Vec<Duel>,
}

/// A move at the start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OpeningFigures {
    /// The move and its symmetric ones, in the notation for people.
    pub moves: Vec<String>,
    /// Its value.
    pub value: Option<Vec<i32>>,
    /// Plies to the end under optimal play, including this move, if stored.
    pub distance: Option<u32>,
    /// Whether it is optimal.
    pub best: bool,
}

/// The results of a perfect player in a role against others.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Duel {
    /// The role of the perfect player, by its number.
    pub role: usize,
    /// The policy of all others.
    pub opponent: Policy,
    /// The probability of a win: it gets more than the other or, with one role or more than two, the maximum.
    pub win: IntervalEstimate,
    /// The probability of a draw.
    pub draw: IntervalEstimate,
    /// The probability of a loss.
    pub loss: IntervalEstimate,
    /// Its expected reward.
    pub expected: IntervalEstimate,
}

impl Explorer<'_> {
    /// The profile of the game. Symmetries are given by the image of every fluent; they must fix the roles and the
    /// start.
    pub fn profile(
        &self,
        options: &ProfileOptions,
        symmetries: &[&[Fluent]],
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<GameProfile, Error> {
        let roles = self.roles().len();
        let start = self.oracle().answer(&self.oracle().initial())?;
        let all = Criteria::all();
        let counts = self.find(&all, Wanted::Counts, options.memory, is_stopped)?.counts;
        let share = |accepts: &dyn Fn(&[i32]) -> bool| {
            let states = counts.values.iter().filter(|(value, _)| accepts(value)).map(|(_, states)| states).sum();
            IntervalEstimate::part(states, counts.states)
        };
        let graph = PlayGraph::explore(self.game(), self.database(), options.exact_positions)?;
        let exact = graph.is_some();
        let mut table = match graph {
            Some(graph) => Tables::Exact { random: graph.random_values(), graph: Box::new(graph) },
            None => Tables::Sampled(SampledGames::new(self.game(), self.database(), options.seed)?),
        };
        let one_good_move = match &table {
            Tables::Exact { graph, .. } => graph.one_good_move(),
            Tables::Sampled(_) => self.sampled_one_good_move(options, is_stopped)?,
        };
        let random = table.play(&vec![Policy::Random; roles], options, is_stopped)?;
        let greedy = table.play(&vec![Policy::Greedy; roles], options, is_stopped)?;
        let mut duels = Vec::new();
        for opponent in [Policy::Random, Policy::Greedy] {
            for role in 0..roles {
                let player = |other: usize| if other == role { Policy::Perfect } else { opponent };
                let played = table.play(&(0..roles).map(player).collect::<Vec<_>>(), options, is_stopped)?;
                duels.push(self.duel(role, opponent, &played));
            }
            // There is no opponent.
            if roles == 1 {
                break;
            }
        }
        Ok(GameProfile {
            roles: self.roles().to_vec(),
            points: are_points(counts.values.keys().map(Vec::as_slice)),
            exact,
            positions: counts.states,
            even: (roles > 1).then(|| share(&|value| leader(value).is_none())),
            ahead: (0..roles).map(|role| share(&|value| leader(value) == Some(role))).collect(),
            first: start.to_move,
            distance: start.distance.plies(),
            openings: self.openings(&start, symmetries),
            value: start.value.unwrap_or_default(),
            one_good_move,
            random,
            greedy,
            duels,
        })
    }

    /// The moves at the start, with symmetric ones merged.
    fn openings(&self, start: &Answer<State>, symmetries: &[&[Fluent]]) -> Vec<OpeningFigures> {
        let mut class: Vec<usize> = (0..start.moves.len()).collect();
        for images in symmetries {
            for (place, one) in start.moves.iter().enumerate() {
                let fluents = one.next.fluents().map(|fluent| images[fluent.0 as usize]);
                let image = State::from_fluents(self.game().fluents.len(), fluents);
                if let Some(other) = start.moves.iter().position(|other| other.next == image) {
                    let (kept, gone) = (class[place].min(class[other]), class[place].max(class[other]));
                    class.iter_mut().filter(|class| **class == gone).for_each(|class| *class = kept);
                }
            }
        }
        let opening = |(place, one): (usize, &query::ValuedMove<State>)| OpeningFigures {
            moves: (place..class.len())
                .filter(|&at| class[at] == place)
                .map(|at| start.moves[at].name.clone())
                .collect(),
            value: one.value.clone(),
            distance: one.distance.plies(),
            best: one.best,
        };
        start.moves.iter().enumerate().filter(|&(place, _)| class[place] == place).map(opening).collect()
    }

    fn sampled_one_good_move(
        &self,
        options: &ProfileOptions,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<IntervalEstimate, Error> {
        let wanted = Wanted::Sample { positions: options.positions, seed: options.seed };
        let drawn = self.find(&Criteria::all(), wanted, options.memory, is_stopped)?.positions;
        let player = Player::new(self.game(), self.database())?;
        let (mut single, mut choices) = (0, 0);
        for stored in &drawn {
            let state = self.state(&stored.values);
            let (_, joints) = player.choices(&state)?;
            if joints.len() > 1 {
                let value = &self.database().outcome(stored).rewards;
                let mut optimal = 0;
                for joint in &joints {
                    let (next, _) = player.probe(&player.evaluator.next(&state, joint))?;
                    optimal += usize::from(next == *value);
                }
                choices += 1;
                single += u64::from(optimal == 1);
            }
        }
        Ok(IntervalEstimate::share(single, choices))
    }

    fn duel(&self, role: usize, opponent: Policy, played: &GamesPlayed) -> Duel {
        let chance = |wanted: WinDrawLoss| {
            let is_wanted = |value: &[i32]| self.outcome(value, role) == Some(wanted);
            let matching = played.results.iter().filter(|result| is_wanted(&result.value));
            let chance: f64 = matching.map(|result| result.chance.value).sum();
            match played.games {
                None => IntervalEstimate::exact(chance),
                Some(games) => IntervalEstimate::share((chance * games as f64).round() as u64, games),
            }
        };
        Duel {
            role,
            opponent,
            win: chance(WinDrawLoss::Win),
            draw: chance(WinDrawLoss::Draw),
            loss: chance(WinDrawLoss::Loss),
            expected: played.expected[role],
        }
    }
}

impl Criteria {
    /// Criteria that all states satisfy.
    fn all() -> Criteria {
        Criteria { filters: vec![solution::StateFilter::default()], tests: Vec::new() }
    }
}

impl PlayGraph {
    /// The fraction of positions with one optimal move, among those with a choice.
    pub fn one_good_move(&self) -> IntervalEstimate {
        let choosing = || self.positions.iter().filter(|position| position.next.len() > 1);
        let single = choosing().filter(|position| self.optimal(position).count() == 1).count();
        IntervalEstimate::part(single as u128, choosing().count() as u128)
    }
}

/// The source of games: all positions, or played games.
enum Tables<'g> {
    Exact { graph: Box<PlayGraph>, random: Vec<Vec<f64>> },
    Sampled(SampledGames<'g>),
}

impl Tables<'_> {
    fn play(
        &mut self,
        players: &[Policy],
        options: &ProfileOptions,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<GamesPlayed, Error> {
        match self {
            Tables::Exact { graph, random } => Ok(graph.games(players, random)),
            Tables::Sampled(sampled) => {
                let is_slow = players.contains(&Policy::Greedy);
                sampled.play(players, if is_slow { options.greedy_games } else { options.games }, is_stopped)
            }
        }
    }
}
