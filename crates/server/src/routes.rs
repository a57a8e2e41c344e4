//! The routes. `docs/openapi.json` describes the same list, and a test compares the two.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post, put};
use tower_http::catch_panic::CatchPanicLayer;

use crate::app::App;
use crate::error::{ApiError, Code};
use crate::guard::{Guard, guard};
use crate::{
    check, databases, events, find, game, jobs, library, matches, page, positions, review, status, strategies,
};

/// Defines the list of routes and the router from the same lines.
macro_rules! routes {
    ($($method:ident $path:literal => $handler:path,)*) => {
        /// All routes: method and path.
        pub const ROUTES: &[(&str, &str)] = &[$((stringify!($method), $path)),*];

        fn api() -> Router<Arc<App>> {
            let mut router = Router::new();
            $(router = router.route($path, $method($handler));)*
            router
        }
    };
}

routes! {
    get "/api/status" => status::status,
    get "/api/openapi.json" => status::openapi,
    post "/api/check" => check::check,
    get "/api/games" => library::list,
    post "/api/games" => library::upload,
    get "/api/games/{game}" => game::get,
    put "/api/games/{game}" => library::replace,
    delete "/api/games/{game}" => library::remove,
    get "/api/games/{game}/sheet" => game::sheet,
    get "/api/games/{game}/position" => positions::get,
    post "/api/games/{game}/positions" => positions::batch,
    post "/api/games/{game}/review" => review::review,
    post "/api/games/{game}/review/page" => review::page,
    post "/api/games/{game}/find" => find::find,
    post "/api/games/{game}/matches/read" => matches::read,
    post "/api/games/{game}/matches/write" => matches::write,
    get "/api/games/{game}/strategies" => strategies::stored::list,
    post "/api/games/{game}/strategies" => strategies::stored::create,
    post "/api/games/{game}/strategies/parse" => strategies::parse,
    post "/api/games/{game}/strategies/verify" => strategies::verify,
    post "/api/games/{game}/strategies/decide" => strategies::decide,
    post "/api/games/{game}/strategies/explain" => strategies::explain,
    post "/api/games/{game}/strategies/minimise" => strategies::minimise,
    get "/api/games/{game}/strategies/{id}" => strategies::stored::get,
    put "/api/games/{game}/strategies/{id}" => strategies::stored::replace,
    delete "/api/games/{game}/strategies/{id}" => strategies::stored::remove,
    get "/api/databases" => databases::list,
    get "/api/databases/{id}" => databases::get,
    delete "/api/databases/{id}" => databases::remove,
    get "/api/jobs" => jobs::list,
    post "/api/jobs" => jobs::start,
    get "/api/jobs/{id}" => jobs::get,
    delete "/api/jobs/{id}" => jobs::remove,
    post "/api/jobs/{id}/stop" => jobs::stop,
    post "/api/jobs/{id}/resume" => jobs::resume,
    get "/api/jobs/{id}/events" => events::events,
}

/// The whole router, guarded.
pub fn router(app: Arc<App>, who: Guard) -> Router {
    let panicked = |_| -> Response { ApiError::new(Code::Bug, "a bug in Backsolve").into_response() };
    api()
        .method_not_allowed_fallback(|| async { ApiError::new(Code::Method, "this address needs another method") })
        .fallback(page::file)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(Arc::new(who), guard))
        .with_state(app)
}
