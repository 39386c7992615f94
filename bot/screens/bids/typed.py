"""A bid as somebody types it, and what is proposed meanwhile."""

from bot.presses.bids import PlaceBid
from bot.tables.trouble import Code, Trouble
from bot.words.faces import bid_words, nickname
from bot.words.language import _
from bot.words.reading import may_become, read_bid
from engine.bids import odds
from engine.bids.view import View
from engine.core.dice import FACES
from engine.games import AnyView

MOST_OFFERED = 25
"""Completions that Discord shows."""

Completions = list[tuple[str, str]]
"""What is offered while somebody types: as it is shown, and the value."""


def typed(table: int, version: int, what: str) -> PlaceBid:
    """The bid that somebody typed, at a version of a table. Raises `Trouble` for words that are none."""
    quantity, face = read_bid(what)
    if quantity is None or face is None:
        raise Trouble(Code.NO_BID, typed=what, quantity=quantity, face=face)
    return PlaceBid(table, version, quantity, face)


def completions(view: AnyView | None, what: str) -> Completions:
    """The bids that may be made now and go with what is typed so far, the likeliest to hold first."""
    if not isinstance(view, View) or not view.legal.may_bid():
        return []
    legal = view.legal
    bids = [(many, face) for face in FACES if legal.bids[face] for many in range(legal.bids[face], legal.most + 1)]
    meant = [bid for bid in bids if may_become(what, *bid)]
    meant.sort(key=lambda bid: (bid != read_bid(what), -odds.holds(view, *bid), bid))
    return [(_shown(*bid), f"{bid[0]}x{bid[1]}") for bid in meant[:MOST_OFFERED]]


def _shown(quantity: int, face: int) -> str:
    """A bid as it is proposed: "5 twos (ducks)"."""
    return _("{bid} ({nickname})").format(bid=bid_words(quantity, face), nickname=nickname(face))
