"""What a server chooses for its tables (`/settings`), and a person for themselves (`/me`)."""

from bot.preferences.model import DmStyle, Hints, Preferences, ServerSettings
from bot.preferences.persons import Persons
from bot.preferences.servers import Servers

__all__ = ["DmStyle", "Hints", "Persons", "Preferences", "ServerSettings", "Servers"]
