//! One match of a player, with its last message and answer.
//!
//! Messages have no number, so a repeated one is recognised by its moves: they equal those of the last ply and either
//! are not legal now, or do not contain the move that was answered. It gets the same answer. Other illegal moves belong
//! to a ply that never arrived here; the answer is a move that was legal after the last known ply.

use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use game::Random;
use operations::Stop;
use play::MoveLimit;

use crate::clock::Margin;
use crate::course::Course;
use crate::mind::Mind;
use crate::preparation::Preparation;

/// The start message of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beginning {
    pub id: String,
    pub role: String,
    pub rules: String,
    pub play_clock: Duration,
}

/// A match in progress.
pub struct Ongoing {
    pub beginning: Beginning,
    pub preparation: Arc<Preparation>,
    /// Ends all work for this match.
    pub stop: Stop,
    role: usize,
    turn: Mutex<Turn>,
    /// When the clock of the last message is over.
    clock: Mutex<Instant>,
}

struct Turn {
    course: Course,
    /// The answer after the last ply.
    answer: Option<String>,
    random: Random,
    margin: Margin,
}

/// Why there is no move.
pub enum NoMove {
    /// The number of moves is not the number of roles.
    Count(usize),
    /// The rules cannot be evaluated.
    Rules(String),
}

impl Ongoing {
    /// A match at its start, with the number of the role to play, and when its start clock is over.
    pub fn new(
        beginning: Beginning,
        course: Course,
        role: usize,
        preparation: Arc<Preparation>,
        (stop, seed): (Stop, u64),
        clock: Instant,
    ) -> Ongoing {
        let turn = Mutex::new(Turn { course, answer: None, random: Random::new(seed), margin: Margin::default() });
        Ongoing { beginning, preparation, stop, role, turn, clock: Mutex::new(clock) }
    }

    /// Time since the clock of its last message was over.
    pub fn idle(&self, now: Instant) -> Duration {
        now.saturating_duration_since(*self.clock.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The answer to `(play ID MOVES)`, received at the given moment. The turn stays locked meanwhile: a message that is
    /// repeated too early waits for the same answer.
    pub fn play(&self, moves: Option<&[String]>, received: Instant) -> Result<String, NoMove> {
        *self.clock.lock().unwrap_or_else(PoisonError::into_inner) = received + self.beginning.play_clock;
        let mut turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(moves) = moves {
            let last_call = received + turn.margin.last_call(self.beginning.play_clock);
            turn.take(moves, self.role, last_call)?;
        }
        if let Some(answer) = &turn.answer {
            return Ok(answer.clone());
        }
        let legal: Vec<String> = turn.course.legal(self.role).map(str::to_owned).collect();
        let answer = match &legal[..] {
            [] => "nil".to_owned(),
            [only] => only.clone(),
            several => {
                let any = several[turn.random.below(several.len() as u32) as usize].clone();
                self.think(&mut turn, received).filter(|chosen| several.contains(chosen)).unwrap_or(any)
            }
        };
        turn.answer = Some(answer.clone());
        Ok(answer)
    }

    /// The move of the best player so far. If its search does not end in time, this is the best move found until then;
    /// `None` if there is no player yet, or it has reported no move.
    fn think(&self, turn: &mut Turn, received: Instant) -> Option<String> {
        let mind: Arc<Mind> = self.preparation.mind()?;
        let (send, heard) = mpsc::channel();
        let (course, clock) = (&turn.course, self.beginning.play_clock);
        let deadline = Some(received + turn.margin.usable(clock));
        let limit = MoveLimit { deadline, stop: Some(self.stop.flag()), interim: Some(send), playouts: None };
        let (roles, role, joints) = (course.roles().to_vec(), self.role, course.joints().to_vec());
        // In a separate thread, so that it cannot make the answer late.
        let thinker = Arc::clone(&mind);
        let think = move || {
            if let Ok(made) = thinker.choose(&roles, role, &joints, &limit) {
                limit.tell(made);
            }
        };
        thread::Builder::new().name("search".to_owned()).spawn(think).ok()?;
        let end = received + turn.margin.last_call(clock);
        let mut best = None;
        let ended = loop {
            match heard.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(made) => best = Some(made),
                Err(ended) => break ended,
            }
        };
        // The search ends at its deadline or, if it takes longer, this wait ends at its own: both tell how busy the
        // machine is.
        let due = if ended == RecvTimeoutError::Timeout { Some(end) } else { deadline };
        let delay = due.map(|due| Instant::now().saturating_duration_since(due));
        turn.margin.woke_late(delay.unwrap_or_default());
        mind.name(&turn.course.roles()[self.role], best?)
    }
}

impl Turn {
    /// Makes the moves of a ply, unless they do not belong to the next one.
    fn take(&mut self, moves: &[String], role: usize, deadline: Instant) -> Result<(), NoMove> {
        let roles = self.course.roles().len();
        if moves.len() != roles {
            return Err(NoMove::Count(roles));
        }
        let Some(joint) = self.course.meant(moves) else { return Ok(()) };
        let is_answered = self.answer.as_ref().is_none_or(|answer| answer.eq_ignore_ascii_case(&moves[role]));
        if self.course.is_last(moves) && !is_answered {
            return Ok(());
        }
        self.course.advance(&joint, deadline).map_err(|error| NoMove::Rules(error.to_string()))?;
        self.answer = None;
        Ok(())
    }
}
