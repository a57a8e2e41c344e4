"""Solves a game, plots the outcomes of each layer, and plays the solution against random moves."""

import matplotlib.pyplot as plt

import backsolve

solution = backsolve.solve("connect-four:4x4")
print(solution, "value", solution.value)

for value in sorted({value for layer in solution.layers for value in layer.values}):
    shares = [100 * layer.values.get(value, 0) / layer.states for layer in solution.layers]
    plt.plot(shares, label="/".join(map(str, value)))
plt.xlabel("plies"), plt.ylabel("states, %"), plt.legend()
plt.savefig("outcomes.svg")

env = solution.environment()
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    if termination or truncation:
        print(agent, "gets", reward)
        env.step(None)
    elif agent == "red":
        best = solution.moves(env.state_now)[0].moves[0]
        env.step(env.moves["red"].index(best))
    else:
        env.step(env.action_space(agent).sample(observation["action_mask"]))
