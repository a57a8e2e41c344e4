//! The page that compares the measurements with the papers.

use std::collections::BTreeSet;

use super::figures::{Row, SOLVED, Time, UNSOLVED};
use super::{ALGORITHMS, Checked, LIMIT, REFUSED, Run, Runs, games_of_the_papers, kept, value};
use crate::Outcome;
use crate::report::{Table, grouped, megabytes, seconds, write};

/// Writes the page.
pub fn page(runs: &Runs) -> Outcome<()> {
    let machines: BTreeSet<&str> = runs.values().map(|run| run.machine.as_str()).collect();
    let machines: Vec<&str> = machines.into_iter().collect();
    let text = format!(
        "Every game is solved from its rule sheet into a database on disk. Times are wall-clock seconds with all threads; MB is the peak memory of the process. \
         A run that belongs in several columns is listed in each of them.\n\n\
         ## Against the papers\n\n\
         *Auto* uses the engine that the program chooses, *diagrams* the symbolic one. The papers' time is that of their fastest algorithm for the game; \
         the factor is the speed-up of *auto* over it.\n\n{}\n{}\n\
         ## By algorithm\n\n\
         Decision diagrams. The papers' times for the same algorithm and our speed-up are in brackets; a dash means that the algorithm does not apply. \
         Algorithms that the program would not choose have a short time limit.\n\n{}\n\
         ## Games that the papers could not solve\n\n{}\n\
         ## Databases\n\n\
         The databases of *auto*, checked by `backsolve verify`: all states if there are few, otherwise a sample. \
         Probes are timed on random states, for databases whose layers are all diagrams.\n\n{}\n\
         {}\n\nMeasured on: {}. `cargo run --release -p bench -- paper` repeats all measurements, which takes hours on two cores; \
         [paper.json](paper.json) lists every run with its machine and its limits.\n",
        against(runs).markdown(2),
        differences(),
        by_algorithm(runs).markdown(1),
        beyond(runs).markdown(1),
        databases(runs).markdown(1),
        within(runs),
        machines.join("; "),
    );
    write("paper", "The papers' tables", &text)
}

/// A row for each game that the papers solve.
fn against(runs: &Runs) -> Table {
    let known = ["game", "value", "states", "papers' states", "layers"];
    let mut table = Table::new(&[&known[..], &ENGINES, &["papers' s", "factor"]].concat());
    for row in &SOLVED {
        let auto = kept(runs, row.game, "auto");
        let mark = if row.differs.is_some() { " *" } else { "" };
        let papers = row.states.map_or(String::new(), |states| format!("{}{mark}", grouped(states)));
        let game = [row.game.to_owned(), rewards(auto), number(auto, "states"), papers, number(auto, "layers")];
        let factor = done(auto).map_or(String::new(), |run| row.best().factor(run.taken.wall));
        let against = [row.best().to_string(), factor];
        table.row(game.into_iter().chain(engines(runs, row.game)).chain(against));
    }
    table
}

/// The columns of [`engines`].
const ENGINES: [&str; 6] = ["engine", "auto s", "MB", "diagrams s", "MB", "nodes"];

/// The engine chosen by the program and its usage, and that of diagrams.
fn engines(runs: &Runs, game: &str) -> [String; 6] {
    let (auto, symbolic) = (kept(runs, game, "auto"), kept(runs, game, "symbolic"));
    let memory = |run: Option<&Run>| run.map_or(String::new(), |run| megabytes(run.taken.memory));
    [
        auto.and_then(|run| run.taken.answer["engine"].as_str()).unwrap_or("-").to_owned(),
        clock(auto),
        memory(auto),
        clock(symbolic),
        memory(symbolic),
        number(symbolic, "peak_nodes"),
    ]
}

fn done(run: Option<&Run>) -> Option<&Run> {
    run.filter(|run| run.taken.is_done())
}

fn clock(run: Option<&Run>) -> String {
    let Some(Run { taken, limit, .. }) = run else { return "not measured".to_owned() };
    match taken.code {
        Some(0) => seconds(taken.wall),
        Some(LIMIT) if taken.wall + 1.0 < *limit as f64 => "memory".to_owned(),
        Some(LIMIT) => format!("> {limit}"),
        Some(code) if REFUSED.contains(&code) => "-".to_owned(),
        _ => "failed".to_owned(),
    }
}

