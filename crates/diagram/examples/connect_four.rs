//! Connect Four on boards of any size, encoded by hand: the kernel's speed and memory on a real game.
//!
//!     cargo run --release -p diagram --example connect_four -- 5 5 --backward
//!
//! Arguments: columns and rows; `--threads N`, `--memory MB`, `--cache LOG2`, `--backward` (solve, not only count),
//! `--layers` (a line per layer).

use std::time::Instant;

use diagram::{
    Domains, Error, Level, LevelChanges, Preference, Set, Store, StoreBudget, StoreOptions, Terminal,
    TransitionRelation, Value, Values,
};

#[path = "resources/mod.rs"]
mod resources;

const BLANK: Value = 0;

struct Arguments {
    columns: u16,
    rows: u16,
    threads: usize,
    megabytes: usize,
    cache: u32,
    backward: bool,
    layers: bool,
}

fn arguments() -> Result<Arguments, String> {
    let mut sizes = Vec::new();
    let mut found =
        Arguments { columns: 5, rows: 5, threads: 1, megabytes: 4096, cache: 22, backward: false, layers: false };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || {
            let text = words.next().ok_or_else(|| format!("{word} needs a number"))?;
            text.parse::<usize>().map_err(|_| format!("{text} is no number"))
        };
        match word.as_str() {
            "--threads" => found.threads = number()?,
            "--memory" => found.megabytes = number()?,
            "--cache" => found.cache = number()? as u32,
            "--backward" => found.backward = true,
            "--layers" => found.layers = true,
            size => sizes.push(size.parse().map_err(|_| format!("{size} is no size"))?),
        }
    }
    if let [columns, rows] = sizes[..] {
        (found.columns, found.rows) = (columns, rows);
    }
    Ok(found)
}

/// The board: cells column by column from the bottom up, each blank, the first player's or the second's.
struct Board {
    columns: u16,
    rows: u16,
    domains: Domains,
}

impl Board {
    fn new(columns: u16, rows: u16) -> Result<Board, Error> {
        let domains = Domains::new(&vec![3; usize::from(columns * rows)])?;
        Ok(Board { columns, rows, domains })
    }

    fn cells(&self) -> usize {
        self.domains.levels()
    }

    fn level(&self, column: u16, row: u16) -> Level {
        Level(column * self.rows + row)
    }

    /// All moves of a player: a blank cell at the bottom or above a piece becomes the player's.
    fn moves(&self, player: Value) -> Result<TransitionRelation, Error> {
        let mut moves = Vec::new();
        for column in 0..self.columns {
            for row in 0..self.rows {
                let mut change = LevelChanges::new().pairs(self.level(column, row), &[(BLANK, player)]);
                if row > 0 {
                    change = change.require(self.level(column, row - 1), &[1, 2]);
                }
                moves.push(change.relation(&self.domains)?);
            }
        }
        TransitionRelation::union_of(&self.domains, &moves)
    }

    /// The states in which a player has four in a row.
    fn wins(&self, store: &mut Store, player: Value) -> Result<Set, Error> {
        let mut wins = Vec::new();
        for column in 0..self.columns {
            for row in 0..self.rows {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let along = |by: i32| {
                        let (column, row) = (i32::from(column) + by * right, i32::from(row) + by * up);
                        let inside =
                            (0..i32::from(self.columns)).contains(&column) && (0..i32::from(self.rows)).contains(&row);
                        inside.then(|| (self.level(column as u16, row as u16), [player]))
                    };
                    let Some(line) = (0..4).map(along).collect::<Option<Vec<_>>>() else { continue };
                    let literals: Vec<(Level, &[Value])> =
                        line.iter().map(|(level, value)| (*level, &value[..])).collect();
                    wins.push(store.cube(&literals)?);
                }
            }
        }
        union_of(store, &wins)
    }
}

/// The union of many sets, two by two.
fn union_of(store: &mut Store, sets: &[Set]) -> Result<Set, Error> {
    match sets {
        [] => Ok(store.none()),
        [one] => Ok(one.clone()),
        several => {
            let (left, right) = several.split_at(several.len() / 2);
            let (left, right) = (union_of(store, left)?, union_of(store, right)?);
            store.union(&left, &right)
        }
    }
}

