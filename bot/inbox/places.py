"""Find the place of a request, which is a channel or a thread, and the parts of a server that people can see."""

import discord
from msgspec.structs import replace

from bot.inbox.services import Interaction
from bot.storage.sight import Sight, Venue
from bot.tables.model import Place


def here(interaction: Interaction) -> Place:
    """Return the place from which a request comes."""
    channel = interaction.channel
    name = getattr(channel, "name", None) or ""
    thread = channel if isinstance(channel, discord.Thread) else None
    parent, is_private = (thread.parent_id, thread.is_private()) if thread is not None else (None, False)
    return place(interaction, interaction.channel_id or 0, name, parent, is_private)


def place(interaction: Interaction, channel: int, name: str, parent: int | None, is_private: bool = False) -> Place:
    """Return a place on the server from which a request comes; `parent` is the channel of a thread."""
    guild = interaction.guild
    return Place(interaction.guild_id or 0, channel, guild.name if guild is not None else "", name, parent, is_private)


def sight(interaction: Interaction) -> Sight:
    """Return the parts of the server that the person who makes the request may see."""
    guild, person = interaction.guild, interaction.user
    if guild is None or not isinstance(person, discord.Member):
        return Sight(person.id, frozenset())
    return replace(_sight(guild, person), inside=frozenset({interaction.channel_id or 0}))


def venue(interaction: Interaction, channel: int) -> Venue | None:
    """Return what Discord says about a channel or thread of the server, or None if the channel is unknown."""
    found = interaction.guild.get_channel_or_thread(channel) if interaction.guild is not None else None
    if isinstance(found, discord.Thread):
        return Venue(channel, found.parent_id, found.is_private())
    return Venue(channel, None, private=False) if found is not None else None


def sight_of_everyone(interaction: Interaction) -> Sight:
    """Return the parts of the server that every member sees."""
    guild = interaction.guild
    return _sight(guild, guild.default_role) if guild is not None else Sight(0, frozenset())


def _sight(guild: discord.Guild, who: discord.Member | discord.Role) -> Sight:
    """Return the parts of the server that `who` sees: a member, or any member whose only role is `who`."""
    rights = {channel.id: channel.permissions_for(who) for channel in guild.channels}
    seen = {channel for channel, right in rights.items() if right.view_channel}
    threads = {each.id for each in guild.threads if each.parent_id in seen and not each.is_private()}
    manages = isinstance(who, discord.Member) and who.guild_permissions.manage_guild
    return Sight(
        who.id,
        frozenset(seen | threads),
        frozenset(channel for channel in seen if rights[channel].manage_threads),
        frozenset(rights) | {each.id for each in guild.threads},
        manages,
    )
