//! Computes the successors of chosen states, 512 states at a time.

use game::bits::ones;
use game::{BatchEvaluator, StateSet, Tape};

const W: usize = 8;

/// The kind of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StateKind {
    /// Terminal, with these rewards.
    End(Vec<i32>),
    /// Non-terminal, with the role that has a choice, if any.
    Mover(Option<usize>),
}

/// A successor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The position of the state in the given list.
    pub from: usize,
    /// The move of the role that has the choice; of the first role if nobody has one.
    pub made: usize,
    /// The index of the successor.
    pub to: usize,
}

/// Evaluates states of a turn-taking game whose reachable states are known.
pub struct Expander<'t> {
    batch: BatchEvaluator<'t, W>,
    states: &'t StateSet,
    roles: usize,
    rows: Vec<[u64; 64]>,
}

impl<'t> Expander<'t> {
    /// An expander for the states of a game.
    pub fn new(tape: &'t Tape, states: &'t StateSet, roles: usize) -> Expander<'t> {
        Expander { batch: BatchEvaluator::new(tape), states, roles, rows: Vec::new() }
    }

    /// Reports the kind of each state, and each of its steps whose role and move are wanted.
    pub fn expand(
        &mut self,
        indices: &[u32],
        wanted: &dyn Fn(Option<usize>, usize) -> bool,
        kind: &mut dyn FnMut(usize, StateKind),
        step: &mut dyn FnMut(Step),
    ) {
        for (number, chunk) in indices.chunks(64 * W).enumerate() {
            let first = number * 64 * W;
            let packed: Vec<u64> =
                chunk.iter().flat_map(|&i| self.states.rows(i as usize..i as usize + 1)).copied().collect();
            self.batch.load(&packed);
            self.batch.evaluate_view();
            let legal = self.legal(chunk.len());
            let lists = self.joints(&legal, chunk.len(), first, wanted, kind);
            self.follow(&lists, &legal, first, step);
        }
    }

    /// For each lane and role, the legal moves; empty for terminal states.
    fn legal(&mut self, count: usize) -> Vec<Vec<u32>> {
        let mut lists = vec![Vec::new(); count * self.roles];
        let terminal = self.batch.terminal();
        for role in 0..self.roles {
            for word in 0..count.div_ceil(64) {
                self.batch.legal_rows(role, word, &mut self.rows);
                for lane in (word * 64..count.min(word * 64 + 64)).filter(|&l| terminal[l / 64] >> (l % 64) & 1 == 0) {
                    let words = self.rows.iter().map(|block| block[lane % 64]).zip(0..);
                    lists[lane * self.roles + role].extend(words.flat_map(|(w, b)| ones(w).map(move |m| b * 64 + m)));
                }
            }
        }
        lists
    }

    /// For each lane, the role that chooses and its wanted moves.
    fn joints(
        &self,
        legal: &[Vec<u32>],
        count: usize,
        first: usize,
        wanted: &dyn Fn(Option<usize>, usize) -> bool,
        kind: &mut dyn FnMut(usize, StateKind),
    ) -> Vec<(usize, Vec<u32>)> {
        let terminal = self.batch.terminal();
        let goals: Vec<Vec<_>> = (0..self.roles).map(|role| self.batch.goals(role).collect()).collect();
        let mut lists = Vec::with_capacity(count);
        for lane in 0..count {
            let at = |lanes: &[u64; W]| lanes[lane / 64] >> (lane % 64) & 1 == 1;
            if at(&terminal) {
                let reward = |goals: &Vec<(i32, [u64; W])>| {
                    goals.iter().find(|(_, holds)| at(holds)).map_or(0, |&(reward, _)| reward)
                };
                kind(first + lane, StateKind::End(goals.iter().map(reward).collect()));
                lists.push((0, Vec::new()));
                continue;
            }
            let of_roles = &legal[lane * self.roles..(lane + 1) * self.roles];
            let mover = of_roles.iter().position(|moves| moves.len() > 1);
            kind(first + lane, StateKind::Mover(mover));
            let chooser = mover.unwrap_or(0);
            let moves = of_roles[chooser].iter().copied().filter(|&m| wanted(mover, m as usize)).collect();
            lists.push((chooser, moves));
        }
        lists
    }

    /// Makes the first wanted move of every lane, then the second, and so on.
    fn follow(&mut self, lists: &[(usize, Vec<u32>)], legal: &[Vec<u32>], first: usize, step: &mut dyn FnMut(Step)) {
        self.batch.clear_moves();
        for (lane, (chooser, _)) in lists.iter().enumerate() {
            for role in (0..self.roles).filter(|role| role != chooser) {
                if let Some(&only) = legal[lane * self.roles + role].first() {
                    self.batch.set_move(lane, role, only as usize);
                }
            }
        }
        let stride = self.states.rows(0..1).len();
        let mut successors = Vec::new();
        let most = lists.iter().map(|(_, moves)| moves.len()).max().unwrap_or(0);
        for round in 0..most {
            let lanes = || lists.iter().enumerate().filter_map(|(lane, (role, m))| Some((lane, *role, *m.get(round)?)));
            lanes().for_each(|(lane, role, made)| self.batch.set_move(lane, role, made as usize));
            self.batch.evaluate_next();
            successors.clear();
            self.batch.successors(lists.len(), &mut successors);
            for (lane, role, made) in lanes() {
                self.batch.unset_move(lane, role, made as usize);
                let row = &successors[lane * stride..(lane + 1) * stride];
                let to = self.states.index_of(row).expect("the states are closed under legal moves");
                step(Step { from: first + lane, made: made as usize, to });
            }
        }
    }
}
