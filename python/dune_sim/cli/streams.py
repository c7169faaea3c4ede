"""Terminals and pipes as they come: closed, narrow, without umlauts; and being asked to stop."""

from __future__ import annotations

import codecs
import io
import os
import signal
import sys
import unicodedata

#: what stands for a sign that a terminal cannot show
PLAIN = {"…": "...", "·": "-", "→": "->", "×": "x", "─": "-", "—": "-", "–": "-", "≤": "<=", "’": "'", "█": "#"}
#: fewer columns than these hold no table
NARROWEST = 40


def prepare() -> str:
    """Make the streams of this process fit to be used; what is wrong with them, if anything."""
    while (spare := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass  # a closed stream keeps its number, or the next file that is opened would be taken for it
    os.close(spare)
    closed = sys.stdout is None
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    codecs.register_error("dune_sim", plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="dune_sim")
    for size, least in (("COLUMNS", NARROWEST), ("LINES", 1)):
        told = os.environ.get(size, "")
        if not told.isdecimal() or not told.isascii() or not 0 < int(told[:9]) < 10_000:
            os.environ.pop(size, None)
        else:
            os.environ[size] = str(max(int(told), least))
    if hasattr(signal, "SIGTERM"):
        # being asked to stop is Ctrl-C: finished games are kept
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    return "the output cannot be written: it is closed" if closed else ""


def plainly(error: UnicodeError) -> tuple[str, int]:
    """Signs that an encoding does not have, in those that every encoding has."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(plain(sign) for sign in error.object[error.start : error.end]), error.end


def plain(sign: str) -> str:
    if sign in PLAIN:
        return PLAIN[sign]
    bare = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return bare or "?"


def on_terminal() -> bool:
    """Whether somebody watches: progress is for them only."""
    return sys.stderr.isatty()
