//! Equivalent copies of a rule sheet: symbols and variables renamed, rules and conditions reordered, one rule per line.

use std::collections::HashMap;

use crate::random::RandomChoices;

/// Names with a predefined meaning.
const RESERVED: [&str; 16] = [
    "<=", "role", "init", "true", "does", "next", "legal", "goal", "terminal", "distinct", "not", "or", "base",
    "input", "and", "random",
];

enum Expression {
    Name(String),
    List(Vec<Expression>),
}

/// A scrambled copy. Numbers keep their names, since some of them are rewards; keywords must be in lower case.
pub fn scrambled(sheet: &str, random: &mut RandomChoices) -> String {
    let mut clauses = read(sheet);
    random.shuffle(&mut clauses);
    let mut names = HashMap::new();
    let mut text = String::new();
    for mut clause in clauses {
        if let Expression::List(items) = &mut clause
            && matches!(items.first(), Some(Expression::Name(name)) if name == "<=")
            && items.len() > 2
        {
            random.shuffle(&mut items[2..]);
        }
        write(&clause, &mut names, random, &mut text);
        text.push('\n');
    }
    text
}

fn read(sheet: &str) -> Vec<Expression> {
    let uncommented: String =
        sheet.lines().map(|line| line.split(';').next().unwrap_or("").to_owned() + "\n").collect();
    let spaced = uncommented.replace('(', " ( ").replace(')', " ) ");
    let mut open: Vec<Vec<Expression>> = vec![Vec::new()];
    for token in spaced.split_whitespace() {
        let complete = match token {
            "(" => {
                open.push(Vec::new());
                continue;
            }
            ")" if open.len() > 1 => Expression::List(open.pop().unwrap_or_default()),
            name => Expression::Name(name.to_owned()),
        };
        if let Some(items) = open.last_mut() {
            items.push(complete);
        }
    }
    open.swap_remove(0)
}

fn write(expression: &Expression, names: &mut HashMap<String, String>, random: &mut RandomChoices, text: &mut String) {
    match expression {
        Expression::Name(name) => *text += &renamed(name, names, random),
        Expression::List(items) => {
            text.push('(');
            for (place, item) in items.iter().enumerate() {
                if place > 0 {
                    text.push(' ');
                }
                write(item, names, random, text);
            }
            text.push(')');
        }
    }
}

fn renamed(name: &str, names: &mut HashMap<String, String>, random: &mut RandomChoices) -> String {
    let kept = RESERVED.contains(&name.to_lowercase().as_str()) || name.parse::<i64>().is_ok();
    if kept {
        return name.to_owned();
    }
    let number = names.len();
    let new =
        || format!("{}{}n{number}", if name.starts_with('?') { "?" } else { "" }, random.pick(&["zok", "vim", "ulp"]));
    names.entry(name.to_owned()).or_insert_with(new).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_and_order_change() {
        let copy =
            scrambled("(role me) ; a comment\n(<= (goal me 100) (true (p ?x)) (q ?x))", &mut RandomChoices::new(3));
        let shape = |text: &str| {
            let mut letters: Vec<char> = text.chars().filter(|c| "()?".contains(*c)).collect();
            letters.sort_unstable();
            letters.into_iter().collect::<String>()
        };
        assert_eq!(shape(&copy), shape("(role me)(<= (goal me 100) (true (p ?x)) (q ?x))"));
        assert!(copy.contains("100") && copy.contains("role") && !copy.contains("me"), "{copy}");
    }
}
