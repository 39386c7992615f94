"""The removal of a person from a running game: who may ask for it, who votes on it, and whether the table has agreed.

A person who is removed leaves the game as if they had left by themselves (L1).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil

from msgspec.structs import replace

from bot.tables.annotations import Asking
from bot.tables.model import Status, TableView, Who, called
from bot.tables.table import Table
from bot.tables.trouble import Code, Trouble
from engine.core.policies import Absence
from engine.core.state import Phase

VOTE_LASTS = timedelta(minutes=1)
"""People vote on a removal for this long."""

AGAIN_IN = timedelta(minutes=10)
"""The table is asked about the same person at most once in this period."""


def ask(table: Table, who: Who, manages: bool, other: int) -> None:
    """Ask the people at the table to remove the person with the id `other` from the game.

    Only the host may ask, or `who` if they manage the server. Where nobody has a vote, a person who has missed two
    turns in a row is removed without a vote. Raises `Trouble` if nobody may be removed now.
    """
    seat = _removable(table, who, manages, other)
    asked = next((each for each in table.annotations.asking if each.seat == seat), None)
    if asked is not None and (again := asked.since + AGAIN_IN) > table.now:
        raise Trouble(Code.JUST_ASKED, again=ceil(again.timestamp()))
    asking = Asking(seat, who.id, called(table.seats, who), table.now)
    asking = replace(asking, needed=_needed(table, asking))
    if not _voters(table, asking):
        if seat not in table.annotations.dozing:
            raise Trouble(Code.NOBODY_VOTES, leaves=table.setup.rules().absence is not Absence.SIT_OUT)
        asking = replace(asking, is_agreed=True, message=None)
    others = tuple(each for each in table.annotations.asking if each.seat != seat)
    table.annotate(asking=(*others, asking))


def _removable(table: Table, who: Who, manages: bool, other: int) -> int:
    """Return the seat of a person who may be removed now. Raises `Trouble` if `who` may not ask for that."""
    state = table.running().state
    if not manages and table.row.host != who.id:
        raise Trouble(Code.NOT_HOST, host=table.row.host_name)
    seat = table.seat_of(other)
    if seat is None or other == who.id or not state.is_in(seat):
        raise Trouble(Code.LEFT_ALREADY)
    if not may_remove(state.phase):
        raise Trouble(Code.NOT_NOW)
    return seat


def may_remove(phase: Phase) -> bool:
    """Return whether people may be removed in this phase of a game: neither during a poll nor during a showdown."""
    return phase not in (Phase.POLL, Phase.BETWEEN, Phase.OVER)


def agree(table: Table, user: int, seat: int) -> None:
    """Record that a person agrees to the removal of the person in `seat`. Raises `Trouble` if they have no vote."""
    table.running()
    asking = next((each for each in table.annotations.asking if each.seat == seat), None)
    mine = own_seat(table, user)
    if asking is None or not is_open(asking, _in_game(table), table.now):
        raise Trouble(Code.VOTE_OVER)
    if mine not in _voters(table, asking):
        raise Trouble(Code.NO_VOTE)
    if mine in asking.agreed:
        raise Trouble(Code.AGREED_ALREADY)
    agreed = (*asking.agreed, mine)
    say_yes, needed = len(set(agreed).intersection(_voters(table, asking))), _needed(table, asking)
    changed = replace(asking, agreed=agreed, needed=needed, is_agreed=say_yes >= needed)
    table.annotate(asking=tuple(changed if each is asking else each for each in table.annotations.asking))


def _voters(table: Table, asking: Asking) -> tuple[int, ...]:
    """Return the seats of the people who vote on a removal.

    These are the people who are still in the game, except for the host, the person who asked, and the person whom
    they want to remove.
    """
    without = {table.row.host, asking.by, table.seats[asking.seat].user, None}
    return tuple(seat for seat in _in_game(table) if table.seats[seat].user not in without)


def has_voters(table: TableView, by: int, other: int) -> bool:
    """Return whether anybody would have a vote if the person `by` asked to remove the person `other`."""
    in_game = table.view.state.seats_in() if table.view is not None else ()
    return any(table.seats[seat].user not in (table.host.id, by, other, None) for seat in in_game)


def _needed(table: Table, asking: Asking) -> int:
    """Return the number of votes that a removal needs: at least half of the voters, and at least one."""
    return max(1, ceil(len(_voters(table, asking)) / 2))


def is_open(asking: Asking, in_game: Sequence[int], now: datetime) -> bool:
    """Return whether people may still vote on a removal. `in_game` are the seats that are in the running game."""
    return not asking.is_agreed and asking.seat in in_game and now < asking.since + VOTE_LASTS


def agreed(table: Table) -> tuple[int, ...]:
    """Return the seats of the people who are still in the game, and whose removal the table has agreed on."""
    in_game = _in_game(table)
    return tuple(each.seat for each in table.annotations.asking if each.is_agreed and each.seat in in_game)


def remove(table: Table, seat: int) -> None:
    """Note that the person in this seat is removed, before they leave the game. They no longer doze (L2)."""
    noted = table.annotations
    table.annotate(
        put_out=(*noted.put_out, seat),
        missed=tuple(each for each in noted.missed if each != seat),
        dozing=tuple(each for each in noted.dozing if each != seat),
    )


def message_changes_at(table: Table, asking: Asking) -> datetime:
    """Return when the message that asks the table must be posted or deleted next."""
    if asking.again is not None:
        return asking.again
    is_open_for_now = bool(asking.message) and is_open(asking, _in_game(table), asking.since)
    return asking.since + VOTE_LASTS if is_open_for_now else asking.since


def own_seat(table: Table, user: int) -> int:
    """Return the seat of `user`. Raises `Trouble` if they have none, or if they were removed from the game."""
    seat = table.require_seat(user)
    if seat in table.annotations.put_out:
        asking = next((each for each in table.annotations.asking if each.seat == seat), None)
        by, is_vote = (asking.name, bool(asking.agreed)) if asking is not None else ("", True)
        raise Trouble(Code.REMOVED, by=by, is_vote=is_vote)
    return seat


def _in_game(table: Table) -> tuple[int, ...]:
    """Return the seats that are still in the running game, or () if no game is running."""
    return table.game.state.seats_in() if table.game is not None and table.status is Status.PLAYING else ()
