//! How long a run waits for work that should end: all such times, since they must fit together.
//!
//! Work looks at the clock and for Ctrl-C now and then. Whoever presses Ctrl-C notices half a second; so what has no
//! more to say than that it is not finished is not waited for longer than that. The last resort comes after all others.

use std::time::Duration;

/// Time between two looks at what a watch waits for.
pub const TICK: Duration = Duration::from_millis(20);

/// After Ctrl-C, for work that leaves nothing behind, or has told what it found so far.
pub const PROMPT: Duration = Duration::from_millis(300);

/// After Ctrl-C, for a search that prints the best it has.
pub const SEARCH: Duration = Duration::from_millis(1500);

/// After Ctrl-C, for anything at all. Nothing written by it is lost afterwards: files appear under their names when
/// they are complete, and not before.
pub const LAST: Duration = Duration::from_secs(2);

/// After the time that `--time` allows.
pub const LATE: Duration = Duration::from_millis(500);
