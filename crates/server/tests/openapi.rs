//! The description of the API says what there is, and nothing else.

mod support;

use std::collections::BTreeSet;

use serde_json::Value;
use server::{OPENAPI, ROUTES};
use support::Server;

#[test]
fn the_description_has_all_routes_and_no_others() {
    let document: Value = serde_json::from_str(OPENAPI).expect("JSON");
    let paths = document["paths"].as_object().expect("paths");
    let described: BTreeSet<(String, String)> = paths
        .iter()
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().expect("methods").keys().filter(|key| *key != "parameters");
            methods.map(|method| (method.clone(), path.clone())).collect::<Vec<_>>()
        })
        .collect();
    let served: BTreeSet<(String, String)> =
        ROUTES.iter().map(|(method, path)| ((*method).to_owned(), (*path).to_owned())).collect();
    assert_eq!(described, served);
}

#[test]
fn all_references_lead_somewhere() {
    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(object) => object.iter().for_each(|(key, inner)| match inner {
                Value::String(text) if key == "$ref" => found.push(text.clone()),
                inner => references(inner, found),
            }),
            Value::Array(list) => list.iter().for_each(|inner| references(inner, found)),
            _ => {}
        }
    }
    let document: Value = serde_json::from_str(OPENAPI).expect("JSON");
    let mut found = Vec::new();
    references(&document, &mut found);
    assert!(found.len() > 50);
    for reference in found {
        let pointer = reference.trim_start_matches('#');
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
}

/// Objects that the server sends have the fields that are described, and only those.
#[test]
fn answers_have_the_fields_that_are_described() {
    let document: Value = serde_json::from_str(OPENAPI).expect("JSON");
    let server = Server::start();
    let job = server.solve("tic-tac-toe");
    let game = server.get("/api/games/tic-tac-toe").is(200).json();
    let position = server.get("/api/games/tic-tac-toe/position").is(200).json();
    let verdict = server
        .post("/api/games/tic-tac-toe/strategies/verify", &serde_json::json!({"strategy": {"text": "=> (mark 1 2)"}}))
        .is(200)
        .json();
    let answers = [
        ("Job", &job),
        ("Database", &job["result"]),
        ("Progress", &job["progress"]),
        ("LayerShare", &job["layers"][0]),
        ("Game", &game),
        ("Board", &game["board"]),
        ("Class", &game["class"]),
        ("Position", &position),
        ("Move", &position["moves"][0]),
        ("View", &position["board"]),
        ("Strategy", &verdict["strategy"]),
        ("Verdict", &verdict["strong"]),
        ("CounterExample", &verdict["strong"]["counter_example"]),
    ];
    for (schema, answer) in answers {
        let described = &document["components"]["schemas"][schema];
        let known: BTreeSet<&String> = described["properties"].as_object().expect("properties").keys().collect();
        let sent: BTreeSet<&String> =
            answer.as_object().unwrap_or_else(|| panic!("{schema}: {answer}")).keys().collect();
        assert!(sent.is_subset(&known), "{schema}: {:?} is not described", sent.difference(&known).collect::<Vec<_>>());
        for required in described["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            assert!(answer.get(required).is_some(), "{schema}: {required} is missing");
        }
    }
}
