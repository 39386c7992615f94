"""Which language is spoken where: in a channel the server's, in private the person's. Discord knows both."""

import discord

from bot.outbox.interaction import Interaction


def language_of_person(interaction: Interaction) -> str:
    """The language in which this person reads Discord."""
    return str(interaction.locale)


def language_of_server(client: discord.Client, guild_id: int | None) -> str:
    """The language that a server chose; English ("") for one that the client does not know now, and for a DM."""
    guild = client.get_guild(guild_id) if guild_id is not None else None
    return str(guild.preferred_locale) if guild is not None else ""
