//! A job's progress as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event as SseEvent, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::app::App;
use crate::error::ApiError;
use crate::jobs::{Event, Job};
use crate::request::Names;

/// The interval after which a comment is sent to keep the connection alive.
const SILENCE: Duration = Duration::from_secs(10);

/// A listener to a job.
struct Listener {
    job: Arc<Job>,
    receiver: Option<Receiver<Event>>,
    /// The first event: the job's current state.
    first: Option<Event>,
    _turn: OwnedSemaphorePermit,
}

/// `GET /api/jobs/{id}/events`
pub async fn events(
    State(app): State<Arc<App>>,
    Names(id): Names<String>,
) -> Result<Sse<impl Stream<Item = Result<SseEvent, Infallible>>>, ApiError> {
    let job = app.jobs.get(&id)?;
    let turn = Arc::clone(&app.listeners).try_acquire_owned().map_err(|_| ApiError::busy())?;
    let (first, receiver) = job.listen();
    let listener = Listener { job, receiver, first: Some(first), _turn: turn };
    let stream = stream::unfold(listener, |mut listener| async {
        let event = listener.next().await?;
        Some((Ok(SseEvent::default().event(event.name).data(&*event.data)), listener))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(SILENCE)))
}

impl Listener {
    /// The next event; `None` after the last.
    async fn next(&mut self) -> Option<Event> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        let event = match self.receiver.as_mut()?.recv().await {
            Ok(event) => event,
            Err(RecvError::Closed) => return None,
            Err(RecvError::Lagged(_)) => {
                let (event, receiver) = self.job.listen();
                self.receiver = receiver;
                event
            }
        };
        if event.last {
            self.receiver = None;
        }
        Some(event)
    }
}
