//! Random playouts of every sheet: no state is stuck, roles take turns, every terminal state has one goal per role, and
//! every fact and move that occurs is declared by `base` and `input`.

use std::collections::HashSet;

use crate::search::{Outlook, interpreter, joint_moves, look};
use gdl::rules::{Keyword, Term};
use gdl::{Rules, Source, check};
use interpret::TermId;

const PLAYOUTS: u64 = 12;
const LONGEST: usize = 300;

/// A deterministic pseudo-random sequence (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// The sheet with `base` renamed to `init` and `input` to `legal`, so that the interpreter lists both in its initial
/// state.
fn announced(request: &str) -> (HashSet<String>, HashSet<String>) {
    let sheet = games::sheet(request).unwrap();
    let keep = |line: &str| !["(init ", "(<= (init ", "(legal ", "(<= (legal "].iter().any(|p| line.starts_with(p));
    let mut text = String::new();
    let mut keeping = true;
    for line in sheet.lines() {
        if !line.starts_with(' ') {
            keeping = keep(line);
        }
        if keeping {
            text.push_str(&line.replace("(base ", "(init ").replace("(input ", "(legal "));
            text.push('\n');
        }
    }
    let rules: Rules = gdl::check_lenient(&Source::new(request, text)).rules.unwrap();
    let mut game = interpret::Interpreter::new(&rules).unwrap();
    let state = game.initial().unwrap();
    let facts = state.facts().iter().map(|&fact| game.text(fact)).collect();
    let moves = game.legal(&state).unwrap();
    let roles: Vec<String> = game.roles().iter().map(|&role| game.text(role)).collect();
    let of_role = |(role, moves): (&String, &Vec<TermId>)| -> Vec<String> {
        moves.iter().map(|&m| format!("{role} {}", game.text(m))).collect()
    };
    (facts, roles.iter().zip(&moves).flat_map(of_role).collect())
}

#[test]
fn playouts_of_every_sheet_are_proper_and_stay_within_base_and_input() {
    for bundled in games::all() {
        let request = bundled.name;
        let (facts, moves) = announced(request);
        let mut game = interpreter(request);
        let roles: Vec<String> = game.roles().iter().map(|&role| game.text(role)).collect();
        for seed in 1..=PLAYOUTS {
            let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let mut state = game.initial().unwrap();
            for _ in 0..LONGEST {
                for &fact in state.facts() {
                    assert!(facts.contains(&game.text(fact)), "{request}: base lacks {}", game.text(fact));
                }
                let Outlook::Open(legal) = look(&mut game, &state, request) else { break };
                for (role, legal) in roles.iter().zip(&legal) {
                    for &m in legal {
                        let m = format!("{role} {}", game.text(m));
                        assert!(moves.contains(&m), "{request}: input lacks {m}");
                    }
                }
                let joint = joint_moves(&legal);
                state = game.next(&state, &joint[dice.below(joint.len())]).unwrap();
            }
        }
    }
}

#[test]
fn the_number_of_roles_agrees_with_the_catalogue() {
    for bundled in games::all() {
        let rules = check(&Source::new(bundled.name, games::sheet(bundled.name).unwrap())).rules.unwrap();
        assert!(rules.roles.iter().all(|role| matches!(role, Term::Constant(_))));
        assert_eq!(rules.roles.len() - usize::from(rules.random().is_some()), bundled.roles, "{}", bundled.name);
        assert!(rules.relation(rules.keyword(Keyword::Base)).arity == 1);
    }
}
