//! The page that explains a strategy, for readers who know only the game.

use std::cmp::Ordering;
use std::ffi::OsStr;
use std::path::Path;

use ::strategy::explain::{AboutList, AboutRule, Example, RuleExplanation};
use ::strategy::likeness::Likeness;
use query::scoring::are_points;

use super::Answer;
use crate::console::{BAD, BOLD, DIM};
use crate::paragraph::paragraph;
use crate::table::{count, grouped};

/// The whole page, wrapped to `width` columns.
pub fn text(answer: &Answer, width: usize) -> String {
    let explanation = &answer.explanation;
    // The name of a file is enough.
    let game = Path::new(&answer.game).file_stem().map_or_else(|| answer.game.clone().into(), OsStr::to_string_lossy);
    let about = &explanation.about;
    let page = Page { answer, width, outcome: Outcomes::new(&about.ends, answer.sum) };
    let mut text = page.heading(&format!("How to play {game} as {}", about.strategy.role)) + "\n";
    text += &page.beginning();
    text += &page.manual();
    text += &page.signs();
    explanation.rules.iter().for_each(|rule| text += &page.rule(rule));
    text + &page.numbers()
}

struct Page<'p> {
    answer: &'p Answer,
    width: usize,
    outcome: Outcomes,
}

impl Page<'_> {
    fn about(&self) -> &AboutList {
        &self.answer.explanation.about
    }

    /// The name of the other player, if there is one.
    fn other(&self) -> Option<&str> {
        self.answer.roles.iter().find(|role| **role != self.about().strategy.role).map(String::as_str)
    }

    /// The word for the effect of a symmetry.
    fn mirrored(&self) -> &'static str {
        match self.about().likeness {
            Some(Likeness::Swapped { .. }) => "swapped",
            _ => "mirrored",
        }
    }

    fn heading(&self, words: &str) -> String {
        let lines = paragraph(words, self.width, 0);
        format!("{BOLD}{}{BOLD:#}\n", lines.trim_end())
    }

    fn paragraph(&self, words: &str, indent: usize) -> String {
        paragraph(words, self.width, indent)
    }

    /// Who plays, and what the rules guarantee.
    fn beginning(&self) -> String {
        let (about, rules) = (self.about(), self.about().strategy.rules);
        let who = match self.other() {
            Some(other) => {
                let begins = if about.begins { "You begin." } else { "The other player begins." };
                format!("You are {}. The other player is {other}. {begins}", about.strategy.role)
            }
            None => format!("You are {} and play alone.", about.strategy.role),
        };
        let what = match (rules, about.optimal) {
            (0, true) => "You need no rules: all moves are equally good.".to_owned(),
            (0, false) => "There are no rules yet.".to_owned(),
            (_, false) => {
                format!("You need to know how the game is played. Here is a start: {}.", count(rules, "rule"))
            }
            (1, true) => {
                "You need to know how the game is played. This one rule tells you how to play it well.".to_owned()
            }
            (_, true) => {
                format!("You need to know how the game is played. These {rules} rules tell you how to play it well.")
            }
        };
        let mut text = self.paragraph(&format!("{who} {what} {}", self.outcome.promise(about)), 0);
        if !about.optimal && rules > 0 {
            let careful = self.paragraph(
                "These rules are not perfect: somewhere they let you make a bad move. \
                 `backsolve strategy verify` shows where.",
                0,
            );
            text += &format!("{BAD}{}{BAD:#}\n", careful.trim_end());
        }
        text
    }

    /// How to read the rules.
    fn manual(&self) -> String {
        let about = self.about();
        if about.strategy.rules == 0 {
            return String::new();
        }
        let mut points = vec![
            "When it is your turn, read the rules from top to bottom. Stop at the first rule that fits, and make its \
             move."
                .to_owned(),
            "A rule fits if everything after its “If” is true and its move is allowed. A rule without “If” fits \
             whenever its move is allowed."
                .to_owned(),
            "If a rule allows more than one move, choose any of them.".to_owned(),
        ];
        points.push(match about.optimal {
            true if about.free == 0 => "You will never be left without a rule: one of them always fits.".to_owned(),
            true => "If no rule fits, play any move you like. It makes no difference.".to_owned(),
            false => "If no rule fits, you have to find a good move yourself.".to_owned(),
        });
        points.extend(self.likeness());
        points
            .push("You can skip the lines “For the program”. They are the rules as they stand in the file.".to_owned());
        let points: String = points.iter().map(|point| self.paragraph(&format!("- {point}"), 2)).collect();
        format!("\n{}{points}", self.heading("How to use the rules"))
    }

    /// What a symmetry is, if the game has any.
    fn likeness(&self) -> Option<String> {
        Some(match self.about().likeness.as_ref()? {
            Likeness::Mirrored => {
                "You may turn the board, or look at it in a mirror. If a rule fits then, it counts. Turn the move in \
                 the same way. In the examples this is called “mirrored”."
                    .to_owned()
            }
            Likeness::Swapped { example } => {
                let such =
                    example.as_ref().map_or(String::new(), |(one, other)| format!(", such as {one} and {other}"));
                format!(
                    "Some things in this game are alike{such}. If you swap them, with everything that belongs to them, \
                     the game stays the same. A rule that fits after such a swap counts. Swap the move in the same way. \
                     In the examples this is called “swapped”."
                )
            }
        })
    }

    /// What the examples show, and their signs.
    fn signs(&self) -> String {
        let about = self.about();
        if about.strategy.rules == 0 {
            return String::new();
        }
        let heading = self.heading("The examples");
        let labels = if about.ruled { " Places are named by column and row: a2 is in column a and row 2." } else { "" };
        let shows = format!("Each example shows a position: how the game stands at one moment.{labels}");
        let width = about.signs.iter().map(|sign| sign.sign.chars().count()).max().unwrap_or(0);
        let line = |sign: &board::Sign| format!("  {:width$}  {}\n", sign.sign, sign.meaning);
        format!("\n{heading}{}{}", self.paragraph(&shows, 0), about.signs.iter().map(line).collect::<String>())
    }

    fn rule(&self, rule: &RuleExplanation) -> String {
        let about = &rule.about;
        let group = about.group.as_ref().map_or(String::new(), |group| format!(" ({group})"));
        let mut text = format!("\n{}", self.heading(&format!("Rule {}{group}. {}", about.number, about.words)));
        let written = self.paragraph(&format!("For the program: {}", about.text), 3);
        text += &format!("{DIM}{}{DIM:#}\n", written.trim_end_matches('\n'));
        if let Some(example) = &rule.example {
            text += &self.example(&self.fits("It fits here", example), example);
        }
        if let Some(example) = &rule.non_example {
            let why = format!("It does not fit here: {}. {}", example.about.why, self.instead(example));
            text += &self.example(&why, example);
        }
        text + "\n" + &self.paragraph(&self.usefulness(about), 3)
    }

    fn example(&self, words: &str, example: &Example) -> String {
        let mut text = "\n".to_owned() + &self.paragraph(words, 3);
        for line in &example.picture {
            // Facts in words are wrapped, drawings are not.
            text += &match line.contains(", ") {
                true => self.paragraph(line, 7),
                false => format!("       {line}\n"),
            };
        }
        text
    }

    /// What is played if the rule does not decide.
    fn instead(&self, example: &Example) -> String {
        match example.about.rule {
            None if example.about.any_move => "No rule fits. Play any move.".to_owned(),
            None => "No rule fits, but not every move is good.".to_owned(),
            Some(number) => self.fits(&format!("Rule {number} fits"), example),
        }
    }

    /// How a rule applies, as written or through a symmetry, and what it plays.
    fn fits(&self, beginning: &str, example: &Example) -> String {
        let word = self.mirrored();
        let (as_written, mirrored) = self.moves(example);
        let (one, other) = (as_written.join(" or "), mirrored.join(" or "));
        match (as_written.is_empty(), example.about.images.first().map(|image| image.trim_end_matches('.'))) {
            (false, _) if mirrored.is_empty() => format!("{beginning}. Your move: {one}."),
            (false, _) => format!("{beginning}. Your move: {one}. It also fits {word}: {other}."),
            (true, Some(image)) if mirrored.len() == 1 => format!("{beginning}, {word} like this: “{image}”."),
            (true, Some(image)) => {
                let others = mirrored[1..].join(" or ");
                format!("{beginning}, {word} like this: “{image}”. It fits in other ways, too: {others}.")
            }
            (true, None) => format!("{beginning}, {word}. Your move: {other}."),
        }
    }

    /// The moves in words: those proposed as written, and those proposed through a symmetry.
    fn moves(&self, example: &Example) -> (Vec<String>, Vec<String>) {
        let (mirrored, as_written): (Vec<_>, Vec<_>) = example
            .about
            .moves
            .iter()
            .zip(&example.about.moves_in_words)
            .partition(|(made, _)| example.about.mirrored.contains(made));
        let words = |moves: Vec<(&String, &String)>| moves.into_iter().map(|(_, words)| words.clone()).collect();
        (words(as_written), words(mirrored))
    }

    /// How often the rule decides, and what happens without it.
    fn usefulness(&self, rule: &AboutRule) -> String {
        let about = self.about();
        if rule.states == 0 {
            return "This rule is never used: rules before it always fit first, or the game never gets there."
                .to_owned();
        }
        let use_of = format!("You need it in {} of {}.", grouped(rule.states), count(about.states, "position"));
        let forgotten = match rule.forgotten_states {
            // For a list that is not optimal, the loss says nothing about a rule.
            _ if !about.optimal => None,
            0 if rule.forgotten_value < about.value => Some("If you forget it, the game may never end.".to_owned()),
            0 => Some("If you forget it, nothing is lost: the other rules are enough.".to_owned()),
            _ => Some(self.outcome.forgotten(rule.forgotten_value, about.value, self.other().is_some())),
        };
        [Some(use_of), forgotten].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    fn numbers(&self) -> String {
        let about = self.about();
        if about.strategy.rules == 0 {
            return String::new();
        }
        let positions = count(about.states, "position");
        let fit = match about.free {
            0 => "A rule fits in each of them.".to_owned(),
            free => format!("In {} of them no rule fits.", grouped(free)),
        };
        let read = match about.strategy.rules {
            1 => String::new(),
            _ => format!(" For one move you read {:.1} rules on average.", about.scanned),
        };
        let words = format!("If you follow the rules, {positions} can come up in which you choose a move. {fit}{read}");
        format!("\n{}{}", self.heading("In numbers"), self.paragraph(&words, 0))
    }
}

