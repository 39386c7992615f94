"""Where a table is opened, and whether it may stand there: by the server's settings, and by what the bot may do."""

import discord

from bot.inbox.request import Request
from bot.outbox import reply
from bot.outbox.notices import open_thread
from bot.outbox.render import layout
from bot.outbox.reply import Interaction
from bot.preferences import NamedRules, ServerSettings
from bot.screens import options, threads, variants
from bot.tables.model import Place, Setup
from bot.tables.trouble import Code, Trouble

FALLBACK = ServerSettings().game
"""What is opened where a server's usual game is not played here any more."""


async def open_table(request: Request, game: str | NamedRules) -> None:
    """Open a table of `game` ("": the server's usual one; or rules that it keeps), here or in a thread of its own.

    Raises `Trouble` where none may stand here.
    """
    settings = await admitted(request)
    threaded = settings.threads and isinstance(request.interaction.channel, discord.TextChannel)
    if missing := _missing(request.interaction, threaded):
        raise Trouble(Code.MISSING_PERMISSIONS, names=missing)
    setup = _setup(settings, game)
    place = await _thread(request, setup) if threaded else _here(request.interaction)
    table = await request.tables.lobbies.open(place, request.who, setup, request.key)
    await request.show(table.id)


async def admitted(request: Request) -> ServerSettings:
    """The server's settings, where they let a table stand here. Raises `Trouble` where they do not."""
    settings, interaction = await request.services.settings.of(request.guild or 0), request.interaction
    here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
    if settings.channels and not here & set(settings.channels):
        raise Trouble(Code.NOT_IN_THIS_CHANNEL, channels=_seen(interaction, settings.channels))
    return settings


def _setup(settings: ServerSettings, game: str | NamedRules) -> Setup:
    if isinstance(game, NamedRules):
        return game.setup(settings.setup(game.variant))
    usual = settings.game if settings.game in variants.offered() else FALLBACK
    setup = settings.setup(game or usual)
    return options.proposed(setup.variant, setup)


def _seen(interaction: Interaction, channels: tuple[int, ...]) -> list[int]:
    """Those of these channels that are still there, and that this person can see."""
    guild, person = interaction.guild, interaction.user
    if guild is None or not isinstance(person, discord.Member):
        return []
    found = [guild.get_channel(channel) for channel in channels]
    return [each.id for each in found if each is not None and each.permissions_for(person).view_channel]


def _missing(interaction: Interaction, threaded: bool) -> list[str]:
    """The permissions that a table here needs and the bot lacks, as Discord names them."""
    have = interaction.app_permissions
    needed = {"View Channel": have.view_channel}
    if threaded:
        needed["Read Message History"] = have.read_message_history
        needed["Create Public Threads"] = have.create_public_threads
    if threaded or isinstance(interaction.channel, discord.Thread):
        needed["Send Messages in Threads"] = have.send_messages_in_threads
    else:
        needed["Send Messages"] = have.send_messages
    return [name for name, held in needed.items() if not held]


def _here(interaction: Interaction) -> Place:
    return _place(interaction, interaction.channel_id or 0, getattr(interaction.channel, "name", None) or "")


def _place(interaction: Interaction, channel: int, name: str) -> Place:
    guild = interaction.guild
    return Place(interaction.guild_id or 0, channel, guild.name if guild is not None else "", name)


async def _thread(request: Request, setup: Setup) -> Place:
    """A thread of the table's own, on a line in this channel that says who opens which game and links to it."""
    await request.tables.lobbies.has_room(request.user)
    with request.publicly():
        name, line = threads.name(setup, request.who), layout((threads.line(setup, request.who),))
        thread = await open_thread(request.interaction, name, setup.clock, line)
        await reply.amend(request.interaction, thread, layout((threads.line(setup, request.who, thread),)))
    return _place(request.interaction, thread, name)
