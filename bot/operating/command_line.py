"""The tree of parsers for the command line: one parser for each command, which says what the command takes.

The parsers import nothing of the bot's except its settings, so that help and mistakes are answered at once.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from bot.settings import COMMAND, INSTALLED_AS, VERSION

WIDTH = 80
"""The columns of a screen. The help of each command fits a screen of 24 lines."""

LONGEST_NUMBER = 20
"""The ids of tables and servers have fewer digits than this."""

OPTION = re.compile(r"(?<!\S)--[a-z][a-z-]*")

EACH = {
    "run": "the bot on Discord; needs DISCORD_TOKEN",
    "invite": "the address that invites the bot, and what each permission is for",
    "doctor": "check everything that a start needs, and say what to do",
    "emojis": "upload the pictures of the dice; needs DISCORD_TOKEN",
    "sandbox": "the bot in a local Discord in the browser",
    "demo": "a short game of each kind, as a transcript",
    "tables": "the open tables, and for whom each waits",
    "migrate": "bring the database up to date, and nothing else",
    "backup": "write the database into a file, complete and checked",
    "restore": "put a backup in place of a database",
    "move-data": "copy everything from one database into another, new one",
    "export": "games, boards and records, as text or CSV",
    "rebuild": "count again everything that the boards show",
}
"""The commands, each with its line in the list of all commands."""

USAGE = "\n".join(
    (
        f"{COMMAND}, followed by one of these:",
        *(f"  {name:<11} {line}" for name, line in EACH.items()),
        f"  {'--version':<11} print the version of the bot",
        f"`{COMMAND} COMMAND -h` says what a command does and takes.",
        "Settings are environment variables, or lines NAME=value in .env in this folder.",
        "Exit codes: 0 done, 1 not done, 2 a setting or an option is wrong, 130 Ctrl-C.\n",
    )
)

COMMAND_FIRST = f"The command comes first, as in {COMMAND} backup FILE --env-file SETTINGS."

PLAIN = "Usage: {command}; the database is that of DATABASE_URL."
RUN = f"Usage: {COMMAND} run [--shards 0-3/16] [--processes 4]; several processes need PostgreSQL."
DOCTOR = f"Usage: {COMMAND} doctor; it checks the settings that the bot would have."
INVITE = f"Usage: {COMMAND} invite [--application NUMBER]; without it the bot is that of DISCORD_TOKEN."
EMOJIS = f"Usage: {COMMAND} emojis; the bot is that of DISCORD_TOKEN."
SANDBOX = f"Usage: {COMMAND} sandbox [--port 8642] [--data FOLDER] [--no-open]; -h says more."
DEMO = f"Usage: {COMMAND} demo [NAME...], as in demo cup joker."
BACKUP = (
    f"Usage: {COMMAND} backup FILE; the database is that of DATABASE_URL. Or backup FOLDER --keep 14, which keeps the "
    "newest 14 in a folder."
)
RESTORE = f"Usage: {COMMAND} restore FILE [--over]; the database is that of DATABASE_URL."
MOVE = (
    f"Usage: {COMMAND} move-data FROM TO, as in move-data sqlite:///data/liars-dice.sqlite NEW_DATABASE_URL, where "
    "the variable NEW_DATABASE_URL has the address (with its password, which others could read on a command line)."
)
EXPORT = (
    f"Usage: {COMMAND} export game NUMBER [--names], with the table's number; or export boards|games "
    "--guild NUMBER [--names] [--csv FILE]; or export records --guild NUMBER [--names] --into FOLDER."
)

SHARDS = (
    "serve only these shards: 0 to 3 of 16; or 5/16, one of 16; or ordinal:4/16, four of 16, chosen by the number at "
    "the end of the host's name. Without it: all"
)
ANOTHER = "run this Python module with these arguments as the bot (default: bot run)"
FAULTS = (
    """let requests of the bot fail, as in '{"faults": [{"kind": "500", "share": 0.1}]}'; bot/sandbox/README.md """
    "lists the kinds"
)
GAMES = ("common", "dudo", "cup", "firehouse", "bar", "joker", "perudo", "mia", "bluff", "dahua")

TABLE = 'as in the log\'s line of its end, "Game 7 is over"'
GUILD = "the server: in a channel's address, after /channels/"

SETTINGS = """\
Settings are environment variables, or lines NAME=value in .env in the working
folder, which only you may read. The environment wins. RUNBOOK.md lists them."""


class Parser(argparse.ArgumentParser):
    """A parser that takes only whole options, and answers a mistake with one sentence and exit code 2."""

    def __init__(self, sentence: str, **named: Any) -> None:
        """Set up the parser. `sentence` says what the command takes."""
        as_written = partial(argparse.RawDescriptionHelpFormatter, width=WIDTH, max_help_position=24)
        super().__init__(allow_abbrev=False, formatter_class=as_written, **named)
        self._sentence = sentence
        self._words: Sequence[str] = ()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the parsed words. Refuse unknown words here, because the parser above has another sentence."""
        self._words = args or ()
        given, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(" ".join(unknown))
        return given, unknown

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print a message. Unlike argparse, raise `BrokenPipeError` if nobody reads it, as other commands do."""
        print(message, end="", file=file or sys.stderr)

    def error(self, message: str) -> NoReturn:
        """Print the sentence and the name of a wrong option, and exit with 2.

        Other words of the command line are not repeated, because they may contain a password.
        """
        options = [found[0] for word in (*self._words, *message.split()) if (found := OPTION.match(word)) is not None]
        unknown = [each for each in options if each not in self._option_string_actions]
        wrong = unknown or OPTION.findall(message)
        self.exit(2, f"{self._sentence}{f' Look at {wrong[0]}.' if wrong else ''}\n")


class _Tree(Parser):
    """The parser above all commands. Its help is the list of commands."""

    def format_help(self) -> str:
        return USAGE

    def error(self, message: str) -> NoReturn:
        if any(word.startswith("-") for word in self._words[:1]):
            super().error(message)
        self.print_help()
        self.exit(2)


def parsed(words: Sequence[str]) -> argparse.Namespace:
    """Return what a command line asks for: the name of the command in `command`, and the options of that command.

    If it asks for help, or for something that no command takes, print the answer and raise `SystemExit`.
    """
    tree = _Tree(COMMAND_FIRST, prog=COMMAND)
    tree.add_argument("--version", action="version", version=f"{INSTALLED_AS} {VERSION}")
    commands = tree.add_subparsers(dest="command", required=True, parser_class=Parser)
    for add in (_run, _looking, _local, _backups, _changing, _moving, _export):
        add(commands)
    return tree.parse_args(["-h"] if list(words[:1]) in ([], ["help"]) else words)


Commands = Any
"""The object to which argparse adds the parsers of the commands."""


def _add(commands: Commands, name: str, sentence: str, description: str, epilog: str = SETTINGS) -> Parser:
    """Add the parser of a command that reads the operator's settings, and return the parser."""
    made: Parser = commands.add_parser(name, sentence=sentence, description=description, epilog=epilog)
    _add_env_file(made)
    return made


