"""The operators' settings, read from the environment."""

import os
import platform
import re
import shlex
import sys
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qsl, unquote

import msgspec

VERSION = "0.3.0.dev0"
"""The version of the bot. The build reads it from here."""

INSTALLED_AS = "liars-dice"
"""The name of the program that the wheel installs, beside the Python interpreter."""


def _command() -> str:
    there = Path(sys.argv[0]).stem == INSTALLED_AS or Path(sys.executable).with_name(INSTALLED_AS).is_file()
    return INSTALLED_AS if there else "python -m bot"


COMMAND = _command()
"""The command that starts this bot, for messages to the operator."""

HOW_TO_CONNECT = (
    "DISCORD_TOKEN is not set: make a bot at https://discord.com/developers/applications and set DISCORD_TOKEN to its "
    f"token.\nMeanwhile `{COMMAND} sandbox` runs the same bot in a local Discord in your browser, and `{COMMAND} demo` "
    "plays all ten games."
)

NO_SANDBOX = (
    "The local Discord and the demo need the wheel's extra [sandbox]. In the folder of the wheel, run: "
    f"{shlex.quote(sys.executable)} -m pip install './liars_dice-{VERSION}-py3-none-any.whl[sandbox]'. With the "
    "sources, make play and make demo have it."
)

TIMESTAMP = 22
"""The number of bits below the timestamp in a snowflake. Only the timestamp decides a server's shard."""


class Shards(msgspec.Struct, frozen=True):
    """The shards from `first` to `last`, numbered from 0, out of `of` shards in all.

    The default is a single shard with all servers.
    """

    first: int = 0
    last: int = 0
    of: int = 1

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.of}"

    def have(self, guild: int) -> bool:
        """Return whether a server is on one of these shards."""
        return self.first <= (guild >> TIMESTAMP) % self.of <= self.last

    def numbers(self) -> range:
        """Return the numbers of these shards."""
        return range(self.first, self.last + 1)

    def are_all(self) -> bool:
        """Return whether these are all of the bot's shards."""
        return len(self.numbers()) == self.of

    def overlap(self, others: "Shards") -> bool:
        """Return whether a server can be on these shards and also on the other shards.

        If the total numbers of shards differ, any server may be on both.
        """
        return self.of != others.of or (self.first <= others.last and others.first <= self.last)


ALL_SHARDS = Shards()

SHARDS_NAMED = re.compile(r"(?P<first>\d{1,5})(-(?P<last>\d{1,5}))?/(?P<of>[1-9]\d{0,4})")

SHARDS_BY_ORDINAL = re.compile(r"ordinal:(?P<each>[1-9]\d{0,4})/(?P<of>[1-9]\d{0,4})")

ORDINAL = re.compile(r".*-(?P<number>\d{1,5})")
"""Matches the name of a StatefulSet's pod, which ends in its number."""

HOW_TO_NAME_SHARDS = (
    "--shards (or SHARDS) gives this process's shards of all: 0-3/16, or 5/16, or ordinal:4/16 if the "
    "host's name ends in the number of the process, as in a StatefulSet, and each has four."
)

NO_ORDINAL = "--shards ordinal:... needs a host whose name ends in a hyphen and a number, as a StatefulSet's pods have."


def read_shards(text: str, host: str) -> Shards:
    """Return the shards that `text` names. If `text` is "", return all shards.

    `host` is the name of this host, whose number selects the shards for an `ordinal:` text. Raises `ValueError` with a
    message for the operator if the text is invalid.
    """
    if not text:
        return ALL_SHARDS
    if (by := SHARDS_BY_ORDINAL.fullmatch(text)) is not None:
        return _checked_shards(_shards_of_host(int(by["each"]), int(by["of"]), host))
    found = SHARDS_NAMED.fullmatch(text)
    if found is None:
        raise ValueError(HOW_TO_NAME_SHARDS)
    return _checked_shards(Shards(int(found["first"]), int(found["last"] or found["first"]), int(found["of"])))


def dealt_out(shards: Shards, processes: int) -> tuple[Shards, ...]:
    """Divide these shards among `processes`. If there is a remainder, the first processes get one more shard.

    Raises `ValueError` with a message for the operator if there are fewer shards than processes.
    """
    many = len(shards.numbers())
    if not 1 <= processes <= many:
        raise ValueError(f"--processes is from 1 to {many}, the number of shards.")
    share, more = divmod(many, processes)
    starts = [shards.first + number * share + min(number, more) for number in range(processes + 1)]
    return tuple(Shards(start, end - 1, shards.of) for start, end in pairwise(starts))


