"""What people press in a running game. Only moves check the version of the panel they were pressed on."""

from bot.inbox.request import Request
from bot.presses import game as press
from bot.presses.base import ANY_VERSION, AtTable, Move
from bot.screens import families
from engine.core.actions import Action, Challenge, Gift, Quit, Settle


async def play(request: Request, played: Move) -> None:
    """A move that one family of games has: a bid, a vote, an exact call."""
    await move(request, played, families.action(played))


async def call_lie(request: Request, call: press.CallLie) -> None:
    """Liar, bang."""
    await move(request, call, Challenge())


async def settle_forfeit(request: Request, settle: press.SettleForfeit) -> None:
    """Paid, waived, or on the tab."""
    await move(request, settle, Settle(settle.debtor, settle.how))


async def give_gift(request: Request, gift: press.GiveGift) -> None:
    """The winner names who takes a forfeit too."""
    await move(request, gift, Gift(gift.to))


async def call_quits(request: Request, call: press.CallQuits) -> None:
    """A voice for calling it quits."""
    await move(request, call, Quit())


async def leave_table(request: Request, leave: press.LeaveTable) -> None:
    """Leave the lobby, or the game for good."""
    await request.tables.moves.leave(leave.table, request.user, request.key)
    await request.show(leave.table)


async def end_table(request: Request, end: press.EndTable) -> None:
    """End the table without a result: for its host, or who manages the server."""
    await request.tables.moves.end(end.table, request.user, request.key, request.may_manage)
    await request.show(end.table)


async def move(request: Request, press: AtTable, action: Action) -> None:
    """Do `action` at the table of `press`, and of a move at its version only."""
    version = press.version if isinstance(press, Move) else ANY_VERSION
    await request.tables.moves.act(press.table, request.user, action, request.key, version or None)
    await request.show(press.table)
