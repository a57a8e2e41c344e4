//! The figures reported by the papers.
//!
//! Kissmann and Edelkamp 2010, Table 1 (2.67 GHz, 12 GB; 64 GB for Connect Four 6x6): layered solving, compared with
//! their algorithm from 2008. Edelkamp and Kissmann 2007, Table 8 and the text around it: reachable states, their
//! algorithm from 2007, and that from 2002.

use std::fmt;

use crate::report::{factor, seconds};

/// A game of the papers.
pub struct Row {
    /// Our rule sheet.
    pub game: &'static str,
    /// Its value, if the papers give one.
    pub value: Option<[i64; 2]>,
    /// The number of reachable states in the papers.
    pub states: Option<u64>,
    /// Why their count differs from ours, if it does.
    pub differs: Option<&'static str>,
    /// Seconds for layered solving (2010).
    pub layered: Time,
    /// Seconds for the fixpoint of strong pre-images (2008).
    pub fixpoint: Time,
    /// Seconds for zero-sum retrograde analysis (2002).
    pub zero_sum: Time,
    /// Seconds for the matrix with restarts (2007).
    pub restart: Time,
    /// Seconds for the one-player classification (2007).
    pub one_player: Time,
}

/// A time in a paper.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Time {
    /// Not reported.
    None,
    /// In seconds.
    Took(f64),
    /// Finished in fewer seconds.
    LessThan(f64),
    /// Finished in more seconds, or stopped after this many.
    MoreThan(f64),
    /// There was not enough memory.
    NoMemory,
}

use Time::{LessThan, MoreThan, NoMemory, Took};

const MINUTE: f64 = 60.0;
const HOUR: f64 = 3_600.0;
const DAY: f64 = 86_400.0;

impl Row {
    const fn new(game: &'static str) -> Row {
        let none = Time::None;
        Row {
            game,
            value: None,
            states: None,
            differs: None,
            layered: none,
            fixpoint: none,
            zero_sum: none,
            restart: none,
            one_player: none,
        }
    }

    const fn value(self, first: i64, second: i64) -> Row {
        Row { value: Some([first, second]), ..self }
    }

    const fn states(self, states: u64) -> Row {
        Row { states: Some(states), ..self }
    }

    const fn differs(self, why: &'static str) -> Row {
        Row { differs: Some(why), ..self }
    }

    /// Times for layered solving and for the fixpoint.
    const fn table1(self, layered: f64, fixpoint: Time) -> Row {
        Row { layered: Took(layered), fixpoint, ..self }
    }

    /// Times for the algorithms of 2002 and 2007.
    const fn classified(self, zero_sum: Time, restart: Time) -> Row {
        Row { zero_sum, restart, ..self }
    }

    /// The papers' shortest time.
    pub fn best(&self) -> Time {
        let times = [self.layered, self.fixpoint, self.zero_sum, self.restart, self.one_player];
        let reported = times.into_iter().filter_map(|time| Some((time, time.seconds()?)));
        reported.min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(Time::None, |(time, _)| time)
    }

    /// The time of an algorithm, by its name on the command line.
    pub fn by(&self, algorithm: &str) -> Time {
        match algorithm {
            "layered" => self.layered,
            "fixpoint" => self.fixpoint,
            "zero-sum" => self.zero_sum,
            _ => self.restart,
        }
    }
}

impl Time {
    fn seconds(self) -> Option<f64> {
        match self {
            Took(seconds) | LessThan(seconds) | MoreThan(seconds) => Some(seconds),
            Time::None | NoMemory => None,
        }
    }

    /// A quantity of the time, with a sign if the time is a bound; empty if there is none.
    fn bounded(self, write: impl Fn(f64) -> String) -> String {
        let sign = match self {
            LessThan(_) => "< ",
            MoreThan(_) => "> ",
            _ => "",
        };
        self.seconds().map_or(String::new(), |seconds| format!("{sign}{}", write(seconds)))
    }

    /// The speed-up over the paper of a run that takes this many seconds.
    pub fn factor(self, ours: f64) -> String {
        self.bounded(|seconds| factor(seconds / ours))
    }
}

impl fmt::Display for Time {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoMemory => formatter.write_str("memory"),
            time => formatter.write_str(&time.bounded(seconds)),
        }
    }
}

/// The games that the papers solve.
pub const SOLVED: [Row; 22] = [
    Row::new("catch-a-mouse").value(100, 0).table1(24.0, Took(104.0)),
    Row::new("chomp:8x7")
        .value(100, 0)
        .states(25_734)
        .differs("the paper visits the 12,866 non-terminal states twice")
        .table1(10.0, Took(2.0)),
    Row::new("clobber:3x4").value(0, 40).states(13_343).table1(1.0, Took(1.0)).classified(Time::None, MoreThan(HOUR)),
    Row::new("clobber-zero-sum:3x4").classified(Took(13.0), Took(200.0)),
    Row::new("clobber:4x5").value(30, 0).states(26_787_440).table1(643.0, Took(4_731.0)),
    Row::new("clobber-zero-sum:4x5").classified(Took(9.0 * HOUR), MoreThan(20.0 * DAY)),
    Row::new("connect-four:5x6").value(50, 50).states(1_044_334_437).table1(1_897.0, Took(8_092.0)),
    Row::new("connect-four:6x6").states(69_173_028_785).table1(81_489.0, MoreThan(4.0 * DAY)),
    Row::new("cubi-cup:5").value(100, 0).states(7_369_419_770).table1(30_069.0, NoMemory),
    Row::new("nim:11,12,15,25").value(100, 0).states(129_776).table1(10.0, Took(1.0)),
    Row::new("number-tic-tac-toe").value(100, 0).table1(101.0, Took(294.0)),
    Row::new("sheep-and-wolf").value(0, 100).states(783_163).table1(23.0, Took(57.0)),
    Row::new("sum-15").value(50, 50).table1(1.0, LessThan(1.0)),
    Row::new("tic-tac-toe").value(50, 50).states(5_478).table1(1.0, LessThan(1.0)).classified(LessThan(1.0), Took(12.0)),
    Row::new("nim-take:40").states(80).classified(Took(4.0), Took(80.0 * MINUTE)),
    Row::new("minichess").states(4_573),
    Row::new("clobber:1x6").states(28),
    Row { one_player: MoreThan(7.5 * HOUR), ..Row::new("peg-solitaire") }
        .states(375_110_246)
        .differs("the paper visits all states twice except the 162,352 terminal ones"),
    Row::new("eight-puzzle:60")
        .states(6_980_353)
        .differs("the paper counts the states of steps 0 to 59, and the non-terminal ones twice"),
    Row::new("fifteen-puzzle:16").states(9_251_016).differs(
        "the paper gives neither its start nor its bound; the nearest is 9,325,700, twice the states of 20 moves from a start with the gap in a corner",
    ),
    Row::new("blocks-world:7").states(42),
    Row::new("hanoi:5").states(5_504).differs("the paper has 2 x 2,753 - 2"),
];

/// The games that the papers could not ground, encode or solve, with the number of states if they could count them.
pub const UNSOLVED: [(&str, Option<u64>); 5] = [
    ("queens:8", None),
    ("krk-endgame:8", None),
    ("pancakes:8", None),
    ("nine-mens-morris", None),
    ("connect-four:7x6", Some(4_531_985_219_092)),
];
