//! Hints are JSON objects and refer to existing games.

#[test]
fn hints_are_objects_and_suggest_existing_games() {
    let mut hinted = 0;
    for bundled in games::all() {
        let Some(hints) = games::hints(bundled.name) else { continue };
        hinted += 1;
        let hints: serde_json::Value = serde_json::from_str(hints).unwrap_or_else(|e| panic!("{}: {e}", bundled.name));
        let hints = hints.as_object().expect("an object");
        for suggested in hints.get("suggested").and_then(|list| list.as_array()).into_iter().flatten() {
            let suggested = suggested.as_str().expect("a name");
            assert!(suggested.starts_with(&format!("{}:", bundled.name)), "{suggested}");
            games::sheet(suggested).unwrap_or_else(|e| panic!("{e}"));
        }
        let known = [
            "rows",
            "transposed",
            "empty",
            "suggested",
            "surface",
            "counters",
            "pieces",
            "lines",
            "towers",
            "special",
            "moves",
            "places",
            "numbers",
            "edges",
            "joined",
            "graph",
        ];
        assert!(hints.keys().all(|key| known.contains(&key.as_str())), "{}: {hints:?}", bundled.name);
    }
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/hints")).expect("a folder").count();
    assert_eq!(hinted, files, "every file is embedded and belongs to a game");
}
