"""/play and the lobby: where a table may stand, who sits down there, and what the host chooses."""

import discord
from discord import app_commands

from bot.inbox import places, sights
from bot.inbox.commands import completion
from bot.inbox.dispatcher import on
from bot.inbox.request import Request
from bot.outbox import reply
from bot.outbox.answer import answer_of
from bot.outbox.failures import NO_THREADS, code
from bot.outbox.notices import open_thread
from bot.outbox.render import Interaction, layout
from bot.people import NamedRules, ServerSettings
from bot.presses.learning import OpenTable
from bot.presses.lobby import (
    Cancel,
    ChooseDeck,
    ChooseHouseRule,
    ChooseVariant,
    Join,
    OpenHouseRule,
    OpenHouseRules,
    OpenLuckyWords,
    OpenOptions,
    OpenStakes,
    Rematch,
    SendHouseRule,
    SendLuckyWords,
    SendOptions,
    StandUp,
    Start,
    UseWords,
)
from bot.screens.elements import obstacles
from bot.screens.elements.model import ephemeral
from bot.screens.families import variants
from bot.screens.pages import named_rules
from bot.screens.pages.named_rules import Completions
from bot.screens.table import cards, fairness, options
from bot.screens.table import dares as dares_screen
from bot.screens.table import house_rules as house_rules_screen
from bot.screens.table import more as more_screen
from bot.tables import dares
from bot.tables.model import Deck, Place, Setup, Status, TableInfo
from bot.tables.trouble import Code, Trouble
from bot.words.dares import spoken_decks
from bot.words.language import N_, offered_for

FALLBACK = ServerSettings().game
"""The game that opens where a server's usual game is not played here any more."""


async def open_table(request: Request, game: str | NamedRules) -> None:
    """Open a table of `game` ("": the server's usual one; or rules that it keeps), here or in a thread of its own.

    Raises `Trouble` where none may stand here.
    """
    settings = await _with_language(request, await admitted(request))
    threaded = settings.threads and isinstance(request.interaction.channel, discord.TextChannel)
    await _let_in(request, threaded)
    await request.wait_for_curtain_here()
    setup = _with_dare(request, _setup(settings, game))
    place = await _thread(request, setup) if threaded else places.here(request.interaction)
    table = await _opened(request, place or places.here(request.interaction), setup, has_no_thread=place is None)
    request.tables.presence.pressed(table.id, request.user)
    await request.show(table.id, ephemeral(obstacles.no_thread_left()) if place is None else None)


async def _opened(request: Request, place: Place, setup: Setup, has_no_thread: bool) -> TableInfo:
    """Open a table. Raises `Trouble` where none may stand here, also for want of a thread."""
    try:
        return await request.tables.lobbies.open(place, request.who, setup, request.key)
    except Trouble as trouble:
        if not has_no_thread or trouble.code is not Code.TABLE_HERE:
            raise
        raise Trouble(Code.NO_THREAD) from trouble


async def _let_in(request: Request, opens_thread: bool) -> None:
    """Raise `Trouble` where the bot could answer, and not post what follows."""
    found = request.services.announcer.obstacles.places
    obstacle = await found.before_play(request.interaction, places.here(request.interaction), opens_thread)
    if obstacle is not None:
        raise Trouble(Code.CLOSED_TO_ME, obstacle=obstacle)


async def admitted(request: Request) -> ServerSettings:
    """Return the server's settings. Raises `Trouble` where they let no table stand here."""
    guild, interaction = request.guild or 0, request.interaction
    request.known_channel()
    await request.services.settings.require_readable(guild)
    settings = await request.services.settings.of(guild)
    here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
    if settings.channels and not here & set(settings.channels):
        raise Trouble(Code.NOT_IN_THIS_CHANNEL, channels=_seen(interaction, settings.channels))
    return settings


async def _with_language(request: Request, settings: ServerSettings) -> ServerSettings:
    """Return the server's settings; its first table gives it a language: a Community's own, or else the host's."""
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


