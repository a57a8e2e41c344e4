//! Memory that never moves: reserved as address space, committed on demand.
//!
//! Nodes, unique tables and the operation cache are stored in regions. A region reserves its whole address range at
//! once (inaccessible pages cost nothing), so its elements keep their address while it grows; this lets several threads
//! read nodes while another one allocates. Committing makes more of the range accessible, releasing returns pages to
//! the system.
//!
//! This is the only file of the kernel with `unsafe` code. All elements are atomics for which zero bytes are valid, and
//! every access goes through a slice of the committed part, so no other code can break memory safety.

use std::io;
use std::marker::PhantomData;
use std::mem::size_of;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// Types that may be stored in a [`Region`].
///
/// # Safety
/// All-zero bytes must be a valid value, values must be usable from several threads through shared references, and
/// dropping a value must do nothing.
pub(crate) unsafe trait Element: Sync {}

// SAFETY: zero is a valid `AtomicU32`, atomics are `Sync`, and they have no destructor.
unsafe impl Element for AtomicU32 {}

/// A growable array at a fixed address.
pub(crate) struct Region<T: Element> {
    base: NonNull<u8>,
    reserved_bytes: usize,
    committed_bytes: AtomicUsize,
    elements: PhantomData<T>,
}

// SAFETY: the region owns its mapping; elements are `Sync` and have no destructor (contract of `Element`), and the
// committed size is atomic, so moving a region to or sharing it with another thread is sound.
unsafe impl<T: Element> Send for Region<T> {}
// SAFETY: as above.
unsafe impl<T: Element> Sync for Region<T> {}

/// Ranges of at least this size use huge pages: random access to small pages costs a TLB miss each time.
const HUGE_PAGE: usize = 2 << 20;

impl<T: Element> Region<T> {
    /// Reserves space for `capacity` elements, none of them accessible yet.
    pub(crate) fn reserve(capacity: usize) -> io::Result<Self> {
        let page = page_bytes();
        let reserved_bytes = capacity
            .checked_mul(size_of::<T>())
            .and_then(|bytes| bytes.max(page).checked_next_multiple_of(page))
            .ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
        // SAFETY: an anonymous mapping at an address chosen by the system touches none of our memory.
        let base = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                reserved_bytes,
                libc::PROT_NONE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let base = NonNull::new(base.cast()).ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
        Ok(Region { base, reserved_bytes, committed_bytes: AtomicUsize::new(0), elements: PhantomData })
    }

    /// The number of elements that fit into the reserved range.
    pub(crate) fn capacity(&self) -> usize {
        self.reserved_bytes / size_of::<T>()
    }

    /// The number of accessible bytes, an upper bound on the physical memory of the region.
    pub(crate) fn committed_bytes(&self) -> usize {
        self.committed_bytes.load(Ordering::Relaxed)
    }

    /// The number of bytes that [`Region::commit`] would add to make `len` elements accessible.
    pub(crate) fn bytes_to_commit(&self, len: usize) -> usize {
        (len * size_of::<T>()).next_multiple_of(page_bytes()).saturating_sub(self.committed_bytes())
    }

    /// Makes at least the first `len` elements accessible; new ones are zero.
    ///
    /// Callers ensure that no two threads commit to one region at the same time.
    pub(crate) fn commit(&self, len: usize) -> io::Result<()> {
        let more = self.bytes_to_commit(len);
        if more == 0 {
            return Ok(());
        }
        let old = self.committed_bytes();
        let new = old + more;
        if new > self.reserved_bytes {
            return Err(io::Error::from(io::ErrorKind::OutOfMemory));
        }
        // SAFETY: the range is in our own mapping (checked above) and starts and ends on page boundaries.
        let failed = unsafe {
            libc::mprotect(self.base.as_ptr().add(old).cast(), more, libc::PROT_READ | libc::PROT_WRITE) != 0
        };
        if failed {
            return Err(io::Error::last_os_error());
        }
        self.prefer_huge_pages(new);
        // Release: a thread that sees the new size also sees the pages accessible.
        self.committed_bytes.store(new, Ordering::Release);
        Ok(())
    }

