//! Semi-naive evaluation: the least set of atoms closed under some clauses.
//!
//! In each round, each clause is joined with one of its literals restricted to the atoms of the last round, so that no
//! combination of atoms is visited twice. Negative literals on static relations are tested (their strata are complete).
//! Those on dynamic relations are ignored, so the result for dynamic clauses is a superset of every reachable state.

use crate::clause::{Atom, Clause, RelationInfo};
use crate::join::Join;
use crate::limits::{Meter, Resource, Stop};
use crate::plan::{Plan, Purpose, plan};
use crate::program::Lists;
use crate::store::Store;

/// Copies the atoms of one relation to another: `next` to `true`, `legal` to `does`.
#[derive(Clone, Debug)]
pub struct Link {
    /// The relation to copy from.
    pub from: u32,
    /// The relation to copy to.
    pub to: u32,
    /// If set, only atoms with one of these as first argument.
    pub first_argument: Option<Vec<u32>>,
}

/// A plan, and the relation sizes for which it was made.
struct Prepared {
    plan: Plan,
    sizes: Vec<u32>,
}

/// A clause and the literal that ranges over new atoms.
struct Use<'a> {
    counter: usize,
    clause: &'a Clause,
    driver: usize,
    prepared: Option<Prepared>,
}

/// Literals on growing relations. For a clause that is joined as a whole, one literal per relation.
fn drivers(clause: &Clause, grows: &[bool]) -> Vec<usize> {
    let relation = |literal: usize| clause.positive[literal].relation;
    let mut drivers: Vec<usize> = (0..clause.positive.len()).filter(|&l| grows[relation(l) as usize]).collect();
    if clause.positive.len() > MOST_DRIVERS {
        drivers.sort_by_key(|&l| relation(l));
        drivers.dedup_by_key(|l| relation(*l));
    }
    drivers
}

/// Clauses with more positive literals are joined as a whole in every round: a plan for each literal would cost more
/// time and memory than it saves.
const MOST_DRIVERS: usize = 200;

/// Evaluation of clauses to a fixpoint.
pub struct Evaluation<'a> {
    /// The relations.
    pub relations: &'a [RelationInfo],
    /// The clauses, each with the index of its counter in `matches`.
    pub clauses: Vec<(usize, &'a Clause)>,
    /// Copies between relations.
    pub links: Vec<Link>,
    /// The number of atoms at which a relation stops the evaluation with [`Meter::outgrown`].
    pub watch: &'a [u32],
}

impl Evaluation<'_> {
    /// Runs to the fixpoint. `matches` counts the matches of each clause's body.
    pub fn run(&self, store: &mut Store, meter: &mut Meter, matches: &mut [usize]) -> Result<(), Stop> {
        let mut grows = vec![false; self.relations.len()];
        self.clauses.iter().for_each(|(_, clause)| grows[clause.head.relation as usize] = true);
        self.links.iter().for_each(|link| grows[link.to as usize] = true);
        let mut join = Join::default();
        let mut uses: Vec<Use> = Vec::new();
        for &(counter, clause) in &self.clauses {
            let drivers = drivers(clause, &grows);
            if drivers.is_empty() {
                let purpose = Purpose { relations: self.relations, driver: None, heads_only: true };
                let plan = plan(clause, purpose, store, meter)?;
                self.derive(clause, &plan, &mut join, store, meter, &mut matches[counter])?;
            }
            uses.extend(drivers.into_iter().map(|driver| Use { counter, clause, driver, prepared: None }));
        }
        let relation_of = |used: &Use| used.clause.positive[used.driver].relation;
        let uses_of = Lists::collect(grows.len(), || uses.iter().map(relation_of).zip(0..));
        // Relations that may have new atoms; later only those changed in the round before, since a long chain of
        // relations takes as many rounds.
        let mut active: Vec<u32> = (0..grows.len() as u32).filter(|&r| grows[r as usize]).collect();
        loop {
            active.retain(|&relation| store.relations[relation as usize].advance());
            if active.is_empty() {
                return meter.check(store.bytes());
            }
            store.update_indexes();
            meter.work(active.len(), || store.bytes())?;
            let mut touched = active.clone();
            for &number in active.iter().flat_map(|&relation| uses_of.get(relation)) {
                let used = &mut uses[number as usize];
                self.prepare(used, store, meter)?;
                if let Some(Prepared { plan, .. }) = &used.prepared {
                    self.derive(used.clause, plan, &mut join, store, meter, &mut matches[used.counter])?;
                }
                let head = used.clause.head.relation;
                touched.push(head);
                touched.extend(self.links.iter().filter(|link| link.from == head).map(|link| link.to));
            }
            touched.sort_unstable();
            touched.dedup();
            active = touched;
        }
    }

    /// The plan for one driver, recomputed when the relations have grown much since.
    fn prepare(&self, used: &mut Use, store: &mut Store, meter: &mut Meter) -> Result<(), Stop> {
        let literals = &used.clause.positive;
        let size = |a: &Atom| store.relations[a.relation as usize].len();
        let grown = |p: &Prepared| literals.iter().zip(&p.sizes).any(|(a, &planned)| size(a) / 4 > planned.max(16));
        if used.prepared.as_ref().is_none_or(grown) {
            let sizes = literals.iter().map(size).collect();
            let driver = Some(used.driver).filter(|_| literals.len() <= MOST_DRIVERS);
            let purpose = Purpose { relations: self.relations, driver, heads_only: true };
            used.prepared = Some(Prepared { plan: plan(used.clause, purpose, store, meter)?, sizes });
        }
        Ok(())
    }

    fn derive(
        &self,
        clause: &Clause,
        plan: &Plan,
        join: &mut Join,
        store: &mut Store,
        meter: &mut Meter,
        matches: &mut usize,
    ) -> Result<(), Stop> {
        let mut tuple = Vec::new();
        join.run(clause, plan, store, meter, |store, meter, found| {
            *matches += 1;
            store.build_tuple(&clause.head.arguments, found.binding, &mut tuple)?;
            if !store.insert(clause.head.relation, &tuple) {
                return Ok(());
            }
            meter.atom()?;
            meter.work(tuple.len() / 8, || store.bytes())?;
            if store.relations[clause.head.relation as usize].len() > self.watch[clause.head.relation as usize] {
                meter.outgrown = Some(clause.head.relation);
                return Err(Stop(Resource::Atoms));
            }
            for link in self.links.iter().filter(|link| link.from == clause.head.relation) {
                if link.first_argument.as_ref().is_none_or(|allowed| allowed.contains(&tuple[0]))
                    && store.insert(link.to, &tuple)
                {
                    meter.atom()?;
                }
            }
            Ok(())
        })
    }
}
