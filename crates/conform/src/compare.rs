//! Compares a trace with a judge, state by state.

use std::collections::BTreeSet;
use std::time::Instant;

use crate::judge::Judge;
use crate::trace::{Record, Trace};

/// Stop after this many differences: the sheet is clearly wrong.
const MOST_DIFFERENCES: usize = 5;
/// The number of items shown per difference.
const MOST_ITEMS: usize = 3;

/// The first differences, one line each; empty if judge and trace agree. An error if the judge gives up.
pub fn compare(trace: &Trace, judge: &mut dyn Judge, deadline: Instant) -> Result<Vec<String>, String> {
    let mut differences = Differences(Vec::new());
    let initial = judge.initial()?;
    for (i, record) in trace.records.iter().enumerate() {
        if Instant::now() > deadline {
            return Err(format!("the time limit was reached at state {} of {}", i + 1, trace.records.len()));
        }
        let place = format!("playout {} ply {}", record.playout, record.ply);
        let facts = trace.facts(&record.facts);
        if record.ply == 0 {
            differences.sets(&place, "initial facts", &initial, &facts);
        }
        let view = judge.view(&facts).map_err(|e| format!("{place}: {e}"))?;
        if view.terminal != record.terminal {
            let [here, there] = [view.terminal, record.terminal].map(|t| if t { "terminal" } else { "not terminal" });
            differences.0.push(format!("{place}: {here}, recorded {there}"));
        }
        compare_legal(trace, record, &place, &view.legal, &mut differences);
        if view.terminal && record.terminal {
            compare_goals(record, &place, &view.goals, &mut differences);
        }
        if let (Some(moves), Some(after)) = (&record.moves, successor(trace, i)) {
            let next = judge.successor(&facts, &trace.moves(moves)).map_err(|e| format!("{place}: {e}"))?;
            differences.sets(&place, "facts after the move", &next, &trace.facts(&after.facts));
        }
        if differences.0.len() >= MOST_DIFFERENCES {
            break;
        }
    }
    differences.0.truncate(MOST_DIFFERENCES);
    Ok(differences.0)
}

/// The record of the next ply of the same playout.
fn successor(trace: &Trace, i: usize) -> Option<&Record> {
    let record = &trace.records[i];
    trace.records.get(i + 1).filter(|next| next.playout == record.playout && next.ply == record.ply + 1)
}

fn compare_legal(trace: &Trace, record: &Record, place: &str, legal: &[Vec<String>], differences: &mut Differences) {
    let Some(recorded) = &record.legal else { return };
    if recorded.len() != legal.len() {
        differences.0.push(format!("{place}: {} roles, recorded {}", legal.len(), recorded.len()));
    }
    for (role, (here, there)) in legal.iter().zip(recorded).enumerate() {
        differences.sets(place, &format!("legal moves of role {}", role + 1), here, &trace.moves(there));
    }
}

fn compare_goals(record: &Record, place: &str, goals: &[Vec<i32>], differences: &mut Differences) {
    let Some(recorded) = &record.goals else { return };
    if recorded.len() != goals.len() {
        differences.0.push(format!("{place}: goals of {} roles, recorded {}", goals.len(), recorded.len()));
    }
    for (role, (here, there)) in goals.iter().zip(recorded).enumerate() {
        let there = there.values();
        if *here != there {
            differences.0.push(format!("{place}: goals of role {} {here:?}, recorded {there:?}", role + 1));
        }
    }
}

struct Differences(Vec<String>);

impl Differences {
    fn sets(&mut self, place: &str, what: &str, here: &[String], there: &[&str]) {
        let here: BTreeSet<&str> = here.iter().map(String::as_str).collect();
        let there: BTreeSet<&str> = there.iter().copied().collect();
        let mut parts = Vec::new();
        for (label, missing) in [("missing", there.difference(&here)), ("too many", here.difference(&there))] {
            let items: Vec<&str> = missing.copied().collect();
            if !items.is_empty() {
                let more = if items.len() > MOST_ITEMS { ", …" } else { "" };
                let shown = items[..items.len().min(MOST_ITEMS)].join(", ");
                parts.push(format!("{} {label}: {shown}{more}", items.len()));
            }
        }
        if !parts.is_empty() {
            self.0.push(format!("{place}: {what}: {}", parts.join("; ")));
        }
    }
}
