"""What outlasts a game: the boards, and the tab of forfeits."""

from bot.history.boards import Computer, Page, Scope
from bot.inbox.handlers import on
from bot.inbox.request import Request
from bot.outbox import notices
from bot.presses.history import CrossOff, OfBoard, SettleAll, ShareBoard, ShowBoard, ShowTab, SurelySettleAll
from bot.screens import boards, shared_board, variants
from bot.screens import forfeits as forfeits_screen
from bot.screens import tab as tab_screen
from bot.screens.boards import Asked
from bot.tables.lobby import COMPUTERS


@on(ShowBoard)
async def show_board(request: Request, press: ShowBoard) -> None:
    """Another page, or another board."""
    page, asked = await look(request, press)
    with request.publicly():
        shown = boards.board(page, asked)
    await request.edit(shown)


@on(ShareBoard)
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
    game = press.game if press.game in ("", *boards.FAMILIES) else variants.played_here(press.game)
    scope = Scope(guild, press.place, game, press.period)
    page = await request.services.boards.page(scope, press.board, press.page, request.user)
    seasons = await request.services.seasons.of(guild)
    computers = await _computers(request, scope) if press.board == "rating" else ()
    return page, Asked(request.user, request.channel, request.interaction.created_at, seasons, computers)


async def _computers(request: Request, scope: Scope) -> tuple[Computer, ...]:
    """The computer players of a server; of a channel or a month alone nobody counts theirs."""
    if scope.place or scope.period:
        return ()
    return await request.services.boards.computers(scope.guild, scope.game, COMPUTERS)


@on(ShowTab)
async def show_tab(request: Request, press: ShowTab) -> None:
    """A page of somebody's tab, or of the server's."""
    await request.told()
    user = press.user or request.user
    found = await request.services.people.tab(request.guild, press.side, user, press.after)
    await request.turn(tab_screen.page(found))


@on(SettleAll)
async def settle_all(request: Request, press: SettleAll) -> None:
    """Ask whether all is settled."""
    found = await request.services.people.tab(request.guild, tab_screen.side(press.how), request.user)
    await request.turn(tab_screen.surely(press.how, found.many or 0))


@on(SurelySettleAll)
async def surely_settle_all(request: Request, press: SurelySettleAll) -> None:
    """Settle all that one owes or is owed; the others hear of it in this channel."""
    settled = await request.services.people.settle_all(request.guild or 0, request.user, press.how)
    with request.saved():
        await request.turn(tab_screen.settled(press.how, settled))
        if settled:
            with request.publicly():
                line = tab_screen.notice(press.how, settled, request.who.name)
            await notices.post(request.interaction, line, request.channel, request.key)


@on(CrossOff)
async def cross_off(request: Request, press: CrossOff) -> None:
    """Somebody's word on a forfeit: said where the game was, or by the game that waits for it."""
    settled = await request.services.people.settle_forfeit(press.forfeit, request.user, press.how, request.key)
    forfeit = settled.forfeit
    with request.publicly():
        line = forfeits_screen.line(forfeit, request.who.name)
    with request.saved():
        if notices.is_on_notice(request.interaction):
            await notices.change(request.interaction, line)
            return
        await request.edit(forfeits_screen.settled(forfeit).parts)
        if settled.in_game:
            await request.services.announcer.show(forfeit.table)
        else:
            await notices.post(request.interaction, line, forfeit.channel, request.key)
