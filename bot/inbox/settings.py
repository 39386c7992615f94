"""Handle `/settings`: the card with a server's settings. After each choice, the bot shows the updated card."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.inbox.dispatcher import on
from bot.inbox.errors import UnknownPress
from bot.inbox.request import CHOSEN, Request
from bot.inbox.roles import callable_role
from bot.inbox.services import Interaction
from bot.people import ServerSettings
from bot.people.decks import MOST_DARES
from bot.people.servers import MONTHS
from bot.presses.preferences import (
    AllowChannels,
    ChooseRole,
    KeepReplays,
    OpenDeck,
    PuzzleChannel,
    PuzzleHour,
    SendDeck,
    ServerDefaults,
    ServerPage,
    SurelyKeepReplays,
    SurelyServerDefaults,
    SwitchForServer,
    UsualClock,
    UsualGame,
    UsualLanguage,
    UsualPace,
)
from bot.screens.elements.cards import Part
from bot.screens.pages import preferences as preferences_screen
from bot.screens.table import options
from bot.screens.table.dares import deck_form
from bot.tables.trouble import Code, Trouble
from bot.words.language import ENGLISH, N_, offered


def managed(request: Request) -> int:
    """Return the id of the server if the person manages it.

    Raises `Trouble` for other people, who may have found or forged the button.
    """
    if request.guild is None or not request.may_manage:
        raise Trouble(Code.NOT_A_MANAGER)
    return request.guild


async def _chosen(request: Request) -> ServerSettings:
    """Return the settings of the server.

    Raises `Trouble` if the person does not manage the server, or if a newer version of the bot wrote the settings.
    """
    guild = managed(request)
    await request.services.settings.require_readable(guild)
    return await request.services.settings.of(guild)


def server_card(request: Request, chosen: ServerSettings, page: int = 0) -> tuple[Part, ...]:
    """Return one page of the card with the server's settings."""
    there = {channel.id for channel in _channels(request)}
    channels = [channel for channel in chosen.channels if channel in there]
    is_silent = chosen.role is not None and callable_role(request, chosen) is None
    return preferences_screen.server_settings(chosen, channels, page, is_silent)


@on(ServerPage)
async def turn_server_page(request: Request, press: ServerPage) -> None:
    """Show a page of the server's settings."""
    await request.edit_message(server_card(request, await _chosen(request), press.page))


@on(UsualGame)
async def choose_game(request: Request, press: UsualGame) -> None:
    """Set the game that `/play` opens on this server."""
    await _change(request, game=options.proposed_setup(press.variant).variant)


@on(UsualPace)
async def choose_pace(request: Request, press: UsualPace) -> None:
    """Set the pace of new tables."""
    await _change(request, pace=press.pace)


@on(UsualClock)
async def choose_clock(request: Request, press: UsualClock) -> None:
    """Set the turn clock of new tables, in seconds."""
    await _change(request, clock=press.seconds or None)


@on(UsualLanguage)
async def choose_language(request: Request, press: UsualLanguage) -> None:
    """Set the language of public messages on the server."""
    await _change(request, 2, language=press.language if press.language in offered() else ENGLISH)


@on(KeepReplays)
async def keep_replays(request: Request, press: KeepReplays) -> None:
    """Set for how many months the server's replays are kept. If this deletes some replays, ask first."""
    before = (await _chosen(request)).replays
    if press.months in MONTHS and (before is None or press.months < before):
        sure, no = SurelyKeepReplays(press.months), ServerPage(3)
        await request.edit_message(preferences_screen.ask_for_fewer_replays(press.months, sure, no))
        return
    await _change(request, 3, replays=press.months or None)


@on(SurelyKeepReplays)
async def keep_fewer_replays(request: Request, press: SurelyKeepReplays) -> None:
    """Keep the server's replays for a shorter time."""
    await _change(request, 3, replays=press.months or None)


@on(AllowChannels)
async def allow_channels(request: Request, _press: AllowChannels) -> None:
    """Set the channels in which people may open tables."""
    await _change(request, channels=_chosen_channels(request))


