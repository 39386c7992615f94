"""Write the lesson about pure bids (B4): a first game of dahua.

The first computer player calls its bids pure if it can.
"""

from collections.abc import Iterator

from bot.presses.base import Press
from bot.presses.bids import TurnBids
from bot.screens.families.bids import lesson_script, teaching
from bot.screens.families.bids.narrator import BidsNarrator
from bot.screens.families.bids.pure import shown_word, what_they_are
from bot.screens.families.teaching import LEARNER, Course, Played
from bot.words.dice import bid_words, dice_pictures, digits
from bot.words.language import _, sentences
from engine.bids import events as b
from engine.bids.actions import Bid
from engine.bids.odds import holds
from engine.bids.view import View
from engine.core import events as e
from engine.core.dice import FLYING, NOTHING, PURE, Called, CalledBid, is_pure
from engine.core.state import BETWEEN, OVER

GAME = "dahua"
"""The game of the lesson."""
HANDS = (
    (((2, 3, 3, 5, 3), (5, 3, 3, 2, 3), (2, 4, 6, 6, 1)), ((5, 3, 3, 2, 4), (5, 5, 5, 3, 2), (4, 6, 1, 4, 2))),
    (((2, 3, 5, 5, 5), (2, 2, 2, 2, 2), (4, 2, 6, 1, 3)), ((4, 2, 3, 4, 4), (2, 1, 2, 6, 6), (2, 6, 2, 1, 1))),
    (((3, 2, 4, 2, 2), (3, 3, 3, 3, 4), (3, 5, 1, 1, 2)), ((1, 2, 2, 4, 4), (3, 3, 3, 4, 3), (6, 1, 3, 4, 2))),
    (((4, 6, 4, 6, 6), (4, 4, 1, 4, 2), (5, 1, 6, 5, 4)), ((2, 5, 6, 3, 3), (2, 1, 6, 2, 2), (2, 1, 5, 1, 6))),
    (((5, 5, 2, 4, 5), (3, 3, 3, 4, 6), (2, 5, 5, 6, 2)), ((1, 1, 3, 1, 6), (3, 5, 2, 5, 6), (1, 4, 1, 4, 5))),
)
"""The sets of dice, each by round and seat.

They were selected from random sets: on every path the likeliest act is likely enough (`SURE`), and wins.
"""

RULES = lesson_script.rules(GAME)
"""The rules of the learner's first game."""


def _normal(seen: View) -> Bid | None:
    """Return the likeliest least bid that is called pure or, if there is none, that is not flying."""
    least = seen.bids_in_turn()
    called = [bid for bid in least if bid.called is PURE] or [bid for bid in least if bid.called is not FLYING]
    return max(called, key=lambda bid: holds(seen, bid), default=None)


def _narrated(by: BidsNarrator, played: Played, event: e.Event) -> str:
    """Return an event in words, with an explanation for the learner; "" if there is nothing to say."""
    # Translators: {n} is the number of dice under all the cups together.
    about = _("A bid is about **all {n} dice**: “4 fives” means at least 4 fives or ones. **Pure**, ones don’t count.")
    said = teaching.narrated(by, played, event, about, lesson_script.in_your_hand)
    if event == next(filter(_is_others_pure, played.happened), None):
        flying = _("Raises stay pure now. Only **Flying** makes ones wild again, for twice the dice.")
        return f"{said}\n{flying}"
    return said


def _is_others_pure(event: e.Event) -> bool:
    """Return whether a computer player has made a pure bid, with or without the word."""
    return isinstance(event, b.BidMade) and event.seat != LEARNER and is_pure(event)


def _hints(played: Played, _path: tuple[str, ...], turning: Press | None) -> Iterator[str]:
    """Yield lines about the learner's possible moves and the best one. Between two rounds, yield nothing.

    After the press `turning` of the switch, the lines are about the bids that the buttons make now.
    """
    seen: View = played.seen
    standing = seen.state.standing
    if seen.state.phase in (BETWEEN, OVER):
        return
    yield from teaching.called_best(*lesson_script.best(seen))
    word = shown_word(seen, turning.called) if isinstance(turning, TurnBids) else NOTHING
    if standing is not None:
        yield f"{dice_pictures(seen.mine)} {digits(seen.mine)}"
    yield from (*what_they_are(word), _asked(standing, word))


def _asked(standing: CalledBid | None, word: Called) -> str:
    """Return the line that asks the learner for a move. The buttons make bids with this `word`."""
    if standing is None and word is NOTHING:
        return _("👉 **Your opening bid.** Tap a face. Or press **Pure** first: then fewer dice are enough.")
    if standing is None:
        return _("👉 **Your opening bid.** Tap any face.")
    words = _("👉 **Your turn.** Beat **{bid}**, or call **Liar!**")
    if is_pure(standing) and word is NOTHING:
        words = _("👉 **Your turn.** Beat **{bid}**: more dice or a higher face, pure too. Or call **Liar!**")
    return words.format(bid=bid_words(standing))


COURSE = Course(
    game=GAME,
    rules=RULES,
    throws=lesson_script.throws(HANDS),
    moves=lesson_script.moves(_normal),
    meant=lesson_script.meant,
    told_by=BidsNarrator,
    welcome=lambda: sentences(
        _("Everyone rolls five dice and sees only their own."), _("Ones are wild, except for pure bids.")
    ),
    narrated=_narrated,
    hints=_hints,
    buttons=lesson_script.buttons(GAME),
    turned=lesson_script.turned_by,
)
"""The lesson about pure bids: a learner's first game."""
