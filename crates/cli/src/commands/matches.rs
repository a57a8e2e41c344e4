//! `backsolve match GAME PLAYER...`: matches between players, built-in or by address.

mod participant;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ::game::Random;
use ::play::{Playable, Settings};
use clap::Args;
use gdl::{Source, Uncertainty};
use notation::Notation;
use operations::drawing;
use protocol::{Clocks, Fault, Host, HostedMatch, PlayerResult, Scrambling, Seat, Tournament, arrangements};
use serde::Serialize;

use crate::console::{BAD, BOLD, Console, DIM};
use crate::error::{Error, Exit, unwritable};
use crate::limits::{Early, LimitOptions, ThreadOptions, Watch};
use crate::load::RulesOptions;
use crate::opened::PlayedGame;
use crate::table::{count, row, table, text};
use participant::{Participant, Ready};

const EXAMPLES: &str = "\
Players:
  random           any legal move
  greedy           the move with the highest immediate reward
  uct              UCT, for as long as the play clock allows
  perfect          plays from the database given as GAME
  level:N          one of the ten levels of `backsolve play`
  http://HOST:PORT   a player that speaks the General Game Playing protocol, such as `backsolve player`

Examples:
  backsolve match tic-tac-toe uct random                            one match
  backsolve match ttt.solution perfect level:7 --games 20           a tournament; roles rotate
  backsolve match tic-tac-toe http://127.0.0.1:9147 uct             with a player on this machine
  backsolve match hex:3 http://127.0.0.1:9147 http://127.0.0.1:9147   a player against itself
  backsolve match nim uct random --scramble --save game.json        with meaningless names; saved for `review`

How it is played:
  Players get the rules and --start-clock seconds, then --play-clock seconds for each move. A late or
  illegal move is replaced by a random one and reported. With more players than roles, all take turns. The role
  `random` moves by chance.

How to read it:
  score   the mean reward as a share of the role's maximum, with its 95 % interval (Wilson)

Exit codes:
  0 done   1 the game has hidden information   2 no such game, database or player   3 a limit was reached
  4 the database is damaged";

/// Host matches and tournaments between players
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Match {
    /// Rule sheet or bundled game, as for `solve`, or a database written by `solve`
    #[arg(value_name = "GAME|DB", value_hint = clap::ValueHint::AnyPath)]
    game: OsString,

    /// random, greedy, uct, perfect, level:N or http://HOST:PORT; at least one per role
    #[arg(value_name = "PLAYER", required = true)]
    players: Vec<Participant>,

    /// Seconds before the first move
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    start_clock: u64,

    /// Seconds for each move
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    play_clock: u64,

    /// Number of matches
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// Stop a match after this many plies
    #[arg(long, value_name = "N", default_value_t = 1000)]
    plies: usize,

    /// Replace all symbols of the rules by meaningless names before sending them
    #[arg(long)]
    scramble: bool,

    /// Write the match, with all its states, to this JSON file; several matches to this directory
    #[arg(long, value_name = "PATH", value_hint = clap::ValueHint::AnyPath)]
    save: Option<PathBuf>,

    /// Seed of random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Accept common violations of GDL, with a warning
    #[arg(long)]
    lenient: bool,

    #[command(flatten)]
    threads: ThreadOptions,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    players: Vec<PlayerAnswer>,
    games: u32,
    /// All faults of all matches.
    faults: Vec<MatchFault>,
    matches: Vec<HostedMatch>,
}

#[derive(Serialize)]
struct PlayerAnswer {
    player: String,
    #[serde(flatten)]
    standing: PlayerResult,
    late: usize,
    illegal: usize,
    failed: usize,
}

/// A fault with its match, counted from 1, and the player.
#[derive(Serialize)]
struct MatchFault {
    r#match: usize,
    player: usize,
    #[serde(flatten)]
    fault: Fault,
}

