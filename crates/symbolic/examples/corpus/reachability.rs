//! States, terminal states, layers and cycles.

use std::error::Error;
use std::ops::ControlFlow;

use symbolic::engine::DiagramEngine;
use symbolic::reach::{Duplicates, End, Reached, ReachedLayer, is_cyclic, reach};

use crate::{RESOURCES, Sheet};

/// The differences from the record.
pub fn compare<'c>(sheet: &Sheet, cell: &impl Fn(&str) -> &'c str) -> Result<Vec<String>, Box<dyn Error>> {
    let mut engine = DiagramEngine::new(&sheet.proved, &sheet.order, RESOURCES)?;
    let mut all = engine.store().none();
    let distinct = reach(&mut engine, Duplicates::Remove, |engine, _, layer| {
        match engine.store().union(&all, layer) {
            Ok(union) => all = union,
            Err(_) => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    })?;
    let cyclic = is_cyclic(&mut engine, &all, &|| true)? == Some(true);
    let recorded = cell("layers_nodd").split(',').count();
    let mut seen = 0;
    let repeated = reach(&mut engine, Duplicates::Keep, |_, _, _| {
        seen += 1;
        if seen < recorded { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;

    let total = |pick: fn(&ReachedLayer) -> u128| distinct.layers.iter().map(pick).sum::<u128>().to_string();
    let mut differences = Vec::new();
    let mut check = |what: &str, ours: String| {
        if ours != cell(what) {
            differences.push(format!("{what}: {ours}, not {}", cell(what)));
        }
    };
    check("states", total(|layer| layer.states));
    check("terminals", total(|layer| layer.terminal_states));
    check("cyclic", if cyclic { "cyclic" } else { "acyclic" }.to_owned());
    check("layers_dd", counts(&distinct));
    // Layers that repeat forever are recorded up to some length; ours stop at the first repetition.
    if matches!(repeated.end, End::Cycle { .. }) {
        let ours = counts(&repeated);
        if !cell("layers_nodd").starts_with(&ours) || !cyclic {
            differences.push(format!("layers_nodd: {ours}"));
        }
    } else {
        check("layers_nodd", counts(&repeated));
    }
    Ok(differences)
}

fn counts(reached: &Reached) -> String {
    reached.layers.iter().map(|layer| layer.states.to_string()).collect::<Vec<_>>().join(",")
}