def _chosen_channels(request: Request) -> tuple[int, ...]:
    """Return the channels that were chosen in the menu.

    Raises `Trouble` if the person does not manage the server, or if a chosen channel does not exist.
    """
    managed(request)
    there = {str(channel.id): channel.id for channel in _channels(request)}
    chosen = request.fields.get(CHOSEN, ())
    if not there.keys() >= set(chosen):
        raise Trouble(Code.UNKNOWN_CHANNEL)
    return tuple(there[channel] for channel in chosen)


@on(PuzzleChannel)
async def choose_puzzle_channel(request: Request, _press: PuzzleChannel) -> None:
    """Set the channel in which the daily puzzle is posted."""
    chosen = _chosen_channels(request)
    await _change(request, 2, puzzle_channel=chosen[0] if chosen else None)


@on(ChooseRole)
async def choose_role(request: Request, _press: ChooseRole) -> None:
    """Set the role that hosts may call. Raises `Trouble` for @everyone, whose id is that of the server."""
    guild, chosen = managed(request), request.fields.get(CHOSEN, ())
    data: Any = request.interaction.data or {}
    if not set(chosen) <= (data.get("resolved") or {}).get("roles", {}).keys():
        raise UnknownPress  # forged
    if str(guild) in chosen:
        raise Trouble(Code.NOT_EVERYONE)
    await _change(request, 3, role=int(chosen[0]) if chosen else None)


@on(PuzzleHour)
async def choose_puzzle_hour(request: Request, press: PuzzleHour) -> None:
    """Set the hour (UTC) at which the daily puzzle is posted."""
    await _change(request, 2, puzzle_hour=press.hour % 24)


@on(SwitchForServer)
async def switch_for_server(request: Request, press: SwitchForServer) -> None:
    """Turn one of the server's switches on or off."""
    await _change(request, preferences_screen.page_of(press.switch), **{press.switch: press.on})


@on(OpenDeck)
async def open_deck(request: Request, _press: OpenDeck) -> None:
    """Open the form for the server's own dares."""
    await request.open_form(deck_form(await request.services.decks.of(managed(request)), MOST_DARES))


@on(SendDeck)
async def send_deck(request: Request, _press: SendDeck) -> None:
    """Store the typed dares as the server's own deck. An empty form deletes the deck."""
    typed = "\n".join(words for _field, words in sorted(request.typed().items()))
    kept = await request.services.decks.write(managed(request), typed, request.user)
    with request.saved():
        await request.update(preferences_screen.deck_kept(len(kept)))


@on(ServerDefaults)
async def server_defaults(request: Request, _press: ServerDefaults) -> None:
    """Ask whether to reset all settings of the server."""
    await _chosen(request)
    await request.edit_message(preferences_screen.ask_for_defaults(SurelyServerDefaults(), ServerPage(3)))


@on(SurelyServerDefaults)
async def surely_server_defaults(request: Request, _press: SurelyServerDefaults) -> None:
    """Reset all settings of the server to the defaults."""
    await request.edit_message(server_card(request, await request.services.settings.forget(managed(request)), 2))


async def _change(request: Request, page: int = 0, /, **chosen: Any) -> None:
    changed = await request.services.settings.change(managed(request), **chosen)
    with request.saved():
        await request.edit_message(server_card(request, changed, page))


def _channels(request: Request) -> Sequence[discord.abc.GuildChannel]:
    """Return the channels that exist on the server now."""
    guild = request.interaction.guild
    return guild.channels if guild is not None else ()


settings = app_commands.Group(
    name="settings",
    description=N_("How I work on this server (server managers only)"),
    guild_only=True,
    default_permissions=discord.Permissions(manage_guild=True),
    allowed_installs=app_commands.AppInstallationType(guild=True),
)


@settings.command(description=N_("Set the defaults for new tables, and where they can be opened."))
async def tables(interaction: Interaction) -> None:
    """Handle `/settings tables`: show the server's settings."""
    request = Request(interaction)
    await request.reply_ephemeral(server_card(request, await _chosen(request)))
