//! All figures of a report agree with enumerated games, or with plain iteration for cyclic games.

mod support;

use std::collections::BTreeMap;

use bruteforce::ReachableState;
use explore::{Explorer, GamesPlayed, Policy, ProfileOptions};
use support::{Known, known};

const CLOSE: f64 = 1e-6;

/// Statistics of games between players, summed over all games.
#[derive(Default)]
struct Summed {
    results: BTreeMap<Vec<i32>, f64>,
    length: f64,
    changes: f64,
    going: BTreeMap<usize, f64>,
    moves: BTreeMap<usize, f64>,
}

fn leader(value: &[i32]) -> Option<usize> {
    let most = *value.iter().max().expect("a role");
    let leading: Vec<usize> = (0..value.len()).filter(|&role| value[role] == most).collect();
    if leading.len() == 1 && value.len() > 1 { Some(leading[0]) } else { None }
}

/// Expected rewards of random play, by as many rounds as the longest of these games.
fn random_values(known: &Known) -> Vec<Vec<f64>> {
    let endless = known.infinite.clone().unwrap_or(vec![0; known.graph.roles.len()]);
    let start = |state: &ReachableState| state.rewards.clone().unwrap_or(endless.clone());
    let mut values: Vec<Vec<f64>> =
        known.graph.states.iter().map(|state| start(state).iter().map(|&r| f64::from(r)).collect()).collect();
    for _ in 0..3000 {
        let mean = |(state, old): (&ReachableState, &Vec<f64>)| match state.successors.len() {
            0 => old.clone(),
            count => (0..old.len())
                .map(|role| state.successors.iter().map(|&next| values[next][role]).sum::<f64>() / count as f64)
                .collect(),
        };
        values = known.graph.states.iter().zip(&values).map(mean).collect();
    }
    values
}

/// The moves that a policy chooses from, each with the same probability.
fn chosen(known: &Known, random: &[Vec<f64>], number: usize, policy: Policy) -> Vec<usize> {
    let state = &known.graph.states[number];
    let Some(role) = state.mover else { return state.successors.clone() };
    let own = &known.outcomes[number];
    let best = state.successors.iter().map(|&next| random[next][role]).fold(f64::MIN, f64::max);
    let is_even = own.rewards.len() == 2 && own.rewards[0] == own.rewards[1];
    let keeps = |next: &usize| match policy {
        Policy::Random => true,
        Policy::Greedy => random[*next][role] > best - CLOSE,
        Policy::Perfect => {
            let after = &known.outcomes[*next];
            let nearer = match (own.distance, after.distance) {
                (Some(own), Some(after)) => own == after + 1,
                (own, after) => own == after,
            };
            after.rewards == own.rewards && (is_even || nearer)
        }
    };
    state.successors.iter().copied().filter(keeps).collect()
}

/// Continues a game from a state, every branch with its probability; branches that are too unlikely are left out.
fn play(
    known: &Known,
    random: &[Vec<f64>],
    players: &[Policy],
    at: (usize, Option<usize>, usize),
    chance: f64,
    summed: &mut Summed,
) {
    let (number, last, ply) = at;
    let state = &known.graph.states[number];
    if state.rewards.is_some() {
        *summed.results.entry(known.outcomes[number].rewards.clone()).or_default() += chance;
        summed.length += chance * ply as f64;
        return;
    }
    if chance < 1e-9 || ply > 40 {
        return;
    }
    *summed.going.entry(ply).or_default() += chance;
    *summed.moves.entry(ply).or_default() += chance * state.successors.len() as f64;
    let policy = state.mover.map_or(Policy::Random, |role| players[role]);
    let moves = chosen(known, random, number, policy);
    for &next in &moves {
        let each = chance / moves.len() as f64;
        let now = leader(&known.outcomes[next].rewards);
        if let (Some(last), Some(now)) = (last, now)
            && last != now
        {
            summed.changes += each;
        }
        play(known, random, players, (next, now.or(last), ply + 1), each, summed);
    }
}

