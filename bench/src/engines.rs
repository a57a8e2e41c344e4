//! Both engines on the same games, and which one `auto` takes.

use crate::Outcome;
use crate::child::{Taken, agree, backsolve, solve};
use crate::report::{Table, grouped, megabytes, publish, seconds};

/// Games of every kind: with and without layers, for one and for two, in a second and in minutes.
pub const GAMES: [&str; 10] = [
    "connect-four:4x5",
    "connect-four:5x5",
    "connect-four:5x6",
    "clobber:4x5",
    "peg-solitaire",
    "sheep-and-wolf",
    "eight-puzzle",
    "number-tic-tac-toe",
    "nim:11,12,15,25",
    "breakthrough:4x5",
];

/// How much slower than the other the chosen engine may be and still count as well chosen.
const AS_GOOD: f64 = 1.5;

/// Solves every game by both engines and by the one that is chosen.
pub fn run(games: &[String], limit: u64) -> Outcome<()> {
    let program = backsolve()?;
    let mut table = Table::new(&[
        "game",
        "chosen",
        "well",
        "states",
        "explicit s",
        "CPU s",
        "MB",
        "symbolic s",
        "CPU s",
        "MB",
        "auto s",
        "CPU s",
    ]);
    let mut well = 0;
    for game in games {
        let by = |engine| solve(&program, game, &["--engine", engine, "--time", &format!("{limit}s")]);
        let (explicit, symbolic, auto) = (by("explicit")?, by("symbolic")?, by("auto")?);
        let runs = [&explicit, &symbolic, &auto];
        agree(game, runs)?;
        if !runs.iter().any(|taken| taken.is_done()) {
            return Err(format!("{game} was solved by no engine in the time").into());
        }
        let chosen = auto.answer["engine"].as_str().unwrap_or("none").to_owned();
        let (own, other) = if chosen == "explicit" { (&explicit, &symbolic) } else { (&symbolic, &explicit) };
        let is_well = own.is_done() && (!other.is_done() || own.wall <= AS_GOOD * other.wall);
        well += usize::from(is_well);
        let mut row = vec![game.clone(), chosen, if is_well { "yes" } else { "no" }.to_owned()];
        row.push(grouped(runs.map(|taken| taken.number("states")).into_iter().max().unwrap_or(0)));
        row.extend([&explicit, &symbolic].into_iter().flat_map(cells));
        row.extend(cells(&auto).into_iter().take(2));
        table.row(row);
    }
    let text = format!(
        "From the rule sheet to the database, all threads. A run may take {limit} s; one that was not done by then has no figures. *Well* chosen is the engine that is \
         faster by the clock, or at most {AS_GOOD} times slower than the other: {well} of {} games. The time of `auto` is that of its choice, with the estimate \
         before it.\n\n{}",
        games.len(),
        table.markdown(3)
    );
    publish("engines", "Both engines", &text)
}

fn cells(taken: &Taken) -> [String; 3] {
    match taken.is_done() {
        true => [seconds(taken.wall), seconds(taken.cpu), megabytes(taken.memory)],
        false => ["-", "-", "-"].map(str::to_owned),
    }
}
