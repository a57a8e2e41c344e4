//! `backsolve serve`: serves the page.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::{env, thread};

use clap::Args;
use operations::budget::resident;
use serde::Serialize;
use server::{App, Config, bind};

use crate::console::{BAD, BOLD, Console, DIM};
use crate::error::{Error, Exit};
use crate::limits::{LimitOptions, ThreadOptions};
use crate::table::size;

const EXAMPLES: &str = "\
What it does:
  Serves a page on which you pick or paste games, solve, play and explore them, and build and verify strategies. Other
  programs can use the same HTTP interface; /api/openapi.json describes it.

Examples:
  backsolve serve                           at http://127.0.0.1:7070, until Ctrl-C
  backsolve serve ttt.solution c4.solution  with these databases
  backsolve serve --port 0 --json           on any free port, printed as a JSON object
  backsolve serve --memory 2G --jobs 1      one solve at a time, and at most 2 GB in total
  curl http://127.0.0.1:7070/api/games/tic-tac-toe/position?moves=mark+2+2

Who can use it:
  Programs on this machine and the page itself. Requests from pages of other sites are refused.
  With --listen 0.0.0.0 everybody who can reach the port can start solves. If they address this machine by name,
  give the name with --host.

What is kept:
  Databases, pasted rule sheets and saved strategies are kept in --data. A stopped solve can be resumed from the page,
  also after Ctrl-C.

Exit codes:
  0 ended by Ctrl-C   2 a database cannot be read, or the port is taken   130 ended without waiting";

/// Solve, play and explore games and build strategies in the browser
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Serve {
    /// Databases to show: directories written by `backsolve solve`
    #[arg(value_name = "DB", value_hint = clap::ValueHint::DirPath)]
    databases: Vec<PathBuf>,

    /// Address to listen on
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,

    /// Port to listen on, 0 for any
    #[arg(long, value_name = "N", default_value_t = 7070)]
    port: u16,

    /// Another host name of this machine, besides addresses and localhost; repeatable
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,

    /// Directory for the page's databases, rule sheets and strategies [default: backsolve in the user's data
    /// directory]
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    data: Option<PathBuf>,

    /// Number of jobs that run in parallel
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
    jobs: u8,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    threads: ThreadOptions,
}

#[derive(Serialize)]
struct Answer {
    address: String,
    data: String,
    databases: usize,
}

/// The minimum memory for a solve beside the server.
const LEAST_MEMORY: usize = 128 << 20;

impl Serve {
    /// Serves until Ctrl-C.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let budget = self.limits.budget();
        budget.check()?;
        let least = LEAST_MEMORY.max(2 * resident());
        if budget.memory < least {
            let what = format!("{} is not enough memory for a server", size(budget.memory));
            return Err(Error::limit(what).hint(format!("allow --memory {}M or more", least.div_ceil(1 << 20))));
        }
        let data = self.data.clone().map_or_else(data_directory, Ok)?;
        let app = App::open(Config {
            data: data.clone(),
            databases: self.databases.clone(),
            memory: budget.memory,
            threads: self.threads.threads(),
            jobs: usize::from(self.jobs),
            hosts: self.host.clone(),
        })?;
        block_on(thread::available_parallelism().map_or(2, usize::from).min(8), 64, async {
            let bound = bind(self.listen, self.port).await?;
            let answer =
                Answer { address: bound.url(), data: data.display().to_string(), databases: self.databases.len() };
            console.answer(&answer, || self.text(&answer))?;
            bound.serve(Arc::clone(&app), &console.stop).await;
            Ok(Exit::Done)
        })
    }

    fn text(&self, answer: &Answer) -> String {
        let Answer { address, data, .. } = answer;
        let note = who_can_use_it(self.listen);
        format!("{BOLD}{address}{BOLD:#}  {DIM}Ctrl-C ends it; data in {data}{DIM:#}\n{note}")
    }
}

/// Serves on separate threads. Requests without a client need not be finished.
pub fn block_on(
    workers: usize,
    blocking: usize,
    served: impl Future<Output = Result<Exit, Error>>,
) -> Result<Exit, Error> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(workers).max_blocking_threads(blocking).enable_all().build();
    let runtime = runtime.map_err(|error| Error::limit(format_args!("cannot start threads: {error}")))?;
    let ended = runtime.block_on(served);
    runtime.shutdown_background();
    ended
}

/// A note if others can reach a server.
pub fn who_can_use_it(listen: IpAddr) -> String {
    match listen.is_loopback() {
        true => String::new(),
        false => format!("{BAD}note{BAD:#}: everybody who can reach this machine can use it\n"),
    }
}

/// The directory for user data of programs.
fn data_directory() -> Result<PathBuf, Error> {
    let given = |name: &str| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let home = || given("HOME").map(|home| home.join(".local").join("share"));
    let windows = || given("LOCALAPPDATA");
    let base = given("XDG_DATA_HOME").filter(|path| path.is_absolute()).or_else(home).or_else(windows);
    base.map(|base| base.join("backsolve"))
        .ok_or_else(|| Error::input("the user data directory is unknown").hint("use --data DIR to choose one"))
}