/// The same for games with infinite play: the chances of all states, ply by ply, until hardly a game is unfinished.
fn iterated(known: &Known, random: &[Vec<f64>], players: &[Policy]) -> Summed {
    let (states, slots) = (known.graph.states.len(), known.graph.roles.len() + 1);
    let mut summed = Summed::default();
    let mut chances = vec![vec![0.0; slots]; states];
    chances[0][leader(&known.outcomes[0].rewards).map_or(0, |role| role + 1)] = 1.0;
    for ply in 0..2000 {
        let mut next = vec![vec![0.0; slots]; states];
        for (number, (state, chances)) in known.graph.states.iter().zip(&chances).enumerate() {
            let here: f64 = chances.iter().sum();
            if state.rewards.is_some() {
                *summed.results.entry(known.outcomes[number].rewards.clone()).or_default() += here;
                summed.length += here * ply as f64;
                continue;
            }
            *summed.going.entry(ply).or_default() += here;
            *summed.moves.entry(ply).or_default() += here * state.successors.len() as f64;
            let moves = chosen(known, random, number, state.mover.map_or(Policy::Random, |role| players[role]));
            for (after, last) in moves.iter().flat_map(|&after| (0..slots).map(move |last| (after, last))) {
                let each = chances[last] / moves.len() as f64;
                let now = leader(&known.outcomes[after].rewards).map_or(last, |role| role + 1);
                summed.changes += if last != 0 && now != last { each } else { 0.0 };
                next[after][now] += each;
            }
        }
        chances = next;
    }
    summed
}

fn summed(known: &Known, random: &[Vec<f64>], players: &[Policy]) -> Summed {
    if known.infinite.is_some() {
        return iterated(known, random, players);
    }
    let mut summed = Summed::default();
    let last = leader(&known.outcomes[0].rewards);
    play(known, random, players, (0, last, 0), 1.0, &mut summed);
    summed
}

fn compare(known: &Known, told: &str, played: &GamesPlayed, summed: &Summed) {
    let name = &known.name;
    for (value, chance) in &summed.results {
        let found = played.results.iter().find(|one| one.value == *value).map_or(0.0, |one| one.chance.value);
        assert!((found - chance).abs() < CLOSE, "{name} {told} {value:?}: {found} {chance}");
    }
    let ended: f64 = summed.results.values().sum();
    assert!((played.endless.value - (1.0 - ended)).abs() < CLOSE, "{name} {told}: {:?} {ended}", played.endless);
    if ended > 0.0 {
        assert!((played.length.value - summed.length / ended).abs() < 50.0 * CLOSE, "{name} {told}: length");
    }
    assert!((played.lead_changes.value - summed.changes).abs() < 50.0 * CLOSE, "{name} {told}: lead changes");
    for (ply, figures) in played.plies.iter().enumerate().take(8) {
        let going = summed.going.get(&ply).copied().unwrap_or(0.0);
        assert!((figures.going - going).abs() < CLOSE, "{name} {told}: ply {ply}");
        assert!((figures.branching - summed.moves[&ply] / going).abs() < CLOSE, "{name} {told}: ply {ply}");
    }
    for (role, expected) in played.expected.iter().enumerate() {
        let endless = known.infinite.as_ref().map_or(0.0, |rewards| f64::from(rewards[role])) * (1.0 - ended);
        let sum: f64 = summed.results.iter().map(|(value, chance)| chance * f64::from(value[role])).sum();
        assert!((expected.value - sum - endless).abs() < 200.0 * CLOSE, "{name} {told}: expected");
    }
}

#[test]
fn games_between_players_agree_with_all_enumerated_games() {
    for known in known() {
        let explorer = Explorer::new(&known.game, &known.database).expect("an explorer");
        let profile = explorer.profile(&ProfileOptions::default(), &[], &|| false).expect("a profile");
        assert!(profile.exact);
        let (random, roles) = (random_values(&known), known.graph.roles.len());
        compare(&known, "random", &profile.random, &summed(&known, &random, &vec![Policy::Random; roles]));
        let greedy = summed(&known, &random, &vec![Policy::Greedy; roles]);
        compare(&known, "greedy", &profile.greedy, &greedy);
        for duel in &profile.duels {
            let player = |role: usize| if role == duel.role { Policy::Perfect } else { duel.opponent };
            let players: Vec<Policy> = (0..roles).map(player).collect();
            let all = summed(&known, &random, &players);
            let chance = |order: std::cmp::Ordering| -> f64 {
                let matches = |value: &[i32]| value[duel.role].cmp(&value[1 - duel.role]) == order;
                all.results.iter().filter(|(value, _)| matches(value)).map(|(_, chance)| chance).sum()
            };
            if roles == 2 {
                assert!((duel.win.value - chance(std::cmp::Ordering::Greater)).abs() < CLOSE, "{}", known.name);
                assert!((duel.draw.value - chance(std::cmp::Ordering::Equal)).abs() < CLOSE, "{}", known.name);
                assert!((duel.loss.value - chance(std::cmp::Ordering::Less)).abs() < CLOSE, "{}", known.name);
            }
            let expected: f64 = all.results.iter().map(|(value, chance)| chance * f64::from(value[duel.role])).sum();
            let ended: f64 = all.results.values().sum();
            let endless = known.infinite.as_ref().map_or(0.0, |rewards| f64::from(rewards[duel.role])) * (1.0 - ended);
            assert!((duel.expected.value - expected - endless).abs() < CLOSE * 200.0, "{}", known.name);
        }
    }
}

