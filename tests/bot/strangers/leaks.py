"""Collect the secrets of private places, and search for them in everything that strangers receive."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa
from msgspec.structs import fields
from simcord.types import HttpLogEntry

from bot.presses.base import Press
from bot.presses.codec import decode
from bot.storage import Connection
from bot.storage import schema as db
from bot.storage.columns import SECRET
from tests.bot.stage import Stage
from tests.bot.strangers.server import COMPANION, DARES, FOREIGN, FORMER, OPEN, THEIRS, House, rules_of

_INTERACTION = re.compile(r"/interactions/(\d+)/")
_TOKEN = re.compile(r"/webhooks/\d+/([^/]+)")
_CHANNEL = re.compile(r"/channels/(\d+)")
_NOT_SEEN = re.compile(r"\\+|[\u200b\u2060]")
_SNOWFLAKE = re.compile(r"\d{15,}")
_SEAL = 16
"""A seal or a seed is recognized by this many of its digits."""


class Hidden(NamedTuple):
    """A database row that belongs to a private place: its kind (such as "table"), id, channel and version."""

    kind: str
    number: int
    channel: int
    version: int = 0


class Secrets(NamedTuple):
    """Everything that a stranger must not read: words in lowercase, people's names, Discord ids, and database rows."""

    words: frozenset[str]
    names: frozenset[str]
    ids: frozenset[str]
    rows: frozenset[tuple[str, int]]


class Found(NamedTuple):
    """A secret that a stranger read: who read it, by which action, the secret itself, and the text around it."""

    who: str
    did: str
    what: str
    around: str


async def rows_of(stage: Stage, house: House) -> tuple[list[Hidden], dict[int, set[str]]]:
    """Return all database rows of private places.

    Also return the first digits of each table's seal and seed, as a dictionary whose keys are the ids of the tables.
    """
    store = stage.bot._store
    assert store is not None
    places = [place.channel.id for place in house.private.values()]
    secret = next(column for column in db.tables.c if column.info is SECRET and column.name == "seed")

    def look(connection: Connection) -> tuple[list[Hidden], dict[int, set[str]]]:
        found, seals = list[Hidden](), dict[int, set[str]]()
        tables = db.tables.c
        query = sa.select(tables.id, tables.channel, tables.version, tables.commitment, secret)
        for table, channel, version, seal, seed in connection.execute(query.where(tables.channel.in_(places))):
            found += [Hidden("table", table, channel, version), Hidden("game", table, channel)]
            seals[table] = {part[:_SEAL] for part in (seal, seed) if part}
        for kind, of in (("forfeit", db.forfeits), ("rules", db.named_rules)):
            owned = sa.select(of.c.id, of.c.channel).where(of.c.channel.in_(places))
            found += [Hidden(kind, number, channel) for number, channel in connection.execute(owned)]
        return found, seals

    return await store.read(look)


async def secrets_of(stage: Stage, house: House, name: str) -> Secrets:
    """Return all secrets of the private places, except those of games in which this stranger played."""
    rows, seals = await rows_of(stage, house)
    sat = sa.select(db.seated.c.table_id).where(db.seated.c.user == stage.people[name].id)
    mine = await _numbers(stage, sat) if name == FORMER else set[int]()
    words = {DARES, THEIRS, *house.private, *(place.root for place in house.private.values())}
    if name == FOREIGN:
        words |= {OPEN, stage.guild.name.casefold(), *(rules_of(place.root) for place in house.private.values())}
    words |= {seal for table, some in seals.items() if table not in mine for seal in some}
    people = [who for place in house.private.values() for who in place.people]
    names = {*people, COMPANION, *(str(stage.people[who].id) for who in (*people, COMPANION))}
    ids = {place.channel.id for place in house.private.values()}
    ids |= {each for place in ids for each in stage.env.backend.messages.get(place, {})}
    if name == FORMER:
        went = {row.channel for row in rows if row.kind == "table" and row.number in mine}
        words -= {THEIRS, *(room for room, place in house.private.items() if place.channel.id in went)}
        names -= {COMPANION, str(stage.people[COMPANION].id)}
        ids -= await _ids_where_sat(stage, went, mine)
    kept = {(row.kind, row.number) for row in rows if row.kind in ("table", "game") and row.number not in mine}
    owed = await _numbers(stage, sa.select(db.forfeits.c.id).where(db.forfeits.c.table_id.in_(mine)))
    kept |= {(row.kind, row.number) for row in rows if row.kind == "forfeit" and row.number not in owed}
    return Secrets(frozenset(words), frozenset(names), frozenset(map(str, ids)), frozenset(kept))


async def _ids_where_sat(stage: Stage, places: set[int], tables: set[int]) -> set[int]:
    """Return the ids of these places, and of the messages there that are about these tables."""
    told = {
        message.id
        for place in places
        for message in stage.env.backend.messages[place].values()
        if THEIRS in (text := text_of([message.content, message.components])) or COMPANION in text
    }
    lines = await _numbers(stage, sa.select(db.games.c.line).where(db.games.c.id.in_(tables)))
    return places | told | lines


async def _numbers(stage: Stage, query: sa.Select[int]) -> set[int]:
    store = stage.bot._store
    assert store is not None
    return await store.read(lambda connection: set(connection.execute(query).scalars()))


def plain(text: str) -> str:
    """Return a text in lowercase, without invisible characters."""
    return _NOT_SEEN.sub("", text.replace("\u00a0", " ")).casefold()


def read(text: str, secrets: Secrets, names: bool, but: frozenset[str]) -> Iterator[str]:
    """Yield the secrets that a text contains.

    Leave out the ids and names in `but`, because the stranger sent these. Look for names only if `names` is set.
    """
    said = plain(text)
    yield from (word for word in secrets.words if word in said)
    if names:
        yield from (name for name in secrets.names - but if name.casefold() in said)
    yield from secrets.ids & set(_SNOWFLAKE.findall(text)) - but


def offered(body: Any) -> Iterator[Press]:
    """Yield the presses that the buttons and menus in the body of a request offer."""
    if isinstance(body, Mapping):
        for key in ("custom_id", "value"):
            press = decode(str(body.get(key, "")))
            if press is not None:
                yield press
        for each in body.values():
            yield from offered(each)
    elif isinstance(body, list):
        for each in body:
            yield from offered(each)


def numbers(press: Press) -> Iterator[tuple[str, int]]:
    """Yield the kind and id of each database row that a press refers to."""
    for field in fields(press):
        value = getattr(press, field.name)
        if field.name in ("table", "game", "forfeit") and isinstance(value, int):
            yield field.name, value


def addressed(stage: Stage, entry: HttpLogEntry) -> int:
    """Return the id of the channel in which a request shows something, or 0 if there is none."""
    backend = stage.env.backend
    if found := _INTERACTION.match(entry.path):
        return backend.interactions[int(found[1])].channel_id
    if found := _TOKEN.match(entry.path):
        return backend.interactions[backend.interaction_tokens[found[1]]].channel_id  # also of one that has expired
    found = _CHANNEL.match(entry.path)
    return int(found[1]) if found else 0


def text_of(body: Any) -> str:
    """Return the body of a request as JSON text."""
    return json.dumps(body, ensure_ascii=False)
