"""Changes to a lobby: its people, its rules, people's contributions to the dice, and the start of the game."""

from datetime import datetime, timedelta
from itertools import chain, count
from math import ceil

from msgspec.structs import replace

from bot.storage.preferences import SeatPreferences
from bot.tables.annotations import BLOCKED, REFUSED, Sealing
from bot.tables.model import (
    LIVE,
    LONGEST_LUCKY,
    MOST_SEATS,
    Brought,
    Seat,
    Setup,
    Status,
    TableView,
    Who,
    called,
    people,
)
from bot.tables.obstacles import Obstacle
from bot.tables.opening import check, without_the_first
from bot.tables.playing import begin
from bot.tables.seats_for_the_next_game import pass_on_host
from bot.tables.table import Table
from bot.tables.trouble import Code, Trouble
from bot.words.cleaning import alike, composed
from engine import games
from engine.core.actions import Stop
from engine.core.characters import CHARACTERS, GOOD, word
from engine.fairness import digest, salt
from engine.options import different
from engine.record import game_lines
from engine.sitting import joining_order
from engine.variants import variant


def join(table: Table, who: Who, press: str, kept: SeatPreferences) -> None:
    """Give `who` a seat in the lobby.

    `press` is the id of the press of Join, as text. `kept` contains the stored preferences of `who` for their seats.
    """
    still_open(table)
    if table.seat_of(who.id) is not None:
        raise Trouble(Code.ALREADY_SEATED)
    brought = Brought(join=press, lucky=kept.lucky)
    _sit(table, Seat(who.id, called(table.seats, who), language=who.language, brought=brought, look=kept.dice))


def stand_up(table: Table, user: int) -> None:
    """Remove a person from the lobby.

    If the host leaves, the next person becomes the host. A lobby without people closes.
    """
    still_open(table)
    seat = table.require_seat(user)
    name = table.seats[seat].name
    _unseat(table, seat)
    if not people(table.seats):
        close(table, name)
    pass_on_host(table)


def put_out(table: Table, user: int, other: int) -> None:
    """Remove another person from the lobby. Only the host may do this.

    Raises `Trouble` if the person with the id `other` is not there, or is the host.
    """
    still_open(table)
    _host(table, user)
    seat = table.seat_of(other)
    if seat is None or other == user:
        raise Trouble(Code.LEFT_ALREADY)
    _unseat(table, seat)


def add_computer(table: Table, user: int, name: str = "") -> None:
    """Add a computer player to the lobby. Any seated person may do this.

    If `name` is "", take the next free computer player, beginning with those of the table's level. If the computer
    player already sits here, add a second one whose name has a number ("Trixie 2"). Raises `Trouble` for an unknown
    name.
    """
    still_open(table)
    table.require_seat(user)
    if name and name not in CHARACTERS:
        raise Trouble(Code.STALE_PANEL)
    level = table.setup.level or GOOD
    wanted = [name] if name else sorted(CHARACTERS, key=lambda each: CHARACTERS[each].level is not level)
    taken = {alike(seat.name) for seat in table.seats}
    again = (f"{each} {number}" for number in count(2) for each in wanted)
    _sit(table, Seat(None, next(each for each in chain(wanted, again) if alike(each) not in taken)))


def remove_computer(table: Table, user: int, name: str = "") -> None:
    """Remove the computer player with this name, as one word, or the one that joined last.

    Any seated person may do this.
    """
    still_open(table)
    table.require_seat(user)
    computers = [at for at, seat in enumerate(table.seats) if seat.user is None and name in ("", word(seat.name))]
    if not computers:
        raise Trouble(Code.NO_COMPUTER)
    _unseat(table, computers[-1])


def change(table: Table, user: int, setup: Setup) -> None:
    """Change the set-up of the lobby. Only the host may do this. It needs a seat for everybody who sits there."""
    still_open(table)
    _host(table, user)
    check(setup)
    if not max(2, len(table.seats)) <= setup.most() <= MOST_SEATS:
        raise Trouble(Code.STALE_PANEL)
    same, before = setup.variant == table.setup.variant, table.setup
    table.setup = replace(setup, no_roll_off=before.no_roll_off and same, in_play=before.in_play and same)


def bring_luck(table: Table, user: int, words: str) -> None:
    """Set the lucky words of a seated person, which are mixed into the dice. An empty string removes them."""
    still_open(table)
    seat = table.require_seat(user)
    lucky = lucky_words(words)
    table.seats = tuple(
        replace(each, brought=replace(each.brought, lucky=lucky)) if number == seat else each
        for number, each in enumerate(table.seats)
    )


def lucky_words(typed: str) -> str:
    """Return the normalized form of typed lucky words, which is mixed into the dice (engine/FAIRNESS.md)."""
    return composed(typed, LONGEST_LUCKY)


HOST_IS_AWAY = timedelta(minutes=2)
"""If the host has not pressed anything for this long, anybody seated may start the game."""


