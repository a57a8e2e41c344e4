//! Recursion as deep as there are levels, on a stack that is large enough for it.

use crate::error::Error;

/// Up to so many levels any thread's stack will do.
const SHALLOW: usize = 512;

/// Stack for each level of a recursion, several times what the largest step takes.
const STACK_PER_LEVEL: usize = 8 << 10;

/// Whether a recursion through so many levels needs more than an ordinary stack.
pub(crate) fn is_deep(levels: usize) -> bool {
    levels > SHALLOW
}

/// A stack that suffices for a recursion through so many levels.
pub(crate) fn stack_bytes(levels: usize) -> usize {
    (4 << 20) + levels * STACK_PER_LEVEL
}

/// Runs `work`, which recurses through so many levels, on this thread or on one with a larger stack.
pub(crate) fn on_deep_stack<R: Send>(
    levels: usize,
    work: impl FnOnce() -> Result<R, Error> + Send,
) -> Result<R, Error> {
    if !is_deep(levels) {
        return work();
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(stack_bytes(levels)).spawn_scoped(scope, work);
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => Err(Error::OutOfMemory),
        }
    })
}
