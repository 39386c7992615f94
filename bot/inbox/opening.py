"""Open tables for `/play` and for rematches: choose the new table's place and game."""

from collections.abc import Awaitable
from datetime import timedelta

import discord
from discord import app_commands

from bot.inbox import places, sights
from bot.inbox.commands import completion
from bot.inbox.dispatcher import on
from bot.inbox.lobby import join
from bot.inbox.request import Request
from bot.inbox.services import Interaction
from bot.outbox import reply
from bot.outbox.answer import answer_of
from bot.outbox.failures import NO_THREADS, code
from bot.outbox.notices import open_thread
from bot.outbox.render import layout
from bot.people import NamedRules, ServerSettings
from bot.presses.learning import OpenTable
from bot.presses.lobby import Join, Rematch
from bot.screens.elements import obstacles
from bot.screens.elements.cards import ephemeral
from bot.screens.elements.option_values import DELAYS, read_delay, span
from bot.screens.families import variants
from bot.screens.pages import named_rules
from bot.screens.pages.named_rules import Completions
from bot.screens.table import cards, options
from bot.tables.model import Place, Setup, Status, TableView
from bot.tables.trouble import Code, Trouble
from bot.words.language import N_, offered_for
from bot.words.vocabulary import plain

FALLBACK = ServerSettings().game
"""The game to open if the bot no longer has the server's usual game."""


async def open_table(request: Request, game: str | NamedRules, later: timedelta | None = None) -> None:
    """Open a table in this channel. If the server wants a thread for each table, open it in a new thread.

    `game` is a preset, saved rules, or "" for the server's usual game. `later` is the time until the people want
    to play, or None if they want to play now. Raises `Trouble` if no table may be opened here.
    """
    before = await admitted(request)
    settings = await _with_language(request, before)
    threaded = settings.threads and isinstance(request.interaction.channel, discord.TextChannel)
    await _let_in(request, threaded)
    await request.wait_for_curtain_here()
    setup = options.with_dares(_setup(settings, game))
    place = await _thread(request, setup, later) if threaded else places.here(request.interaction)
    if place is None:
        await _let_in(request, opens_thread=False)
    there, is_first = place or places.here(request.interaction), settings.language != before.language
    opens = request.tables.lobbies.open(there, request.who, setup, request.key, is_first, later)
    table = await _opened(opens, has_no_thread=place is None)
    request.tables.presence.pressed(table.id, request.user)
    await request.show(table.id, ephemeral(obstacles.no_thread_left()) if place is None else None)


async def _opened(opens: Awaitable[TableView], has_no_thread: bool) -> TableView:
    """Open a table and return it. Raises `Trouble` if no table may be opened here.

    `has_no_thread` is True if the server cannot have another thread. If the channel has a table already, the refusal
    then gives the lack of a thread as the reason.
    """
    try:
        return await opens
    except Trouble as trouble:
        if not has_no_thread or trouble.code is not Code.TABLE_HERE:
            raise
        raise Trouble(Code.NO_THREAD) from trouble


async def _let_in(request: Request, opens_thread: bool) -> None:
    """Raise `Trouble` if the bot could not show a table in this channel, or in a new thread of it if `opens_thread`.

    This has to be checked first, because the bot can answer a request even where it cannot show a table.
    """
    found = request.services.announcer.obstacles.places
    obstacle = await found.before_play(request.interaction, places.here(request.interaction), opens_thread)
    if obstacle is not None:
        raise Trouble(Code.CLOSED_TO_ME, obstacle=obstacle)


async def admitted(request: Request) -> ServerSettings:
    """Return the server's settings. Raises `Trouble` if they do not allow a table in this channel."""
    guild, interaction = request.guild or 0, request.interaction
    request.known_channel()
    await request.services.settings.require_readable(guild)
    settings = await request.services.settings.of(guild)
    here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
    if settings.channels and not here & set(settings.channels):
        raise Trouble(Code.NOT_IN_THIS_CHANNEL, channels=_seen(interaction, settings.channels))
    return settings


async def _with_language(request: Request, settings: ServerSettings) -> ServerSettings:
    """Return the server's settings, and give the server a language if it has none yet.

    A Community server gets its preferred language. Other servers get the language of their first host.
    """
    guild = request.interaction.guild
    if settings.language or guild is None:
        return settings
    is_community = "COMMUNITY" in guild.features
    language = offered_for(str(guild.preferred_locale) if is_community else request.who.language)
    return await request.services.settings.change(guild.id, language=language) if language else settings


