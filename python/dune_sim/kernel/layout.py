"""Records that every game shares."""

from __future__ import annotations

from dune_sim.lang.records import Record

Rng = Record(
    "Rng",
    "State of the xoshiro256** generator; never part of an observation.",
    (("s", "u64", 4, "generator words"),),
)

Op = Record(
    "Op",
    "One instruction of an effect program.",
    (
        ("code", "u8", "what to do (OP_* of the game)"),
        ("must", "u8", "1 if it may not be refused from the start: whoever chose it could have refused elsewhere"),
        ("a", "i16", "first operand"),
        ("b", "i16", "second operand"),
        ("c", "i16", "third operand"),
    ),
)

Frame = Record(
    "Frame",
    "A running effect program: where it is and what it remembers.",
    (
        ("pc", "u16", "index of the current instruction"),
        ("who", "u8", "player who resolves it and makes its choices"),
        ("stage", "u8", "step inside the current instruction; 0 on arrival"),
        ("a", "i16", "register"),
        ("b", "i16", "register"),
        ("c", "i16", "register"),
    ),
)



def stack_record(depth: int) -> Record:
    """A decision stack with room for so many pending programs."""
    return Record(
        "Stack",
        "Pending effect programs, the current one on top; the game itself is the lowest.",
        (("frames", Frame, depth, "frames"), ("depth", "u8", "frames in use")),
    )


def offer_record(actions: int) -> Record:
    """The question that is open: one bit for each action id that may answer it."""
    words = (actions + 63) // 64
    fields = (("bits", "u64", words, "legal actions, one bit each"),)
    return Record("Offer", "The answers to the open question.", fields)


def pilot_record(offer: Record, seats: int) -> Record:
    """What plays a game besides its record."""
    return Record(
        "Pilot",
        "Who plays: one policy per seat, its own random numbers apart from the chance of the game, the open question.",
        (
            ("rng", Rng, "random numbers of the policies"),
            ("offer", offer, "answers to the open question"),
            ("decisions", "u32", "choices made in this game"),
            ("policy", "u8", seats, "policy of each seat (POLICY_* of the game)"),
        ),
    )


def tally_record(seats: int, columns: int, counts: int) -> Record:
    """What is counted while a recorded game is played."""
    return Record(
        "Tally",
        "What happened to each seat of a recorded game.",
        (
            ("counts", "u64", seats * counts, "eight counts in a word, the words of the first seat first"),
            ("seats", "i32", seats * columns, "columns of the seats, those of the first seat first"),
        ),
    )


Call = Record(
    "Call",
    "What the host asks of the kernels: one crossing of the border for many games.",
    (
        ("seed", "u64", "seed of the run"),
        ("first", "i64", "index of the first game"),
        ("op", "i32", "CALL_* of the driver"),
        ("low", "i32", "first slot of the state array"),
        ("high", "i32", "slot after the last"),
        ("count", "i32", "how many games to play"),
        ("action", "i32", "action to apply, or a seat"),
    ),
)
