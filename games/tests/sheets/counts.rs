use crate::search::*;
#[test]
fn table() {
    let list = std::env::var("LIST").unwrap_or("tic-tac-toe".into());
    for r in list.split_whitespace() {
        let t = std::time::Instant::now();
        let n = explore(r);
        let over = n.iter().filter(|n| matches!(n, Node::Over(_))).count();
        let inf = if games::find(r.split(':').next().unwrap()).unwrap().roles == 1 { vec![0] } else { vec![50, 50] };
        println!("{r} {} {over} {:?} {:.1?}", n.len(), value(&n, &inf), t.elapsed());
    }
}
