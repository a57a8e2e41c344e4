//! Lifted rules: patterns with variables over the game's own vocabulary, and any matching move.
//!
//! `(completes-line ?me ?m) => ?m` is evaluated as GDL: the rule becomes a clause for the moves it proposes, the sheet
//! is grounded together with all such clauses and the definitions they use, and the circuits compute the proposals for
//! 512 states at a time. So a rule may use everything that the sheet defines, and is checked like the sheet, with
//! underlined errors.

use game::{BatchEvaluator, Game, Tape};
use gdl::diagnostic::{Diagnostic, Label};
use gdl::{Mode, Rules, Source, Span};

use crate::arena::Arena;
use crate::bits::Bits;
use crate::expand::Expander;
use crate::strategy::{Content, Strategy};
use crate::vocabulary;

/// A part of a strategy, with its span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// As GDL.
    pub text: String,
    /// Its place in its file, unless the program generated it.
    pub span: Option<Span>,
}

impl Piece {
    /// A generated part.
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

/// The lifted rules of a strategy, ready for evaluation.
pub struct Extended {
    /// The game with fluents for the moves proposed in the state before.
    tape: Tape,
    /// For each fluent of the arena's game, the corresponding one of this game.
    translation: Vec<Option<usize>>,
    /// Number of rules.
    rules: usize,
    /// Fluents of this game for a rule's proposal of a move: fluent, rule and move.
    proposed: Vec<(usize, usize, usize)>,
}

impl Extended {
    /// Grounds the lifted rules of a strategy with the game; `None` if it has no lifted rules.
    ///
    /// # Errors
    ///
    /// Errors in the rules, with places in their file.
    pub fn new(
        arena: &Arena<'_>,
        sheet: &Source,
        rules: &Rules,
        strategy: &Strategy,
    ) -> Result<Option<Extended>, Vec<Diagnostic>> {
        let lifted = strategy.rules.iter().filter_map(|item| match &item.content {
            Content::Lifted(rule) => Some(rule),
            Content::Ground(_) => None,
        });
        let lifted: Vec<&Lifted> = lifted.collect();
        if lifted.is_empty() {
            return Ok(None);
        }
        let game = extended(arena, sheet, rules, strategy, &lifted)?;
        let tape = Tape::new(&game).map_err(|defect| vec![whole(&defect.to_string())])?;
        let place = |name: &String| game.fluents.iter().position(|other| other == name);
        let translation = arena.game.fluents.iter().map(place).collect();
        let moves = &arena.game.moves[arena.role];
        let mut proposed = Vec::new();
        for (fluent, name) in game.fluents.iter().enumerate() {
            let found = (0..lifted.len())
                .find_map(|rule| Some((rule, name.strip_prefix(&*proposal(rule))?.strip_suffix(')')?)));
            if let Some((rule, made)) = found {
                proposed.extend(moves.iter().position(|own| own.name == made).map(|own| (fluent, rule, own)));
            }
        }
        Ok(Some(Extended { tape, translation, rules: lifted.len(), proposed }))
    }

    /// The proposals of each rule in the states with these indices: bit `place * moves + move` of the rule's set.
    pub fn proposals(&self, arena: &Arena<'_>, states: &[u32]) -> Vec<Bits> {
        let moves = arena.game.moves[arena.role].len();
        let mut proposals = vec![Bits::new(states.len() * moves); self.rules];
        let mut batch = BatchEvaluator::<8>::new(&self.tape);
        let words = self.tape.state_words();
        let mut next = Vec::new();
        for (number, chunk) in states.chunks(512).enumerate() {
            batch.load(&self.translated(arena, chunk));
            batch.evaluate_view();
            batch.clear_moves();
            batch.evaluate_next();
            next.clear();
            batch.successors(chunk.len(), &mut next);
            for (lane, row) in next.chunks_exact(words).enumerate() {
                for &(fluent, rule, own) in &self.proposed {
                    if row[fluent / 64] >> (fluent % 64) & 1 == 1 {
                        proposals[rule].insert((number * 512 + lane) * moves + own);
                    }
                }
            }
        }
        proposals
    }

    /// The edges that each rule takes.
    pub fn edges(&self, arena: &Arena<'_>) -> Vec<Bits> {
        let own = arena.own_states();
        let proposals = self.proposals(arena, &own);
        let moves = arena.game.moves[arena.role].len();
        let mut taken = vec![Bits::new(arena.edges.len()); proposals.len()];
        Expander::new(&arena.tape, &arena.found.states, arena.game.roles.len()).expand(
            &own,
            &|_, _| true,
            &mut |_, _| (),
            &mut |step| {
                let (from, to) = (arena.node_of[own[step.from] as usize], arena.node_of[step.to]);
                let edge =
                    arena.edge(from as usize, to as usize).expect("images of a state have images of its successors");
                let proposing =
                    taken.iter_mut().zip(&proposals).filter(|(_, p)| p.contains(step.from * moves + step.made));
                proposing.for_each(|(taken, _)| taken.insert(edge));
            },
        );
        taken
    }

    /// Packed states of the arena in the packing of the extended game.
    fn translated(&self, arena: &Arena<'_>, states: &[u32]) -> Vec<u64> {
        let words = self.tape.state_words();
        let mut rows = vec![0; states.len() * words];
        for (row, &state) in rows.chunks_exact_mut(words).zip(states) {
            let fluents = arena.state(state as usize);
            for other in fluents.fluents().filter_map(|fluent| self.translation[fluent.0 as usize]) {
                row[other / 64] |= 1 << (other % 64);
            }
        }
        rows
    }
}

/// The start of the facts for the proposals of a rule; the move follows.
fn proposal(rule: usize) -> String {
    format!("(strategy-proposes {} ", rule + 1)
}

/// A sheet assembled from pieces with known origins.
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

    /// A diagnostic mapped to the file of the strategy; without a place if it concerns the game's own rules.
    fn located(&self, diagnostic: Diagnostic) -> Diagnostic {
        let place = |label: &Label| {
            let (text, origin) =
                self.pieces.iter().find(|(text, _)| label.span.start < text.end && text.start < label.span.end)?;
            let same = text.end - text.start == origin.end - origin.start;
            let start = if same { origin.start + label.span.start.saturating_sub(text.start) } else { origin.start };
            let end = if same { (origin.start + (label.span.end - text.start)).min(origin.end) } else { origin.end };
            Some(Label { span: Span { start, end }, text: label.text.clone() })
        };
        Diagnostic { labels: diagnostic.labels.iter().filter_map(place).collect(), ..diagnostic }
    }
}

/// The game with facts for earlier proposals. Facts, since additional roles or moves would change the meaning of the
/// rules.
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
        assembly.add(&format!("\n(<= (next {}", proposal(number)));
        assembly.piece(&rule.made);
        assembly.add(&format!(")) (legal {} {}) ", names[arena.role], rule.made.text));
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
    ground::ground(&checked_rules, &arena.lifted).map_err(|error| vec![whole(&error.to_string())])
}

/// An error about the strategy as a whole.
fn whole(message: &str) -> Diagnostic {
    Diagnostic::error(gdl::diagnostic::Code::Expression, message)
}
