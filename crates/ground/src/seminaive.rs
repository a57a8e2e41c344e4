//! Semi-naive evaluation: the least set of atoms closed under some clauses.
//!
//! Round by round, each clause is joined with one of its literals ranging over the atoms of the last round only, so that no
//! combination of atoms is met twice. Negative literals on static relations are tested (their strata are complete); those on dynamic
//! relations are ignored, which makes the result of dynamic clauses a superset of what any state can have.

use crate::clause::{Atom, Clause, RelationInfo};
use crate::join::Join;
use crate::limits::{Meter, Resource, Stop};
use crate::plan::{Plan, Purpose, plan};
use crate::store::Store;

/// Copies the atoms of one relation to another: `next` to `true`, `legal` to `does`.
#[derive(Clone, Debug)]
pub struct Link {
    /// Where atoms appear.
    pub from: u32,
    /// Where they are copied to.
    pub to: u32,
    /// If set, only those whose first argument is one of these.
    pub first_argument: Option<Vec<u32>>,
}

/// A plan and the sizes of the literals' relations for which it was made.
struct Prepared {
    plan: Plan,
    sizes: Vec<u32>,
}

/// Evaluation of some clauses until nothing is new.
pub struct Evaluation<'a> {
    /// What is known about the relations.
    pub relations: &'a [RelationInfo],
    /// The clauses, with the counter in `matches` that each of them adds to.
    pub clauses: Vec<(usize, &'a Clause)>,
    /// Copies between relations.
    pub links: Vec<Link>,
    /// How many atoms each relation may have before evaluation stops with [`Meter::outgrown`].
    pub watch: &'a [u32],
}

impl Evaluation<'_> {
    /// Runs to the fixpoint. `matches` counts, per clause, how often its body matched.
    pub fn run(&self, store: &mut Store, meter: &mut Meter, matches: &mut [usize]) -> Result<(), Stop> {
        let mut grows = vec![false; self.relations.len()];
        for (_, clause) in &self.clauses {
            grows[clause.head.relation as usize] = true;
        }
        for link in &self.links {
            grows[link.to as usize] = true;
        }
        let growing: Vec<usize> = (0..grows.len()).filter(|&r| grows[r]).collect();
        let drivers: Vec<Vec<usize>> = (self.clauses.iter())
            .map(|(_, c)| (0..c.positive.len()).filter(|&l| grows[c.positive[l].relation as usize]).collect())
            .collect();
        let mut plans: Vec<Vec<Option<Prepared>>> =
            (self.clauses.iter()).map(|(_, c)| (0..c.positive.len()).map(|_| None).collect()).collect();
        let mut join = Join::default();

        for (&(counter, clause), _) in self.clauses.iter().zip(&drivers).filter(|(_, d)| d.is_empty()) {
            let purpose = Purpose { relations: self.relations, driver: None, heads_only: true };
            let plan = plan(clause, purpose, store);
            self.derive(clause, &plan, &mut join, store, meter, &mut matches[counter])?;
        }
        loop {
            let mut changed = false;
            for &relation in &growing {
                changed |= store.relations[relation].advance();
            }
            if !changed {
                return meter.check(store.bytes());
            }
            store.update_indexes();
            meter.check(store.bytes())?;
            for (position, &(counter, clause)) in self.clauses.iter().enumerate() {
                for &driver in &drivers[position] {
                    if store.relations[clause.positive[driver].relation as usize].has_delta() {
                        let prepared = self.prepare(clause, driver, &mut plans[position][driver], store);
                        self.derive(clause, &prepared.plan, &mut join, store, meter, &mut matches[counter])?;
                    }
                }
            }
        }
    }

    /// The plan for one driver, made anew when the relations have grown much since.
    fn prepare<'p>(
        &self,
        clause: &Clause,
        driver: usize,
        place: &'p mut Option<Prepared>,
        store: &mut Store,
    ) -> &'p Prepared {
        let size = |a: &Atom| store.relations[a.relation as usize].len();
        let stale = place
            .as_ref()
            .is_none_or(|p| clause.positive.iter().zip(&p.sizes).any(|(a, &planned)| size(a) / 4 > planned.max(16)));
        if stale {
            *place = None;
        }
        place.get_or_insert_with(|| {
            let purpose = Purpose { relations: self.relations, driver: Some(driver), heads_only: true };
            let sizes = clause.positive.iter().map(|a| store.relations[a.relation as usize].len()).collect();
            Prepared { plan: plan(clause, purpose, store), sizes }
        })
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
