"""Who comes late: the offer of a seat in this game or the next, what was noted, and who sat down."""

from bot.presses.lobby import GiveUpSeat, Join, TakeSeat, WaitForNext
from bot.screens.cast import Cast
from bot.screens.model import Button, Part, Row, Style, Text
from bot.tables.model import Seen, Status, TableInfo, Waiting
from bot.words.language import _
from bot.words.lists import joined


def offer(seen: Seen, user: int) -> tuple[Part, ...]:
    """What there is for somebody without a seat: one in the lobby, in this game or the next; () for a table gone."""
    table = seen.table
    match table.status:
        case Status.LOBBY:
            join = Button(_("Join"), Join(table.id), "🪑", Style.GOOD)
            return (Text(_("The table has not started: sit down.")), Row((join,)))
        case Status.PLAYING | Status.OVER if (waiting := _wish(table, user)) is not None:
            return noted(table, waiting)
        case Status.PLAYING:
            return _in_the_game(seen, user)
        case Status.OVER:
            return (Text(_("The next game has a seat for you.")), Row((_next_game(table),)))
        case Status.CLOSED:
            return ()


def _in_the_game(seen: Seen, user: int) -> tuple[Part, ...]:
    table, free = seen.table, free_seats(seen)
    if not free or table.seat_of(user) is not None:  # L1: who has left comes back in the next game
        return (Text(_("This game is full. The next one has a seat for you.")), Row((_next_game(table),)))
    seat, cast = free[0], Cast(table.seats)
    words = _("{name} would stand up for you before the next round: you take over its dice and its score.")
    take = Button(
        _("Take {name}’s seat").format(name=cast.label(seat))[:80], TakeSeat(table.id, seat), "🪑", Style.GOOD
    )
    return (Text(words.format(name=cast.name(seat))), Row((take, _next_game(table))))


def _next_game(table: TableInfo) -> Button:
    return Button(_("Join the next game"), WaitForNext(table.id), "⏭️")


def free_seats(seen: Seen) -> tuple[int, ...]:
    """The seats of computer players still in the game for which nobody waits."""
    wished, table = {each.seat for each in seen.table.waiting}, seen.table
    seats_in = seen.view.state.seats_in() if seen.view is not None else ()
    return tuple(seat for seat in seats_in if table.seats[seat].user is None and seat not in wished)


def noted(table: TableInfo, waiting: Waiting) -> tuple[Part, ...]:
    """What was noted for somebody who waits, and the way back."""
    if waiting.seat is None:
        words = _("⏭️ Noted: you sit down in the next game, as soon as somebody presses **Rematch**.")
    else:
        name = Cast(table.seats).name(waiting.seat)
        words = _("🪑 Noted: before the next round you sit down in {name}’s seat, with its dice and its score.")
        words = words.format(name=name) + _practice(table)
    return (Text(words), Row((Button(_("Never mind"), GiveUpSeat(table.id)),)))


def _practice(table: TableInfo) -> str:
    """L4: what began as practice stays so."""
    people = sum(seat.user is not None and not seat.since for seat in table.seats)
    return "\n" + _("-# It began as a practice game, so it counts on no board.") if people < 2 else ""


def given_up() -> tuple[Part, ...]:
    """Nothing is waited for any more."""
    return (Text(_("👋 Then just watch. Whenever you like, press anything on the table’s message.")),)


def wish(table: TableInfo, user: int) -> tuple[Part, ...]:
    """What stands noted for that person; () for nothing."""
    waiting = _wish(table, user)
    return noted(table, waiting) if waiting is not None else ()


def _wish(table: TableInfo, user: int) -> Waiting | None:
    return next((each for each in table.waiting if each.who.id == user), None)


def arrivals(table: TableInfo, number: int) -> str:
    """Who sat down for a computer player before round `number`, for everybody; "" where nobody did."""
    cast = Cast(table.seats)
    told = [
        _("{name} for {computer}").format(name=cast.name(at), computer=f"🤖 {seat.instead_of}")
        for at, seat in enumerate(table.seats)
        if seat.since == number and seat.instead_of
    ]
    return _("🪑 Sits down: {who}").format(who=joined(told)) if told else ""
