//! On random rules the interpreter agrees with the [model](model).

mod model;

use std::collections::BTreeSet;

use gdl::rules::{Keyword, Term};
use interpret::{Interpreter, State};
use proptest::prelude::*;

/// A pseudo-random stream of choices.
struct Choices(u64);

impl Choices {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }

    fn one<'a>(&mut self, options: &[&'a str]) -> &'a str {
        options[self.below(options.len())]
    }
}

/// Atoms by level: rules for a level use lower levels, and positively also their own. `C` is replaced by a constant or
/// variable, `F` by a function term or a variable for one.
const LEVELS: [&[&str]; 3] = [&["(q C)", "(e C C)"], &["(r C C)", "(s F)", "(t C F)"], &["u", "(v C)"]];
const FLUENTS: [&str; 4] = ["(true (on C))", "(true (at C C))", "(true (has F))", "(true p)"];
const MOVES: [&str; 2] = ["(does R (go C))", "(does R (put F))"];

/// Fills in an atom. Without `free`, only with variables that are already bound.
fn atom(choices: &mut Choices, pattern: &str, bound: &mut BTreeSet<&'static str>, free: bool) -> String {
    let constant = |choices: &mut Choices, bound: &mut BTreeSet<&'static str>| {
        let variable = ["?x", "?y", "?z"][choices.below(3)];
        if choices.below(4) > 0 && (free || bound.contains(variable)) {
            bound.insert(variable);
            return variable.to_owned();
        }
        choices.one(&["a", "b", "c"]).to_owned()
    };
    let mut text = String::new();
    for c in pattern.chars() {
        match c {
            'C' => text += &constant(choices, bound),
            'R' => text += choices.one(&["one", "two"]),
            'F' => {
                let variable = ["?f", "?g"][choices.below(2)];
                if choices.below(2) == 0 && (free || bound.contains(variable)) {
                    bound.insert(variable);
                    text += variable;
                } else {
                    text += &format!("(f {} {})", constant(choices, bound), constant(choices, bound));
                }
            }
            c => text.push(c),
        }
    }
    text
}

fn rule(choices: &mut Choices, head: &str, level: usize, moves: bool) -> String {
    let mut bound = BTreeSet::new();
    let mut body = Vec::new();
    for _ in 0..1 + choices.below(3) {
        let pattern = match choices.below(3) {
            0 => choices.one(&FLUENTS),
            1 if moves => choices.one(&MOVES),
            _ => {
                let level = choices.below(level.min(2) + 1);
                choices.one(LEVELS[level])
            }
        };
        body.push(atom(choices, pattern, &mut bound, true));
    }
    if choices.below(2) == 0 {
        let pattern = match (choices.below(2), level) {
            (0, _) | (_, 0) => choices.one(&FLUENTS),
            _ => {
                let level = choices.below(level);
                choices.one(LEVELS[level])
            }
        };
        body.push(format!("(not {})", atom(choices, pattern, &mut bound, false)));
    }
    if choices.below(3) == 0 {
        body.push(atom(choices, "(distinct C C)", &mut bound, false));
    }
    let head = atom(choices, head, &mut bound, false);
    format!("(<= {head} {})\n", body.join(" "))
}

fn sheet(choices: &mut Choices) -> String {
    let mut sheet = String::from("(role one) (role two) (legal one (go a)) (<= terminal (true over)) (goal one 1)\n");
    for (level, atoms) in LEVELS.iter().enumerate() {
        for pattern in *atoms {
            for _ in 0..choices.below(3) {
                sheet += &rule(choices, pattern, level, false);
            }
            for _ in 0..choices.below(3) {
                sheet += &atom(choices, pattern, &mut BTreeSet::new(), false);
                sheet.push('\n');
            }
        }
    }
    for (head, moves) in [
        ("(legal R (go C))", false),
        ("(legal R (put F))", false),
        ("terminal", false),
        ("(goal R 50)", false),
        ("(init (at C C))", false),
        ("(next (on C))", true),
        ("(next (at C C))", true),
        ("(next (has F))", true),
    ] {
        for _ in 0..1 + choices.below(2) {
            sheet += &rule(choices, head, 3, moves);
        }
    }
    sheet
}

