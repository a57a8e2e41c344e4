//! `backsolve player`: a player for hosts of General Game Playing matches.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use protocol::{Agent, AgentOptions, end_abandoned, router};
use serde::Serialize;
use server::bind;

use super::serve::{block_on, who_can_use_it};
use crate::console::{BOLD, Console, DIM};
use crate::error::{Error, Exit};
use crate::limits::{LimitOptions, ThreadOptions};

const EXAMPLES: &str = "\
What it does:
  Answers the messages of the General Game Playing protocol: info, preview, start, play, stop and abort. A game whose
  database is in --data is played perfectly from the first move, even if all names differ. Other games are solved
  from the start clock on, and UCT plays until the solve is done. Answers come before the clock ends, with a margin
  of a fifth of the clock, at least 0.2 s and at most 1 s, and more while the machine is busy.

Examples:
  backsolve player                                       on port 9147, until Ctrl-C
  backsolve player --data solutions                      with the databases in the directory solutions
  backsolve player --port 0 --json                       on any free port, printed as a JSON object
  backsolve player --listen 0.0.0.0                      for hosts on other machines
  backsolve match tic-tac-toe http://127.0.0.1:9147 uct  a match with it
  curl -d '(info)' http://127.0.0.1:9147

Who can use it:
  Programs on this machine. With --listen 0.0.0.0 everybody who can reach the port can start matches. Requests from
  web pages are refused.

Exit codes:
  0 ended by Ctrl-C   2 the port is taken   130 ended without waiting";

/// Play matches for General Game Playing hosts over HTTP
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Player {
    /// Address to listen on
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,

    /// Port to listen on, 0 for any
    #[arg(long, value_name = "N", default_value_t = 9147)]
    port: u16,

    /// Directory with databases written by `backsolve solve`
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    data: Option<PathBuf>,

    /// Maximal number of simultaneous matches; each has its share of the memory
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=64))]
    matches: u8,

    /// Seed of random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    limits: LimitOptions,

    #[command(flatten)]
    threads: ThreadOptions,
}

/// The time for solves to end at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Serialize)]
struct Answer {
    address: String,
}

impl Player {
    /// Plays until Ctrl-C.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let budget = self.limits.budget();
        budget.check()?;
        if let Some(data) = self.data.as_ref().filter(|data| !data.is_dir()) {
            return Err(Error::input(format_args!("there is no directory {}", data.display())));
        }
        let agent = Arc::new(Agent::new(AgentOptions {
            data: self.data.clone(),
            memory: budget.memory,
            threads: self.threads.threads(),
            matches: usize::from(self.matches),
            seed: self.seed,
        }));
        // Every message that waits for its clock takes a thread.
        block_on(2, 256, async {
            let bound = bind(self.listen, self.port).await?;
            let answer = Answer { address: bound.url() };
            console.answer(&answer, || self.text(&answer))?;
            tokio::spawn(end_abandoned(Arc::clone(&agent)));
            bound.serve_router(router(Arc::clone(&agent)), &console.stop).await;
            agent.shut_down(Instant::now() + SHUTDOWN_TIMEOUT);
            Ok(Exit::Done)
        })
    }

    fn text(&self, answer: &Answer) -> String {
        format!("{BOLD}{}{BOLD:#}  {DIM}Ctrl-C ends it{DIM:#}\n{}", answer.address, who_can_use_it(self.listen))
    }
}
