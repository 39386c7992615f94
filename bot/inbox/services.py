"""What handlers work with: the use cases, the outbox, and what this process remembers."""

from dataclasses import dataclass, field

from bot.history.boards import Boards
from bot.history.past import PastGames, Replays
from bot.history.profiles import Profiles
from bot.inbox.memory import Cooldowns, KeptForms, Usernames
from bot.outbox.announcer import Announcer
from bot.outbox.membership import Membership
from bot.people import (
    Decks,
    NamedRulesRepository,
    People,
    PreferencesRepository,
    Privacy,
    Puzzles,
    Seasons,
    SettingsRepository,
)
from bot.settings import Pages
from bot.tables import Tables


@dataclass(frozen=True)
class Services:
    """What handlers work with; the client carries it as `services`."""

    tables: Tables
    people: People
    privacy: Privacy
    boards: Boards
    past: PastGames
    replays: Replays
    profiles: Profiles
    settings: SettingsRepository
    preferences: PreferencesRepository
    house_rules: NamedRulesRepository
    decks: Decks
    seasons: Seasons
    puzzles: Puzzles
    announcer: Announcer
    membership: Membership
    cooldowns: Cooldowns
    forms: KeptForms
    pages: Pages
    usernames: Usernames = field(default_factory=Usernames)
