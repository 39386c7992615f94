"""Checks of verdicts. A verdict states the bid and the count, or the claim and the hand, and the caller.

It also states who paid and who opens next. The table's card shows it until the next round begins. So a check looks at
the last showdown of the game, and at the events after it.
"""

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any

from bot.words.dice import bid_words
from engine.bids import events as b
from engine.core import events as e
from engine.core.actions import Deal
from engine.core.dice import FACES, is_pure
from engine.core.state import BETWEEN, POLL
from engine.poker_cup import events as c
from tests.truth.asked import Check, Moment
from tests.truth.of_ranks import read
from tests.truth.recording import Facts, states


def last_round(at: Moment) -> tuple[e.Event, ...]:
    """Return the events since the last round began."""
    began = [number for number, each in enumerate(at.whole) if isinstance(each, e.RoundBegan)]
    return at.whole[began[-1] :] if began else ()


def last_shown(at: Moment) -> Any:
    """Return the showdown of the last round, or None."""
    return next(at.all_of(b.Revealed, last_round(at)), next(at.all_of(c.CupLifted, last_round(at)), None))


def last_end(at: Moment) -> Any:
    """Return the showdown of the last round, or the event that somebody gave up in it (K18), or None."""
    return last_shown(at) or next(at.all_of(c.GaveUp, last_round(at)), None)


def price(at: Moment, kind: type[e.Event]) -> list[Any]:
    """Return the events of one kind after the end of the last round."""
    events, ended = last_round(at), last_end(at)
    return [] if ended is None else [*at.all_of(kind, events[events.index(ended) :])]


# The call and the count -------------------------------------------------------------------------------------------


def _in_a_cup(shown: b.Revealed, hand: tuple[int, ...]) -> int:
    """Return the number of dice of one player that count (C2, B4). Five dice may count together (C7)."""
    wild = 0 if is_pure(shown) else shown.wild
    count = sum(face in {shown.face, wild} for face in hand)
    if len(hand) == len(set(hand)) == 5 and shown.different.value == "zero":
        return 0
    if count < 5 or len(hand) != 5 or shown.alike.value == "none":
        return count
    return 7 if shown.alike.value == "two" and len(set(hand)) == 1 else 6


def counted(was_true: bool) -> Check:
    """Return a check that the named player's bid and the number of dice that count for it are as stated (C2, C3).

    `was_true` says whether the bid was true or, if a player called it exact, whether that call was right.
    """

    def check(at: Moment, facts: Facts) -> bool:
        shown = last_shown(at)
        if shown is None or not at.is_of_bids or not at.is_named(shown.bidder, facts, "bidder"):
            return False
        count = sum(_in_a_cup(shown, hand) for hand in shown.hands)
        is_right = count == shown.quantity if shown.exact else count >= shown.quantity
        stated = (facts.get("bid", bid_words(shown)), int(facts.get("n", "0")))
        return stated == (bid_words(shown), count) and is_right is was_true

    return check


def found(was_true: bool) -> Check:
    """Return a check that the named player's claim and the hand are as stated (K12).

    `was_true` says whether the claim must be true.
    """

    def check(at: Moment, facts: Facts) -> bool:
        shown = last_shown(at)
        if shown is None or at.is_of_bids or not at.is_named(shown.passer, facts, "bidder"):
            return False
        ranking = at.state.rules.ranking
        hand, said = ranking.hand((*shown.under, *shown.table)), read(facts.get("hand", ""), ranking)
        is_hand = said is not None and (said.kind, said.faces) == (hand.kind, hand.faces)
        is_claim = states(facts, shown.claim)
        return is_hand and is_claim and ranking.reaches(hand, shown.claim) is was_true

    return check


def can_never_be_a_lie(at: Moment, facts: Facts) -> bool:
    """Return whether the named player called a claim that every throw reaches (K10, K16)."""
    shown = last_shown(at)
    if at.is_of_bids or shown is None or not at.is_named(shown.challenger, facts) or not states(facts, shown.claim):
        return False
    ranking = at.state.rules.ranking
    throws = combinations_with_replacement(FACES, ranking.dice)
    return all(ranking.reaches(ranking.hand(throw), shown.claim) for throw in throws)


