"""Find the bids and calls of a bidding game in its public events, and determine whether they were right."""

from collections.abc import Iterable, Iterator

from engine.bids.highlights import Round, rounds
from engine.bids.rules import Rules
from engine.core.events import Event
from engine.core.talk import Called, Said, Talk


def talk(rules: Rules, events: Iterable[Event]) -> Talk:
    """Return all bids and calls of rounds that had a showdown. A bid is true if enough dice count for it (C3)."""
    played = tuple(rounds(rules, events))
    return Talk(
        tuple(said for each in played for said in _said(each)), tuple(call for each in played for call in _called(each))
    )


def _said(played: Round) -> Iterator[Said]:
    *_, (last, _) = played.bids
    for (made, counts), dice in zip(played.bids, played.dice, strict=False):
        if made in played.by_clock:
            continue
        true = counts.all(dice.hands) >= made.quantity
        yield Said(played.number, made.seat, true, made is last, made.face)


def _called(played: Round) -> Iterator[Called]:
    showdown = played.showdown
    if played.called:
        right = showdown.winner() == showdown.challenger
        yield Called(played.number, showdown.challenger, showdown.bidder, right, showdown.exact)
