//! With any number of threads, the diagrams and the files are the same.

use diagram::{
    Domains, Level, LevelChanges, Preference, Set, Store, StoreBudget, StoreOptions, Terminal, TransitionRelation,
    Values,
};

/// Pieces slide into the blank on a board with one row: few rules, many states.
struct Puzzle {
    store: Store,
    relation: TransitionRelation,
}

const CELLS: u16 = 9;
const KINDS: u16 = 6;

impl Puzzle {
    fn new(threads: usize) -> Puzzle {
        let domains = Domains::new(&[KINDS; CELLS as usize]).unwrap();
        let mut moves = Vec::new();
        for distance in 1..4 {
            for cell in 0..CELLS - distance {
                let (here, there) = (Level(cell), Level(cell + distance));
                for kind in 1..KINDS {
                    let right = LevelChanges::new().pairs(here, &[(kind, 0)]).pairs(there, &[(0, kind)]);
                    let left = LevelChanges::new().pairs(here, &[(0, kind)]).pairs(there, &[(kind, 0)]);
                    moves.push(right.relation(&domains).unwrap());
                    moves.push(left.relation(&domains).unwrap());
                }
            }
        }
        let relation = TransitionRelation::union_of(&domains, &moves).unwrap();
        let options = StoreOptions {
            threads,
            cache_entries: 1 << 10,
            budget: StoreBudget { bytes: 64 << 20, ..StoreBudget::default() },
        };
        Puzzle { store: Store::new(domains, options).unwrap(), relation }
    }

    fn layers(&mut self) -> Vec<Set> {
        let start: Vec<u16> = vec![0, 1, 2, 3, 0, 4, 5, 1, 2];
        let mut reached = self.store.state(&start).unwrap();
        let mut layers = vec![reached.clone()];
        loop {
            let last = layers.last().unwrap().clone();
            let image = self.store.image(&last, &self.relation).unwrap();
            let fresh = self.store.difference(&image, &reached).unwrap();
            if fresh.is_empty() {
                return layers;
            }
            reached = self.store.union(&reached, &fresh).unwrap();
            layers.push(fresh);
        }
    }

    fn solve(&mut self, layers: &[Set]) -> Values {
        let numbers: Vec<Terminal> = (1..=3).map(|number| Terminal::new(number).unwrap()).collect();
        let mut solved = Values::from(self.store.none());
        for (index, layer) in layers.iter().enumerate().rev() {
            let preference = Preference::best_first(&if index % 2 == 0 {
                numbers.clone()
            } else {
                numbers.iter().rev().copied().collect()
            });
            let known = self.store.best(layer, &solved, &self.relation, &preference).unwrap();
            let leaf = self.store.constant(layer, numbers[index % 3]).unwrap();
            solved = self.store.override_with(&known, &leaf).unwrap();
        }
        solved
    }

    fn bytes(&self, diagram: &impl diagram::Diagram) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.store.write(diagram, &mut bytes).unwrap();
        bytes
    }
}

#[test]
fn counts_and_files_do_not_depend_on_threads() {
    let mut one = Puzzle::new(1);
    let layers = one.layers();
    let counts: Vec<u128> = layers.iter().map(|layer| one.store.count(layer).unwrap()).collect();
    let files: Vec<Vec<u8>> = layers.iter().map(|layer| one.bytes(layer)).collect();
    let solved = one.solve(&layers);
    let solution = one.bytes(&solved);
    assert_eq!(counts.iter().sum::<u128>(), 90_720 / 2, "arrangements of two blanks, two pairs and three singles");
    for threads in [2, 4] {
        let mut several = Puzzle::new(threads);
        let again = several.layers();
        assert_eq!(again.iter().map(|layer| several.store.count(layer).unwrap()).collect::<Vec<_>>(), counts);
        assert_eq!(again.iter().map(|layer| several.bytes(layer)).collect::<Vec<_>>(), files);
        let solved = several.solve(&again);
        assert_eq!(several.bytes(&solved), solution);
    }
}
