"""The client that messages are sent with: a client of discord.py that carries what sending them needs."""

from collections.abc import Mapping

import discord

from bot.outbox.arrivals import Arrivals
from bot.outbox.buried import Buried
from bot.outbox.internals import LivelyClient
from bot.outbox.menus import Menus
from bot.outbox.pictures import Pictures


class Client(LivelyClient):
    """A client with what the outbox knows of its application, its servers and its interactions.

    `languages` has what servers chose, by their ids.
    """

    arrivals: Arrivals
    buried: Buried
    menus: Menus
    pictures: Pictures
    languages: Mapping[int, str]


Interaction = discord.Interaction[Client]
"""An interaction of this bot in discord.py's form."""
