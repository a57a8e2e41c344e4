//! The report on a finished solution: its figures, for programs and for people, how the game plays, and a page with
//! charts.

mod compare;
mod design;
mod design_page;
mod expected;
mod figures;
mod page;
mod sentences;

use gdl::Rules;
use solution::Database;
use task::Peak;

use crate::budget::Budget;
use crate::error::Error;
use crate::proving::prove;
use crate::solve::FinishedSolve;
use crate::stop::Stop;

pub use compare::{HEADINGS, SweepComparison};
pub use design::{Advantage, DesignReport, StartValue};
pub use expected::ExpectedReport;
pub use figures::{Figures, slashed};
pub use page::write;
pub use sentences::{decimal, percent};

/// The page of a solution that an earlier run has finished.
pub fn page_of(
    database: &Database,
    rules: &Rules,
    design: &DesignReport,
    budget: &Budget,
    stop: &Stop,
) -> Result<String, Error> {
    let manifest = database.manifest();
    let proved = prove(rules, budget, stop)?;
    let solved = FinishedSolve {
        manifest: manifest.clone(),
        peak: Peak::default(),
        order: "",
        already: true,
        added_distances: false,
        seconds: 0.0,
    };
    let figures = Figures::new(&solved, database.path(), &proved)?;
    page::whole(&figures, design, manifest, database.path())
}