def start(table: Table, user: int, press: str, host_was_here: datetime) -> None:
    """Close the lobby to start its game, and compute the digits that seal the dice.

    The game needs at least two players. Only the host may start it, or any seated person if the host's last press
    (`host_was_here`) was at least two minutes ago. The refusal says when that will be. `press` is the id of the press
    of Start, as text. The dice are thrown by `throw`, after the line with the digits was posted.
    """
    still_open(table)
    if table.row.host != user and table.now - host_was_here < HOST_IS_AWAY:
        away = ceil((host_was_here + HOST_IS_AWAY).timestamp())
        raise Trouble(Code.NOT_HOST, host=table.row.host_name, away=away if table.seat_of(user) is not None else None)
    table.require_seat(user)
    if len(table.seats) < 2:
        raise Trouble(Code.NEED_PLAYERS, least=2)
    table.seats = tuple(replace(seat, share=seat.brought.share()) for seat in table.seats)
    game = game_lines(table.setup.variant, different(table.setup.rules(), variant(table.setup.variant).rules))
    digits = digest(table.row.commitment, game, [seat.share for seat in _in_joining_order(table)])
    table.annotate(sealing=Sealing(digits, press, table.now))


def throw(table: Table, line: int) -> None:
    """Begin the game after the line that seals its dice was posted. `line` is the id of that message.

    Each player's salt is made from the player's share and from this id.
    """
    table.seats = tuple(replace(seat, salt=salt(seat.share, str(line))) for seat in _in_joining_order(table))
    table.annotate(sealing=replace(_sealing(table), line=line))
    begin(table)


def open_again(table: Table, obstacle: Obstacle | None) -> None:
    """Open the lobby again, because the line that seals the game could not be posted.

    `obstacle` is the reason if people can remove it, otherwise None.
    """
    why = REFUSED if obstacle is None else BLOCKED
    table.annotate(sealing=replace(_sealing(table), refused=why, obstacle=obstacle))


def unblock(table: Table) -> None:
    """Clear the reason why the dice could not be sealed, because the reason no longer applies."""
    table.annotate(sealing=None)


def _sealing(table: Table) -> Sealing:
    sealing = table.annotations.sealing
    assert sealing is not None, "Start comes first"
    return sealing


def _in_joining_order(table: Table) -> tuple[Seat, ...]:
    """Return the seats in joining order, which a game needs. The lobby may store them in order of play (S4)."""
    if not table.setup.in_play:
        return table.seats
    order = joining_order(tuple(range(len(table.seats))), table.setup.rules().direction)
    return tuple(table.seats[seat] for seat in order)


def cancel(table: Table, who: Who, manager: bool) -> None:
    """Close the lobby, even while the dice are being sealed. Only the host and server managers may do this."""
    _is_lobby(table.status)
    if not manager:
        _host(table, who.id)
    close(table, called(table.seats, who))


def pass_on(table: Table, user: int, to: int) -> None:
    """Make another person at the table its host. Only the present host may do this.

    Raises `Trouble` if the person with the id `to` is not at the table.
    """
    if table.status not in LIVE:
        raise Trouble(Code.GONE, over=table.status is Status.OVER)
    if table.status is Status.LOBBY:
        still_open(table)
    _host(table, user)
    heir = next((seat for seat in table.there() if seat.user == to), None)
    if heir is None or heir.user is None:
        raise Trouble(Code.NOT_THERE)
    table.row.host, table.row.host_name = heir.user, heir.name


def close(table: Table, by: str = "") -> None:
    """Close the table without a result. A running game is stopped (L5).

    `by` is the name of the person who ended the table, or "" if no person did.
    """
    table.row.ended_by = by[:100]
    if table.status is Status.PLAYING:
        table.apply(*games.play(table.running(), None, Stop(), table.dice()))
    table.row.status = Status.CLOSED
    table.row.marks.ends_at = None


def still_open(table: Table | TableView) -> None:
    """Raise `Trouble` unless the table is a lobby that people may still change."""
    _is_lobby(table.status)
    if table.annotations.is_being_sealed():
        raise Trouble(Code.BEING_SEALED)


def _is_lobby(status: Status) -> None:
    if status == Status.PLAYING:
        raise Trouble(Code.GAME_RUNNING)
    if status != Status.LOBBY:
        raise Trouble(Code.GONE, over=status is Status.OVER)


def _host(table: Table, user: int) -> None:
    if table.row.host != user:
        raise Trouble(Code.NOT_HOST, host=table.row.host_name)


def _sit(table: Table, seat: Seat) -> None:
    if len(table.seats) >= table.setup.most():
        raise Trouble(Code.LOBBY_FULL, most=table.setup.most())
    table.seats = (*table.seats, seat)


def _unseat(table: Table, seat: int) -> None:
    """Remove a seat from the lobby.

    If the player in it was to open the game, a roll-off now decides who opens (S5), or the next player in order of
    play opens (S4).
    """
    table.seats = (*table.seats[:seat], *table.seats[seat + 1 :])
    if seat == 0:
        table.setup = without_the_first(table.setup)
