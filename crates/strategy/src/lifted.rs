//! Lifted rules: patterns with variables over the game's own vocabulary, and any move that fits.
//!
//! `(completes-line ?me ?m) => ?m` is evaluated as the GDL it is: the rule becomes a clause that says which moves it proposes, the
//! sheet is grounded together with all such clauses and the definitions they use, and the circuits tell, for 512 states at a time,
//! what is proposed. So a rule may use everything that the sheet defines, and is checked as the sheet is, with underlined errors.

use game::{BatchEvaluator, Game, Tape};
use gdl::diagnostic::{Diagnostic, Label};
use gdl::{Mode, Rules, Source, Span};

use crate::arena::Arena;
use crate::bits::Bits;
use crate::expand::Expander;
use crate::strategy::{Content, Strategy};
use crate::vocabulary;

/// A part of a strategy, as it is written and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// As GDL.
    pub text: String,
    /// Where in its file it stands, unless the program wrote it.
    pub span: Option<Span>,
}

impl Piece {
    /// A part that stands in no file.
    pub fn new(text: impl Into<String>) -> Piece {
        Piece { text: text.into(), span: None }
    }
}

/// A rule with variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lifted {
    /// The precondition, formula by formula.
    pub literals: Vec<Piece>,
    /// The move, with variables.
    pub made: Piece,
}

impl Lifted {
    /// `(completes-line ?me ?m) => ?m`
    pub fn text(&self) -> String {
        let literals = self.literals.iter().map(|piece| piece.text.clone() + " ");
        literals.collect::<String>() + "=> " + &self.made.text
    }

    /// Whether a variable occurs in it.
    fn mentions(&self, variable: &str) -> bool {
        let is_part = |c: char| !c.is_whitespace() && c != '(' && c != ')';
        let words = |text: &str| text.split(|c| !is_part(c)).any(|word| word == variable);
        self.literals.iter().chain([&self.made]).any(|piece| words(&piece.text))
    }
}

/// What the rules propose in some states: bit `place * moves + move` of the rule's set.
pub type Proposals = Vec<Bits>;

/// What the lifted rules of a strategy propose in the states with these indices.
///
/// # Errors
///
/// What is wrong with the rules, with places in the file that they come from.
pub fn proposals(
    arena: &Arena<'_>,
    sheet: &Source,
    rules: &Rules,
    strategy: &Strategy,
    states: &[u32],
) -> Result<Proposals, Vec<Diagnostic>> {
    let lifted: Vec<&Lifted> = strategy
        .rules
        .iter()
        .filter_map(|item| match &item.content {
            Content::Lifted(rule) => Some(rule),
            Content::Ground(_) => None,
        })
        .collect();
    if lifted.is_empty() {
        return Ok(Vec::new());
    }
    let game = extended(arena, sheet, rules, strategy, &lifted)?;
    let moves = arena.game.moves[arena.role].len();
    let mut proposals = vec![Bits::new(states.len() * moves); lifted.len()];
    let tape = Tape::new(&game).map_err(|defect| vec![whole(&defect.to_string())])?;
    let translation: Vec<Option<usize>> =
        arena.game.fluents.iter().map(|name| game.fluents.iter().position(|other| other == name)).collect();
    let mut batch = BatchEvaluator::<8>::new(&tape);
    for (number, chunk) in states.chunks(512).enumerate() {
        batch.load(&translated(arena, &translation, chunk, tape.state_words()));
        batch.evaluate_view();
        for (rule, proposed) in proposals.iter_mut().enumerate() {
            let Some(role) = game.roles.iter().position(|name| *name == pseudo_role(rule)) else { continue };
            for (index, made) in game.moves[role].iter().enumerate() {
                let Some(own) = arena.game.moves[arena.role].iter().position(|m| m.name == made.name) else { continue };
                let lanes = batch.legal(role, index);
                let set = (0..chunk.len()).filter(|lane| lanes[lane / 64] >> (lane % 64) & 1 == 1);
                set.for_each(|lane| proposed.insert((number * 512 + lane) * moves + own));
            }
        }
    }
    Ok(proposals)
}

/// The edges that each rule of a strategy takes.
///
/// # Errors
///
/// What is wrong with its lifted rules.
pub fn edges(
    arena: &Arena<'_>,
    cases: &crate::Cases,
    sheet: &Source,
    rules: &Rules,
    strategy: &Strategy,
) -> Result<Vec<Bits>, Vec<Diagnostic>> {
    let own = arena.own_states();
    let proposals = proposals(arena, sheet, rules, strategy, &own)?;
    let moves = arena.game.moves[arena.role].len();
    let mut taken = vec![Bits::new(arena.edges.len()); proposals.len()];
    if !proposals.is_empty() {
        Expander::new(&arena.tape, &arena.found.states, arena.game.roles.len()).expand(
            &own,
            &|_, _| true,
            &mut |_, _| (),
            &mut |step| {
                let from = arena.node_of[own[step.from] as usize] as usize;
                let edge = arena.edge(from, arena.node_of[step.to] as usize).expect("images of a state have images of its successors");
                for (taken, proposed) in taken.iter_mut().zip(&proposals) {
                    if proposed.contains(step.from * moves + step.made) {
                        taken.insert(edge);
                    }
                }
            },
        );
    }
    let mut lifted = taken.into_iter();
    let edges = |content: &Content| match content {
        Content::Ground(rule) => cases.edges(arena, rule),
        Content::Lifted(_) => lifted.next().unwrap_or_default(),
    };
    Ok(strategy.rules.iter().map(|item| &item.content).map(edges).collect())
}