def _shards_of_host(each: int, of: int, host: str) -> Shards:
    found = ORDINAL.fullmatch(host)
    if found is None:
        raise ValueError(NO_ORDINAL)
    first = int(found["number"]) * each
    return Shards(first, min(first + each, of) - 1, of)


def _checked_shards(shards: Shards) -> Shards:
    if not shards.first <= shards.last < shards.of:
        raise ValueError(HOW_TO_NAME_SHARDS)
    return shards


DEFAULT_DATABASE = "sqlite:///data/liars-dice.sqlite"

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")

FORMATS = ("plain", "json")

TOKEN = re.compile(r"[!-~]*")
"""Matches a token that fits into an HTTP header: printable ASCII without spaces."""

MOST_OF_A_PERSON = 25
"""The highest possible limit on one person's open tables. Some menus list them all, and a menu has at most 25 entries.
"""

MOST_ON_A_SERVER = 10_000

PAGE = re.compile(r"(https://[!-~]{1,500})?")
"""Matches an address that Discord accepts for a button, or ""."""

NO_WORD = (
    "DISCORD_TOKEN has white space or foreign signs inside: "
    "copy it again from the developer portal, as one word on one line."
)

NO_LEVEL = f"LOG_LEVEL is {', '.join(LEVELS[:-1])} or {LEVELS[-1]}; it is set to something else."

NO_LIMIT = "{name} is a whole number from 1 to {most}; it is set to something else."

YES_OR_NO = {"": False, "no": False, "0": False, "false": False, "yes": True, "1": True, "true": True}

NO_ANSWER = "DATABASE_POOLED is yes or no; it is set to something else."

ADDRESS = re.compile(
    r"postgres\w*(?:\+\w+)?://(?:(?P<user>[^:/]*)(?::[^@]*)?@)?[^/?]*(?:/(?P<name>[^?]*))?(?:\?(?P<query>.*))?"
)
"""Matches an address of PostgreSQL, and in it the name of the database."""

TWO_DATABASES = (
    "DATABASE_URL and DATABASE_LISTEN_URL name different databases: name the same database in both. If DATABASE_URL "
    "is no pooler, as when you practice a restore, set DATABASE_LISTEN_URL= to nothing."
)

MOST_CONNECTIONS = 1_000

NO_FORMAT = "LOG_FORMAT is plain or json; it is set to something else."

NO_PAGE = "{name} is the address of a page that people can open, like https://example.org/privacy; or leave it unset."

NOT_KNOWN = "Discord does not know this DISCORD_TOKEN: copy it again from the developer portal."


class CannotStart(Exception):  # noqa: N818 - the name says what happened
    """Raised if the bot cannot start with these settings. Its message tells the operator what to do."""


class NotYet(CannotStart):
    """Raised if the bot cannot start now. The problem may pass by itself, so the start is tried again."""


class Pages(msgspec.Struct, frozen=True):
    """The addresses of pages that the operator has published about the bot.

    An address is "" if there is no such page.
    """

    privacy: str = ""
    terms: str = ""
    support: str = ""


class Limits(msgspec.Struct, frozen=True):
    """The most open tables (lobbies and games) of one person, and of one server."""

    person: int = MOST_OF_A_PERSON
    server: int = 100


class Connections(msgspec.Struct, frozen=True):
    """How a process connects to PostgreSQL."""

    most: int = 20
    """The most connections that the process has open at once."""

    is_pooled: bool = False
    """Whether DATABASE_URL is the address of a pooler, which may run each transaction on another connection."""


USUAL = Connections()


class Port(msgspec.Struct, frozen=True):
    """The port on which the bot reports its health."""

    number: int
    host: str = "127.0.0.1"


