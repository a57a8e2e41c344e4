//! The command line of Backsolve.

fn main() {}
