"""What people press in a running game. Only moves check the version of the panel they were pressed on."""

from datetime import timedelta

from bot.inbox.request import Request
from bot.presses.base import ANY_VERSION, AtTable, Move
from bot.presses.game import BringDown, CallLie, CastVote, GiveGift, SettleForfeit, ShowTable
from bot.screens import families, panels, polling
from bot.tables.model import LIVE, Code, Trouble
from engine.core.actions import Action, Challenge, Gift, Settle, Vote

ONCE_IN = timedelta(minutes=1)
"""How often a panel is brought down."""


async def play(request: Request, press: Move) -> None:
    """A move that one family of games has: a bid, a vote, an exact call."""
    await move(request, press, families.action(press))


async def vote(request: Request, press: CastVote) -> None:
    """What somebody believes in a poll; who is not asked yet hears that it is kept."""
    said = Vote(press.believes)
    table, kept = await request.tables.moves.vote(press.table, request.user, press.round, said, request.key)
    await request.show(table.id, polling.kept(press) if kept else None)


async def call_lie(request: Request, press: CallLie) -> None:
    """Liar, bang."""
    await move(request, press, Challenge())


async def settle_forfeit(request: Request, press: SettleForfeit) -> None:
    """Paid, waived, or on the tab."""
    await move(request, press, Settle(press.debtor, press.how))


async def give_gift(request: Request, press: GiveGift) -> None:
    """The winner names who takes a forfeit too."""
    await move(request, press, Gift(press.to))


async def show_table(request: Request, press: ShowTable) -> None:
    """The table's panel, posted anew; of one that is over the result stands for good."""
    if (await request.tables.looking.table(press.table)).status not in LIVE:
        raise Trouble(Code.GONE)
    await request.services.announcer.repost(press.table, request.interaction)


async def bring_down(request: Request, press: BringDown) -> None:
    """The same for whoever presses it, once a minute; within it the way to where it is."""
    table = await request.tables.looking.table(press.table)
    if table.status not in LIVE:
        raise Trouble(Code.GONE)
    if request.services.lately.done(("down", table.id), ONCE_IN):
        panel = (await request.tables.showing.pending(table.id)).panel
        await request.whisper(panels.just_brought(table, panel.message if panel is not None else None))
    else:
        await request.services.announcer.repost(press.table, request.interaction)


async def move(request: Request, press: AtTable, action: Action) -> None:
    """Do `action` at the table of `press`, and of a move at its version only."""
    version = press.version if isinstance(press, Move) else ANY_VERSION
    await request.tables.moves.act(press.table, request.user, action, request.key, version or None)
    await request.show(press.table)
