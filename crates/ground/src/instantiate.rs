//! Writes out the ground rules: every match of every dynamic clause over the atoms that may occur.
//!
//! This is a second pass over the clauses, after [`crate::relax`] has found the atoms. Joining again costs less than
//! keeping instances while the atoms are still growing: the final sizes give better join orders, each instance appears
//! exactly once, and a negative literal whose atom cannot occur disappears immediately.

use gdl::rules::Keyword;

use crate::clause::{Clause, Clauses, RelationId, RelationKind};
use crate::join::Join;
use crate::limits::{Meter, Resource, Stop};
use crate::natural::natural;
use crate::plan::{Purpose, plan};
use crate::program::{AtomId, FluentAtoms, GoalAtom, Literal, MoveAtoms, Program, Rules};
use crate::store::Store;
use crate::terms::TermId;

/// Atom numbers by relation: tuple `t` of a dynamic relation `r` is atom `first[r] + t`.
#[derive(Clone, Debug)]
pub struct Numbering {
    first: Vec<Option<AtomId>>,
    atoms: usize,
}

impl Numbering {
    /// Numbers all atoms of dynamic relations.
    pub fn new(clauses: &Clauses, store: &Store) -> Result<Numbering, Stop> {
        let mut atoms = 0usize;
        let mut first = Vec::new();
        for (info, relation) in clauses.relations.iter().zip(&store.relations) {
            let dynamic = info.kind == RelationKind::Dynamic;
            first.push(dynamic.then_some(atoms as AtomId));
            if dynamic {
                atoms += relation.len() as usize;
            }
        }
        // Literals and signals use one bit for the sign.
        if atoms >= 1 << 31 { Err(Stop(Resource::Atoms)) } else { Ok(Numbering { first, atoms }) }
    }

    /// The number of a tuple; `None` for a static relation.
    pub fn atom(&self, relation: RelationId, tuple: u32) -> Option<AtomId> {
        self.first[relation as usize].map(|first| first + tuple)
    }
}

/// Writes out all ground rules.
pub fn instantiate(
    clauses: &Clauses,
    numbering: &Numbering,
    store: &mut Store,
    meter: &mut Meter,
    matches: &mut [usize],
) -> Result<Rules, Stop> {
    let mut rules = Rules::default();
    let mut join = Join::default();
    matches.fill(0);
    for clause in
        clauses.clauses.iter().filter(|c| clauses.relations[c.head.relation as usize].kind == RelationKind::Dynamic)
    {
        let count = &mut matches[clause.origin as usize];
        instantiate_clause(clause, clauses, numbering, &mut rules, &mut join, store, meter, count)?;
    }
    Ok(rules)
}

#[allow(clippy::too_many_arguments, reason = "the loop body of the only caller, split off to fit a screen")]
fn instantiate_clause(
    clause: &Clause,
    clauses: &Clauses,
    numbering: &Numbering,
    rules: &mut Rules,
    join: &mut Join,
    store: &mut Store,
    meter: &mut Meter,
    matches: &mut usize,
) -> Result<(), Stop> {
    let purpose = Purpose { relations: &clauses.relations, driver: None, heads_only: false };
    let plan = plan(clause, purpose, store, meter)?;
    let mut body = Vec::new();
    join.run(clause, &plan, store, meter, |store, meter, found| {
        *matches += 1;
        body.clear();
        for (atom, &tuple) in clause.positive.iter().zip(found.tuples) {
            body.extend(numbering.atom(atom.relation, tuple).map(|a| Literal::new(a, false)));
        }
        for atom in
            clause.negative.iter().filter(|a| clauses.relations[a.relation as usize].kind == RelationKind::Dynamic)
        {
            if let Some(tuple) = store.lookup(atom, found.binding) {
                body.extend(numbering.atom(atom.relation, tuple).map(|a| Literal::new(a, true)));
            }
        }
        let Some(head) = numbering.atom(clause.head.relation, found.head) else { return Ok(()) };
        rules.push(head, &mut body).ok_or(Stop(Resource::Instances))?;
        if rules.len() > meter.limits.instances {
            return Err(Stop(Resource::Instances));
        }
        meter.tick(|| store.bytes() + rules.bytes())
    })
}

/// The meaning of the atoms: fluents, moves and rewards in their final order.
///
/// The error is the text of a goal whose reward is not a number.
pub fn interface(
    rules: &gdl::Rules,
    roles: &[TermId],
    numbering: &Numbering,
    store: &Store,
    ground_rules: Rules,
) -> Result<Program, String> {
    let number = |keyword| rules.keyword(keyword).0;
    let tuples = |keyword| {
        let relation = &store.relations[number(keyword) as usize];
        (0..relation.len()).map(move |t| (t, relation.tuple(t)))
    };
    let atom = |keyword, tuple| numbering.atom(number(keyword), tuple).unwrap_or_default();
    let text = |term| store.terms.text(term, &rules.symbols);
    let find = |keyword, tuple: &[TermId]| store.relations[number(keyword) as usize].find(tuple);
    let role_number = |term| roles.iter().position(|&r| r == term);

    let mut fluents: Vec<FluentAtoms> = tuples(Keyword::True)
        .map(|(t, tuple)| FluentAtoms {
            holds: atom(Keyword::True, t),
            next: find(Keyword::Next, tuple).map(|t| atom(Keyword::Next, t)),
            initial: find(Keyword::Init, tuple).is_some(),
            name: text(tuple[0]),
        })
        .collect();
    fluents.sort_by(|a, b| natural(&a.name, &b.name));

    let mut moves: Vec<MoveAtoms> = tuples(Keyword::Does)
        .filter_map(|(t, tuple)| {
            let legal = atom(Keyword::Legal, find(Keyword::Legal, tuple)?);
            let role = role_number(tuple[0])?;
            Some(MoveAtoms { role, does: atom(Keyword::Does, t), legal, name: text(tuple[1]) })
        })
        .collect();
    moves.sort_by(|a, b| a.role.cmp(&b.role).then_with(|| natural(&a.name, &b.name)));

    let mut goals = Vec::new();
    for (t, tuple) in tuples(Keyword::Goal) {
        let Some(role) = role_number(tuple[0]) else { continue };
        let reward = text(tuple[1]).parse().map_err(|_| format!("(goal {} {})", text(tuple[0]), text(tuple[1])))?;
        goals.push(GoalAtom { role, reward, holds: atom(Keyword::Goal, t) });
    }
    goals.sort_by_key(|g| (g.role, g.reward, g.holds));

    let terminal = find(Keyword::Terminal, &[]).map(|t| atom(Keyword::Terminal, t));
    let roles = roles.iter().map(|&r| text(r)).collect();
    Ok(Program { atoms: numbering.atoms, rules: ground_rules, roles, fluents, moves, goals, terminal })
}
