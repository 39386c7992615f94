"""Write events as lines of a record: the words that all families share, and the interface for a family's own words."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from engine.core import events as e
from engine.core.actions import Action, Gift, How, Settle
from engine.core.dice import NOBODY, Hand
from engine.core.state import State


class Kind(StrEnum):
    """The origin of a line: the dice, a player or the table, or the rules."""

    CHANCE = "chance"
    MOVE = "move"
    DERIVED = "derived"


class Line(msgspec.Struct, frozen=True):
    """One line of play in a record, without indentation."""

    kind: Kind
    text: str


class Speaker(msgspec.Struct, frozen=True):
    """The names that a record uses: the players' names by seat, and the word for a challenge."""

    names: tuple[str, ...]
    challenge: str = "liar"

    def all(self, seats: Iterable[int]) -> str:
        """Return the names of these seats, separated by spaces."""
        return " ".join(self.names[seat] for seat in seats)


Say = Callable[[Speaker, Any], str]
Tell = Callable[[Speaker, Any], tuple[Line, ...]]
Words = Mapping[type[e.Event], Tell]


def _lines(kind: Kind, *says: Say) -> Tell:
    return lambda by, event: tuple(Line(kind, say(by, event)) for say in says)


def by_chance(say: Say) -> Tell:
    """Return a function that writes one line for an event that the dice decide."""
    return _lines(Kind.CHANCE, say)


def by_move(say: Say) -> Tell:
    """Return a function that writes one line for an event that a player or the table decides."""
    return _lines(Kind.MOVE, say)


def derived(*says: Say) -> Tell:
    """Return a function that writes an event that follows from the rules.

    It writes one line for each function in `says`.
    """
    return _lines(Kind.DERIVED, *says)


def dice(faces: Iterable[int]) -> str:
    """Return faces as a record writes them, such as "1 2 6"."""
    return " ".join(map(str, faces))


def _seated(by: Speaker, event: e.RollOff) -> str:
    return "seat " + " ".join(f"{by.names[s]} {die}" for s, die in zip(event.seats, event.dice, strict=True))


def _over(by: Speaker, event: e.GameOver) -> str:
    if event.winners:
        return f"= over winners {by.all(event.winners)}"
    return f"= over losers {by.all(event.losers)}" if event.losers else "= over none"


def _settled(by: Speaker, event: e.Settled) -> str:
    """Return the line for a settled forfeit.

    If a player puts another player's forfeit on the tab, the line begins with the name of the player who acts. L2
    needs this name, because an act resets its player's count of absences. Only the winner can waive a forfeit, so the
    line for a waived forfeit does not name the winner.
    """
    if event.how == How.TAB and event.by != event.debtor:
        return f"{by.names[event.by]} settle tab {by.names[event.debtor]}"
    return f"{by.names[event.debtor]} settle {event.how}"


SHARED: Words = {
    e.RollOff: by_chance(_seated),
    e.RoundBegan: by_move(lambda _, v: f"round {v.number}"),
    e.Challenged: by_move(lambda by, v: f"{by.names[v.seat]} {by.challenge}"),
    e.Settled: by_move(_settled),
    e.Gifted: by_move(lambda by, v: f"{by.names[v.seat]} gift {by.names[v.to]}"),
    e.Left: by_move(lambda by, v: f"{by.names[v.seat]} leave"),
    e.QuitVoiced: by_move(lambda by, v: f"{by.names[v.seat]} quit"),
    e.WasAbsent: by_move(lambda by, v: f"{by.names[v.seat]} absent"),
    e.TimeRanOut: by_move(lambda _, __: "time up"),
    e.Stopped: by_move(lambda _, __: "stop"),
    e.Ordered: derived(lambda by, v: f"= order {by.all(v.order)}"),
    e.PlayedFor: derived(lambda _, v: f"= plays {v.act}"),
    e.ForfeitOwed: derived(lambda by, v: f"= forfeit {by.names[v.seat]}"),
    e.LivesLeft: derived(lambda by, v: f"= lives {by.names[v.seat]} {v.lives}"),
    e.Out: derived(lambda by, v: f"= out {by.names[v.seat]}"),
    e.ChipsMoved: derived(lambda by, v: f"= chips {by.names[v.seat]} {v.amount:+d}"),
    e.Opens: derived(lambda by, v: f"= opens {by.names[v.seat]}"),
    e.GameOver: derived(_over),
}
"""The functions that write the events that all families share."""

DEBT_MOVES = frozenset(("settle", "gift"))
"""The words of the moves about forfeits. All families share these moves."""


def read_debt_move(
    state: State, seat: int, words: Sequence[str], names: Sequence[str]
) -> tuple[int, Settle | Gift] | None:
    """Return the seat and the action of a move about a forfeit, or None if the words are another move.

    `words` are the words after the name of `seat`. If a forfeit is waived, the returned seat is that of the winner
    (P1). If a player puts another player's forfeit on the tab, `seat` is the player who does so, and the last word
    names the debtor.
    """
    match words:
        case ("gift", name) if name in names:
            return seat, Gift(names.index(name))
        case ("settle", How.TAB, name) if name in names:
            return seat, Settle(names.index(name), How.TAB)
        case ("settle", how) if how in tuple(How):
            waived = how == How.WAIVED and seat in state.debtors and state.creditor != NOBODY
            return state.creditor if waived else seat, Settle(seat, How(how))
        case _:
            return None


def _whole(event: e.Event) -> Iterable[e.Event]:
    return (event,)


class Notation(msgspec.Struct, frozen=True, kw_only=True):
    """A family's part of the notation: how to read its moves, write its events, and answer checks.

    `read_move(game, seat, words, names)` returns the seat and the action that the words after the name of `seat`
    describe, or raises `Malformed`. `parts` splits an event into parts if a record may check the game between them.
    """

    moves: frozenset[str]  # the second word of every move
    read_move: Callable[[Any, int, tuple[str, ...], tuple[str, ...]], tuple[int, Action]]
    words: Words
    parts: Callable[[e.Event], Iterable[e.Event]] = _whole
    pool: Callable[[Any], int]  # returns the number of dice in play
    sees: Callable[[Any, int, int], Hand]  # returns the dice of the second seat that the first seat may know
    holds: Callable[[Any, int], int] = lambda _game, _seat: 0  # returns the number of dice that a seat holds
    score: Callable[[Any, int], int] = lambda _game, _seat: 0  # returns a seat's goods minus its bads

    def lines(self, events: Iterable[e.Event], by: Speaker) -> Iterator[tuple[e.Event, tuple[Line, ...]]]:
        """Yield each event, or each part of an event, with its lines.

        An event that follows a `PlayedFor` has no lines, because the line of the `PlayedFor` already states the act
        (L2).
        """
        told = False
        for event in events:
            for part in self.parts(event):
                yield part, () if told else self.words[type(part)](by, part)
            told = isinstance(event, e.PlayedFor)
