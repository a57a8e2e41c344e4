//! Games with chance or simultaneous moves: every value against brute force, the literature and a calculation by hand,
//! and planted errors against `verify`.
//!
//! `BACKSOLVE_RANDOM_GAMES=1000 cargo test --release -p agreement --test expected` tries more random games.

mod attained;
mod golden;
mod planted;
mod random;
mod support {
    //! Solving sheets for tests.

    use agreement::expected::ExpectedSheet;
    use solution::ExpectedDatabase;

    /// A solved sheet, with its directory.
    pub struct SolvedSheet {
        pub folder: tempfile::TempDir,
        pub database: ExpectedDatabase,
        pub text: String,
    }

    /// Solves a sheet by default.
    pub fn solved(text: &str) -> SolvedSheet {
        let sheet = ExpectedSheet::new(text, false).expect("a sheet");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("solution");
        sheet.solve(&sheet.task(), &path, 2).expect("solved");
        let database = ExpectedDatabase::open(&path).expect("a solution");
        SolvedSheet { folder, database, text: text.to_owned() }
    }

    /// What `verify` says.
    pub fn verified(solved: &SolvedSheet) -> verify::CheckReport {
        let path = solved.folder.path().join("solution");
        verify::verify(&path, &verify::CheckOptions::default(), &mut |_| true).expect("checked")
    }

    /// The value of the first state for each player: as a fraction, or its bounds.
    pub fn values(solved: &SolvedSheet) -> Vec<String> {
        let value = |reward: &solution::manifest::ExpectedReward| {
            reward.exact.clone().unwrap_or_else(|| format!("{}..{}", reward.lower, reward.upper))
        };
        solved.database.figures().value.iter().map(value).collect()
    }
}
