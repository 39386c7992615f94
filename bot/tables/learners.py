"""Finds the players who have to learn new dice, because they have thrown dice or seen dice under the cup."""

from collections.abc import Callable, Sequence

from engine import games
from engine.core.events import Event
from engine.games import AnyGame, AnyView


def is_deal(before: AnyGame | None, after: AnyGame) -> bool:
    """Return whether a new round has begun since the game `before`, or since no game."""
    return before is None or before.state.round != after.state.round


def learners(
    before: AnyGame | None, after: AnyGame, see: Callable[[int], AnyView], events: Sequence[Event]
) -> tuple[int, ...]:
    """Return the seats whose players have to learn new dice. After a deal, these are all seats with dice.

    `see` returns the game `after` as a seat sees it. `events` happened since the game `before`.
    """
    seats = range(len(after.state.players))
    if before is None or is_deal(before, after):
        return tuple(seat for seat in seats if see(seat).mine)
    again = {event.seat for event in events if isinstance(event, games.bid_events.ThrownAgain)}  # B6
    if before.hidden == after.hidden:
        return tuple(again)  # the same dice as before, but some of them lie in the open now
    new = (seat for seat in seats if seat in again or see(seat).mine != games.view(before, seat).mine)
    return tuple(seat for seat in new if see(seat).mine)
