//! Recorded playouts: gzipped JSON lines.
//!
//! The first line is a header with `roles` and the dictionaries `facts` and `moves` of term texts. Each further line is
//! a visited state: `p` playout, `t` ply, `s` the indices of its facts, `l` for each role the indices of its legal
//! moves, `term` whether it is terminal, `g` for each role the goals of a terminal state (null: none; a list: several),
//! `m` the joint move taken.

use std::io::{BufRead, BufReader, Read};

use flate2::read::MultiGzDecoder;
use serde::Deserialize;

use crate::text::canonical;

/// Playouts of one sheet.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Canonical texts of the facts that occur.
    pub facts: Vec<String>,
    /// Canonical texts of the moves that occur.
    pub moves: Vec<String>,
    /// The states, in the order in which they were visited.
    pub records: Vec<Record>,
}

#[derive(Deserialize)]
struct Header {
    facts: Vec<String>,
    moves: Vec<String>,
}

/// A visited state.
#[derive(Clone, Debug, Deserialize)]
pub struct Record {
    /// Number of the playout.
    #[serde(rename = "p")]
    pub playout: usize,
    /// Number of moves before this state.
    #[serde(rename = "t")]
    pub ply: usize,
    /// Its facts, as indices into [`Trace::facts`].
    #[serde(rename = "s")]
    pub facts: Vec<usize>,
    /// Legal moves per role, as indices into [`Trace::moves`]. Absent if not recorded.
    #[serde(rename = "l")]
    pub legal: Option<Vec<Vec<usize>>>,
    /// Whether the state is terminal.
    #[serde(rename = "term")]
    pub terminal: bool,
    /// The goal values per role, at terminal states.
    #[serde(rename = "g")]
    pub goals: Option<Vec<Goal>>,
    /// The joint move that was made, as indices into [`Trace::moves`].
    #[serde(rename = "m")]
    pub moves: Option<Vec<usize>>,
}

/// The goal values of one role.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Goal {
    /// Exactly one.
    One(i32),
    /// Several.
    Several(Vec<i32>),
    /// None at all.
    None,
}

impl Goal {
    /// The values, ascending.
    pub fn values(&self) -> Vec<i32> {
        let mut values = match self {
            Goal::One(value) => vec![*value],
            Goal::Several(values) => values.clone(),
            Goal::None => Vec::new(),
        };
        values.sort_unstable();
        values
    }
}

impl Trace {
    /// Reads a gzipped trace.
    pub fn read(input: impl Read) -> Result<Trace, String> {
        let mut lines = BufReader::new(MultiGzDecoder::new(input)).lines().enumerate();
        let mut line = || -> Result<Option<(usize, String)>, String> {
            let next =
                lines.next().map(|(i, line)| line.map(|l| (i + 1, l)).map_err(|e| format!("line {}: {e}", i + 1)));
            next.transpose()
        };
        let (_, header) = line()?.ok_or("the trace is empty")?;
        let header: Header = serde_json::from_str(&header).map_err(|e| format!("line 1 is not a header: {e}"))?;
        let mut records = Vec::new();
        while let Some((number, text)) = line()? {
            let record: Record =
                serde_json::from_str(&text).map_err(|e| format!("line {number} is not a state: {e}"))?;
            record.check(&header).map_err(|what| format!("line {number}: {what}"))?;
            records.push(record);
        }
        let canonical = |texts: &[String]| texts.iter().map(|t| canonical(t)).collect();
        Ok(Trace { facts: canonical(&header.facts), moves: canonical(&header.moves), records })
    }

    /// Texts of facts given by index.
    pub fn facts(&self, indices: &[usize]) -> Vec<&str> {
        indices.iter().map(|&i| self.facts[i].as_str()).collect()
    }

    /// Texts of moves given by index.
    pub fn moves(&self, indices: &[usize]) -> Vec<&str> {
        indices.iter().map(|&i| self.moves[i].as_str()).collect()
    }
}

impl Record {
    /// Checks that all indices are in the dictionaries.
    fn check(&self, header: &Header) -> Result<(), String> {
        let mut moves = self.legal.iter().flatten().chain(&self.moves).flatten();
        if self.facts.iter().any(|&i| i >= header.facts.len()) || moves.any(|&i| i >= header.moves.len()) {
            return Err("an index is not in the header's dictionaries".into());
        }
        Ok(())
    }
}
