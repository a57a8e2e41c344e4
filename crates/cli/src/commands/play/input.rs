//! Parses the user's input during a game.

use std::path::PathBuf;

use notation::Notation;
use query::read_move;

/// The user's request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// A move, as an index into the legal ones.
    Move(usize),
    Hint,
    Undo,
    Switch,
    Save(PathBuf),
    Load(PathBuf),
    Moves,
    Board,
    Help,
    Quit,
    Nothing,
}

/// The help text for commands other than moves.
pub const HELP: &str = "\
  a move       by its number in the list, or in words: mark a1 or a1, or as in the rules: mark 1 1
  hint         the outcome of every move
  undo         take back your last move
  switch       change sides with the program
  save FILE    save the game, for `load` or `backsolve review`
  load FILE    continue a saved game
  moves        the legal moves
  board        show the board again
  quit         leave (end of input does the same)
";

/// Parses a line.
pub fn read(line: &str, legal: &[String], notation: &Notation) -> Result<Wish, String> {
    let mut words = line.split_whitespace();
    let word = words.next().unwrap_or_default().to_ascii_lowercase();
    let rest = words.collect::<Vec<_>>().join(" ");
    let file = |rest: &str| match rest.is_empty() {
        true => Err(format!("`{word}` needs a file name: {word} game.json")),
        false => Ok(PathBuf::from(rest)),
    };
    match word.as_str() {
        "" => Ok(Wish::Nothing),
        "save" => file(&rest).map(Wish::Save),
        "load" => file(&rest).map(Wish::Load),
        _ if !rest.is_empty() => of_move(line, legal, notation),
        "hint" | "hints" => Ok(Wish::Hint),
        "undo" => Ok(Wish::Undo),
        "switch" => Ok(Wish::Switch),
        "moves" => Ok(Wish::Moves),
        "board" => Ok(Wish::Board),
        "help" | "?" => Ok(Wish::Help),
        "quit" | "exit" | "q" => Ok(Wish::Quit),
        _ => of_move(line, legal, notation),
    }
}

/// A move in words, or by its label.
fn of_move(line: &str, legal: &[String], notation: &Notation) -> Result<Wish, String> {
    let by_label = || labels(legal).iter().position(|label| label == line.trim());
    match read_move(line, legal, notation) {
        Ok(made) => Ok(Wish::Move(made)),
        Err(error) => by_label().map(Wish::Move).ok_or_else(|| match legal.is_empty() {
            true => "the game is over: undo, save FILE, load FILE or quit".to_owned(),
            false => format!("{error}; `moves` lists the legal moves, `help` the commands"),
        }),
    }
}

/// The labels of moves in a list: numbers from 1 on; if a single number already identifies each move, that number.
pub fn labels(legal: &[String]) -> Vec<String> {
    let own = |made: &String| {
        let (_, number) = made.strip_prefix('(')?.strip_suffix(')')?.split_once(' ')?;
        let reads = read_move(number, legal, &Notation::default()).ok().is_some_and(|place| legal[place] == *made);
        (number.parse::<i64>().is_ok() && reads).then(|| number.to_owned())
    };
    let numbers = || (1..=legal.len()).map(|number| number.to_string()).collect();
    legal.iter().map(own).collect::<Option<Vec<_>>>().unwrap_or_else(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn moves_are_parsed_by_number_and_in_words() {
        let legal = moves(&["(mark 1 1)", "(mark 2 1)", "(mark 3 3)"]);
        for text in ["2", "(mark 2 1)", "mark 2 1", "2 1"] {
            assert_eq!(read(text, &legal, &Notation::default()), Ok(Wish::Move(1)), "{text}");
        }
        assert!(
            read("4", &legal, &Notation::default()).is_err() && read("mark 9 9", &legal, &Notation::default()).is_err()
        );
    }

    #[test]
    fn columns_keep_their_numbers_when_others_are_full() {
        let legal = moves(&["(drop 2)", "(drop 3)", "(drop 5)"]);
        assert_eq!(labels(&legal), ["2", "3", "5"]);
        assert_eq!(read("3", &legal, &Notation::default()), Ok(Wish::Move(1)));
        assert!(read("1", &legal, &Notation::default()).is_err());
        assert_eq!(labels(&moves(&["(take 1 2)", "(take 2 2)"])), ["1", "2"]);
    }

    #[test]
    fn commands_are_separate_words() {
        let legal = moves(&["(mark 1 1)"]);
        assert_eq!(read(" HINT ", &legal, &Notation::default()), Ok(Wish::Hint));
        assert_eq!(read("save my game.json", &legal, &Notation::default()), Ok(Wish::Save("my game.json".into())));
        assert_eq!(read("", &legal, &Notation::default()), Ok(Wish::Nothing));
        assert!(read("load", &legal, &Notation::default()).unwrap_err().contains("needs a file name"));
        assert!(read("go", &[], &Notation::default()).unwrap_err().contains("the game is over"));
    }
}
