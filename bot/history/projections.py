"""The projections, which are pure functions that turn a finished game into tallies, and the rules for adding tallies.

To count another statistic, write such a function, add it to `PROJECTIONS`, and raise `versions.FIGURES`. The bot then
counts the statistic for all stored games. A tally has a leaderboard if both `RANKED` and `boards.BoardName` include
its name.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import sqrt

import msgspec

from bot.history import game
from bot.history.game import Finished
from bot.storage.tallies import NOTHING, Amounts, Tally
from engine.core.characters import character
from engine.core.events import ChipsMoved, Left
from engine.games import bid_events, cup_events


def wins(done: Finished) -> Iterator[Tally]:
    """Yield the number of wins, 0 or 1, for each person who was in the game, including people who left.

    The second figure is the number of games, which is 1.
    """
    for seat, user in done.game.people().items():
        yield Tally(user, "wins", int(seat in done.over.winners), 1)


def streak(done: Finished) -> Iterator[Tally]:
    """Yield 1 for each winner and 0 for each other person. A 1 continues the person's streak, and a 0 ends it."""
    for seat, user in done.game.people().items():
        yield Tally(user, "streak", int(seat in done.over.winners))


def washed_up(done: Finished) -> Iterator[Tally]:
    """Yield 1 for each person who washed up (E4), and 0 for each other person who was in the game.

    The second figure is the number of games, which is 1.
    """
    for seat, user in done.game.people().items():
        yield Tally(user, "washed_up", int(seat in done.over.losers), 1)


def driest(done: Finished) -> Iterator[Tally]:
    """Yield 1 for each person with the best score among those who did not wash up (E4), if the game has no winners."""
    over, people = done.over, done.game.people()
    if over.losers and not over.winners:
        gone = (event.seat for event in done.each(Left))
        for seat in game.driest(done.each(bid_events.Scored), len(done.game.players), {*gone, *over.losers}):
            if seat in people:
                yield Tally(people[seat], "driest", 1)


def bads(done: Finished) -> Iterator[Tally]:
    """Yield all bads and all goods of a game (P3).

    The two are separate, because a score contains only their difference.
    """
    people = done.game.people()
    for event in done.each(bid_events.Scored):
        if event.seat in people:
            yield Tally(people[event.seat], "bads", max(0, -event.change), max(0, event.change))


def chips(done: Finished) -> Iterator[Tally]:
    """Yield the chips that each person won or lost in the game (E6), with one game for chips as the second figure."""
    moved: Counter[int] = Counter()
    for event in done.each(ChipsMoved):
        moved[event.seat] += event.amount
    for seat, user in done.game.people().items():
        if seat in moved:
            yield Tally(user, "chips", moved[seat], 1)


def talk(done: Finished) -> Iterator[Tally]:
    """Yield tallies of each person's bids, claims and calls, from rounds that showed whether they were right.

    - `got_away`: the person's lies that nobody called; second figure: all their lies
    - `caught`: other players' lies that the person caught; second figure: all their challenges
    - `lies`: all lies of the person; second figure: all their bids and claims
    - `called_out`: the person's lies that ended in a showdown; second figure: all their bids and claims that ended in
      one, also after an exact call
    - `exact`: exact calls of the person that were right; second figure: all their exact calls
    - `face1` ... `face6`: the number of the person's bids on a face
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
    """Yield `thrown1` ... `thrown6`: how many of a person's dice showed each face.

    Dice are counted when they are thrown. These are the dice under a player's own cup (T1, B6), or, in the cup game,
    the dice that the player rolled (K6, K7).
    """
    people, fell = done.game.people(), Counter[tuple[int, int]]()
    for event in done.game.events:
        match event:
            case bid_events.Thrown(throws=throws):
                fell.update((seat, die) for seat, dice in throws for die in dice)
            case bid_events.ThrownAgain(seat=seat, dice=dice) | cup_events.RolledUnder(seat=seat, dice=dice):
                fell.update((seat, die) for die in dice)
            case cup_events.RolledOnTable(seat=seat, now=die):
                fell[seat, die] += 1
            case _:
                pass
    for (seat, die), many in sorted(fell.items()):
        if seat in people:
            yield Tally(people[seat], f"thrown{die}", many)


Projection = Callable[[Finished], Iterator[Tally]]

PROJECTIONS: tuple[Projection, ...] = (wins, streak, washed_up, driest, bads, chips, talk, thrown)


def projected(done: Finished) -> Iterator[Tally]:
    """Yield the tallies of all projections for a finished game."""
    for projection in PROJECTIONS:
        yield from projection(done)


AGAINST = "vs-"
"""The prefix of the figures of one person who plays alone against computer players."""


def against(name: str) -> str:
    """Return the name of the figure that counts practice against this computer player.

    Computer players whose names differ only in a number share a figure.
    """
    return f"{AGAINST}{character(name).word()}"


FEWEST_GAMES = 5
"""The fewest games for which a win rate is shown."""

CONFIDENCE = 1.96
"""The quantile of the normal distribution for a two-sided confidence of 95 %."""

WHOLE = 10_000
"""The stored amount of a rate of 1. Rates are stored in hundredths of a percent."""

Fold = Callable[[Amounts, Amounts], Amounts]


class Derived(msgspec.Struct, frozen=True):
    """A figure that the function `of` computes from another figure, `source`."""

    source: str
    of: Callable[[Amounts], Amounts]


def wilson(won: int, games: int) -> int:
    """Return the lower end of Wilson's interval for `won` of `games` (at least 1), in hundredths of a percent.

    This is the lowest rate that is compatible with the result: E. B. Wilson, Probable inference (1927).
    """
    z2 = CONFIDENCE * CONFIDENCE
    middle = won + z2 / 2
    spread = CONFIDENCE * sqrt(won * (games - won) / games + z2 / 4)
    return int(WHOLE * (middle - spread) / (games + z2))


def _added(held: Amounts, more: Amounts) -> Amounts:
    return held[0] + more[0], held[1] + more[1]


def _streak(held: Amounts, more: Amounts) -> Amounts:
    """Return the longest streak of wins, with the present streak as the second figure."""
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
"""The functions that combine the amounts of a tally whose amounts are not simply added, by its name."""

DERIVED: Mapping[str, Derived] = {
    "win_rate": Derived("wins", _win_rate),
    "goods": Derived("bads", _goods),
    "net": Derived("bads", _net),
    "paid": Derived("forfeits", _paid),
}

RANKED = frozenset(
    ("forfeits", "paid", "goods", "bads", "net", "wins", "win_rate", "rating", "chips", "caught", "got_away", "streak")
)
"""The tallies that have boards. They are also counted by channel, month and season; the others are not."""


def taken_in(name: str, held: Amounts, more: Amounts) -> Amounts:
    """Return the amounts of the tally `name` after `more` is combined with `held`."""
    return FOLDS.get(name, _added)(held, more)
