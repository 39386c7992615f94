"""Run a command of the bot: `liars-dice COMMAND` or `python -m bot COMMAND`. `_COMMANDS` lists the commands.

Each command imports only the modules that it needs. This lets `sandbox` show its page before the rest of the bot is
imported.
"""

import asyncio
import gc
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from bot.operating import command_line, commands, env_file
from bot.settings import HOW_TO_CONNECT, NO_SANDBOX, CannotStart, Settings


def main() -> int:
    """Run the given command, and return the exit code."""
    try:
        code = _done()
        sys.stdout.flush()
    except BrokenPipeError:  # the program that reads the output, such as `head`, has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return code


def _done() -> int:
    try:
        given = command_line.parsed(sys.argv[1:])
    except SystemExit as answered:
        return int(answered.code or 0)
    try:
        if "env_file" in given:
            given.env_file = env_file.load(given.env_file)
        return _COMMANDS[given.command](given)
    except CannotStart as why:
        print(why, file=sys.stderr)
        return 2


def _run(given: Namespace) -> int:
    shards = {} if given.shards is None else {"SHARDS": given.shards}
    settings = Settings.from_environment({**os.environ, **shards})
    if not settings.token:
        print(HOW_TO_CONNECT, file=sys.stderr)
        return 2
    with _imported_for_good():
        from bot import logs
        from bot.outbox.connection import point_where_set
        from bot.running import run
        from bot.sharing import supervisor

    point_where_set(settings)
    logs.set_up(settings)
    if given.processes is not None:
        return asyncio.run(supervisor.run(settings, given.processes))
    return asyncio.run(run(settings))


@contextmanager
def _imported_for_good() -> Iterator[None]:
    """Exempt the modules that are imported in the body from garbage collection, because they are never garbage.

    Scanning them would take a tenth of the start-up time. Later it would pause the bot several times for up to a tenth
    of a second.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _extra(part: str, given: Any) -> int:
    """Run the module `part`, which needs the extra [sandbox], and return the exit code.

    If the extra is not installed, print how to install it and return 2.
    """
    try:
        action = import_module(part).main
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] == "bot":
            raise
        print(NO_SANDBOX, file=sys.stderr)
        return 2
    return int(action(given))


def _tables(_: Namespace) -> int:
    from bot.operating import exporting

    found = exporting.open_tables(Settings.from_environment().database_url)
    if not found:
        print("No table is open.")
        return 0
    for line in (exporting.OPEN, *found):
        print("{:<10}  {:<20}  {:<10}  {:<18}  {:<16}  {}".format(*line))
    return 0


def _export(given: Namespace) -> int:
    from bot.operating import exporting

    url = Settings.from_environment().database_url
    match given.what:
        case "game":
            print(exporting.record(url, given.number, given.names), end="")
        case "records":
            print(f"Records written: {exporting.records(url, given.guild, given.names, given.into)}.")
        case sheet:
            exporting.sheet(url, sheet, given.guild, given.names, given.csv)
    return 0


def _doctor(given: Namespace) -> int:
    from bot.operating import doctor

    return doctor.main(given.env_file)


_COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "run": _run,
    "sandbox": lambda given: _extra("bot.sandbox", given),
    "demo": lambda given: _extra("bot.demo", given.names),
    "tables": _tables,
    "export": _export,
    "doctor": _doctor,
    **commands.COMMANDS,
}

if __name__ == "__main__":
    sys.exit(main())
