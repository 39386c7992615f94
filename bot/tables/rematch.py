"""A further game at the same table: who sits where and who opens it is the engine's affair (S4, S5)."""

from msgspec.structs import replace

from bot.tables.draft import Draft
from bot.tables.model import MOST_SEATS, Seat, Setup
from bot.tables.seating import newcomers
from engine.sitting import Sitting, first_sitting, sitting_after


def setup_for_rematch(old: Draft, stakes: bool) -> Setup:
    """The same set-up, for stakes or not, without a roll-off where the next opener is known."""
    sitting = _sitting(old)
    return replace(old.setup, stakes=stakes, no_roll_off=sitting.opener is not None, in_play=sitting.in_play)


def seats_for_rematch(old: Draft, asker: int) -> tuple[Seat, ...]:
    """Who is still there, the next opener first (S4: in order of play); who asks is there. Nobody keeps a salt.

    Those who waited for this game come last; computer players make room for them.
    """
    seats = tuple(Seat(seat.user, seat.name, language=seat.language) for seat in old.seats)
    there = {seat.user for seat in old.there()} | {asker, None}
    kept = [seats[at] for at in _sitting(old).seats([at for at, seat in enumerate(seats) if seat.user in there])]
    new = [seat for seat in newcomers(old) if seat.user not in {each.user for each in kept}]
    while len(kept) + len(new) > MOST_SEATS and any(seat.user is None for seat in kept):
        kept.remove(next(seat for seat in reversed(kept) if seat.user is None))
    return (*kept, *new)[:MOST_SEATS]


def _sitting(old: Draft) -> Sitting:
    """The table after its game; the option says how it is seated, which a further game overrides."""
    if old.game is None:
        return first_sitting(len(old.seats))
    return sitting_after(old.game, replace(old.setup, no_roll_off=False, in_play=False).rules().seating)
