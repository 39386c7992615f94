"""Handle `/history`: the list of finished games, their replays and record files, and the proof of their dice."""

from collections.abc import Awaitable
from typing import Literal

import discord
from discord import app_commands

from bot.history.game import Game
from bot.history.past import PastPage, Replay, Wanted
from bot.inbox import posting, sights
from bot.inbox.commands import GAMES
from bot.inbox.dispatcher import handle, on
from bot.inbox.request import Request
from bot.inbox.services import Interaction
from bot.outbox import reply
from bot.outbox.render import layout
from bot.presses.game import ShowFairness, ShowSeal
from bot.presses.history import (
    TABLE,
    EndEvening,
    GoOnWithEvening,
    ListGames,
    OpenReplay,
    SaveRecord,
    ShareMoment,
    ShowProof,
    ShowStep,
    SurelyEndEvening,
    TurnReplay,
)
from bot.screens.elements.labels import ONLY_THIS_CHANNEL, ONLY_THIS_GAME
from bot.screens.families import variants
from bot.screens.pages import history as history_screen
from bot.screens.pages import proof as proof_screen
from bot.screens.pages import replay as replay_screen
from bot.screens.table import evening, fairness, seats
from bot.screens.table import moment as moment_screen
from bot.storage.sight import Sight
from bot.tables.model import LIVE, called
from bot.tables.trouble import Code, NewerVersion, Trouble
from bot.words.language import N_


@on(ListGames)
async def list_games(request: Request, press: ListGames) -> None:
    """Show a page of the finished games that this person may see."""
    await request.wait_for_curtains()
    game = press.game and variants.played_here(press.game)
    here, who, channel = _server(request), press.who or None, press.channel or None

    def look(sight: Sight) -> Awaitable[PastPage]:
        wanted = Wanted(here, who, channel, game, press.edge, press.newer, sight, press.practice)
        return request.services.past.page(wanted)

    await request.update(history_screen.history(await sights.seen(request, look), press).parts)


@on(OpenReplay)
async def open_replay(request: Request, press: OpenReplay) -> None:
    """Open the replay of a game in a new private message."""
    await request.reply_ephemeral(
        replay_screen.replayed(replay_screen.look(await _replay(request, press.game), press.step, TABLE))
    )


@on(TurnReplay)
async def turn_replay(request: Request, press: TurnReplay) -> None:
    """Show another step of a replay, or the same step from another player's point of view."""
    seen = replay_screen.look(await _replay(request, press.game), press.step, press.eye)
    await request.update(replay_screen.replayed(seen).parts)


@on(ShowStep)
async def show_step(request: Request, press: ShowStep) -> None:
    """Post the step of a replay that this person sees."""
    replayed = await _replay(request, press.game)
    if not await _may_be_posted_here(request, replayed.game):
        raise Trouble(Code.NOT_FOR_EVERYBODY)
    seen = replay_screen.look(replayed, press.step, press.eye)
    with request.publicly():
        shown = layout(replay_screen.posted(seen, called(replayed.game.players, request.who)))
    posting.require_turn(request)
    posting.note(request)
    await reply.post(request.interaction, shown, discord.AllowedMentions.none())


@on(ShareMoment)
async def share_moment(request: Request, press: ShareMoment) -> None:
    """Post the picture of a game's best moment."""
    posting.require_turn(request)
    moment = await request.tables.evenings.share(press.table, request.key)
    posting.note(request)
    with request.publicly():
        shown = moment_screen.shared(moment)
    with request.saved():
        await request.change_buttons([press])
        await request.reply_public(shown)


@on(EndEvening)
async def ask_to_end_evening(request: Request, press: EndEvening) -> None:
    """Ask the host or a server manager privately whether to end the evening."""
    await request.tables.evenings.require_end(press.table, request.who, request.may_manage)
    await request.update(evening.ask_to_end(press.table))


@on(GoOnWithEvening)
async def go_on_with_evening(request: Request, press: GoOnWithEvening) -> None:
    """Tell a person who does not end the evening that nothing was changed."""
    await request.tables.evenings.require_end(press.table, request.who, request.may_manage)
    await request.update(seats.nothing_changed(), passes=True)


@on(SurelyEndEvening)
async def end_evening(request: Request, press: SurelyEndEvening) -> None:
    """End the evening and post its card."""
    night = await request.tables.evenings.end(press.table, request.who, request.key, request.may_manage)
    with request.publicly():
        shown = evening.night_card(night)
    with request.saved():
        await request.update(evening.ended())
        await request.reply_public(shown)


@on(SaveRecord)
async def save_record(request: Request, press: SaveRecord) -> None:
    """Send the record of a game to this person as a file."""
    found = await _replay(request, press.game)
    record = await request.services.replays.record(_server(request), press.game)
    await request.reply_ephemeral(replay_screen.saved(found.number, record or ""))