#[test]
fn figures_of_positions_agree_with_the_list() {
    for known in known() {
        let explorer = Explorer::new(&known.game, &known.database).expect("an explorer");
        let profile = explorer.profile(&ProfileOptions::default(), &[], &|| false).expect("a profile");
        let states = known.graph.states.len();
        assert_eq!((profile.positions, &profile.value), (states as u128, &known.outcomes[0].rewards), "{}", known.name);
        let share = |holds: &dyn Fn(usize) -> bool| (0..states).filter(|&n| holds(n)).count() as f64 / states as f64;
        if let Some(even) = profile.even {
            assert_eq!(even.value, share(&|n| leader(&known.outcomes[n].rewards).is_none()), "{}", known.name);
        }
        for (role, ahead) in profile.ahead.iter().enumerate() {
            assert_eq!(ahead.value, share(&|n| leader(&known.outcomes[n].rewards) == Some(role)), "{}", known.name);
        }
        let choosing: Vec<usize> = (0..states).filter(|&n| known.graph.states[n].successors.len() > 1).collect();
        let single = |&&n: &&usize| {
            let keeps = |&&next: &&usize| known.outcomes[next].rewards == known.outcomes[n].rewards;
            known.graph.states[n].successors.iter().filter(keeps).count() == 1
        };
        let one = choosing.iter().filter(single).count() as f64 / choosing.len().max(1) as f64;
        assert!((profile.one_good_move.value - one).abs() < 1e-12, "{}", known.name);
        let openings: usize = profile.openings.iter().map(|opening| opening.moves.len()).sum();
        assert_eq!(openings, known.graph.states[0].successors.len(), "{}", known.name);
        let mut told: Vec<_> =
            profile.openings.iter().flat_map(|one| vec![(one.value.clone(), one.distance); one.moves.len()]).collect();
        let outcome = |&next: &usize| {
            (Some(known.outcomes[next].rewards.clone()), known.outcomes[next].distance.map(|plies| plies + 1))
        };
        let mut listed: Vec<_> = known.graph.states[0].successors.iter().map(outcome).collect();
        told.sort();
        listed.sort();
        assert_eq!(told, listed, "{}: openings", known.name);
        let good: usize = profile.openings.iter().filter(|one| one.best).map(|one| one.moves.len()).sum();
        let keeps = |&&next: &&usize| known.outcomes[next].rewards == known.outcomes[0].rewards;
        assert_eq!(good, known.graph.states[0].successors.iter().filter(keeps).count(), "{}", known.name);
    }
}

/// With a small limit on exact positions the same figures are sampled, and their intervals contain the exact ones.
#[test]
fn intervals_of_sampled_figures_contain_the_exact_ones() {
    let known = known().into_iter().find(|known| known.name == "domineering:3x3").expect("domineering");
    let explorer = Explorer::new(&known.game, &known.database).expect("an explorer");
    let exact = explorer.profile(&ProfileOptions::default(), &[], &|| false).expect("a profile");
    let few = ProfileOptions { exact_positions: 10, games: 2000, greedy_games: 100, ..ProfileOptions::default() };
    let sampled = explorer.profile(&few, &[], &|| false).expect("a profile");
    assert!(!sampled.exact && sampled.random.games == Some(2000));
    let near = |sampled: explore::IntervalEstimate, exact: explore::IntervalEstimate| {
        let margin = (sampled.high - sampled.low).max(1e-9);
        (sampled.value - exact.value).abs() <= margin
    };
    assert!(near(sampled.random.expected[0], exact.random.expected[0]));
    assert!(near(sampled.random.length, exact.random.length));
    assert!(near(sampled.random.lead_changes, exact.random.lead_changes));
    assert!(near(sampled.one_good_move, exact.one_good_move));
    assert!(near(sampled.duels[0].win, exact.duels[0].win));
}
