//! Runs recursions through all levels on a sufficiently large stack.

use crate::error::Error;

/// Up to this many levels any thread's stack is large enough.
const SHALLOW: usize = 512;

/// Stack per level of a recursion, several times what the largest step needs.
const STACK_PER_LEVEL: usize = 8 << 10;

/// Whether a recursion through so many levels needs more than an ordinary stack.
pub(crate) fn is_deep(levels: usize) -> bool {
    levels > SHALLOW
}

/// The stack size for a recursion through so many levels.
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