/// The name of the role whose legal moves are what a rule proposes.
fn pseudo_role(rule: usize) -> String {
    format!("strategy-rule-{}", rule + 1)
}

/// Packed states of the arena as the extended game packs them.
fn translated(arena: &Arena<'_>, translation: &[Option<usize>], states: &[u32], words: usize) -> Vec<u64> {
    let mut rows = vec![0; states.len() * words];
    for (row, &state) in rows.chunks_exact_mut(words).zip(states) {
        for fluent in arena.state(state as usize).fluents() {
            if let Some(other) = translation[fluent.0 as usize] {
                row[other / 64] |= 1 << (other % 64);
            }
        }
    }
    rows
}

/// A sheet put together from pieces, which knows where each came from.
struct Assembly {
    text: String,
    pieces: Vec<(Span, Span)>,
}

impl Assembly {
    fn add(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn piece(&mut self, piece: &Piece) {
        let start = self.text.len() as u32;
        self.text.push_str(&piece.text);
        if let Some(span) = piece.span {
            self.pieces.push((Span { start, end: self.text.len() as u32 }, span));
        }
        self.text.push(' ');
    }

    /// A diagnostic as it concerns the file with the strategy; none if it concerns the game's own rules.
    fn located(&self, diagnostic: Diagnostic) -> Diagnostic {
        let place = |label: &Label| {
            let (text, origin) = self.pieces.iter().find(|(text, _)| label.span.start < text.end && text.start < label.span.end)?;
            let same = text.end - text.start == origin.end - origin.start;
            let start = if same { origin.start + label.span.start.saturating_sub(text.start) } else { origin.start };
            let end = if same { (origin.start + (label.span.end - text.start)).min(origin.end) } else { origin.end };
            Some(Label { span: Span { start, end }, text: label.text.clone() })
        };
        Diagnostic { labels: diagnostic.labels.iter().filter_map(place).collect(), ..diagnostic }
    }
}

/// The game with a role per lifted rule whose legal moves are those that the rule proposes.
fn extended(
    arena: &Arena<'_>,
    sheet: &Source,
    rules: &Rules,
    strategy: &Strategy,
    lifted: &[&Lifted],
) -> Result<Game, Vec<Diagnostic>> {
    let names = &arena.game.roles;
    let mut assembly = Assembly { text: sheet.text.clone() + "\n", pieces: Vec::new() };
    assembly.add(&format!("(me {})\n", names[arena.role]));
    for other in (0..names.len()).filter(|&role| role != arena.role) {
        assembly.add(&format!("(them {})\n", names[other]));
    }
    if names.len() == 1 {
        assembly.add(&format!("(<= (them {0}) (not (me {0})))\n", names[0]));
    }
    assembly.add(&vocabulary::definitions(rules));
    strategy.definitions.iter().for_each(|definition| assembly.piece(definition));
    for (number, rule) in lifted.iter().enumerate() {
        let role = pseudo_role(number);
        assembly.add(&format!("\n(role {role})\n(<= (legal {role} "));
        assembly.piece(&rule.made);
        assembly.add(&format!(") (legal {} {}) ", names[arena.role], rule.made.text));
        for (variable, relation) in [("?me", "me"), ("?them", "them")] {
            if rule.mentions(variable) {
                assembly.add(&format!("({relation} {variable}) "));
            }
        }
        rule.literals.iter().for_each(|literal| assembly.piece(literal));
        assembly.add(")");
    }
    let source = Source::new(sheet.name.clone(), std::mem::take(&mut assembly.text));
    let checked = gdl::check::check_in(&source, Mode::Strict);
    let Some(checked_rules) = checked.rules else {
        let errors = checked.diagnostics.into_iter().filter(Diagnostic::is_error);
        return Err(errors.map(|diagnostic| assembly.located(diagnostic)).collect());
    };
    ground::ground(&checked_rules, &ground::Limits::default()).map_err(|error| vec![whole(&error.to_string())])
}

/// An error about the strategy as a whole.
fn whole(message: &str) -> Diagnostic {
    Diagnostic::error(gdl::diagnostic::Code::Expression, message)
}
