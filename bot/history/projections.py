"""The projections, pure functions that turn a finished game into tallies, and the ways in which tallies add up.

To count something more, write such a function and name it in `PROJECTIONS`; `python -m bot rebuild` counts it for all
kept games. A tally is a board as soon as `RANKED` and `boards.BoardName` name it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import sqrt

import msgspec

from bot.history.game import Finished
from bot.storage.tallies import NOTHING, Amounts, Tally
from engine.core.characters import character
from engine.core.events import ChipsMoved
from engine.games import bid_events, cup_events


def wins(done: Finished) -> Iterator[Tally]:
    """Yield one game for everybody who was in it, leavers included, and a win for each winner."""
    for seat, user in done.game.people().items():
        yield Tally(user, "wins", int(seat in done.over.winners), 1)


def streak(done: Finished) -> Iterator[Tally]:
    """Yield 1 for each winner, which continues their streak, and 0 for the others, which ends it."""
    for seat, user in done.game.people().items():
        yield Tally(user, "streak", int(seat in done.over.winners))


def washed_up(done: Finished) -> Iterator[Tally]:
    """Yield one game for everybody who was in it, and whether they washed up (E4)."""
    for seat, user in done.game.people().items():
        yield Tally(user, "washed_up", int(seat in done.over.losers), 1)


def bads(done: Finished) -> Iterator[Tally]:
    """Yield all bads and goods of a game (P3) separately, since the net score would hide them."""
    people = done.game.people()
    for event in done.each(bid_events.Scored):
        if event.seat in people:
            yield Tally(people[event.seat], "bads", max(0, -event.change), max(0, event.change))


def chips(done: Finished) -> Iterator[Tally]:
    """Yield the chips that each won or lost (E6), and as the second figure the games for chips."""
    moved: Counter[int] = Counter()
    for event in done.each(ChipsMoved):
        moved[event.seat] += event.amount
    for seat, user in done.game.people().items():
        if seat in moved:
            yield Tally(user, "chips", moved[seat], 1)


def talk(done: Finished) -> Iterator[Tally]:
    """Yield what people said in rounds that revealed it.

    - `got_away`: lies that nobody called; second figure: all their lies
    - `caught`: others' lies that they caught; second figure: their challenges
    - `lies`: all their lies; second figure: everything that they said
    - `called_out`: their own lies that ended in a showdown; second figure: how often a showdown judged what they said,
      after an exact call, too
    - `exact`: exact calls that were right; second figure: all their exact calls
    - `face1` ... `face6`: how often they bid on a face
    """
    people = done.game.people()
    for said in done.talk.said:
        if (user := people.get(said.seat)) is None:
            continue
        lie = int(not said.true)
        yield Tally(user, "lies", lie, 1)
        if lie:
            yield Tally(user, "got_away", int(not said.challenged), 1)
        if said.challenged:
            yield Tally(user, "called_out", lie, 1)
        if said.face:
            yield Tally(user, f"face{said.face}", 1)
    for call in done.talk.called:
        if (user := people.get(call.seat)) is not None:
            yield Tally(user, "exact" if call.exact else "caught", int(call.right), 1)


def thrown(done: Finished) -> Iterator[Tally]:
    """Yield `thrown1` ... `thrown6`: how many of somebody's dice showed each face.

    Dice are counted when they are thrown: those under one's own cup (T1), and in the cup game those that one rolled
    (K6, K7).
    """
    people, fell = done.game.people(), Counter[tuple[int, int]]()
    for event in done.game.events:
        match event:
            case bid_events.Thrown(throws=throws):
                fell.update((seat, die) for seat, dice in throws for die in dice)
            case cup_events.RolledUnder(seat=seat, dice=dice):
                fell.update((seat, die) for die in dice)
            case cup_events.RolledOnTable(seat=seat, now=die):
                fell[seat, die] += 1
            case _:
                pass
    for (seat, die), many in sorted(fell.items()):
        if seat in people:
            yield Tally(people[seat], f"thrown{die}", many)


Projection = Callable[[Finished], Iterator[Tally]]

PROJECTIONS: tuple[Projection, ...] = (wins, streak, washed_up, bads, chips, talk, thrown)


def projected(done: Finished) -> Iterator[Tally]:
    """Yield the tallies of all projections for a finished game."""
    for projection in PROJECTIONS:
        yield from projection(done)


AGAINST = "vs-"
"""The prefix of the figures of somebody alone against a computer player."""


def against(name: str) -> str:
    """Return the name of a computer player's figure; players that differ only in a number share it."""
    return f"{AGAINST}{character(name).word()}"


FEWEST_GAMES = 5
"""The fewest games for which a win rate is shown."""

CONFIDENCE = 1.96
"""The normal quantile of a two-sided 95 %."""

WHOLE = 10_000
"""A rate of 1 as boards store it: in hundredths of a percent."""

Fold = Callable[[Amounts, Amounts], Amounts]


class Derived(msgspec.Struct, frozen=True):
    """A figure that is computed from another one, `source`."""

    source: str
    of: Callable[[Amounts], Amounts]


def wilson(won: int, games: int) -> int:
    """Return the lower end of Wilson's interval for `won` of `games` (at least 1), in hundredths of a percent.

    It is the lowest rate that is compatible with this result: E. B. Wilson, Probable inference (1927).
    """
    z2 = CONFIDENCE * CONFIDENCE
    middle = won + z2 / 2
    spread = CONFIDENCE * sqrt(won * (games - won) / games + z2 / 4)
    return int(WHOLE * (middle - spread) / (games + z2))


def _added(held: Amounts, more: Amounts) -> Amounts:
    return held[0] + more[0], held[1] + more[1]


def _streak(held: Amounts, more: Amounts) -> Amounts:
    """Return the longest streak of wins, and as the second figure the present one."""
    now = held[1] + 1 if more[0] else 0
    return max(held[0], now), now


def _latest(_: Amounts, now: Amounts) -> Amounts:
    return now


def _win_rate(wins: Amounts) -> Amounts:
    return (wilson(*wins), wins[1]) if wins[1] >= FEWEST_GAMES else NOTHING


def _goods(bads: Amounts) -> Amounts:
    return (bads[1], bads[0]) if bads[1] else NOTHING


def _net(bads: Amounts) -> Amounts:
    return bads[1] - bads[0], bads[0] + bads[1]


def _paid(forfeits: Amounts) -> Amounts:
    return (forfeits[1], forfeits[0]) if forfeits[1] else NOTHING


FOLDS: Mapping[str, Fold] = {"streak": _streak, "rating": _latest}
"""How amounts are combined for the tallies that are not simply added."""

DERIVED: Mapping[str, Derived] = {
    "win_rate": Derived("wins", _win_rate),
    "goods": Derived("bads", _goods),
    "net": Derived("bads", _net),
    "paid": Derived("forfeits", _paid),
}

RANKED = frozenset(
    ("forfeits", "paid", "goods", "bads", "net", "wins", "win_rate", "rating", "chips", "caught", "got_away", "streak")
)
"""The tallies that have boards, and are counted for each channel, month and season; the others are of all time only."""


def taken_in(name: str, held: Amounts, more: Amounts) -> Amounts:
    """Return the amounts of the tally `name` that `held` and `more` make together."""
    return FOLDS.get(name, _added)(held, more)
