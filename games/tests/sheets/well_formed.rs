//! Every sheet, at its default size and others, passes the strict checker without a warning.

use gdl::{Source, check};

/// Sizes besides the defaults: the smallest, those of the papers, asymmetric ones.
const SIZES: &[&str] = &[
    "connect-four:2x2",
    "connect-four:4x4",
    "connect-four:5x6",
    "connect-four:9x9",
    "clobber:1x2",
    "clobber:1x6",
    "clobber:4x5",
    "clobber:6x6",
    "clobber-zero-sum:1x6",
    "clobber-zero-sum:1x1",
    "clobber-zero-sum:6x6",
    "breakthrough:2x4",
    "breakthrough:6x5",
    "domineering:2x2",
    "domineering:2x8",
    "domineering:8x3",
    "domineering-horizontal:4x4",
    "hex:2",
    "hex:9",
    "nim:1",
    "nim:11,12,15,25",
    "nim-misere:1,1",
    "nim-misere:60,60",
    "nim-take:1",
    "nim-take:2",
    "nim-take:500",
    "chomp:1x1",
    "chomp:1x2",
    "chomp:10x10",
    "sim:3",
    "sim:7",
    "dots-and-boxes:1x1",
    "dots-and-boxes:1x2",
    "dots-and-boxes:5x5",
    "kalah:1x1",
    "kalah:6x4",
    "awari:1x1",
    "awari:6x4",
    "cubi-cup:2",
    "cubi-cup:6",
    "krk-endgame:4",
    "nine-mens-morris:1x3",
    "nine-mens-morris:1x9",
    "nine-mens-morris:2x6",
    "eight-puzzle:1",
    "fifteen-puzzle:80",
    "hanoi:1",
    "hanoi:8",
    "blocks-world:1",
    "queens:1",
    "queens:16",
    "pancakes:3",
    "pancakes:9",
    "rock-paper-scissors:1",
    "rock-paper-scissors:20",
    "morra:2",
    "morra:12",
    "goofspiel:2",
    "goofspiel:13",
    "dice-race:2",
    "dice-race:60",
    "pig:2",
    "pig:100",
    "lights-out:1x2",
    "lights-out:5x5",
];

#[test]
fn no_sheet_gets_a_diagnostic_from_the_strict_checker() {
    let defaults = games::all().iter().map(|bundled| bundled.name);
    for request in SIZES.iter().copied().chain(defaults) {
        let checked = check(&Source::new(request, games::sheet(request).unwrap()));
        assert!(checked.rules.is_some(), "{request}: {:#?}", checked.diagnostics);
        assert!(checked.diagnostics.is_empty(), "{request}: {:#?}", checked.diagnostics);
    }
}

#[test]
fn every_sheet_uses_all_of_gdls_keywords() {
    for bundled in games::all() {
        let sheet = games::sheet(bundled.name).unwrap();
        for word in ["(role ", "(base ", "(input ", "(init ", "(legal ", "(next ", "<= terminal", "(goal "] {
            assert!(sheet.contains(word), "{} has no {word}", bundled.name);
        }
    }
}