/// Texts of the model's facts for a keyword, without the role if one is given.
fn expected(rules: &gdl::Rules, facts: &model::Facts, keyword: Keyword, role: Option<&Term>) -> BTreeSet<String> {
    let of_role = |arguments: &&Vec<Term>| role.is_none_or(|role| arguments[0] == *role);
    let own = facts.iter().filter(|(relation, _)| *relation == rules.keyword(keyword)).map(|(_, arguments)| arguments);
    own.filter(of_role).map(|a| a.last().map_or(String::new(), |t| rules.display(t).to_string())).collect()
}

fn check(seed: u64) -> Result<(), TestCaseError> {
    let mut choices = Choices(seed);
    let sheet = sheet(&mut choices);
    let Some(rules) = gdl::check_lenient(&gdl::Source::new("random", &sheet)).rules else {
        return Err(TestCaseError::reject("not well-formed"));
    };
    let mut game = Interpreter::new(&rules).unwrap();
    for _ in 0..3 {
        let mut text = |pattern: &str| atom(&mut choices, pattern, &mut BTreeSet::new(), false);
        let facts = [text("(on C)"), text("(on C)"), text("(at C C)"), text("(at C C)"), text("(has F)"), text("p")];
        let moves = [text("(go C)"), text("(put F)")];
        let ground = |text: &String| term(&rules, text);
        let state: Vec<Term> = facts.iter().filter_map(ground).collect();
        let made: Vec<Term> = moves.iter().filter_map(ground).collect();
        if state.len() < facts.len() || made.len() < moves.len() {
            continue; // A name that the sheet never mentions.
        }
        let with_roles: Vec<_> = rules.roles.iter().cloned().zip(made).collect();
        let facts_there = model::consequences(&rules, &state, &with_roles);

        let here = State::new(facts.iter().map(|f| game.parse(f).unwrap()).collect());
        let moves: Vec<_> = moves.iter().map(|m| game.parse(m).unwrap()).collect();
        let view = game.view(&here).unwrap();
        prop_assert_eq!(
            view.terminal,
            !expected(&rules, &facts_there, Keyword::Terminal, None).is_empty(),
            "{}",
            sheet
        );
        for (i, role) in rules.roles.iter().enumerate() {
            let legal: BTreeSet<String> = view.legal[i].iter().map(|&m| game.text(m)).collect();
            prop_assert_eq!(&legal, &expected(&rules, &facts_there, Keyword::Legal, Some(role)), "{}", sheet);
            let goals: BTreeSet<String> = view.goals[i].iter().map(i32::to_string).collect();
            prop_assert_eq!(&goals, &expected(&rules, &facts_there, Keyword::Goal, Some(role)), "{}", sheet);
        }
        let next = game.next(&here, &moves).unwrap();
        let next: BTreeSet<String> = next.facts().iter().map(|&f| game.text(f)).collect();
        prop_assert_eq!(&next, &expected(&rules, &facts_there, Keyword::Next, None), "{}", sheet);
    }
    Ok(())
}

/// A ground term with at most two levels, built from the symbols of the rules; `None` if a symbol is missing.
fn term(rules: &gdl::Rules, text: &str) -> Option<Term> {
    let mut tokens = text.split_inclusive(['(', ')', ' ']).flat_map(|t| {
        let (word, last) = t.split_at(t.len() - usize::from(t.ends_with(['(', ')', ' '])));
        [word, last]
    });
    let mut open: Vec<Vec<Term>> = vec![Vec::new()];
    for token in tokens.by_ref().filter(|t| !t.trim().is_empty()) {
        match token {
            "(" => open.push(Vec::new()),
            ")" => {
                let parts = open.pop()?;
                let Some((Term::Constant(name), arguments)) = parts.split_first() else { return None };
                open.last_mut()?.push(Term::Compound(*name, arguments.into()));
            }
            name => open.last_mut()?.push(Term::Constant(rules.symbols.find(name)?)),
        }
    }
    open.pop()?.pop()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, max_global_rejects: 50_000, ..ProptestConfig::default() })]

    #[test]
    fn interpreter_and_model_agree(seed: u64) {
        check(seed)?;
    }
}
