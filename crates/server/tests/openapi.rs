//! The description of the API is complete and correct.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
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
fn all_references_resolve() {
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

/// The violations of a schema by a value; supports the part of JSON Schema that the description uses.
fn faults(document: &Value, schema: &Value, value: &Value, place: &str, found: &mut Vec<String>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let meant = document.pointer(reference.trim_start_matches('#')).expect("a schema");
        return faults(document, meant, value, place, found);
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let fits = |choice: &Value| {
            let mut wrong = Vec::new();
            faults(document, choice, value, place, &mut wrong);
            wrong.is_empty()
        };
        if !choices.iter().any(fits) {
            found.push(format!("{place}: {value} is none of what is described"));
        }
        return;
    }
    if let Some(allowed) = schema["enum"].as_array()
        && !allowed.contains(value)
    {
        found.push(format!("{place}: {value} is not listed"));
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_allowed = |name: &Value| name == kind || (name == "number" && kind == "integer");
    match &schema["type"] {
        Value::Array(kinds) if !kinds.iter().any(is_allowed) => found.push(format!("{place}: {kind}, not {kinds:?}")),
        name @ Value::String(_) if !is_allowed(name) => found.push(format!("{place}: {kind}, not {name}")),
        _ => {}
    }
    for (number, item) in value.as_array().into_iter().flatten().enumerate() {
        faults(document, &schema["items"], item, &format!("{place}[{number}]"), found);
    }
    object_faults(document, schema, value, place, found);
}

fn object_faults(document: &Value, schema: &Value, value: &Value, place: &str, found: &mut Vec<String>) {
    let Some(object) = value.as_object() else { return };
    let (mut known, mut required) = (BTreeMap::new(), Vec::new());
    collect(document, schema, &mut known, &mut required);
    for name in required.into_iter().filter(|name| !object.contains_key(*name)) {
        found.push(format!("{place}: {name} is missing"));
    }
    for (name, inner) in object {
        match (known.get(name.as_str()), &schema["additionalProperties"]) {
            (Some(described), _) => faults(document, described, inner, &format!("{place}.{name}"), found),
            (None, Value::Null | Value::Bool(false)) if !known.is_empty() => {
                found.push(format!("{place}: {name} is not described"));
            }
            (None, Value::Object(_)) => {
                faults(document, &schema["additionalProperties"], inner, &format!("{place}.{name}"), found);
            }
            _ => {}
        }
    }
}

/// The properties of an object and the required ones, also for composed schemas.
fn collect<'v>(
    document: &'v Value,
    schema: &'v Value,
    known: &mut BTreeMap<&'v str, &'v Value>,
    required: &mut Vec<&'v str>,
) {
    if let Some(reference) = schema["$ref"].as_str() {
        return collect(
            document,
            document.pointer(reference.trim_start_matches('#')).expect("a schema"),
            known,
            required,
        );
    }
    known.extend(schema["properties"].as_object().into_iter().flatten().map(|(name, inner)| (name.as_str(), inner)));
    required.extend(schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str));
    schema["allOf"].as_array().into_iter().flatten().for_each(|part| collect(document, part, known, required));
}

/// Compares an answer or a request with its description.
#[track_caller]
fn compare(document: &Value, schema: &Value, value: &Value) {
    let mut found = Vec::new();
    faults(document, schema, value, "", &mut found);
    assert!(found.is_empty(), "{found:#?}\nin {value}");
}

#[test]
fn the_comparison_finds_violations() {
    let document = json!({"components": {"schemas": {"Pair": {
        "type": "object", "properties": {"one": {"type": "integer"}, "other": {"type": ["string", "null"]}}, "required": ["one"]
    }}}});
    let list = json!({"type": "array", "items": {"$ref": "#/components/schemas/Pair"}});
    let count = |value: Value| {
        let mut found = Vec::new();
        faults(&document, &list, &value, "", &mut found);
        found.len()
    };
    assert_eq!(count(json!([{"one": 1}, {"one": 2, "other": null}])), 0);
    assert_eq!(count(json!([{"other": "x"}])), 1);
    assert_eq!(count(json!([{"one": "x", "more": 1}])), 2);
    assert_eq!(count(json!({"one": 1})), 1);
}