def _add_env_file(parser: Parser, **named: Any) -> None:
    said = "read the settings in FILE, not those in .env"
    parser.add_argument("--env-file", type=Path, metavar="FILE", help=said, **named)


def _add_yes(parser: Parser) -> None:
    parser.add_argument("--yes", action="store_true", help="do not ask first; without a terminal nothing is asked")


def _number(word: str) -> int:
    if word.isascii() and word.isdigit() and len(word) < LONGEST_NUMBER:
        return int(word)
    raise argparse.ArgumentTypeError("no number")


def _positive(word: str) -> int:
    if number := _number(word):
        return number
    raise argparse.ArgumentTypeError("none")


def _file(word: str) -> Path:
    if word and not word.startswith("-"):
        return Path(word)
    raise argparse.ArgumentTypeError("no file")


def _run(commands: Commands) -> None:
    what = """\
Run the bot on Discord until SIGTERM or Ctrl-C. It first brings the database up
to date. It needs DISCORD_TOKEN; DATABASE_URL names the database, HEALTH_PORT
the port for /healthz and /metrics. Exit codes: 0 it was stopped, 1 another
process took over, 2 a setting is wrong (a sentence says which)."""
    run = _add(commands, "run", RUN, what)
    run.add_argument("--shards", metavar="0-3/16", help=SHARDS)
    run.add_argument(
        "--processes",
        type=_number,
        metavar="N",
        help="run N processes that share the servers, each with the next HEALTH_PORT; on PostgreSQL. There are N "
        "shards unless --shards names more",
    )


