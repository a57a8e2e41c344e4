//! The forward search of `connect_four` with OxiDD's own operators, for comparison: binary diagrams, two bits per cell,
//! relational product over interleaved primed variables, renaming by substitution.
//!
//!     cargo run --release -p diagram --example connect_four_oxidd -- 5 5
//!
//! Arguments: columns and rows; `--threads N`, `--nodes LOG2`, `--cache LOG2`.

use std::time::Instant;

use oxidd::bdd::{BDDFunction, BDDManagerRef};
use oxidd::util::{AllocResult, OutOfMemory, SatCountCache};
use oxidd::{BooleanFunction, BooleanFunctionQuant, BooleanOperator, FunctionSubst, Manager, ManagerRef, Subst, VarNo};

#[path = "resources/mod.rs"]
mod resources;

struct Board {
    columns: i32,
    rows: i32,
    manager: BDDManagerRef,
}

impl Board {
    fn cells(&self) -> i32 {
        self.columns * self.rows
    }

    /// The bit for a player's piece in a cell, before or after the move.
    fn bit(&self, cell: i32, player: i32, after: bool) -> VarNo {
        (4 * cell + 2 * player + i32::from(after)) as VarNo
    }

    fn var(&self, cell: i32, player: i32, after: bool) -> AllocResult<BDDFunction> {
        let number = self.bit(cell, player, after);
        self.manager.with_manager_shared(|manager| BDDFunction::var(manager, number))
    }

    fn constant(&self, truth: bool) -> BDDFunction {
        self.manager
            .with_manager_shared(|manager| if truth { BDDFunction::t(manager) } else { BDDFunction::f(manager) })
    }

    fn blank(&self, cell: i32) -> AllocResult<BDDFunction> {
        self.var(cell, 0, false)?.nor(&self.var(cell, 1, false)?)
    }

    /// All moves of a player, with all other cells unchanged.
    fn moves(&self, player: i32) -> AllocResult<BDDFunction> {
        let mut any = self.constant(false);
        for cell in 0..self.cells() {
            let mut all = self.constant(true);
            for other in (0..self.cells()).rev() {
                let step = if other == cell {
                    let lands = self.var(cell, player, true)?.and(&self.var(cell, 1 - player, true)?.not()?)?;
                    self.blank(cell)?.and(&lands)?
                } else {
                    let stays = |player| self.var(other, player, false)?.equiv(&self.var(other, player, true)?);
                    stays(0)?.and(&stays(1)?)?
                };
                all = all.and(&step)?;
            }
            if cell % self.rows > 0 {
                all = all.and(&self.blank(cell - 1)?.not()?)?;
            }
            any = any.or(&all)?;
        }
        Ok(any)
    }

    fn wins(&self, player: i32) -> AllocResult<BDDFunction> {
        let mut any = self.constant(false);
        for column in 0..self.columns {
            for row in 0..self.rows {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let (last_column, last_row) = (column + 3 * right, row + 3 * up);
                    if last_column >= self.columns || !(0..self.rows).contains(&last_row) {
                        continue;
                    }
                    let mut all = self.constant(true);
                    for by in 0..4 {
                        let cell = (column + by * right) * self.rows + row + by * up;
                        all = all.and(&self.var(cell, player, false)?)?;
                    }
                    any = any.or(&all)?;
                }
            }
        }
        Ok(any)
    }
}

fn count(board: &Board) -> AllocResult<u128> {
    let cells = board.cells();
    let moves = [board.moves(0)?, board.moves(1)?];
    let wins = [board.wins(0)?, board.wins(1)?];
    let bits: Vec<(i32, i32)> = (0..cells).flat_map(|cell| [(cell, 0), (cell, 1)]).collect();
    let mut before = board.constant(true);
    let mut plain = Vec::new();
    for &(cell, player) in bits.iter().rev() {
        before = before.and(&board.var(cell, player, false)?)?;
    }
    for &(cell, player) in &bits {
        plain.push(board.var(cell, player, false)?);
    }
    let primed: Vec<VarNo> = bits.iter().map(|&(cell, player)| board.bit(cell, player, true)).collect();
    let rename = Subst::new(primed, plain);

    let mut states = board.constant(true);
    for cell in (0..cells).rev() {
        states = states.and(&board.blank(cell)?)?;
    }
    let mut total = 0;
    for ply in 0..=cells {
        let mut cache = SatCountCache::<u128, std::hash::RandomState>::default();
        // The primed bits are free in a set of states: each doubles the number of models.
        total += states.sat_count(4 * cells as u32, &mut cache) >> (2 * cells);
        let (mover, other) = ((ply % 2) as usize, ((ply + 1) % 2) as usize);
        let going_on = wins[other].imp_strict(&states)?;
        let after = going_on.apply_exists(BooleanOperator::And, &moves[mover], &before)?;
        drop(going_on);
        states = after.substitute(&rename)?;
    }
    Ok(total)
}

fn main() -> std::process::ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<i32>().ok());
    let option = |name: &str, default| {
        words.iter().position(|word| word == name).and_then(|at| number(at + 1)).unwrap_or(default)
    };
    let (columns, rows) = (number(0).unwrap_or(5), number(1).unwrap_or(5));
    let start = Instant::now();
    let manager =
        oxidd::bdd::new_manager(1 << option("--nodes", 23), 1 << option("--cache", 20), option("--threads", 1) as u32);
    let board = Board { columns, rows, manager };
    board.manager.with_manager_exclusive(|manager| manager.add_vars(4 * board.cells() as u32));
    match count(&board) {
        Ok(states) => {
            println!(
                "{states} states; {:.1} s wall, {:.1} s CPU, resident at most {} MB",
                start.elapsed().as_secs_f64(),
                resources::cpu_seconds(),
                resources::peak_resident_megabytes()
            );
            std::process::ExitCode::SUCCESS
        }
        Err(OutOfMemory) => {
            eprintln!("out of nodes: give --nodes a larger number");
            std::process::ExitCode::from(3)
        }
    }
}
