"""Solves games: the outcome of every state under optimal play, from the rules in GDL.

>>> import backsolve
>>> solution = backsolve.solve("tic-tac-toe")
>>> solution.value
[50, 50]
"""

from __future__ import annotations

import os
from collections import namedtuple

import numpy as np

from ._backsolve import Game, State, StateStream, game
from ._backsolve import Solution as _Solution
from ._backsolve import open as _open
from ._backsolve import solve as _solve
from ._errors import BacksolveError, DamagedError, InputError, LimitError, RefusedError
from .environment import GameEnv

__all__ = [
    "BacksolveError", "DamagedError", "Game", "GameEnv", "InputError", "Layer", "LimitError", "Move", "Probed",
    "RefusedError", "Solution", "State", "StateStream", "game", "open", "solve",
]  # fmt: skip

Layer = namedtuple("Layer", "states terminal_states values")
Layer.__doc__ = "A layer: its states, its terminal states, and its states by value."

Move = namedtuple("Move", "moves state value distance optimal")
Move.__doc__ = "A move: the moves of all roles, the state after it, its value, plies to the end, whether it is optimal."

Probed = namedtuple("Probed", "found values distances layers")
Probed.__doc__ = "The outcomes of many states, as arrays with an entry or a row per state."


def solve(
    rules, *, out=None, model="own", algorithm=None, engine=None, infinite=None, reduce=None, distances=None,
    security=False, precision=None, start=None, first=None, lenient=False, force=False, memory=None, time=None,
    threads=None,
):  # fmt: skip
    """Solves a game into a directory, or resumes, and opens the solution.

    `rules` is the name of a bundled game, the path of a rule sheet, or its text. The other arguments are the options of
    `backsolve solve`; `start` is its `--from`, `memory` is in bytes and `time` in seconds.
    """
    options = dict(locals())
    rules = os.fspath(options.pop("rules"))
    return Solution(_solve(rules, options))


def open(path, *, memory=None):
    """Opens a solution: a directory that `solve` wrote."""
    return Solution(_open(os.fspath(path), memory))


class Solution:
    """A solved game."""

    def __init__(self, native: _Solution):
        self._native = native
        self._variables = native.variables

    def __repr__(self):
        return f"<backsolve.Solution of {self.name}, {self.states:,} states>"

    def __len__(self):
        return self.states

    @property
    def path(self):
        """The path of the directory."""
        return self._native.path

    @property
    def name(self):
        """The name of the game."""
        return self._native.name

    @property
    def roles(self):
        """The roles that have a value, in the order of values."""
        return self._native.roles

    @property
    def value(self):
        """The value of the first state: a reward per role, or two bounds of each if rewards are expected ones."""
        return self._native.value

    @property
    def states(self):
        """The number of stored states."""
        return self._native.states

    @property
    def complete(self):
        """Whether the whole game is solved."""
        return self._native.complete

    @property
    def expected(self):
        """Whether values are expected rewards, between two bounds."""
        return self._native.expected

    @property
    def layers(self):
        """The layers with their counts."""
        return [Layer(states, ends, dict(map(_by_value, values))) for states, ends, values in self._native.layer_figures()]

    @property
    def variables(self):
        """The state variables: the name of each, and for each of its values the fact that holds, or None."""
        return self._variables

    @property
    def columns(self):
        """The names of the columns of tables."""
        return self._native.columns

    @property
    def game(self):
        """The ground game: states, legal moves, successors."""
        return self._native.game

    @property
    def initial(self):
        """The state in which the game starts."""
        return self.game.initial

    def rows(self, positions):
        """States as an array with a row per state and a column per variable, from `State`s or lists of facts."""
        facts = (position.facts if isinstance(position, State) else list(position) for position in positions)
        rows = [self._native.row(one) for one in facts]
        return np.array(rows, dtype=np.uint32).reshape(len(rows), len(self._variables))

    def state(self, row):
        """The state of a row of values."""
        return self._native.state([int(value) for value in row])

    def probe(self, positions):
        """Looks up many states in one call: an array of rows, or a list of `State`s or of lists of facts.

        `values` has a reward per role, or per role the two bounds of its expected reward. Distances and layers are -1
        where there is none. A state that is not stored has `found` False.
        """
        if isinstance(positions, State):
            positions = [positions]
        rows = positions if isinstance(positions, np.ndarray) else self.rows(positions)
        if rows.ndim != 2 or rows.shape[1] != len(self._variables):
            raise InputError(f"states are rows of {len(self._variables)} values, not an array of shape {rows.shape}")
        if rows.dtype.kind not in "iu" or rows.size and (rows.min() < 0 or rows.max() >= 2**32):
            raise InputError("the values of variables are whole numbers from 0")
        if rows.shape[1] == 0:
            raise InputError("the game has no state variables")
        found, values, distances, layers = self._native.probe_buffer(np.ascontiguousarray(rows, dtype=np.uint32))
        shape = (len(rows), len(self.roles), 2) if self.expected else (len(rows), len(self.roles))
        values = np.frombuffer(values, dtype=np.float64 if self.expected else np.int32).reshape(shape)
        distances, layers = (np.frombuffer(column, dtype=np.int32) for column in (distances, layers))
        return Probed(np.frombuffer(found, dtype=np.bool_), values, distances, layers)

    def moves(self, state):
        """The moves in a state with their values, best first."""
        return [Move(*move) for move in self._native.valued_moves(state)]

    def sample(self, states, seed=1):
        """Different states, drawn uniformly, as rows. The same seed draws the same states."""
        rows = np.frombuffer(self._native.sample_buffer(states, seed), dtype=np.uint32)
        return rows.reshape(-1, len(self._variables))

    def table(self):
        """All states with their values, as a stream of Arrow record batches for any library that knows the protocol."""
        return self._native.stream()

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table().__arrow_c_stream__(requested_schema)

    def to_polars(self):
        """All states as a polars data frame."""
        import polars

        return polars.DataFrame(self.table())

    def to_pandas(self):
        """All states as a pandas data frame."""
        import pandas

        return pandas.DataFrame.from_arrow(self.table())

    def environment(self, **options):
        """The game as an environment of PettingZoo."""
        return GameEnv(self.game, **options)


def _by_value(pair):
    value, states = pair
    return tuple(value), states
