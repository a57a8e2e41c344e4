"""A game as an environment with PettingZoo's interface for turns (AEC): works with PettingZoo, and without it.

    env = backsolve.GameEnv("tic-tac-toe")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

A role acts whenever it has a choice; forced moves are made by the environment. Where several roles choose at once,
they act one after the other without seeing each other's choice. A role `random` is played by the environment.
"""

from __future__ import annotations

import numpy as np

from . import _backsolve
from ._errors import InputError

try:
    from pettingzoo import AECEnv as _Base
except ImportError:

    class _Base:
        """What PettingZoo's class would add."""

        @property
        def unwrapped(self):
            return self

        @property
        def max_num_agents(self):
            return len(self.possible_agents)

        @property
        def num_agents(self):
            return len(self.agents)

        def agent_iter(self, max_iter=2**63):
            """The agents in the order in which they act, until all have seen the end."""
            while self.agents and max_iter > 0:
                max_iter -= 1
                yield self.agent_selection

        def last(self, observe=True):
            """What the next agent sees: observation, reward since it acted, termination, truncation, info."""
            agent = self.agent_selection
            return (
                self.observe(agent) if observe else None,
                self._cumulative_rewards[agent],
                self.terminations[agent],
                self.truncations[agent],
                self.infos[agent],
            )

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.close()


try:
    from gymnasium import spaces as _spaces
except ImportError:
    _spaces = None


class _Discrete:
    """The numbers below `n`, where gymnasium is missing."""

    def __init__(self, n, seed=None):
        self.n, self._random = n, np.random.default_rng(seed)

    def seed(self, seed=None):
        self._random = np.random.default_rng(seed)

    def sample(self, mask=None):
        return int(self._random.integers(self.n) if mask is None else self._random.choice(np.flatnonzero(mask)))

    def contains(self, number):
        return 0 <= number < self.n

    __contains__ = contains

    def __repr__(self):
        return f"Discrete({self.n})"


class GameEnv(_Base):
    """A game as an environment: agents are roles, actions the numbers of a role's moves in `env.moves[role]`.

    An observation has `observation`, whether each fact of `env.facts` holds, and `action_mask`, which moves are legal.
    Rewards are the goal values, at the end.
    """

    metadata = {"render_modes": ["ansi", "human"], "name": "backsolve_v0", "is_parallelizable": False}

    def __init__(self, game, render_mode=None, max_plies=None):
        if not isinstance(game, _backsolve.Game):
            game = getattr(game, "game", None) or _backsolve.game(game)
        super().__init__()
        self.game, self.render_mode, self.max_plies = game, render_mode, max_plies
        self.facts, self.moves = game.facts, game.moves
        self.possible_agents = [role for role in game.roles if role != "random"]
        self.agents = []
        self._numbers = {role: {move: number for number, move in enumerate(moves)} for role, moves in self.moves.items()}
        self._action_spaces = {role: _discrete(max(1, len(self.moves[role]))) for role in self.possible_agents}
        self._observation_spaces = {role: self._observed(role) for role in self.possible_agents}
        self.action_spaces, self.observation_spaces = self._action_spaces, self._observation_spaces
        self._random = np.random.default_rng()

    def _observed(self, role):
        if _spaces is None:
            return None
        return _spaces.Dict({
            "observation": _spaces.Box(0, 1, (len(self.facts),), np.int8),
            "action_mask": _spaces.Box(0, 1, (max(1, len(self.moves[role])),), np.int8),
        })  # fmt: skip

    def action_space(self, agent):
        """The moves of a role, by their numbers."""
        return self._action_spaces[agent]

    def observation_space(self, agent):
        """What a role sees; None without gymnasium."""
        return self._observation_spaces[agent]

    def reset(self, seed=None, options=None):
        """Starts a game. The seed determines the moves of a role `random`, and samples of actions."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
            for number, space in enumerate(self._action_spaces.values()):
                space.seed(seed + number)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.plies = 0
        self._enter(self.game.initial)
        self._select()

    def observe(self, agent):
        """What a role sees: the state, and its legal moves if it is to act."""
        observation = np.frombuffer(self.state_now.bits(), dtype=np.int8).copy()
        mask = np.zeros(max(1, len(self.moves[agent])), dtype=np.int8)
        if self.agents and agent == self.agent_selection and agent in self._waiting:
            mask[self._legal[agent]] = 1
        return {"observation": observation, "action_mask": mask}

    def step(self, action):
        """The next agent acts; with None if the game is over for it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError("when an agent is dead, the only valid action is None")
            self._leave(agent)
            return
        if action is None or int(action) not in self._legal[agent]:
            raise InputError(f"action {action} is not legal for {agent}")
        self._cumulative_rewards[agent] = 0
        self.rewards = dict.fromkeys(self.agents, 0)
        self._chosen[agent] = self.moves[agent][int(action)]
        self._waiting.remove(agent)
        if not self._waiting:
            self.plies += 1
            self._enter(self.state_now.after(self._chosen))
        self._select()
        for one in self.agents:
            self._cumulative_rewards[one] += self.rewards[one]
        if self.render_mode == "human":
            self.render()

    def state(self):
        """Whether each fact holds."""
        return np.frombuffer(self.state_now.bits(), dtype=np.int8).copy()

    def render(self):
        """The facts of the state."""
        text = " ".join(self.state_now.facts)
        if self.render_mode == "human":
            print(text)
        return text

    def close(self):
        """Nothing is held open."""

    def _enter(self, state):
        """Makes forced moves and those of `random` until a role chooses, or the game is over."""
        while True:
            self.state_now, self._legal = state, state.legal_numbers()
            self._chosen = {}
            if state.terminal:
                self._waiting = []
                self._end(self.terminations, state.rewards)
                return
            if self.max_plies is not None and self.plies >= self.max_plies:
                self._waiting = []
                self._end(self.truncations, {})
                return
            if "random" in self._legal and len(self._legal["random"]) > 0:
                made = self._random.choice(self._legal["random"])
                self._chosen["random"] = self.moves["random"][made]
            self._waiting = [role for role in self.possible_agents if len(self._legal[role]) > 1]
            if self._waiting:
                return
            self.plies += 1
            state = state.after(self._chosen)

    def _end(self, flags, rewards):
        for agent in self.agents:
            flags[agent] = True
            self.rewards[agent] = rewards.get(agent, 0)

    def _select(self):
        if self._waiting:
            self.agent_selection = self._waiting[0]
        elif self.agents:
            self.agent_selection = self.agents[0]

    def _leave(self, agent):
        """Removes an agent that has seen the end."""
        self.agents.remove(agent)
        for known in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
            del known[agent]
        self._select()


def _discrete(n):
    return _spaces.Discrete(n) if _spaces is not None else _Discrete(n)
