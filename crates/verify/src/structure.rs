//! Checks without the rules: file integrity, and the counts in the manifest.

use crate::content::{ContentHash, digits};
use crate::error::Error;
use crate::layer::{Entry, LayerFile, Layers, Reader};
use crate::report::{CheckObserver, CheckProgress, Findings};

/// Checks every file and every count.
pub fn check(layers: &Layers, findings: &mut Findings, observe: &mut CheckObserver<'_>) -> Result<(), Error> {
    for (number, entry) in layers.entries.iter().enumerate() {
        let progress = CheckProgress { what: "reading layers", done: number as u64, of: layers.entries.len() as u64 };
        if !observe(&progress) {
            return Err(Error::Stopped);
        }
        entry.check_hash()?;
        let file = layers.read(number)?;
        match &file.reader {
            Reader::Empty => {}
            Reader::Diagram(diagram) => diagram.check().map_err(|what| entry.damaged(what))?,
            Reader::Packed(packed) => packed.check().map_err(|what| entry.damaged(what))?,
        }
        let sums = sums(layers, entry, &file)?;
        compare(number, entry, &sums, findings);
    }
    findings.did("the hash, the checksums and the structure of every file");
    findings.did("the number of states of each outcome in each layer, and each layer's content hash");
    Ok(())
}

/// The terminals in the diagram of an unsolved layer: non-terminal and terminal. Packed files do not have them.
const UNSOLVED: usize = 2;

/// For each outcome, the number of its states and the sum of their hashes.
type Sums = Vec<(u128, ContentHash)>;

fn sums(layers: &Layers, entry: &Entry, file: &LayerFile<'_>) -> Result<Sums, Error> {
    let outcomes = match (&file.reader, entry.is_solved()) {
        (_, true) => entry.layer.outcomes.len(),
        (Reader::Diagram(_), false) => UNSOLVED,
        (_, false) => 1,
    };
    let mut sums: Sums = match &file.reader {
        Reader::Empty => Vec::new(),
        Reader::Diagram(diagram) => diagram.sums(
            (1, ContentHash::ONE),
            &(0, ContentHash::ZERO),
            |level, digit, (count, content)| (*count, content.times(layers.coefficient(level, digit as usize))),
            |(count, content), (more, further)| (count.saturating_add(*more), content.plus(*further)),
        ),
        Reader::Packed(_) => {
            let mut sums = vec![(0, ContentHash::ZERO); outcomes];
            let mut beyond = false;
            file.for_each(|values, outcome| match sums.get_mut(outcome as usize) {
                Some((count, content)) => {
                    *count += 1;
                    *content = content.plus(layers.content(&values));
                }
                None => beyond = true,
            });
            if beyond {
                return Err(entry.damaged("it has an outcome that is not in the manifest"));
            }
            sums
        }
    };
    if sums.len() > outcomes {
        return Err(entry.damaged("it has an outcome that is not in the manifest"));
    }
    sums.resize(outcomes, (0, ContentHash::ZERO));
    Ok(sums)
}

fn compare(number: usize, entry: &Entry, sums: &Sums, findings: &mut Findings) {
    let layer = &entry.layer;
    let all = sums.iter().fold(0u128, |all, (count, _)| all.saturating_add(*count));
    if all != layer.states {
        findings.fail(
            number,
            format!(
                "the layer has {}, but the manifest says {}",
                number::count(all, "state"),
                number::grouped(layer.states)
            ),
        );
    }
    if !entry.is_solved() {
        // A file without terminal marks has none of these.
        let over = sums.get(1).map_or(0, |(count, _)| *count);
        if over > 0 && over != layer.terminal_states {
            let claimed = layer.terminal_states;
            findings.fail(
                number,
                format!("it has {}, but the manifest says {claimed}", number::count(over, "terminal state")),
            );
        }
        return;
    }
    for (outcome, (count, _)) in layer.outcomes.iter().zip(sums) {
        if outcome.states != *count {
            let claimed = outcome.states;
            let states = number::count(*count, "state");
            let what = format!("it has {states} of the outcome {:?}, but the manifest says {claimed}", outcome.rewards);
            findings.fail(number, what);
        }
    }
    let content = |(outcome, (_, content)): (&solution::manifest::OutcomeCount, &(u128, ContentHash))| {
        content.times(ContentHash::of_outcome(&outcome.rewards, outcome.distance))
    };
    let content = layer.outcomes.iter().zip(sums).map(content).fold(ContentHash::ZERO, ContentHash::plus);
    if layer.content.as_ref().is_some_and(|claimed| *claimed != content.to_hex()) {
        findings.fail(number, "the content hash in the manifest does not match the states and outcomes".to_owned());
    }
}

impl Layers {
    /// The coefficient of a digit at a level of diagrams.
    fn coefficient(&self, level: usize, digit: usize) -> ContentHash {
        self.levels().get(level).map_or(ContentHash::ONE, |of| ContentHash::of_digit(of.variable, of.weight, digit))
    }

    /// The content hash of a state without its outcome.
    fn content(&self, values: &[u32]) -> ContentHash {
        let variables = self.domains().iter().zip(values).enumerate();
        variables.fold(ContentHash::ONE, |product, (variable, (&domain, &value))| {
            let digit = |&(weight, size): &(usize, usize)| {
                ContentHash::of_digit(variable, weight, value as usize / weight % size)
            };
            digits(domain).iter().map(digit).fold(product, ContentHash::times)
        })
    }
}
