//! The same sets and images in OxiDD's binary diagrams: another kernel, another encoding, the same answers.

use std::collections::BTreeSet;

use crate::common::*;
use diagram::{Level, LevelChanges, TransitionRelation, Value};
use oxidd::bdd::{BDDFunction, BDDManagerRef};
use oxidd::{BooleanFunction, BooleanFunctionQuant, BooleanOperator, FunctionSubst, Manager, ManagerRef, Subst, VarNo};
use proptest::prelude::*;

/// Two bits per variable, each followed by its primed copy.
struct Binary {
    manager: BDDManagerRef,
    levels: usize,
}

impl Binary {
    fn new(levels: usize) -> Binary {
        let manager = oxidd::bdd::new_manager(1 << 16, 1 << 10, 1);
        manager.with_manager_exclusive(|manager| manager.add_vars(4 * levels as u32));
        Binary { manager, levels }
    }

    fn bit(level: usize, bit: usize, primed: bool) -> VarNo {
        (4 * level + 2 * bit + usize::from(primed)) as VarNo
    }

    fn constant(&self, truth: bool) -> BDDFunction {
        self.manager
            .with_manager_shared(|manager| if truth { BDDFunction::t(manager) } else { BDDFunction::f(manager) })
    }

    fn var(&self, number: VarNo) -> BDDFunction {
        self.manager.with_manager_shared(|manager| BDDFunction::var(manager, number)).unwrap()
    }

    /// The condition that a variable has a value.
    fn is(&self, level: usize, value: Value, primed: bool) -> BDDFunction {
        (0..2).fold(self.constant(true), |all, bit| {
            let var = self.var(Self::bit(level, bit, primed));
            all.and(&if value >> bit & 1 == 1 { var } else { var.not().unwrap() }).unwrap()
        })
    }

    fn set(&self, states: &BTreeSet<State>) -> BDDFunction {
        states.iter().fold(self.constant(false), |any, state| {
            let all = state
                .iter()
                .enumerate()
                .fold(self.constant(true), |all, (level, &value)| all.and(&self.is(level, value, false)).unwrap());
            any.or(&all).unwrap()
        })
    }

    /// A move that allows these pairs on one level and leaves the others unchanged.
    fn relation(&self, moved: usize, pairs: &BTreeSet<(Value, Value)>) -> BDDFunction {
        (0..self.levels).fold(self.constant(true), |all, level| {
            let step = if level == moved {
                pairs.iter().fold(self.constant(false), |any, &(from, to)| {
                    any.or(&self.is(level, from, false).and(&self.is(level, to, true)).unwrap()).unwrap()
                })
            } else {
                (0..2).fold(self.constant(true), |all, bit| {
                    let before = self.var(Self::bit(level, bit, false));
                    all.and(&before.equiv(&self.var(Self::bit(level, bit, true))).unwrap()).unwrap()
                })
            };
            all.and(&step).unwrap()
        })
    }

    fn image(&self, states: &BDDFunction, relation: &BDDFunction) -> BDDFunction {
        let bits: Vec<(VarNo, VarNo)> = (0..self.levels)
            .flat_map(|level| (0..2).map(move |bit| (Self::bit(level, bit, false), Self::bit(level, bit, true))))
            .collect();
        let before = bits.iter().fold(self.constant(true), |all, &(bit, _)| all.and(&self.var(bit)).unwrap());
        let after = states.apply_exists(BooleanOperator::And, relation, &before).unwrap();
        let primed = bits.iter().map(|&(_, primed)| primed).collect::<Vec<_>>();
        let plain = bits.iter().map(|&(bit, _)| self.var(bit)).collect::<Vec<_>>();
        after.substitute(&Subst::new(primed, plain)).unwrap()
    }

    fn contains(&self, set: &BDDFunction, state: &State) -> bool {
        let bits = state
            .iter()
            .enumerate()
            .flat_map(|(level, &value)| (0..2).map(move |bit| (Self::bit(level, bit, false), value >> bit & 1 == 1)));
        let unprimed: Vec<_> = bits.collect();
        let primed: Vec<_> = unprimed.iter().map(|&(bit, _)| (bit + 1, false)).collect();
        set.eval(unprimed.into_iter().chain(primed))
    }

    fn members(&self, set: &BDDFunction, sizes: &[u16]) -> BTreeSet<State> {
        all_states(sizes).into_iter().filter(|state| self.contains(set, state)).collect()
    }
}

type Moves = Vec<(usize, BTreeSet<(Value, Value)>)>;

fn case() -> impl Strategy<Value = (Vec<u16>, BTreeSet<State>, BTreeSet<State>, Moves)> {
    prop::collection::vec(2u16..5, 2..5).prop_flat_map(|sizes| {
        let smallest = sizes.iter().copied().min().unwrap_or(2);
        let pairs = prop::collection::btree_set((0..smallest, 0..smallest), 1..4);
        let moves = prop::collection::vec((0..sizes.len(), pairs), 1..4);
        (Just(sizes.clone()), states(&sizes, 30), states(&sizes, 30), moves)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn sets_and_images_agree_with_oxidd((sizes, a, b, moves) in case()) {
        let mut ours = store(&sizes, 1);
        let theirs = Binary::new(sizes.len());
        let (x, y) = (set_of(&mut ours, &a), set_of(&mut ours, &b));
        let (p, q) = (theirs.set(&a), theirs.set(&b));

        let union = ours.union(&x, &y).unwrap();
        prop_assert_eq!(plain_set(&ours, &union), theirs.members(&p.or(&q).unwrap(), &sizes));
        let both = ours.intersection(&x, &y).unwrap();
        prop_assert_eq!(plain_set(&ours, &both), theirs.members(&p.and(&q).unwrap(), &sizes));
        let only = ours.difference(&x, &y).unwrap();
        prop_assert_eq!(plain_set(&ours, &only), theirs.members(&q.imp_strict(&p).unwrap(), &sizes));

        let relations: Vec<TransitionRelation> = moves.iter().map(|(level, pairs)| {
            let pairs: Vec<_> = pairs.iter().copied().collect();
            LevelChanges::new().pairs(Level(*level as u16), &pairs).relation(ours.domains()).unwrap()
        }).collect();
        let relation = TransitionRelation::union_of(ours.domains(), &relations).unwrap();
        let other = moves.iter().fold(theirs.constant(false), |any, (level, pairs)| {
            any.or(&theirs.relation(*level, pairs)).unwrap()
        });
        // All reachable states: the fixpoint of many images.
        let (mut reached, mut known) = (x, p);
        loop {
            let step = ours.image(&reached, &relation).unwrap();
            let next = ours.union(&reached, &step).unwrap();
            known = known.or(&theirs.image(&known, &other)).unwrap();
            prop_assert_eq!(plain_set(&ours, &next), theirs.members(&known, &sizes));
            if next == reached {
                break;
            }
            reached = next;
        }
    }
}
