//! What requests bring: JSON of bounded size and depth, parameters, identifiers.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::error::{ApiError, Code};

/// Bytes of a body, at most. The largest rule sheet known to us has half of it.
pub const LARGEST_BODY: usize = 1 << 20;

/// A JSON body. Its size is bounded where routes are put together, its depth by the reader.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Body(body)),
            Err(rejection) => Err(refused(&rejection)),
        }
    }
}

fn refused(rejection: &JsonRejection) -> ApiError {
    let code = match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Code::MediaType,
        _ => Code::BadRequest,
    };
    let error = ApiError::new(code, rejection.body_text());
    match code {
        Code::TooLarge => error.hint(format!("a body has at most {} KiB", LARGEST_BODY >> 10)),
        _ => error,
    }
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
