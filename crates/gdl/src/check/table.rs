//! The relations of a sheet by name and arity.

use rustc_hash::FxHashMap;

use crate::rules::{Dependence, Keyword, Relation, RelationId, Symbol, Symbols};

/// GDL's relations with their arities, in the order in which they are numbered.
pub(super) const KEYWORDS: [(&str, usize, Keyword); 11] = [
    ("role", 1, Keyword::Role),
    ("init", 1, Keyword::Init),
    ("true", 1, Keyword::True),
    ("does", 2, Keyword::Does),
    ("next", 1, Keyword::Next),
    ("legal", 2, Keyword::Legal),
    ("goal", 2, Keyword::Goal),
    ("terminal", 0, Keyword::Terminal),
    ("base", 1, Keyword::Base),
    ("input", 2, Keyword::Input),
    ("sees", 2, Keyword::Sees),
];

/// Relations by name and arity. A name with two arities is two relations here; the arity check reports it.
#[derive(Clone, Default)]
pub(super) struct Table {
    pub relations: Vec<Relation>,
    index: FxHashMap<(Symbol, usize), RelationId>,
}

impl Table {
    /// A table with the keywords, whose names are added to `symbols`.
    pub fn with_keywords(symbols: &mut Symbols) -> Table {
        let mut table = Table::default();
        for (name, arity, keyword) in KEYWORDS {
            let id = table.intern(symbols.intern(name), arity);
            table.relations[id.0 as usize].keyword = Some(keyword);
        }
        table
    }

    /// The relation with this name and arity, added if it is new.
    pub fn intern(&mut self, name: Symbol, arity: usize) -> RelationId {
        *self.index.entry((name, arity)).or_insert_with(|| {
            let (dependence, stratum) = (Dependence::Static, 0);
            self.relations.push(Relation { name, arity, keyword: None, dependence, stratum });
            RelationId(self.relations.len() as u32 - 1)
        })
    }

    /// A relation that the sheet does not name, named after `stem`.
    pub fn auxiliary(&mut self, stem: &str, arity: usize, symbols: &mut Symbols) -> RelationId {
        let number = self.relations.len();
        let free = (number..).map(|n| format!("{stem}-{n}")).find(|name| symbols.find(name).is_none());
        let name = symbols.intern(&free.expect("a sheet has finitely many names"));
        self.intern(name, arity)
    }

    /// The relation with this number.
    pub fn relation(&self, id: RelationId) -> &Relation {
        &self.relations[id.0 as usize]
    }

    /// The relation of a keyword.
    pub fn find_keyword(&self, keyword: Keyword) -> RelationId {
        let position = KEYWORDS.iter().position(|&(.., k)| k == keyword);
        RelationId(position.expect("all keywords are listed") as u32)
    }

    /// The keyword of a relation, if it is one.
    pub fn keyword(&self, id: RelationId) -> Option<Keyword> {
        self.relation(id).keyword
    }
}
