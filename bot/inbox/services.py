"""Create the objects that handlers use, and declare the types of client and interaction that hold these objects."""

from collections.abc import Callable
from datetime import datetime, timedelta

import discord

from bot.history.boards import Boards
from bot.history.past import PastGames, Replays
from bot.history.profiles import Profiles
from bot.inbox.memory import A_LOOK, Cooldowns, KeptForms, OpenLessons, Taps, Usernames
from bot.outbox import client as outbox
from bot.outbox.announcer import Announcer
from bot.outbox.boxes import Boxes
from bot.outbox.members import MemberRequests
from bot.outbox.where_the_bot_is import Membership
from bot.people import (
    Debts,
    Decks,
    Members,
    NamedRulesRepository,
    PreferencesRepository,
    Privacy,
    Puzzles,
    Reach,
    Seasons,
    SettingsRepository,
)
from bot.settings import Pages
from bot.storage.store import Store
from bot.tables import Tables


class Services:
    """Holds the objects that handlers use: the use cases, the outbox, and the memory of this process."""

    def __init__(
        self,
        client: outbox.Client,
        store: Store,
        tables: Tables,
        settings: SettingsRepository,
        puzzles: Puzzles,
        now: Callable[[], datetime],
        has_beats: bool,
        pages: Pages,
    ) -> None:
        """Connect the services with an open store.

        With `has_beats`, showdowns are shown step by step, and second halves of double taps do not count.
        """
        self.tables, self.debts = tables, Debts(tables.changes)
        self.privacy = Privacy(tables.changes, tables.queries)
        self.boards, self.profiles = Boards(store), Profiles(store)
        self.past, self.replays = PastGames(store), Replays(store)
        self.settings, self.preferences = settings, PreferencesRepository(store)
        self.reach, self.presence = Reach(store, now), Members(store, now)
        self.house_rules, self.decks = NamedRulesRepository(store), Decks(store, now)
        self.seasons, self.puzzles = Seasons(store, now), puzzles
        self.membership, self.member_requests = Membership(client, now), MemberRequests(client, now)
        self.announcer = Announcer(client, tables, self.reach, now, self.membership, has_beats)
        self.cooldowns, self.forms, self.usernames = Cooldowns(now), KeptForms(now), Usernames()
        self.lessons = OpenLessons(now)
        self.taps = Taps(now, A_LOOK if has_beats else timedelta())
        self.lobby_pages, self.pages = Boxes(), pages


class Client(outbox.Client):
    """A Discord client with the services that handlers use. They are set before the first interaction arrives."""

    services: Services


Interaction = discord.Interaction[Client]
"""An interaction of discord.py whose client has the services."""
