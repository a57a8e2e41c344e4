//! The guarantees of the generators that need none of the crates they test.

use randomgame::{BoardShape, RandomChoices, Turns, board, wild};

#[test]
fn a_seed_always_gives_the_same_sheet() {
    for seed in 0..200 {
        let shape = BoardShape::random(&mut RandomChoices::new(seed));
        assert_eq!(board(&shape, &mut RandomChoices::new(seed)), board(&shape, &mut RandomChoices::new(seed)));
        assert_eq!(wild(&mut RandomChoices::new(seed)), wild(&mut RandomChoices::new(seed)));
    }
}

#[test]
fn different_seeds_give_different_sheets() {
    let mut sheets: Vec<String> = (0..200).map(|seed| wild(&mut RandomChoices::new(seed)).to_string()).collect();
    sheets.sort();
    sheets.dedup();
    assert_eq!(sheets.len(), 200);
}

#[test]
fn brackets_match() {
    for seed in 0..500 {
        let shape = BoardShape::random(&mut RandomChoices::new(seed));
        for text in
            [board(&shape, &mut RandomChoices::new(seed)).to_string(), wild(&mut RandomChoices::new(seed)).to_string()]
        {
            let count = |bracket| text.matches(bracket).count();
            assert_eq!(count('('), count(')'), "{text}");
        }
    }
}

#[test]
fn shapes_of_extreme_sizes_are_clamped() {
    let shape =
        BoardShape { roles: 0, cells: 0, values: 0, actions: 0, ..BoardShape::random(&mut RandomChoices::new(0)) };
    for turns in [Turns::Alternating, Turns::Irregular, Turns::Simultaneous] {
        let sheet = board(&BoardShape { turns, ..shape.clone() }, &mut RandomChoices::new(0)).to_string();
        assert!(sheet.contains("(role p1)") && sheet.contains("terminal"));
    }
}
