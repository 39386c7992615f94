"""What a server chooses for its tables (`/settings`), and a person for themselves (`/me`)."""

from bot.preferences.model import DmStyle, Hints, OthersSee, Preferences, ServerSettings
from bot.preferences.named_rules import KeptRules, NamedRules
from bot.preferences.persons import Persons
from bot.preferences.seasons import Season, Seasons
from bot.preferences.servers import Servers

__all__ = [
    "DmStyle",
    "Hints",
    "KeptRules",
    "NamedRules",
    "OthersSee",
    "Persons",
    "Preferences",
    "Season",
    "Seasons",
    "ServerSettings",
    "Servers",
]