/// Requests and answers of all routes match their description.
#[test]
fn requests_and_answers_match_their_description() {
    let document: Value = serde_json::from_str(OPENAPI).expect("JSON");
    let server = Server::start();
    let game = "/api/games/tic-tac-toe";
    let id = server.solve("tic-tac-toe")["id"].as_str().expect("an identifier").to_owned();
    let database = server.get("/api/databases").is(200).json()["databases"][0]["id"].as_str().expect("one").to_owned();
    let good = "(role x)\n(completes-line ?me ?m) => ?m\n(completes-line ?them ?m) => ?m\n=> (mark 2 2)\n\
                (forks-line ?me ?m) => ?m\n=> (mark 1 1)\n";
    let (bad, good) = (json!({"text": "=> (mark 1 2)"}), json!({"text": good}));
    let saved = server.post(&format!("{game}/strategies"), &json!({"name": "Mine", "strategy": bad})).is(201).json();
    let found = server.job(&json!({"kind": "synth", "game": "tic-tac-toe", "seconds": 0.2}));
    assert_eq!(found["state"], "done");
    let moves = ["(mark 1 1)", "(mark 1 2)", "(mark 2 2)", "(mark 3 3)"];
    let sheet = "(role a)\n(init p)\n(legal a go)\n(<= terminal (not (true p)))\n(goal a 0)\n";
    let asked = [
        ("get", "/api/status", "/api/status".to_owned(), Value::Null, 200),
        ("post", "/api/check", "/api/check".to_owned(), json!({"text": "(role"}), 200),
        ("get", "/api/games", "/api/games".to_owned(), Value::Null, 200),
        ("post", "/api/games", "/api/games".to_owned(), json!({"name": "Tiny", "text": sheet}), 201),
        ("post", "/api/games", "/api/games".to_owned(), json!({"text": "(role"}), 422),
        ("get", "/api/games/{game}", game.to_owned(), Value::Null, 200),
        ("get", "/api/games/{game}", "/api/games/nim:1,3".to_owned(), Value::Null, 200),
        ("get", "/api/games/{game}", "/api/games/dots-and-boxes:1x1".to_owned(), Value::Null, 200),
        ("get", "/api/games/{game}", "/api/games/nothing".to_owned(), Value::Null, 404),
        ("get", "/api/games/{game}/position", format!("{game}/position"), Value::Null, 200),
        ("get", "/api/games/{game}/position", format!("{game}/position?moves=mark%209%209"), Value::Null, 400),
        (
            "post",
            "/api/games/{game}/positions",
            format!("{game}/positions"),
            json!({"positions": [{}, {"state": "zz"}]}),
            200,
        ),
        ("post", "/api/games/{game}/review", format!("{game}/review"), json!({"moves": moves}), 200),
        (
            "post",
            "/api/games/{game}/find",
            format!("{game}/find"),
            json!({"values": ["win"], "order": "longest", "positions": 2}),
            200,
        ),
        ("post", "/api/games/{game}/matches/read", format!("{game}/matches/read"), json!({"text": "a1 b2"}), 200),
        ("post", "/api/games/{game}/matches/write", format!("{game}/matches/write"), json!({"moves": moves}), 200),
        ("get", "/api/games/{game}/strategies", format!("{game}/strategies"), Value::Null, 200),
        (
            "post",
            "/api/games/{game}/strategies/parse",
            format!("{game}/strategies/parse"),
            json!({"strategy": good}),
            200,
        ),
        (
            "post",
            "/api/games/{game}/strategies/verify",
            format!("{game}/strategies/verify"),
            json!({"strategy": bad}),
            200,
        ),
        (
            "post",
            "/api/games/{game}/strategies/verify",
            format!("{game}/strategies/verify"),
            json!({"strategy": good}),
            200,
        ),
        (
            "post",
            "/api/games/{game}/strategies/decide",
            format!("{game}/strategies/decide"),
            json!({"strategy": good, "positions": [{}, {"moves": ["mark 1 1"]}]}),
            200,
        ),
        (
            "post",
            "/api/games/{game}/strategies/explain",
            format!("{game}/strategies/explain"),
            json!({"strategy": good}),
            200,
        ),
        (
            "post",
            "/api/games/{game}/strategies/minimise",
            format!("{game}/strategies/minimise"),
            json!({"strategy": good}),
            200,
        ),
        (
            "post",
            "/api/games/{game}/strategies/minimise",
            format!("{game}/strategies/minimise"),
            json!({"strategy": bad}),
            422,
        ),
        (
            "put",
            "/api/games/{game}/strategies/{id}",
            format!("{game}/strategies/{}", saved["id"].as_str().expect("one")),
            json!({"name": "Yours", "strategy": good}),
            200,
        ),
        ("get", "/api/databases", "/api/databases".to_owned(), Value::Null, 200),
        ("get", "/api/databases/{id}", format!("/api/databases/{database}"), Value::Null, 200),
        ("get", "/api/jobs", "/api/jobs".to_owned(), Value::Null, 200),
        ("get", "/api/jobs/{id}", format!("/api/jobs/{id}"), Value::Null, 200),
        ("get", "/api/jobs/{id}", format!("/api/jobs/{}", found["id"].as_str().expect("one")), Value::Null, 200),
        ("post", "/api/jobs", "/api/jobs".to_owned(), json!({"kind": "solve", "game": "nim:1,2", "seconds": 9.5}), 202),
        ("post", "/api/jobs/{id}/resume", format!("/api/jobs/{id}/resume"), Value::Null, 409),
        ("delete", "/api/games/{game}", game.to_owned(), Value::Null, 409),
    ];
    for (method, route, path, body, status) in asked {
        let operation = &document["paths"][route][method];
        if let Some(described) = operation.pointer("/requestBody/content/application~1json/schema") {
            compare(&document, described, &body);
        }
        let headers: &[(&str, &str)] = if body.is_null() { &[] } else { &[("content-type", "application/json")] };
        let sent = if body.is_null() { String::new() } else { body.to_string() };
        let answer = server.send(&method.to_uppercase(), &path, headers, sent.as_bytes()).is(status).json();
        let response = &operation["responses"][status.to_string()];
        assert!(response.is_object(), "{method} {route} has no {status}");
        let response = match response["$ref"].as_str() {
            Some(reference) => document.pointer(reference.trim_start_matches('#')).expect("a response"),
            None => response,
        };
        compare(&document, &response["content"]["application/json"]["schema"], &answer);
    }
}
