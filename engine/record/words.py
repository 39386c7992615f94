"""Events in the words of RECORD.md."""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Any

import msgspec

from engine.core import events as e
from engine.core.actions import How
from engine.single_cup import events as c
from engine.single_cup.claims import claim_in_words


class Kind(StrEnum):
    """Who says a line: the dice, a player (or the table), or the rules."""

    CHANCE = "chance"
    MOVE = "move"
    DERIVED = "derived"


class Line(msgspec.Struct, frozen=True):
    """One line of play, without indentation."""

    kind: Kind
    text: str


class Speaker(msgspec.Struct, frozen=True):
    """How a record speaks: the players' names by seat, and its word for a challenge."""

    names: tuple[str, ...]
    challenge: str = "liar"

    def all(self, seats: Iterable[int]) -> str:
        """The names of some seats."""
        return " ".join(self.names[seat] for seat in seats)


CHALLENGE_WORDS = {"firehouse": "bang"}
"""What is cried in a variant that has its own word for it."""

Say = Callable[[Speaker, Any], str]
Tell = Callable[[Speaker, Any], tuple[Line, ...]]


def _lines(kind: Kind, *says: Say) -> Tell:
    return lambda by, event: tuple(Line(kind, say(by, event)) for say in says)


def _chance(say: Say) -> Tell:
    return _lines(Kind.CHANCE, say)


def _move(say: Say) -> Tell:
    return _lines(Kind.MOVE, say)


def _derived(*says: Say) -> Tell:
    return _lines(Kind.DERIVED, *says)


def _seated(by: Speaker, event: e.RollOff) -> str:
    return "seat " + " ".join(f"{by.names[s]} {die}" for s, die in zip(event.seats, event.dice, strict=True))


def _over(by: Speaker, event: e.GameOver) -> str:
    if event.winners:
        return f"= over winners {by.all(event.winners)}"
    return f"= over losers {by.all(event.losers)}" if event.losers else "= over none"


def _verdict(_: Speaker, event: e.Revealed | c.CupLifted) -> str:
    if isinstance(event, e.Revealed) and event.exact:
        return "= exact" if event.holds else "= inexact"
    return "= holds" if event.holds else "= lie"


def _settled(by: Speaker, event: e.Settled) -> str:
    """Who puts another's forfeit on the tab is named first, since L2 counts own acts; only the winner waives one."""
    if event.how == How.TAB and event.by != event.debtor:
        return f"{by.names[event.by]} settle tab {by.names[event.debtor]}"
    return f"{by.names[event.debtor]} settle {event.how}"


def _thrown(by: Speaker, event: e.Thrown) -> tuple[Line, ...]:
    return tuple(Line(Kind.CHANCE, f"roll {by.names[seat]} {dice(hand)}") for seat, hand in event.throws)


def dice(faces: Iterable[int]) -> str:
    """Faces as a record writes them."""
    return " ".join(map(str, faces))


SHARED: dict[type[e.Event], Tell] = {
    e.RollOff: _chance(_seated),
    e.RedThrown: _chance(lambda _, v: f"red {v.face}"),
    e.Crooked: _chance(lambda by, v: f"crooked {by.names[v.seat]} {dice(v.dice)}"),
    e.Thrown: _thrown,
    e.RoundBegan: _move(lambda _, v: f"round {v.number}"),
    e.BidMade: _move(lambda by, v: f"{by.names[v.seat]} bid {v.quantity}x{v.face}"),
    e.Challenged: _move(lambda by, v: f"{by.names[v.seat]} {by.challenge}"),
    e.ExactCalled: _move(lambda by, v: f"{by.names[v.seat]} exact"),
    e.Voted: _move(lambda by, v: f"{by.names[v.seat]} {'believe' if v.believes else 'doubt'}"),
    e.Settled: _move(_settled),
    e.Gifted: _move(lambda by, v: f"{by.names[v.seat]} gift {by.names[v.to]}"),
    e.Left: _move(lambda by, v: f"{by.names[v.seat]} leave"),
    e.QuitVoiced: _move(lambda by, v: f"{by.names[v.seat]} quit"),
    e.WasAbsent: _move(lambda by, v: f"{by.names[v.seat]} absent"),
    e.TimeRanOut: _move(lambda _, __: "time up"),
    e.Stopped: _move(lambda _, __: "stop"),
    e.Ordered: _derived(lambda by, v: f"= order {by.all(v.order)}"),
    e.PlayedFor: _derived(lambda _, v: f"= plays {v.act}"),
    e.Revealed: _derived(lambda _, v: f"= count {v.count}", _verdict),
    e.DiceLeft: _derived(lambda by, v: f"= dice {by.names[v.seat]} {v.dice}"),
    e.Scored: _derived(lambda by, v: f"= score {by.names[v.seat]} {v.score}"),
    e.ForfeitOwed: _derived(lambda by, v: f"= forfeit {by.names[v.seat]}"),
    e.Out: _derived(lambda by, v: f"= out {by.names[v.seat]}"),
    e.Done: _derived(lambda by, v: f"= done {by.names[v.seat]}"),
    e.ChipsMoved: _derived(lambda by, v: f"= chips {by.names[v.seat]} {v.amount:+d}"),
    e.Opens: _derived(lambda by, v: f"= opens {by.names[v.seat]}"),
    e.PlayoffBegan: _derived(lambda by, v: f"= playoff {by.all(v.seats)}"),
    e.GameOver: _derived(_over),
}
"""The words of every event that both families share. One that is not here has no line of its own."""

CUP: dict[type[e.Event], Tell] = {
    c.RolledUnder: _chance(lambda by, v: f"roll {by.names[v.seat]} {dice(v.dice)}"),
    c.RolledOnTable: _chance(lambda by, v: f"roll {by.names[v.seat]} {v.now}"),
    c.Slipped: _chance(lambda _, v: f"slip {v.was} {v.now}"),
    c.Peeked: _move(lambda by, v: f"{by.names[v.seat]} peek"),
    c.Shown: _move(lambda by, v: f"{by.names[v.seat]} show {dice(v.dice)}"),
    c.Covered: _move(lambda by, v: f"{by.names[v.seat]} cover {dice(v.dice)}"),
    c.Threw: _move(lambda by, v: f"{by.names[v.seat]} throw {v.face}"),
    c.Shook: _move(lambda by, v: f"{by.names[v.seat]} shake"),
    c.Looked: _move(lambda by, v: f"{by.names[v.seat]} look"),
    c.Claimed: _move(lambda by, v: f"{by.names[v.seat]} {'blind' if v.blind else 'claim'} {claim_in_words(v.claim)}"),
    c.Protested: _move(lambda by, v: f"{by.names[v.seat]} protest"),
    c.CupLifted: _derived(lambda _, v: f"= hand {claim_in_words(v.hand)}", _verdict),
}
"""The words of the events of the cup."""

WORDS: dict[type[e.Event], Tell] = {**SHARED, **CUP}
"""The words of all events."""


def lines(events: Iterable[e.Event], by: Speaker) -> Iterator[tuple[e.Event, tuple[Line, ...]]]:
    """Each event with its lines; none where the act played for an absent player (L2) has told it already.

    The throws of a round come one by one: between them a record may look at the game.
    """
    told = False
    for event in events:
        for part in _parts(event):
            tell = None if told else WORDS.get(type(part))
            yield part, tell(by, part) if tell else ()
        told = isinstance(event, e.PlayedFor)


def _parts(event: e.Event) -> Iterable[e.Event]:
    return [e.Thrown((throw,)) for throw in event.throws] if isinstance(event, e.Thrown) else [event]
