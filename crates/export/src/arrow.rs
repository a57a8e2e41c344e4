//! Batches of states as Arrow record batches.

use std::sync::Arc;

use arrow_array::types::{UInt8Type, UInt16Type, UInt32Type};
use arrow_array::{
    ArrayRef, BooleanArray, DictionaryArray, Float64Array, Int32Array, RecordBatch, StringArray, UInt8Array,
    UInt16Array, UInt32Array,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

use crate::batch::StateBatch;
use crate::columns::{Cells, Columns, TurnColumn};

/// The columns as an Arrow schema.
pub fn schema(columns: &Columns) -> SchemaRef {
    let mut fields = vec![Field::new("layer", DataType::UInt32, false)];
    if let Some(turns) = &columns.turns {
        fields.push(Field::new("to_move", dictionary(turns.roles.len()), true));
    }
    if columns.ends {
        fields.push(Field::new("terminal", DataType::Boolean, false));
    }
    let value = if columns.expected { DataType::Float64 } else { DataType::Int32 };
    fields.extend(columns.value_names().into_iter().map(|name| Field::new(name, value.clone(), false)));
    if columns.distances {
        fields.push(Field::new("distance", DataType::UInt32, true));
    }
    fields.extend(columns.variables.iter().map(|variable| match &variable.cells {
        Cells::Flags(_) => Field::new(&variable.name, DataType::Boolean, false),
        Cells::Numbers(numbers) => Field::new(&variable.name, DataType::Int32, numbers.contains(&None)),
        Cells::Words(words) => Field::new(&variable.name, dictionary(words.len()), words.contains(&None)),
    }));
    Arc::new(Schema::new(fields))
}

/// Words by their numbers, which take as many bytes as needed.
fn dictionary(words: usize) -> DataType {
    let key = match words {
        0..=256 => DataType::UInt8,
        257..=65_536 => DataType::UInt16,
        _ => DataType::UInt32,
    };
    DataType::Dictionary(Box::new(key), Box::new(DataType::Utf8))
}

/// A batch as columns of the schema.
pub fn record_batch(columns: &Columns, schema: &SchemaRef, batch: &StateBatch) -> Result<RecordBatch, ArrowError> {
    let mut arrays: Vec<ArrayRef> = vec![Arc::new(UInt32Array::from_value(batch.layer as u32, batch.states))];
    if let Some(turns) = &columns.turns {
        arrays.push(to_move(turns, batch)?);
    }
    if columns.ends {
        arrays.push(Arc::new(BooleanArray::from(batch.ends.clone())));
    }
    for rewards in &batch.rewards {
        arrays.push(Arc::new(Int32Array::from(rewards.clone())));
    }
    for bound in batch.bounds.iter().flatten() {
        arrays.push(Arc::new(Float64Array::from(bound.clone())));
    }
    if columns.distances {
        arrays.push(Arc::new(UInt32Array::from(batch.distances.clone())));
    }
    for (variable, values) in columns.variables.iter().zip(&batch.variables) {
        arrays.push(match &variable.cells {
            Cells::Flags(flags) => {
                Arc::new(values.iter().map(|&value| Some(flags[value as usize])).collect::<BooleanArray>())
            }
            Cells::Numbers(numbers) => {
                Arc::new(values.iter().map(|&value| numbers[value as usize]).collect::<Int32Array>())
            }
            Cells::Words(words) => {
                let keys = values.iter().map(|&value| words[value as usize].is_some().then_some(value));
                let dictionary = words.iter().map(|word| Some(word.as_deref().unwrap_or_default())).collect();
                coded(keys, dictionary, words.len())?
            }
        });
    }
    RecordBatch::try_new(Arc::clone(schema), arrays)
}

/// Whose turn it is: nobody's in terminal states.
fn to_move(turns: &TurnColumn, batch: &StateBatch) -> Result<ArrayRef, ArrowError> {
    let key = |state: usize| turns.variable.map_or(0, |variable| batch.variables[variable][state]);
    let keys = (0..batch.states).map(|state| (!batch.is_end(state)).then(|| key(state)));
    coded(keys, turns.roles.iter().map(Some).collect(), turns.roles.len())
}

/// Words by their numbers.
fn coded(keys: impl Iterator<Item = Option<u32>>, words: StringArray, domain: usize) -> Result<ArrayRef, ArrowError> {
    let words = Arc::new(words);
    Ok(match domain {
        0..=256 => {
            let keys: UInt8Array = keys.map(|key| key.map(|key| key as u8)).collect();
            Arc::new(DictionaryArray::<UInt8Type>::try_new(keys, words)?)
        }
        257..=65_536 => {
            let keys: UInt16Array = keys.map(|key| key.map(|key| key as u16)).collect();
            Arc::new(DictionaryArray::<UInt16Type>::try_new(keys, words)?)
        }
        _ => Arc::new(DictionaryArray::<UInt32Type>::try_new(keys.collect::<UInt32Array>(), words)?),
    })
}
