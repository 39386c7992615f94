"""Checks of the sentences that lessons of both families share, and of the sentences in the lesson about bids.

A check looks at the events of the learner's last step, at the game before and after that step, and at all hidden dice.
"""

import re
from collections.abc import Callable
from math import comb
from typing import Any

from bot.screens.families.teaching import LEARNER
from bot.words.dice import bid_words, dice_words
from engine.bids import events as b
from engine.bids.actions import Bid
from engine.core import events as e
from engine.core.actions import Challenge, Deal, How, Settle
from engine.core.state import BETWEEN
from engine.poker_cup import events as c
from tests.truth.asked import Moment
from tests.truth.of_bids import Check, raises_by
from tests.truth.recording import Facts

SURE = 0.6
"""A move that a lesson recommends must have at least these odds."""


def is_percent(words: str, chance: float) -> bool:
    """Return whether this text gives a chance in percent. It may differ by one point, because the bot never says 0."""
    found = re.search(r"\d+", words)
    return found is not None and abs(int(found[0]) - 100 * chance) <= 1


# Showdowns and their consequences ----------------------------------------------------------------------------------


def sides(at: Moment) -> tuple[int, int]:
    """Return the seats of the showdown's bidder or passer and of its caller.

    Return -1 twice if there is no showdown.
    """
    shown = at.showdown()
    return (-1, -1) if shown is None else (getattr(shown, "bidder", getattr(shown, "passer", -1)), shown.challenger)


def judged(caller: bool, holds: bool | None = None) -> Check:
    """Return a check of the showdown in the last step.

    `caller` is True if the learner called, and False if the learner was called. The facts name the other player.
    `holds` says whether the bid or claim was true. Exactly the player who was wrong gets a forfeit (P1).
    """

    def check(at: Moment, facts: Facts) -> bool:
        spoke, called = sides(at)
        learner, other = (called, spoke) if caller else (spoke, called)
        if learner != LEARNER or not at.is_named(other, facts):
            return False
        is_true = at.showdown().holds
        debtors = [each.seat for each in at.all_of(e.ForfeitOwed)]
        return debtors == [called if is_true else spoke] and holds in (None, is_true)

    return check


def called_on(caller: bool, words: Callable[[Any], str]) -> Check:
    """Return a check of the last step's showdown, as `judged` does.

    In addition, the stated bid or claim must be the one that was called.
    """

    def check(at: Moment, facts: Facts) -> bool:
        stated = facts.get("bid", facts.get("claim"))
        return judged(caller)(at, facts) and stated in (None, words(at.showdown()))

    return check


def held_none(at: Moment, facts: Facts) -> bool:
    """Return whether the learner called a lie and held no die that counts for it."""
    shown = at.showdown()
    return judged(caller=True, holds=False)(at, facts) and not held(at, shown)


def owes(is_learner: bool, let_off: bool | None = None) -> Check:
    """Return a check that the learner, or the named player, got the only forfeit of the last step (P1).

    `let_off` says whether the winner must have waived the forfeit. None allows both.
    """

    def check(at: Moment, facts: Facts) -> bool:
        debtors = [each.seat for each in at.all_of(e.ForfeitOwed)]
        if len(debtors) != 1 or (debtors[0] == LEARNER) is not is_learner or not at.is_named(debtors[0], facts):
            return False
        ways = {each.debtor: each.how for each in at.all_of(e.Settled)}
        return let_off is None or (ways.get(debtors[0]) == How.WAIVED) is let_off

    return check


def opens_next(is_learner: bool) -> Check:
    """Return a check that the learner, or the named player, was right and opens the next round (O1)."""

    def check(at: Moment, facts: Facts) -> bool:
        after = at.after(None, Deal())
        if after is None or at.showdown() is None:
            return False
        opener = after.state.opener
        return opener == at.showdown().winner() and (opener == LEARNER) is is_learner and at.is_named(opener, facts)

    return check


def fewest_win(at: Moment, facts: Facts) -> bool:
    """Return whether the game is over, the facts have each player's forfeits, and the fewest forfeits have won (E5)."""
    over, counts = at.over(), [player.forfeits for player in at.state.players]
    if over is None or set(over.winners) != {seat for seat, many in enumerate(counts) if many == min(counts)}:
        return False
    return [int(each) for each in re.findall(r" (\d+)(?: ·|$)", facts.get("counts", ""))] == counts


def wins(is_learner: bool) -> Check:
    """Return a check of whether the learner is one of the winners, or of who the winners are."""

    def check(at: Moment, facts: Facts) -> bool:
        over = at.over()
        if over is None or (LEARNER in over.winners) is not is_learner:
            return False
        return is_learner or at.named(facts.get("names", "")) == set(over.winners)

    return check


