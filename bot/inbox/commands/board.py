"""/leaderboard, /season and /forfeits."""

from typing import Literal, cast

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.history.boards import BoardName
from bot.history.counting import family, month
from bot.inbox.history import look, show_tab
from bot.inbox.preferences import managed
from bot.inbox.request import Request
from bot.outbox.reply import Interaction
from bot.preferences.seasons import LONGEST_NAME
from bot.presses.history import ShowBoard, ShowTab
from bot.screens import boards, seasons
from bot.screens import forfeits as forfeits_screen
from bot.tables.model import Forfeit
from engine.variants import VARIANTS

BOARDS = {
    "forfeits": "forfeits owed",
    "paid": "forfeits paid",
    "goods": "goods",
    "bads": "bads",
    "net": "net score",
    "wins": "wins",
    "win_rate": "win rate",
    "rating": "rating",
    "chips": "chips",
    "caught": "lies caught",
    "got_away": "lies got away with",
    "streak": "longest streak",
}
"""The boards by the names that commands have (English for everybody so far)."""


@app_commands.command()
@app_commands.describe(
    board="which board",
    game="of one game alone",
    time="all time, this month or the season that is open",
    here="of this channel alone",
)
@app_commands.choices(
    board=[Choice(name=words, value=name) for name, words in BOARDS.items()],
    game=[Choice(name=name, value=name) for name in VARIANTS],
)
@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
async def leaderboard(
    interaction: Interaction,
    board: str = "forfeits",
    game: str = "",
    time: Literal["all time", "this month", "this season"] = "all time",
    here: bool = False,
) -> None:
    """Who owes, who lies, who wins on this server."""
    request = Request(interaction)
    press = await _asked(request, board, game, time, here)
    page, asked = await look(request, press)
    with request.publicly():
        shown = boards.board(page, asked)
    await request.post(shown)


async def _asked(request: Request, board: str, game: str, time: str, here: bool) -> ShowBoard:
    """The board that the options name: a rating is of a family of games."""
    name = cast("BoardName", board)
    of = (family(game) if game else boards.FAMILIES[0]) if name == "rating" else game
    return ShowBoard(name, 1, request.channel if here else 0, of, await _period(request, time))


async def _period(request: Request, time: str) -> str:
    if time == "this month":
        return month(request.interaction.created_at)
    if time == "this season":
        return await request.services.seasons.running(request.guild or 0)
    return ""


season = app_commands.Group(
    name="season",
    description="A stretch of time with boards of its own",
    guild_only=True,
    default_permissions=discord.Permissions(manage_guild=True),
    allowed_installs=app_commands.AppInstallationType(guild=True),
)


@season.command(name="open")
@app_commands.describe(called="its name")
async def open_season(interaction: Interaction, called: app_commands.Range[str, 1, LONGEST_NAME]) -> None:
    """Open a season: what is played from now on counts for it."""
    request = Request(interaction)
    opened = await request.services.seasons.begin(managed(request), called)
    with request.publicly():
        shown = seasons.opened(opened)
    await request.post(shown)


@season.command(name="close")
async def close_season(interaction: Interaction) -> None:
    """Close the season, and honour who stands on its podium."""
    request = Request(interaction)
    closed = await request.services.seasons.close(managed(request))
    podium = await request.services.boards.podium(request.guild or 0, closed.id)
    with request.publicly():
        shown = seasons.closed(closed, podium)
    await request.post(shown)


forfeits = app_commands.Group(
    name="forfeits",
    description="What you owe and are owed",
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
    allowed_installs=app_commands.AppInstallationType(guild=True),
)


@forfeits.command()
async def mine(interaction: Interaction) -> None:
    """What you owe, and what you are owed."""
    request = Request(interaction)
    await request.whisper(forfeits_screen.mine(request.user, *await _tab(request), server=request.guild is not None))


@forfeits.command()
async def settle(interaction: Interaction) -> None:
    """Say that one is paid, let somebody off, or say “not yet”."""
    request = Request(interaction)
    await request.whisper(forfeits_screen.settle(request.user, *await _tab(request)))


@forfeits.command()
@app_commands.describe(who="of one person alone", side="what they owe, or what they are owed")
async def server(
    interaction: Interaction,
    who: discord.User | discord.Member | None = None,
    side: Literal["owes", "is owed"] = "owes",
) -> None:
    """Who owes what to whom on this server, or what one person owes or is owed."""
    request = Request(interaction)
    if request.guild is None:
        await request.whisper(forfeits_screen.mine(request.user, *await _tab(request), server=False))
        return
    press = ShowTab("all") if who is None else ShowTab("owes" if side == "owes" else "owed", who.id)
    await show_tab(request, press)


async def _tab(request: Request) -> tuple[tuple[Forfeit, ...], tuple[Forfeit, ...]]:
    """What is open between a person and others, and what others say they have paid them."""
    await request.told()
    people, asked = request.services.people, (request.guild, request.user)
    return await people.forfeits(*asked), await people.said_paid(*asked)