@on(ShowProof)
async def show_proof(request: Request, press: ShowProof) -> None:
    """Show this person how the dice of a game follow from its seed."""
    await _require_sight(request, press.game)
    await request.wait_for_curtain(press.game)
    found = await request.services.replays.proof(_server(request), press.game)
    if found is None:
        raise Trouble(Code.GAME_NOT_KEPT)
    await request.reply_ephemeral(proof_screen.proof(found))


async def which(request: Request, number: int | None) -> int:
    """Return the id of the game with this number on the server.

    If `number` is None, return the id of the newest game in this channel, or of the newest one on the server if this
    channel has none. Raises `Trouble` if there is no such game.
    """
    guild, past_games = _server(request), request.services.past
    await request.wait_for_curtains()
    if number is None:
        found = await past_games.newest(guild, request.channel, request.sight)
        if found is None:
            raise Trouble(Code.NO_PAST_GAME)
        return found
    found = await past_games.numbered(guild, number)
    if found is None:
        most = await past_games.counted(guild)
        raise Trouble(Code.GAME_NOT_KEPT) if number <= most else Trouble(Code.NO_GAME_NUMBERED, number=number)
    return found


async def _replay(request: Request, game: int) -> Replay:
    """Return the replay of a game of this server. First wait until everybody could see how the game ended.

    Raises `Trouble` if the game is not kept.
    """
    await _require_sight(request, game)
    await request.wait_for_curtain(game)
    found = await request.services.replays.replay(_server(request), game)
    if found is None:
        raise Trouble(Code.GAME_NOT_KEPT)
    return found


async def _require_sight(request: Request, game: int) -> None:
    """Raise `Trouble` if this person may not see a game, or if this version of the bot cannot read the game.

    People may see a game if they sat in it, or if they can see its place now.
    """
    past_games, server = request.services.past, _server(request)
    if await past_games.is_hidden(server, game, request.sight):
        inside = await sights.looked_inside(request, await past_games.unsure(game, request.sight))
        if not inside or await past_games.is_hidden(server, game, request.sight):
            raise Trouble(Code.GAME_NOT_KEPT)
    if await past_games.is_newer(game):
        raise NewerVersion


async def _may_be_posted_here(request: Request, game: Game) -> bool:
    """Return whether a game may be posted in this channel.

    It may be posted if it was played here, or in a place that everybody sees.
    """
    return not await request.services.past.is_hidden(game.guild, game.id, sights.of_this_channel(request))


def _server(request: Request) -> int:
    """Return the id of the server, or 0 in a direct message, where no games are played."""
    return request.guild or 0


@on(ShowSeal)
async def show_seal(request: Request, press: ShowSeal) -> None:
    """Show a person the complete seal of a table's dice, so that they can save a copy."""
    table = await request.tables.queries.table(press.table)
    await request.update(fairness.whole_seal(table, request.user).parts)


@on(ShowFairness)
async def show_fairness(request: Request, press: ShowFairness) -> None:
    """Show the seal, the seed, the salts and the record of a finished game."""
    await request.wait_for_curtain(press.table)
    await _require_sight(request, press.table)
    record = await request.tables.queries.record(press.table)
    for ephemeral in fairness.opened(await request.tables.queries.table(press.table), record):
        await request.reply_ephemeral(ephemeral)


Number = app_commands.Range[int, 1, 2**31 - 1]


@app_commands.command(
    description=N_("Games played here: the list, a step-by-step replay or proof that the dice were fair.")
)
@app_commands.describe(
    show=N_("the list, a replay or proof that a game’s dice were fair"),
    number=N_("which game, by its number in the list; otherwise the newest one here"),
    who=N_("only games with this person"),
    game=ONLY_THIS_GAME,
    here=ONLY_THIS_CHANNEL,
)
@app_commands.choices(game=GAMES)
@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
async def history(
    interaction: Interaction,
    show: Literal["list", "replay", "verify"] = "list",
    number: Number | None = None,
    who: discord.User | None = None,
    game: str = "",
    here: bool = False,
) -> None:
    """Handle `/history`: list games, or show the replay or the proof of one."""
    request = Request(interaction)
    if show == "verify":
        await _verify(request, number)
    elif show == "replay" or number is not None:
        await open_replay(request, OpenReplay(await which(request, number)))
    else:
        await handle(request, ListGames(who.id if who is not None else 0, request.known_channel() if here else 0, game))


async def _verify(request: Request, number: int | None) -> None:
    """Show the proof of a game's dice.

    If no number is given and a table in this channel is open, show the table's seal instead.
    """
    here = await request.tables.queries.at(request.channel) if number is None else None
    if here is not None and here.status in LIVE:
        await request.reply_ephemeral(fairness.still_sealed(here))
    else:
        await show_proof(request, ShowProof(await which(request, number)))
