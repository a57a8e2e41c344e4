//! The kernel compared with plain sets and with another kernel, on several threads, and at its limits.
//!
//! All tests are clean under valgrind, which takes some minutes:
//!
//!     PROPTEST_CASES=5 CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER="valgrind -q --error-exitcode=1 --fair-sched=yes" \
//!         cargo test -p diagram --lib --tests

mod budget;
mod common;
mod other_kernel;
mod plain_relations;
mod plain_sets;
mod threads;
