"""Weights refined by CMA-ES: groups of them are stretched or shrunk, and games tell whether that helps."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dune_sim.agents.arena import Outcome
from dune_sim.agents.weights import load_weights, term_names
from dune_sim.games.base import Game
from tune.fitting import whole
from tune.learning import Log, meet, save, told_of

#: groups of terms by their names, the first that fits
GROUPS = {
    "imperium": {
        "hand": r"holds_|persuasion_to_come|swords_to_come",
        "secrets": r"secret_|intrigues",
        "points": r"vp|stretch|at_the_end",
        "goods": r"spice|solari|water|first_water",
        "funds": r"council_fund|swordmaster_fund",
        "marks": r"council|swordmaster|mentat|control_|order|leader_",
        "tracks": r"influence_|below_",
        "tokens": r"alliances|threats",
        "troops": r"garrison|troops|strength|margin|rewarded",
        "prizes": r"prize_",
        "turn": r"agents|revealed|cards|hand",
        "deck": r"deck_|owned_",
    },
    "arrakis": {
        "race": r"marker_|need_|distance|near|ready|finish|progress|claims|plenty|prescience|open_|met_",
        "supremacy": r"supremacy|mortal",
        "sietches": r"sietch",
        "settlements": r"settlement",
        "forces": r"force_",
        "stations": r"stations|station_",
        "ground": r"plateaus|mountains|minor_ergs|deserts|paul|jessica|together",
        "desert": r"harvesters|crop|raided|ornithopters|carryalls|worms|signs|prey|exposed|wild|atomic",
        "spice": r"row_|lowest_row|ban_|spice|reserve",
        "dice": r"dice_|all_dice_|bene_",
        "cards": r"cards_|hand_",
        "legions": r"figures_|legions_|worth_|hunted_|tokens_",
        "leaders": r"named_|aside_|tank_|exhausted_",
        "round": r"round|phase|atreides_next",
    },
}
#: how far a group is stretched at first: a factor of e to this
STEP = 0.3


def groups(game: Game) -> NDArray[np.int64]:
    """The group of each term."""
    listed = list(GROUPS[game.name].values())
    found = [next((k for k, one in enumerate(listed) if re.match(one, name)), -1) for name in term_names(game)]
    missing = [name for name, k in zip(term_names(game), found, strict=True) if k < 0]
    if missing:
        raise AssertionError(f"no group for {missing}")
    return np.array(found)


def stretched(game: Game, weights: NDArray[Any], by: NDArray[np.float64]) -> NDArray[np.int16]:
    """Every group of weights times its factor; sides of Arrakis have factors of their own."""
    rows, where, many = len(weights), groups(game), len(GROUPS[game.name])
    sides = len(by) // many
    factors = np.exp(by.reshape(sides, many))[:, where]
    made = weights * np.repeat(factors, rows // sides, axis=0)
    return whole(made)


def refine(game: Game, start: str, steps: int, games: int, check: int, seed: int, out: Path, log: Log) -> None:
    """Search for better factors; every candidate of a step plays the same deals against the weights at the start."""
    import cma

    out.mkdir(parents=True, exist_ok=True)
    first = load_weights(game, None if start == "own" else start)
    held = save(game, first, out / "refine-0.toml")
    many = len(GROUPS[game.name]) * (2 if game.name == "arrakis" else 1)
    search = cma.CMAEvolutionStrategy(np.zeros(many), STEP, {"seed": seed, "verbose": -9})
    for step in range(1, steps + 1):
        tried = search.ask()
        lost = []
        for by in tried:
            candidate = save(game, stretched(game, first, by), out / "candidate.toml")
            lost.append(1 - share(meet(game, candidate, held, games, seed + step)))
        search.tell(tried, lost)
        log({"step": step, "best": round(1 - min(lost), 4), "mean": round(1 - float(np.mean(lost)), 4)})
    made = save(game, stretched(game, first, np.asarray(search.result.xfavorite)), out / "refined.toml")
    outcome = meet(game, made, held, check, seed + 5000)
    factors = np.exp(search.result.xfavorite).round(2).tolist()
    log({"refined": made, "factors": factors, **told_of(outcome)})


def share(outcome: Outcome) -> float:
    return outcome.win_rate.value