/// The possible results of a game for a player, in words.
enum Outcomes {
    /// Only the winner matters; the rewards of both players have this sum.
    Winning(i32),
    /// Points matter.
    Points,
    /// All games end with the same reward.
    Same,
}

impl Outcomes {
    fn new(ends: &[i32], sum: Option<i32>) -> Outcomes {
        let vectors: Option<Vec<[i32; 2]>> = sum.map(|sum| ends.iter().map(|&own| [own, sum - own]).collect());
        match (sum, vectors) {
            _ if ends.len() < 2 => Outcomes::Same,
            (Some(sum), Some(vectors)) if !are_points(vectors.iter().map(<[i32; 2]>::as_slice)) => {
                Outcomes::Winning(sum)
            }
            _ => Outcomes::Points,
        }
    }

    /// What the rules guarantee if they are optimal; otherwise the achievable reward.
    fn promise(&self, about: &AboutList) -> String {
        let (with, value) = (if about.optimal { "these rules" } else { "the best moves" }, about.value);
        match *self {
            Outcomes::Same => "All games end the same way.".to_owned(),
            Outcomes::Points => format!("With {with} you get at least {}.", count(value, "point")),
            Outcomes::Winning(sum) => match ((2 * value).cmp(&sum), about.optimal) {
                (Ordering::Greater, _) => format!("With {with} you always win."),
                (Ordering::Equal, false) => format!("With {with} you never lose."),
                (Ordering::Equal, true) => {
                    format!("With {with} you never lose. If the other player makes a mistake, you win.")
                }
                (Ordering::Less, false) => {
                    "If the other player makes no mistake, you lose, whatever you do.".to_owned()
                }
                (Ordering::Less, true) => "If the other player makes no mistake, you lose, whatever you do. But after \
                                           every mistake of the other player these rules make the best of it."
                    .to_owned(),
            },
        }
    }

    /// What can happen without a needed rule.
    fn forgotten(&self, forgotten: i32, value: i32, against_another: bool) -> String {
        match *self {
            _ if forgotten == value && against_another => {
                "If you forget it, you can miss your chance when the other player makes a mistake.".to_owned()
            }
            _ if forgotten == value => "If you forget it, you can go wrong.".to_owned(),
            Outcomes::Winning(sum) if 2 * forgotten < sum => "If you forget it, you can lose.".to_owned(),
            Outcomes::Winning(_) => "If you forget it, it may only be a draw.".to_owned(),
            Outcomes::Points | Outcomes::Same => {
                format!("If you forget it, you may get only {} instead of {value}.", count(forgotten, "point"))
            }
        }
    }
}
