"""Solving, probing and tables. The figures of tic-tac-toe are known: 5,478 states, 958 finished games."""

import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import backsolve


def test_a_solution_has_the_figures_of_the_game(tic_tac_toe):
    assert (tic_tac_toe.value, tic_tac_toe.states, len(tic_tac_toe)) == ([50, 50], 5478, 5478)
    assert tic_tac_toe.complete and tic_tac_toe.roles == ["x", "o"]
    assert [layer.states for layer in tic_tac_toe.layers][:3] == [1, 9, 72]
    assert sum(layer.terminal_states for layer in tic_tac_toe.layers) == 958
    assert sum(sum(layer.values.values()) for layer in tic_tac_toe.layers) == 5478
    assert backsolve.open(tic_tac_toe.path).value == [50, 50]


def test_probes_agree_with_the_moves(tic_tac_toe):
    state = tic_tac_toe.initial.after("(mark 1 1)")
    assert state.to_move == "o" and not state.terminal
    moves = tic_tac_toe.moves(state)
    assert [move.moves[1] for move in moves if move.optimal] == ["(mark 2 2)"]
    found, values, distances, layers = tic_tac_toe.probe([move.state for move in moves])
    assert found.all() and (layers == 2).all()
    assert values.tolist() == [move.value for move in moves]
    assert (distances + 1).tolist() == [move.distance for move in moves]
    by_facts = tic_tac_toe.probe([move.state.facts for move in moves])
    assert (by_facts.values == values).all()
    assert tic_tac_toe.state(tic_tac_toe.rows([state])[0]) == state


def test_samples_are_stored_states(tic_tac_toe):
    rows = tic_tac_toe.sample(1000, seed=3)
    assert rows.shape == (1000, 10) and len(np.unique(rows, axis=0)) == 1000
    assert (tic_tac_toe.sample(1000, seed=3) == rows).all()
    assert tic_tac_toe.probe(rows).found.all()
    all_x = np.full((1, 10), 2)
    nothing = tic_tac_toe.probe(all_x)
    assert not nothing.found.any() and nothing.distances.tolist() == [-1] and nothing.layers.tolist() == [-1]
    assert len(tic_tac_toe.probe(np.empty((0, 10), dtype=np.uint8)).found) == 0


def test_tables_hold_all_states(tic_tac_toe):
    polars = pytest.importorskip("polars")
    frame = tic_tac_toe.to_polars()
    assert frame.columns == tic_tac_toe.columns and len(frame) == 5478
    counts = dict(frame.group_by("value_x").len().iter_rows())
    wanted = {}
    for layer in tic_tac_toe.layers:
        for (x, _), states in layer.values.items():
            wanted[x] = wanted.get(x, 0) + states
    assert counts == wanted
    assert frame["terminal"].sum() == 958 and frame.filter(polars.col("terminal"))["to_move"].null_count() == 958
    pandas = pytest.importorskip("pandas")
    assert hasattr(pandas.DataFrame, "from_arrow") and len(tic_tac_toe.to_pandas()) == 5478
    assert tic_tac_toe.to_pandas()["cell 2 2"].value_counts().to_dict() == dict(frame["cell 2 2"].value_counts().iter_rows())


def test_expected_rewards_have_bounds(folder):
    solution = backsolve.solve("matching-pennies", out=folder / "pennies")
    assert solution.expected
    bounds = solution.probe([solution.initial]).values
    assert bounds.shape == (1, 2, 2) and np.allclose(bounds, 50)
    assert [bound for pair in solution.value for bound in pair] == pytest.approx([50] * 4)
    with pytest.raises(backsolve.InputError, match="its values are expected rewards, not outcomes"):
        solution.moves(solution.initial)


def test_a_game_can_be_solved_from_its_text_and_from_a_position(folder):
    rules = "(role a)\n(init (p 1))\n(legal a go)\n(<= (next (p 2)) (does a go))\n(<= terminal (true (p 2)))\n(goal a 100)\n"
    assert backsolve.solve(rules, out=folder / "tiny").states == 2
    late = backsolve.solve("tic-tac-toe", start="b2 a1", out=folder / "late")
    assert late.layers[0].states == 1 and late.states < 5478


def test_errors_are_exceptions_with_the_sentences_of_the_terminal(folder, tic_tac_toe):
    with pytest.raises(backsolve.InputError, match="there is neither a file nor a bundled game called `tick`"):
        backsolve.solve("tick", out=folder / "tick")
    with pytest.raises(backsolve.InputError, match="there is no solution at "):
        backsolve.open(folder / "nowhere")
    with pytest.raises(backsolve.RefusedError, match="is not bound"):
        backsolve.game("(role a)\n(<= (legal a (go ?x)) (not (p ?x)))\n(init (p 1))\n(<= terminal (p 2))\n(goal a 100)\n")
    with pytest.raises(ValueError, match="rows of 10 values"):
        tic_tac_toe.probe(np.zeros((3, 9), dtype=np.uint8))
    with pytest.raises(backsolve.InputError, match="there is no model `mine`; there are own, difference"):
        backsolve.solve("nim:1,2", model="mine", out=folder / "mine")
    with pytest.raises(backsolve.InputError, match="holds in no reachable state"):
        tic_tac_toe.rows([["(cell 4 4 x)"]])
    with pytest.raises(backsolve.LimitError, match="time limit reached"):
        backsolve.solve("connect-four:6x6", out=folder / "long", time=0.5)


def test_other_threads_run_while_a_game_is_solved(folder):
    ticks = []
    done = threading.Event()
    ticker = threading.Thread(target=lambda: [ticks.append(1) for _ in iter(lambda: done.wait(0.001), True)])
    ticker.start()
    backsolve.solve("connect-four:4x4", out=folder / "c44")
    done.set()
    ticker.join()
    assert len(ticks) > 5


def test_ctrl_c_ends_a_solve(folder):
    script = f"import backsolve\nprint('started', flush=True)\nbacksolve.solve('connect-four:6x6', out={str(folder / 'c66')!r})"
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "started\n"
    while not (folder / "c66" / "manifest.json").exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=60)
    assert process.returncode != 0 and "KeyboardInterrupt" in complaint
