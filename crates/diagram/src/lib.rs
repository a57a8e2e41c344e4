//! Multi-valued, multi-terminal decision diagrams.
