//! Values, states and buckets from the literature, with the binary.
//!
//! The long tests take minutes to an hour:
//!
//! ```text
//! cargo test --release -p backsolve --test golden -- --ignored --nocapture --test-threads 1
//! ```

mod support;

use support::{Folder, backsolve};

/// The known figures of a game.
struct Known<'a> {
    game: &'a str,
    options: &'a [&'a str],
    value: &'a [i32],
    states: Option<u64>,
    /// States per reward vector, all of them or none.
    buckets: &'a [(&'a [i32], u64)],
}

impl Known<'_> {
    #[track_caller]
    fn holds(&self) -> serde_json::Value {
        let folder = Folder::new();
        let database = folder.path().join("database").display().to_string();
        let arguments =
            ["solve", "--json", "--out", &database, self.game].into_iter().chain(self.options.iter().copied());
        let answer = backsolve(arguments).exits(0).json();
        let game = self.game;
        assert_eq!(answer["value"], serde_json::json!(self.value), "{game}");
        if let Some(states) = self.states {
            assert_eq!(answer["states"], states, "{game}");
        }
        let bucket = |outcome: &serde_json::Value| (outcome["rewards"].clone(), outcome["states"].as_u64());
        let mut found: Vec<_> = answer["outcomes"].as_array().expect("outcomes").iter().map(bucket).collect();
        found.sort_by_key(|(rewards, _)| rewards.to_string());
        let wanted = |(rewards, states): &(&[i32], u64)| (serde_json::json!(rewards), Some(*states));
        let mut wanted: Vec<_> = self.buckets.iter().map(wanted).collect();
        wanted.sort_by_key(|(rewards, _)| rewards.to_string());
        assert!(wanted.is_empty() || found == wanted, "{game}: {found:?}");
        println!(
            "{game}: {} in {} s, {} MB",
            answer["value"],
            answer["seconds"],
            answer["peak_bytes"].as_f64().unwrap_or(0.0) / 1e6
        );
        answer
    }
}

fn known<'a>(game: &'a str, value: &'a [i32], states: Option<u64>) -> Known<'a> {
    Known { game, options: &[], value, states, buckets: &[] }
}

/// Kissmann & Edelkamp 2010, Table 1.
#[test]
fn games_of_the_papers_have_their_values() {
    known("nim:11,12,15,25", &[100, 0], Some(129_776)).holds();
    known("catch-a-mouse", &[100, 0], None).holds();
    known("tic-tac-toe", &[50, 50], Some(5_478)).holds();
    known("sum-15", &[50, 50], None).holds();
}

#[test]
fn number_tic_tac_toe_has_its_known_value() {
    known("number-tic-tac-toe", &[100, 0], None).holds();
}

#[test]
fn sheep_and_wolf_has_its_known_value() {
    known("sheep-and-wolf", &[0, 100], Some(783_163)).holds();
}

/// Tablebases: white mates in at most sixteen moves, which are 31 plies with white to move and 32 with black.
#[test]
fn rook_and_king_mate_in_sixteen_moves() {
    let answer = known("krk-endgame", &[100, 0], Some(402_676)).holds();
    assert_eq!(answer["longest"]["distance"], 32);
    assert_eq!(answer["infinite"], serde_json::json!([50, 50]));
}

/// Kissmann & Edelkamp 2010 for value and states; the buckets by plain explicit search.
#[test]
#[ignore = "takes minutes; run by the command at the head of this file"]
fn clobber_4x5_has_its_known_value_and_buckets() {
    let buckets: [(&[i32], u64); 13] = [
        (&[0, 10], 54_382),
        (&[0, 20], 1_847_345),
        (&[0, 30], 5_805_676),
        (&[0, 40], 2_686_449),
        (&[0, 50], 226_957),
        (&[0, 60], 2_713),
        (&[10, 0], 186),
        (&[20, 0], 839_208),
        (&[30, 0], 6_588_108),
        (&[40, 0], 7_100_112),
        (&[50, 0], 1_551_830),
        (&[60, 0], 83_783),
        (&[70, 0], 691),
    ];
    let options = &["--model", "difference"];
    Known { game: "clobber:4x5", options, value: &[30, 0], states: Some(26_787_440), buckets: &buckets }.holds();
}

/// Kissmann & Edelkamp 2010.
#[test]
#[ignore = "takes minutes; run by the command at the head of this file"]
fn connect_four_5x6_has_its_known_value() {
    known("connect-four:5x6", &[50, 50], Some(1_044_334_437)).holds();
}

/// Edelkamp & Kissmann 2007, Table 9, which counts every non-terminal state twice; here each once, by plain explicit
/// search.
#[test]
#[ignore = "takes minutes; run by the command at the head of this file"]
fn peg_solitaire_has_its_known_value_and_buckets() {
    let buckets: [(&[i32], u64); 12] = [
        (&[100], 13_428_122),
        (&[99], 4),
        (&[90], 67_047_807),
        (&[80], 39_688_157),
        (&[70], 41_976_387),
        (&[60], 12_869_577),
        (&[50], 7_233_160),
        (&[40], 3_169_848),
        (&[30], 1_305_817),
        (&[20], 572_871),
        (&[10], 228_492),
        (&[0], 116_057),
    ];
    Known { game: "peg-solitaire", options: &[], value: &[100], states: Some(187_636_299), buckets: &buckets }.holds();
}
