"""What people press in a running game. Only moves check the version of the panel they were pressed on."""

from datetime import timedelta

from bot.inbox.here import is_back
from bot.inbox.private import reopen
from bot.inbox.request import Request
from bot.presses.base import ANY_VERSION, AtTable, Move
from bot.presses.game import BringDown, CallLie, CastVote, GiveGift, HoldOn, NextRound, SettleForfeit, ShowTable, WakeUp
from bot.screens import families, panels, polling, settling
from bot.screens.families import presenter
from bot.screens.model import Whisper
from bot.tables.model import LIVE
from bot.tables.trouble import Code, Trouble
from engine.core.actions import Action, Challenge, Gift, Settle, Vote
from engine.core.refusals import NoRound, Refused

ONCE_IN = timedelta(minutes=1)
"""How often a panel is brought down."""


async def play(request: Request, press: Move) -> None:
    """A move that one family of games has: a bid, a vote, an exact call."""
    await move(request, press, families.actions(press))


async def vote(request: Request, press: CastVote) -> None:
    """What somebody believes in a poll; who is not asked yet hears that it is kept."""
    said = Vote(press.believes)
    table, kept = await request.tables.moves.vote(press.table, request.user, press.round, said, request.key)
    await request.show(table.id, polling.kept(press) if kept else None)


async def call_lie(request: Request, press: CallLie) -> None:
    """Liar, bang."""
    await move(request, press, Challenge())


async def next_round(request: Request, press: NextRound) -> None:
    """Enough seen of this showdown."""
    await request.tables.moves.next_round(press.table, request.user, request.key, press.version)
    await request.show(press.table)


async def hold_on(request: Request, press: HoldOn) -> None:
    """Wait: let me look at this showdown."""
    await request.tables.moves.hold_on(press.table, request.user, request.key, press.version)
    await request.show(press.table)


async def wake_up(request: Request, press: WakeUp) -> None:
    """Somebody who dozed is back."""
    await request.tables.moves.wake_up(press.table, request.user, request.key)
    await request.show(press.table)


async def settle_forfeit(request: Request, press: SettleForfeit) -> None:
    """Paid, waived, or on the tab."""
    await move(request, press, Settle(press.debtor, press.how))


async def give_gift(request: Request, press: GiveGift) -> None:
    """The winner names who takes a forfeit too; the whisper that asked says that it is done."""
    await act(request, press, Gift(press.to))
    table = await request.tables.looking.table(press.table)
    await request.turn_and_show(settling.given(table, press.to), press.table)


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


async def move(request: Request, press: AtTable, action: Action | tuple[Action, ...]) -> None:
    """Do `action` at the table of `press`, and of a move only where its panel still holds."""
    await reopen(request, press.table)
    try:
        await act(request, press, action)
    except (Refused, Trouble) as error:
        if (said := await _overtaken(request, press, error)) is None:
            raise
        await request.whisper(said)
        await is_back(request, press)
        return
    await request.show(press.table)


async def act(request: Request, press: AtTable, action: Action | tuple[Action, ...]) -> None:
    """The same without showing it. Raises `Refused` and `Trouble` as they come."""
    version = press.version if isinstance(press, Move) else ANY_VERSION
    await request.tables.moves.act(press.table, request.user, action, request.key, version or None)


async def _overtaken(request: Request, press: AtTable, error: Refused | Trouble) -> Whisper | None:
    """What to say where somebody else was faster: what stands now, and never the move for that by itself (C1)."""
    late = error.code is Code.STALE_PANEL if isinstance(error, Trouble) else isinstance(error.reason, NoRound)
    if not late or not isinstance(press, Move):
        return None
    if press.version == ANY_VERSION and not isinstance(press, CallLie):
        return None  # typed, and so meant for what stands now; a typed bang may still have been second
    seen = await request.see(press.table)
    shown = presenter(seen.view) if seen.view is not None else None
    if shown is None or seen.seat is None or seen.table.status not in LIVE:
        return None
    return shown.overtaken(seen.table, seen.view, press)
