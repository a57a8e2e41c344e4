//! The page, embedded in the binary, compressed once.

use std::collections::HashMap;
use std::io::Write;
use std::sync::LazyLock;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;

use crate::error::ApiError;

/// The built page. Without one the interface works all the same.
#[derive(RustEmbed)]
#[folder = "../../ui/dist"]
#[allow_missing = true]
struct Dist;

/// A file of the page.
struct Asset {
    plain: Vec<u8>,
    /// Where that is smaller.
    gzip: Option<Vec<u8>>,
    kind: &'static str,
    etag: HeaderValue,
    /// Whether its name says what is in it, so that it never changes.
    immutable: bool,
}

static ASSETS: LazyLock<HashMap<String, Asset>> =
    LazyLock::new(|| Dist::iter().filter_map(|name| Some((name.to_string(), Asset::new(&name)?))).collect());

impl Asset {
    fn new(name: &str) -> Option<Asset> {
        let plain = Dist::get(name)?.data.into_owned();
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let gzip = encoder.write_all(&plain).and_then(|()| encoder.finish()).ok();
        let gzip = gzip.filter(|gzip| gzip.len() < plain.len() * 9 / 10);
        let etag = format!("\"{}\"", &blake3::hash(&plain).to_hex()[..16]);
        Some(Asset {
            etag: HeaderValue::from_str(&etag).ok()?,
            kind: kind(name),
            immutable: name.starts_with("assets/"),
            plain,
            gzip,
        })
    }

    fn answer(&self, asked: &HeaderMap) -> Response {
        let mut headers = HeaderMap::new();
        let fresh = if self.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(fresh));
        headers.insert(header::ETAG, self.etag.clone());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if asked.get(header::IF_NONE_MATCH) == Some(&self.etag) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        let accepts = asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        match &self.gzip {
            Some(gzip) if accepts.contains("gzip") => {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                (headers, gzip.clone()).into_response()
            }
            _ => (headers, self.plain.clone()).into_response(),
        }
    }
}

/// A file of the page, by its name; the page itself at the root. Places in the page stand behind the `#` of an address and never come here.
pub async fn file(request: Request) -> Response {
    let path = request.uri().path();
    if path.starts_with("/api") || !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::not_found("there is nothing here; /api/openapi.json says what there is").into_response();
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
