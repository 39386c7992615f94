"""Let a host call the server's role to a lobby: one message that mentions it."""

from datetime import timedelta

import discord

from bot.inbox.dispatcher import on
from bot.inbox.request import Request
from bot.people import ServerSettings
from bot.presses.lobby import CallRole
from bot.screens.table import roles
from bot.tables.model import Status
from bot.tables.trouble import Code, Trouble

ONCE_IN = timedelta(minutes=30)
"""The role of a server is called at most once in this period."""


def callable_role(request: Request, settings: ServerSettings) -> discord.Role | None:
    """Return the server's role if the bot may mention it, or None.

    Return None if the bot does not have the server in its cache, too.
    """
    role = known_role(request, settings)
    may = role is not None and (role.mentionable or request.interaction.app_permissions.mention_everyone)
    return role if may else None


def known_role(request: Request, settings: ServerSettings) -> discord.Role | None:
    """Return the role that the server has chosen, or None if there is none or if it is not in the cache."""
    guild = request.interaction.guild
    return guild.get_role(settings.role) if guild is not None and settings.role is not None else None


async def role_name(request: Request) -> str:
    """Return the name of the role that hosts may call on this server, or "" if there is none or if it is not known."""
    if request.guild is None:
        return ""
    role = known_role(request, await request.services.settings.of(request.guild))
    return role.name if role is not None else ""


@on(CallRole)
async def call_role(request: Request, press: CallRole) -> None:
    """Mention the server's role in the lobby's channel. Raises `Trouble` if that is not possible now."""
    table, guild = await request.tables.queries.table(press.table), request.guild or 0
    if table.is_being_sealed():
        raise Trouble(Code.BEING_SEALED)
    if table.status is not Status.LOBBY:
        is_on = table.status is Status.PLAYING
        raise Trouble(Code.GAME_RUNNING) if is_on else Trouble(Code.GONE, over=table.status is Status.OVER)
    if table.host.id != request.user:
        raise Trouble(Code.NOT_HOST, host=table.host.name)
    announcer, settings = request.services.announcer, await request.services.settings.of(guild)
    if settings.role is None:
        raise Trouble(Code.NO_ROLE)
    if callable_role(request, settings) is None:
        raise Trouble(Code.ROLE_SILENT, role=settings.role)
    if (obstacle := await announcer.obstacles.places.closed(table.place)) is not None:
        raise Trouble(Code.CLOSED_TO_ME, obstacle=obstacle)
    cooldowns, name = request.services.cooldowns, ("role", guild)
    if (again := cooldowns.again(name, 1, ONCE_IN)) is not None:
        raise Trouble(Code.JUST_CALLED, again=int(again.timestamp()))
    cooldowns.note(name, 1)
    try:
        await announcer.calling.call_role(table.id, settings.role, request.key)
    except BaseException:
        cooldowns.forget(name)
        raise
    await request.update(roles.called().parts)
