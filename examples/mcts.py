"""A tree search that does not cheat, in twenty lines of the public interface: ``python examples/mcts.py``.

Before every iteration it deals anew what its seat cannot know; what is met on the way is told apart by its observation.
"""

from __future__ import annotations

import math

import dune_sim
from dune_sim.games.state import State

Node = dict[int, list[float]]  # action -> visits, victories


def search(state: State, iterations: int = 200, seed: int = 0) -> int:
    """The action that was tried most often."""
    me, tree = state.to_move, {}
    for k in range(iterations):
        world, path = state.determinize(me, seed + k), []
        while not world.is_over:
            key = (world.to_move, world.observe(world.to_move).hash())
            fresh = key not in tree
            node: Node = tree.setdefault(key, {})
            for action in world.legal_actions():
                node.setdefault(action, [0, 0.0])
            total = sum(node[action][0] for action in world.legal_actions()) + 1
            best = max(world.legal_actions(), key=lambda a: worth(*node[a], total))
            path.append((world.to_move, node[best]))
            world.apply(best)
            if fresh:
                break
        winners = [world.winner] if world.is_over else world.rollouts(4, seed=seed + k).winners
        for seat, edge in path:
            edge[0] += 1
            edge[1] += sum(winner == seat for winner in winners) / len(winners)
    root = tree[me, state.observe(me).hash()]
    return max(root, key=lambda action: root[action][0])


def worth(visits: float, won: float, total: float) -> float:
    """UCB1: what has brought victories, and what was seldom tried."""
    return math.inf if visits == 0 else won / visits + 0.7 * math.sqrt(math.log(total) / visits)


if __name__ == "__main__":
    game = dune_sim.make("imperium", players=3)
    position = game.new(seed=7)
    print(position.describe(search(position)))
