"""Handle `/leaderboard`, and the seasons of `/settings season`, which have their own leaderboards."""

from typing import Literal, cast

from discord import app_commands
from discord.app_commands import Choice

from bot.history.boards import BoardName, BoardPage, Computer, Scope
from bot.history.counting import family, month
from bot.inbox import members, posting, sights
from bot.inbox.dispatcher import handle, on
from bot.inbox.request import Request
from bot.inbox.services import Interaction
from bot.inbox.settings import managed
from bot.people.members import Near
from bot.people.servers import LONGEST_NAME
from bot.presses.history import MoreBoards, OfBoard, ShareBoard, ShowBoard, ShowOverview
from bot.presses.preferences import SurelyCloseSeason
from bot.screens.elements.labels import ONLY_THIS_CHANNEL, ONLY_THIS_GAME
from bot.screens.families import variants
from bot.screens.pages import boards, overview
from bot.screens.pages.boards import BoardRequest
from bot.tables.trouble import Code, Trouble
from bot.words.language import N_
from engine.core.characters import CHARACTERS
from engine.variants import VARIANTS


@on(ShowBoard)
async def show_board(request: Request, press: ShowBoard) -> None:
    """Show the requested page of a board in a private message."""
    await request.update(boards.board(*await look(request, press)))


@on(MoreBoards)
async def more_boards(request: Request, press: MoreBoards) -> None:
    """Show the same page of a board with links to all other boards."""
    await request.update(boards.board(*await look(request, press), more=True))


@on(ShowOverview)
async def show_overview(request: Request, _press: ShowOverview) -> None:
    """Show the first places of some boards of the server in a private message."""
    await request.wait_for_curtains()
    scope, found = Scope(request.guild or 0), request.services.boards
    winners = Near(tuple(row.user for row in (await found.winners(scope)).rows))
    await members.look_for(request, winners, await found.near(scope, "forfeits", 1), await found.near(scope, "wins", 1))
    debts, won = await found.page(scope, "forfeits", 1, request.user), await found.winners(scope)
    await request.update(overview.overview((debts, won), request.user))


@on(ShareBoard)
async def share_board(request: Request, press: ShareBoard) -> None:
    """Post a page of a board as a picture."""
    if press.place and not await sights.may_stand_here(request, press.place):
        raise Trouble(Code.NOT_FOR_EVERYBODY)
    page, asked = await look(request, press)
    with request.publicly():
        shown = boards.picture(page, asked)
    await posting.post(request, [shown])


async def look(request: Request, press: OfBoard) -> tuple[BoardPage, BoardRequest]:
    """Return the requested page of a board, and the details of the request that are needed to show the page.

    The page is empty if the person cannot see the board's channel.
    """
    await request.wait_for_curtains()
    guild = request.guild or 0
    game = press.game if press.game in ("", *boards.FAMILIES) else variants.played_here(press.game)
    scope = Scope(guild, press.place, game, press.period)
    if press.place and not await sights.sees_channel(request, press.place):
        page = BoardPage(press.board, scope, (), None, None, 1, 1)
    else:
        await members.look_for(request, await request.services.boards.near(scope, press.board, press.page))
        page = await request.services.boards.page(scope, press.board, press.page, request.user)
    seasons = await request.services.seasons.of(guild)
    computers = await _computers(request, scope) if press.board == "rating" else ()
    return page, BoardRequest(request.user, request.channel, request.interaction.created_at, seasons, computers)


async def _computers(request: Request, scope: Scope) -> tuple[Computer, ...]:
    """Return the rated computer players of a server, or none for the board of one channel or one period."""
    if scope.place or scope.period:
        return ()
    return await request.services.boards.computers(scope.guild, scope.game, tuple(CHARACTERS))


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
    "got_away": "best liar",
    "streak": "longest streak",
}
"""The boards, each with its English name in the command."""


@app_commands.command(
    description=N_("This server’s leaderboards: forfeits, wins, the best liars; private until you share one.")
)
@app_commands.describe(
    board=N_("which leaderboard"),
    game=ONLY_THIS_GAME,
    time=N_("all time, this month or this season"),
    here=ONLY_THIS_CHANNEL,
)
@app_commands.choices(
    board=[Choice(name=words, value=name) for name, words in BOARDS.items()],
    game=[Choice(name=name, value=name) for name in VARIANTS],
)
@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
async def leaderboard(
    interaction: Interaction,
    board: str = "",
    game: str = "",
    time: Literal["all time", "this month", "this season"] = "all time",
    here: bool = False,
) -> None:
    """Handle `/leaderboard`: show the chosen board, or the first places of some boards if nothing was chosen."""
    request = Request(interaction)
    if not (board or game or here or time != "all time"):
        await handle(request, ShowOverview())
    else:
        await handle(request, await _asked(request, board or "wins", game, time, here))


async def _asked(request: Request, board: str, game: str, time: str, here: bool) -> ShowBoard:
    """Return the press that shows the board that was chosen in the command.

    Ratings are kept for each family of games, so a rating board shows the ratings of the chosen game's family.
    """
    name = cast("BoardName", board)
    of = (family(game) if game else boards.FAMILIES[0]) if name == "rating" else game
    return ShowBoard(name, 1, request.known_channel() if here else 0, of, await _period(request, time))


async def _period(request: Request, time: str) -> str:
    if time == "this month":
        return month(request.interaction.created_at)
    if time == "this season":
        return await request.services.seasons.running(request.guild or 0)
    return ""


season = app_commands.Group(name="season", description=N_("A season has its own leaderboards"))


@season.command(name="open", description=N_("Start a season: every game from now on counts."))
@app_commands.describe(called=N_("the season’s name"))
async def open_season(interaction: Interaction, called: app_commands.Range[str, 1, LONGEST_NAME]) -> None:
    """Handle `/settings season open`: start a season of this server."""
    request = Request(interaction)
    opened = await request.services.seasons.begin(managed(request), called)
    with request.publicly():
        shown = boards.season_opened(opened)
    await request.reply_public(shown)


@season.command(name="close", description=N_("End the season and honor its top three."))
async def close_season(interaction: Interaction) -> None:
    """Handle `/settings season close`: ask whether to end the season."""
    request = Request(interaction)
    await request.reply_ephemeral(boards.ask_to_close(await request.services.seasons.open_one(managed(request))))


@on(SurelyCloseSeason)
async def surely_close_season(request: Request, press: SurelyCloseSeason) -> None:
    """End the season about which the person was asked, and post its podium."""
    closed = await request.services.seasons.close(managed(request), press.season)
    podium = await request.services.boards.podium(request.guild or 0, closed.id)
    with request.publicly():
        shown = boards.season_closed(closed, podium)
    with request.saved():
        await request.update(boards.season_is_over(closed))
        await request.reply_public(shown)
