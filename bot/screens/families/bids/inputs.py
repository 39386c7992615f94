"""Build the controls with which players bid: buttons, a menu, a form, and suggestions for bids that they type."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from bot.presses.base import Move
from bot.presses.bids import CallExact, OpenBidForm, PlaceBid, SendBid
from bot.presses.game import CallLie
from bot.screens.elements import amounts
from bot.screens.elements.cards import Button, Choice, Field, Form, Menu, Row, rows
from bot.screens.families.bids import pure
from bot.screens.families.bids.pure import is_made_with
from bot.screens.families.bids.showing import bid_and_show
from bot.tables.model import TableView
from bot.tables.trouble import Code, Trouble
from bot.words.called import begun_word, without_word
from bot.words.completing import may_become
from bot.words.dice import bid_words, die, digits, face_and_nickname, nickname, sign
from bot.words.faces_and_numbers import WILD, read_face, read_quantity
from bot.words.language import N_, _, pgettext
from bot.words.reading import bid_readings, names_wild, read_bid, read_call
from bot.words.shown import without_show
from bot.words.slips import corrected
from bot.words.vocabulary import has_sign
from engine.bids import odds
from engine.bids.actions import Bid
from engine.bids.odds import least_raises, likeliest_bids, openings
from engine.bids.refusals import NoSuchQuantity
from engine.bids.rules import Raising
from engine.bids.view import View
from engine.core.dice import FACES, NOTHING, AnyBid, Called, Hand, is_pure
from engine.core.refusals import NoSuchFace, NotYourTurn, Refused
from engine.games import AnyView

WHICH_FACE = N_("Which face?")


def face_rows(
    table: TableView, view: View, is_asked: bool = True, word: Called = NOTHING, best: Bid | None = None
) -> tuple[Row, ...]:
    """Return the buttons that make a bid on each face, in rows. Each face keeps its place.

    At the beginning of a round, the buttons make usual opening bids. Later they make the least raises. None of them is
    highlighted, because that would look like advice. The button of a face that cannot be bid is disabled and shows only
    the die. All buttons are disabled unless `is_asked`: it is a person's turn. The bids are made with this `word` (B4).
    Pure and flying bids have a sign, which is so short that three buttons fit on a phone. On a private page, the
    advised bid `best` takes the place of the usual bid on its face.
    """
    offered = {bid.face: bid for bid in offered_bids(view, word)}
    if best is not None and (word is NOTHING or is_made_with(best, word)):
        offered[best.face] = Bid.of(best)
    bids = [offered.get(face, Bid(0, face)) for face in FACES]
    buttons = [
        Button(
            _face_label(view, bid),
            PlaceBid.of(table.id, table.version, bid),
            die(bid.face),
            disabled=not is_asked or not bid.quantity,
        )
        for bid in bids
    ]
    return rows(buttons, 3)


def another_bid(table: TableView, view: View, is_asked: bool = True) -> tuple[Menu, ...]:
    """Return the menu of other bids, or () if no bid is possible. Its last choice opens the form for any bid."""
    if not view.bids_in_turn():
        return ()
    bids = tuple(
        Choice(
            PlaceBid.of(table.id, table.version, bid),
            bid_words(bid),
            _worth(view, bid),
            die(bid.face),
        )
        for bid in likeliest_bids(_by_everybody(view))
    )
    label, about = pgettext("a bid", "other…"), _("Any number, any face")
    another = Choice(OpenBidForm(table.id, table.version), label, about, "✏️")
    # Discord remembers a menu's choice by the menu's name, so the name changes with the table's version.
    return (Menu(f"bids{table.version}", _("Another bid"), (*bids, another), disabled=not is_asked),)


def other_bid(table: TableView, view: View) -> Form:
    """Return the form for any bid, with a quantity and a face. Raises `Refused` if it is another player's turn."""
    if not view.legal.may_bid():
        raise Refused(NotYourTurn(view.state.turn))
    usual = [bid for bid in view.legal.bids if is_made_with(bid, NOTHING)]
    choices = tuple(
        Choice(str(bid.face), face_and_nickname(bid.face), _how_many(view, bid), die(bid.face)) for bid in usual
    )
    least = min(bid.quantity for bid in usual)
    fields = (
        Field("quantity", _("How many?"), _situation(view), hint=str(least), longest=20),
        Field("face", _(WHICH_FACE), menu=Menu("face", _(WHICH_FACE), choices)),
        *pure.asked(view),
    )
    return Form(SendBid(table.id, table.version), _("Your bid"), fields)


