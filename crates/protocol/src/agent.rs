//! The player: message bodies in, answers out, any number of matches at once.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gdl::{Diagnostic, Rules, Source};
use operations::{Budget, Stop};

use crate::clock::Margin;
use crate::course::Course;
use crate::library::Library;
use crate::message::{Malformed, Message};
use crate::ongoing::{Beginning, NoMove, Ongoing};
use crate::preparation::{Means, Preparation};

/// A match without messages for this long, or for this many play clocks, makes way for a new one: its host is gone.
const ABANDONED: Duration = Duration::from_secs(600);
const ABANDONED_CLOCKS: u32 = 20;

/// The number of finished matches whose names are kept, for repeated messages.
const REMEMBERED: usize = 64;

/// The limits of a player.
#[derive(Clone, Debug)]
pub struct AgentOptions {
    /// The directory of its databases.
    pub data: Option<PathBuf>,
    /// Memory for all matches.
    pub memory: usize,
    /// Threads per match.
    pub threads: usize,
    /// The maximum number of concurrent matches.
    pub matches: usize,
    /// Seed of its choices.
    pub seed: u64,
}

/// The player.
pub struct Agent {
    options: AgentOptions,
    matches: Mutex<Matches>,
}

#[derive(Default)]
struct Matches {
    ongoing: Vec<Arc<Ongoing>>,
    /// Finished matches, the latest last.
    ended: VecDeque<String>,
}

/// An answer to a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The answer, or an error message.
    pub text: String,
}

impl Reply {
    fn ok(text: impl Into<String>) -> Reply {
        Reply { status: 200, text: text.into() }
    }

    /// The reply to a malformed message.
    pub fn malformed(why: impl Into<String>) -> Reply {
        Reply { status: 400, text: why.into() }
    }
}

impl From<Malformed> for Reply {
    fn from(Malformed(why): Malformed) -> Reply {
        Reply::malformed(why)
    }
}

impl Agent {
    /// A player without matches.
    pub fn new(options: AgentOptions) -> Agent {
        Agent { options, matches: Mutex::default() }
    }

    /// The answer to a message. It takes at most the time on the message's clock.
    pub fn answer(&self, body: &[u8]) -> Reply {
        self.answer_received(body, Instant::now())
    }

    /// The answer to a message that was received at the given moment, from which on its clock runs.
    pub fn answer_received(&self, body: &[u8], received: Instant) -> Reply {
        match Message::read(body) {
            Ok(message) => self.reply(message, received),
            Err(malformed) => malformed.into(),
        }
    }

    /// Ends all matches, and waits a moment for their work, which removes its temporary files.
    pub fn shut_down(&self, deadline: Instant) {
        let ongoing = self.lock().ongoing.clone();
        self.lock().remove(|_| true);
        ongoing.iter().for_each(|one| one.preparation.wait(deadline));
    }

    fn reply(&self, message: Message, received: Instant) -> Reply {
        match message {
            Message::Info => self.info(),
            Message::Preview { rules, .. } => match checked(&Source::new("preview", rules)) {
                Ok(_) => Reply::ok("ready"),
                Err(reply) => reply,
            },
            Message::Start { id, role, rules, start_clock, play_clock } => {
                self.start(Beginning { id, role, rules, play_clock }, start_clock, received)
            }
            Message::Play { id, moves } => match self.find(&id) {
                Some(ongoing) => moved(ongoing.play(moves.as_deref(), received)),
                None => Reply::ok("busy"),
            },
            Message::Stop { id, .. } => self.end(&id, "done"),
            Message::Abort { id } => self.end(&id, "aborted"),
        }
    }

    /// Ends matches whose host is gone by now.
    pub fn end_abandoned(&self, now: Instant) {
        self.lock().remove_abandoned(now);
    }

    fn info(&self) -> Reply {
        self.end_abandoned(Instant::now());
        let is_free = self.lock().ongoing.len() < self.options.matches;
        Reply::ok(format!("((name backsolve) (status {}))", if is_free { "available" } else { "busy" }))
    }

    fn start(&self, beginning: Beginning, start_clock: Duration, received: Instant) -> Reply {
        let deadline = received + Margin::default().usable(start_clock);
        let ongoing = match self.find(&beginning.id) {
            Some(same) if same.beginning == beginning => same,
            Some(_) => return Reply::ok("busy"),
            None => match self.begin(beginning, deadline, received + start_clock) {
                Ok(ongoing) => ongoing,
                Err(reply) => return reply,
            },
        };
        ongoing.preparation.wait(deadline);
        Reply::ok("ready")
    }

