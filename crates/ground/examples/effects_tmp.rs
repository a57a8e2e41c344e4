use std::time::Instant;
fn main() {
    for name in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&name).unwrap();
        let rules = gdl::check_lenient(&gdl::Source { name: name.clone(), text }).rules.unwrap();
        let t = Instant::now();
        let game = ground::ground(&rules, &ground::Limits::default()).unwrap();
        let t1 = t.elapsed();
        let implied = game::implied::Implied::new(&game);
        let joints = game::joint::joint_moves(&game, &implied, 200_000);
        let t2 = t.elapsed();
        match joints {
            Ok(j) => {
                let n = j.len();
                let e = game::effects::effects(&game, &implied, j);
                let w: usize = e.effects.iter().map(|e| e.writes.len()).sum();
                let c = e.effects.iter().filter(|e| e.chooser.is_none()).count();
                println!("{name}: fluents {} moves {:?} joints {n} writes/joint {:.1} nochooser {c} gates {} -> {} ground {:?} joint {:?} effects {:?}", game.fluents.len(), game.moves.iter().map(|m| m.len()).collect::<Vec<_>>(), w as f64 / n as f64, game.circuit.gates.len(), e.circuit.gates.len(), t1, t2 - t1, t.elapsed() - t2);
            }
            Err(_) => println!("{name}: too many {:?}", t2 - t1),
        }
    }
}
