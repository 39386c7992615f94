"""What is going on at a table now, in a sentence for one person: it follows a refusal that does not say so itself."""

from bot.screens.cast import Cast
from bot.screens.forfeit import must
from bot.tables.model import Seen, Status
from bot.words.language import _
from engine.core.state import POLL
from engine.games import AnyView


def now(seen: Seen) -> str:
    """Who is asked, or what is waited for; "" where nothing goes on any more."""
    match seen.table.status:
        case Status.LOBBY:
            return _("The table is still filling; {name} starts the game.").format(name=_host(seen))
        case Status.PLAYING if seen.view is not None:
            return _playing(seen, seen.view)
        case _:
            return ""


def _host(seen: Seen) -> str:
    seat = seen.table.seat_of(seen.table.host.id)
    return Cast(seen.table.seats).name(seat) if seat is not None else _("the host")


def _playing(seen: Seen, view: AnyView) -> str:
    cast = Cast(seen.table.seats)
    debtors, forfeit = view.state.debtors, seen.table.forfeit()
    if debtors and forfeit is not None:
        winner = cast.name(view.state.creditor) if view.state.creditor >= 0 else ""
        waits = seen.table.setup.wait_settled
        said = _("The next round waits: {owed}.") if waits else _("Between rounds: {owed}.")
        return said.format(owed=must(cast.names(debtors), forfeit, winner, len(debtors)))
    if debtors or not view.awaited:
        return _("Between rounds: the next one comes by itself.")
    if seen.seat is not None and seen.seat in view.awaited:
        return _("You are asked: do you believe the bid?") if view.state.phase is POLL else _("It is your turn.")
    if view.state.phase is POLL:
        return _("{name} is asked: do they believe the bid?").format(name=cast.name(view.awaited[0]))
    return _("It is {name}’s turn.").format(name=cast.name(view.awaited[0]))
