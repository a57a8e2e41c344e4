//! `backsolve strategy complete`: what is missing in a strategy?

use ::strategy::follow::Optimality;
use ::strategy::list::List;
use ::strategy::verify::verify;
use clap::Args;

use super::setting::Setting;
use super::synth::{SearchOptions, search_and_answer};
use crate::console::Console;
use crate::error::{Error, Exit};

/// Add rules to a weakly optimal strategy until it is strongly optimal; what is given stays as it is
#[derive(Args, Debug)]
pub struct Complete {
    #[command(flatten)]
    search: SearchOptions,

    /// Strategy file, - for standard input
    #[arg(value_name = "STRATEGY", value_hint = clap::ValueHint::FilePath)]
    file: String,
}

impl Complete {
    /// Completes and prints.
    pub fn run(self, console: &Console) -> Result<Exit, Error> {
        let setting = Setting::new(&self.search.setting, console)?;
        let file = setting.read(&self.file)?;
        let arena = setting.arena(setting.role(Some(&file))?)?;
        console.stop.check()?;
        let cases = setting.cases(&arena)?;
        let compiled = setting.compile(&arena, &cases, file)?;
        let list = List::of(&cases, &compiled, true);
        if !list.is_advancing(Optimality::Weak) {
            let example = verify(&compiled, Optimality::Weak).counter_example;
            let what =
                example.map_or(String::new(), |example| format!(": in {} {}", example.state.join(" "), example.what));
            return Err(Error::no(format_args!(
                "the strategy is not weakly optimal, so no rules after it can mend it{what}"
            ))
            .hint("`backsolve strategy verify --weak` shows where it fails"));
        }
        search_and_answer(&self.search, &setting, &list, false, console)
    }
}
