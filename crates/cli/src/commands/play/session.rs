//! A game between a user and the program, line by line.

use std::fs;
use std::io::{self, BufRead};
use std::path::Path;
use std::time::Duration;

use play::{Levelled, MatchRecord, MoveLimit, Player, Position, RandomPlayer};
use query::GroundOracle;

use super::Ready;
use super::advisor::{Advice, Advisor};
use super::input::{self, Wish};
use super::screen;
use crate::console::{BOLD, Console, DIM};
use crate::error::{Error, ErrorKind};
use crate::load::text_file;

/// The number of consecutive forced plies after which the game is considered broken.
const MOST_FORCED: usize = 10_000;

/// The participants of a session.
pub struct Table<'t> {
    pub console: &'t Console,
    pub ready: &'t Ready,
    pub hints: bool,
    pub level: usize,
    pub time: Duration,
    /// Plays the other roles.
    pub program: Levelled,
    /// Says what moves are worth.
    pub advisor: Advisor,
    /// Rolls for the role that moves by chance.
    pub dice: RandomPlayer,
}

/// A game in progress.
pub struct Session<'t> {
    table: Table<'t>,
    /// The role of the user.
    you: usize,
    /// The positions so far; at least one.
    positions: Vec<Position>,
    /// The joint moves between them.
    joints: Vec<Vec<usize>>,
}

impl<'t> Session<'t> {
    /// A new game, with the user as one of the roles.
    pub fn new(table: Table<'t>, you: usize) -> Session<'t> {
        let positions = vec![Position::initial(&table.ready.game.playable)];
        Session { table, you, positions, joints: Vec::new() }
    }

    /// Plays until the user leaves.
    pub fn run(&mut self) -> Result<(), Error> {
        self.show(&self.introduction())?;
        self.advance()?;
        loop {
            self.show(&format!("{}> ", self.name(self.you)))?;
            let mut line = String::new();
            let read = io::stdin().lock().read_line(&mut line);
            if read.map_err(|error| Error::input(format_args!("cannot read standard input: {error}")))? == 0 {
                return self.show("\nEnd of input.\n");
            }
            match input::read(&line, &self.legal(), &self.table.ready.notation) {
                Ok(Wish::Quit) => return Ok(()),
                Ok(wish) => self.grant(wish)?,
                Err(sentence) => self.show(&format!("{sentence}\n"))?,
            }
        }
    }

    /// The role that the user played last, and the game so far.
    pub fn end(&self) -> (String, MatchRecord) {
        (self.name(self.you).to_owned(), self.record())
    }

    fn grant(&mut self, wish: Wish) -> Result<(), Error> {
        match wish {
            Wish::Move(number) => {
                let made = self.position().legal()[self.you][number];
                self.make(Some(made))?;
                self.advance()
            }
            Wish::Hint => self.hint(),
            Wish::Undo => self.undo(),
            Wish::Switch => {
                let players = self.table.ready.game.playable.players();
                self.you = players.clone().find(|&role| role > self.you).or(players.clone().next()).unwrap_or(self.you);
                self.show(&format!("You are {BOLD}{}{BOLD:#} now.\n", self.name(self.you)))?;
                self.advance()
            }
            Wish::Save(file) => self.save(&file),
            Wish::Load(file) => self.load(&file),
            Wish::Moves => self.show(&screen::moves(&self.legal(), &self.table.ready.notation)),
            Wish::Board => self.show(&screen::board(self.table.ready, self.position())),
            Wish::Help => self.show(input::HELP),
            Wish::Quit | Wish::Nothing => Ok(()),
        }
    }

    /// Lets the program move until the user has a choice or the game is over, and shows the position.
    fn advance(&mut self) -> Result<(), Error> {
        for _ in 0..MOST_FORCED {
            if self.position().is_over() || self.position().legal()[self.you].len() > 1 {
                break;
            }
            self.make(None)?;
        }
        let ready = self.table.ready;
        self.show(&screen::board(ready, self.position()))?;
        if self.position().is_over() {
            self.show(&screen::result(ready, self.position(), self.you))?;
            return self.show(&format!("{DIM}undo, save FILE, load FILE or quit{DIM:#}\n"));
        }
        self.show(&screen::moves(&self.legal(), &self.table.ready.notation))?;
        if self.table.hints { self.hint() } else { Ok(()) }
    }

    /// Makes one ply: the user's move, or its only one, and those of the program.
    fn make(&mut self, yours: Option<usize>) -> Result<(), Error> {
        let mut joint = Vec::with_capacity(self.table.ready.game.playable.roles());
        for role in 0..self.table.ready.game.playable.roles() {
            let made = match (yours, &self.position().legal()[role][..]) {
                (Some(made), _) if role == self.you => made,
                (_, &[only]) => only,
                _ => self.think(role)?,
            };
            joint.push(made);
        }
        let next = self.position().after(&joint);
        self.positions.push(next);
        self.joints.push(joint);
        Ok(())
    }

    /// A move of the program.
    fn think(&mut self, role: usize) -> Result<usize, Error> {
        let limit = MoveLimit { stop: Some(self.table.console.stop.flag()), ..MoveLimit::time(self.table.time) };
        let position = self.positions.last().expect("there is always a position");
        let ready = self.table.ready;
        let is_chance = ready.game.playable.random == Some(role);
        let choice = match is_chance {
            true => self.table.dice.choose(position, role, &limit)?,
            false => self.table.program.choose(position, role, &limit)?,
        };
        let (name, known) =
            (ready.notation.of_move(ready.game.playable.name(role, choice.made)), screen::known(&choice));
        let known =
            if self.table.hints && !known.is_empty() { format!("  {DIM}{known}{DIM:#}") } else { String::new() };
        let verb = if is_chance { "rolls" } else { "plays" };
        self.show(&format!("{} {verb} {BOLD}{name}{BOLD:#}{known}\n", self.name(role)))?;
        Ok(choice.made)
    }

    /// The outcome of every move, or the program's suggestion.
    fn hint(&mut self) -> Result<(), Error> {
        let (ready, you) = (self.table.ready, self.you);
        if self.position().is_over() {
            return self.show("The game is over.\n");
        }
        let limit = MoveLimit { stop: Some(self.table.console.stop.flag()), ..MoveLimit::time(self.table.time) };
        let position = self.positions.last().expect("there is always a position");
        let advice = self.table.advisor.advise(position, you, &limit)?;
        self.show(&match advice {
            Advice::Outcomes(answer) => screen::hints(ready, you, &answer),
            Advice::Expected(outlook) => screen::expected(ready, &outlook, you),
            Advice::Suggestion(choice) => screen::suggestion(ready, you, &choice),
        })
    }

    /// Returns to the last position in which the user had a choice.
    fn undo(&mut self) -> Result<(), Error> {
        let had_choice = |position: &Position| !position.is_over() && position.legal()[self.you].len() > 1;
        let before = &self.positions[..self.positions.len() - 1];
        let Some(last) = before.iter().rposition(had_choice) else {
            return self.show("You have no move to take back.\n");
        };
        self.positions.truncate(last + 1);
        self.joints.truncate(last);
        self.advance()
    }

    fn save(&self, file: &Path) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(&self.record()).map_err(Error::bug)? + "\n";
        match fs::write(file, text) {
            Ok(()) => {
                let review = self.table.ready.game.database.as_ref().map_or(String::new(), |database| {
                    format!("; `backsolve review {} {}` judges the moves", database.path().display(), file.display())
                });
                self.show(&format!("Saved to {}{review}\n", file.display()))
            }
            Err(error) => self.show(&format!("cannot write {}: {error}\n", file.display())),
        }
    }

