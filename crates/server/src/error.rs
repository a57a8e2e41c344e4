//! Errors as JSON with a status code.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use operations::diagnostics::DiagnosticEntry;
use operations::{Error, ErrorKind, SheetDiagnostics};
use serde::Serialize;
use task::{Advice, AdviceStep, Kept};

/// The kind of an error; its name is an interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    BadRequest,
    IllFormed,
    NotFound,
    Forbidden,
    TooLarge,
    MediaType,
    Limit,
    Busy,
    Conflict,
    Unsuited,
    Damaged,
    Timeout,
    /// The client sent its body too slowly.
    Slow,
    /// The path does not support the method.
    Method,
    /// The server cannot read or write its own files.
    Storage,
    Bug,
}

impl Code {
    fn status(self) -> StatusCode {
        match self {
            Code::BadRequest => StatusCode::BAD_REQUEST,
            Code::IllFormed | Code::Unsuited | Code::Limit => StatusCode::UNPROCESSABLE_ENTITY,
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::Forbidden => StatusCode::FORBIDDEN,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::MediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Code::Busy => StatusCode::TOO_MANY_REQUESTS,
            Code::Conflict => StatusCode::CONFLICT,
            Code::Timeout => StatusCode::SERVICE_UNAVAILABLE,
            Code::Slow => StatusCode::REQUEST_TIMEOUT,
            Code::Method => StatusCode::METHOD_NOT_ALLOWED,
            Code::Damaged | Code::Storage | Code::Bug => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// A diagnostic of a rule sheet or a strategy.
#[derive(Clone, Debug, Serialize)]
pub struct Mark {
    #[serde(flatten)]
    entry: DiagnosticEntry,
    /// The rule of a strategy that it belongs to, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<usize>,
}

impl Mark {
    /// All diagnostics of a report, with the rules of their lines.
    pub fn all(report: &SheetDiagnostics, rule_of: impl Fn(usize) -> Option<usize>) -> Vec<Mark> {
        let mark = |entry: &DiagnosticEntry| Mark { entry: entry.clone(), rule: entry.line.and_then(&rule_of) };
        report.entries().iter().map(mark).collect()
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, Serialize)]
pub struct ApiError {
    /// The message.
    pub error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    pub code: Code,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diagnostics: Option<Vec<Mark>>,
    /// The conflicting job.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job: Option<String>,
}

impl ApiError {
    /// An error with a message.
    pub fn new(code: Code, error: impl ToString) -> ApiError {
        ApiError { error: error.to_string(), hint: None, code, diagnostics: None, job: None }
    }

    /// The resource does not exist.
    pub fn not_found(error: impl ToString) -> ApiError {
        ApiError::new(Code::NotFound, error)
    }

    /// The request is invalid.
    pub fn bad_request(error: impl ToString) -> ApiError {
        ApiError::new(Code::BadRequest, error)
    }

    /// A job is in conflict.
    pub fn in_the_way(error: impl ToString, job: &str) -> ApiError {
        ApiError { job: Some(job.to_owned()), ..ApiError::new(Code::Conflict, error) }
    }

    /// The server is overloaded.
    pub fn busy() -> ApiError {
        ApiError::new(Code::Busy, "the server is busy").hint("try again in a moment")
    }

    /// The same with advice.
    pub fn hint(mut self, hint: impl ToString) -> ApiError {
        self.hint = Some(hint.to_string());
        self
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let code = self.code;
        let mut response = (code.status(), Json(self)).into_response();
        if code == Code::Busy {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// The advice in the words of the page: the remedies available there.
fn hint(advice: &Advice) -> Option<String> {
    let ways: Vec<String> = advice.ways.iter().filter_map(|way| steps(way)).collect();
    let hint = (!ways.is_empty()).then(|| ways.join(", or "))?;
    match advice.kept {
        Some(Kept::Layers(_)) => Some(format!("{hint} and resume: the finished layers are kept")),
        _ => Some(hint),
    }
}

/// The steps of a remedy, if all of them are available on the page. Every question has its own database there, so none
/// needs another directory.
fn steps(way: &[AdviceStep]) -> Option<String> {
    let steps: Option<Vec<&str>> = way.iter().filter(|step| **step != AdviceStep::OtherDirectory).map(words).collect();
    steps.filter(|steps| !steps.is_empty()).map(|steps| steps.join(" and "))
}

/// A step, if it is available on the page.
fn words(step: &AdviceStep) -> Option<&str> {
    match step {
        AdviceStep::MoreMemory | AdviceStep::EnoughMemory(_) => Some("allow more memory"),
        AdviceStep::MoreTime => Some("allow more time"),
        AdviceStep::FreeMemory => Some("close other programs on the server's machine"),
        AdviceStep::FreeDisk => Some("free disk space on the server"),
        AdviceStep::AnyAlgorithm => Some("leave the algorithm to the solver"),
        AdviceStep::AnyEngine => Some("leave the engine to the solver"),
        AdviceStep::KeepDistances => Some("keep distances"),
        AdviceStep::NoDistances => Some("leave distances out"),
        AdviceStep::LenientGoals | AdviceStep::LenientRange | AdviceStep::LenientEnd => {
            Some("save the rules with the lenient option")
        }
        AdviceStep::WaitingMove(_) => Some("add a move for the role that waits"),
        AdviceStep::Security => Some("ask for what each role can guarantee"),
        AdviceStep::InfiniteRewards(_) => Some("give infinite play a reward for each role"),
        AdviceStep::LargerPrecision => Some("allow a larger precision"),
        AdviceStep::SmallerRewards => Some("write smaller rewards"),
        AdviceStep::Solve => Some("solve the game first"),
        AdviceStep::SolveAgain => Some("it cannot be repaired; delete it and solve the game again"),
        AdviceStep::Report => Some("please report it, with the rule sheet"),
        AdviceStep::Own(own) => Some(own),
        AdviceStep::Wait
        | AdviceStep::Again
        | AdviceStep::NoReplacement
        | AdviceStep::WinDrawLoss
        | AdviceStep::Orders(_)
        | AdviceStep::AsBegun(_)
        | AdviceStep::OtherDirectory
        | AdviceStep::OtherData
        | AdviceStep::OtherPort
        | AdviceStep::StrategyGame
        | AdviceStep::SolveOnly
        | AdviceStep::StoredInfinite
        | AdviceStep::Explore
        | AdviceStep::ExploreSimultaneous => None,
    }
}

impl From<Error> for ApiError {
    fn from(error: Error) -> ApiError {
        if let Some(error) = error.solution() {
            return of_solution(error);
        }
        let code = match error.kind() {
            ErrorKind::No if error.diagnostics().is_some() => Code::IllFormed,
            ErrorKind::No => Code::Unsuited,
            ErrorKind::Input => Code::BadRequest,
            ErrorKind::Limit => Code::Limit,
            ErrorKind::Damaged => Code::Damaged,
            ErrorKind::Interrupted => Code::Conflict,
            ErrorKind::Bug | ErrorKind::Unheard => Code::Bug,
        };
        ApiError {
            error: error.message().to_owned(),
            hint: hint(error.advice()),
            code,
            diagnostics: error.diagnostics().map(|report| Mark::all(report, |_| None)),
            job: None,
        }
    }
}

impl From<query::Error> for ApiError {
    fn from(error: query::Error) -> ApiError {
        match error {
            query::Error::Solution(error) => error.into(),
            error => Error::from(error).into(),
        }
    }
}

impl From<solution::Error> for ApiError {
    fn from(error: solution::Error) -> ApiError {
        of_solution(&error)
    }
}

/// Errors of solutions: the client cannot fix them, and need not know their paths.
fn of_solution(error: &solution::Error) -> ApiError {
    match error {
        solution::Error::Damaged { .. } => {
            let again = words(&AdviceStep::SolveAgain).unwrap_or_default();
            ApiError::new(Code::Damaged, "the database is damaged").hint(again)
        }
        solution::Error::Different { difference, .. } => {
            ApiError::bad_request(format_args!("the database holds another solution: {difference}"))
        }
        _ if error.is_disk_full() => ApiError::new(Code::Storage, "the disk of the server is full"),
        _ => ApiError::new(Code::Storage, "the server cannot read the database"),
    }
}