/// The states after a given number of plies.
struct Layer {
    going_on: Set,
    won: Set,
}

struct Game {
    board: Board,
    store: Store,
    moves: [TransitionRelation; 2],
    wins: [Set; 2],
    arguments: Arguments,
    start: Instant,
}

impl Game {
    fn new(arguments: Arguments) -> Result<Game, Error> {
        let start = Instant::now();
        let board = Board::new(arguments.columns, arguments.rows)?;
        let options = StoreOptions {
            budget: StoreBudget { bytes: arguments.megabytes << 20, ..StoreBudget::default() },
            threads: arguments.threads,
            cache_entries: 1 << arguments.cache,
        };
        let mut store = Store::new(board.domains.clone(), options)?;
        let moves = [board.moves(1)?, board.moves(2)?];
        let wins = [board.wins(&mut store, 1)?, board.wins(&mut store, 2)?];
        Ok(Game { board, store, moves, wins, arguments, start })
    }

    /// Counts all reachable states, and keeps the layers if requested.
    fn forward(&mut self) -> Result<(u128, Vec<Layer>), Error> {
        let mut layers = Vec::new();
        let mut total = 0;
        let mut states = self.store.state(&vec![BLANK; self.board.cells()])?;
        for ply in 0..=self.board.cells() {
            let (mover, other) = (ply % 2, (ply + 1) % 2);
            let going_on = self.store.difference(&states, &self.wins[other])?;
            let count = self.store.count(&states)?;
            total += count;
            if self.arguments.layers {
                self.report(&format!("ply {ply}: {count} states"));
            }
            if self.arguments.backward {
                let won = self.store.difference(&states, &going_on)?;
                layers.push(Layer { going_on: going_on.clone(), won });
            }
            states = self.store.image(&going_on, &self.moves[mover])?;
        }
        Ok((total, layers))
    }

    /// The value of the empty board: 1 if the first player wins, 2 for a draw, 3 if the second does.
    fn backward(&mut self, mut layers: Vec<Layer>) -> Result<Option<Terminal>, Error> {
        let [first, draw, second] = [1, 2, 3].map(|number| Terminal::new(number).expect("not zero"));
        let preferences = [[first, draw, second], [second, draw, first]].map(|order| Preference::best_first(&order));
        let mut solved = Values::from(self.store.none());
        let last = layers.len() - 1;
        while let Some(Layer { going_on, won }) = layers.pop() {
            let ply = layers.len();
            let winner = [second, first][ply % 2];
            let ended = self.store.constant(&won, winner)?;
            let open = if ply == last {
                self.store.constant(&going_on, draw)?
            } else {
                self.store.best(&going_on, &solved, &self.moves[ply % 2], &preferences[ply % 2])?
            };
            solved = self.store.override_with(&ended, &open)?;
            if self.arguments.layers {
                self.report(&format!("ply {ply} solved"));
            }
        }
        self.store.evaluate(&solved, &vec![BLANK; self.board.cells()])
    }

    fn report(&self, what: &str) {
        let usage = self.store.usage();
        println!(
            "{what}; {:.1} s wall, {:.1} s CPU, {} nodes (peak {}), {} MB (peak {}), resident at most {} MB, {} collections",
            self.start.elapsed().as_secs_f64(),
            resources::cpu_seconds(),
            usage.nodes,
            usage.peak_nodes,
            usage.bytes >> 20,
            usage.peak_bytes >> 20,
            resources::peak_resident_megabytes(),
            usage.collections,
        );
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Game::new(arguments()?)?;
    let (states, layers) = game.forward()?;
    game.report(&format!("{states} states"));
    if game.arguments.backward {
        let value = game.backward(layers)?;
        game.report(&format!("value {}", value.map_or(0, Terminal::number)));
    }
    Ok(())
}

fn main() -> std::process::ExitCode {
    match run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            std::process::ExitCode::from(3)
        }
    }
}
