//! Messages from a host to a player: text to [`Message`] and back.

use std::fmt;
use std::time::Duration;

use gdl::Source;
use gdl::expression::Expression;

use crate::term;

/// The longest body that is read. The largest known rule sheet has half a megabyte.
pub const LONGEST_BODY: usize = 4 << 20;

/// The maximum clock in seconds, a day.
const LONGEST_CLOCK: u64 = 86_400;

/// A message from a host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// Asks whether the player is available.
    Info,
    /// Rules of a possible match.
    Preview {
        /// The rule sheet.
        rules: String,
        /// Time to examine it.
        clock: Duration,
    },
    /// The start of a match.
    Start {
        /// The name of the match.
        id: String,
        /// The role to play.
        role: String,
        /// The rule sheet.
        rules: String,
        /// Time until the answer is due.
        start_clock: Duration,
        /// Time for each move.
        play_clock: Duration,
    },
    /// A request for a move.
    Play {
        /// The match.
        id: String,
        /// The moves of all roles in the previous ply, in the order of the rules; `None` at the first ply.
        moves: Option<Vec<String>>,
    },
    /// The end of a match.
    Stop {
        /// The match.
        id: String,
        /// The moves of all roles in the last ply.
        moves: Option<Vec<String>>,
    },
    /// The match is aborted.
    Abort {
        /// The match.
        id: String,
    },
}

/// Why a body is not a message, as a sentence without its full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed(pub String);

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Message {
    /// Parses a body. The first word is case-insensitive.
    pub fn read(body: &[u8]) -> Result<Message, Malformed> {
        if body.len() > LONGEST_BODY {
            return Err(Malformed(format!("a message has at most {LONGEST_BODY} bytes")));
        }
        let source = Source::from_bytes("message", body).map_err(|diagnostic| Malformed(diagnostic.message.clone()))?;
        let (sheet, diagnostics) = gdl::reader::read(&source);
        if let Some(error) = diagnostics.finish().0.into_iter().find(gdl::Diagnostic::is_error) {
            return Err(Malformed(error.message));
        }
        let [Expression::List(items, _)] = &sheet.expressions[..] else {
            return Err(Malformed("a message is one list in brackets, such as (info)".to_owned()));
        };
        let Some((Expression::Symbol(head), items)) = items.split_first() else {
            return Err(Malformed("a message starts with its kind, such as info".to_owned()));
        };
        Parts { source: &source, items }.message(&source.text[head.range()])
    }
}

/// The parts of a message after its first word.
struct Parts<'m> {
    source: &'m Source,
    items: &'m [Expression],
}

impl Parts<'_> {
    fn message(&self, head: &str) -> Result<Message, Malformed> {
        match head.to_ascii_lowercase().as_str() {
            "info" => self.exactly(0, "(info)").map(|()| Message::Info),
            "preview" => {
                self.exactly(2, "(preview (RULES) CLOCK)")?;
                Ok(Message::Preview { rules: self.rules(0)?, clock: self.clock(1)? })
            }
            "start" => {
                self.exactly(5, "(start ID ROLE (RULES) STARTCLOCK PLAYCLOCK)")?;
                let (start_clock, play_clock) = (self.clock(3)?, self.clock(4)?);
                Ok(Message::Start {
                    id: self.id()?,
                    role: self.text(1),
                    rules: self.rules(2)?,
                    start_clock,
                    play_clock,
                })
            }
            "play" => {
                self.exactly(2, "(play ID (MOVES)) or (play ID nil)")?;
                Ok(Message::Play { id: self.id()?, moves: self.moves(1)? })
            }
            "stop" => {
                self.exactly(2, "(stop ID (MOVES))")?;
                Ok(Message::Stop { id: self.id()?, moves: self.moves(1)? })
            }
            "abort" => self.exactly(1, "(abort ID)").and_then(|()| Ok(Message::Abort { id: self.id()? })),
            _ => Err(Malformed("a message is one of info, preview, start, play, stop and abort".to_owned())),
        }
    }

    fn exactly(&self, count: usize, form: &str) -> Result<(), Malformed> {
        if self.items.len() == count { Ok(()) } else { Err(Malformed(format!("this message has the form {form}"))) }
    }

    fn text(&self, place: usize) -> String {
        term::text(&self.items[place], self.source)
    }

    fn id(&self) -> Result<String, Malformed> {
        match self.items[0] {
            Expression::Symbol(_) => Ok(self.text(0)),
            _ => Err(Malformed("a match ID is a single word".to_owned())),
        }
    }

    /// The text between the brackets, unchanged: comments and lines matter for diagnostics about rules.
    fn rules(&self, place: usize) -> Result<String, Malformed> {
        match &self.items[place] {
            Expression::List(_, span) => {
                Ok(self.source.text[span.start as usize + 1..span.end as usize - 1].to_owned())
            }
            _ => Err(Malformed("rules are a list in brackets".to_owned())),
        }
    }

    fn clock(&self, place: usize) -> Result<Duration, Malformed> {
        let text = self.text(place);
        let seconds = text.parse::<u64>().map_err(|_| Malformed("a clock is a number of seconds".to_owned()))?;
        Ok(Duration::from_secs(seconds.min(LONGEST_CLOCK)))
    }

    fn moves(&self, place: usize) -> Result<Option<Vec<String>>, Malformed> {
        match &self.items[place] {
            Expression::List(moves, _) if moves.is_empty() => Ok(None),
            Expression::List(moves, _) => Ok(Some(moves.iter().map(|one| term::text(one, self.source)).collect())),
            _ if self.text(place).eq_ignore_ascii_case("nil") => Ok(None),
            _ => Err(Malformed("the moves of a ply are a list in brackets, or nil".to_owned())),
        }
    }
}

