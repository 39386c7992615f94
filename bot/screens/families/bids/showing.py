"""Let a player mark dice to show along with a bid (B6), in the private window with the player's own dice."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bot.presses.bids import PlaceBid, TurnBids
from bot.screens.elements.cards import Button, Choice, Menu, Part, Row, Style, Text, rows
from bot.screens.families.bids.pure import is_made_with
from bot.tables.model import TableView
from bot.words.dice import bid_words, dice_pictures, die, digits, digits_side_by_side, marked, whole
from bot.words.language import _, ngettext
from bot.words.shown import WITH_SHOW
from engine.bids.actions import Bid
from engine.bids.view import View
from engine.core.dice import CalledBid, Hand

MOST_BIDS = 25
"""The maximum number of choices in a menu of Discord."""


def may_show(view: View) -> bool:
    """Return whether the player in turn can show any dice with a bid."""
    return any(_may_mark(view, view.legal.bids, (), face) for face in view.legal.show)


def marked_dice(view: View, marks: int) -> Hand:
    """Return the hidden dice of the player that are marked. `marks` has a bit for each of them in ascending order."""
    return tuple(face for at, face in enumerate(sorted(view.legal.show)) if marks >> at & 1)


def with_show(table: TableView, view: View, moves: Sequence[Part], press: TurnBids) -> tuple[Part, ...]:
    """Return a player's moves with a row of the player's hidden dice, which the player can mark to show them.

    If dice are marked in `press`, the buttons make their bids along with these dice. Bids for which they do not count
    cannot be made then.
    """
    if not may_show(view):
        return tuple(moves)
    show = marked_dice(view, press.marks)
    head: tuple[Part, ...] = (Text(_explained(view, show)), *_dice(table, view, press))
    return (*head, *moves) if not show else (*head, *_showing(table, view, moves, press))


def _explained(view: View, show: Hand) -> str:
    """Return the line about the dice that the player has marked, or about marking dice."""
    if not show:
        return _("-# 👐 Tap dice to show them with your bid and roll the rest again.")
    again = len(view.legal.show) - len(show)
    # Translators: {dice} are pictures of dice that everybody will see; {n} is the number of the reader’s other dice.
    words = ngettext(
        "👐 Bid to show {dice} and roll {n} die again.", "👐 Bid to show {dice} and roll {n} dice again.", again
    )
    return words.format(dice=whole(dice_pictures(show)), n=again)


def _dice(table: TableView, view: View, press: TurnBids) -> tuple[Row, ...]:
    """Return the player's hidden dice as buttons that mark them.

    A die that cannot be shown with the marked ones is disabled.
    """
    show, buttons = marked_dice(view, press.marks), list[Button]()
    bids = [bid for bid in view.legal.bids if is_made_with(bid, press.called)]
    for at, face in enumerate(sorted(view.legal.show)):
        is_marked = bool(press.marks >> at & 1)
        turned = TurnBids(table.id, table.version, press.called, press.marks ^ 1 << at)
        style, picture = (Style.GOOD, marked(face)) if is_marked else (Style.PLAIN, die(face))
        is_off = not (is_marked or _may_mark(view, bids, show, face))
        buttons.append(Button(str(face), turned, picture, style, disabled=is_off))
    return rows(buttons)


def _may_mark(view: View, bids: Sequence[CalledBid], show: Hand, face: int) -> bool:
    """Return whether a die may be shown together with other dice.

    They must all count for one of the `bids`, and one die has to stay hidden.
    """
    fits = any(_counts(view, bid, (*show, face)) for bid in bids)
    return fits and len(show) + 1 < len(view.legal.show)


def _counts(view: View, bid: CalledBid, show: Hand) -> bool:
    """Return whether all these dice count for a bid, each by itself."""
    return {*show} <= {*view.state.counting(bid).numbers}


def _showing(table: TableView, view: View, moves: Sequence[Part], press: TurnBids) -> Iterator[Part]:
    """Yield a player's moves, in which each bid shows the marked dice. The menu has only bids for which they count."""
    show = marked_dice(view, press.marks)
    for part in moves:
        match part:
            case Row(buttons=buttons):
                yield Row(tuple(_with(view, button, show) for button in buttons))
            case Menu(choices=choices) if any(isinstance(each.value, PlaceBid) for each in choices):
                bids = [bid for bid in view.legal.every_bid() if is_made_with(bid, press.called)]
                yield from _menu(table, part, [bid for bid in bids if _counts(view, bid, show)], show)
            case _:
                yield part


def _with(view: View, button: Button, show: Hand) -> Button:
    """Return a button that shows these dice with its bid. It is disabled if the dice do not count for the bid."""
    bid = button.press
    if not isinstance(bid, PlaceBid):
        return button
    counts = bid.quantity > 0 and _counts(view, bid, show)
    shown = replace(bid, show=digits_side_by_side(show))
    return replace(button, press=shown, disabled=button.disabled or not counts)


def _menu(table: TableView, menu: Menu, bids: Sequence[Bid], show: Hand) -> Iterator[Menu]:
    """Yield the menu of bids along with which these dice are shown, the least bids first, or nothing without bids."""
    figures = digits_side_by_side(show)
    choices = tuple(
        Choice(PlaceBid.of(table.id, table.version, bid, figures), bid_words(bid), "", die(bid.face))
        for bid in sorted(bids, key=lambda bid: (bid.quantity, bid.face))[:MOST_BIDS]
    )
    if choices:
        # Discord remembers a menu's choice by the menu's name, so the name changes with the marked dice.
        yield replace(menu, name=f"{menu.name}-{figures}", choices=choices)


def bid_and_show(bid: CalledBid, show: Hand) -> str:
    """Return a bid in words, with the dice that its bidder shows."""
    if not show:
        return bid_words(bid)
    return _(WITH_SHOW).format(bid=bid_words(bid), dice=digits(show))