def _with_dare(request: Request, setup: Setup) -> Setup:
    """Return the set-up with a dare proposed, where one is due; everybody here reads it, so it speaks the server's."""
    with request.publicly():
        return options.with_dare(setup, request.interaction.id)


def _seen(interaction: Interaction, channels: tuple[int, ...]) -> list[int]:
    """Return those of these channels that are still there and that this person can see."""
    guild, person = interaction.guild, interaction.user
    if guild is None or not isinstance(person, discord.Member):
        return []
    found = [guild.get_channel(channel) for channel in channels]
    return [each.id for each in found if each is not None and each.permissions_for(person).view_channel]


async def _thread(request: Request, setup: Setup) -> Place | None:
    """Open a thread for a table, on a line in this channel that says who opens which game and links to it.

    Return its place, None where the server has all the threads that it may have.
    """
    await request.tables.lobbies.has_room(request.user)
    with request.publicly():
        name, line = cards.thread_name(setup, request.who), layout((cards.thread_line(setup, request.who),))
        try:
            thread = await open_thread(request.interaction, name, setup.clock, line)
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
    """Return the game that was typed: a preset, or rules that this server keeps; "" for the usual one.

    Raises `Trouble` for a name that nobody knows.
    """
    if not typed.strip():
        return ""
    if (kept := await request.services.house_rules.called(request.guild or 0, typed)) is not None:
        return sights.rules_as_posted(request, kept)
    if (preset := named_rules.preset(typed)) is None:
        others = await request.services.house_rules.of(request.guild or 0)
        raise Trouble(Code.NO_SUCH_GAME, typed=typed, nearest=named_rules.nearest(others, typed))
    return preset


@completion
async def games_proposed(request: Request, game: str) -> Completions:
    """Return the games that may be opened here: the presets, and the house rules that this server keeps."""
    return named_rules.completions(await request.services.house_rules.of(request.guild or 0), game)


@app_commands.command(description=N_("Open a table in this channel."))
@app_commands.describe(game=N_("which game, or house rules kept here; you can still change it"))
@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
async def play(interaction: Interaction, game: str = "") -> None:
    """Open a table in this channel."""
    request = Request(interaction)
    await open_table(request, await game_meant(request, game))


play.autocomplete("game")(games_proposed)


@on(Join)
async def join(request: Request, press: Join) -> None:
    """Sit down. The answer says what goes into the dice on this person's behalf.

    Raises `Trouble` for somebody who sits there already, who may leave.
    """
    here = await request.tables.queries.table(press.table)
    if here.status is Status.LOBBY and here.seat_of(request.user) is not None:
        request.way_on = more_screen.way_out(here)
        raise Trouble(Code.ALREADY_SEATED)
    table = await request.tables.lobbies.join(press.table, request.who, request.key)
    await request.show(table.id, fairness.brought(table, request.user))


@on(StandUp)
async def stand_up(request: Request, press: StandUp) -> None:
    """Leave the lobby."""
    await request.tables.lobbies.stand_up(press.table, request.who, request.key)
    await request.show(press.table)


@on(ChooseVariant)
async def choose_variant(request: Request, press: ChooseVariant) -> None:
    """Choose another game."""
    setup = options.proposed_setup(press.variant, (await request.tables.queries.table(press.table)).setup)
    await request.tables.lobbies.change(press.table, request.who, setup, request.key)
    await request.show(press.table)


@on(OpenHouseRules)
async def open_house_rules(request: Request, press: OpenHouseRules) -> None:
    """Show a page of house rules to somebody who wants to read or, as the host, to choose."""
    table = await request.tables.lobbies.still_open(press.table)
    await request.update(house_rules_screen.page(table, press.page))


@on(ChooseHouseRule)
async def choose_house_rule(request: Request, press: ChooseHouseRule) -> None:
    """Set a house rule to the value that the host chose. The page and the lobby show it."""
    before = await request.tables.lobbies.still_open(press.table)
    setup, page = house_rules_screen.chosen(before, press.option, press.value)
    table = await request.tables.lobbies.change(press.table, request.who, setup, request.key)
    await request.update_and_show(house_rules_screen.page(table, page), table.id)


