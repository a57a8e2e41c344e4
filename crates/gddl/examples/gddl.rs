//! Prints a bundled game, or a rule sheet, as GDDL: `cargo run -p gddl --example gddl -- tic-tac-toe`.

use gddl::write::{Group, Knowledge};

fn main() {
    let name = std::env::args().nth(1).expect("a game");
    let text = games::sheet(&name).unwrap_or_else(|_| std::fs::read_to_string(&name).expect("a file"));
    let source = gdl::Source::new(&*name, text);
    let rules = gddl::check(&source, gdl::Mode::Lenient).rules.expect("well-formed");
    let game = ground::ground(&rules, &ground::GroundingLimits::default()).expect("a ground game");
    let proved = prove::prove(game, &prove::ProofOptions::default()).expect("a proved game");
    let texts = |variable: &game::StateVariable| Group {
        fluents: variable.fluents.iter().map(|fluent| proved.game.fluents[fluent.0 as usize].clone()).collect(),
        exact: !variable.none,
    };
    let mut groups: Vec<Group> = proved.game.variables.iter().map(texts).collect();
    groups.extend(proved.game.always.iter().map(|fact| Group { fluents: vec![fact.clone()], exact: true }));
    let knowledge = Knowledge { groups, turn_taking: proved.class.turn_taking.is_proved() };
    match gddl::write::write(&name, &rules, &knowledge) {
        Ok(written) => {
            let (domain, problem) = gddl::print::print(&written.task);
            print!("{domain}\n{problem}");
        }
        Err(refusal) => println!("refused: {refusal}"),
    }
}
