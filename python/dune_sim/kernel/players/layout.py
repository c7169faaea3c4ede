"""Records of players that look ahead; the sizes are those of a game."""

from __future__ import annotations

from dune_sim.kernel.layout import Rng
from dune_sim.lang.records import Record

#: decisions that a line looks ahead at most
DEPTH = 16
#: lines that are kept while a player looks ahead
LINES = 8
#: answers of a position that a look ahead goes on behind
RANKED = 12
#: deals in which a search looks for lines
VIEWS = 4
#: lines that a search compares
CANDIDATES = 64

#: where playouts end: with the own turn, with the round, so many rounds later up to the last number, with the game
HORIZON_TURN = 0
HORIZON_ROUND = 1
HORIZON_GAME = 255
#: who plays in them: anybody, sensible answers, turns looked through to their end
PLAYOUT_RANDOM = 0
PLAYOUT_CHEAP = 1
PLAYOUT_GREEDY = 2

Manner = Record(
    "Manner",
    "How a seat plays, besides its policy.",
    (
        ("iterations", "u32", "playouts of a search"),
        ("temperature", "u16", "how often a worse answer is taken, in 1/1024; 0 for never"),
        ("worlds", "u16", "deals of a second look, or those a search goes through again and again; 0 for new ones"),
        ("leaves", "u16", "ends of the own turn that one look ahead judges at most"),
        ("reach", "u16", "ends of a turn that greedy playouts judge at most"),
        ("lines", "u16", "lines that a search compares at most"),
        ("doubt", "u8", "1 if what is hidden may decide where any line leads, 0 if only chance does"),
        ("horizon", "u8", "HORIZON_*: where playouts end"),
        ("playout", "u8", "PLAYOUT_*: who plays in them"),
        ("common", "u8", "1 if all candidates get the same worlds"),
        ("paranoid", "u8", "1 if all others are thought to play against this seat"),
        ("plan", "u8", "1 if a line that was chosen is followed without thinking again, as far as it is sure"),
    ),
)

#: the best line for each first answer; the best of all; only the best, with its end
KEEPS_FIRST = 0
KEEPS_BEST = 1
KEEPS_ONE = 2

Line = Record(
    "Line",
    "Answers one after another, and what they lead to.",
    (
        ("worth", "i64", "how good the end is for the seat that thinks (judge.py), summed over its deals"),
        ("squares", "i64", "the sum of its squared shares, in 1/65536"),
        ("guess", "i64", "how good its end looked before playouts, on the mean of the deals it was found in"),
        ("deals", "u32", "deals it was tried in"),
        ("asked", "u32", DEPTH, "what was asked at each step: where the program stood, how many answers there were"),
        ("actions", "u16", DEPTH, "the answers"),
        ("length", "u8", "how many are known"),
        ("firm", "u8", "those up to the first that chance follows on"),
        ("seat", "u8", "who plans them"),
        ("chance", "u8", "1 if chance or what is hidden decides where they lead"),
        ("view", "u8", "the last of the deals that it was found in"),
    ),
)


def search_record(state: Record, offer: Record) -> Record:
    """What a search keeps while it runs."""
    return Record(
        "Search",
        "Lines of the own turn that are tried in many deals, each played on to the horizon.",
        (
            ("base", "u64", "number that all its deals come from"),
            ("dice", Rng, "random numbers of the seat's policy as they were before"),
            ("world", state, "the deal that is played on"),
            ("asked", offer, "the open question in it"),
            ("end", state, "the best end of the turn that is looked through"),
            ("lines", Line, CANDIDATES, "the lines, those that are still tried first"),
            ("spare", Line, "room for one more"),
            ("total", "u32", "playouts it may take in all"),
            ("done", "u32", "playouts it took"),
            ("deal", "u32", "the deal that is being gone through"),
            ("next", "u16", "the line that is tried in it next"),
            ("many", "u16", "lines there are"),
            ("settled", "u16", "those that earlier deals brought"),
            ("room", "u16", "how many there may be after this deal"),
            ("view", "u8", "this deal"),
            ("alive", "u16", "lines that are still tried"),
            ("halvings", "u8", "how often they are halved"),
            ("halved", "u8", "how often they were"),
        ),
    )


def level_record(state: Record, offer: Record) -> Record:
    """One step of a look ahead."""
    return Record(
        "Level",
        "A position on the way ahead, and which of its answers are tried.",
        (
            ("world", state, "the position"),
            ("asked", offer, "its answers"),
            ("worths", "i64", RANKED, "how good the best of them look"),
            ("answers", "u16", RANKED, "the best of them that leave a choice, the best first"),
            ("many", "u16", "how many answers there are"),
            ("left", "u16", "ends that may still be judged behind this position"),
            ("ranked", "u8", "answers that were ranked"),
            ("at", "u8", "the next of them to be looked behind"),
            ("sure", "u8", "1 if neither chance nor others had a part in how it came from the one before"),
        ),
    )


def sight_record(features: int) -> Record:
    """What one seat sees."""
    return Record("Sight", "What one seat sees of a game, as small integers.", (("x", "i16", features, "features"),))


def weights_record(rows: int, terms: int) -> Record:
    """What features are worth."""
    fields = (("x", "i16", (rows, terms), "weight of each term in each part of the game, in 1/1024"),)
    return Record("Weights", "What a seat thinks its sight is worth.", fields)


def estimate_record(seats: int) -> Record:
    """Who will win."""
    return Record(
        "Estimate",
        "Who will win, as far as one seat can tell.",
        (
            ("value", "i64", seats, "logits, in 1/1024"),
            ("share", "u32", seats, "chances in 1/65536, adding up to 65536"),
        ),
    )


def players_pilot(
    state: Record, offer: Record, sight: Record, weights: Record, estimate: Record, seats: int, tally: Record
) -> Record:
    """What plays a game that has players who look ahead. It begins like the pilot of a plain program."""
    return Record(
        "Pilot",
        "Who plays: one policy per seat, what these look at and remember, random numbers apart from those of the game.",
        (
            ("rng", Rng, "random numbers of the policies"),
            ("offer", offer, "answers to the open question"),
            ("decisions", "u32", "choices made in this game"),
            ("policy", "u8", seats, "policy of each seat (POLICY_*)"),
            ("manner", Manner, seats, "how each seat plays"),
            ("weights", weights, seats, "what each seat thinks things are worth"),
            ("sight", sight, "what the seat that thinks sees"),
            ("estimate", estimate, "how it judges that"),
            ("known", state, "all that the seat that thinks knows"),
            ("levels", level_record(state, offer), DEPTH + 1, "the way ahead"),
            ("search", search_record(state, offer), "what a search is at"),
            ("lines", Line, LINES, "the best lines so far, each with another first answer"),
            ("path", Line, "the line that is being tried"),
            ("plan", Line, "the line that was chosen last"),
            ("turn", "u32", "the turn that is looked through"),
            ("kept", "u8", "lines in use"),
            ("step", "u8", "answers of the plan that were given"),
            ("thinker", "u8", "seat that thinks: its weights judge, whoever's turn is tried"),
            ("keeps", "u8", "KEEPS_*: which lines are kept"),
            ("before", state, "the position before the last instruction of a recorded game"),
            ("tally", tally, "what happened in a recorded game"),
        ),
    )
