"""Bids as people make them: within one tap, from the menu, by the form, or typed; and what is proposed meanwhile."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from bot.presses.base import Move
from bot.presses.bids import CallExact, OpenBidForm, PlaceBid, SendBid
from bot.presses.game import CallLie
from bot.screens.elements.model import Button, Choice, Field, Form, Menu, Row, Style, rows
from bot.tables.model import TableInfo
from bot.tables.trouble import Code, Trouble
from bot.words.dice import bid_words, die, digits, face_and_nickname, nickname
from bot.words.language import _, pgettext
from bot.words.reading import may_become, read_bid, read_call, read_face, read_quantity
from engine.bids import odds
from engine.bids.actions import Bid
from engine.bids.odds import least_raises, likeliest_bids, openings
from engine.bids.refusals import NoSuchQuantity
from engine.bids.view import View
from engine.core.dice import FACES
from engine.core.refusals import NoSuchFace, NotYourTurn, Refused
from engine.games import AnyView


def face_rows(table: TableInfo, view: View, is_asked: bool = True) -> tuple[Row, ...]:
    """A button for each face with one bid, in places that stay: openings that people make, then the least raises.

    Faces that have been bid stand out. A face that cannot be bid is disabled; all are unless a person `is_asked`.
    """
    offered, bid = offered_bids(view), {made.face for made in view.state.bids}
    buttons = [
        Button(
            _face_label(view, offered.get(face, 0), face),
            PlaceBid(table.id, table.version, offered.get(face, 0), face),
            die(face),
            Style.MAIN if face in bid else Style.PLAIN,
            disabled=not is_asked or face not in offered,
        )
        for face in FACES
    ]
    return rows(buttons, 3)


def another_bid(table: TableInfo, view: View, is_asked: bool = True) -> tuple[Menu, ...]:
    """The menu of other bids, whose last choice opens the form for any bid; empty where no bid is possible."""
    if not any(view.bids_in_turn()):
        return ()
    bids = tuple(
        Choice(
            PlaceBid(table.id, table.version, bid.quantity, bid.face),
            bid_words(bid.quantity, bid.face),
            _worth(view, bid.quantity, bid.face),
            die(bid.face),
        )
        for bid in likeliest_bids(_by_everybody(view))
    )
    label, about = pgettext("a bid", "another…"), _("Any number, any face")
    another = Choice(OpenBidForm(table.id, table.version), label, about, "✏️")
    # Discord remembers what was chosen in a menu by its name: with each version of the table it is another one.
    return (Menu(f"bids{table.version}", _("Another bid"), (*bids, another), disabled=not is_asked),)


def other_bid(table: TableInfo, view: View) -> Form:
    """The form for any other bid: quantity and face. Raises `Refused` where it is somebody else's turn."""
    bids = view.legal.bids
    if not view.legal.may_bid():
        raise Refused(NotYourTurn(view.state.turn))
    choices = tuple(
        # Translators: the least number of dice that can be bid of a face.
        Choice(str(face), face_and_nickname(face), _("from {n}").format(n=bids[face]), die(face))
        for face in FACES
        if bids[face]
    )
    least = min(bids[face] for face in FACES if bids[face])
    fields = (
        Field("quantity", _("How many?"), _situation(view), hint=str(least), longest=12),
        Field("face", _("Which face?"), menu=Menu("face", _("Which face?"), choices)),
    )
    return Form(SendBid(table.id, table.version), _("Your bid"), fields)


def offered_bids(view: View) -> dict[int, int]:
    """Return by face the quantity that is one tap away; a face that cannot be bid is missing."""
    seen = _by_everybody(view)
    return {bid.face: bid.quantity for bid in openings(seen) or least_raises(seen)}


def _by_everybody(view: View) -> View:
    """The view without one's own dice: what is offered to choose from tells nothing of them."""
    return replace(view, mine=())


def _face_label(view: View, quantity: int, face: int) -> str:
    """The label of a face's button: the quantity, and what ones that weigh double are worth."""
    worth = view.worth(quantity, face)
    if worth != quantity:
        # Translators: the label of a small button: {n} ones that weigh as much as {worth} dice of another face.
        return _("×{n} as {worth}").format(n=quantity, worth=worth)
    return f"×{quantity or '–'}"


def _worth(view: View, quantity: int, face: int) -> str:
    """What a bid is worth in dice of any other face, for its line in the menu; "" where it is worth what it says."""
    worth = view.worth(quantity, face)
    # Translators: {n} dice of any other face.
    return _("beats {n} of anything else").format(n=worth) if worth != quantity else ""


def _situation(view: View) -> str:
    """One's own dice, the bid to beat and the pool, in a line of a form."""
    dice, pool, standing = digits(view.mine), view.state.pool, view.state.standing
    if standing is None:
        # Translators: {dice} are digits; above a form, in one line of at most 45 characters.
        return _("You hold {dice} · {n} dice in play").format(dice=dice, n=pool)
    bid = bid_words(standing.quantity, standing.face)
    # Translators: {dice} are digits; above a form, in one line of at most 45 characters.
    return _("You hold {dice} · the bid: {bid} · {n} dice in play").format(dice=dice, bid=bid, n=pool)


FORMS: Mapping[type[Move], Callable[[TableInfo, Any], Form]] = {OpenBidForm: other_bid}
"""The forms of these games, by the press that opens them."""


def bid_of_form(table: int, version: int, quantity: str, face: str) -> PlaceBid:
    """The bid that somebody typed, at a version of a table. Raises `Refused` for words that are none."""
    many, which = read_quantity(quantity), read_face(face)
    if many is None:
        raise Refused(NoSuchQuantity())
    if which is None:
        raise Refused(NoSuchFace(face[:40]))
    return PlaceBid(table, version, many, which)


MOST_OFFERED = 25
"""Completions that Discord shows."""

Completions = list[tuple[str, str]]
"""What is offered while somebody types: as it is shown, and the value."""


def typed_bid(table: int, version: int, what: str) -> PlaceBid | CallLie | CallExact:
    """The bid or the call that somebody typed, at a version of a table. Raises `Trouble` for words that are none."""
    if (call := read_call(what)) is not None:
        return CallLie(table, version) if call == "liar" else CallExact(table, version)
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
    meant.sort(key=lambda bid: (bid != read_bid(what), -odds.holds(view, Bid(*bid)), bid))
    return [(_shown(*bid), f"{bid[0]}x{bid[1]}") for bid in meant[:MOST_OFFERED]]


def _shown(quantity: int, face: int) -> str:
    """A bid as it is proposed: "5 twos (ducks)"."""
    # Translators: {nickname} is another name of the face: “5 fours (cows)”.
    return _("{bid} ({nickname})").format(bid=bid_words(quantity, face), nickname=nickname(face, quantity))
