//! The host of a match: it sends rules and moves, keeps the clocks, and checks the answers.

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use game::Random;
use play::{MatchRecord, MoveLimit, Playable, Player, Position};
use serde::Serialize;

use crate::client::{Address, Unanswered, send};
use crate::clock::{Clocks, Margin};
use crate::message::Message;
use crate::scramble::Scrambling;
use crate::term;

/// The player of a role.
pub enum Seat<'p> {
    /// A built-in player. Its moves are never late, since it runs in this process.
    BuiltIn(&'p mut dyn Player),
    /// A player that answers messages.
    Remote(&'p Address),
}

/// A game for matches.
pub struct Host<'h> {
    /// The game.
    pub playable: &'h Arc<Playable>,
    /// Its rule sheet as sent to players.
    pub rules: &'h str,
    /// The names in `rules`, if they are not those of the game.
    pub scrambling: Option<&'h Scrambling>,
    /// Clocks.
    pub clocks: Clocks,
    /// The maximum number of plies of a match.
    pub longest: usize,
}

/// A fault of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fault {
    /// The ply, counted from 1; 0 before the first.
    pub ply: usize,
    /// The role.
    pub role: String,
    /// `late`, `illegal`, `failed`.
    pub kind: &'static str,
    /// What happened.
    pub what: String,
}

/// A match as a file: the format of General Game Playing hosts.
#[derive(Clone, Debug, Serialize)]
pub struct HostedMatch {
    /// The name of the match.
    #[serde(rename = "matchId")]
    pub id: String,
    /// Roles, players, moves and rewards.
    #[serde(flatten)]
    pub record: MatchRecord,
    /// Seconds before the first move.
    #[serde(rename = "startClock")]
    pub start_clock: u64,
    /// Seconds for each move.
    #[serde(rename = "playClock")]
    pub play_clock: u64,
    /// All states, from the first to the last, as facts.
    pub states: Vec<String>,
    /// For each ply and role, empty if there was no fault: `TO` a late move, `IL` an illegal one, `CE` no answer.
    pub errors: Vec<Vec<String>>,
    /// The same in words.
    pub faults: Vec<Fault>,
}

/// The answer of a player.
enum Answered {
    Move(usize),
    Late,
    Illegal(String),
    Failed(String),
}

