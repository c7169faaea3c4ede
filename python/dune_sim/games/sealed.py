"""Games and positions on their way: what they belong to travels with them, under one checksum.

A pickle holds one block of bytes: a mark, a checksum, a head that says what the game is, and the bytes of the position.
Plain data of a position (``to_dict``) says the same under its key ``saved``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

from dune_sim.engines.memory import dtype_of
from dune_sim.errors import SavedError
from dune_sim.late import late
from dune_sim.programs import program

if TYPE_CHECKING:
    from dune_sim.games.base import Game
    from dune_sim.games.state import State

MARK = b"dune_sim/1"
DIGEST = 16
#: where the head of a block begins; two bytes before it say how long it is
HEAD = len(MARK) + DIGEST + 2
#: the byte that stands for the whole truth, where else the number of the viewer's seat stands
NOBODY = 255
#: turned in that byte where the position came out of a file in the middle of a turn; its two top bits differ then
DOUBTFUL = 0x40
SAVED = "saved"


def checksum(data: bytes) -> bytes:
    return blake2b(data, digest_size=DIGEST).digest()


# -- pickles -----------------------------------------------------------------------------------------------------------


def head_of(game: Game) -> tuple[bytes, dict[str, Any] | None]:
    """What fixes a game, as bytes; beside it the options, if they are more than plain data."""
    try:
        options, apart = plain_options(game), None
    except (TypeError, ValueError):
        options, apart = "", dict(game.spec)
    told = [game.name, options, game.engine_name, game.rules_version, game.tables_hash]
    return json.dumps(told).encode(), apart


def plain_options(game: Game) -> str:
    return json.dumps(game.spec, sort_keys=True)


def pack(game: Game, state: State | None = None) -> Any:
    """How a game, or a position of it, is pickled."""
    head, apart = game.head
    body = len(head).to_bytes(2, "little") + head
    if state is not None:
        seen = NOBODY if state.viewer is None else state.viewer
        body += bytes([seen ^ DOUBTFUL * state.doubtful]) + state.raw.tobytes()
    opener = open_game if state is None else open_state
    block = MARK + checksum(body) + body
    return (opener, (block,) if apart is None else (block, apart))


def open_game(block: object, apart: Mapping[str, Any] | None = None) -> Game:
    """A game out of a pickle."""
    game, rest = _open(block, apart)
    if rest:
        raise SavedError("this pickled game is damaged: it goes on after its end")
    return game


def open_state(block: object, apart: Mapping[str, Any] | None = None) -> State:
    """A position out of a pickle."""
    game, rest = _open(block, apart)
    raw, dtype = rest[1:], _dtype(game.program.name)
    if len(raw) != dtype.itemsize:
        raise SavedError(
            f"this pickled position is damaged: one of {game.name} has {dtype.itemsize} bytes, not {len(raw)}"
        )
    doubtful = rest[0] >> 6 in (1, 2)
    seen = rest[0] ^ DOUBTFUL * doubtful
    viewer = None if seen == NOBODY else seen
    if viewer is not None and viewer >= game.num_players:
        raise SavedError(f"this pickled position is damaged: {game.name} has no seat {viewer} that could see it")
    made: State = late("State")(game, np.frombuffer(bytearray(raw), dtype), viewer, doubtful)
    return made


@cache
def _dtype(name: str) -> np.dtype[np.void]:
    """How the bytes of a position lie; to look it up by its record takes longer than all the rest."""
    return dtype_of(program(name).records["State"])


def _open(block: object, apart: Mapping[str, Any] | None) -> tuple[Game, bytes]:
    """The game that a block names, made once and kept, and what follows the head."""
    if not isinstance(block, bytes) or not block.startswith(MARK) or len(block) < HEAD:
        raise SavedError("this pickle is damaged, or another version of dune_sim wrote it")
    body = block[HEAD - 2 :]
    if checksum(body) != block[len(MARK) : HEAD - 2]:
        raise SavedError("this pickle is damaged: its checksum does not fit its bytes")
    end = 2 + int.from_bytes(body[:2], "little")
    return _game(body[2:end], apart), body[end:]


def _game(head: bytes, apart: Mapping[str, Any] | None) -> Game:
    try:
        name, options, engine, rules, tables = json.loads(head)
        if not all(isinstance(one, str) for one in (name, options, engine)):
            raise TypeError
    except (ValueError, TypeError, RecursionError):
        raise SavedError("this pickle is damaged: its head cannot be read") from None
    game: Game = late("kept")(name, options, engine) if apart is None else late("remake")(name, dict(apart), engine)
    check_origin(game, f"this pickle of {name}", rules, tables)
    return game


def check_origin(game: Game, what: str, rules: object, tables: object) -> None:
    """Refuse what was saved under other rules, or with other content or options."""
    if rules != game.rules_version:
        raise SavedError(f"{what} belongs to version {rules!r} of the rules; here is version {game.rules_version}")
    if tables != game.tables_hash:
        raise SavedError(f"{what} belongs to other content or options ({tables!s:.16} against {game.tables_hash})")


# -- plain data --------------------------------------------------------------------------------------------------------


def seal(game: Game, data: dict[str, Any]) -> dict[str, Any]:
    """Plain data of a position with the key ``saved``: what it belongs to, and a checksum over all of it."""
    told: dict[str, Any] = {"game": game.name, "rules": game.rules_version, "tables": game.tables_hash}
    try:
        told["options"] = json.loads(plain_options(game))
    except (TypeError, ValueError):
        told["options"] = None
    sealed = {**data, SAVED: told}
    told["checksum"] = _sum(sealed)
    return sealed


def unseal(game: Game, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Plain data without its key ``saved``, which is checked; with ``running`` left out it is any scenario."""
    if SAVED in data and ("running" in data or not game.begins_anew):
        _check_saved(game, data[SAVED], data)
    elif data.get("running") is not None:
        raise SavedError("the key running holds only beside the key saved that was written with it; leave it out")
    return {key: value for key, value in data.items() if key != SAVED}


def _check_saved(game: Game, told: object, data: Mapping[str, Any]) -> None:
    if not isinstance(told, dict) or not isinstance(told.get("checksum"), str):
        raise SavedError("this position is damaged: its key saved must be what to_dict writes")
    if told.get("game") != game.name:
        raise SavedError(f"this is a position of {told.get('game')!s:.20}, not of {game.name}")
    check_origin(game, "this position", told.get("rules"), told.get("tables"))
    try:
        found = _sum({**data, SAVED: {key: value for key, value in told.items() if key != "checksum"}})
    except (TypeError, ValueError, RecursionError):
        found = ""
    if found != told["checksum"]:
        keys = "keys running and saved: the phase then begins anew" if game.begins_anew else "key saved"
        raise SavedError(f"this position was changed after it was saved; if that was meant, leave out its {keys}")


def _sum(data: Mapping[str, Any]) -> str:
    return checksum(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hex()
