"""``dune-sim battle``: the odds of one War for Arrakis battle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

LEGION = 'figures such as "4 standard, 1 elite, 1 sardaukar, bashar, baron_harkonnen"'
POLICY = (
    "how the {side} plays, such as {example}; casualties: keep_dice, keep_leaders, keep_elites; leaders: most_effect, "
    "most_hits, most_shields; cards: all, none; {own}. The first of each is the default"
)
ATTACKER_POLICY = POLICY.format(
    side="attacker",
    example="casualties=keep_leaders,attack=one_round",
    own="attack: to_the_end, one_round, while_stronger",
)
DEFENDER_POLICY = POLICY.format(side="defender", example="retreat=when_weaker", own="retreat: never, when_weaker")

Rank = typer.Option(help="rank of the sietch that the defender holds", metavar="RANK")
SettlementRank = typer.Option(help="rank of the Harkonnen settlement that the defender holds", metavar="RANK")
Cards = typer.Option(help="planning cards that this side may discard for dice", metavar="N")
Samples = typer.Option(help="also play so many battles and show them beside the exact odds", metavar="N")
Overlay = typer.Option(help="overlay file that changes facts such as strips; may be repeated", show_default=False)
Picture = typer.Option(help="also write a picture: .png or .svg", metavar="FILE", show_default=False)


def battle(
    attacker: Annotated[str, typer.Argument(help=LEGION, show_default=False)],
    defender: Annotated[str, typer.Argument(help="the same for the other side", show_default=False)],
    sietch: Annotated[int, Rank] = 0,
    settlement: Annotated[int, SettlementRank] = 0,
    surprise: Annotated[bool, typer.Option("--surprise", help="a surprise attack")] = False,
    attacker_cards: Annotated[int, Cards] = 0,
    defender_cards: Annotated[int, Cards] = 0,
    attacker_policy: Annotated[str | None, typer.Option(help=ATTACKER_POLICY, show_default=False)] = None,
    defender_policy: Annotated[str | None, typer.Option(help=DEFENDER_POLICY, show_default=False)] = None,
    no_retreat: Annotated[bool, typer.Option("--no-retreat", help="the defender has no area to retreat to")] = False,
    samples: Annotated[int, Samples] = 0,
    seed: Annotated[int, typer.Option(help="chance of the sampled battles", metavar="N")] = 0,
    engine: Annotated[str, typer.Option(help="engine of the sampled battles: auto, cpp, numba or python")] = "auto",
    content: Annotated[list[Path] | None, Overlay] = None,
    plot: Annotated[Path | None, Picture] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object instead of tables")] = False,
) -> None:
    """Exact odds of a battle, and sampled ones beside them if asked for.

    A legion is a comma-separated list of COUNT NAME or NAME. Units: standard, elite, sardaukar or fedaykin. Leaders:
    bashar, naib and the named ones. Either side may be either faction; where no figure tells, Harkonnen attacks.

    Example: dune-sim battle "4 standard, 1 elite, 1 sardaukar, bashar, baron_harkonnen" "2 standard, 1 fedaykin,
    paul_muaddib" --sietch 2 --samples 100000 --plot odds.png
    """
    from dune_sim.games.arrakis.battle.question import battle_odds

    if plot is not None:
        from dune_sim.files import check_target

        check_target(plot, (".png", ".svg"))
    odds = battle_odds(
        attacker,
        defender,
        sietch_rank=sietch,
        settlement_rank=settlement,
        surprise=surprise,
        attacker_cards=attacker_cards,
        defender_cards=defender_cards,
        policy={"attacker": attacker_policy, "defender": defender_policy},
        samples=samples,
        seed=seed,
        engine=engine,
        can_retreat=not no_retreat,
        content=content or (),
    )
    if plot is not None:
        from dune_sim.games.arrakis.battle.plot import save_battle_plot

        save_battle_plot(odds, plot)
    if as_json:
        print(json.dumps(odds.to_dict(), indent=2))
        return
    from rich.console import Console

    from dune_sim.games.arrakis.battle.text import battle_tables

    console = Console()
    for part in battle_tables(odds):
        console.print(part)
    if plot is not None:
        console.print(f"picture: {plot}", style="dim", highlight=False)
