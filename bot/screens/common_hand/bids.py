"""Bids as people make them: within one tap, by the form, or typed."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.presses.base import Move
from bot.presses.game import CallExact, CastVote, OpenBidForm, PlaceBid, SendBid
from bot.screens.model import Button, Choice, Field, Form, Menu
from bot.tables.model import TableInfo
from bot.words.faces import face_and_nickname
from bot.words.language import _
from bot.words.pictures import die
from bot.words.reading import read_face, read_quantity
from engine.common_hand import actions as a
from engine.common_hand.refusals import NoSuchQuantity
from engine.common_hand.view import View
from engine.core.actions import Action
from engine.core.refusals import NoSuchFace, NotYourTurn, Refused

FACES = range(1, 7)
ACTIONS: Mapping[type[Move], Callable[[Any], Action]] = {
    PlaceBid: lambda press: a.Bid(press.quantity, press.face),
    CallExact: lambda _press: a.CallExact(),
    CastVote: lambda press: a.Vote(press.believes),
}
"""What the presses of these games alone mean."""


def raises(table: TableInfo, view: View) -> tuple[Button, ...]:
    """The least legal raise for every face, one tap each; short, so that three stand side by side on a phone."""
    return tuple(
        Button(f"×{least}", PlaceBid(table.id, table.version, least, face), die(face))
        for face in FACES
        if (least := view.bids_in_turn()[face])
    )


def other_bid(table: TableInfo, view: View) -> Form:
    """The form for any other bid: quantity and face. Raises `Refused` where it is somebody else's turn."""
    bids = view.legal.bids
    if not view.legal.may_bid():
        raise Refused(NotYourTurn(view.state.turn))
    choices = tuple(
        Choice(str(face), face_and_nickname(face), _("from {n}").format(n=bids[face]), die(face))
        for face in FACES
        if bids[face]
    )
    least = min(bids[face] for face in FACES if bids[face])
    hint = _("{least} to {most}").format(least=least, most=view.legal.most)
    fields = (
        Field("quantity", _("How many?"), hint, hint=str(least), longest=12),
        Field("face", _("Which face?"), menu=Menu("face", _("Which face?"), choices)),
    )
    return Form(SendBid(table.id, table.version), _("Your bid"), fields)


FORMS: Mapping[type[Move], Callable[[TableInfo, Any], Form]] = {OpenBidForm: other_bid}
"""What opens which form."""


def typed_bid(table: int, version: int, quantity: str, face: str) -> PlaceBid:
    """The bid that somebody typed, at a version of a table. Raises `Refused` for words that are none."""
    many, which = read_quantity(quantity), read_face(face)
    if many is None:
        raise Refused(NoSuchQuantity())
    if which is None:
        raise Refused(NoSuchFace(face[:40]))
    return PlaceBid(table, version, many, which)
