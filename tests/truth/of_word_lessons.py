"""Checks of the sentences in the lessons about pure bids and about shown dice."""

import re

from bot.screens.families.teaching import LEARNER
from bot.words.dice import bid_words, dice_pictures
from engine.bids import events as b
from engine.core.dice import FLYING, NOTHING, PURE, is_pure
from tests.truth.asked import Check, Moment
from tests.truth.of_bid_lessons import at_least, is_in_sight, of_some_bid, takes_more
from tests.truth.of_pure import OTHERS, counts_alone, is_after_a_pure_bid, later_bids, least
from tests.truth.of_samples import shows
from tests.truth.recording import Facts


def pure_or_wild(at: Moment, facts: Facts) -> bool:
    """Return whether ones count for fives, but not if the bid is pure."""
    return at_least(1)(at, facts) and counts_alone(at, PURE)


def raises_stay_pure(at: Moment, facts: Facts) -> bool:
    """Return whether somebody else made a pure bid in the last step, and later bids are pure or flying."""
    made = any(bid.seat != LEARNER and is_pure(bid) for bid in at.all_of(b.BidMade))
    return made and (not at.is_bidding or (is_after_a_pure_bid(at) and later_bids(at, facts)))


def fewer_if_pure(at: Moment, _facts: Facts) -> bool:
    """Return whether the learner opens the round, and a pure bid may have fewer dice than a wild one."""
    if not at.is_bidding or at.asked() != LEARNER or at.state.standing is not None:
        return False
    wild, pure = least(at, NOTHING), least(at, PURE)
    return all(pure[face] < wild[face] for face in OTHERS)


def _is_to_beat(at: Moment, facts: Facts) -> bool:
    """Return whether the learner may call or beat the stated bid."""
    if not at.stands or at.asked() != LEARNER or not at.legal(LEARNER).challenge:
        return False
    return facts.get("bid") == bid_words(at.state.standing) and bool(at.bids())


def higher(at: Moment, facts: Facts) -> bool:
    """Return whether more dice or a higher face, pure as well, beat the stated pure bid (B4)."""
    if not _is_to_beat(at, facts) or not is_after_a_pure_bid(at):
        return False
    bid, ranks = at.state.standing, {face: 7 if face == 1 else face for face in range(1, 7)}
    needed = {face: bid.quantity + (ranks[face] <= ranks[bid.face]) for face in ranks}
    may = {face: many for face, many in needed.items() if many <= at.state.pool}
    return least(at, NOTHING) == may and counts_alone(at, NOTHING)


def is_to_beat(at: Moment, facts: Facts) -> bool:
    """Return whether the learner may call or beat the stated bid, and no bid may be called pure or flying."""
    return _is_to_beat(at, facts) and not at.bids(PURE) and not at.bids(FLYING)


def loses_dice(is_learner: bool) -> Check:
    """Return a check that the learner, or the named player, lost the stated number of dice in the last step (P2)."""

    def check(at: Moment, facts: Facts) -> bool:
        lost = [each for each in at.all_of(b.DiceLeft) if (each.seat == LEARNER) is is_learner]
        return any(at.is_named(each.seat, facts) and -each.change == int(facts.get("n", "1")) for each in lost)

    return check


def shows_dice(at: Moment, facts: Facts) -> bool:
    """Return whether the learner showed the pictured dice, and threw the others again (B6)."""
    thrown = [each for each in at.all_of(b.ThrownAgain) if each.seat == LEARNER]
    told = [(dice_pictures(each.shown), dice_pictures(each.dice)) for each in thrown]
    return (facts.get("dice", ""), facts.get("new", "")) in told


def stay_open(at: Moment, _facts: Facts) -> bool:
    """Return whether dice that were shown in the last step still lie in the open, if the round goes on (B6)."""
    thrown = [*at.all_of(b.ThrownAgain)]
    return bool(thrown) and (not at.is_bidding or all(at.state.open[each.seat] == each.shown for each in thrown))


def exactly(is_learner: bool) -> Check:
    """Return a check that the bid of the learner, or of the named player, was exactly met, and all others paid (P8)."""

    def check(at: Moment, facts: Facts) -> bool:
        shown = at.showdown()
        if shown is None or (shown.bidder == LEARNER) is not is_learner or not at.is_named(shown.bidder, facts):
            return False
        return shown.count == shown.quantity and {*at.paid()} == {0, 1, 2} - {shown.bidder}

    return check


def most_dice_win(at: Moment, facts: Facts) -> bool:
    """Return whether the game is over by its last round, and the most of the stated dice have won (E1)."""
    over, counts = at.over(), [player.dice for player in at.state.players]
    if over is None or set(over.winners) != {seat for seat, many in enumerate(counts) if many == max(counts)}:
        return False
    return [int(each) for each in re.findall(r" (\d+)(?: ·|$)", facts.get("counts", ""))] == counts


CHECKS: dict[str, Check] = {
    "A bid is about **all {n} dice**: “4 fives” means at least 4 fives or ones. **Pure**, ones don’t count.": (
        pure_or_wild
    ),
    "A bid is about **all {n} dice**: “3 fives” means at least 3 fives or sixes under all the cups.": at_least(6),
    "You see {mine} of them: it’s true.": of_some_bid(is_in_sight),
    "You see {mine} of them. Dice you can’t see: {n}. It takes {missing} more: {likely}.": of_some_bid(takes_more),
    "Raises stay pure now. Only **Flying** makes ones wild again, for twice the dice.": raises_stay_pure,
    "👉 **Your opening bid.** Tap a face. Or press **Pure** first: then fewer dice are enough.": fewer_if_pure,
    "👉 **Your turn.** Beat **{bid}**: more dice or a higher face, pure too. Or call **Liar!**": higher,
    "👉 **Your turn.** Beat **{bid}**, or call **Liar!**": is_to_beat,
    "👐 {name} shows {dice} and rerolls {n}.": shows,
    "👐 You show {dice} and roll new ones: {new}.": shows_dice,
    "Shown dice stay open until the round ends.": stay_open,
    "Exactly right! Everyone but you pays.": exactly(is_learner=True),
    "Exactly right! Everyone but {name} pays.": exactly(is_learner=False),
    "🎲 You lose {n} die.": loses_dice(is_learner=True),
    "🎲 {name} loses {n} die.": loses_dice(is_learner=False),
    "🏁 **Game over.** Dice: {counts}. A real game goes on until only one player has dice left.": most_dice_win,
}