    fn load(&mut self, file: &Path) -> Result<(), Error> {
        match self.read(file) {
            Ok((positions, joints)) => {
                (self.positions, self.joints) = (positions, joints);
                self.advance()
            }
            Err(error) if error.kind() == ErrorKind::Input => self.show(&format!("{error}\n")),
            Err(error) => Err(error),
        }
    }

    /// The positions and joint moves of a saved game.
    fn read(&self, file: &Path) -> Result<(Vec<Position>, Vec<Vec<usize>>), Error> {
        let playable = &self.table.ready.game.playable;
        let record = MatchRecord::read(&text_file(file, self.table.console)?.text).map_err(Error::input)?;
        let oracle = GroundOracle::new(&playable.game, None)?;
        let (mut positions, mut joints) = (vec![Position::initial(playable)], Vec::new());
        for ply in oracle.play(&oracle.initial(), &record.text())? {
            let named = |(role, name): (usize, &String)| playable.named(role, name);
            let joint: Option<Vec<usize>> = ply.joint.iter().enumerate().map(named).collect();
            let joint = joint.ok_or_else(|| Error::bug("a move that was read is not a move of the game"))?;
            positions.push(positions[positions.len() - 1].after(&joint));
            joints.push(joint);
        }
        Ok((positions, joints))
    }

    fn record(&self) -> MatchRecord {
        let playable = &self.table.ready.game.playable;
        let names = |joint: &Vec<usize>| {
            joint.iter().enumerate().map(|(role, &made)| playable.name(role, made).to_owned()).collect()
        };
        let player = |role: usize| match role {
            _ if role == self.you => "you".to_owned(),
            _ if playable.random == Some(role) => "random".to_owned(),
            _ => self.table.program.name(),
        };
        let is_complete = self.position().is_over();
        MatchRecord {
            game: Some(self.table.ready.game.source.name.clone()),
            roles: playable.game.roles.clone(),
            players: (0..playable.roles()).map(player).collect(),
            moves: self.joints.iter().map(names).collect(),
            rewards: if is_complete { self.position().rewards() } else { Vec::new() },
            is_complete,
        }
    }

    fn introduction(&self) -> String {
        let ready = self.table.ready;
        let others: Vec<&str> =
            ready.game.playable.players().filter(|&role| role != self.you).map(|role| self.name(role)).collect();
        let mut program = match &others[..] {
            [] => String::new(),
            others => format!(" The program plays {} at level {}.", others.join(", "), self.table.level),
        };
        if ready.game.playable.random.is_some() {
            program += " It rolls for random.";
        }
        format!(
            "{BOLD}{}{BOLD:#}  You are {}.{program} Type a move, or help.\n",
            ready.game.source.name,
            self.name(self.you)
        )
    }

    fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// The legal moves of the user; empty if the game is over.
    fn legal(&self) -> Vec<String> {
        let position = self.position();
        if position.is_over() {
            return Vec::new();
        }
        let name = |&made: &usize| self.table.ready.game.playable.name(self.you, made).to_owned();
        position.legal()[self.you].iter().map(name).collect()
    }

    fn name(&self, role: usize) -> &str {
        &self.table.ready.game.playable.game.roles[role]
    }

    /// Prints text on standard output, or on standard error if that is reserved for JSON.
    fn show(&self, text: &str) -> Result<(), Error> {
        match self.table.console.is_json() {
            true => {
                self.table.console.say(text.trim_end());
                Ok(())
            }
            false => self.table.console.print(text),
        }
    }
}
