//! `backsolve serve`: the page.

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

/// Memory below which there is no room for a solve beside the server.
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
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(thread::available_parallelism().map_or(2, usize::from).min(8))
            .max_blocking_threads(64)
            .enable_all()
            .build()
            .map_err(|error| Error::limit(format_args!("cannot start threads: {error}")))?;
        let served = runtime.block_on(async {
            let bound = bind(self.listen, self.port).await?;
            let answer =
                Answer { address: bound.url(), data: data.display().to_string(), databases: self.databases.len() };
            console.answer(&answer, || self.text(&answer))?;
            bound.serve(Arc::clone(&app), &console.stop).await;
            Ok(Exit::Done)
        });
        // What somebody asked for and nobody waits for any more need not be finished.
        runtime.shutdown_background();
        served
    }

    fn text(&self, answer: &Answer) -> String {
        let mut text =
            format!("{BOLD}{}{BOLD:#}  {DIM}Ctrl-C ends it; data in {}{DIM:#}\n", answer.address, answer.data);
        if !self.listen.is_loopback() {
            text += &format!("{BAD}note{BAD:#}: everybody who can reach this machine can use it\n");
        }
        text
    }
}

/// Where programs keep what belongs to a user.
fn data_directory() -> Result<PathBuf, Error> {
    let given = |name: &str| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let home = || given("HOME").map(|home| home.join(".local").join("share"));
    let windows = || given("LOCALAPPDATA");
    let base = given("XDG_DATA_HOME").filter(|path| path.is_absolute()).or_else(home).or_else(windows);
    base.map(|base| base.join("backsolve"))
        .ok_or_else(|| Error::input("the user data directory is unknown").hint("use --data DIR to choose one"))
}
