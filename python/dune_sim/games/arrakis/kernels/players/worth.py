"""What legions are worth as one faction sees them: face-down tokens have the mean of those they may be."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.figures import LEADER_FROM, NAMED_END
from dune_sim.games.arrakis.kernels.layout import AREAS, ATREIDES, HARKONNEN, SIETCHES, TOKENS, State, Tables
from dune_sim.games.arrakis.kernels.observe import GROUP
from dune_sim.games.arrakis.kernels.opcodes import AT_GONE
from dune_sim.games.arrakis.kernels.players.layout import Sight
from dune_sim.lang.intrinsics import Set

NAMED_WORTH = 2


def worth_of(packed: int) -> int:
    """Of packed figures: what they may roll and what they can lose."""
    units = 2 * (packed & 15) + 3 * ((packed >> 4) & 15) + 4 * ((packed >> 8) & 15)
    return units + (packed >> 12)


def mean_token(t: Tables, g: State, base: int) -> int:
    """Of a face-down token of the starting ones (base 0) or the regular ones (base 8), for who cannot look."""
    total = 0
    many = 0
    for k in range(base, base + GROUP):
        if g.token_at[k] != AT_GONE:
            total += worth_of(t.token_figures[k])
            many += 1
    return 0 if many == 0 else (2 * total + many) // (2 * many)


def token_means(t: Tables, g: State, who: int) -> int:
    """What a faction takes for granted of tokens: 0 if it may look, otherwise both means in one number."""
    if who == ATREIDES:
        return 0
    early = mean_token(t, g, 0)
    late = mean_token(t, g, GROUP)
    return early + 256 * late


def tokens_worth(t: Tables, g: State, area: int, means: int) -> int:
    """Of the deployment tokens of an area."""
    total = 0
    for k in range(TOKENS):
        if g.token_at[k] == area:
            if means == 0:
                total += worth_of(t.token_figures[k])
            else:
                total += means & 255 if k < GROUP else means >> 8
    return total


def legion_worth(t: Tables, g: State, who: int, area: int, means: int) -> int:
    """Of everything a faction has in an area, as who has these means sees it."""
    total = worth_of(g.legion[area])
    if who == ATREIDES and area in g.tokens:
        total += tokens_worth(t, g, area, means)
    if area in g.led[who]:
        for k in range(0 if who == HARKONNEN else LEADER_FROM, LEADER_FROM if who == HARKONNEN else NAMED_END):
            total += NAMED_WORTH * int(g.leader_at[k] == area)
    return total


def strongest(g: State, who: int, among: Set[AREAS], s: Sight) -> int:
    """Worth of the best of some legions of a faction, 0 if there are none; their worth is known by now."""
    best = 0
    for a in among & g.legions[who]:
        best = max(best, s.worth[a])
    return best


def unknown_rank(t: Tables, g: State) -> int:
    """Quarter ranks of a face-down sietch on the mean, for who cannot look."""
    total = 0
    many = 0
    for k in range(SIETCHES):
        total += t.sietch_rank[k]
        if (g.sietch_known >> k) & 1 == 1:
            total -= g.sietch_rank[k]
        else:
            many += 1
    return 0 if many == 0 else (8 * total + many) // (2 * many)
