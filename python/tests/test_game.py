"""The ground game and the environment."""

import numpy as np
import pytest

import backsolve


def test_states_have_moves_and_successors():
    game = backsolve.game("tic-tac-toe")
    state = game.initial
    assert game.roles == ["x", "o"] and state.to_move == "x"
    assert len(state.legal["x"]) == 9 and state.legal["o"] == ["noop"]
    assert len(state.successors()) == 9
    for moves, after in state.successors():
        assert state.after(moves[0]) == after == state.after(dict(zip(game.roles, moves)))
    assert game.state(state.facts) == state and hash(game.state(state.facts)) == hash(state)
    assert len(state.bits()) == len(game.facts)
    with pytest.raises(backsolve.InputError, match="is not legal for x; legal are"):
        state.after("(mark 4 4)")
    with pytest.raises(backsolve.InputError, match="holds in no reachable state"):
        game.state(["(cell 9 9 x)"])
    for move in ["(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)", "(mark 1 3)"]:
        state = state.after(move)
    assert state.terminal and state.rewards == {"x": 100, "o": 0} and state.to_move is None
    assert state.successors() == []


def test_counting_by_successors_finds_all_states():
    found, edge = set(), {backsolve.game("tic-tac-toe").initial}
    while edge:
        found |= edge
        edge = {after for state in edge for _, after in state.successors()} - found
    assert len(found) == 5478


@pytest.mark.parametrize("name", ["tic-tac-toe", "clobber:2x3", "rock-paper-scissors:3", "hanoi:2", "dice-race:5"])
def test_random_games_end_with_the_rewards_of_the_rules(name):
    env = backsolve.GameEnv(name, max_plies=60)
    for seed in range(5):
        env.reset(seed=seed)
        total = dict.fromkeys(env.possible_agents, 0)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            total[agent] += reward
            if termination or truncation:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            assert len(legal) > 1 and observation["observation"].shape == (len(env.facts),)
            env.step(env.action_space(agent).sample(observation["action_mask"]))
        if env.state_now.terminal:
            rewards = env.state_now.rewards
            assert total == {role: rewards[role] for role in env.possible_agents}


def test_the_same_seed_plays_the_same_game():
    def play(seed):
        env = backsolve.GameEnv("dice-race:5")
        env.reset(seed=seed)
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            over = termination or truncation
            env.step(None if over else int(np.flatnonzero(observation["action_mask"])[0]))
        return env.state_now.facts, env.plies

    assert play(1) == play(1)


def test_illegal_actions_are_refused():
    env = backsolve.GameEnv("tic-tac-toe")
    env.reset()
    env.step(0)
    with pytest.raises(backsolve.InputError, match="is not legal for o"):
        env.step(0)


def test_it_is_an_environment_of_pettingzoo():
    pettingzoo = pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    env = backsolve.GameEnv("tic-tac-toe")
    assert isinstance(env, pettingzoo.AECEnv)
    api_test(env, num_cycles=50)
