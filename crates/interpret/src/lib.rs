//! Plain evaluator of checked rules, without grounding.
