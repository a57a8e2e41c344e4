//! Long work: without the lock of the interpreter, and stopped by Ctrl-C.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use operations::{Error, Stop};
use pyo3::prelude::*;

use crate::failure::exception;

/// The time between two looks for a signal.
const TICK: Duration = Duration::from_millis(50);

/// Does work that checks the flag regularly. Meanwhile other threads of Python run, and Ctrl-C raises the flag.
pub fn watched<T: Send>(py: Python<'_>, stop: &Stop, work: impl FnOnce() -> Result<T, Error> + Send) -> PyResult<T> {
    thread::scope(|scope| {
        let (sender, receiver) = channel::<()>();
        let worker = scope.spawn(move || {
            // Dropped when the work is done, also by a panic.
            let _sender = sender;
            work()
        });
        let mut interrupted = None;
        let mut receiver = receiver;
        loop {
            let waited;
            (waited, receiver) = py.detach(move || (receiver.recv_timeout(TICK), receiver));
            if waited == Err(RecvTimeoutError::Disconnected) {
                break;
            }
            if interrupted.is_none()
                && let Err(signal) = py.check_signals()
            {
                stop.raise();
                interrupted = Some(signal);
            }
        }
        let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        match (interrupted, result) {
            (Some(signal), _) => Err(signal),
            (None, result) => result.map_err(exception),
        }
    })
}
