//! The kernel against plain sets, against another kernel, on several threads, and at its limits.

mod common;
mod plain_relations;
mod plain_sets;
