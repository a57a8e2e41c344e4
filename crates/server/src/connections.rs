//! Open connections, limited in total and per address.
//!
//! Clients that open connections without sending requests must not lock others out. At a limit a new connection
//! replaces the one with the oldest last request: of the same address if that address has reached its limit, otherwise
//! of any. A connection with a request in progress is never closed for another; if there are only such connections, the
//! new one is refused. An event stream may be closed, since its client reconnects.

use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

/// Limits on connections.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// In total.
    pub all: usize,
    /// Per address.
    pub per_address: usize,
}

/// All open connections.
pub struct Connections {
    limits: ConnectionLimits,
    open: Mutex<Vec<Arc<Connection>>>,
}

/// An open connection.
pub struct Connection {
    address: IpAddr,
    /// Requests in progress.
    requests: AtomicUsize,
    closed: Notify,
}

impl Connections {
    /// No connections yet.
    pub fn new(limits: ConnectionLimits) -> Arc<Connections> {
        Arc::new(Connections { limits, open: Mutex::default() })
    }

    /// Admits a connection, and closes an idle one for it at a limit; `None` if none is idle.
    pub fn admit(self: &Arc<Connections>, address: IpAddr) -> Option<Admitted> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let own = open.iter().filter(|other| other.address == address).count();
        if own >= self.limits.per_address {
            close_idle(&mut open, |other| other.address == address)?;
        } else if open.len() >= self.limits.all {
            close_idle(&mut open, |_| true)?;
        }
        let connection = Arc::new(Connection { address, requests: AtomicUsize::new(0), closed: Notify::new() });
        open.push(Arc::clone(&connection));
        Some(Admitted { connection, connections: Arc::clone(self) })
    }

    fn remove(&self, connection: &Arc<Connection>) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|other| !Arc::ptr_eq(other, connection));
    }

    /// Marks a connection as used, so that it is closed last.
    fn touch(&self, connection: &Arc<Connection>) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = open.iter().position(|other| Arc::ptr_eq(other, connection)) {
            open[place..].rotate_left(1);
        }
    }
}

/// Closes the first idle connection that satisfies `of_kind`.
fn close_idle(open: &mut Vec<Arc<Connection>>, of_kind: impl Fn(&Connection) -> bool) -> Option<()> {
    let is_idle = |other: &Arc<Connection>| other.requests.load(Ordering::Acquire) == 0 && of_kind(other);
    let place = open.iter().position(is_idle)?;
    open.remove(place).closed.notify_one();
    Some(())
}

/// A connection that counts until it is dropped.
pub struct Admitted {
    connection: Arc<Connection>,
    connections: Arc<Connections>,
}

impl Admitted {
    /// Waits until the connection must be closed.
    pub async fn closed(&self) {
        self.connection.closed.notified().await;
    }

    /// A counter of the connection's requests.
    pub fn requests(&self) -> Requests {
        Requests { connection: Arc::clone(&self.connection), connections: Arc::clone(&self.connections) }
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.connections.remove(&self.connection);
    }
}

/// Counts the requests of a connection.
#[derive(Clone)]
pub struct Requests {
    connection: Arc<Connection>,
    connections: Arc<Connections>,
}

impl Requests {
    /// A request in progress until the result is dropped.
    pub fn begin(&self) -> Answering {
        self.connection.requests.fetch_add(1, Ordering::AcqRel);
        self.connections.touch(&self.connection);
        Answering { connection: Arc::clone(&self.connection) }
    }
}

/// A request in progress.
pub struct Answering {
    connection: Arc<Connection>,
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.connection.requests.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    const THERE: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 7));

    fn is_closed(admitted: &Admitted) -> bool {
        !admitted.connections.open.lock().unwrap().iter().any(|other| Arc::ptr_eq(other, &admitted.connection))
    }

    #[test]
    fn an_address_only_uses_its_own_share() {
        let connections = Connections::new(ConnectionLimits { all: 8, per_address: 2 });
        let other = connections.admit(THERE).expect("room");
        let many: Vec<Admitted> = (0..5).map(|_| connections.admit(HERE).expect("an idle one goes")).collect();
        assert!(!is_closed(&other), "it has nothing to do with the others");
        assert_eq!(many.iter().map(is_closed).collect::<Vec<_>>(), [true, true, true, false, false]);
    }

    #[test]
    fn the_longest_idle_connection_is_closed_but_none_with_a_request() {
        let connections = Connections::new(ConnectionLimits { all: 2, per_address: 2 });
        let busy = connections.admit(HERE).expect("room");
        let idle = connections.admit(HERE).expect("room");
        let answering = busy.requests().begin();
        let third = connections.admit(HERE).expect("the idle one goes");
        assert!(is_closed(&idle) && !is_closed(&busy));
        let also = third.requests().begin();
        assert!(connections.admit(THERE).is_none(), "all are being answered");
        drop((answering, also));
        assert!(connections.admit(THERE).is_some());
    }
}
