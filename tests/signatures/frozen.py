"""What is frozen of each game: fixed seeds played through, as hashes, and short games a person can read.

``python tests/signatures/frozen.py`` writes both anew; a commit that changes them says why. Nothing here depends on
action ids or on how a record is laid out: what counts is who is asked, what the answers mean and what came of them.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dune_sim import make
from dune_sim.games.base import Game
from dune_sim.games.state import State

TESTS = Path(__file__).resolve().parents[1]
SIGNATURES = TESTS / "signatures.toml"
PLAYTHROUGHS = TESTS / "playthroughs"
LEADERS = ["paul_atreides", "baron_vladimir_harkonnen", "glossu_rabban", "helena_richese"]


@dataclass(frozen=True)
class Frozen:
    """A set-up and how much of it is hashed: rows of whole games, decisions, and decisions in words."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    policy: str = "random"
    rows: int = 2000
    games: int = 40
    told: int = 2

    def build(self) -> Game:
        return make(self.game, **self.options)


FROZEN: dict[str, Frozen] = {
    "battle": Frozen("battle", games=100, told=20),
    "battle-settlement": Frozen(
        "battle",
        {"attacker": "3 standard, 2 fedaykin, chani, 2 naib", "defender": "4 elite, bashar", "settlement_rank": 3},
        games=100,
        told=20,
    ),
    "battle-retreat": Frozen("battle", {"can_retreat": True, "surprise": True}, games=100, told=20),
    "arrakis": Frozen("arrakis", rows=300, games=6, told=1),
    "arrakis-eager": Frozen("arrakis", policy="eager", rows=300, games=0, told=0),
    "arrakis-bans": Frozen("arrakis", {"all_dropped_bans": True}, rows=200, games=3, told=0),
    "arrakis-choices": Frozen("arrakis", {"optional_advance": True, "arrakeen_wins": True}, rows=200, games=3, told=0),
    "arrakis-solo": Frozen("arrakis", {"mode": "solo"}, rows=60, games=4, told=1),
    "arrakis-short": Frozen("arrakis", {"round_cap": 3}, rows=300, games=10, told=1),
    "arrakis-teams": Frozen("arrakis", {"mode": "teams", "players": 4}, rows=200, games=4, told=1),
    "arrakis-teams-harkonnen": Frozen("arrakis", {"mode": "teams", "players": 3}, rows=100, games=2, told=0),
    "arrakis-teams-atreides": Frozen(
        "arrakis", {"mode": "teams", "players": 3, "shared": "atreides"}, rows=100, games=2, told=0
    ),
    "arrakis-solo-two": Frozen("arrakis", {"mode": "solo", "players": 2}, rows=40, games=2, told=1),
    "imperium-4": Frozen("imperium", {"players": 4}),
    "imperium-3": Frozen("imperium", {"players": 3}),
    "imperium-draft": Frozen("imperium", {"players": 4, "leaders": "draft"}, rows=1000, games=20, told=1),
    "imperium-given": Frozen("imperium", {"players": 4, "leaders": LEADERS}, rows=1000, games=20, told=1),
    "imperium-2": Frozen("imperium", {"players": 2}, rows=1000, games=20),
    "imperium-mercenary": Frozen("imperium", {"players": 1, "difficulty": "mercenary"}, rows=1000, games=20),
    "imperium-sardaukar": Frozen("imperium", {"players": 1, "difficulty": "sardaukar"}, rows=500, games=10, told=0),
    "imperium-mentat": Frozen("imperium", {"players": 1, "difficulty": "mentat"}, rows=1000, games=20, told=1),
    "imperium-kwisatz-haderach": Frozen(
        "imperium", {"players": 1, "difficulty": "kwisatz_haderach", "leaders": "draft"}, rows=500, games=10, told=1
    ),
}

