//! All formats hold the states of a list by brute force, and the same cells.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, UInt8Type, UInt32Type};
use arrow_array::{Array, ArrayRef, StringArray};
use arrow_schema::DataType;
use bruteforce::{Setup, SolvedGame};
use export::{Columns, Error, ExportCounts, ExportFormat, StoredStates, TurnColumn, write};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::{Value, json};
use solution::Facts;
use solution::manifest::Layout;

type Row = BTreeMap<String, Value>;

struct Example {
    solved: SolvedGame,
    states: StoredStates,
    columns: Columns,
    folder: tempfile::TempDir,
}

fn examples() -> Vec<Example> {
    let diagram = Setup { layout: Layout::Diagram, ..Setup::default() };
    let flat = Setup { layered: false, ..Setup::default() };
    let endless = Setup { infinite: Some(vec![0]), ..flat.clone() };
    let bare = Setup { distances: false, ..Setup::default() };
    let games = [("nim:1,2,3", diagram), ("clobber:2x3", flat), ("hanoi:3", endless), ("tic-tac-toe", bare)];
    games.into_iter().map(|(name, setup)| example(name, &setup)).collect()
}

fn example(name: &str, setup: &Setup) -> Example {
    let solved = SolvedGame::of(&games::sheet(name).expect("a bundled game"), setup);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("solution");
    solved.write(&path);
    let states = StoredStates::open(&path).expect("a solution");
    let columns = Columns::new(states.manifest());
    Example { solved, states, columns, folder }
}

impl Example {
    fn write(&self, format: ExportFormat, name: &str) -> (std::path::PathBuf, ExportCounts) {
        let path = self.folder.path().join(name);
        let file = File::create(&path).expect("a file");
        let counts = write(&self.states, &self.columns, &|_| (), format, file, &mut |_| true).expect("a table");
        (path, counts)
    }

    fn json_rows(&self) -> Vec<Row> {
        let (path, _) = self.write(ExportFormat::NdJson, "states.ndjson");
        let text = std::fs::read_to_string(path).expect("text");
        text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
    }
}

#[test]
fn the_rows_are_the_states_with_their_outcomes() {
    for example in examples() {
        let facts = Facts::new(&example.solved.encoding);
        let (mut seen, mut wanted) = (BTreeSet::new(), BTreeSet::new());
        for (number, layer) in example.solved.layers.iter().enumerate() {
            // A state that is in several layers is exported with the first.
            for (state, outcome) in layer.iter().filter(|(state, _)| seen.insert((*state).clone())) {
                let facts: BTreeSet<String> = facts.facts(state).into_iter().map(str::to_owned).collect();
                wanted.insert((number, facts, outcome.rewards.clone(), outcome.distance));
            }
        }
        let rows = example.json_rows();
        assert_eq!(rows.len(), wanted.len());
        let values: Vec<String> = example.columns.value_names();
        let found: BTreeSet<_> = rows
            .iter()
            .map(|row| {
                let variables = example.columns.variables.iter().map(|column| column.name.as_str());
                let mut facts: BTreeSet<String> = variables.filter_map(|name| fact(name, &row[name])).collect();
                facts.extend(example.solved.encoding.always.iter().cloned());
                let rewards = values.iter().map(|name| row[name].as_i64().expect("a reward") as i32).collect();
                let distance = row.get("distance").and_then(Value::as_u64).map(|plies| plies as u32);
                if let Some(end) = row.get("terminal") {
                    assert_eq!(end, &json!(distance == Some(0)), "{row:?}");
                }
                (row["layer"].as_u64().expect("a layer") as usize, facts, rewards, distance)
            })
            .collect();
        assert_eq!(found, wanted);
    }
}

/// The fact that a cell stands for.
fn fact(name: &str, cell: &Value) -> Option<String> {
    let word = match cell {
        Value::Null | Value::Bool(false) => return None,
        Value::Bool(true) => return Some(if name.contains(' ') { format!("({name})") } else { name.to_owned() }),
        Value::String(word) => word.clone(),
        number => number.to_string(),
    };
    Some(if name.contains('_') || word.contains(' ') { format!("({word})") } else { format!("({name} {word})") })
}

