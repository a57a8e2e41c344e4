//! Listening: connections of bounded number, which have to say what they want in time.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use workshop::{Error, Stop};

use crate::app::App;
use crate::guard::Guard;
use crate::impatient::Impatient;
use crate::routes;

/// Connections at the same time, at most; further ones wait to be accepted.
const CONNECTIONS: usize = 256;

/// Time to send the head of a request.
const HEAD: Duration = Duration::from_secs(15);

/// Time for what is being answered when the server ends.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// How often it is looked whether the server should end.
const TICK: Duration = Duration::from_millis(50);

/// A port that nobody else has any more.
pub struct Bound {
    listener: TcpListener,
    address: SocketAddr,
}

/// Takes a port; 0 for any.
pub async fn bind(address: IpAddr, port: u16) -> Result<Bound, Error> {
    let taken = |error: std::io::Error| {
        Error::input(format_args!("can't listen on {}: {error}", SocketAddr::new(address, port)))
            .hint("--port N names another port, --port 0 takes any")
    };
    let listener = TcpListener::bind((address, port)).await.map_err(taken)?;
    let address = listener.local_addr().map_err(taken)?;
    Ok(Bound { listener, address })
}

impl Bound {
    /// Where the page is.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Serves until the flag is raised, then ends jobs and connections.
    pub async fn serve(self, app: Arc<App>, stop: &Stop) {
        let guard = Guard {
            port: self.address.port(),
            loopback: self.address.ip().is_loopback(),
            names: app.config.hosts.clone(),
        };
        let router = routes::router(Arc::clone(&app), guard);
        let service = TowerToHyperService::new(router);
        let connections = Arc::new(Semaphore::new(CONNECTIONS));
        let graceful = GracefulShutdown::new();
        loop {
            let accepted = async {
                let permit = Arc::clone(&connections).acquire_owned().await;
                (permit, self.listener.accept().await)
            };
            let (permit, stream) = tokio::select! {
                accepted = accepted => accepted,
                () = raised(stop) => break,
            };
            // Too many open files, or a connection that is gone already: the next one may do.
            let (Ok(permit), Ok((stream, _))) = (permit, stream) else {
                tokio::time::sleep(TICK).await;
                continue;
            };
            let mut builder = hyper::server::conn::http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(64 << 10);
            let connection =
                graceful.watch(builder.serve_connection(TokioIo::new(Impatient::new(stream)), service.clone()));
            tokio::spawn(async move {
                // What goes wrong with a connection is the other side's affair.
                let _ = connection.await;
                drop(permit);
            });
        }
        drop(self.listener);
        let _ = tokio::task::spawn_blocking(move || app.shut_down()).await;
        let _ = tokio::time::timeout(LAST_WORDS, graceful.shutdown()).await;
    }
}

async fn raised(stop: &Stop) {
    while !stop.raised() {
        tokio::time::sleep(TICK).await;
    }
}
