//! Ground terms, interned: equal terms have equal numbers, so comparing terms is comparing integers.

use gdl::rules::{Symbol, Symbols, Term};
use rustc_hash::FxHashMap;

use crate::tuples::TupleSet;

/// A ground term of one [`Interpreter`](crate::Interpreter). Terms are numbered in order of first occurrence, so the
/// numbers are meaningless to another interpreter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(pub(crate) u32);

/// A name with a number of arguments: `cell/3`. Constants have none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Functor(pub(crate) u32);

#[derive(Clone)]
struct FunctorTerms {
    symbol: Symbol,
    /// The arguments of this functor's terms.
    arguments: TupleSet,
    /// The term for each tuple of arguments.
    ids: Vec<u32>,
}

/// All terms seen so far.
#[derive(Clone)]
pub(crate) struct Terms {
    symbols: Symbols,
    functors: Vec<FunctorTerms>,
    numbers: FxHashMap<(Symbol, usize), Functor>,
    /// For each term, its functor and the number of its arguments there.
    terms: Vec<(Functor, u32)>,
}

impl Terms {
    pub(crate) fn new(symbols: Symbols) -> Terms {
        Terms { symbols, functors: Vec::new(), numbers: FxHashMap::default(), terms: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.terms.len()
    }

    /// Number of functors.
    pub(crate) fn functors(&self) -> usize {
        self.functors.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        let tuples = self.functors.iter().map(|f| f.arguments.bytes() + f.ids.capacity() * size_of::<u32>());
        tuples.sum::<usize>() + self.terms.capacity() * size_of::<(Functor, u32)>()
    }

    pub(crate) fn symbol(&self, functor: Functor) -> Symbol {
        self.functors[functor.0 as usize].symbol
    }

    pub(crate) fn name(&self, functor: Functor) -> &str {
        self.symbols.name(self.symbol(functor))
    }

    pub(crate) fn functor(&mut self, symbol: Symbol, arity: usize) -> Functor {
        *self.numbers.entry((symbol, arity)).or_insert_with(|| {
            self.functors.push(FunctorTerms { symbol, arguments: TupleSet::new(arity), ids: Vec::new() });
            Functor(self.functors.len() as u32 - 1)
        })
    }

    pub(crate) fn functor_named(&mut self, name: &str, arity: usize) -> Functor {
        let symbol = self.symbols.intern(name);
        self.functor(symbol, arity)
    }

    #[inline]
    pub(crate) fn functor_of(&self, term: u32) -> Functor {
        self.terms[term as usize].0
    }

    #[inline]
    pub(crate) fn arguments(&self, term: u32) -> &[u32] {
        let (functor, number) = self.terms[term as usize];
        self.functors[functor.0 as usize].arguments.get(number)
    }

    /// The term with this functor and arguments, created if it is new.
    #[inline]
    pub(crate) fn intern(&mut self, functor: Functor, arguments: &[u32]) -> u32 {
        let of = &mut self.functors[functor.0 as usize];
        let (number, new) = of.arguments.insert(arguments);
        if new {
            of.ids.push(self.terms.len() as u32);
            self.terms.push((functor, number));
        }
        of.ids[number as usize]
    }

    /// The number of a term of the rules, if it has no variables.
    pub(crate) fn ground(&mut self, term: &Term) -> Option<u32> {
        match term {
            Term::Variable(_) => None,
            Term::Constant(symbol) => {
                let functor = self.functor(*symbol, 0);
                Some(self.intern(functor, &[]))
            }
            Term::Compound(symbol, arguments) => {
                let functor = self.functor(*symbol, arguments.len());
                let arguments: Option<Vec<u32>> = arguments.iter().map(|a| self.ground(a)).collect();
                Some(self.intern(functor, &arguments?))
            }
        }
    }
}