#[test]
fn all_formats_have_the_same_cells() {
    for example in examples() {
        let rows = example.json_rows();
        let (path, counts) = example.write(ExportFormat::Parquet, "states.parquet");
        assert_eq!(parquet_rows(&path), rows);
        assert_eq!(counts.states, rows.len() as u128);
        let mut values = BTreeMap::<Vec<i32>, u128>::new();
        let states: BTreeMap<_, _> = example.solved.layers.iter().flatten().collect();
        for outcome in states.into_values() {
            *values.entry(outcome.rewards.clone()).or_default() += 1;
        }
        assert_eq!(counts.values, values);
        let (path, _) = example.write(ExportFormat::Csv, "states.csv");
        let text = std::fs::read_to_string(path).expect("text");
        let mut lines = text.lines();
        let names: Vec<&str> = lines.next().expect("names").split(',').collect();
        assert_eq!(names, example.columns.names());
        let plain = |value: &Value| match value {
            Value::Null => String::new(),
            Value::String(word) => word.clone(),
            other => other.to_string(),
        };
        for (line, row) in lines.zip(&rows) {
            assert_eq!(
                line.split(',').collect::<Vec<_>>(),
                names.iter().map(|&name| plain(&row[name])).collect::<Vec<_>>()
            );
        }
        assert_eq!(text.lines().count(), rows.len() + 1);
    }
}

fn parquet_rows(path: &Path) -> Vec<Row> {
    let file = File::open(path).expect("a file");
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("a Parquet file").build().expect("a reader");
    let mut rows = Vec::new();
    for batch in reader {
        let batch = batch.expect("a batch");
        let schema = batch.schema();
        for row in 0..batch.num_rows() {
            let cells = schema.fields().iter().zip(batch.columns());
            rows.push(cells.map(|(field, array)| (field.name().clone(), cell(array, row))).collect());
        }
    }
    rows
}

fn cell(array: &ArrayRef, row: usize) -> Value {
    if array.is_null(row) {
        return Value::Null;
    }
    match array.data_type() {
        DataType::UInt32 => json!(array.as_primitive::<UInt32Type>().value(row)),
        DataType::Int32 => json!(array.as_primitive::<Int32Type>().value(row)),
        DataType::Boolean => json!(array.as_boolean().value(row)),
        _ => {
            let words = array.as_dictionary::<UInt8Type>().downcast_dict::<StringArray>().expect("words");
            json!(arrow_array::ArrayAccessor::value(&words, row))
        }
    }
}

#[test]
fn nobody_is_to_move_when_the_game_is_over() {
    let mut example = example("nim:1,2", &Setup::default());
    let variables = &example.states.manifest().encoding.variables;
    let control = variables.iter().position(|variable| variable.name.contains("control")).expect("a control fact");
    let roles = ["first", "second"].map(str::to_owned).to_vec();
    let name = example.columns.variables[control].name.clone();
    example.columns = example.columns.with_turns(Some(TurnColumn { variable: Some(control), roles }));
    let rows = example.json_rows();
    assert!(rows.iter().any(|row| row["terminal"] == true));
    for row in rows {
        assert_eq!(row["to_move"].is_null(), row["terminal"] == true, "{row:?}");
        let control = row[&name].as_str().expect("a control fact");
        assert!(row["to_move"].as_str().is_none_or(|role| control.ends_with(role)), "{row:?}");
    }
}

#[test]
fn a_stopped_export_is_an_error() {
    let example = example("nim:1,2,3", &Setup::default());
    for format in [ExportFormat::Csv, ExportFormat::Parquet] {
        let stopped = write(&example.states, &example.columns, &|_| (), format, Vec::new(), &mut |_| false);
        assert!(matches!(stopped, Err(Error::Stopped)), "{stopped:?}");
    }
}