/// The message as a body.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |moves: &Option<Vec<String>>| match moves {
            None => "nil".to_owned(),
            Some(moves) => format!("({})", moves.join(" ")),
        };
        match self {
            Message::Info => f.write_str("(info)"),
            // A comment at the end of the rules must not swallow the bracket.
            Message::Preview { rules, clock } => write!(f, "(preview ({rules}\n) {})", clock.as_secs()),
            Message::Start { id, role, rules, start_clock, play_clock } => {
                write!(f, "(start {id} {role} ({rules}\n) {} {})", start_clock.as_secs(), play_clock.as_secs())
            }
            Message::Play { id, moves } => write!(f, "(play {id} {})", list(moves)),
            Message::Stop { id, moves } => write!(f, "(stop {id} {})", list(moves)),
            Message::Abort { id } => write!(f, "(abort {id})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str) -> Result<Message, String> {
        Message::read(body.as_bytes()).map_err(|malformed| malformed.0)
    }

    #[test]
    fn heads_are_case_insensitive_and_white_space_does_not_matter() {
        assert_eq!(read("  ( INFO\n)\t"), Ok(Message::Info));
        let play = Message::Play { id: "Match.7".to_owned(), moves: None };
        assert_eq!(read("(Play\r\n Match.7 NIL)"), Ok(play.clone()));
        assert_eq!(read("(play Match.7 ( ))"), Ok(play));
        let moves = Some(vec!["(mark 1 1)".to_owned(), "noop".to_owned()]);
        assert_eq!(read("(PLAY m (( mark  1\n1 )noop))"), Ok(Message::Play { id: "m".to_owned(), moves }));
    }

    #[test]
    fn rules_keep_their_lines_and_comments() {
        let body = "(start m x ((role x) ; one ) bracket\n (role o)) 10 5)";
        let Ok(Message::Start { role, rules, start_clock, play_clock, .. }) = read(body) else { panic!("{body}") };
        assert_eq!((role.as_str(), rules.as_str()), ("x", "(role x) ; one ) bracket\n (role o)"));
        assert_eq!((start_clock.as_secs(), play_clock.as_secs()), (10, 5));
    }

    #[test]
    fn written_messages_are_read_back() {
        let (id, rules) = ("m".to_owned(), "(role x) ; a comment\n".to_owned());
        let (start_clock, play_clock) = (Duration::from_secs(9), Duration::from_secs(3));
        let moves = Some(vec!["(f (g a) b)".to_owned()]);
        for message in [
            Message::Info,
            Message::Start { id: id.clone(), role: "x".to_owned(), rules, start_clock, play_clock },
            Message::Play { id: id.clone(), moves: None },
            Message::Stop { id: id.clone(), moves },
            Message::Abort { id },
        ] {
            let again = read(&message.to_string()).expect("a message");
            // Only the line after the rules is new.
            assert_eq!(again.to_string().replace('\n', ""), message.to_string().replace('\n', ""));
        }
    }

    #[test]
    fn text_that_is_not_a_message_is_rejected_with_a_reason() {
        for (body, why) in [
            ("", "one list"),
            ("info", "one list"),
            ("(info) (info)", "one list"),
            ("()", "starts with its kind"),
            ("((info))", "starts with its kind"),
            ("(hello)", "one of info"),
            ("(info now)", "the form (info)"),
            ("(play m", "never closed"),
            ("(play m))", "closes nothing"),
            ("(play (m) nil)", "single word"),
            ("(play m moves)", "or nil"),
            ("(start m x (role x) ten 5)", "seconds"),
            ("(start m x rules 10 5)", "rules are a list"),
            ("(start m x () -1 5)", "seconds"),
        ] {
            let sentence = read(body).expect_err(body);
            assert!(sentence.contains(why), "{body}: {sentence}");
        }
        assert!(Message::read(b"(info \xff)").is_err());
        assert!(Message::read(&vec![b' '; LONGEST_BODY + 1]).is_err());
    }
}
