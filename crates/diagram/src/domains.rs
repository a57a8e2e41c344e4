//! The variables' domains, in the order of the levels.

use std::sync::Arc;

use crate::error::Error;
use crate::ids::{Level, Value};

/// The number of values of each variable, the top level first. Cheap to clone.
///
/// ```
/// use diagram::{Domains, Level};
/// let domains = Domains::new(&[2, 3])?;
/// assert_eq!(domains.levels(), 2);
/// assert_eq!(domains.size(Level(1)), Some(3));
/// # Ok::<(), diagram::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domains(Arc<[u16]>);

impl Domains {
    /// Domains of these sizes, each at least 1; between 1 and 4096 of them.
    pub fn new(sizes: &[u16]) -> Result<Domains, Error> {
        if !layer::are_domains(sizes) {
            return Err(Error::BadDomains);
        }
        Ok(Domains(sizes.into()))
    }

    /// The number of levels.
    pub fn levels(&self) -> usize {
        self.0.len()
    }

    /// The size of a level's domain.
    pub fn size(&self, level: Level) -> Option<u16> {
        self.0.get(level.index()).copied()
    }

    /// All sizes, the top level first.
    pub fn sizes(&self) -> &[u16] {
        &self.0
    }

    pub(crate) fn width(&self, level: usize) -> usize {
        usize::from(self.0[level])
    }

    pub(crate) fn check_level(&self, level: Level) -> Result<u16, Error> {
        self.size(level).ok_or(Error::NoSuchLevel(level))
    }

    pub(crate) fn check_value(&self, level: Level, value: Value) -> Result<(), Error> {
        if value < self.check_level(level)? { Ok(()) } else { Err(Error::NoSuchValue(level, value)) }
    }

    pub(crate) fn check_state(&self, state: &[Value]) -> Result<(), Error> {
        if state.len() != self.levels() {
            return Err(Error::WrongLength { given: state.len(), levels: self.levels() });
        }
        (0..).zip(state).try_for_each(|(level, &value)| self.check_value(Level(level), value))
    }
}
