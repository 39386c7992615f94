"""Write the lesson about dice that are shown along with a bid (B6): a first game of bluff.

The first computer player shows dice with its bids if it can.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.screens.families.bids import lesson_script, teaching
from bot.screens.families.bids.hands import OPEN
from bot.screens.families.bids.narrator import BidsNarrator
from bot.screens.families.bids.rules_in_words import face_of, showing
from bot.screens.families.lesson_pages import won
from bot.screens.families.teaching import FIRST, LEARNER, Course, Played
from bot.words.dice import bid_words, dice_pictures, digits
from bot.words.language import _, ngettext, sentences
from engine.bids import events as b
from engine.bids.actions import Bid
from engine.bids.view import View
from engine.core import events as e
from engine.core.dice import Hand, without
from engine.core.state import BETWEEN, OVER

GAME = "bluff"
"""The game of the lesson."""
HANDS = (
    (((1, 2, 2, 1, 4), (5, 5, 5, 5, 5), (1, 3, 4, 5, 5)), ((5, 4, 3, 1, 2), (4, 4, 1, 4, 4), (3, 2, 3, 1, 4))),
    (((5, 2, 5, 4, 1), (2, 3, 1, 1, 2), (4, 1, 5, 3, 2)), ((1, 5, 2, 1, 4), (3, 3, 3, 3, 3), (5, 2, 2, 2, 6))),
    (((4, 3, 1, 2, 4), (1, 5, 5, 3, 5), (3, 5, 2, 4, 5)), ((5, 1, 1, 5, 4), (2, 2, 2, 2, 5), (4, 3, 6, 3, 3))),
    (((1, 4, 2, 2, 1), (4, 5, 4, 1, 5), (4, 5, 5, 1, 3)), ((1, 1, 3, 5, 3), (5, 5, 5, 1, 5), (4, 5, 1, 6, 4))),
    (((3, 2, 4, 4, 5), (3, 3, 3, 3, 4), (1, 2, 4, 1, 3)), ((2, 3, 1, 3, 2), (5, 5, 5, 5, 5), (5, 5, 1, 2, 2))),
)
"""The sets of dice, each by round and seat.

They were selected from random sets: on every path the likeliest act is likely enough (`SURE`), and wins.
"""
AGAIN = ((2, 5, 6, 1, 3), (4, 1, 2, 5, 6), (3, 6, 4, 2, 1), (1, 3, 5, 4, 2), (6, 2, 1, 3, 5))
"""The dice of those who throw again, in an order that depends on the throw."""
SHOWN = 2
"""The largest number of dice that a computer player shows with a bid."""

RULES = lesson_script.rules(GAME)
"""The rules of the learner's first game."""


def _normal(seen: View) -> Bid | None:
    """Return the likeliest least bid, and for the first computer player the likeliest one with a show."""
    least = seen.bids_in_turn()
    if seen.seat == FIRST:
        shows = [replace(bid, show=lesson_script.with_all(seen, bid).show[:SHOWN]) for bid in least]
        least = tuple(bid for bid in shows if bid.show) or least
    return max(least, key=lambda bid: lesson_script.likely(seen, bid), default=None)


def _narrated(by: BidsNarrator, played: Played, event: e.Event) -> str:
    """Return an event in words, with an explanation for the learner; "" if there is nothing to say."""
    match event:
        case b.ThrownAgain():
            return "\n".join(_thrown_again(by, played, event))
        case b.DiceLeft(seat=seat, change=change) if seat == LEARNER:
            return ngettext("🎲 You lose {n} die.", "🎲 You lose {n} dice.", -change).format(n=-change)
        case b.DiceLeft(seat=seat, change=change):
            words = ngettext("🎲 {name} loses {n} die.", "🎲 {name} loses {n} dice.", -change)
            return words.format(name=by.name(seat), n=-change)
        case e.GameOver(winners=winners):
            return _result(by, played.seen, winners)
        case _:
            about = _("A bid is about **all {n} dice**: “3 fives” means at least 3 fives or sixes under all the cups.")
            return teaching.narrated(by, played, event, about, _in_your_hand)


def _in_your_hand(seen: View, bid: b.BidMade) -> str:
    """Return the sentence about the odds of a bid, or "" for a bid with a show, which changes them."""
    return "" if bid.show else lesson_script.in_your_hand(seen, bid)


def _thrown_again(by: BidsNarrator, played: Played, again: b.ThrownAgain) -> Iterator[str]:
    """Yield lines about dice that a player has shown: the new dice if they are the learner's, otherwise the odds."""
    dice, seen = dice_pictures(again.shown), played.seen
    if again.seat == LEARNER:
        words = _("👐 You show {dice} and roll new ones: {new}.")
        yield words.format(dice=dice, new=dice_pictures(again.dice))
        return
    said = _(teaching.SHOWS).format(name=by.name(again.seat), dice=dice, n=len(again.dice))
    yield sentences(said, _("Shown dice stay open until the round ends.")) if seen.state.round == 1 else said
    bid = next(each for each in played.happened if isinstance(each, b.BidMade) and each.seat == again.seat)
    if seen.state.pool:
        yield lesson_script.in_your_hand(seen, bid)


def _result(by: BidsNarrator, seen: View, winners: tuple[int, ...]) -> str:
    """Return each player's number of dice at the end, and the winners (E1)."""
    counts = " · ".join(f"{by.cast.brief(seat)} {player.dice}" for seat, player in enumerate(seen.state.players))
    # Translators: {counts} is a list of names with numbers of dice: “You 5 · Domino 3”.
    said = _("🏁 **Game over.** Dice: {counts}. A real game goes on until only one player has dice left.")
    return f"{said.format(counts=counts)}\n{won(by, winners)}"


def _hints(played: Played, _path: tuple[str, ...], _turning: object) -> Iterator[str]:
    """Yield lines about the learner's possible moves and the best one. Between two rounds, yield nothing."""
    seen: View = played.seen
    standing = seen.state.standing
    if seen.state.phase in (BETWEEN, OVER):
        return
    yield from teaching.called_best(*lesson_script.best(seen))
    if standing is None:
        yield _("👉 **Your opening bid.** Tap any face.")
        return
    yield f"{_own(seen)} {digits(seen.mine)}"
    yield _("👉 **Your turn.** Beat **{bid}**, or call **Liar!**").format(bid=bid_words(standing))


def _own(seen: View) -> str:
    """Return the learner's dice: the hidden ones, and then those that lie in the open."""
    opened: Hand = seen.state.open_of(LEARNER)
    hidden = dice_pictures(without(seen.mine, opened))
    return f"{hidden} {OPEN} {dice_pictures(opened)}" if opened else hidden


COURSE = Course(
    game=GAME,
    rules=RULES,
    throws=lesson_script.throws(HANDS, AGAIN),
    moves=lesson_script.moves(_normal),
    meant=lesson_script.meant,
    told_by=BidsNarrator,
    welcome=lambda: sentences(
        _("Everyone rolls five dice and sees only their own."),
        _("Wild: {faces}.").format(faces=face_of(RULES.wild)),
        showing(),
    ),
    narrated=_narrated,
    hints=_hints,
    buttons=lesson_script.buttons(GAME),
    turned=lesson_script.turned_by,
)
"""The lesson about shown dice: a learner's first game."""
