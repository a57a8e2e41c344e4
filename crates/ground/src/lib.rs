//! Checked rules to ground game.
