//! The player behind HTTP: every POST is a message, regardless of its path.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::State;
use axum::http::{Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::agent::{Agent, Reply};
use crate::message::LONGEST_BODY;

/// The time limit for sending a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Time between two looks for matches whose host is gone.
const ROUND: Duration = Duration::from_secs(60);

/// Ends matches whose host is gone, for ever.
pub async fn end_abandoned(agent: Arc<Agent>) {
    loop {
        tokio::time::sleep(ROUND).await;
        agent.end_abandoned(Instant::now());
    }
}

/// The player as a service.
pub fn router(agent: Arc<Agent>) -> Router {
    Router::new().fallback(answer).with_state(agent)
}

async fn answer(State(agent): State<Arc<Agent>>, request: Request<Body>) -> Response {
    // The clock runs from here on: on a busy machine it takes a while until a thread is free for the message.
    let received = Instant::now();
    if request.method() != Method::POST {
        return reply(StatusCode::METHOD_NOT_ALLOWED, "send a message by POST");
    }
    // Hosts are programs. Browsers send the origin of a request, and no web site may send messages here.
    if request.headers().contains_key(header::ORIGIN) {
        return reply(StatusCode::FORBIDDEN, "web pages cannot use this player");
    }
    if request.body().size_hint().lower() > LONGEST_BODY as u64 {
        return reply(StatusCode::PAYLOAD_TOO_LARGE, "the message is too long");
    }
    let body = match tokio::time::timeout(BODY_TIMEOUT, to_bytes(request.into_body(), LONGEST_BODY)).await {
        Err(_) => return reply(StatusCode::REQUEST_TIMEOUT, "the message did not arrive in time"),
        Ok(Err(_)) => return reply(StatusCode::PAYLOAD_TOO_LARGE, "the message is truncated or too long"),
        Ok(Ok(body)) => body,
    };
    let answered = tokio::task::spawn_blocking(move || agent.answer_received(&body, received)).await;
    match answered {
        Ok(Reply { status, text }) => reply(StatusCode::from_u16(status).unwrap_or(StatusCode::OK), text),
        Err(_) => reply(StatusCode::INTERNAL_SERVER_ERROR, "the player failed on this message"),
    }
}

fn reply(status: StatusCode, text: impl Into<String>) -> Response {
    (status, [(header::CONTENT_TYPE, "text/acl")], text.into()).into_response()
}
