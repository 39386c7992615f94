"""The settings, debts and stored data of people and servers, which do not belong to a single table."""

from bot.people.debts import Debts
from bot.people.decks import Decks
from bot.people.members import Members
from bot.people.named_rules import NamedRules, NamedRulesRepository
from bot.people.preferences import DmStyle, Hints, OthersSee, Preferences, PreferencesRepository
from bot.people.privacy import Privacy
from bot.people.puzzles import Puzzles
from bot.people.reach import Reach
from bot.people.servers import Season, Seasons, ServerSettings, SettingsRepository

__all__ = [
    "Debts",
    "Decks",
    "DmStyle",
    "Hints",
    "Members",
    "NamedRules",
    "NamedRulesRepository",
    "OthersSee",
    "Preferences",
    "PreferencesRepository",
    "Privacy",
    "Puzzles",
    "Reach",
    "Season",
    "Seasons",
    "ServerSettings",
    "SettingsRepository",
]
