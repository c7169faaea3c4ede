"""All commands, loaded one by one when they are used, and what happens when something is wrong."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from dune_sim._version import __version__
from dune_sim.content.overlay import near
from dune_sim.errors import DuneSimError, UsageError

#: command -> module and function; a new command is a module with a typer function and a line here
COMMANDS = {
    "battle": "dune_sim.cli.battle:battle",
    "engines": "dune_sim.cli.engines:engines",
    "content": "dune_sim.cli.content:content",
    "run": "dune_sim.cli.run:run",
    "arena": "dune_sim.cli.arena:arena",
    "verify": "dune_sim.cli.verify:verify",
    "bench": "dune_sim.cli.bench:bench",
    "play": "dune_sim.cli.play:play",
    "advise": "dune_sim.cli.advise:advise",
    "show": "dune_sim.cli.show:show",
    "replay": "dune_sim.cli.show:replay",
    "report": "dune_sim.cli.report:report",
    "experiment": "dune_sim.cli.experiment:experiment",
    "cards": "dune_sim.cli.profile:cards",
    "leaders": "dune_sim.cli.profile:leaders",
    "balance": "dune_sim.cli.profile:balance",
    "sql": "dune_sim.cli.sql:sql",
}

# the base of every complaint about arguments; newer typer no longer exports click's classes under that name
ArgumentsWrong: Any = typer.BadParameter.__mro__[2]


class LazyCommands(TyperGroup):
    """A group whose commands are imported on first use, so that one command does not pay for the others."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.commands and cmd_name in COMMANDS:
            module, function = COMMANDS[cmd_name].split(":")
            alone = typer.Typer(add_completion=False, rich_markup_mode=None)
            alone.command(cmd_name)(getattr(import_module(module), function))
            self.commands[cmd_name] = typer.main.get_command(alone)
        return self.commands.get(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS:
            hint = near(args[0], COMMANDS) or f"; commands: {', '.join(COMMANDS)}"
            raise UsageError(f'there is no command "{args[0]}"{hint}')
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command and see its output off, so that what goes wrong on the way is told like any other thing."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            close_output()
            raise typer.Exit(141) from None

    def main(self, args: Sequence[str] | None = None, *more: Any, **options: Any) -> Any:
        """Run a command and leave: 0 fine, 1 a check failed, 2 bad usage, 130 interrupted, 141 nobody reads on."""
        # a legion that starts with a negative count is no option; its own check explains what is wrong
        given = [f" {one}" if re.match(r"-\d+\s", one) else one for one in (sys.argv[1:] if args is None else args)]
        try:
            result = super().main(given, *more, **{**options, "standalone_mode": False})
        except DuneSimError as error:
            sys.exit(complain(str(error)))
        except ArgumentsWrong as error:
            sys.exit(complain(argument_sentence(error)))
        except OSError as error:
            sys.exit(system_refused(error))
        except (KeyboardInterrupt, typer.Abort):
            result = 130
        if result == 130:
            print("interrupted", file=sys.stderr)
        sys.exit(result if isinstance(result, int) else 0)


#: what the checks of numbers call their kinds -> what a value must be
MUST_BE = {"int_parsing": "a whole number", "float_parsing": "a number", "greater_than_equal": "at least {ge}"}


def argument_sentence(error: Any) -> str:
    """What is wrong with the arguments, the wrong value included."""
    found: list[dict[str, Any]] = getattr(error.__cause__, "errors", list)()
    if not found or found[0]["type"] not in MUST_BE:
        return str(error.format_message())
    must = MUST_BE[found[0]["type"]].format(**found[0].get("ctx", {}))
    return f"{error.param.opts[0]} must be {must}, not {found[0]['input']}"


def system_refused(error: OSError) -> int:
    """Say which file the system refused; the exit code of bad usage."""
    if error.filename is not None:
        return complain(f"{error.filename}: {error.strerror}")
    close_output()
    return complain(f"the output cannot be written: {error.strerror}")


def close_output() -> None:
    """Let what is still on its way to a closed or full output go nowhere, or Python would complain of it at the end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str) -> int:
    """Say on stderr what is wrong; the exit code of bad usage."""
    print(f"error: {message}", file=sys.stderr)
    return 2


app = typer.Typer(
    cls=LazyCommands,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    invoke_without_command=True,
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"dune_sim {__version__}")
        raise typer.Exit


@app.callback()
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="print the version and leave", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """War for Arrakis and Dune: Imperium, played by the million.

    Every command has --help with examples, and --json for programs.
    Exit code 0: fine, 1: a check failed, 2: wrong usage.
    """
    if context.invoked_subcommand is None:
        print(context.get_help())