impl Match {
    /// Plays all matches.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let early = |early: Early| Err(early.unfinished("the matches are not finished"));
        Watch::new(console).over(early, || self.play(console))
    }

    fn play(&self, console: &Console) -> Result<Exit, Error> {
        let game = self.prepare(console)?;
        let (_, notation) = drawing::drawn(&game.source, &game.playable.game);
        let mut random = Random::stream(self.seed, 9);
        let sheet = in_gdl(&game.source);
        let scrambled = self.scramble.then(|| Scrambling::new(&sheet, &mut random));
        let host = Host {
            playable: &game.playable,
            rules: scrambled.as_ref().map_or(&sheet, |(_, sheet)| sheet),
            scrambling: scrambled.as_ref().map(|(scrambling, _)| scrambling),
            clocks: Clocks { start: Duration::from_secs(self.start_clock), play: Duration::from_secs(self.play_clock) },
            longest: self.plies,
        };
        let roles: Vec<usize> = (0..game.playable.roles()).filter(|&role| !host.is_chance(role)).collect();
        let seatings = self.seatings(roles.len())?;
        let mut players = self.ready(&game)?;
        let mut tournament = Tournament::new(players.len());
        let (mut matches, mut faults) = (Vec::new(), Vec::new());
        for number in 0..self.games as usize {
            let mut seated = vec![None; game.playable.roles()];
            roles
                .iter()
                .zip(&seatings[number % seatings.len()])
                .for_each(|(&role, &player)| seated[role] = Some(player));
            let mut tell = |played: &HostedMatch| {
                if self.games == 1 {
                    console.say(&ply(played, &notation));
                }
            };
            let mut played = host.play(&self.id(number), &mut seats(&mut players, &seated), &mut random, &mut tell);
            tournament.add(&game.playable, &seated, &played.record.rewards);
            self.name_players(&mut played, &seated, &game);
            faults.extend(faults_of(&played, number, &seated, &game.playable));
            self.save(&played, number)?;
            if self.games > 1 {
                console.say(&format!("{DIM}match {} of {}: {}{DIM:#}", number + 1, self.games, rewards(&played)));
            }
            matches.push(played);
        }
        let answer = self.answer(&game, &tournament, faults, matches);
        console.answer(&answer, || self.text(&answer))?;
        Ok(Exit::Done)
    }

    fn prepare(&self, console: &Console) -> Result<PlayedGame, Error> {
        let path = Path::new(&self.game);
        if path.is_dir() {
            return PlayedGame::open(path, console);
        }
        let options = RulesOptions { rules: self.game.clone().into(), lenient: self.lenient };
        let (source, rules) = options.load(&LimitOptions::default(), console)?;
        if rules.uncertainty() == Some(Uncertainty::Hidden) {
            return Err(Error::no("games with hidden information cannot be hosted, because players see all moves"));
        }
        PlayedGame::new(source, &rules, None, console)
    }

    /// For each match, the player of each role.
    fn seatings(&self, roles: usize) -> Result<Vec<Vec<usize>>, Error> {
        let all = arrangements(self.players.len(), roles);
        if all.is_empty() {
            let given = count(self.players.len(), "player");
            return Err(Error::input(format_args!("the game needs {}, but there is {given}", count(roles, "player")))
                .hint("the same player may be named several times"));
        }
        Ok(all)
    }

    fn ready(&self, game: &PlayedGame) -> Result<Vec<Ready<'_>>, Error> {
        let settings = Settings { threads: self.threads.threads(), ..Settings::default() };
        let seeds = (0..).map(|number| self.seed.wrapping_add(number));
        let ready = self.players.iter().zip(seeds).map(|(one, seed)| one.ready(game.database.clone(), &settings, seed));
        ready.collect()
    }

    fn id(&self, number: usize) -> String {
        format!("backsolve.{}.{}.{}", std::process::id(), self.seed, number + 1)
    }

    fn name_players(&self, played: &mut HostedMatch, seated: &[Option<usize>], game: &PlayedGame) {
        let name =
            |player: &Option<usize>| player.map_or_else(|| "random".to_owned(), |one| self.players[one].to_string());
        played.record.players = seated.iter().map(name).collect();
        played.record.game = Some(game.source.name.clone());
    }

    fn save(&self, played: &HostedMatch, number: usize) -> Result<(), Error> {
        let Some(path) = &self.save else { return Ok(()) };
        let file = match self.games {
            1 => path.clone(),
            _ => {
                fs::create_dir_all(path).map_err(unwritable(path))?;
                path.join(format!("match-{}.json", number + 1))
            }
        };
        let json = serde_json::to_string_pretty(played).map_err(Error::bug)?;
        fs::write(&file, json + "\n").map_err(unwritable(path))
    }

    fn answer(
        &self,
        game: &PlayedGame,
        tournament: &Tournament,
        faults: Vec<MatchFault>,
        matches: Vec<HostedMatch>,
    ) -> Answer {
        let player = |(number, standing): (usize, PlayerResult)| {
            let of_kind = |kind| faults.iter().filter(|one| one.player == number && one.fault.kind == kind).count();
            let (late, illegal, failed) = (of_kind("late"), of_kind("illegal"), of_kind("failed"));
            PlayerAnswer { player: self.players[number].to_string(), standing, late, illegal, failed }
        };
        let players = tournament.standings().into_iter().enumerate().map(player).collect();
        Answer { game: game.source.name.clone(), players, games: self.games, faults, matches }
    }

    fn text(&self, answer: &Answer) -> String {
        let mut text_of = String::new();
        if let [only] = &answer.matches[..] {
            for (role, (player, reward)) in
                only.record.roles.iter().zip(only.record.players.iter().zip(&only.record.rewards))
            {
                text_of += &format!("{BOLD}{reward:>3}{BOLD:#}  {role}  {DIM}{player}{DIM:#}\n");
            }
            let end = if only.record.is_complete { "" } else { ", stopped early" };
            text_of += &format!("{DIM}{}{end}{DIM:#}\n", count(only.record.moves.len(), crate::table::PLY));
        } else {
            text_of += &standings(answer);
        }
        for MatchFault { r#match, fault: Fault { ply, role, kind, what }, .. } in &answer.faults {
            text_of += &format!("{BAD}{kind}{BAD:#}: match {match}, ply {ply}, {role}: {what}\n");
        }
        text_of
    }
}

