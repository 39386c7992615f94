"""What outlasts a game: the boards, and the tab of forfeits."""

from bot.history.boards import Scope
from bot.inbox.request import Request
from bot.outbox import notices
from bot.presses.history import CrossOff, ShowBoard
from bot.screens import boards, forfeits


async def show_board(request: Request, press: ShowBoard) -> None:
    """Another page, or another board."""
    await request.told()
    page = await request.services.boards.page(Scope(request.guild or 0), press.board, press.page, request.user)
    with request.publicly():
        shown = boards.board(page, request.user)
    await request.edit(shown)


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
