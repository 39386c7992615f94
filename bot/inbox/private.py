"""What one person sees for themselves: right from any panel, old ones too."""

from bot.inbox.request import Request
from bot.presses.game import OpenGifts, ShowTable
from bot.presses.private import CrossOff, ShowBoard, ShowDice, ShowFairness, ShowRules
from bot.screens import boards, fairness, forfeits, howto, settling
from bot.screens.families import presenter
from bot.tables.model import Code, Trouble


async def show_dice(request: Request, press: ShowDice) -> None:
    """My dice."""
    seen = await request.tables.looking.see(press.table, request.user)
    if seen.seat is None:
        raise Trouble(Code.NOT_SEATED)
    shown = presenter(seen.view) if seen.view is not None else None
    if shown is None:
        raise Trouble(Code.NOT_STARTED)
    await request.whisper(shown.mine(seen.table, seen.view, request.channel != seen.table.place.channel))


async def show_rules(request: Request, press: ShowRules) -> None:
    """How to play."""
    table = await request.tables.looking.table(press.table)
    await request.whisper(howto.how_to_play(table.setup.variant))


async def show_table(request: Request, press: ShowTable) -> None:
    """The table's panel, posted anew."""
    await request.house.announcer.repost(press.table, request.interaction)


async def open_gifts(request: Request, press: OpenGifts) -> None:
    """Winner's gift: whom to name."""
    seen = await request.tables.looking.see(press.table, request.user)
    if seen.view is None or not seen.view.legal.gift:
        raise Trouble(Code.NOT_YOURS)
    await request.whisper(settling.gift_menu(seen.table, seen.view))


async def show_fairness(request: Request, press: ShowFairness) -> None:
    """Fair? Seal, seed, salts and the record."""
    record = await request.tables.looking.record(press.table)
    for whisper in fairness.opened(await request.tables.looking.table(press.table), record):
        await request.whisper(whisper)


async def show_board(request: Request, press: ShowBoard) -> None:
    """Another page, or another board."""
    page = await request.house.boards.page(request.guild or 0, press.board, press.page, request.user)
    with request.publicly():
        shown = boards.board(page, request.user)
    await request.edit(shown)


async def cross_off(request: Request, press: CrossOff) -> None:
    """Settle a forfeit of the tab."""
    settled = await request.house.people.settle_forfeit(press.forfeit, request.user, press.how, request.key)
    await request.edit(forfeits.settled(settled).parts)
