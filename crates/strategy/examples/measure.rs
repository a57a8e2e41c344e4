//! Measures synthesis on bundled games: `measure tic-tac-toe 0 100`.

use std::time::{Duration, Instant};

use game::Random;
use strategy::list::List;
use strategy::options::Options;
use strategy::{Arena, ArenaOptions, Cases};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, role, runs, ..] = &arguments[..] else { panic!("measure GAME ROLE RUNS") };
    let (role, runs): (usize, u64) = (role.parse().unwrap(), runs.parse().unwrap());
    let rules = gdl::Rules::from_text(&games::sheet(name).unwrap()).unwrap();
    let mut game = ground::ground(&rules, &ground::Limits::default()).unwrap();
    let start = Instant::now();
    let analysis = prove::analyse(&game, &prove::Options::default()).unwrap();
    game.variables = analysis.variables.clone();
    println!("{} symmetries, {:.2} s", analysis.symmetries.fixing_roles, start.elapsed().as_secs_f64());
    let start = Instant::now();
    let arena = Arena::new(&game, &analysis.symmetries, role, &ArenaOptions::default()).unwrap();
    println!("{} states go on of {}, {} nodes, value {}, {:.2} s", arena.states_that_go_on(), arena.states(), arena.nodes.len(), arena.value(), start.elapsed().as_secs_f64());
    let start = Instant::now();
    let cases = Cases::new(&arena, 1 << 30).unwrap();
    println!("{} tables, {:?} cases, {:.2} s", cases.tables.len(), cases.tables.iter().map(|t| t.states.len()).collect::<Vec<_>>(), start.elapsed().as_secs_f64());
    let options = Options { vocabulary: if std::env::var("NEG").is_ok() { strategy::options::Vocabulary::Negations } else { Default::default() }, ..Options::default() };
    let empty = List::new(&arena, &cases);
    let mut all = Vec::new();
    let start = Instant::now();
    let mut took = Duration::ZERO;
    for seed in 0..runs {
        let clock = Instant::now();
        let list = strategy::algorithm2::algorithm2(&empty, &options, &mut Random::stream(1, seed));
        took += clock.elapsed();
        let found = list.strategy();
        assert!(list.is(strategy::follow::Optimality::Strong));
        all.push((found.rules.len(), found.literals(), seed));
    }
    let n = all.len() as f64;
    println!("average {:.2} rules {:.2} literals, {:.4} s a run ({:.2})", all.iter().map(|a| a.0 as f64).sum::<f64>() / n, all.iter().map(|a| a.1 as f64).sum::<f64>() / n, took.as_secs_f64() / n, start.elapsed().as_secs_f64());
    println!("best {:?}", all.iter().min());
    let Some(seconds) = arguments.get(3) else { return };
    let seconds = Duration::from_secs_f64(seconds.parse().unwrap());
    let now = Instant::now();
    let effort = strategy::search::Effort { restarts: u64::MAX, restarts_until: Some(now + seconds / 3), until: Some(now + seconds), threads: 2, seed: 1 };
    let found = strategy::search::search(&empty, &options, &effort, &|| false);
    println!("{} restarts, {} steps: {:?}", found.restarts, found.steps, found.list.cost());
    assert!(found.list.is(strategy::follow::Optimality::Strong));
    if std::env::var("EXACT").is_ok() {
        let rules = found.list.strategy().rules.into_iter().filter_map(|item| match item.content { strategy::Content::Ground(rule) => Some(rule), _ => None }).collect();
        let start = Instant::now();
        let exact = strategy::exact::minimise(&arena, &cases, rules, Instant::now() + Duration::from_secs(400)).unwrap();
        println!("{:.1} s: {} {} {} {:#?}", start.elapsed().as_secs_f64(), exact.strategy.rules.len(), exact.strategy.literals(), exact.minimal, exact.refutations);
    }
    for item in found.list.strategy().rules {
        println!("  {}", item.content.text(&game, role));
    }
}