def _setup(settings: ServerSettings, game: str | NamedRules) -> Setup:
    if isinstance(game, NamedRules):
        return game.setup(settings.setup(game.variant))
    usual = settings.game if settings.game in variants.offered() else FALLBACK
    setup = settings.setup(game or usual)
    return options.proposed_setup(setup.variant, setup)


def _seen(interaction: Interaction, channels: tuple[int, ...]) -> list[int]:
    """Return those ids in `channels` whose channels still exist and can be seen by this person."""
    guild, person = interaction.guild, interaction.user
    if guild is None or not isinstance(person, discord.Member):
        return []
    found = [guild.get_channel(channel) for channel in channels]
    return [each.id for each in found if each is not None and each.permissions_for(person).view_channel]


async def _thread(request: Request, setup: Setup, later: timedelta | None) -> Place | None:
    """Open a thread for a table under a message in this channel, and put a link to the thread into the message.

    Return the place of the thread, or None if the server has as many threads as Discord allows.
    """
    await request.tables.lobbies.has_room(request.user)
    with request.publicly():
        name, line = cards.thread_name(setup, request.who), layout((cards.thread_line(setup, request.who),))
        try:
            clock = setup.clock if later is None else None
            thread = await open_thread(request.interaction, name, clock, line)
        except discord.HTTPException as error:
            if code(error) != NO_THREADS:
                raise
            return None
        linked = layout((cards.thread_line(setup, request.who, thread),))
        await reply.change_if_possible(answer_of(request.interaction), thread, linked)
    return places.place(request.interaction, thread, name, request.channel)


@on(OpenTable)
async def open_one(request: Request, press: OpenTable) -> None:
    """Open a table in this channel. Raises `Trouble` in a direct message."""
    if request.guild is None:
        raise Trouble(Code.NO_SERVER)
    await open_table(request, press.game if press.game in variants.offered() else "")


async def game_meant(request: Request, typed: str) -> str | NamedRules:
    """Return the game that the typed text names: a preset, saved rules of this server, or "" for the usual game.

    Raises `Trouble` for an unknown name; below the refusal is a button for the name that was probably meant.
    """
    if not typed.strip():
        return ""
    if (kept := await request.services.house_rules.called(request.guild or 0, typed)) is not None:
        return sights.rules_as_posted(request, kept)
    if (preset := named_rules.preset(typed)) is None:
        others = await request.services.house_rules.of(request.guild or 0)
        nearest = named_rules.nearest(others, typed)
        request.noted.way_on = named_rules.instead(others, nearest)
        raise Trouble(Code.NO_SUCH_GAME, typed=typed, nearest=nearest)
    return preset


@completion
async def games_proposed(request: Request, game: str) -> Completions:
    """Return suggestions for `/play`: presets and saved house rules that fit the text typed so far."""
    return named_rules.completions(await request.services.house_rules.of(request.guild or 0), game)


@app_commands.command(description=N_("Open a table in this channel."))
@app_commands.describe(
    game=N_("which game, or house rules saved here; you can still change it"),
    later=N_("how long until you play, like “30 minutes” or “2 hours”; I’ll ping everyone who has joined"),
)
@app_commands.rename(later="in")
@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
async def play(interaction: Interaction, game: str = "", later: str = "") -> None:
    """Handle `/play`: open a table in this channel."""
    request = Request(interaction)
    delay = timedelta(seconds=read_delay(later)) if later.strip() else None
    await open_table(request, await game_meant(request, game), delay)


@completion
async def delays_proposed(_request: Request, typed: str) -> Completions:
    """Return suggestions for when to play: those spans of time that fit the text typed so far."""
    return [(words, words) for seconds in DELAYS if plain(typed) in plain(words := span(seconds))]


play.autocomplete("game")(games_proposed)
play.autocomplete("later")(delays_proposed)


@on(Rematch)
async def rematch(request: Request, press: Rematch) -> None:
    """Open a new lobby with the people who are still here.

    If the lobby is open already, the person who made this press joins it.
    """
    settings = await admitted(request)
    await _let_in(request, opens_thread=False)
    await request.wait_for_curtain_here()
    here, before = await request.tables.queries.at(request.channel), await request.tables.queries.table(press.table)
    if here is not None and here.status is Status.LOBBY and here.game_number == before.game_number + 1:
        await join(request, Join(here.id))
        return
    table = await request.tables.lobbies.rematch(press.table, request.who, request.key, settings.stakes)
    request.tables.presence.pressed(table.id, request.user)
    await request.show(table.id)