def called(kind: type[e.Event], anyone: bool | None = None, in_turn: bool | None = None) -> Check:
    """Return a check that the named player made this call in the last round.

    `anyone` says whether everybody but the bidder could call at that moment, and `in_turn` whether it was the caller's
    turn (C1).
    """

    def check(at: Moment, facts: Facts) -> bool:
        call = next(at.all_of(kind, last_round(at)), None)
        if call is None or not at.is_named(call.seat, facts) or not at.is_named(call.seat, facts, "caller"):
            return False
        if call not in at.news or at.before is None:
            return True
        before = Moment(at.table, at.before, None, (), ())
        others = before.others(call.accused) & set(before.state.circle)
        may = before.callers() if kind is e.Challenged else before.exact_callers()
        is_open = anyone is None or len(others) < 2 or (may == others) is anyone
        is_turn = before.state.turn == call.seat or len(before.others()) == 2  # C1: of two, each is in turn
        return is_open and in_turn in (None, is_turn)

    return check


# Who pays ----------------------------------------------------------------------------------------------------------


def changed(kind: type[e.Event], change: Callable[[int], bool], was_right: bool | None = None) -> Check:
    """Return a check that each named player paid or won the right amount after the showdown (P2 to P4, C5).

    The facts have the number of dice or points that each of them has now. `was_right` says whether they were right.
    """

    def check(at: Moment, facts: Facts) -> bool:
        events = {each.seat: each for each in price(at, kind)}
        named = at.named(facts.get("names", ""))
        if not named or not named <= set(events) or not all(change(events[seat].change) for seat in named):
            return False
        if "n" in facts and any(abs(events[seat].change) != int(facts["n"]) for seat in named):
            return False
        words = facts.get("now", facts.get("left", ""))
        now = [abs(getattr(events[seat], "dice", getattr(events[seat], "score", 0))) for seat in named]
        says = all(str(many) in words or (many == 0 and "no bads" in words) for many in now)
        return says and (was_right is None or all(_was_right(at, seat) is was_right for seat in named))

    return check


def _was_right(at: Moment, seat: int) -> bool:
    shown = last_shown(at)
    said: dict[int, bool] = {shown.bidder: True, shown.challenger: False, **dict(shown.votes)}
    return bool(said[seat] == shown.holds)


def left_now(at: Moment, facts: Facts) -> bool:
    """Return whether each number before the word "left" is a player's number of dice after the showdown."""
    if not facts.get("now", "0")[-1].isdigit():  # another sentence: “You’ve left”
        return True
    now = {str(each.dice) for each in price(at, b.DiceLeft)}
    return bool(now) and set(facts.get("now", "-").rpartition("(")[2].split(" · ")) <= now


def without_dice(kind: type[e.Event]) -> Check:
    """Return a check that the named players have lost or shed their last die in the last round (P2, P4)."""

    def check(at: Moment, facts: Facts) -> bool:
        seats = {each.seat for each in price(at, kind)}
        named = at.named(facts.get("names", ""))
        return bool(named) and named <= seats and not any(at.state.players[seat].dice for seat in named)

    return check


def no_die_to_win(at: Moment, facts: Facts) -> bool:
    """Return whether the named player called exactly and was right, and has as many dice as at the start (C5)."""
    shown = last_shown(at)
    if shown is None or not at.is_of_bids or not (shown.exact and shown.holds) or price(at, b.DiceLeft):
        return False
    first = {each.dice - each.change for each in at.all_of(b.DiceLeft, at.whole) if each.seat == shown.challenger}
    dice = at.state.players[shown.challenger].dice
    return at.is_named(shown.challenger, facts) and all(dice >= many for many in first)


def opens_next(at: Moment, facts: Facts) -> bool:
    """Return whether the named player opens the next round (O1 to O3, C5, C6)."""
    if at.state.phase is not BETWEEN or last_end(at) is None:
        return False
    after = at.after(None, Deal())
    if after is None:  # a forfeit waits (P1)
        return bool(at.state.debtors) and at.is_named(price(at, e.Opens)[-1].seat, facts)
    return at.is_named(after.state.opener, facts)


def plays_off(at: Moment, facts: Facts) -> bool:
    """Return whether exactly the named players go into a play-off, with five dice each (E4)."""
    seats = set(at.state.playing_off) if at.is_of_bids else set()
    if not seats or at.named(facts.get("names", "")) != seats:
        return False
    begun = at.dealt()
    return begun is None or all(begun.state.players[seat].dice == 5 for seat in seats)


