"""Every part that handlers work with is made here and handed to the next."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from discord import Client

from bot.history.achieved import Achieved
from bot.history.boards import Boards
from bot.history.past import Past
from bot.history.profiles import Profiles
from bot.history.replays import Replays
from bot.inbox.kept_forms import KeptForms
from bot.inbox.lately import Lately
from bot.inbox.request import Services
from bot.outbox import Announcer
from bot.people import People, Privacy
from bot.preferences import KeptRules, Persons, Seasons, Servers
from bot.screens.families import presenter
from bot.settings import Settings
from bot.storage.store import Store
from bot.tables import Tables
from bot.tables.pace import AT_ONCE, Pace


@dataclass(frozen=True)
class Outside:
    """What comes from outside of the program: `now()`, and `entropy(n)`, n unforeseeable bytes for the seeds.

    `pace`, where given, holds at every table in place of its own; `may_show()` says whether our tables are ours now.
    """

    now: Callable[[], datetime]
    entropy: Callable[[int], bytes]
    pace: Pace | None
    may_show: Callable[[], Awaitable[bool]]


def services(client: Client, store: Store, settings: Settings, outside: Outside) -> Services:
    """All that handlers work with, over an open store."""
    now, shards = outside.now, settings.shards
    tables = Tables(
        store,
        now,
        outside.entropy,
        lambda rules: presenter(rules) is not None,
        pace=outside.pace,
        limits=settings.limits,
        shards=shards,
    )
    people = People(tables.changes)
    return Services(
        tables=tables,
        people=people,
        privacy=Privacy(tables.changes, tables.looking),
        boards=Boards(store),
        achieved=Achieved(store),
        past=Past(store),
        replays=Replays(store),
        profiles=Profiles(store),
        settings=Servers(store, shards),
        preferences=Persons(store),
        house_rules=KeptRules(store),
        seasons=Seasons(store, now),
        announcer=Announcer(client, tables, people, now, outside.pace != AT_ONCE, outside.may_show),
        lately=Lately(now),
        forms=KeptForms(now),
        pages=settings.pages,
    )
