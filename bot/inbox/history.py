"""What outlasts a game: the boards, and the tab of forfeits."""

from bot.inbox.request import Request
from bot.presses.history import CrossOff, ShowBoard
from bot.screens import boards, forfeits


async def show_board(request: Request, press: ShowBoard) -> None:
    """Another page, or another board."""
    page = await request.services.boards.page(request.guild or 0, press.board, press.page, request.user)
    with request.publicly():
        shown = boards.board(page, request.user)
    await request.edit(shown)


async def cross_off(request: Request, press: CrossOff) -> None:
    """Settle a forfeit of the tab."""
    settled = await request.services.people.settle_forfeit(press.forfeit, request.user, press.how, request.key)
    with request.saved():
        await request.edit(forfeits.settled(settled).parts)
