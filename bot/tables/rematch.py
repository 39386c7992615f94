"""S4, S5: who sits where in a further game at the same table, and who opens it."""

from msgspec.structs import replace

from bot.tables.model import Seat, Setup
from bot.tables.sheet import Sheet
from engine.policies import Seating


def setup_for_rematch(old: Sheet) -> Setup:
    """The same set-up, without a roll-off where the next opener is known."""
    return replace(old.setup, no_roll_off=_first(old) is not None)


def seats_for_rematch(old: Sheet, asker: int, salt: str) -> tuple[Seat, ...]:
    """Who is still there, in the same circle, the next opener first; who asks is there and brings a new salt."""
    seats = tuple(replace(seat, salt=salt) if seat.user == asker and salt else seat for seat in old.seats)
    order, first = _circle(old), _first(old)
    at = 0 if first is None else order.index(first)
    there = {seat.user for seat in old.there()} | {asker, None}
    return tuple(seats[seat] for seat in order[at:] + order[:at] if seats[seat].user in there)


def _circle(old: Sheet) -> tuple[int, ...]:
    """The seating of the game just over, clockwise."""
    if old.game is None or not _moves_up(old):
        return tuple(range(len(old.seats)))
    order, rules = old.game.state.order, old.setup.rules()
    return (order[0], *reversed(order[1:])) if rules.direction == "counterclockwise" else order


def _first(old: Sheet) -> int | None:
    """The seat that opens the further game: the second of the seating (S4), or the only winner (S5)."""
    if old.game is None or old.game.state.result is None:
        return None
    if _moves_up(old):
        return _circle(old)[1]
    winners = old.game.state.result.winners
    return winners[0] if len(winners) == 1 else None


def _moves_up(old: Sheet) -> bool:
    """S4: the games whose whole seating is rolled for; read from the option, which a further game overrides."""
    return replace(old.setup, no_roll_off=False).rules().seating is Seating.ORDER
