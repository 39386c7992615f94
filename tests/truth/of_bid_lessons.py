"""Checks of the sentences in the lesson about bids."""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from bot.screens.families.bids.showing import bid_and_show
from bot.screens.families.teaching import LEARNER
from bot.words.dice import bid_words, dice_words
from engine.bids.actions import Bid
from engine.core import events as e
from engine.core.actions import Deal
from engine.core.dice import Called
from tests.truth.asked import Check, Moment
from tests.truth.learner import SURE, chance, held, made, seen, unseen
from tests.truth.of_bids import raises_by
from tests.truth.of_lessons import called_on, judged
from tests.truth.of_odds import is_percent
from tests.truth.recording import Facts


def held_none(at: Moment, facts: Facts) -> bool:
    """Return whether the learner called a lie and held no die that counts for it."""
    shown = at.showdown()
    return judged(caller=True, holds=False)(at, facts) and not held(at, shown)


def bid_made(is_learner: bool, opening: bool) -> Check:
    """Return a check that the learner, or another player, made the stated bid in the last step.

    `opening` says whether the bid must have opened the round.
    """

    def check(at: Moment, facts: Facts) -> bool:
        return any(
            opens is opening
            and (bid.seat == LEARNER) is is_learner
            and at.is_named(bid.seat, facts)
            and facts.get("bid", bid_words(bid)) == bid_words(bid)
            for bid, opens in made(at)
        )

    return check


def of_some_bid(says: Callable[[Moment, Any, Facts], bool]) -> Check:
    """Return a check that a sentence is true of a bid that was made in the last step."""
    return lambda at, facts: any(says(at, bid, facts) for bid, _opens in made(at))


def is_in_hand(at: Moment, bid: Any, facts: Facts) -> bool:
    """Return whether the learner's own dice make a bid true. The facts name these dice."""
    return held(at, bid) >= bid.quantity and facts.get("mine") == dice_words(held(at, bid), bid.face)


def is_in_sight(at: Moment, bid: Any, facts: Facts) -> bool:
    """Return whether the dice that the learner sees make a bid true. The facts have their number."""
    return seen(at, bid) >= bid.quantity and facts.get("mine") == str(seen(at, bid))


def takes_more(at: Moment, bid: Any, facts: Facts) -> bool:
    """Return whether a bid has the stated odds, and needs the stated number of dice besides those in sight."""
    mine = seen(at, bid)
    return (
        facts.get("mine", "") in ((dice_words(mine, bid.face), str(mine)) if mine else ("",))
        and facts.get("missing") == str(bid.quantity - mine)
        and facts.get("n") == str(unseen(at, bid))
        and is_percent(facts.get("likely", ""), chance(at, bid))
    )


def sounds(low: float, high: float) -> Check:
    """Return a check that a bid of the last step has the stated odds, and that they are in this range."""
    return of_some_bid(
        lambda at, bid, facts: is_percent(facts.get("percent", ""), chance(at, bid)) and low <= chance(at, bid) <= high
    )


def only_mine(at: Moment) -> bool:
    """Return whether each player has all of their dice, five at first, and sees only their own (T1)."""
    if not at.is_bidding:
        return False
    seats = range(len(at.state.players))
    own = [at.seen(seat).mine for seat in seats]
    dice = [5 if at.state.round == 1 else player.dice for player in at.state.players]
    return [*map(len, own)] == dice and own == [at.hidden[seat] for seat in seats]


def rolled(at: Moment, _facts: Facts) -> bool:
    """Return whether a round began in the last step, and only the learner sees the learner's dice."""
    return any(at.all_of(e.RoundBegan)) and only_mine(at)


def five_dice_each(at: Moment, _facts: Facts) -> bool:
    """Return whether the first round gives five dice to each player, who sees only their own (T1)."""
    after = at.after(None, Deal()) if not at.state.round else None
    return after is not None and only_mine(after)


def at_least(*wild: int) -> Check:
    """Return a check that a bid of fives is about all dice, and true if at least as many count as it says (C3).

    The `wild` numbers count besides fives.
    """

    def check(at: Moment, facts: Facts) -> bool:
        if not at.is_bidding or facts.get("n") != str(sum(map(len, at.hidden))):
            return False
        count = sum(face in (5, *wild) for dice in at.hidden for face in dice)
        return all(
            _holds(at, Bid(many, 5)) == (many <= count) for many in (count - 1, count, count + 1) if _may(at, many)
        )

    return check


def _may(at: Moment, many: int) -> bool:
    return many > 0 and at.after(at.asked(), Bid(many, 5)) is not None


def _holds(at: Moment, bid: Bid) -> bool:
    after = at.after(at.asked(), bid)
    shown = after.called() if after is not None else None
    return shown is not None and bool(shown.showdown().holds)


