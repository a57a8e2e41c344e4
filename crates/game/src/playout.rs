//! Random playouts: many games in parallel, each role choosing uniformly among its legal moves.
//!
//! Every lane of a batch plays one game and starts the next one when it ends. Each game has its own random stream, so
//! it depends only on the seed and its number. A role with a single legal move draws no random number.
//!
//! Games are numbered as they start, and all that start are played to their end unless time runs out. Stopping at the
//! first `n` that *finish* would favour short games.

use crate::batch::{BatchEvaluator, lanes};
use crate::bits::{self, ones, select};
use crate::execute::Lanes;
use crate::random::Random;
use crate::state::State;
use crate::tape::Tape;
use std::time::{Duration, Instant};

/// Options. Unlimited by default: set a number of games or a time.
#[derive(Clone, Debug)]
pub struct Playouts {
    /// The random seed.
    pub seed: u64,
    /// Number of games to start.
    pub games: u64,
    /// Games are cut after this many plies.
    pub max_plies: u64,
    /// Stop after this time; games in progress are not finished.
    pub time: Option<Duration>,
}

impl Default for Playouts {
    fn default() -> Playouts {
        Playouts { seed: 0, games: u64::MAX, max_plies: u64::MAX, time: None }
    }
}

/// The results of playouts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlayoutReport {
    /// Joint moves made, including those of unfinished games.
    pub plies: u64,
    /// Games that reached a terminal state.
    pub games: u64,
    /// The shortest of these games, in plies.
    pub shortest: Option<u64>,
    /// The longest of these games, in plies.
    pub longest: Option<u64>,
    /// The total plies of these games.
    pub finished_plies: u64,
    /// For each role, the sum of rewards over these games; no goal counts as 0, and of several the lowest counts.
    pub rewards: Vec<i64>,
    /// Games cut at the maximum number of plies.
    pub cut: u64,
    /// Games in which a role had no legal move.
    pub stuck: u64,
    /// A state in which a role has no legal move.
    pub stuck_example: Option<State>,
    /// Terminal states in which some role had no goal.
    pub without_goal: u64,
    /// Terminal states in which some role had several goals.
    pub several_goals: u64,
    /// A terminal state in which some role had no goal or several.
    pub goal_example: Option<State>,
    /// The elapsed time.
    pub elapsed: Duration,
}

impl PlayoutReport {
    /// Plies per second.
    pub fn plies_per_second(&self) -> f64 {
        self.plies as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }

    /// Mean length of the games that ended.
    pub fn mean_length(&self) -> Option<f64> {
        (self.games > 0).then(|| self.finished_plies as f64 / self.games as f64)
    }

    /// For each role, the mean reward over the games that ended.
    pub fn mean_rewards(&self) -> Option<Vec<f64>> {
        (self.games > 0).then(|| self.rewards.iter().map(|&sum| sum as f64 / self.games as f64).collect())
    }
}

impl Playouts {
    /// Plays a compiled game.
    pub fn run(&self, tape: &Tape) -> PlayoutReport {
        Table::<8>::new(self, tape).play()
    }
}

/// The games in progress.
struct Table<'t, const W: usize> {
    options: &'t Playouts,
    batch: BatchEvaluator<'t, W>,
    report: PlayoutReport,
    /// Lanes with a game in progress.
    playing: Lanes<W>,
    /// For each lane, the random stream of its game.
    random: Vec<Random>,
    /// For each lane, the round in which its game started; its length is the number of rounds since then.
    started: Vec<u64>,
    games_started: u64,
    round: u64,
    /// No game reaches the maximum number of plies before this round.
    next_cut: u64,
    legal_rows: Vec<[u64; 64]>,
}

impl<'t, const W: usize> Table<'t, W> {
    fn new(options: &'t Playouts, tape: &'t Tape) -> Self {
        let report = PlayoutReport { rewards: vec![0; tape.roles.len()], ..PlayoutReport::default() };
        Table {
            options,
            batch: BatchEvaluator::new(tape),
            report,
            playing: [0; W],
            random: vec![Random::stream(0, 0); 64 * W],
            started: vec![0; 64 * W],
            games_started: 0,
            round: 0,
            next_cut: 0,
            legal_rows: Vec::new(),
        }
    }

    fn play(mut self) -> PlayoutReport {
        let clock = Instant::now();
        self.start_games(&[u64::MAX; W]);
        while self.playing != [0; W] && self.options.time.is_none_or(|limit| clock.elapsed() < limit) {
            self.batch.evaluate_view();
            let mut ended = self.finish_terminal();
            self.cut_long_games(&mut ended);
            self.choose_moves(&mut ended);
            self.report.plies += count(&minus(&self.playing, &ended));
            self.batch.evaluate_next();
            self.batch.advance();
            self.round += 1;
            if ended != [0; W] {
                self.start_games(&ended);
            }
        }
        self.report.elapsed = clock.elapsed();
        self.report
    }

    /// Starts a game in each of the lanes, as long as there are games left to play.
    fn start_games(&mut self, free: &Lanes<W>) {
        self.batch.restart(free);
        for lane in lanes(free) {
            let bit = 1 << (lane % 64);
            if self.games_started < self.options.games {
                self.random[lane] = Random::stream(self.options.seed, self.games_started);
                self.started[lane] = self.round;
                self.playing[lane / 64] |= bit;
                self.games_started += 1;
            } else {
                self.playing[lane / 64] &= !bit;
            }
        }
    }

