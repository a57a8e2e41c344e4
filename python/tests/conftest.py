import pytest

import backsolve


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("solutions")


@pytest.fixture(scope="session")
def tic_tac_toe(folder):
    return backsolve.solve("tic-tac-toe", out=folder / "ttt")