/// A table of the players.
fn standings(answer: &Answer) -> String {
    let mut standings = table(&["player", "games", "points", "score", "95 % interval", "faults"], &[1, 2, 3, 5], 1);
    for one in &answer.players {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let (low, high) = one.standing.interval;
        standings.add_row(row([
            one.player.clone(),
            one.standing.games.to_string(),
            one.standing.points.to_string(),
            percent(one.standing.score),
            format!("{} to {}", percent(low), percent(high)),
            (one.late + one.illegal + one.failed).to_string(),
        ]));
    }
    text(&standings)
}

/// The players in their seats.
fn seats<'p>(players: &'p mut [Ready<'_>], seated: &[Option<usize>]) -> Vec<Option<Seat<'p>>> {
    let mut seats: Vec<Option<Seat<'p>>> = seated.iter().map(|_| None).collect();
    for (number, player) in players.iter_mut().enumerate() {
        if let Some(role) = seated.iter().position(|&seated| seated == Some(number)) {
            seats[role] = Some(player.seat());
        }
    }
    seats
}

fn faults_of(played: &HostedMatch, number: usize, seated: &[Option<usize>], playable: &Playable) -> Vec<MatchFault> {
    let player = |fault: &Fault| {
        let role = playable.game.roles.iter().position(|role| *role == fault.role)?;
        seated[role]
    };
    let fault = |fault: &Fault| Some(MatchFault { r#match: number + 1, player: player(fault)?, fault: fault.clone() });
    played.faults.iter().filter_map(fault).collect()
}

/// The last ply, shown during a match.
fn ply(played: &HostedMatch, notation: &Notation) -> String {
    let moves = played.record.moves.last().into_iter().flatten().map(|made| notation.of_move(made));
    format!("{DIM}{:>3}{DIM:#}  {}", played.record.moves.len(), moves.collect::<Vec<_>>().join("  "))
}

/// `uct 100, random 0`.
fn rewards(played: &HostedMatch) -> String {
    let pairs = played.record.players.iter().zip(&played.record.rewards);
    pairs.map(|(player, reward)| format!("{player} {reward}")).collect::<Vec<_>>().join(", ")
}

/// Players of General Game Playing read GDL, whatever the rules are written in.
fn in_gdl(source: &Source) -> String {
    match gddl::is_gddl(&source.text) {
        true => gddl::to_gdl(source).unwrap_or_default(),
        false => source.text.clone(),
    }
}