    #[cfg(target_os = "linux")]
    fn prefer_huge_pages(&self, committed: usize) {
        if committed >= 4 * HUGE_PAGE {
            // SAFETY: advice on our own mapping; it changes speed, never content, and may fail without harm.
            unsafe { libc::madvise(self.base.as_ptr().cast(), committed, libc::MADV_HUGEPAGE) };
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn prefer_huge_pages(&self, _committed: usize) {}

    /// Keeps the first `len` elements and releases the pages of the rest; they are zero when committed again.
    pub(crate) fn release(&mut self, len: usize) {
        let keep = len * size_of::<T>();
        let old = self.committed_bytes();
        if keep >= old {
            return;
        }
        let edge = keep.next_multiple_of(page_bytes());
        // SAFETY: the range is on page boundaries in our own mapping, and no reference to it exists (`&mut`). Remapping
        // it releases its pages and makes it inaccessible.
        let unmapped = edge < old
            && unsafe {
                libc::mmap(
                    self.base.as_ptr().add(edge).cast(),
                    old - edge,
                    libc::PROT_NONE,
                    libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED,
                    -1,
                    0,
                ) != libc::MAP_FAILED
            };
        let left = if unmapped { edge } else { old };
        // SAFETY: `keep..left` is committed, we hold the region exclusively, and zero bytes are valid elements.
        unsafe { self.base.as_ptr().add(keep).write_bytes(0, left - keep) };
        *self.committed_bytes.get_mut() = left;
    }

    /// The accessible elements `start..start + len`.
    ///
    /// # Panics
    /// If they are not all committed: an index that no committed element has means a corrupt diagram.
    #[inline]
    pub(crate) fn slice(&self, start: usize, len: usize) -> &[T] {
        let end = (start + len) * size_of::<T>();
        assert!(end <= self.committed_bytes.load(Ordering::Acquire), "element outside the committed region");
        // SAFETY: the range is accessible (just checked; it shrinks only under `&mut self`), page-aligned at its base,
        // holds valid elements since zero bytes are (contract of `Element`), and elements allow shared access.
        unsafe { std::slice::from_raw_parts(self.base.as_ptr().cast::<T>().add(start), len) }
    }

    /// Prefetches element `index`.
    #[inline]
    pub(crate) fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch never faults, whatever the address; `wrapping_add` avoids out-of-bounds arithmetic.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(self.base.as_ptr().cast::<T>().wrapping_add(index).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }
}

impl<T: Element> Drop for Region<T> {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and `&mut self` proves that no slice of it is alive.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.reserved_bytes) };
    }
}

fn page_bytes() -> usize {
    static PAGE: AtomicUsize = AtomicUsize::new(0);
    match PAGE.load(Ordering::Relaxed) {
        0 => {
            // SAFETY: `sysconf` only reads a constant of the system.
            let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
            let size = usize::try_from(size).ok().filter(|size| size.is_power_of_two()).unwrap_or(4096);
            PAGE.store(size, Ordering::Relaxed);
            size
        }
        size => size,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_start_at_zero_and_keep_their_address() {
        let region = Region::<AtomicU32>::reserve(1 << 20).unwrap();
        region.commit(10).unwrap();
        let before = region.slice(0, 10).as_ptr();
        region.slice(3, 1)[0].store(7, Ordering::Relaxed);
        region.commit(500_000).unwrap();
        assert_eq!(before, region.slice(0, 10).as_ptr());
        assert_eq!(region.slice(3, 1)[0].load(Ordering::Relaxed), 7);
        assert!(region.slice(10, 499_990).iter().all(|word| word.load(Ordering::Relaxed) == 0));
    }

    #[test]
    fn released_elements_come_back_as_zero() {
        let mut region = Region::<AtomicU32>::reserve(1 << 16).unwrap();
        region.commit(5000).unwrap();
        region.slice(0, 5000).iter().for_each(|word| word.store(1, Ordering::Relaxed));
        region.release(1500);
        assert!(region.committed_bytes() < 5000 * 4);
        region.commit(5000).unwrap();
        let sum: u32 = region.slice(0, 5000).iter().map(|word| word.load(Ordering::Relaxed)).sum();
        assert_eq!(sum, 1500);
    }

    #[test]
    fn committing_more_than_reserved_is_an_error() {
        let region = Region::<AtomicU32>::reserve(100).unwrap();
        assert!(region.commit(region.capacity()).is_ok());
        assert!(region.commit(region.capacity() + 1).is_err());
    }

    #[test]
    #[should_panic(expected = "outside the committed region")]
    fn uncommitted_elements_are_inaccessible() {
        let region = Region::<AtomicU32>::reserve(1 << 16).unwrap();
        region.commit(1).unwrap();
        region.slice(60_000, 1);
    }
}
