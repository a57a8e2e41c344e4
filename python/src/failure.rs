//! Errors as Python exceptions, with the sentences that the terminal prints.

use operations::{Error, ErrorKind};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

mod raised {
    pyo3::import_exception!(backsolve._errors, BacksolveError);
    pyo3::import_exception!(backsolve._errors, RefusedError);
    pyo3::import_exception!(backsolve._errors, InputError);
    pyo3::import_exception!(backsolve._errors, LimitError);
    pyo3::import_exception!(backsolve._errors, DamagedError);
}

/// The exception for an error.
pub fn exception(error: impl Into<Error>) -> PyErr {
    let error = error.into();
    let mut sentence = error.to_string();
    if let Some(report) = error.diagnostics() {
        sentence = format!("{}\n{sentence}", report.text().trim_end());
    }
    match error.kind() {
        ErrorKind::No => raised::RefusedError::new_err(sentence),
        ErrorKind::Input => raised::InputError::new_err(sentence),
        ErrorKind::Limit => raised::LimitError::new_err(sentence),
        ErrorKind::Damaged => raised::DamagedError::new_err(sentence),
        ErrorKind::Interrupted => PyKeyboardInterrupt::new_err(sentence),
        ErrorKind::Bug | ErrorKind::Unheard => raised::BacksolveError::new_err(sentence),
    }
}

/// The exception for a wrong argument.
pub fn wrong(sentence: impl Into<String>) -> PyErr {
    raised::InputError::new_err(sentence.into())
}