def two_rounds(at: Moment, facts: Facts) -> bool:
    """Return whether the game has not begun yet, has two rounds, and is played against the two named players."""
    if at.state.round or at.named(facts.get("names", "")) != {1, 2}:
        return False
    now: Moment | None = at
    while now is not None and now.state.result is None:
        now = _moved_on(now)
    return now is not None and now.state.round == 2


def _moved_on(at: Moment) -> Moment | None:
    """Return the moment after a settlement, a deal, a call, or the lowest bid or claim."""
    if at.state.debtors:
        return at.after(at.state.debtors[0], Settle(at.state.debtors[0], How.TAB))
    if at.state.phase is BETWEEN:
        return at.dealt()
    return at.after(at.asked(), Challenge()) or at.handed_on()


# Bids and their odds -----------------------------------------------------------------------------------------------


def hand(at: Moment) -> tuple[int, ...]:
    """Return the learner's dice in the round of the last step."""
    shown = next(at.all_of(b.Revealed), None)
    return shown.hands[LEARNER] if shown is not None else at.hidden[LEARNER] if at.is_of_bids else ()


def held(at: Moment, bid: Any) -> int:
    """Return how many of the learner's dice count for a bid."""
    return sum(face in at.counting(bid.face) for face in hand(at))


def chance(at: Moment, bid: Any) -> float:
    """Return the probability that a bid is true for the learner, who knows only their own dice (C3)."""
    dice, mine = hand(at), held(at, bid)
    others, one = 2 * len(dice), len(at.counting(bid.face)) / 6
    least = range(max(0, bid.quantity - mine), others + 1)
    return sum(comb(others, many) * one**many * (1 - one) ** (others - many) for many in least)


def made(at: Moment) -> list[tuple[b.BidMade, bool]]:
    """Return the bids of the last step. Return with each bid whether it opened its round."""
    found, opens = [], False
    for each in at.whole:
        if isinstance(each, e.RoundBegan):
            opens = True
        elif isinstance(each, b.BidMade):
            found.append((each, opens))
            opens = False
    many = len([*at.all_of(b.BidMade)])
    return found[len(found) - many :]


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


def takes_more(at: Moment, bid: Any, facts: Facts) -> bool:
    """Return whether a bid has the stated odds, and needs the stated number of dice besides the learner's own."""
    mine, rest = held(at, bid), at.state.pool or 3 * len(hand(at))
    words = facts.get("mine", "")
    return (
        words == (dice_words(mine, bid.face) if mine else "")
        and facts.get("missing") == str(bid.quantity - mine)
        and facts.get("n") == str(rest - len(hand(at)))
        and is_percent(facts.get("likely", ""), chance(at, bid))
    )


def sounds(low: float, high: float) -> Check:
    """Return a check that a bid of the last step has the stated odds, and that they are in this range."""
    return of_some_bid(
        lambda at, bid, facts: is_percent(facts.get("percent", ""), chance(at, bid)) and low <= chance(at, bid) <= high
    )


def bluffs(at: Moment, _facts: Facts) -> bool:
    """Return whether the learner's own dice did not make the learner's last bid or claim true."""
    if at.is_of_bids:
        return any(bid.seat == LEARNER and not held(at, bid) for bid, _opens in made(at))
    return claims_truth(at) is False


def claims_truth(at: Moment) -> bool | None:
    """Return whether the learner's claim of the last step was true of all dice, or None if there was no claim."""
    claim = next((each.claim for each in at.all_of(c.Claimed) if each.seat == LEARNER), None)
    if claim is None or at.before is None:
        return None
    before: Any = at.before
    ranking = before.state.rules.ranking
    return bool(ranking.reaches(ranking.hand((*before.hidden.dice, *before.state.on_table())), claim))


# The learner's dice and moves in the lesson about bids ---------------------------------------------------------------


def only_mine(at: Moment) -> bool:
    """Return whether five dice lie under each cup, and each player sees only their own (T1)."""
    if not at.is_bidding:
        return False
    seats = range(len(at.state.players))
    own = [at.seen(seat).mine for seat in seats]
    return all(len(each) == 5 for each in own) and own == [at.hidden[seat] for seat in seats]


def rolled(at: Moment, _facts: Facts) -> bool:
    """Return whether a round began in the last step, and only the learner sees the learner's dice."""
    return any(at.all_of(e.RoundBegan)) and only_mine(at)