impl Host<'_> {
    /// Whether a role moves by chance, so that nobody plays it.
    pub fn is_chance(&self, role: usize) -> bool {
        self.playable.random == Some(role)
    }

    /// Plays a match: one seat per role, none for chance. Late or illegal moves are replaced by random ones. The
    /// observer receives every ply.
    pub fn play(
        &self,
        id: &str,
        seats: &mut [Option<Seat<'_>>],
        random: &mut Random,
        observe: &mut dyn FnMut(&HostedMatch),
    ) -> HostedMatch {
        let mut position = Position::initial(self.playable);
        let mut played = HostedMatch {
            id: id.to_owned(),
            record: MatchRecord { roles: self.playable.game.roles.clone(), ..MatchRecord::default() },
            start_clock: self.clocks.start.as_secs(),
            play_clock: self.clocks.play.as_secs(),
            states: vec![self.facts(&position)],
            errors: Vec::new(),
            faults: Vec::new(),
        };
        self.start(id, seats, &mut played);
        while !position.is_over() && played.record.moves.len() < self.longest {
            let answers = self.ask(id, seats, &position, played.record.moves.last());
            let joint = self.judge(answers, &position, random, &mut played);
            position = position.after(&joint);
            let name = |(role, &made): (usize, &usize)| self.playable.name(role, made).to_owned();
            played.record.moves.push(joint.iter().enumerate().map(name).collect());
            played.states.push(self.facts(&position));
            observe(&played);
        }
        self.end(id, seats, &position, &mut played);
        played
    }

    /// Sends the start message to all players concurrently, and waits for them.
    fn start(&self, id: &str, seats: &[Option<Seat<'_>>], played: &mut HostedMatch) {
        let deadline = Instant::now() + self.clocks.start;
        let begin = |role: usize| Message::Start {
            id: seat_id(id, role),
            role: self.there(&self.playable.game.roles[role]),
            rules: self.rules.to_owned(),
            start_clock: self.clocks.start,
            play_clock: self.clocks.play,
        };
        for (role, answer) in tell(seats, begin, deadline).into_iter().enumerate() {
            let (kind, what) = match answer {
                Some(Err(Unanswered::Late)) => ("late", "not ready within the start clock".to_owned()),
                Some(Err(Unanswered::Failed(why))) => ("failed", why),
                Some(Ok(text)) if !text.eq_ignore_ascii_case("ready") => ("failed", format!("answered `{text}`")),
                _ => continue,
            };
            played.faults.push(Fault { ply: 0, role: self.playable.game.roles[role].clone(), kind, what });
        }
    }

    /// Asks all players concurrently for a move.
    fn ask(
        &self,
        id: &str,
        seats: &mut [Option<Seat<'_>>],
        position: &Position,
        last: Option<&Vec<String>>,
    ) -> Vec<Option<Answered>> {
        let deadline = Instant::now() + self.clocks.play;
        let moves = last.map(|moves| moves.iter().map(|one| self.there(one)).collect::<Vec<_>>());
        thread::scope(|scope| {
            let ask = |(role, seat): (usize, &mut Option<Seat<'_>>)| match seat.as_mut()? {
                Seat::BuiltIn(player) => Some(self.built_in(&mut **player, role, position)),
                Seat::Remote(address) => {
                    let message = Message::Play { id: seat_id(id, role), moves: moves.clone() };
                    Some(self.remote(send(address, &message.to_string(), deadline), role, position))
                }
            };
            let asked: Vec<_> =
                seats.iter_mut().enumerate().map(|(role, seat)| scope.spawn(move || ask((role, seat)))).collect();
            let failed = || Some(Answered::Failed("the player failed".to_owned()));
            asked.into_iter().map(|answer| answer.join().unwrap_or_else(|_| failed())).collect()
        })
    }

    fn built_in(&self, player: &mut dyn Player, role: usize, position: &Position) -> Answered {
        if let [only] = position.legal()[role][..] {
            return Answered::Move(only);
        }
        match player.choose(position, role, &MoveLimit::time(Margin::default().usable(self.clocks.play))) {
            Ok(choice) => Answered::Move(choice.made),
            Err(error) => Answered::Failed(error.to_string()),
        }
    }

    fn remote(&self, answer: Result<String, Unanswered>, role: usize, position: &Position) -> Answered {
        let text = match answer {
            Ok(text) => text,
            Err(Unanswered::Late) => return Answered::Late,
            Err(Unanswered::Failed(why)) => return Answered::Failed(why),
        };
        let Some(term) = term::first(&text) else { return Answered::Illegal(text) };
        let term = self.scrambling.map_or_else(|| term.clone(), |scrambling| scrambling.unscramble(&term));
        let is_meant = |&&made: &&usize| self.playable.name(role, made).eq_ignore_ascii_case(&term);
        position.legal()[role]
            .iter()
            .find(is_meant)
            .map_or(Answered::Illegal(term.clone()), |&made| Answered::Move(made))
    }

    /// The joint move, with random moves in place of missing ones.
    fn judge(
        &self,
        answers: Vec<Option<Answered>>,
        position: &Position,
        random: &mut Random,
        played: &mut HostedMatch,
    ) -> Vec<usize> {
        let (mut joint, mut errors) = (Vec::with_capacity(answers.len()), Vec::with_capacity(answers.len()));
        for (role, answer) in answers.into_iter().enumerate() {
            let legal = &position.legal()[role];
            let any = legal[random.below(legal.len() as u32) as usize];
            let (made, code, kind, what) = match answer {
                None => (any, "", "", String::new()),
                Some(Answered::Move(made)) => (made, "", "", String::new()),
                Some(Answered::Late) => (any, "TO", "late", "no move within the play clock".to_owned()),
                Some(Answered::Illegal(text)) => (any, "IL", "illegal", text),
                Some(Answered::Failed(why)) => (any, "CE", "failed", why),
            };
            joint.push(made);
            errors.push(format!("{code} {}", if code == "IL" { &what } else { "" }).trim().to_owned());
            if !kind.is_empty() {
                let (ply, role) = (played.record.moves.len() + 1, self.playable.game.roles[role].clone());
                played.faults.push(Fault { ply, role, kind, what });
            }
        }
        played.errors.push(errors);
        joint
    }

    /// Tells all players that the match is over, and records the rewards.
    fn end(&self, id: &str, seats: &[Option<Seat<'_>>], position: &Position, played: &mut HostedMatch) {
        played.record.is_complete = position.is_over();
        played.record.rewards = if position.is_over() { position.rewards() } else { self.playable.endless.clone() };
        let moves = played.record.moves.last().map(|moves| moves.iter().map(|one| self.there(one)).collect::<Vec<_>>());
        let end = |role: usize| match position.is_over() {
            true => Message::Stop { id: seat_id(id, role), moves: moves.clone() },
            false => Message::Abort { id: seat_id(id, role) },
        };
        // Their answers change nothing.
        tell(seats, end, Instant::now() + self.clocks.play);
    }

    fn facts(&self, position: &Position) -> String {
        format!("({})", position.state().facts(&self.playable.game).join(" "))
    }

    fn there(&self, text: &str) -> String {
        self.scrambling.map_or_else(|| text.to_owned(), |scrambling| scrambling.scramble(text))
    }
}

/// The name of a match for one role: a player with several roles can distinguish the messages.
fn seat_id(id: &str, role: usize) -> String {
    format!("{id}.{}", role + 1)
}

/// Sends a message to every remote player, concurrently.
fn tell(
    seats: &[Option<Seat<'_>>],
    message: impl Fn(usize) -> Message + Sync,
    deadline: Instant,
) -> Vec<Option<Result<String, Unanswered>>> {
    let message = &message;
    thread::scope(|scope| {
        let mut told = Vec::with_capacity(seats.len());
        for (role, seat) in seats.iter().enumerate() {
            let Some(Seat::Remote(address)) = seat else {
                told.push(None);
                continue;
            };
            let address: &Address = address;
            told.push(Some(scope.spawn(move || send(address, &message(role).to_string(), deadline))));
        }
        let failed = || Err(Unanswered::Failed("the message could not be sent".to_owned()));
        told.into_iter().map(|one| one.map(|sent| sent.join().unwrap_or_else(|_| failed()))).collect()
    })
}
