"""Play the lessons about shown dice and about pure bids, whose learners have the buttons of a table.

This file has the words of a path, the learner's possible moves, and the moves of the computer players. In the first
round they play normally. In the second round the last of them bids too much, so there is a lie to catch.
"""

import re
from collections.abc import Callable

from msgspec.structs import replace

from bot.presses.base import Press
from bot.presses.bids import PlaceBid, TurnBids
from bot.presses.game import CallLie
from bot.presses.learning import Lesson
from bot.screens.elements.cards import Menu, Part
from bot.screens.families.bids.inputs import offered_bids
from bot.screens.families.bids.panel import own_moves
from bot.screens.families.bids.pure import possible_word, shown_word
from bot.screens.families.bids.showing import with_show
from bot.screens.families.bids.teaching import likely_in_words
from bot.screens.families.lesson_pages import led_on, table_of
from bot.screens.families.teaching import LEARNER, LIAR, SECOND, Played, Rolled, Views
from bot.words.language import _
from engine.bids import events as b
from engine.bids.actions import Action, Bid, Challenge
from engine.bids.legal import heard
from engine.bids.odds import after_show, holds, known, unseen
from engine.bids.rules import Rules
from engine.bids.view import View
from engine.core.dice import FLYING, NOTHING, PURE, Called, Hand
from engine.options import rules_for

_LETTERS: dict[Called, str] = {NOTHING: "", PURE: "p", FLYING: "f"}
"""The letters for the words of bids in a path."""
_CALLED = {letter: called for called, letter in _LETTERS.items()}
_BID = re.compile("([0-9]{1,2})x([1-6])([pf]?)(?:s([1-6]{1,4}))?")
_TURNED = re.compile("m([pf]?)([0-9]{1,2})")
MORE = 2
"""A computer player that bids too much adds at most this many dice to a least bid."""


def rules(game: str) -> Rules:
    """Return the rules of a lesson: those of a game, for two rounds."""
    found = rules_for(game, {"rounds": "2"})
    assert isinstance(found, Rules)
    return found


def word_of(press: Press) -> str:
    """Return a press as a word of a path: "4x5p" bids 4 fives pure, and "4x5s56" shows a five and a six.

    "mp0" shows the pure bids, and "m3" marks the two lowest dice. Raises `LookupError` for any other press.
    """
    match press:
        case PlaceBid(quantity=quantity, face=face, called=called, show=show):
            return f"{quantity}x{face}{_LETTERS.get(called, '')}{f's{show}' if show else ''}"
        case TurnBids(called=called, marks=marks):
            return f"m{_LETTERS[called]}{marks}"
        case CallLie():
            return LIAR
    raise LookupError


def turned_by(word: str) -> TurnBids | None:
    """Return the press of a word that only redraws the learner's message, or None for any other word."""
    found = _TURNED.fullmatch(word)
    return TurnBids(0, 0, _CALLED[found[1]], int(found[2])) if found else None


def meant(played: Played, _path: tuple[str, ...], word: str) -> tuple[Action, ...]:
    """Return the action that a word means. Raises `LookupError` for a word that the lesson does not offer."""
    if word == LIAR:
        return (Challenge(),)
    found, seen = _BID.fullmatch(word), played.seen
    if found is None:
        raise LookupError
    bid = heard(seen.state, Bid(int(found[1]), int(found[2]), _CALLED[found[3]]))
    if bid not in bids(seen):
        raise LookupError
    return (replace(bid, show=tuple(map(int, found[4] or ""))),)


def bids(seen: View) -> tuple[Bid, ...]:
    """Return the bids of the learner's buttons, without dice to show."""
    words = dict.fromkeys((NOTHING, possible_word(seen)))
    return tuple(dict.fromkeys(bid for word in words for bid in offered_bids(seen, word)))


def steps(seen: View) -> dict[str, Bid | Challenge]:
    """Return the learner's moves by their words in a path: the bids of the buttons, and the challenge.

    Each bid is there without dice to show, and with all dice that may be shown along with it (B6).
    """
    made = [each for bid in bids(seen) for each in dict.fromkeys((bid, with_all(seen, bid)))]
    doubt = {} if seen.state.standing is None else {LIAR: Challenge()}
    return {word_of(PlaceBid.of(0, 0, bid, "".join(map(str, bid.show)))): bid for bid in made} | doubt


