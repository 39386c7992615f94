"""What outlasts a game: the boards, and the tab of forfeits."""

from bot.history.boards import Page, Scope
from bot.inbox.request import Request
from bot.outbox import notices
from bot.presses.history import CrossOff, OfBoard, ShareBoard, ShowBoard
from bot.screens import boards, forfeits, shared_board
from bot.screens.boards import Asked


async def show_board(request: Request, press: ShowBoard) -> None:
    """Another page, or another board."""
    page, asked = await look(request, press)
    with request.publicly():
        shown = boards.board(page, asked)
    await request.edit(shown)


async def share_board(request: Request, press: ShareBoard) -> None:
    """Post a page as a picture."""
    page, asked = await look(request, press)
    with request.publicly():
        shown = shared_board.drawn(page, asked)
    await request.post([shown])


async def look(request: Request, press: OfBoard) -> tuple[Page, Asked]:
    """A page of a board, as this person asks for it."""
    await request.told()
    guild = request.guild or 0
    scope = Scope(guild, press.place, press.game, press.period)
    page = await request.services.boards.page(scope, press.board, press.page, request.user)
    seasons = await request.services.seasons.of(guild)
    return page, Asked(request.user, request.channel, request.interaction.created_at, seasons)


async def cross_off(request: Request, press: CrossOff) -> None:
    """Somebody's word on a forfeit: said where the game was, or by the game that waits for it."""
    settled = await request.services.people.settle_forfeit(press.forfeit, request.user, press.how, request.key)
    forfeit = settled.forfeit
    with request.publicly():
        line = forfeits.line(forfeit, request.who.name)
    with request.saved():
        if notices.is_on_notice(request.interaction):
            await notices.change(request.interaction, line)
            return
        await request.edit(forfeits.settled(forfeit).parts)
        if settled.in_game:
            await request.services.announcer.show(forfeit.table)
        else:
            await notices.post(request.interaction, line, forfeit.channel, request.key)
