//! The table of one procedure: its calls and the answers to each.
//!
//! A table serves as cache and as index: looking up the answers to a call costs one hash of its inputs, whether they
//! were derived by rules or are facts stored under their inputs in advance.

use crate::shape::Shape;
use crate::terms::Terms;
use crate::tuples::TupleSet;

/// No answer, or no further answer.
pub(crate) const NONE: u32 = u32::MAX;

/// The evaluation status of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    New,
    /// Some answers may be missing.
    Open,
    /// All answers are present.
    Complete,
}

#[derive(Clone, Copy)]
struct Call {
    /// The first and last link of the list of answers.
    first: u32,
    last: u32,
    /// The first rule that waits for answers while a recursive component is evaluated.
    waiting: u32,
    progress: Progress,
}

/// Calls by their inputs, each with a list of answers that may grow while it is read.
#[derive(Clone)]
pub(crate) struct Table {
    inputs: TupleSet,
    calls: Vec<Call>,
    /// The answers of all calls: the call's number, then the outputs.
    answers: TupleSet,
    /// For each answer, the next one of the same call.
    next: Vec<u32>,
    /// Whether the facts have been added (for tables that are filled as a whole).
    pub(crate) filled: bool,
    /// A buffer, to avoid an allocation per answer.
    answer: Vec<u32>,
    filed: (Vec<u32>, Vec<u32>),
}

impl Table {
    pub(crate) fn new(inputs: usize, outputs: usize) -> Table {
        Table {
            inputs: TupleSet::new(inputs),
            calls: Vec::new(),
            answers: TupleSet::new(1 + outputs),
            next: Vec::new(),
            filled: false,
            answer: Vec::new(),
            filed: Default::default(),
        }
    }

    /// The call with these inputs, created if it is new.
    #[inline]
    pub(crate) fn open(&mut self, inputs: &[u32]) -> u32 {
        let (call, new) = self.inputs.insert(inputs);
        if new {
            self.calls.push(Call { first: NONE, last: NONE, waiting: NONE, progress: Progress::New });
        }
        call
    }

    /// Adds a new fact as an answer to the call that matches it, if it has the shape. Different facts are different
    /// answers, so no index is needed to tell them apart.
    pub(crate) fn file(&mut self, shapes: &[Shape], arguments: &[u32], terms: &Terms) {
        let (mut inputs, mut outputs) = std::mem::take(&mut self.filed);
        inputs.clear();
        outputs.clear();
        if shapes.iter().zip(arguments).all(|(s, &a)| s.split(terms, a, &mut inputs, &mut outputs)) {
            let call = self.open(&inputs);
            self.set_progress(call, Progress::Complete);
            self.answer.clear();
            self.answer.push(call);
            self.answer.extend_from_slice(&outputs);
            let answer = self.answers.append(&self.answer);
            self.link(call, answer);
        }
        self.filed = (inputs, outputs);
    }

    #[inline]
    pub(crate) fn find(&self, inputs: &[u32]) -> Option<u32> {
        self.inputs.find(inputs)
    }

    pub(crate) fn inputs(&self, call: u32) -> &[u32] {
        self.inputs.get(call)
    }

    #[inline]
    pub(crate) fn progress(&self, call: u32) -> Progress {
        self.calls[call as usize].progress
    }

    pub(crate) fn set_progress(&mut self, call: u32, progress: Progress) {
        self.calls[call as usize].progress = progress;
    }

    pub(crate) fn waiting(&self, call: u32) -> u32 {
        self.calls[call as usize].waiting
    }

    pub(crate) fn set_waiting(&mut self, call: u32, consumer: u32) {
        self.calls[call as usize].waiting = consumer;
    }

    /// Adds an answer; returns its number, or `None` if it was known.
    #[inline]
    pub(crate) fn add(&mut self, call: u32, outputs: impl Iterator<Item = u32>) -> Option<u32> {
        self.answer.clear();
        self.answer.push(call);
        self.answer.extend(outputs);
        let (answer, new) = self.answers.insert(&self.answer);
        if !new {
            return None;
        }
        self.link(call, answer);
        Some(answer)
    }

    /// Puts a new answer at the end of the list of its call.
    #[inline]
    fn link(&mut self, call: u32, answer: u32) {
        self.next.push(NONE);
        let list = &mut self.calls[call as usize];
        if list.first == NONE {
            list.first = answer;
        } else {
            self.next[list.last as usize] = answer;
        }
        list.last = answer;
    }

    /// The first answer to a call, or [`NONE`].
    #[inline]
    pub(crate) fn first(&self, call: u32) -> u32 {
        self.calls[call as usize].first
    }

    /// The answer after this one, or [`NONE`].
    #[inline]
    pub(crate) fn next(&self, answer: u32) -> u32 {
        self.next[answer as usize]
    }

    #[inline]
    pub(crate) fn outputs(&self, answer: u32) -> &[u32] {
        &self.answers.get(answer)[1..]
    }

    /// All answers to a call so far.
    pub(crate) fn answers(&self, call: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.first(call);
        std::iter::successors((first != NONE).then_some(first), |&a| Some(self.next(a)).filter(|&n| n != NONE))
    }

    pub(crate) fn clear(&mut self) {
        if self.inputs.len() > 0 {
            self.inputs.clear();
            self.calls.clear();
            self.answers.clear();
            self.next.clear();
        }
        self.filled = false;
    }

    pub(crate) fn bytes(&self) -> usize {
        self.inputs.bytes()
            + self.answers.bytes()
            + self.calls.capacity() * size_of::<Call>()
            + self.next.capacity() * 4
    }
}
