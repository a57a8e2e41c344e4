//! Compares the interpreter with all traces of a folder: `conform DIR [FILTER]`.

use conform::{CorpusOptions, SheetVerdict};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("which folder?")?;
    let options = CorpusOptions { filter: arguments.next().unwrap_or_default(), ..CorpusOptions::default() };
    let report = conform::run(folder.as_ref(), &options, &conform::interpreter, &|sheet| {
        let text = match &sheet.outcome {
            SheetVerdict::Agrees => "agrees".to_owned(),
            SheetVerdict::Disagrees(differences) => format!("DISAGREES\n    {}", differences.join("\n    ")),
            SheetVerdict::Failed(why) => format!("FAILED {why}"),
        };
        println!("{:8.3} s {:6} states  {}: {text}", sheet.time.as_secs_f64(), sheet.states, sheet.name);
    })?;
    println!("{} of {} agree", report.agreeing(), report.sheets.len());
    Ok(())
}
