//! Parses requests: JSON of limited size and depth, parameters, identifiers.

use std::time::Duration;

use axum::body::{BodyDataStream, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use crate::error::{ApiError, Code};

/// The maximum size of a body in bytes. The largest known rule sheet has half of it.
const LARGEST_BODY: usize = 1 << 20;

/// The number of excess bytes that are still read and discarded: a client that is still sending does not read an
/// answer.
const FORGOTTEN: usize = 64 << 20;

/// The silence after which the rest of a rejected body is no longer awaited.
const SILENCE: Duration = Duration::from_secs(5);

/// The time limit for a whole body.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);

/// The maximum size of all bodies being read, in KiB. A slow client holds only what it has sent so far, so others need
/// not wait.
static ROOM: Semaphore = Semaphore::const_new(16 << 10);

/// A JSON body of bounded size; its depth is bounded by the reader.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Body<T>, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::new(Code::MediaType, "a body needs `Content-Type: application/json`"));
        }
        let slow = || ApiError::new(Code::Slow, "the body did not arrive in time");
        let received = timeout(BODY_TIMEOUT, read(request)).await.map_err(|_| slow())??;
        let wrong = |error| ApiError::bad_request(format!("the body is not valid for this address: {error}"));
        serde_json::from_slice(&received.bytes).map(Body).map_err(wrong)
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// The received part of a body, and its share of the limit.
struct Received {
    bytes: Vec<u8>,
    room: Option<SemaphorePermit<'static>>,
}

impl Received {
    fn add(&mut self, piece: &[u8]) -> Result<(), ApiError> {
        let kib = |bytes: usize| bytes.div_ceil(1 << 10) as u32;
        let more = kib(self.bytes.len() + piece.len()) - kib(self.bytes.len());
        let more = ROOM.try_acquire_many(more).map_err(|_| ApiError::busy())?;
        match &mut self.room {
            Some(room) => room.merge(more),
            none => *none = Some(more),
        }
        self.bytes.extend_from_slice(piece);
        Ok(())
    }
}

/// Reads a body that is not too large.
async fn read(request: Request) -> Result<Received, ApiError> {
    let too_large = || {
        let error = ApiError::new(Code::TooLarge, "the body is too large");
        error.hint(format!("a body has at most {} KiB", LARGEST_BODY >> 10))
    };
    let (parts, body) = request.into_parts();
    let announced = announced(&parts.headers);
    // A client that waits for permission before sending, or has far too much, is told immediately.
    if announced > FORGOTTEN || (announced > LARGEST_BODY && parts.headers.contains_key(header::EXPECT)) {
        return Err(too_large());
    }
    let (mut received, mut length) = (Received { bytes: Vec::new(), room: None }, 0);
    let mut pieces = body.into_data_stream();
    while let Some(piece) = next(&mut pieces, announced > LARGEST_BODY).await {
        let piece = piece.map_err(|error| ApiError::bad_request(format!("the body ends early: {error}")))?;
        length += piece.len();
        if length > FORGOTTEN {
            break;
        } else if length <= LARGEST_BODY {
            received.add(&piece)?;
        } else {
            received = Received { bytes: Vec::new(), room: None };
        }
    }
    if length > LARGEST_BODY || announced > LARGEST_BODY { Err(too_large()) } else { Ok(received) }
}

/// The next piece of a body. For a rejected one, waiting ends after some silence.
async fn next(pieces: &mut BodyDataStream, is_refused: bool) -> Option<Result<Bytes, axum::Error>> {
    if is_refused { timeout(SILENCE, pieces.next()).await.ok().flatten() } else { pieces.next().await }
}

/// The length of a body as announced.
fn announced(headers: &HeaderMap) -> usize {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    length.and_then(|length| length.parse().ok()).unwrap_or(0)
}

/// Parameters after the question mark.
pub struct Parameters<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Parameters<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Parameters<T>, ApiError> {
        let query: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, state).await;
        query.map(|Query(query)| Parameters(query)).map_err(|rejection| ApiError::bad_request(rejection.body_text()))
    }
}

/// The variable parts of a path, decoded.
pub struct Names<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Names<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Names<T>, ApiError> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        path.map(|Path(names)| Names(names)).map_err(|rejection| ApiError::not_found(rejection.body_text()))
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body as Sent;
    use futures_util::stream;

    use super::*;

    async fn receive(sent: Sent) -> Result<Body<serde_json::Value>, ApiError> {
        let request =
            Request::builder().header(header::CONTENT_TYPE, "application/json").body(sent).expect("a request");
        Body::from_request(request, &()).await
    }

    /// A single test, since all share the limit.
    #[tokio::test(start_paused = true)]
    async fn a_missing_body_is_reported_and_its_share_is_released() {
        let before = ROOM.available_permits();
        let piece = stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"{}"))]);
        let never = piece.chain(stream::pending());
        let error = receive(Sent::from_stream(never)).await.err().expect("it is too slow");
        assert_eq!(error.code, Code::Slow);
        assert!(receive(Sent::from("[1]".to_owned())).await.is_ok());
        assert!(receive(Sent::from("x".repeat(2 << 20))).await.is_err_and(|error| error.code == Code::TooLarge));
        assert_eq!(ROOM.available_permits(), before);
    }
}
