"""What is said of a table, publicly and privately, and in which language: the one place that asks the screens."""

import discord

from bot.outbox.reply import Interaction
from bot.screens import cards
from bot.screens.families import presenter
from bot.screens.model import Beat, Card, DirectMessage
from bot.tables.model import TableInfo
from bot.tables.pending import Pending, Untold
from bot.words.language import speaking


def language_of_person(interaction: Interaction) -> str:
    """The language in which this person reads Discord."""
    return str(interaction.locale)


def language_of_server(client: discord.Client, guild_id: int | None) -> str:
    """The language that a server chose; English ("") for one that the client does not know now, and for a DM."""
    guild = client.get_guild(guild_id) if guild_id is not None else None
    return str(guild.preferred_locale) if guild is not None else ""


def cards_of(client: discord.Client, pending: Pending) -> tuple[Card, ...]:
    """What the messages of a table show now, the live one last, in the language of the table's server."""
    with speaking(language_of_server(client, pending.table.place.guild)):
        return cards.cards(pending)


def beats_of(client: discord.Client, pending: Pending) -> tuple[Beat, ...]:
    """What a showdown that has just come shows, one after the other, before its verdict."""
    with speaking(language_of_server(client, pending.table.place.guild)):
        return cards.beats(pending, pending.table.setup.pace)


def folded_lobby(client: discord.Client, pending: Pending) -> Card:
    """What stays of the lobby's message once the game is on."""
    with speaking(language_of_server(client, pending.table.place.guild)):
        return cards.began(pending)


def past_turn(client: discord.Client, pending: Pending) -> Card:
    """What stays of a round's message where the next turn in it is a message of its own."""
    with speaking(language_of_server(client, pending.table.place.guild)):
        return cards.so_far(pending)


def direct_message_of(table: TableInfo, untold: Untold, message: int | None) -> DirectMessage | None:
    """What one person is told by DM, with the way back to `message`; None where it is told in another way."""
    shown = presenter(untold.view)
    if shown is None:
        return None
    with speaking(table.seats[untold.seat].language):
        return shown.direct_message(table, untold.view, message)