#: name of the file -> set-up, seed, decisions written down
STORIES: dict[str, tuple[str, int, int]] = {
    "arrakis-1": ("arrakis", 11, 90),
    "arrakis-2": ("arrakis-choices", 12, 90),
    "arrakis-solo": ("arrakis-solo", 13, 60),
    "arrakis-teams": ("arrakis-teams", 13, 90),
    "battle-1": ("battle", 3, 60),
    "battle-2": ("battle-settlement", 4, 60),
    "imperium-1": ("imperium-4", 21, 90),
    "imperium-2": ("imperium-3", 22, 90),
    "imperium-hagal-solo": ("imperium-mercenary", 23, 60),
    "imperium-hagal-two": ("imperium-2", 24, 60),
}


def picks(start: int) -> Iterator[int]:
    """Large fixed numbers, the same on every machine and in every version of Python."""
    x = start
    while True:
        x = (x * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        yield x >> 33


def decisions(game: Game, seed: int) -> Iterator[tuple[State, list[int], int]]:
    """A game played by fixed numbers: the state, the answers and which of them is taken."""
    state = game.new(seed)
    chance = picks(seed)
    while not state.is_over:
        legal = state.legal_actions()
        k = next(chance) % len(legal)
        yield state, legal, k
        state.apply(legal[k])
    yield state, [], -1


def digest(parts: Iterator[object]) -> str:
    made = hashlib.sha256()
    for one in parts:
        made.update(json.dumps(one).encode())
    return made.hexdigest()[:16]


def played(game: Game, games: int, words: bool) -> Iterator[object]:
    """Who is asked, how many answers there are and which is taken; with words, what each of them means."""
    for seed in range(games):
        for state, legal, k in decisions(game, seed):
            if k < 0:
                yield [state.winner, state.scores]
            elif words:
                yield [state.to_move, game.question(state), [state.describe(a) for a in legal], k]
            else:
                yield [state.to_move, len(legal), k]


def whole_games(frozen: Frozen, game: Game) -> Iterator[object]:
    result = game.simulate(frozen.rows, frozen.policy, seed=7)
    for name in game.columns:
        yield [name, result.column(name).tolist()]


def signature(frozen: Frozen) -> dict[str, str]:
    """The hashes of one set-up."""
    game = frozen.build()
    found = {"rows": digest(whole_games(frozen, game))}
    if frozen.games:
        found["decisions"] = digest(played(game, frozen.games, False))
    if frozen.told:
        found["words"] = digest(played(game, frozen.told, True))
    return found


def story(name: str) -> str:
    """The beginning of a game in words: each question, its answers, the one taken."""
    setup, seed, length = STORIES[name]
    game = FROZEN[setup].build()
    lines = [f"{game!r}, seed {seed}", ""]
    for step, (state, legal, k) in enumerate(decisions(game, seed)):
        if k < 0:
            lines.append(f"over: winner {state.winner}, scores {state.scores}")
            break
        if step == length:
            break
        asked = game.question(state) or "What now?"
        lines.append(f"{step + 1}. {game.seats[state.to_move]}: {asked}")
        lines += [f"   {'>' if j == k else '-'} {state.describe(action)}" for j, action in enumerate(legal[: k + 1])]
        if legal[k + 1 :]:
            lines.append(f"   - and {len(legal) - k - 1} more, the last: {state.describe(legal[-1])}")
    return "\n".join(lines) + "\n"


def stored() -> dict[str, dict[str, str]]:
    return tomllib.loads(SIGNATURES.read_text(encoding="utf-8"))


def main() -> None:
    lines = ["# Hashes of fixed-seed games; made by tests/signatures/frozen.py. A commit that changes one says why."]
    for name, one in FROZEN.items():
        lines += ["", f"[{name}]", *(f'{key} = "{value}"' for key, value in signature(one).items())]
        print(name, file=sys.stderr)
    SIGNATURES.write_text("\n".join(lines) + "\n", encoding="utf-8")
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for name in STORIES:
        (PLAYTHROUGHS / f"{name}.txt").write_text(story(name), encoding="utf-8")


if __name__ == "__main__":
    main()
