"""Provide helpers for tests of /settings."""

import discord
from simcord import ChannelHandle, ResponseMessage

from bot.people import ServerSettings
from tests.bot.stage import Stage


def keeper(stage: Stage) -> str:
    """Give Dan a role that allows him to manage the server, and return his name."""
    role = stage.guild.create_role("keeper", permissions=discord.Permissions(manage_guild=True))
    stage.people["Dan"] = stage.guild.add_member(stage.env.create_user("Dan", global_name="Dan"), roles=[role])
    return "Dan"


async def card(stage: Stage, name: str) -> ResponseMessage:
    """Open the settings as this person and return the card."""
    answer = await stage.slash(name, "settings tables")
    (shown,) = answer.ephemerals
    return shown


async def chosen(stage: Stage) -> ServerSettings:
    return await stage.bot.services.settings.of(stage.guild.id)


def now(stage: Stage, shown: ResponseMessage) -> ResponseMessage:
    """Return the same card in its current state."""
    return next(message for message in stage.messages() if message.id == shown.id)


async def thread_in(stage: Stage, name: str) -> ChannelHandle:
    """Open a thread in the channel and return it."""
    parent = stage.bot.get_channel(stage.channel.id)
    assert isinstance(parent, discord.TextChannel)
    made = await parent.create_thread(name=name, type=discord.ChannelType.public_thread)
    await stage.env.settle()
    return next(thread for thread in stage.channel.threads if thread.id == made.id)
