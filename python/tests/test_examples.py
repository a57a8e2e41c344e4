"""The examples of the documentation run, and the type stubs name what there is."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import backsolve

ROOT = Path(__file__).parents[2]


def test_the_example_of_the_documentation_runs(tmp_path):
    script = ROOT / "python" / "examples" / "outcomes.py"
    page = (ROOT / "docs" / "python.md").read_text()
    body = script.read_text().split('"""\n\n', 1)[1]
    assert "".join(f"    {line}".rstrip() + "\n" for line in body.splitlines()) in page
    run = subprocess.run(
        [sys.executable, script], cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "MPLBACKEND": "agg"}
    )
    assert run.returncode == 0, run.stderr
    assert "161,029 states> value [50, 50]" in run.stdout and "red gets " in run.stdout
    assert (tmp_path / "outcomes.svg").read_text().count("<path") > 3


def test_the_stubs_name_everything():
    stub = ast.parse((ROOT / "python" / "backsolve" / "__init__.pyi").read_text())
    classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
    functions = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
    assert set(backsolve.__all__) == set(classes) | functions
    for name in ("Solution", "State", "Game", "GameEnv"):
        told = {node.name for node in classes[name].body if isinstance(node, ast.FunctionDef)}
        told |= {node.target.id for node in classes[name].body if isinstance(node, ast.AnnAssign)}
        there = {member for member in vars(getattr(backsolve, name)) if not member.startswith("_")}
        assert there <= told, (name, there - told)