def _looking(commands: Commands) -> None:
    what = """\
Print the address with which the manager of a server invites the bot, and for
each scope and permission in it what breaks without it. Nothing is sent to
Discord. The bot is that of DISCORD_TOKEN, unless you name its application."""
    invite = _add(commands, "invite", INVITE, what)
    said = "its Application ID, from General Information in the developer portal"
    invite.add_argument("--application", type=_number, metavar="NUMBER", help=said)
    what = """\
Check the token, the database, the disk, the bot's permissions on its servers,
its emojis and the clock. A line that begins with DO says what to do; then the
exit code is 1. Nothing is changed, and the bot may be running."""
    _add(commands, "doctor", DOCTOR, what)
    what = """\
Upload the pictures of the dice to the bot's application, or those that have
changed. Run it once after the installation, and when CHANGELOG.md says so;
then restart the bot. It needs DISCORD_TOKEN. If it was interrupted, run it
again: it goes on from there."""
    _add(commands, "emojis", EMOJIS, what)
    what = """\
List the open tables: number, server, game, phase, since when, and the ids of
the people for whom each waits. Nothing is changed, and the bot may be running."""
    _add(commands, "tables", PLAIN.format(command=f"{COMMAND} tables"), what)


def _local(commands: Commands) -> None:
    what = """\
Run the bot in a local Discord in the browser. It needs no account and no
token, and reads no .env. The wheel needs its extra [sandbox] for this."""
    sandbox = commands.add_parser("sandbox", sentence=SANDBOX, description=what)
    sandbox.add_argument(
        "--data",
        type=Path,
        default=Path("data/sandbox"),
        metavar="FOLDER",
        help="where everything is kept (default: data/sandbox)",
    )
    sandbox.add_argument("--port", type=_number, metavar="NUMBER", help="on 127.0.0.1 (default: 8642, or the next)")
    sandbox.add_argument("--alone", action="store_true", help="no bot: print the settings for your own bot run")
    sandbox.add_argument("--open", action=argparse.BooleanOptionalAction, help="open the browser")
    sandbox.add_argument("--bot", default="bot run", metavar="WORDS", help=ANOTHER)
    sandbox.add_argument("--faults", default="{}", metavar="JSON", help=FAULTS)
    what = """\
Play a short game of each kind in memory, or of those that are named, and print
a transcript. It needs no token and no database, and reads no .env."""
    demo = commands.add_parser("demo", sentence=DEMO, description=what)
    demo.add_argument("names", nargs="*", metavar="NAME", help=f"one of: {', '.join(GAMES)}")


