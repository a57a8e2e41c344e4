//! The batch evaluator on the ground game, as a judge of recorded playouts.

use conform::{Judge, SeenState, SheetLimits};
use game::{BatchEvaluator, FluentIndex, Game, State, Tape};
use gdl::Rules;
use std::collections::HashMap;
use std::time::Instant;

/// Grounds the rules and creates a judge.
pub fn judge(rules: &Rules, budget: SheetLimits) -> Result<Box<dyn Judge>, String> {
    let time = budget.deadline.saturating_duration_since(Instant::now());
    let limits =
        ground::GroundingLimits { bytes: budget.bytes, time: Some(time), ..ground::GroundingLimits::default() };
    let game = ground::ground(rules, &limits).map_err(|error| error.to_string())?;
    let tape = Tape::new(&game).map_err(|defect| defect.to_string())?;
    let index = |moves: &Vec<game::Move>| moves.iter().enumerate().map(|(i, m)| (m.name.clone(), i)).collect();
    let moves = game.moves.iter().map(index).collect();
    Ok(Box::new(BatchJudge { game, tape, moves }))
}

struct BatchJudge {
    game: Game,
    tape: Tape,
    /// For each role, the number of each move.
    moves: Vec<HashMap<String, usize>>,
}

impl BatchJudge {
    /// An evaluator with the state in its first lane, evaluated.
    fn evaluator(&self, facts: &[&str]) -> Result<BatchEvaluator<'_, 1>, String> {
        let state = FluentIndex::new(&self.game).state(facts.iter().copied()).map_err(|error| error.to_string())?;
        let mut batch = BatchEvaluator::new(&self.tape);
        batch.load(state.words());
        batch.evaluate_view();
        Ok(batch)
    }

    fn facts(&self, state: &State) -> Vec<String> {
        state.facts(&self.game).into_iter().map(String::from).collect()
    }
}

impl Judge for BatchJudge {
    fn initial(&mut self) -> Result<Vec<String>, String> {
        Ok(self.facts(&State::initial(&self.game)))
    }

    fn view(&mut self, facts: &[&str]) -> Result<SeenState, String> {
        let batch = self.evaluator(facts)?;
        let holds = |lanes: [u64; 1]| lanes[0] & 1 == 1;
        let legal = |(role, moves): (usize, &Vec<game::Move>)| {
            let legal = moves.iter().enumerate().filter(|(index, _)| holds(batch.legal(role, *index)));
            legal.map(|(_, m)| m.name.clone()).collect()
        };
        let goals = |role| batch.goals(role).filter(|(_, lanes)| holds(*lanes)).map(|(reward, _)| reward).collect();
        Ok(SeenState {
            terminal: holds(batch.terminal()),
            legal: self.game.moves.iter().enumerate().map(legal).collect(),
            goals: (0..self.game.roles.len()).map(goals).collect(),
        })
    }

    fn successor(&mut self, facts: &[&str], moves: &[&str]) -> Result<Vec<String>, String> {
        let mut batch = self.evaluator(facts)?;
        for (role, &name) in moves.iter().enumerate() {
            let index = self.moves.get(role).and_then(|moves| moves.get(name));
            let index = index.ok_or_else(|| format!("role {} has no move {name} in the ground game", role + 1))?;
            batch.set_move(0, role, *index);
        }
        batch.evaluate_next();
        let mut words = Vec::new();
        batch.successors(1, &mut words);
        Ok(self.facts(&State::from_words(&words)))
    }
}
