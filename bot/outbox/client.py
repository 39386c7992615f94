"""The bot's client: a discord.py client with the data that are needed to send messages."""

from collections.abc import Mapping

import discord

from bot.outbox.arrivals import Arrivals
from bot.outbox.buried import Buried
from bot.outbox.internals import LivelyClient
from bot.outbox.menus import Menus
from bot.outbox.pictures import Pictures


class Client(LivelyClient):
    """A discord.py client with the data that the outbox needs about the application, its servers and its interactions.

    `languages` maps the ids of servers to the languages that they have chosen.
    """

    arrivals: Arrivals
    buried: Buried
    menus: Menus
    pictures: Pictures
    languages: Mapping[int, str]


Interaction = discord.Interaction[Client]
"""discord.py's interaction, with the bot's own client."""