def five_dice_each(at: Moment, _facts: Facts) -> bool:
    """Return whether the first round gives five dice to each player, who sees only their own (T1)."""
    after = at.after(None, Deal()) if not at.state.round else None
    return after is not None and only_mine(after)


def at_least(at: Moment, facts: Facts) -> bool:
    """Return whether a bid is about all dice, and is true if there are at least as many dice as it says (C3)."""
    if not at.is_bidding or facts.get("n") != str(sum(map(len, at.hidden))):
        return False
    count = sum(list(each).count(5) for each in at.hidden)
    return all(_holds(at, Bid(many, 5)) == (many <= count) for many in (count - 1, count, count + 1) if _may(at, many))


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
    bids = [Bid(many, face) for many, face in at.bids()]
    odds = [chance(at, bid) for bid in bids if bid_words(bid) == facts.get("bid")]
    return any(each >= SURE and is_percent(facts.get("percent", ""), each) for each in odds)


def best_call(at: Moment, facts: Facts) -> bool:
    """Return whether the learner may call the current bid, which is a lie with the stated odds."""
    if not at.stands or at.asked() != LEARNER or not at.legal(LEARNER).challenge:
        return False
    odds = 1 - chance(at, at.state.standing)
    return odds >= SURE and is_percent(facts.get("percent", ""), odds)


CHECKS: dict[str, Check] = {
    "Two rounds against {names}. Just practice: it doesn’t count.": two_rounds,
    "{name} told the truth, so you pay for doubting.": judged(caller=True, holds=True),
    "Good call! Too good to be true. {name} pays.": judged(caller=True, holds=False),
    "You told the truth, so {name} pays for doubting.": judged(caller=False, holds=True),
    "A bluff! That’s allowed: nobody can see.": bluffs,
    "📝 You owe a **forfeit**, like a song. This time they let you off.": owes(is_learner=True, let_off=True),
    "📝 You owe a **forfeit**, like a song.": owes(is_learner=True, let_off=False),
    "📝 {name} owes a **forfeit**, like a song.": owes(is_learner=False),
    "➡️ You were right, so you open the next round.": opens_next(is_learner=True),
    "➡️ {name} was right and opens the next round.": opens_next(is_learner=False),
    "🏁 **Game over.** Forfeits: {counts}. The lowest number wins.": fewest_win,
    "🏆 {names} wins this time.": wins(is_learner=False),
    "🏆 **You win!**": wins(is_learner=True),
    "🗣️ {name} raises: **{bid}**.": bid_made(is_learner=False, opening=False),
    "🗣️ {name} opens: **{bid}**.": bid_made(is_learner=False, opening=True),
    "🗣️ You open: **{bid}**.": bid_made(is_learner=True, opening=True),
    "🗣️ You raise: **{bid}**.": bid_made(is_learner=True, opening=False),
    "hard to believe ({percent})": sounds(0, 0.25),
    "possible, but bold ({percent})": sounds(0.1, 0.5),
    "about even ({percent})": sounds(0.4, 0.75),
    "very likely ({percent})": sounds(0.7, 1),
    "🫵 **Liar!** You call {name} on **{bid}**. Cups up:": called_on(True, bid_words),
    "🫵 **Liar!** {name} calls you on **{bid}**. Cups up:": called_on(False, bid_words),
    "You went too far, and {name} sensed it. You’re caught, so you pay.": judged(caller=False, holds=False),
    "Good call! You held none yourself: too good to be true. {name} pays.": held_none,
    "**The roll.** Your dice, for your eyes only:": rolled,
    "A bid is about **all {n} dice**: “3 fives” means at least 3 fives under all the cups.": at_least,
    "New dice, new luck. You know how it goes now!": lambda at, facts: rolled(at, facts) and at.state.round > 1,
    "Bid whatever you like, whether you hold it or not.": any_bid,
    "You hold {mine}: it’s true.": of_some_bid(is_in_hand),
    "You hold {mine}. Dice you can’t see: {n}. It takes {missing} more: {likely}.": of_some_bid(takes_more),
    "None are yours. Dice you can’t see: {n}. It takes {missing} of them: {likely}.": of_some_bid(takes_more),
    "👉 **Your turn.** Raise **{bid}**: more dice, same face or higher. Or call **Liar!**": your_turn,
    "💡 Best: **{bid}**, {percent} likely.": best_bid,
    "💡 Best: call **Liar!**, {percent} likely to be right.": best_call,
    "👉 **Your opening bid.** Tap any face.": opening_bid,
    "Everyone rolls five dice and sees only their own.": five_dice_each,
}