fn number(run: Option<&Run>, key: &str) -> String {
    done(run).map_or(String::new(), |run| grouped(run.taken.number(key)))
}

/// The value as `100/0`.
fn rewards(run: Option<&Run>) -> String {
    done(run).map_or(String::new(), |run| value(run).iter().map(i64::to_string).collect::<Vec<_>>().join("/"))
}

fn differences() -> String {
    let line = |row: &Row| row.differs.map(|why| format!("\\* {}: {why}.  \n", row.game));
    SOLVED.iter().filter_map(line).collect()
}

fn by_algorithm(runs: &Runs) -> Table {
    let mut table = Table::new(&["game", "layered (2010)", "fixpoint (2008)", "zero-sum (2002)", "restart (2007)"]);
    for game in games_of_the_papers() {
        let row = SOLVED.iter().find(|row| row.game == game);
        let cell = |algorithm: &str| {
            let ours = kept(runs, game, algorithm);
            let papers = row.map_or(Time::None, |row| row.by(algorithm));
            let factor = done(ours).map(|run| papers.factor(run.taken.wall)).filter(|factor| !factor.is_empty());
            match (papers, factor) {
                (Time::None, _) => clock(ours),
                (papers, Some(factor)) => format!("{} ({papers}, {factor}x)", clock(ours)),
                (papers, None) => format!("{} ({papers})", clock(ours)),
            }
        };
        table.row([game.to_owned()].into_iter().chain(ALGORITHMS.map(cell)));
    }
    table
}

/// The databases that were checked.
fn databases(runs: &Runs) -> Table {
    let mut table = Table::new(&["game", "MB", "states", "checked", "errors", "verify s", "us per probe"]);
    for game in games_of_the_papers() {
        let auto = kept(runs, game, "auto");
        let Some(Checked { verified, probe }) = auto.and_then(|run| run.database.as_ref()) else { continue };
        table.row([
            game.to_owned(),
            auto.map_or(String::new(), |run| format!("{:.1}", run.taken.number("database_bytes") as f64 / 1e6)),
            number(auto, "states"),
            grouped(verified.number("checked")),
            if verified.answer["ok"] == true { "none" } else { "some" }.to_owned(),
            seconds(verified.wall),
            probe.map_or("-".to_owned(), |micros| format!("{micros:.2}")),
        ]);
    }
    table
}

/// Whether runs stayed within their memory limit. The same run may represent several ways.
fn within(runs: &Runs) -> String {
    let over: Vec<&str> =
        runs.iter().filter(|(_, run)| run.taken.memory > run.memory).map(|(name, _)| name.as_str()).collect();
    let most = megabytes(runs.values().map(|run| run.taken.memory).max().unwrap_or(0));
    let distinct: BTreeSet<(u64, u64)> =
        runs.values().map(|run| (run.taken.memory, run.taken.wall.to_bits())).collect();
    match over[..] {
        [] => format!("All {} runs stayed within their `--memory`; the largest used {most} MB.", distinct.len()),
        _ => format!("Of {} runs, these exceeded their `--memory`: {}.", distinct.len(), over.join(", ")),
    }
}

fn beyond(runs: &Runs) -> Table {
    let known = ["game", "value", "states", "papers' states"];
    let mut table = Table::new(&[&known[..], &ENGINES, &["so far"]].concat());
    for (game, papers) in UNSOLVED {
        let auto = kept(runs, game, "auto");
        let states = [number(auto, "states"), papers.map_or(String::new(), grouped)];
        let cells = [game.to_owned(), rewards(auto)].into_iter().chain(states);
        table.row(cells.chain(engines(runs, game)).chain([so_far(runs, game)]));
    }
    table
}

/// How far the search got in a game that was not solved.
fn so_far(runs: &Runs, game: &str) -> String {
    kept(runs, game, "reach").map_or(String::new(), |run| {
        let [states, layers, nodes] = ["states", "layers", "peak_nodes"].map(|key| grouped(run.taken.number(key)));
        format!("{states} states in {layers} layers, {nodes} nodes, after {} s", seconds(run.taken.wall))
    })
}
