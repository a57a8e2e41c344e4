//! The bundled rule sheets.
