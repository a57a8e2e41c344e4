//! The page, embedded in the binary, compressed once.

use std::collections::HashMap;
use std::io::Write;
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;

use crate::error::ApiError;

/// The built page. The API works without it.
#[derive(RustEmbed)]
#[folder = "../../ui/dist"]
#[allow_missing = true]
struct Dist;

/// A file of the page.
struct Asset {
    kind: &'static str,
    plain: Form,
    /// Present if it is smaller.
    gzip: Option<Form>,
    /// Whether its name contains its hash, so that it never changes.
    immutable: bool,
}

/// The bytes of a file in one encoding, with an entity tag.
struct Form {
    bytes: Bytes,
    etag: HeaderValue,
}

impl Form {
    fn new(bytes: Vec<u8>) -> Option<Form> {
        let etag = format!("\"{}\"", &blake3::hash(&bytes).to_hex()[..16]);
        Some(Form { bytes: bytes.into(), etag: HeaderValue::from_str(&etag).ok()? })
    }
}

static ASSETS: LazyLock<HashMap<String, Asset>> =
    LazyLock::new(|| Dist::iter().filter_map(|name| Some((name.to_string(), Asset::new(&name)?))).collect());

impl Asset {
    fn new(name: &str) -> Option<Asset> {
        let plain = Dist::get(name)?.data.into_owned();
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let gzip = encoder.write_all(&plain).and_then(|()| encoder.finish()).ok();
        let gzip = gzip.filter(|gzip| gzip.len() < plain.len() * 9 / 10);
        Some(Asset {
            kind: kind(name),
            immutable: name.starts_with("assets/"),
            plain: Form::new(plain)?,
            gzip: gzip.and_then(Form::new),
        })
    }

    fn answer(&self, asked: &HeaderMap) -> Response {
        let mut headers = HeaderMap::new();
        let fresh = if self.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(fresh));
        let form = self.gzip.as_ref().filter(|_| takes_gzip(asked)).unwrap_or(&self.plain);
        headers.insert(header::ETAG, form.etag.clone());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if asked.get(header::IF_NONE_MATCH) == Some(&form.etag) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        if !std::ptr::eq(form, &self.plain) {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        (headers, form.bytes.clone()).into_response()
    }
}

/// Whether the client accepts gzip: listed, and not with weight zero.
fn takes_gzip(asked: &HeaderMap) -> bool {
    let accepts = asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepts.split(',').any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
        is_gzip && weight != Some(0.0)
    })
}

/// A file of the page by its name; the page itself at the root. Routes within the page follow the `#` of an address and
/// are never sent here.
pub async fn file(request: Request) -> Response {
    let path = request.uri().path();
    if path.starts_with("/api") || !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::not_found("there is nothing here; see /api/openapi.json").into_response();
    }
    let name = if path == "/" { "index.html" } else { path.strip_prefix('/').unwrap_or(path) };
    match ASSETS.get(name) {
        Some(asset) => asset.answer(request.headers()),
        None if path == "/" => ApiError::not_found("this program was built without the page").into_response(),
        None => ApiError::not_found("there is no such file").into_response(),
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_to_clients_that_accept_it() {
        let takes = |text: &'static str| {
            takes_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(text))]))
        };
        assert!(takes("gzip") && takes("deflate, GZIP;q=0.5, br"));
        assert!(!takes("gzip;q=0, br") && !takes("gzip; q=0.0") && !takes("x-gzipped") && !takes(""));
    }
}