def with_all(seen: View, bid: Bid) -> Bid:
    """Return the bid along with all dice that count for it, but one of the hidden dice stays hidden (B6)."""
    may = sorted(die for die in seen.legal.show if die in seen.state.counting(bid).numbers)
    return replace(bid, show=tuple(may[: len(seen.legal.show) - 1]))


def likely(seen: View, bid: Bid) -> float:
    """Return the probability (0-1) that a bid of the learner is true, before the hidden dice are thrown again (B6)."""
    return holds(after_show(seen, bid.show), bid)


def best(seen: View) -> tuple[Bid | Challenge, float]:
    """Return the learner's move that is most likely to be right, and its odds. A show must be worth a percent."""
    odds = {act: likely(seen, act) - 0.01 * bool(act.show) for act in steps(seen).values() if isinstance(act, Bid)}
    standing = seen.state.standing
    doubt: dict[Bid | Challenge, float] = {} if standing is None else {Challenge(): 1 - holds(seen, standing)}
    act = max((odds | doubt).items(), key=lambda each: each[1])[0]
    return act, likely(seen, act) if isinstance(act, Bid) else doubt[act]


def moves(normal: Callable[[View], Bid | None]) -> Callable[[Views, int], tuple[Action, ...]]:
    """Return the moves of the computer players, who challenge the learner's raise.

    In the second round the last of them bids too much. Otherwise they make the bid that `normal` returns, or challenge
    if it returns None.
    """

    def played(views: Views, seat: int) -> tuple[Action, ...]:
        seen: View = views[seat]
        made = seen.state.bids
        if len(made) > 1 and made[-1].bidder == LEARNER:
            return (Challenge(),)
        lies = seat == SECOND and seen.state.round == seen.state.rules.rounds
        return ((_too_much(seen, views) if lies else normal(seen)) or Challenge(),)

    return played


def _too_much(seen: View, views: Views) -> Bid | None:
    """Return the false bid that the learner has most reason to doubt, or None if every possible bid is true."""
    learner: View = views[LEARNER]
    hands = [each.mine for each in views]
    bold = [replace(least, quantity=least.quantity + more) for least in seen.bids_in_turn() for more in range(MORE + 1)]
    possible = [bid for bid in bold if bid.quantity <= seen.state.pool and bid.called is not FLYING]
    false = [bid for bid in possible if seen.state.counting(bid).all(hands) < bid.quantity]
    return min(false, key=lambda bid: holds(learner, bid), default=None)


def throws(
    hands: tuple[tuple[tuple[Hand, ...], ...], ...], again: tuple[Hand, ...] = ()
) -> Callable[[int, int, bool], Rolled]:
    """Return the dice of a lesson. `hands` has them by set, round and seat, and `again` those of later throws (B6)."""

    def of_round(dice: int, number: int, begins: bool) -> Rolled:
        def rolled(at: int, seat: int, count: int) -> Hand:
            thrown = hands[dice][number - 1][seat] if begins else again[(dice + at + seat) % len(again)]
            return thrown[:count]

        return rolled

    return of_round


def in_your_hand(seen: View, bid: b.BidMade) -> str:
    """Return a sentence about how likely a bid is to hold, given the dice that the learner sees (C2, C3)."""
    counts = seen.state.counting(bid)
    mine = counts.each(known(seen))
    if (missing := bid.quantity - mine) <= 0:
        # Translators: {mine} is a number of dice that the learner sees and that count for a bid.
        words = _("You see {mine} of them: it’s true.")
    elif mine:
        # Translators: {mine}, {n} and {missing} are numbers of dice; {likely} is “about even (48%)”, for example.
        words = _("You see {mine} of them. Dice you can’t see: {n}. It takes {missing} more: {likely}.")
    else:
        words = _("You have none. Dice you can’t see: {n}. It takes {missing} of them: {likely}.")
    return words.format(mine=mine, missing=missing, n=unseen(seen), likely=likely_in_words(holds(seen, bid)))


def buttons(game: str) -> Callable[..., tuple[Part, ...]]:
    """Return the function `Course.buttons`: the buttons of a table, without its menu of other bids."""
    by = rules(game)

    def built(lesson: Lesson, path: tuple[str, ...], seen: View, turning: TurnBids | None) -> tuple[Part, ...]:
        table, press = table_of(game, by, len(path)), turning or TurnBids(0, 0)
        press = replace(press, called=shown_word(seen, press.called))
        own = [part for part in own_moves(table, seen, word=press.called) if not isinstance(part, Menu)]
        return tuple(led_on(with_show(table, seen, own, press), lesson, path, word_of))

    return built
