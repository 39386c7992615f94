"""The command line: `liars-dice` or `python -m bot`, followed by one of the commands in `_COMMANDS`.

Each command imports only the modules that it needs. This lets `sandbox` show its page before the rest of the bot is
imported.
"""

import asyncio
import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from bot.operating import commands
from bot.settings import COMMAND, HOW_TO_CONNECT, INSTALLED_AS, NO_SANDBOX, VERSION, CannotStart, Settings

USAGE = f"""\
{COMMAND}, followed by one of these:
  run [--shards 0-3/16] [--processes N]
                the bot on Discord, or these shards of it, in one process or several; needs DISCORD_TOKEN
  sandbox       the bot in a local Discord in the browser
  demo [NAME...]
                a short game of each kind, or of those named (demo cup), as a transcript
  doctor        check everything that a start needs, and say what to do; changes nothing
  emojis        upload the pictures of the dice, or the changed ones; needs DISCORD_TOKEN
  migrate       bring the database up to date, and nothing else
  tables        the open tables: server, game, phase, since when, and for whom each waits; the bot may be running
  backup FILE   write the database into a file, complete and checked, as it is at one moment; the bot may be running
  restore FILE [--over]
                put such a file in place of an empty database; --over: or of one that is not empty
  move-data FROM TO
                copy everything from one database into another, new one, compared row by row; both are addresses
                as in DATABASE_URL, or the names of variables that have them
  export game NUMBER [--names]
                a finished game as a record, by the players' names or as p1, p2 ...; the bot may be running
  export boards|games --guild NUMBER [--names] [--csv FILE]
                the boards of a server, or every seat of its games, as CSV
  export records --guild NUMBER [--names] --into FOLDER
                every record of a server that is kept, one file for each game
  rebuild       count everything that the boards show again
  --version     print the version of the bot\
"""

RUN = f"Usage: {COMMAND} run [--shards 0-3/16] [--processes 4]; several processes need PostgreSQL."
TABLES = f"Usage: {COMMAND} tables; the database is that of DATABASE_URL."
EXPORT = (
    f"Usage: {COMMAND} export game NUMBER [--names], with the table's number; or export boards|games "
    "--guild NUMBER [--names] [--csv FILE]; or export records --guild NUMBER [--names] --into FOLDER."
)
LONGEST_NUMBER = 20
"""The ids of tables and servers have fewer digits than this."""


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
    command, *arguments = sys.argv[1:] or [""]
    if command == "--version":
        print(f"{INSTALLED_AS} {VERSION}")
        return 0
    action = _COMMANDS.get(command)
    if action is None:
        print(USAGE)
        return 0 if command in ("", "-h", "--help", "help") else 2
    try:
        return action(arguments)
    except CannotStart as why:
        print(why, file=sys.stderr)
        return 2


def _run(arguments: list[str]) -> int:
    asked = _of_running(arguments)
    if asked is None:
        print(RUN, file=sys.stderr)
        return 2
    settings = Settings.from_environment({**os.environ, **asked})
    if not settings.token:
        print(HOW_TO_CONNECT, file=sys.stderr)
        return 2
    with _imported_for_good():
        from bot import logs
        from bot.running import run
        from bot.sharing import supervisor

    logs.set_up(settings)
    if processes := asked.get("PROCESSES"):
        return asyncio.run(supervisor.run(settings, int(processes)))
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


def _of_running(arguments: list[str]) -> dict[str, str] | None:
    """Return the settings in the arguments of `run` by name, or None if the arguments are invalid."""
    match arguments:
        case []:
            return {}
        case ["--shards", shards, *more] if (asked := _of_running(more)) is not None:
            return {**asked, "SHARDS": shards}
        case ["--processes", many, *more] if _is_number(many) and (asked := _of_running(more)) is not None:
            return {**asked, "PROCESSES": many}
    return None


def _extra(part: str, *arguments: list[str]) -> int:
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
    return int(action(*arguments))


def _tables(arguments: list[str]) -> int:
    from bot.operating import exporting

    if arguments:
        print(TABLES, file=sys.stderr)
        return 2
    found = exporting.open_tables(Settings.from_environment().database_url)
    if not found:
        print("No table is open.")
        return 0
    for line in (exporting.OPEN, *found):
        print("{:<10}  {:<20}  {:<10}  {:<18}  {:<16}  {}".format(*line))
    return 0


def _export(arguments: list[str]) -> int:
    from bot.operating import exporting

    names, url = "--names" in arguments, Settings.from_environment().database_url
    match [word for word in arguments if word != "--names"]:
        case ["game", number] if _is_number(number):
            print(exporting.record(url, int(number), names), end="")
        case ["boards" | "games" as what, "--guild", guild] if _is_number(guild):
            exporting.sheet(url, what, int(guild), names, None)
        case ["boards" | "games" as what, "--guild", guild, "--csv", path] if _is_number(guild):
            exporting.sheet(url, what, int(guild), names, Path(path))
        case ["records", "--guild", guild, "--into", path] if _is_number(guild):
            print(f"Records written: {exporting.records(url, int(guild), names, Path(path))}.")
        case _:
            print(EXPORT, file=sys.stderr)
            return 2
    return 0


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < LONGEST_NUMBER


def _doctor(arguments: list[str]) -> int:
    from bot.operating import doctor

    return doctor.main(arguments)


_COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "run": _run,
    "sandbox": lambda arguments: _extra("bot.sandbox", arguments),
    "demo": lambda arguments: _extra("bot.demo", arguments),
    "tables": _tables,
    "export": _export,
    "doctor": _doctor,
    **commands.COMMANDS,
}

if __name__ == "__main__":
    sys.exit(main())