@on(OpenStakes)
async def open_stakes(request: Request, press: OpenStakes) -> None:
    """Show the page of what losers owe."""
    await _show_stakes(request, await request.tables.lobbies.still_open(press.table))


@on(ChooseDeck)
async def choose_deck(request: Request, press: ChooseDeck) -> None:
    """Have losers draw from a deck."""
    await _change_deck(request, press.table, press.deck)


@on(UseWords)
async def use_words(request: Request, press: UseWords) -> None:
    """Have losers owe what the host says in words."""
    await _change_deck(request, press.table, None)


async def _change_deck(request: Request, table_id: int, deck: Deck | None) -> None:
    """Change what losers owe. The page and the lobby show it."""
    before = await request.tables.lobbies.still_open(table_id)
    setup = _with_dare(request, dares.with_deck(before.setup, deck))
    table = await request.tables.lobbies.change(table_id, request.who, setup, request.key)
    with request.saved():
        await _show_stakes(request, table)
    await request.show(table.id)


async def _show_stakes(request: Request, table: TableInfo) -> None:
    own = await request.services.decks.of(table.place.guild)
    await request.update(dares_screen.stakes_page(table, own))


@on(OpenHouseRule)
async def open_house_rule(request: Request, press: OpenHouseRule) -> None:
    """Open the form for a value of a house rule that is not among those offered; for the host."""
    table = await request.tables.lobbies.hosted(press.table, request.user)
    await request.open_form(house_rules_screen.form(table, press.option))


@on(SendHouseRule)
async def send_house_rule(request: Request, press: SendHouseRule) -> None:
    """Set a house rule to the value that the host typed. The page and the lobby show it."""
    typed = request.typed()
    before = await request.tables.lobbies.still_open(press.table)
    setup, page = house_rules_screen.written(before, press.option, typed.get(press.option, ""))
    table = await request.tables.lobbies.change(press.table, request.who, setup, request.key)
    await request.update_and_show(house_rules_screen.page(table, page), table.id)


@on(Start)
async def start(request: Request, press: Start) -> None:
    """Begin the game."""
    with request.publicly():
        decks = spoken_decks()
    await request.tables.lobbies.start(press.table, request.who, request.key, decks)
    await request.show(press.table)


@on(Cancel)
async def cancel(request: Request, press: Cancel) -> None:
    """Close the lobby."""
    await request.tables.lobbies.cancel(press.table, request.who, request.key, request.may_manage)
    await request.show(press.table)


@on(Rematch)
async def rematch(request: Request, press: Rematch) -> None:
    """Open a new lobby with whoever is still here. Who presses it once that is open sits down there."""
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


@on(OpenOptions)
async def open_options(request: Request, press: OpenOptions) -> None:
    """Open the form for the options; for the host."""
    table = await request.tables.lobbies.hosted(press.table, request.user)
    await request.open_form(options.options_form(table))


@on(SendOptions)
async def send_options(request: Request, press: SendOptions) -> None:
    """Set the options as the host filled in the form."""
    before = (await request.tables.queries.table(press.table)).setup
    setup = options.changed(before, request.typed(), dict(request.fields))
    setup = _with_dare(request, setup)
    table = await request.tables.lobbies.change(press.table, request.who, setup, request.key)
    if request.is_in_window:
        await request.update_and_show(house_rules_screen.page(table, 0), table.id)
    else:
        await request.show(table.id)


@on(OpenLuckyWords)
async def open_lucky_words(request: Request, press: OpenLuckyWords) -> None:
    """Open the form for lucky words, as long as the game has not begun."""
    table = await request.tables.lobbies.sat_at(press.table, request.user)
    await request.open_form(fairness.lucky_form(table, request.user))


@on(SendLuckyWords)
async def send_lucky_words(request: Request, press: SendLuckyWords) -> None:
    """Bring a person's own lucky words. The answer says what goes into the dice now."""
    words = request.typed().get("words", "")
    table = await request.tables.lobbies.bring_luck(press.table, request.who, words, request.key)
    await request.show(table.id, fairness.brought(table, request.user))
