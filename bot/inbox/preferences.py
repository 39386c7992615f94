"""/settings and /me: a server's choices for its tables, and a person's for themselves.

Each choice is answered by the changed card.
"""

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.inbox.dispatcher import on
from bot.inbox.request import CHOSEN, Request
from bot.inbox.services import Interaction
from bot.people import Preferences, ServerSettings
from bot.people.decks import MOST_DARES
from bot.presses.preferences import (
    AllowChannels,
    ChooseDms,
    ChooseHints,
    ChooseLanguage,
    ChooseOthersSee,
    KeepReplays,
    MyDefaults,
    MyPage,
    OpenDeck,
    OpenKeptWords,
    PaintCharts,
    PuzzleChannel,
    PuzzleHour,
    SendDeck,
    SendKeptWords,
    ServerDefaults,
    ServerPage,
    SwitchForServer,
    SwitchPings,
    UsualClock,
    UsualGame,
    UsualLanguage,
    UsualPace,
    WearDice,
)
from bot.screens.elements.model import Part
from bot.screens.pages import preferences as preferences_screen
from bot.screens.table import options
from bot.screens.table.dares import deck_form
from bot.tables.trouble import Code, Trouble
from bot.words.language import ENGLISH, N_, offered, speak


def managed(request: Request) -> int:
    """Return the server's id to somebody who manages it.

    Raises `Trouble` for everybody else, even if they have the button.
    """
    if request.guild is None or not request.may_manage:
        raise Trouble(Code.NOT_A_MANAGER)
    return request.guild


async def _chosen(request: Request) -> ServerSettings:
    """Return the settings of the server, for a server manager. Raises `Trouble`, also if they cannot be read."""
    guild = managed(request)
    await request.services.settings.require_readable(guild)
    return await request.services.settings.of(guild)


def server_card(request: Request, chosen: ServerSettings, page: int = 0) -> tuple[Part, ...]:
    """Return a page of the card of a server's settings."""
    there = {channel.id for channel in _channels(request)}
    return preferences_screen.server_settings(
        chosen, [channel for channel in chosen.channels if channel in there], page
    )


@on(ServerPage)
async def turn_server_page(request: Request, press: ServerPage) -> None:
    """Turn to a page of the server's settings."""
    await request.edit_message(server_card(request, await _chosen(request), press.page))


@on(MyPage)
async def turn_my_page(request: Request, press: MyPage) -> None:
    """Turn to a page of this person's choices."""
    await _show_mine(request, await request.services.preferences.of_one(request.user), press.page)


@on(UsualGame)
async def choose_game(request: Request, press: UsualGame) -> None:
    """Set the game that `/play` opens."""
    await _change(request, game=options.proposed_setup(press.variant).variant)


@on(UsualPace)
async def choose_pace(request: Request, press: UsualPace) -> None:
    """Set the pace of a new table."""
    await _change(request, pace=press.pace)


@on(UsualClock)
async def choose_clock(request: Request, press: UsualClock) -> None:
    """Set the seconds for a turn at a new table."""
    await _change(request, clock=press.seconds or None)


@on(UsualLanguage)
async def choose_language(request: Request, press: UsualLanguage) -> None:
    """Set the language of everything that everybody on the server sees."""
    await _change(request, 2, language=press.language if press.language in offered() else ENGLISH)


@on(KeepReplays)
async def keep_replays(request: Request, press: KeepReplays) -> None:
    """Set how long replays are kept."""
    await _change(request, 3, replays=press.months or None)


@on(AllowChannels)
async def allow_channels(request: Request, _press: AllowChannels) -> None:
    """Set the channels in which tables may be opened."""
    await _change(request, channels=_chosen_channels(request))


def _chosen_channels(request: Request) -> tuple[int, ...]:
    """Return the channels that a manager of the server chose. Raises `Trouble`."""
    managed(request)
    there = {str(channel.id): channel.id for channel in _channels(request)}
    chosen = request.fields.get(CHOSEN, ())
    if not there.keys() >= set(chosen):
        raise Trouble(Code.UNKNOWN_CHANNEL)
    return tuple(there[channel] for channel in chosen)


@on(PuzzleChannel)
async def choose_puzzle_channel(request: Request, _press: PuzzleChannel) -> None:
    """Set the channel in which the puzzle of each day is posted."""
    chosen = _chosen_channels(request)
    await _change(request, 2, puzzle_channel=chosen[0] if chosen else None)


@on(PuzzleHour)
async def choose_puzzle_hour(request: Request, press: PuzzleHour) -> None:
    """Set the hour at which it is posted."""
    await _change(request, 2, puzzle_hour=press.hour % 24)


