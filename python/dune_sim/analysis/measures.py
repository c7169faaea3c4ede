"""Every measure in one sentence, and the bias it is known to have in another."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Measure:
    """What a figure means and why it may mislead."""

    title: str
    meaning: str
    bias: str


#: key in tables and JSON -> what it is
MEASURES = {
    "available": Measure(
        "win rate when available",
        "Share of games won by seats that saw the card in the row on a turn of their own.",
        "All seats see nearly the same row, so every card comes out near 1/N whatever it is worth.",
    ),
    "acquire_rate": Measure(
        "acquire rate",
        "Of the seats that had the card available, the share that acquired it.",
        "It tells what the players of the run like and can pay for, which is not what wins.",
    ),
    "acquired": Measure(
        "win rate when acquired",
        "Share of games won by seats that acquired the card at least once.",
        "Who is ahead buys more and dearer cards, so dear cards and late ones look better than they are.",
    ),
    "drawn": Measure(
        "win rate when drawn",
        "Share of games won by seats that drew the card at least once.",
        "A card bought early and a long game make a draw likelier, and both go with winning for other reasons.",
    ),
    "played": Measure(
        "win rate when played",
        "Share of games won by seats that played the card at least once, on an agent turn or as a planning card.",
        "Players play a card where it fits, so the good moments are counted and the idle ones are not.",
    ),
    "never_seen": Measure(
        "win rate when never seen",
        "Share of games won by seats that never had the card available, acquired or drawn.",
        "Such seats sit mostly in short games, or where the card lay at the bottom of the deck for everybody.",
    ),
    "improvement_when_drawn": Measure(
        "improvement when drawn",
        "Win rate of owners who drew the card minus that of owners who never drew it.",
        "Who never draws an own card mostly bought it late, and late purchases are made by others than early ones.",
    ),
    "by_round": Measure(
        "win rate by round acquired",
        "Share of games won by seats that first acquired the card in that round.",
        "Each round has other buyers: early ones had luck with the row, late ones had an economy.",
    ),
    "uplift": Measure(
        "uplift",
        "Win rate of seats that acquired the card (of cards nobody acquires: that drew it) minus that of all seats.",
        "As biased as the win rate it is made from.",
    ),
    "adjusted": Measure(
        "adjusted effect",
        "Win probability that one more holder of the card gains, from a regression with seat, leader, the round of "
        "acquisition and all other cards.",
        "It holds constant what is in the model; being ahead for reasons outside it still counts for the card.",
    ),
    "gift": Measure(
        "caused by a gift",
        "Change of the win rate of a seat that starts with the card, over the same seeds without it.",
        "It is the worth of the card for nothing and from the start, to these players; its price is not part of it.",
    ),
    "deny": Measure(
        "caused by denial",
        "Change of the win rate of a seat that may not take the card, over the same seeds with it.",
        "Cards that these players seldom take come out near nothing, however good they would be in better hands.",
    ),
    "change": Measure(
        "caused by a change",
        "Change of the win rate of the treated seats when the content is changed for all, over the same seeds.",
        "A change that helps every seat alike moves no win rate; look at points and rounds as well.",
    ),
    "leader": Measure(
        "win rate of a leader",
        "Share of games won by seats with the leader.",
        "None where leaders are dealt at random; where they are chosen, good players may choose alike.",
    ),
    "seat": Measure(
        "win rate of a seat",
        "Share of games won by the seat, or by the place in turn order of the first round.",
        "None in a run of equal players; with unequal ones it is the players that are compared.",
    ),
    "pair": Measure(
        "win rate of a pair of leaders",
        "Share of games won by seats with the one leader while the other sat at the same table.",
        "Of many pairs some differ by chance: the q-value is the false-discovery rate of calling this one different.",
    ),
    "opening": Measure(
        "win rate of an opening",
        "Share of games won by seats that began so in the first round.",
        "The first player has a wider choice, so openings mix with the advantage of beginning.",
    ),
    "synergy": Measure(
        "synergy of two cards",
        "Win probability that holding both adds to what each adds by itself, from the adjusted regression.",
        "Pairs held together by those who are ahead look like friends; false discoveries are held to 5 %.",
    ),
}
