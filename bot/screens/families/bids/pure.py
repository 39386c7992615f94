"""Offer bids that are called pure or flying (B4): the switch beside the bids, and the question in the form."""

from collections.abc import Iterator

from bot.presses.bids import TurnBids
from bot.screens.elements.cards import Button, Choice, Field, Menu, Style
from bot.tables.model import TableView
from bot.words.dice import FLYING_SIGN, PURE_SIGN
from bot.words.language import N_, _
from engine.bids.rules import Raising
from engine.bids.view import View
from engine.core.dice import FLYING, KEPT, NOTHING, PURE, Called, CalledBid, is_pure

FLYING_BIDS, PURE_BIDS = N_("Flying"), N_("Pure")
USUAL = "usual"
"""The value of the choice for a bid without a word."""


def is_made_with(bid: CalledBid, word: Called) -> bool:
    """Return whether a bid is made with this `word`, or without a word if `word` is empty.

    A bid of ones is pure with and without the word.
    """
    if word is NOTHING:
        return bid.called is NOTHING or bid.called is KEPT
    return bid.called is word or (word is PURE and bid.called is KEPT)


def possible_word(view: View) -> Called:
    """Return the word with which the player to move may bid: pure, or flying after a pure bid. It may be empty."""
    words = (bid.called for bid in view.bids_in_turn() if not is_made_with(bid, NOTHING))
    return next(words, NOTHING)


def shown_word(view: View, word: Called) -> Called:
    """Return the word of the bids to show if a player asks for those with `word`. It is empty if it is not possible."""
    return word if view.legal.may_bid() and word is possible_word(view) else NOTHING


def switch(table: TableView, view: View, is_asked: bool, shown: Called = NOTHING) -> Iterator[Button]:
    """Yield the switch between the bids with a word and the usual ones, if the table knows pure bids.

    `shown` is the word of the bids that are shown now. The switch is disabled if no bid with a word is legal, or if it
    is not a person's turn: `is_asked` is False.
    """
    if view.state.round_rules.raising is not Raising.PURE:
        return
    word, standing = possible_word(view), view.state.standing
    flies = standing is not None and is_pure(standing)
    label, emoji = (_(FLYING_BIDS), FLYING_SIGN) if flies else (_(PURE_BIDS), PURE_SIGN)
    press = TurnBids(table.id, table.version, NOTHING if shown is word else word)
    style = Style.GOOD if shown is not NOTHING else Style.PLAIN
    yield Button(label, press, emoji, style, disabled=not is_asked or word is NOTHING)


def what_they_are(word: Called) -> Iterator[str]:
    """Yield the line about the bids with this word, or nothing if it is empty."""
    if word is PURE:
        yield _("💎 **Pure** bids: nothing is wild for them.")
    elif word is FLYING:
        yield _("🕊️ **Flying** bids: wild again, at least twice as many dice.")


def asked(view: View) -> Iterator[Field]:
    """Yield the field of the form for any bid that asks what counts for the bid, if the table knows pure bids.

    It has one choice only if the bid can have no other word than the usual one.
    """
    word, label = possible_word(view), _("What counts?")
    if view.state.round_rules.raising is not Raising.PURE:
        return
    pure, wild = _("Pure: nothing is wild"), _("Wild dice count too")
    is_kept = view.state.standing is not None and is_pure(view.state.standing)
    usual, other = (pure, _("Flying: wild again, twice as many")) if is_kept else (wild, pure)
    words = () if word is NOTHING else (Choice(word.value, other),)
    choices = (Choice(USUAL, usual, chosen=True), *words)
    yield Field("called", label, menu=Menu("called", label, choices))


def word_of_form(value: str) -> Called:
    """Return the word that was chosen in the form for any bid, or an empty one."""
    return next((word for word in (PURE, FLYING) if word.value == value), NOTHING)
