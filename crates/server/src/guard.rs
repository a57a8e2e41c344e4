//! Access control: only pages from this server and programs on this machine may send requests.
//!
//! A page from another site, open in the same browser, can send requests here. Browsers send the origin of such a
//! request in `Origin`, in `Sec-Fetch-Site`, and in `Host`, which names the attacker's domain if that was made to
//! resolve to this machine. All three are checked on every request.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::{ApiError, Code};

/// No external resources, no inline scripts, no framing. The page turns pictures that it drew itself into pixels.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
                      font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The time limit until an answer starts.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);

/// The names under which the server may be reached.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The port it listens on.
    pub port: u16,
    /// Whether only this machine can reach it.
    pub loopback: bool,
    /// Names beside addresses and `localhost`.
    pub names: Vec<String>,
}

impl Guard {
    /// Whether a request is admitted.
    fn admits(&self, path: &str, headers: &HeaderMap) -> Result<(), &'static str> {
        let text = |name: header::HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let host = text(header::HOST).ok_or("the request names no host")?;
        if headers.get_all(header::HOST).iter().count() > 1 || !self.is_own(host) {
            return Err("the request is for another host");
        }
        if let Some(origin) = text(header::ORIGIN)
            && origin.strip_prefix("http://") != Some(host)
        {
            return Err("the request comes from a page of another origin");
        }
        // Links to the page may be anywhere; the API is only for the page.
        let site = headers.get("sec-fetch-site").map(|value| value.to_str().unwrap_or("?"));
        if path.starts_with("/api") && site.is_some_and(|site| site != "same-origin" && site != "none") {
            return Err("the request comes from another site");
        }
        Ok(())
    }

    /// Whether a host is this server: an address cannot be redirected to another machine, a name can.
    fn is_own(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let bare = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name);
        let is_named =
            name.eq_ignore_ascii_case("localhost") || self.names.iter().any(|own| own.eq_ignore_ascii_case(name));
        let is_address = bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback() || !self.loopback);
        port == Some(self.port) && (is_named || is_address)
    }
}

/// Rejects foreign requests, limits the time of an answer, and sets the security headers.
pub async fn guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match guard.admits(request.uri().path(), request.headers()) {
        Ok(()) => {
            tokio::time::timeout(RESPONSE_TIMEOUT, next.run(request)).await.unwrap_or_else(|_| late().into_response())
        }
        Err(why) => ApiError::new(Code::Forbidden, why).into_response(),
    };
    let headers = response.headers_mut();
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn late() -> ApiError {
    ApiError::new(Code::Timeout, "this took too long").hint("ask for less, or try again when the server is less busy")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(guard: &Guard, path: &str, given: &[(&'static str, &str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.append(*name, HeaderValue::from_str(value).expect("a header"));
        }
        guard.admits(path, &headers).is_ok()
    }

    #[test]
    fn only_own_host_names_are_answered() {
        let guard = Guard { port: 7070, loopback: true, names: vec!["games.example".to_owned()] };
        for host in ["127.0.0.1:7070", "localhost:7070", "LOCALHOST:7070", "[::1]:7070", "games.example:7070"] {
            assert!(admits(&guard, "/api/games", &[("host", host)]), "{host}");
        }
        for host in ["evil.example:7070", "127.0.0.1:7071", "127.0.0.1", "192.168.1.2:7070", "", "localhost:7070:7070"]
        {
            assert!(!admits(&guard, "/api/games", &[("host", host)]), "{host}");
        }
        assert!(!admits(&guard, "/", &[]));
        assert!(!admits(&guard, "/", &[("host", "localhost:7070"), ("host", "evil.example")]));
        let open = Guard { loopback: false, ..guard };
        assert!(admits(&open, "/api/games", &[("host", "192.168.1.2:7070")]));
    }

    #[test]
    fn requests_from_other_sites_are_rejected() {
        let guard = Guard { port: 7070, loopback: true, names: Vec::new() };
        let from = |origin: &str| admits(&guard, "/api/jobs", &[("host", "localhost:7070"), ("origin", origin)]);
        assert!(from("http://localhost:7070"));
        for origin in
            ["http://evil.example", "null", "https://localhost:7070", "http://localhost:7071", "http://127.0.0.1:7070"]
        {
            assert!(!from(origin), "{origin}");
        }
        let site =
            |path: &str, site: &str| admits(&guard, path, &[("host", "localhost:7070"), ("sec-fetch-site", site)]);
        assert!(site("/api/games", "same-origin") && site("/", "cross-site"));
        assert!(!site("/api/games", "cross-site") && !site("/api/games", "same-site"));
    }
}