@on(SwitchForServer)
async def switch_for_server(request: Request, press: SwitchForServer) -> None:
    """Switch something on or off for the server's tables."""
    await _change(request, preferences_screen.page_of(press.switch), **{press.switch: press.on})


@on(OpenDeck)
async def open_deck(request: Request, _press: OpenDeck) -> None:
    """Open the form for the server's own dares."""
    await request.open_form(deck_form(await request.services.decks.of(managed(request)), MOST_DARES))


@on(SendDeck)
async def send_deck(request: Request, _press: SendDeck) -> None:
    """Keep the typed dares; an empty form means no deck."""
    typed = "\n".join(words for _field, words in sorted(request.typed().items()))
    kept = await request.services.decks.write(managed(request), typed, request.user)
    with request.saved():
        await request.update(preferences_screen.deck_kept(len(kept)))


@on(ServerDefaults)
async def server_defaults(request: Request, _press: ServerDefaults) -> None:
    """Reset everything to the defaults."""
    await request.edit_message(server_card(request, await request.services.settings.forget(managed(request)), 2))


@on(ChooseDms)
async def choose_dms(request: Request, press: ChooseDms) -> None:
    """Set how this person gets their dice by DM."""
    await _change_mine(request, dms=press.style)


@on(ChooseHints)
async def choose_hints(request: Request, press: ChooseHints) -> None:
    """Set when this person sees how likely a bid is."""
    await _change_mine(request, hints=press.when)


@on(SwitchPings)
async def switch_pings(request: Request, press: SwitchPings) -> None:
    """Set whether this person is mentioned when it is their turn."""
    await _change_mine(request, pings=press.on)


@on(ChooseOthersSee)
async def choose_others_see(request: Request, press: ChooseOthersSee) -> None:
    """Set how much of this person's results others may see."""
    await _change_mine(request, 1, others_see=press.what)


@on(PaintCharts)
async def paint_charts(request: Request, press: PaintCharts) -> None:
    """Set whether this person's charts are dark or light."""
    await _change_mine(request, 1, charts=press.charts)


@on(WearDice)
async def wear_dice(request: Request, press: WearDice) -> None:
    """Set the look of this person's dice, from the next table on."""
    await _change_mine(request, 1, dice=press.look)


@on(ChooseLanguage)
async def choose_my_language(request: Request, press: ChooseLanguage) -> None:
    """Set the language of what only this person sees, from this answer on."""
    language = press.language if press.language in offered() else ""
    speak(language or str(request.interaction.locale))
    await _change_mine(request, 1, language=language)


@on(OpenKeptWords)
async def open_kept_words(request: Request, _press: OpenKeptWords) -> None:
    """Open the form for this person's permanent lucky words."""
    await request.open_form(preferences_screen.lucky_form(await request.services.preferences.of_one(request.user)))


@on(SendKeptWords)
async def send_kept_words(request: Request, _press: SendKeptWords) -> None:
    """Keep these lucky words for this person."""
    await _change_mine(request, lucky=request.typed().get("words", ""))


@on(MyDefaults)
async def my_defaults(request: Request, _press: MyDefaults) -> None:
    """Reset everything to this person's defaults."""
    await _show_mine(request, await request.services.preferences.forget(request.user), 1)


async def _change(request: Request, page: int = 0, /, **chosen: Any) -> None:
    changed = await request.services.settings.change(managed(request), **chosen)
    with request.saved():
        await request.edit_message(server_card(request, changed, page))


async def _change_mine(request: Request, page: int = 0, /, **chosen: Any) -> None:
    await _show_mine(request, await request.services.preferences.change(request.user, **chosen), page)


async def _show_mine(request: Request, mine: Preferences, page: int = 0) -> None:
    with request.saved():
        await request.edit_message(preferences_screen.my_preferences(mine, page))


def _channels(request: Request) -> Sequence[discord.abc.GuildChannel]:
    """Return the server's present channels."""
    guild = request.interaction.guild
    return guild.channels if guild is not None else ()


settings = app_commands.Group(
    name="settings",
    description=N_("How I run on this server; for server managers"),
    guild_only=True,
    default_permissions=discord.Permissions(manage_guild=True),
    allowed_installs=app_commands.AppInstallationType(guild=True),
)


@settings.command(description=N_("Choose what new tables start with, and where they may be opened."))
async def tables(interaction: Interaction) -> None:
    """Choose what new tables start with, and where they may be opened."""
    request = Request(interaction)
    await request.reply_ephemeral(server_card(request, await _chosen(request)))


@app_commands.command(description=N_("Choose your DMs, hints, pings, dice and lucky words."))
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def me(interaction: Interaction) -> None:
    """Choose your DMs, hints, pings, dice and lucky words."""
    request = Request(interaction)
    await request.reply_ephemeral(
        preferences_screen.my_preferences(await request.services.preferences.of_one(request.user))
    )