def _backups(commands: Commands) -> None:
    what = """\
Write the database, as it is at one moment, into FILE, and check the whole
file. The bot may be running. Only you can read the file; it has hidden dice,
so guard it like the database. If the backup fails, an older FILE stays.
With --keep, FILE is a folder, each backup in it is named by its time, and old
ones are deleted. On PostgreSQL this needs pg_dump and pg_restore of the
server's version."""
    backup = _add(commands, "backup", BACKUP, what)
    backup.add_argument("file", type=_file, metavar="FILE", help="the file; with --keep, the folder")
    backup.add_argument("--keep", type=_positive, metavar="N", help="add a backup to a folder, and keep the newest N")
    what = """\
Put a backup in place of an empty database, or with --over of any. Stop the bot
first, and the pooler if you use one. On SQLite the old file stays under another
name; on PostgreSQL the old rows are deleted, so back them up first. The result
is brought up to date and checked. With --over, at a terminal, you are asked
first."""
    restore = _add(commands, "restore", RESTORE, what)
    restore.add_argument("file", type=_file, metavar="FILE", help="a file that backup made")
    restore.add_argument("--over", action="store_true", help="replace what is in the database")
    _add_yes(restore)


def _changing(commands: Commands) -> None:
    what = """\
Bring the database up to date, as each start of the bot does. At a terminal you
are asked first if there is something to do. Back up before; CHANGELOG.md says
whether older processes have to be stopped."""
    _add_yes(_add(commands, "migrate", PLAIN.format(command=f"{COMMAND} migrate"), what))
    what = """\
Count again everything that the boards show, from the games that are kept. Run
it when CHANGELOG.md says so. On SQLite stop the bot first; on PostgreSQL it
may be running. At a terminal you are asked first."""
    _add_yes(_add(commands, "rebuild", PLAIN.format(command=f"{COMMAND} rebuild"), what))


def _moving(commands: Commands) -> None:
    what = """\
Copy everything from one database into another, which is new or empty, and
compare all rows. Stop the bot first. FROM and TO are addresses as in
DATABASE_URL (not a pooler's), or the names of variables that have them: use a
variable for an address with a password. FROM stays as it is. The way back is
FROM, without what was played since, or a move of TO into another new database.
At a terminal you are asked first.
Example: move-data sqlite:///data/liars-dice.sqlite NEW_DATABASE_URL"""
    moving = _add(commands, "move-data", MOVE, what)
    moving.add_argument("source", type=str, metavar="FROM", help="the old database: an address, or a variable's name")
    moving.add_argument("target", type=str, metavar="TO", help="the new database: an address, or a variable's name")
    _add_yes(moving)


def _export(commands: Commands) -> None:
    what = """\
Write what is kept of finished games. Nothing is changed, and the bot may be
running. Players are p1, p2 ... unless you ask for names. The number of a server
is in the address of its channels, after /channels/."""
    export = _add(commands, "export", EXPORT, what)
    export.add_argument("--names", action="store_true", help="write the players' names")
    kinds = export.add_subparsers(dest="what", required=True, parser_class=Parser, metavar="WHAT")

    def kind(name: str, line: str, *needed: str) -> Parser:
        said = f"{line[0].upper()}{line[1:]}."
        made: Parser = kinds.add_parser(name, sentence=EXPORT, help=line, description=said, epilog=SETTINGS)
        made.add_argument("--names", action="store_true", default=argparse.SUPPRESS, help="write the players' names")
        _add_env_file(made, default=argparse.SUPPRESS)
        if "guild" in needed:
            made.add_argument("--guild", type=_number, required=True, metavar="NUMBER", help=GUILD)
        if "csv" in needed:
            made.add_argument("--csv", type=Path, metavar="FILE", help="write into FILE, not to standard output")
        return made

    game = kind("game", "print the record of a finished game, by its table's number")
    game.add_argument("number", type=_number, metavar="NUMBER", help=TABLE)
    kind("boards", "write the boards of a server as CSV", "guild", "csv")
    kind("games", "write every seat of a server's games as CSV", "guild", "csv")
    records = kind("records", "write every record of a server, one file for each game", "guild")
    records.add_argument("--into", type=Path, required=True, metavar="FOLDER", help="the folder for the files")
