"""Plot cards and purchases between the effects of a reveal turn: kernels against the slow interpreter."""

from __future__ import annotations

from typing import Any

import pytest

from dune_sim.games.state import State
from imperium.oracle_table import DECK, assert_same, fast_results, name, place, slow_results
from imperium.test_cards_agent import RIVALS
from naive.imperium_position import Choices, Position
from naive.imperium_turns import end_reveal, resolve_reveal, start_reveal

#: revealed cards, a plot card and a card to be bought
CASES = [
    (["fedaykin_death_commando"], "poison_snooper", None),
    (["fedaykin_death_commando"], "water_of_life", None),
    (["spice_hunter", "dagger"], "refocus", None),
    (["sietch_reverend_mother"], "poison_snooper", "arrakis_liaison"),
    (["crysknife"], "poison_snooper", None),
    (["crysknife", "worm_riders"], None, None),
    (["worm_riders"], "know_their_ways", None),
    (["worm_riders", "convincing_argument", "convincing_argument"], None, "choam_directorship"),
    (["worm_riders", "convincing_argument"], "bribery", "liet_kynes"),
    (["firm_grip", "convincing_argument"], "favored_subject", None),
    (["firm_grip", "convincing_argument", "convincing_argument", "the_voice"], None, "liet_kynes"),
    (["guild_ambassador"], "guild_authorization", None),
    (["guild_ambassador", "smugglers_thopter"], "bribery", None),
    (["bene_gesserit_sister", "dagger"], None, "arrakis_liaison"),
    (["bene_gesserit_sister", "bene_gesserit_sister"], "charisma", None),
    (["liet_kynes"], "poison_snooper", "arrakis_liaison"),
    (["gurney_halleck", "sardaukar_legion"], None, None),
    (["gurney_halleck"], "reinforcements", None),
    (["gun_thopter", "scout"], "double_cross", None),
    (["chani"], "rapid_mobilization", None),
    (["opulence"], "windfall", None),
    (["thufir_hawat", "scout"], None, None),
    (["convincing_argument"], "recruitment_mission", "arrakis_liaison"),
]
EDGE: dict[str, Any] = {"solari": 5, "spice": 4, "water": 2, "garrison": 4, "conflict": 3, "council_seat": True}
EDGE |= {"influence": {"emperor": 3, "guild": 3, "bene_gesserit": 3, "fremen": 1}, "vp": 12}
ROW = ["choam_directorship", "lady_jessica", "piter_de_vries", "duncan_idaho", "dr_yueh"]


def turn_results(state: State, plot: str | None, bought: str | None) -> tuple[set[Any], set[Any]]:
    """All results of a reveal turn in which the plot card and the purchase fit anywhere, or nowhere."""
    play = f"play {name('intrigue', plot)}" if plot else None
    buy = f"acquire {name('cards', bought)} for" if bought else None

    def allow(text: str) -> bool:
        if text.startswith("play "):
            return play is not None and text.startswith(play)
        if text.startswith("acquire "):
            return buy is not None and text.startswith(buy)
        return not text.startswith("agent turn")

    def done(here: State, texts: list[str]) -> bool:
        told = here.to_dict()
        return bool(told["turn_of"] != 0 and told["players"][0]["cards_acquired"] <= 1)

    def run(start: Position, choices: Choices) -> Position:
        more = [{"play_plot": plot}] if plot else []
        more += [{"buy_card": bought}] if bought else []
        return end_reveal(resolve_reveal(start_reveal(start, 0), 0, choices, any_order=True, more=more), 0)

    return fast_results(state.copy(), done, allow), slow_results(state, run)


@pytest.mark.rule("IMP-REVEAL-05", "IMP-REVEAL-06", "IMP-AMB-02", "IMP-AMB-11")
@pytest.mark.parametrize(("hand", "plot", "bought"), CASES)
def test_plots_and_purchases_fit_between_any_two_effects(hand: list[str], plot: str | None, bought: str | None) -> None:
    mine = {**EDGE, "hand": hand, "intrigue": [plot] if plot else [], "deck": DECK, "discard": []}
    row = ROW if bought in (None, "arrakis_liaison", *ROW) else [bought, *ROW[1:]]
    first = {**RIVALS[0], "intrigue": ["ambush", "private_army", "tiebreaker", "staged_incident"]}
    state = place([mine, first, RIVALS[1]], alliances={"bene_gesserit": 1}, row=row)
    assert_same(*turn_results(state, plot, bought))
