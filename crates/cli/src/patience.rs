//! How long a run waits for work that should end. All such times are here, since they must be consistent.
//!
//! Work checks the clock and the stop flag regularly. Users notice half a second after Ctrl-C, so work that has nothing
//! to report is not awaited for longer. The last resort comes after all others.

use std::time::Duration;

/// The interval between two checks of a watch.
pub const TICK: Duration = Duration::from_millis(20);

/// After Ctrl-C, for work that leaves nothing behind, or has already reported its results.
pub const PROMPT: Duration = Duration::from_millis(300);

/// After Ctrl-C, for a search that prints its best result.
pub const SEARCH: Duration = Duration::from_millis(1500);

/// After Ctrl-C, for anything. No written data is lost afterwards: files appear under their names only when they are
/// complete.
pub const LAST: Duration = Duration::from_secs(2);

/// After the time limit of `--time`.
pub const LATE: Duration = Duration::from_millis(500);
