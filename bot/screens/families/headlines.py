"""Headline the great moments of a showdown, above the verdict. Everything here follows from public events alone."""

from collections.abc import Sequence

from bot.screens.families.asides import nth, varied
from bot.screens.families.narration import Narrator
from bot.tables.computer_comments import ROW, is_headline
from bot.words.language import _, before
from engine.core import events as e
from engine.core.policies import Seating
from engine.core.state import State

BEFORE_THE_ROUND: tuple[type[e.Event], ...] = (e.RollOff, e.Ordered, e.ChipsMoved)
"""Events before the first bid or claim of a game. The panel shows them until that bid."""


def told_at_the_start(by: Narrator) -> tuple[type[e.Event], ...]:
    """Return the kinds of events that the card of the lobby shows once the game has begun (`narration.seating`)."""
    return BEFORE_THE_ROUND if by.rules.seating is Seating.ORDER else ()


def headlined(headline: str, verdict: str, price: Sequence[str]) -> list[str]:
    """Return the lines at the top of a showdown: the headline, the verdict, and the lines about its price.

    If the headline is "", the verdict takes its place. If it is one of the lines about the price, it is not repeated.
    """
    if not headline:
        return [f"### {verdict}", *price]
    return [f"### {headline}", verdict, *(line for line in price if line != headline)]


def remembered(by: Narrator, number: int) -> str:
    """Return the headline about many catches by the same player, or "" if round `number` was not the last of them."""
    again = by.again
    if again is None or again.number != number or not is_headline(again):
        return ""
    name, other = by.cast.brief(again.seat), by.cast.brief(again.other)
    if again.about == ROW:
        ways = (
            # Translators: a headline: each of the last {n} times that {name} called Liar!, it was a lie.
            _("🔥 {name} catches {n} lies in a row!"),
            # Translators: a headline: each of the last {n} times that {name} called Liar!, it was a lie.
            _("🔥 {name} smells {n} lies in a row!"),
            # Translators: a headline: each of the last {n} times that {name} called Liar!, it was a lie.
            _("🔥 {n} lies in a row: {name} is on fire!"),
        )
        return varied(number, *ways).format(name=name, n=again.times)
    ways = (
        # Translators: a headline: {nth} is a number such as “3rd”; {name} has caught {other} so often this evening.
        _("🔁 {other}, caught by {name}: {nth} time!"),
        # Translators: a headline: {nth} is a number such as “3rd”; {name} has caught {other} so often this evening.
        _("🔁 {name} sees through {other}: {nth} time!"),
        # Translators: a headline: {nth} is a number such as “3rd”; {name} has caught {other} so often this evening.
        _("🔁 {other} can’t fool {name}: {nth} time!"),
    )
    return varied(number, *ways).format(name=name, other=other, nth=nth(again.times))


def was_by_clock(besides: Sequence[e.Event], *seats: int) -> bool:
    """Return whether the clock played an act of one of these seats in this round (L2). Such an act is nobody's feat."""
    return any(isinstance(event, e.PlayedFor) and event.seat in seats for event in besides)


def last_two(by: Narrator, state: State) -> list[str]:
    """Return the headline of a panel once only two of at least three players are left, otherwise []."""
    if not by.rules.runs_out() or len(state.circle) != 2 or len(state.players) == 2:
        return []
    one, other = (by.cast.brief(seat) for seat in state.seats_in())
    # Translators: a headline: only these two players are still in the game, and one of them will win it.
    words = _("### ⚔️ The last two: {name} and {other}")
    return [before(other, words).format(name=one, other=other)]