def any_bid(at: Moment, _facts: Facts) -> bool:
    """Return whether the learner could open with any number of any face (B1)."""
    before: Any = at.before
    if before is None or not at.is_of_bids or before.state.standing is not None or before.state.turn != LEARNER:
        return False
    earlier = Moment(at.table, before, None, (), ())
    return earlier.bids() == {(many, face) for many in range(1, before.state.pool + 1) for face in range(1, 7)}


def opening_bid(at: Moment, _facts: Facts) -> bool:
    """Return whether the learner opens the round, and may bid any face."""
    is_open = at.is_bidding and at.state.standing is None and at.asked() == LEARNER
    return is_open and {face for _many, face in at.bids()} == set(range(1, 7))


def your_turn(at: Moment, facts: Facts) -> bool:
    """Return whether the learner may call the stated bid, or raise it as the sentence says (B4)."""
    if not at.stands or at.asked() != LEARNER or not at.legal(LEARNER).challenge:
        return False
    raises = raises_by(lambda q, f, q0, f0: q > q0 and f >= f0)
    return raises(at, facts) and facts.get("bid") == bid_words(at.state.standing)


def best_bid(at: Moment, facts: Facts) -> bool:
    """Return whether the learner may make the stated bid, which has the stated odds."""
    if not at.is_bidding or at.asked() != LEARNER:
        return False
    bids = [at.meant(Bid(many, face, word)) for word in Called for many, face in at.bids(word)]
    found = [each for bid in bids for each in _with_shows(at, bid)]
    odds = [chance(at, bid) for bid in found if bid_and_show(bid, bid.show) == facts.get("bid")]
    return any(each >= SURE and is_percent(facts.get("percent", ""), each) for each in odds)


def _with_shows(at: Moment, bid: Bid) -> Iterator[Bid]:
    """Yield a bid of the learner without a show, and along with all dice that may be shown (B6)."""
    may = sorted(die for die in at.legal(LEARNER).show if die in at.state.counting(bid).numbers)
    for many in range(len(may) + 1):
        yield from (replace(bid, show=show) for show in dict.fromkeys(combinations(may, many)))


def best_call(at: Moment, facts: Facts) -> bool:
    """Return whether the learner may call the current bid, which is a lie with the stated odds."""
    if not at.stands or at.asked() != LEARNER or not at.legal(LEARNER).challenge:
        return False
    odds = 1 - chance(at, at.state.standing)
    return odds >= SURE and is_percent(facts.get("percent", ""), odds)


CHECKS: dict[str, Check] = {
    "🗣️ {name} raises: **{bid}**.": bid_made(is_learner=False, opening=False),
    "🗣️ {name} opens: **{bid}**.": bid_made(is_learner=False, opening=True),
    "🗣️ You open: **{bid}**.": bid_made(is_learner=True, opening=True),
    "🗣️ You raise: **{bid}**.": bid_made(is_learner=True, opening=False),
    "hard to believe ({percent})": sounds(0, 0.25),
    "possible, but bold ({percent})": sounds(0.1, 0.45),
    "about even ({percent})": sounds(0.4, 0.6),
    "likely ({percent})": sounds(0.55, 0.85),
    "very likely ({percent})": sounds(0.75, 1),
    "🫵 **Liar!** You call {name} on **{bid}**. Cups up:": called_on(True, bid_words),
    "🫵 **Liar!** {name} calls you on **{bid}**. Cups up:": called_on(False, bid_words),
    "You went too far, and {name} sensed it. You’re caught, so you pay.": judged(caller=False, holds=False),
    "Good call! You held none yourself: too good to be true. {name} pays.": held_none,
    "**The roll.** Your dice, for your eyes only:": rolled,
    "A bid is about **all {n} dice**: “3 fives” means at least 3 fives under all the cups.": at_least(),
    "New dice, new luck. You know how it goes now!": lambda at, facts: rolled(at, facts) and at.state.round > 1,
    "Bid whatever you like, whether you hold it or not.": any_bid,
    "You hold {mine}: it’s true.": of_some_bid(is_in_hand),
    "You hold {mine}. Dice you can’t see: {n}. It takes {missing} more: {likely}.": of_some_bid(takes_more),
    "You have none. Dice you can’t see: {n}. It takes {missing} of them: {likely}.": of_some_bid(takes_more),
    "👉 **Your turn.** Raise **{bid}**: more dice, same face or higher. Or call **Liar!**": your_turn,
    "💡 Best: **{bid}**, {percent} likely.": best_bid,
    "💡 Best: call **Liar!**, {percent} likely to be right.": best_call,
    "👉 **Your opening bid.** Tap any face.": opening_bid,
    "Everyone rolls five dice and sees only their own.": five_dice_each,
}
