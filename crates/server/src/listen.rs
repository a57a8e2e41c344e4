//! Accepts connections, limited in number, which must send their request in time.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use operations::{Error, Stop};
use task::AdviceStep;
use tokio::net::TcpListener;

use crate::app::App;
use crate::connections::{ConnectionLimits, Connections};
use crate::guard::Guard;
use crate::impatient::Impatient;
use crate::routes;

/// The maximum number of connections. A browser opens six for all its tabs.
const CONNECTIONS: ConnectionLimits = ConnectionLimits { all: 512, per_address: 256 };

/// The time limit for the head of a request.
const HEAD: Duration = Duration::from_secs(10);

/// The time for requests in progress when the server ends.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);

/// How often the stop flag is checked.
const TICK: Duration = Duration::from_millis(50);

/// A bound port.
pub struct Bound {
    listener: TcpListener,
    address: SocketAddr,
}

/// Binds a port; 0 for any.
pub async fn bind(address: IpAddr, port: u16) -> Result<Bound, Error> {
    let taken = |error: std::io::Error| {
        Error::input(format_args!("cannot listen on {}: {error}", SocketAddr::new(address, port)))
            .advise(AdviceStep::OtherPort)
    };
    let listener = TcpListener::bind((address, port)).await.map_err(taken)?;
    let address = listener.local_addr().map_err(taken)?;
    Ok(Bound { listener, address })
}

impl Bound {
    /// The URL of the page on this machine: an unspecified address is replaced by one that can be opened.
    pub fn url(&self) -> String {
        let ip = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
            IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
            ip => ip,
        };
        format!("http://{}", SocketAddr::new(ip, self.address.port()))
    }

    /// Serves until the flag is set, then ends jobs and connections.
    pub async fn serve(self, app: Arc<App>, stop: &Stop) {
        let guard = Guard {
            port: self.address.port(),
            loopback: self.address.ip().is_loopback(),
            names: app.config.hosts.clone(),
        };
        let graceful = self.accept(routes::router(Arc::clone(&app), guard), stop).await;
        let _ = tokio::task::spawn_blocking(move || app.shut_down()).await;
        let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await;
    }

    /// Serves something other than the page, with the same limits on connections, until the flag is set.
    pub async fn serve_router(self, router: Router, stop: &Stop) {
        let graceful = self.accept(router, stop).await;
        let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await;
    }

    /// Accepts connections until the flag is set; requests in progress can then be awaited.
    async fn accept(self, router: Router, stop: &Stop) -> GracefulShutdown {
        let service = TowerToHyperService::new(router);
        let connections = Connections::new(CONNECTIONS);
        let graceful = GracefulShutdown::new();
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = raised(stop) => break,
            };
            // Too many open files, or a connection that is already closed: the next one may work.
            let Ok((stream, peer)) = accepted else {
                tokio::time::sleep(TICK).await;
                continue;
            };
            let Some(admitted) = connections.admit(peer.ip()) else { continue };
            let (requests, service) = (admitted.requests(), service.clone());
            let counted = service_fn(move |request: Request<Incoming>| {
                let (answering, answer) = (requests.begin(), service.call(request));
                async move {
                    let answer = answer.await;
                    drop(answering);
                    answer
                }
            });
            let mut builder = hyper::server::conn::http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(64 << 10);
            let connection = graceful.watch(builder.serve_connection(TokioIo::new(Impatient::new(stream)), counted));
            tokio::spawn(async move {
                // Errors of a connection are the client's problem.
                tokio::select! {
                    _ = connection => {}
                    () = admitted.closed() => {}
                }
            });
        }
        graceful
    }
}

async fn raised(stop: &Stop) {
    while !stop.raised() {
        tokio::time::sleep(TICK).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_printed_address_can_be_opened() {
        let all = bind(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0).await.expect("a port");
        assert_eq!(all.url(), format!("http://127.0.0.1:{}", all.address.port()));
        let one = bind(IpAddr::V4(Ipv4Addr::LOCALHOST), 0).await.expect("a port");
        assert_eq!(one.url(), format!("http://{}", one.address));
    }
}