def _how_many(view: View, least: Bid) -> str:
    """Return how many dice can be bid on a face: the `least` bid on it says how few."""
    if view.legal.most_on(least) == least.quantity:
        return amounts.dice(least.quantity)
    # Translators: {n} is the least number of dice that can be bid on this face.
    return _("at least {n}").format(n=least.quantity)


def offered_bids(view: View, word: Called = NOTHING) -> tuple[Bid, ...]:
    """Return the bids with this `word` that have a button of their own. A face that cannot be bid has none."""
    seen = _by_everybody(view)
    return tuple(Bid.of(bid) for bid in openings(seen) or least_raises(seen) if is_made_with(bid, word))


def _by_everybody(view: View) -> View:
    """Return the view without the player's own dice, so that the offered bids reveal nothing about these dice."""
    return replace(view, mine=())


def _face_label(view: View, bid: Bid) -> str:
    """Return the label of a face's button: the quantity and, for wild dice that count for more, what they beat.

    An opening bid on the wild number says so if it has fewer dice than on other faces, because fewer dice count for it.
    Return "" for a face that cannot be bid.
    """
    if not bid.quantity:
        return ""
    worth, is_star = _beaten(view, bid), view.state.round_rules.raising is Raising.TRACK
    if worth > bid.quantity and is_star:
        # Translators: the label of a small button: {n} wild dice beat a bid of {worth} dice of another face.
        return _("×{n} (beats {worth})").format(n=bid.quantity, worth=worth)
    if worth > bid.quantity:
        # Translators: the label of a small button: {n} ones are worth {worth} dice of another face.
        return _("×{n} (worth {worth})").format(n=bid.quantity, worth=worth)
    others = (each.quantity for each in openings(view) if each.called is bid.called)
    if bid.face == view.state.wild() and not is_pure(bid) and bid.quantity < max(others, default=0):
        # Translators: the label of a small button: {n} dice of the number that is wild. On average it has fewer dice.
        return _("×{n} (wild)").format(n=bid.quantity)
    return " ".join((f"×{bid.quantity}", *sign(bid)))


def _beaten(view: View, bid: AnyBid) -> int:
    """Return how many dice of another face a bid beats. On a track, it is at most the number of dice in play."""
    is_track = view.state.round_rules.raising is Raising.TRACK
    return min(view.worth(bid), view.state.pool) if is_track else view.worth(bid)


def _worth(view: View, bid: AnyBid) -> str:
    """Return the menu's text about a bid on wild dice that count for more: how many dice of another face it beats.

    Return "" if the dice of this bid count as usual.
    """
    worth = _beaten(view, bid)
    # Translators: this bid beats a bid of {n} dice of any other face.
    return _("beats {n} of anything else").format(n=worth) if worth > bid.quantity else ""


def _situation(view: View) -> str:
    """Return the player's own dice, the bid to beat and the number of dice in play, as one line in a form."""
    dice, pool, standing = digits(view.mine), view.state.pool, view.state.standing
    if standing is None:
        # Translators: a line in a form with at most 45 characters; {dice} are digits.
        return _("You hold {dice} · {n} dice in play").format(dice=dice, n=pool)
    bid = bid_words(standing)
    # Translators: a line in a form with at most 45 characters; {dice} are digits.
    return _("You hold {dice} · the bid: {bid} · {n} dice in play").format(dice=dice, bid=bid, n=pool)


FORMS: Mapping[type[Move], Callable[[TableView, Any], Form]] = {OpenBidForm: other_bid}
"""The forms of bidding games, by the press that opens each form."""


Typed = PlaceBid | CallLie | CallExact
"""A press that a player can also make by typing."""


def _typed_call(table: int, version: int, what: str) -> CallLie | CallExact | None:
    """Return the press for a typed call at this version of a table, or None if the text is no call.

    Raises `Trouble` for a call that would double the price.
    """
    match read_call(what):
        case "liar":
            return CallLie(table, version)
        case "exact":
            return CallExact(table, version)
        case "double":
            raise Trouble(Code.NO_DOUBLING)
        case None:
            return None


def bid_of_form(table: int, version: int, quantity: str, face: str, called: str = "") -> Typed:
    """Return the press for the bid or call that was typed into the form, at this version of a table.

    `called` is the chosen word of the bid, if the form asks for it. Raises `Refused` or `Trouble` if the text cannot be
    read.
    """
    if (call := _typed_call(table, version, quantity)) is not None:
        return call
    if has_sign(quantity):
        raise Trouble(Code.NO_NEGATIVE)
    many, which = read_quantity(quantity), read_face(face)
    if many is None:
        raise Refused(NoSuchQuantity())
    if which is None:
        raise Refused(NoSuchFace(face[:40]))
    return PlaceBid(table, version, many, which, pure.word_of_form(called))