    fn begin(&self, beginning: Beginning, deadline: Instant, clock: Instant) -> Result<Arc<Ongoing>, Reply> {
        let source = Source::new(&*beginning.id, &*beginning.rules);
        let rules = checked(&source)?;
        // Less than a second is too short to give up.
        let patience = deadline.max(Instant::now() + Duration::from_secs(1));
        let course =
            Course::new(&rules, self.share() / 4, patience).map_err(|error| Reply::malformed(error.to_string()))?;
        let role = course.roles().iter().position(|role| role.eq_ignore_ascii_case(&beginning.role));
        let role = role.ok_or_else(|| Reply::malformed(format!("the rules have no role {}", beginning.role)))?;
        let mut matches = self.lock();
        matches.remove_abandoned(Instant::now());
        // The same message may have arrived twice concurrently.
        let is_known = matches.ongoing.iter().any(|other| other.beginning.id == beginning.id);
        if is_known || matches.ongoing.len() >= self.options.matches {
            return Err(Reply::ok("busy"));
        }
        let stop = Stop::default();
        let preparation = Preparation::begin(source, rules, self.means(), stop.clone());
        let ongoing = Arc::new(Ongoing::new(beginning, course, role, preparation, (stop, self.options.seed), clock));
        matches.ongoing.push(Arc::clone(&ongoing));
        Ok(ongoing)
    }

    /// The memory of a match. Half of it is for solving, a quarter for the tree of a search, and a quarter for the
    /// interpreter.
    fn share(&self) -> usize {
        self.options.memory / self.options.matches.max(1)
    }

    /// The limits of each match.
    fn means(&self) -> Means {
        let AgentOptions { data, threads, seed, .. } = &self.options;
        let budget = Budget { memory: self.share() / 2, time: None, alone: false };
        let library = data.clone().map(Library::new);
        Means { library, budget, tree: self.share() / 4, threads: *threads, seed: *seed }
    }

    fn find(&self, id: &str) -> Option<Arc<Ongoing>> {
        self.lock().ongoing.iter().find(|ongoing| ongoing.beginning.id == id).cloned()
    }

    /// Ends a match. A repeated message gets the same answer; other matches are unknown.
    fn end(&self, id: &str, answer: &str) -> Reply {
        let mut matches = self.lock();
        let has_ended = matches.remove(|ongoing| ongoing.beginning.id == id);
        Reply::ok(if has_ended || matches.ended.iter().any(|ended| ended == id) { answer } else { "busy" })
    }

    fn lock(&self) -> MutexGuard<'_, Matches> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Searches and solves end with the player.
impl Drop for Agent {
    fn drop(&mut self) {
        self.lock().remove(|_| true);
    }
}

impl Matches {
    /// Ends matches; returns whether there were any.
    fn remove(&mut self, which: impl Fn(&Ongoing) -> bool) -> bool {
        let (ended, ongoing): (Vec<_>, Vec<_>) = self.ongoing.drain(..).partition(|ongoing| which(ongoing));
        self.ongoing = ongoing;
        for one in &ended {
            one.stop.raise();
            self.ended.push_back(one.beginning.id.clone());
        }
        let superfluous = self.ended.len().saturating_sub(REMEMBERED);
        self.ended.drain(..superfluous);
        !ended.is_empty()
    }

    fn remove_abandoned(&mut self, now: Instant) {
        self.remove(|ongoing| ongoing.idle(now) > ABANDONED.max(ongoing.beginning.play_clock * ABANDONED_CLOCKS));
    }
}

/// The rules of a sheet, read in lenient mode, since sheets in circulation deviate from GDL.
fn checked(source: &Source) -> Result<Rules, Reply> {
    let checked = gdl::check_lenient(source);
    let why = || checked.diagnostics.iter().find(|one| one.is_error()).map(|one: &Diagnostic| one.message.clone());
    checked.rules.ok_or_else(|| Reply::malformed(why().unwrap_or_else(|| "these rules are ill-formed".to_owned())))
}

fn moved(answer: Result<String, NoMove>) -> Reply {
    match answer {
        Ok(made) => Reply::ok(made),
        Err(NoMove::Count(roles)) => Reply::malformed(format!("a ply has {roles} moves, one per role")),
        Err(NoMove::Rules(why)) => Reply { status: 500, text: why },
    }
}
