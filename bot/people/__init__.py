"""People and servers beyond one table: what people owe each other and choose, what servers choose, what is kept of both."""

from bot.people.named_rules import KeptRules, NamedRules
from bot.people.people import People
from bot.people.preferences import DmStyle, Hints, OthersSee, Persons, Preferences
from bot.people.privacy import Privacy
from bot.people.servers import Season, Seasons, Servers, ServerSettings

__all__ = ["People", "Privacy"]

__all_of_preferences__ = [
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