    /// Records the games that have reached a terminal state; returns their lanes.
    fn finish_terminal(&mut self) -> Lanes<W> {
        let terminal = and(&self.batch.terminal(), &self.playing);
        if terminal == [0; W] {
            return terminal;
        }
        let report = &mut self.report;
        let (mut without, mut several) = ([0; W], [0; W]);
        for (role, sum) in report.rewards.iter_mut().enumerate() {
            let mut rewarded = [0; W];
            for (reward, holds) in self.batch.goals(role) {
                let holds = and(&holds, &terminal);
                *sum += i64::from(reward) * count(&minus(&holds, &rewarded)) as i64;
                several = or(&several, &and(&holds, &rewarded));
                rewarded = or(&rewarded, &holds);
            }
            without = or(&without, &minus(&terminal, &rewarded));
        }
        report.games += count(&terminal);
        report.without_goal += count(&without);
        report.several_goals += count(&several);
        for lane in lanes(&terminal) {
            let length = self.round - self.started[lane];
            report.finished_plies += length;
            report.shortest = Some(report.shortest.map_or(length, |l| l.min(length)));
            report.longest = Some(report.longest.map_or(length, |l| l.max(length)));
        }
        if report.goal_example.is_none() {
            report.goal_example = self.batch.example(&or(&without, &several));
        }
        terminal
    }

    /// Cuts games that have reached the maximum number of plies; adds their lanes to `ended`.
    fn cut_long_games(&mut self, ended: &mut Lanes<W>) {
        if self.round < self.next_cut {
            return;
        }
        let going_on = minus(&self.playing, ended);
        for lane in lanes(&going_on) {
            if self.round - self.started[lane] >= self.options.max_plies {
                ended[lane / 64] |= 1 << (lane % 64);
                self.report.cut += 1;
            }
        }
        let going_on = minus(&going_on, ended);
        let oldest = lanes(&going_on).map(|lane| self.started[lane]).min().unwrap_or(self.round + 1);
        self.next_cut = oldest.saturating_add(self.options.max_plies);
    }

    /// Chooses a move per role in the lanes whose games continue. Lanes in which a role has none are added to `ended`.
    fn choose_moves(&mut self, ended: &mut Lanes<W>) {
        let going_on = minus(&self.playing, ended);
        let mut stuck = [0; W];
        for role in 0..self.batch.tape().roles.len() {
            let able = choose_randomly(&mut self.batch, role, &going_on, &mut self.random, &mut self.legal_rows);
            stuck = or(&stuck, &minus(&going_on, &able));
        }
        if stuck != [0; W] {
            self.report.stuck += count(&stuck);
            if self.report.stuck_example.is_none() {
                self.report.stuck_example = self.batch.example(&stuck);
            }
            *ended = or(ended, &stuck);
        }
    }
}

/// Sets a uniformly random legal move of a role in the given lanes, and none in all other lanes; returns the lanes in
/// which the role has a move. The choice in each lane is drawn from `random`; `rows` is a buffer.
pub fn choose_randomly<const W: usize>(
    batch: &mut BatchEvaluator<'_, W>,
    role: usize,
    going_on: &Lanes<W>,
    random: &mut [Random],
    rows: &mut Vec<[u64; 64]>,
) -> Lanes<W> {
    let moves = batch.tape().roles[role].legal.len();
    let (mut able, mut choice) = ([0; W], [0; W]);
    for index in 0..moves {
        let legal = batch.legal(role, index);
        choice = or(&choice, &and(&able, &legal));
        able = or(&able, &legal);
    }
    let choice = and(&choice, going_on);
    let forced = minus(going_on, &choice);
    for index in 0..moves {
        let legal = batch.legal(role, index);
        *batch.move_mut(role, index) = and(&legal, &forced);
    }
    for word in (0..W).filter(|&word| choice[word] != 0) {
        batch.legal_rows(role, word, rows);
        for bit in ones(choice[word]) {
            let lane = word * 64 + bit as usize;
            let index = random_move(rows, bit as usize, &mut random[lane]);
            batch.set_move(lane, role, index);
        }
    }
    able
}

/// A uniformly random move of a lane that has at least one.
fn random_move(rows: &[[u64; 64]], lane: usize, random: &mut Random) -> usize {
    let legal: u32 = rows.iter().map(|block| bits::count(block[lane])).sum();
    let mut rank = random.below(legal);
    for (index, block) in rows.iter().enumerate() {
        let here = bits::count(block[lane]);
        if rank < here {
            return index * 64 + select(block[lane], rank) as usize;
        }
        rank -= here;
    }
    unreachable!("the rank is below the number of legal moves")
}

fn and<const W: usize>(a: &Lanes<W>, b: &Lanes<W>) -> Lanes<W> {
    std::array::from_fn(|w| a[w] & b[w])
}

fn or<const W: usize>(a: &Lanes<W>, b: &Lanes<W>) -> Lanes<W> {
    std::array::from_fn(|w| a[w] | b[w])
}

fn minus<const W: usize>(a: &Lanes<W>, b: &Lanes<W>) -> Lanes<W> {
    std::array::from_fn(|w| a[w] & !b[w])
}

fn count<const W: usize>(lanes: &Lanes<W>) -> u64 {
    lanes.iter().map(|word| u64::from(word.count_ones())).sum()
}