def is_shown(kind: type[e.Event], **fields: str) -> Check:
    """Return a check that the named player did this in the last round. `fields` are placeholders of other seats."""

    def check(at: Moment, facts: Facts) -> bool:
        return any(
            at.is_named(each.seat, facts)
            and all(at.is_named(getattr(each, field), facts, word) for word, field in fields.items())
            for each in at.all_of(kind, last_round(at))
        )

    return check


def blames_the_pass(at: Moment, facts: Facts) -> bool:
    """Return whether the named player protested and owes a second forfeit for the round (K15)."""
    seats = [each.seat for each in at.all_of(e.ForfeitOwed, last_round(at)) if each.why is e.Cause.PROTEST]
    return is_shown(c.Protested)(at, facts) and len(seats) == 1 and at.is_named(seats[0], facts)


def throws_again(at: Moment, facts: Facts) -> bool:
    """Return whether exactly the named players rolled cocked dice in the last round, and threw again (T2)."""
    rolled = {each.seat for each in at.all_of(b.Crooked, last_round(at))}
    named = at.named(facts.get("throws", ""))
    is_hidden = at.state.phase not in (BETWEEN, POLL)
    shown = {(each.seat, each.dice) for each in at.all_of(b.Crooked, last_round(at))}
    return bool(named) and named <= rolled and (not is_hidden or bool(shown))


CHECKS: dict[str, Check] = {
    "🤦 {claim} can never be a lie, {name}!": can_never_be_a_lie,
    "You said **{bid}**. There is **{n}**.": counted(was_true=True),
    "You said **{bid}**. There was **{n}**.": counted(was_true=False),
    "{bidder} said **{bid}**. There is **{n}**.": counted(was_true=True),
    "{bidder} said **{bid}**. There was **{n}**.": counted(was_true=False),
    "You said **{bid}**. There were **none**.": counted(was_true=False),
    "{bidder} said **{bid}**. There were **none**.": counted(was_true=False),
    "You claimed **{claim}**. It’s **{hand}**.": found(was_true=True),
    "You claimed **{claim}**. It was **{hand}**.": found(was_true=False),
    "{bidder} claimed **{claim}**. It’s **{hand}**.": found(was_true=True),
    "{bidder} claimed **{claim}**. It was **{hand}**.": found(was_true=False),
    "🎯 Exactly! {name}": called(b.ExactCalled),
    "💥 Bang! {name}": called(e.Challenged, anyone=True),
    "🫵 Liar! {name}": called(e.Challenged, anyone=False),
    "🎯 {caller} calls exactly {bid}!": called(b.ExactCalled),
    "💥 Bang, out of turn! {caller} doubts {bidder}: {bid}?": called(e.Challenged, anyone=True, in_turn=False),
    "💥 Bang! {caller} doubts {bidder}: {bid}?": called(e.Challenged, anyone=True, in_turn=True),
    "👎👎 {names} takes **2 bads** for a wrong call out of turn (now {now})": changed(
        b.Scored, lambda many: many == -2
    ),
    "👍👍 {names} earns **2 goods** (now {now})": changed(b.Scored, lambda many: many == 2),
    "👎 {names} takes **a bad** (now {now})": changed(b.Scored, lambda many: many == -1),
    "🎲 {names} wins a die back (now {now})": changed(b.DiceLeft, lambda many: many == 1),
    "{now} left": left_now,
    "🎲 {names} was right and sheds a die ({left})": changed(b.DiceLeft, lambda many: many == -1, was_right=True),
    "🎲 {names} lose a die each ({left})": changed(b.DiceLeft, lambda many: many == -1),
    "🎲 {names} loses a die ({left})": changed(b.DiceLeft, lambda many: many < 0),
    "💀 {names} is out of dice.": without_dice(e.Out),
    "🎉 {names} has shed every die!": without_dice(b.Done),
    "🎲 {name} already has all their dice: none to win back": no_die_to_win,
    "➡️ {name} opens the next round.": opens_next,
    "⚔️ **Playoff!** {names}: five dice each. Lose them all and you wash up.": plays_off,
    "🎁 {name} gives {other} a forfeit too.": is_shown(e.Gifted, other="to"),
    "🙄 {name} blames the pass! That costs a second forfeit.": blames_the_pass,
}
