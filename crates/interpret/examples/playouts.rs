//! Random playouts on one core: `playouts RULES [SECONDS]` prints plies per second.

use std::time::{Duration, Instant};

use interpret::{Interpreter, TermId};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which rule sheet?")?;
    let time = Duration::from_secs_f64(arguments.next().map_or(Ok(3.0), |s| s.parse())?);
    let checked = gdl::check_lenient(&gdl::Source::new(&path, std::fs::read_to_string(&path)?));
    let mut interpreter = Interpreter::new(&checked.rules.ok_or("not well-formed")?)?;
    let initial = interpreter.initial()?;
    let (mut plies, mut playouts, mut random) = (0u64, 0u64, 0x9e37_79b9_7f4a_7c15u64);
    let start = Instant::now();
    while start.elapsed() < time {
        let mut state = initial.clone();
        while !interpreter.terminal(&state)? && start.elapsed() < time {
            let mut choose = |moves: &Vec<TermId>| {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                moves.get((random % moves.len().max(1) as u64) as usize).copied()
            };
            let Some(moves) = interpreter.legal(&state)?.iter().map(&mut choose).collect::<Option<Vec<_>>>() else {
                break;
            };
            state = interpreter.next(&state, &moves)?;
            plies += 1;
        }
        interpreter.goals(&state)?;
        playouts += 1;
    }
    let rate = plies as f64 / start.elapsed().as_secs_f64();
    println!("{playouts} playouts, {plies} plies, {rate:.0} plies/s");
    Ok(())
}