MOST_OFFERED = 25
"""The maximum number of suggestions that Discord shows."""

Completions = list[tuple[str, str]]
"""The suggestions while a person types, as (shown text, value)."""


def typed_bid(table: int, version: int, what: str, wild: int | None = None) -> tuple[Typed, ...]:
    """Return the presses for a typed bid or call at this version of a table: two if the text has two meanings.

    `wild` is the round's wild number, 0 if nothing is wild, and None if the table is not known yet. Raises `Trouble`
    if the text cannot be read.
    """
    if (call := _typed_call(table, version, what)) is not None:
        return (call,)
    said, show = without_show(what)
    counted, word = without_word(said)
    found = bid_readings(counted)
    if not found:
        quantity, face = read_bid(counted)
        raise Trouble(Code.NO_NEGATIVE) if has_sign(what) else _unread(what, quantity, face)
    bids = [(many, wild if wild and (face == WILD or names_wild(counted)) else face) for many, face in found]
    dice = _faces(show, wild)
    if wild is not None and WILD in (*dice, *(face for _many, face in bids)):
        raise Trouble(Code.NOTHING_WILD)
    return tuple(PlaceBid(table, version, many, face, word, "".join(map(str, dice))) for many, face in bids)


def _faces(dice: Hand, wild: int | None) -> Hand:
    """Return dice that a person has typed, with the round's wild number for wild ones."""
    return tuple(wild if wild and face == WILD else face for face in dice)


def _unread(what: str, quantity: int | None, face: int | None) -> Trouble:
    nearest = meant_by_slip(what)
    return Trouble(
        Code.NO_BID, typed=what, quantity=quantity, face=face, nearest=bid_words(nearest) if nearest is not None else ""
    )


def meant_by_slip(what: str) -> Bid | None:
    """Return the bid that a person probably meant if the typed text has a slip of one letter, otherwise None."""
    counted, word = without_word(what)
    found = bid_readings(corrected(counted))
    return Bid(*found[0], word) if len(found) == 1 and found[0][1] != WILD else None


def instead(table: TableView, what: str) -> tuple[Row, ...]:
    """Return a button for the bid that was probably meant by a typed text that cannot be read, or ()."""
    nearest = meant_by_slip(what)
    if nearest is None:
        return ()
    return (Row((Button(bid_words(nearest), PlaceBid.of(table.id, table.version, nearest), die(nearest.face)),)),)


def wild_number(view: AnyView | None) -> int:
    """Return the wild number of the round that a person sees, or 0 if nothing is wild."""
    return view.state.wild() if isinstance(view, View) else 0


def in_words(press: Typed) -> str:
    """Return a typed bid in words, or "" for a call. A button with these words asks whether the bid is meant."""
    return bid_and_show(Bid.of(press), press.dice()) if isinstance(press, PlaceBid) else ""


def completions(view: AnyView | None, what: str) -> Completions:
    """Return the possible bids that match the typed text. Complete matches and likely bids come first.

    If the text is only a quantity or only a face, a question comes first: Discord marks the first suggestion, and Enter
    must not make a bid that nobody has chosen.
    """
    if not isinstance(view, View) or not view.legal.may_bid():
        return []
    wild = view.state.wild()
    said, dice = without_show(what)
    counted, word = begun_word(said)
    show = _faces(dice, wild)
    bids = [bid for bid in view.legal.every_bid() if word is NOTHING or is_made_with(bid, word)]
    meant = [bid for bid in bids if may_become(counted, bid, wild)]
    meant = meant or [bid for bid in bids if may_become(corrected(counted), bid, wild)]
    readings = [(many, face or wild) for many, face in bid_readings(counted)]

    def worse(bid: Bid) -> tuple[bool, bool, float, int, int]:
        is_other = not is_made_with(bid, word)
        return (bid.quantity, bid.face) not in readings, is_other, -odds.holds(view, bid), bid.quantity, bid.face

    offered = [(_shown(bid, show), str(replace(bid, show=show))) for bid in sorted(meant, key=worse)]
    is_half = not readings and (read_quantity(counted) is not None or read_face(counted) is not None)
    # Translators: a suggestion while somebody has typed only a number or only a face of a bid.
    question = [(_("🔢 How many, and which face?"), what)] if is_half else []
    return [*question, *offered][:MOST_OFFERED]


def _shown(bid: Bid, show: Hand) -> str:
    """Return a bid as a suggestion shows it: "5 twos (ducks)", or with the dice to show."""
    if show:
        return bid_and_show(bid, show)
    # Translators: {nickname} is another name of the face: “5 fours (cows)”.
    return _("{bid} ({nickname})").format(bid=bid_words(bid), nickname=nickname(bid.face, bid.quantity))
