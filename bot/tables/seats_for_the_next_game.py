"""Gives seats to latecomers between two rounds, and determines the seats of a rematch at the same table."""

from collections.abc import Collection

from msgspec.structs import replace

from bot.tables.model import Seat, Setup, Status, Waiting, Who, called
from bot.tables.table import Table
from bot.tables.trouble import Code, Trouble
from engine.sitting import Sitting, first_sitting, sitting_after


def free_seats(table: Table) -> tuple[int, ...]:
    """Return the seats of computer players that a latecomer can take, in joining order.

    These computer players are still in the game, and nobody else waits for their seats.
    """
    if table.game is None or table.status is not Status.PLAYING:
        return ()
    wished = {each.seat for each in table.waiting}
    return tuple(seat for seat in table.computers(table.game.state.seats_in()) if seat not in wished)


def wait(table: Table, who: Who, seat: int | None, look: str = "") -> None:
    """Let `who` wait for a computer player's seat, or for the next game if `seat` is None.

    This replaces an earlier request of theirs. Raises `Trouble` if that is not possible, for example because they sit
    here or because the seat is not free.
    """
    if table.status is Status.LOBBY:
        raise Trouble(Code.NOT_STARTED)
    if table.status is Status.CLOSED or (seat is not None and table.status is not Status.PLAYING):
        raise Trouble(Code.GONE, over=table.status is Status.OVER)
    if who.id in {each.user for each in table.there()}:
        raise Trouble(Code.ALREADY_SEATED)
    others = tuple(each for each in table.waiting if each.who.id != who.id)
    if seat is None and len(others) + len(table.there()) >= table.setup.most():
        raise Trouble(Code.LOBBY_FULL, most=table.setup.most())
    table.waiting = others
    if seat is not None and (seat not in free_seats(table) or table.seat_of(who.id) is not None):
        raise Trouble(Code.NO_FREE_SEAT)  # L1: a person who has left this game may return only in the next game
    table.waiting = (*others, Waiting(who, seat, look))


def give_up(table: Table, user: int) -> None:
    """Take a person off the waiting list. Raises `Trouble` if they are not on it."""
    others = tuple(each for each in table.waiting if each.who.id != user)
    if others == table.waiting:
        raise Trouble(Code.NOT_WAITING)
    table.waiting = others


def take_seats(table: Table) -> None:
    """Give computer players' seats to the people who wait for them, before a deal.

    If the seat is no longer free, the person gets another free seat, or waits for the next game.
    """
    for wish in tuple(each for each in table.waiting if each.seat is not None):
        table.waiting = tuple(each for each in table.waiting if each is not wish)
        free = free_seats(table)
        seat = wish.seat if wish.seat in free else next(iter(free), None)
        if seat is None:
            table.waiting = (*table.waiting, Waiting(wish.who))
        else:
            _sit(table, seat, wish)


def newcomers(table: Table) -> tuple[Seat, ...]:
    """Return seats in the next game for the people on the waiting list."""
    return tuple(Seat(each.who.id, each.who.name, language=each.who.language) for each in table.waiting)


def _sit(table: Table, number: int, wish: Waiting) -> None:
    before, who = table.seats[number], wish.who
    since = table.running().state.round + 1
    others = (*table.seats[:number], *table.seats[number + 1 :])
    seat = replace(
        before,
        user=who.id,
        name=called(others, who),
        language=who.language,
        since=since,
        instead_of=before.name,
        look=wish.look,
    )
    table.seats = (*table.seats[:number], seat, *table.seats[number + 1 :])


def pass_on_host(table: Table) -> None:
    """Choose a new host if the host has left: the first person who is still at the table."""
    there = table.there()
    if there and there[0].user is not None and table.row.host not in [seat.user for seat in there]:
        table.row.host, table.row.host_name = there[0].user, there[0].name


def setup_for_rematch(old: Table, stakes: bool) -> Setup:
    """Return the set-up of a rematch; `stakes` is whether forfeits are owed in it.

    If the rules decide who opens the rematch, there is no roll-off.
    """
    sitting = _sitting(old)
    return replace(
        old.setup, stakes=stakes, deck_version=0, no_roll_off=sitting.opener is not None, in_play=sitting.in_play
    )


def seats_for_rematch(old: Table, asker: Who, here: Collection[int] | None) -> tuple[Seat, ...]:
    """Return the seats of a rematch. They are in order of play, and the player who opens it comes first (S4).

    Computer players and `asker` keep their seats, and so do the people who have not left and are in `here`. If `here`
    is None, all people who have not left keep their seats. After them come the people on the waiting list, and `asker`
    if they did not sit in the last game. If there are too few seats, computer players make room for people. Salts are
    dropped.
    """
    seats = tuple(Seat(seat.user, seat.name, language=seat.language) for seat in old.seats)
    there = {seat.user for seat in old.there() if here is None or seat.user in here} | {asker.id, None}
    kept = [seats[at] for at in _sitting(old).seats([at for at, seat in enumerate(seats) if seat.user in there])]
    late = (*newcomers(old), Seat(asker.id, asker.name, language=asker.language))
    new = list({seat.user: seat for seat in late if seat.user not in {each.user for each in kept}}.values())
    most = old.setup.most()
    while len(kept) + len(new) > most and any(seat.user is None for seat in kept):
        kept.remove(next(seat for seat in reversed(kept) if seat.user is None))
    return (*kept, *new)[:most]


def _sitting(old: Table) -> Sitting:
    """Return the order of seats in a rematch of this game, and the player who opens it.

    A game that was ended without a result has no winner, so its rematch begins as a first game does.
    """
    if old.game is None or old.status is Status.CLOSED:
        return first_sitting(len(old.seats))
    return sitting_after(old.game, replace(old.setup, no_roll_off=False, in_play=False).rules().seating)