class Settings(msgspec.Struct, frozen=True):
    """The bot's settings. The token and the database's password are never in a repr."""

    token: str = ""
    database_url: str = DEFAULT_DATABASE
    log_level: str = "INFO"
    log_format: str = "plain"
    pages: Pages = Pages()
    limits: Limits = Limits()
    health: Port | None = None
    shards: Shards = ALL_SHARDS
    listen_url: str = ""
    connections: Connections = USUAL
    api_url: str = ""
    gateway_url: str = ""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Return the settings from DISCORD_TOKEN, DATABASE_URL, LOG_LEVEL and the others in deploy/RUNBOOK.md.

        The token is "" if it is not set. Raises `CannotStart` for invalid values. DATABASE_URL is not checked here,
        because `bot/storage` reads it.
        """
        level = environment.get("LOG_LEVEL", "").strip().upper() or "INFO"
        if level not in LEVELS:
            raise CannotStart(NO_LEVEL)
        form = environment.get("LOG_FORMAT", "").strip().lower() or "plain"
        if form not in FORMATS:
            raise CannotStart(NO_FORMAT)
        return cls(
            token=_token(environment),
            database_url=environment.get("DATABASE_URL", "").strip() or DEFAULT_DATABASE,
            log_level=level,
            log_format=form,
            limits=Limits(
                _number(environment, "TABLES_PER_PERSON", Limits().person, MOST_OF_A_PERSON),
                _number(environment, "TABLES_PER_SERVER", Limits().server, MOST_ON_A_SERVER),
            ),
            health=_port(environment),
            shards=_shards(environment.get("SHARDS", "").strip()),
            listen_url=_listen_url(environment),
            connections=_connections(environment),
            api_url=environment.get("DISCORD_API_URL", "").strip(),
            gateway_url=environment.get("DISCORD_GATEWAY_URL", "").strip(),
            pages=Pages(*(_page(environment, name) for name in ("PRIVACY_URL", "TERMS_URL", "SUPPORT_URL"))),
        )

    def __repr__(self) -> str:
        return f"Settings(token={'<hidden>' if self.token else 'none'}, log_level={self.log_level})"


def _token(environment: Mapping[str, str]) -> str:
    token = environment.get("DISCORD_TOKEN", "").strip()
    if not TOKEN.fullmatch(token):
        raise CannotStart(NO_WORD)
    return token


def _number(environment: Mapping[str, str], name: str, default: int, most: int) -> int:
    typed = environment.get(name, "").strip()
    if not typed:
        return default
    if not re.fullmatch(r"[0-9]{1,9}", typed) or not 1 <= int(typed) <= most:
        raise CannotStart(NO_LIMIT.format(name=name, most=most))
    return int(typed)


def _listen_url(environment: Mapping[str, str]) -> str:
    """Return DATABASE_LISTEN_URL. Raise `CannotStart` if it names another database than DATABASE_URL.

    Some commands use one address and some the other, so one of them would change a database that is not meant.
    """
    direct = environment.get("DATABASE_LISTEN_URL", "").strip()
    named = {_database_in(each) for each in (direct, environment.get("DATABASE_URL", "").strip())} - {None}
    if len(named) > 1:
        raise CannotStart(TWO_DATABASES)
    return direct


def _database_in(address: str) -> str | None:
    """Return the name of the database in an address of PostgreSQL, or None if the address is another one.

    As in PostgreSQL's own programs, the name of the user is the default.
    """
    found = ADDRESS.fullmatch(address)
    if found is None:
        return None
    given = dict(parse_qsl(found["query"] or ""))
    return unquote(found["name"] or "") or given.get("dbname") or given.get("database") or unquote(found["user"] or "")


def _connections(environment: Mapping[str, str]) -> Connections:
    pooled = YES_OR_NO.get(environment.get("DATABASE_POOLED", "").strip().lower())
    if pooled is None:
        raise CannotStart(NO_ANSWER)
    most = _number(environment, "DATABASE_POOL", USUAL.most, MOST_CONNECTIONS)
    return Connections(most, pooled or bool(environment.get("DATABASE_LISTEN_URL", "").strip()))


def _port(environment: Mapping[str, str]) -> Port | None:
    number = _number(environment, "HEALTH_PORT", 0, 65535)
    return Port(number, environment.get("HEALTH_HOST", "").strip() or "127.0.0.1") if number else None


def _page(environment: Mapping[str, str], name: str) -> str:
    page = environment.get(name, "").strip()
    if not PAGE.fullmatch(page):
        raise CannotStart(NO_PAGE.format(name=name))
    return page


def _shards(asked: str) -> Shards:
    try:
        return read_shards(asked, platform.node())
    except ValueError as why:
        raise CannotStart(str(why)) from None
