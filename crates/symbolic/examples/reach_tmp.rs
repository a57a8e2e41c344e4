//! tmp
use std::ops::ControlFlow;
use std::time::Instant;
use symbolic::{engine::*, reach::*};
fn main() {
    for name in std::env::args().skip(1) {
        let text =
            if name.ends_with(".kif") { std::fs::read_to_string(&name).unwrap() } else { games::sheet(&name).unwrap() };
        let rules = gdl::check_lenient(&gdl::Source { name: name.clone(), text }).rules.unwrap();
        let t = Instant::now();
        let mut game = ground::ground(&rules, &ground::Limits::default()).unwrap();
        let t1 = t.elapsed();
        let analysis = prove::analyse(&game, &prove::Options::default()).unwrap();
        game.variables = analysis.variables.clone();
        let t2 = t.elapsed();
        let implied = game::implied::Implied::new(&game);
        let joints = game::joint::joint_moves(&game, &implied, 200_000);
        let Ok(j) = joints else {
            println!("{name}: too many joints");
            continue;
        };
        let n = j.len();
        let e = game::effects::effects(&game, &implied, j);
        let w: usize = e.effects.iter().map(|e| e.writes.len()).sum();
        let c = e.effects.iter().filter(|e| e.chooser.is_none()).count();
        println!(
            "{name}: fluents {} vars {} moves {:?} joints {n} writes/joint {:.1} nochooser {c} gates {} -> {} ground {:?} analysis {:?} effects {:?}",
            game.fluents.len(),
            game.variables.len(),
            game.moves.iter().map(|m| m.len()).collect::<Vec<_>>(),
            w as f64 / n as f64,
            game.circuit.gates.len(),
            e.circuit.gates.len(),
            t1,
            t2 - t1,
            t.elapsed() - t2
        );
        for symbolic::race::Runner { order, nodes } in symbolic::race::race(&game, &e).into_iter().take(1) {
            println!("{nodes:?}");
            let t = Instant::now();
            let mut engine = match Engine::new(&game, &e, &order, Resources { bytes: 4 << 30, threads: 1 }) {
                Ok(e) => e,
                Err(e) => {
                    println!("  {e}");
                    continue;
                }
            };
            let tr = engine.transitions();
            println!(
                "  order {}: groups {} ({:?} edges) layered {} build {:?}",
                order.name,
                tr.groups.len(),
                tr.groups.iter().map(|g| g.relation.edge_count()).collect::<Vec<_>>(),
                tr.layered.len(),
                t.elapsed()
            );
            let r = reach(
                &mut engine,
                if std::env::var("NODD").is_ok() { Duplicates::Impossible } else { Duplicates::Remove },
                |e, l, _| {
                    if t.elapsed().as_secs() > 30 {
                        return ControlFlow::Break(());
                    }
                    let _ = (e, l);
                    ControlFlow::Continue(())
                },
            );
            match r {
                Ok(r) => println!(
                    "    {} layers {} states {} terminal, {:?} nodes max {} {:?} peak {:?}",
                    r.layers.len(),
                    r.layers.iter().map(|l| l.states).sum::<u128>(),
                    r.layers.iter().map(|l| l.terminal_states).sum::<u128>(),
                    r.end,
                    r.layers.iter().map(|l| l.nodes).max().unwrap(),
                    t.elapsed(),
                    engine.store().usage()
                ),
                Err(e) => println!("  {e}"),
            }
        }
    }
}
