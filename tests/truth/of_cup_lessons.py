"""Checks of the sentences in the lesson about the poker cup."""

from collections import Counter
from itertools import product
from typing import Any

from bot.screens.families.poker_cup.ranking import spoken
from bot.screens.families.teaching import LEARNER
from bot.words.dice import on_table, under
from engine import games
from engine.core import events as e
from engine.core.actions import Challenge
from engine.poker_cup import events as c
from engine.poker_cup.actions import Look, MakeClaim, Peek, Shake, Show
from engine.poker_cup.ranking import Claim
from tests.truth.asked import Check, Moment
from tests.truth.learner import SURE, claims_truth
from tests.truth.of_lessons import called_on, judged
from tests.truth.of_ranks import read
from tests.truth.recording import Facts, states

DRAWINGS = {draw(face): face for draw in (on_table, under) for face in range(1, 7)}
"""The faces of dice, by their pictures."""


def faces(pictures: str) -> Counter[int]:
    """Return how many of the pictured dice show each face."""
    return Counter(DRAWINGS[each] for each in pictures.split() if each in DRAWINGS)


def real(at: Moment) -> Claim | None:
    """Return the hand of all dice, under the cup and on the table, or None in a game of bids."""
    if at.is_of_bids or not at.is_passing():
        return None
    hand: Claim = at.state.rules.ranking.hand((*at.hidden.dice, *at.state.on_table()))
    return hand


def did(at: Moment, kind: type[e.Event]) -> Any:
    """Return the learner's act of this kind in the last step, or None."""
    return next((each for each in at.all_of(kind) if each.seat == LEARNER), None)


def rolls_all(is_learner: bool, many: int = 5) -> Check:
    """Return a check that a round began with all dice, which are `many`, under the cup (K1).

    If `is_learner` is True, the learner must have opened the round, and nobody may have seen the dice yet. Otherwise
    the named player must have opened it and looked at the dice.
    """

    def check(at: Moment, facts: Facts) -> bool:
        began = next(at.all_of(e.RoundBegan), None)
        thrown = next(at.all_of(c.RolledUnder), None)
        if began is None or thrown is None or (began.opener == LEARNER) is not is_learner:
            return False
        if len(thrown.dice) != many or not at.is_named(began.opener, facts):
            return False
        seats = range(len(at.state.players))
        looked = any(each.seat == began.opener for each in at.all_of(c.Looked))
        return not any(at.seen(seat).mine for seat in seats) if is_learner else looked

    return check


def claims(is_learner: bool) -> Check:
    """Return a check that the learner, or the named player, made the stated claim in the last step (K9).

    The cup must have gone on to another player.
    """

    def check(at: Moment, facts: Facts) -> bool:
        return any(
            (each.seat == LEARNER) is is_learner
            and at.is_named(each.seat, facts)
            and states(facts, each.claim)
            and _next_after(at, each) not in (None, each.seat)
            for each in at.all_of(c.Claimed)
        )

    return check


def _next_after(at: Moment, claimed: c.Claimed) -> int | None:
    """Return the seat that acted after a claim of the last step, or that has to act now."""
    later = at.news[at.news.index(claimed) + 1 :]
    return next((each.seat for each in later if isinstance(each, c.Peeked | c.Shook | e.Challenged)), at.asked())


def pulls_out(at: Moment, facts: Facts) -> bool:
    """Return whether the learner pulled out the pictured dice.

    Everybody must see these dice, and they must stay on the table.
    """
    act = did(at, c.Shown)
    if act is None or Counter(act.dice) != faces(facts.get("dice", "")):
        return False
    after = at.after(LEARNER, Shake())
    tables = [at.state.on_table(), *([after.state.on_table()] if after is not None else [])]
    return all(not Counter(act.dice) - Counter(each) for each in tables)


def puts_under(at: Moment, facts: Facts) -> bool:
    """Return whether the learner put the pictured dice under the cup, and must roll what is under it."""
    act, before = did(at, c.Covered), at.before
    if act is None or before is None or Counter(act.dice) != faces(facts.get("dice", "")):
        return False
    state: Any = before.state
    must_roll = at.legal(LEARNER).shake and not at.legal(LEARNER).claim
    return bool(at.state.under == state.under + len(act.dice) and must_roll)


def rolls_on_the_table(at: Moment, facts: Facts) -> bool:
    """Return whether the learner rolled the first pictured die on the table, and it now shows the second picture."""
    act = did(at, c.RolledOnTable)
    if act is None or act.now not in at.state.on_table():
        return False
    return (faces(facts.get("was", "")), faces(facts.get("now", ""))) == (Counter([act.was]), Counter([act.now]))


def shakes(at: Moment, facts: Facts) -> bool:
    """Return whether the learner rolled the stated number of dice, and these were all dice under the cup (K7)."""
    act = did(at, c.Shook)
    return act is not None and act.dice == at.state.under == int(facts.get("n", -1))


def peeked(is_true: bool) -> Check:
    """Return a check that the learner has accepted the named player's claim (K4).

    `is_true` says whether the claim must be true. The learner must no longer be able to call the claim, and must roll
    before making a claim.
    """

    def check(at: Moment, facts: Facts) -> bool:
        hand, standing = real(at), at.state.standing if not at.is_of_bids else None
        if did(at, c.Peeked) is None or hand is None or standing is None:
            return False
        may, holds = at.legal(LEARNER), at.state.rules.ranking.reaches(hand, standing.claim)
        is_stated = states(facts, standing.claim)
        must_roll = not may.challenge and not may.claim and (may.shake or may.throw)
        return bool(holds is is_true and is_stated and must_roll and at.is_named(standing.passer, facts))

    return check


def looked(at: Moment, facts: Facts) -> bool:
    """Return whether the learner has looked, and the stated hand is the hand of all dice (K8, K10)."""
    hand = real(at)
    said = read(facts.get("hand", ""), at.state.rules.ranking) if hand is not None else None
    if did(at, c.Looked) is None or hand is None or said is None:
        return False
    return (hand.kind, hand.faces) == (said.kind, said.faces) and at.state.rules.ranking.reaches(hand, said)


def any_hand(at: Moment, _facts: Facts) -> bool:
    """Return whether the learner may open with the highest hand, with the lowest hand, and with the real hand (K9)."""
    hand = real(at)
    if hand is None or at.asked() != LEARNER or not at.legal(LEARNER).claim:
        return False
    some = (at.state.rules.ranking.claims[0], hand, at.state.rules.ranking.top)
    return all(at.after(LEARNER, MakeClaim(each)) is not None for each in some)


def may_tell_the_truth(at: Moment, _facts: Facts) -> bool:
    """Return whether the learner may claim the real hand, a lower hand, and the highest hand (K9, K12)."""
    hand = real(at)
    if hand is None or at.asked() != LEARNER or at.state.standing is None:
        return False
    ranking = at.state.rules.ranking
    lower = [each for each in ranking.claims if not ranking.reaches(each, hand)]
    return all(
        any(at.after(LEARNER, MakeClaim(each)) is not None for each in some) for some in ([hand], lower, [ranking.top])
    )


def is_just_enough(at: Moment, _facts: Facts) -> bool:
    """Return whether the real hand is the lowest legal claim, and the learner may claim it or the highest (K9)."""
    hand = real(at)
    if hand is None or at.asked() != LEARNER or at.legal(LEARNER).least != hand:
        return False
    return all(at.after(LEARNER, MakeClaim(each)) is not None for each in (hand, at.state.rules.ranking.top))


def must_claim_more(at: Moment, _facts: Facts) -> bool:
    """Return whether every claim that the learner may make is higher than the real hand (K9)."""
    hand, may = real(at), at.legal(LEARNER)
    if hand is None or not may.claim:
        return False
    return not at.state.rules.ranking.reaches(hand, may.least)


def chance(at: Moment) -> float:
    """Return the share of all throws under the cup that make the current claim true.

    The learner does not know the dice under the cup.
    """
    ranking, standing = at.state.rules.ranking, at.state.standing
    unseen = product(range(1, 7), repeat=at.state.under)
    throws = [bool(ranking.reaches(ranking.hand((*each, *at.state.on_table())), standing.claim)) for each in unseen]
    return sum(throws) / len(throws)


def receives(at: Moment) -> bool:
    """Return whether the learner has received the cup with a claim, and may call or peek (K2)."""
    if at.is_of_bids or not at.is_passing() or at.asked() != LEARNER or at.state.standing is None:
        return False
    return bool(at.legal(LEARNER).challenge and at.legal(LEARNER).peek)


def looks_likely(at: Moment, _facts: Facts) -> bool:
    """Return whether the claim is likely, and a peek shows the learner the dice."""
    after = at.after(LEARNER, Peek()) if receives(at) else None
    sees = after is not None and len(after.seen(LEARNER).mine) == at.state.under
    return sees and chance(at) >= SURE


def unlikely(at: Moment, _facts: Facts) -> bool:
    """Return whether the claim is unlikely, and the learner may call it."""
    return receives(at) and 1 - chance(at) >= SURE and at.after(LEARNER, Challenge()) is not None


def worth_keeping(at: Moment, facts: Facts) -> bool:
    """Return whether the learner may pull out the pictured dice, which are alike, and may then shake and look."""
    dice = tuple(faces(facts.get("dice", "")).elements())
    if at.is_of_bids or not dice or at.asked() != LEARNER:
        return False
    counts = Counter((*at.hidden.dice, *at.state.on_table()))
    now = at.after(LEARNER, Show(dice))
    return now is not None and min(counts[face] for face in dice) > 1 and _shakes_and_looks(now)


def _shakes_and_looks(at: Moment) -> bool:
    after = at.after(LEARNER, Shake())
    return after is not None and after.after(LEARNER, Look()) is not None


def shake_the_rest(at: Moment, _facts: Facts) -> bool:
    """Return whether dice lie on the table, and the learner may shake the others and look."""
    if at.is_of_bids or not at.is_passing() or at.asked() != LEARNER or not at.state.on_table():
        return False
    return not at.legal(LEARNER).claim and _shakes_and_looks(at)


def has_not_looked(at: Moment, _facts: Facts) -> bool:
    """Return whether the learner made a claim in the last step without knowing all dice."""
    act, before = did(at, c.Claimed), at.before
    if act is None or before is None:
        return False
    seen: Any = games.view(before, LEARNER)
    return not act.looked and len(seen.mine) < seen.state.under


def goes_around(many: int) -> Check:
    """Return a check that one cup with this number of dice goes around (K1).

    A player who gets a claim must be able to call it or to beat it (K2, K9, K17).
    """

    def check(at: Moment, _facts: Facts) -> bool:
        now: Moment | None = at
        for _step in range(12):
            asked = now.asked() if now is not None else None
            if now is None or now.is_of_bids:
                return False
            if now.is_passing() and now.state.under + len(now.state.on_table()) != many:
                return False
            if now.is_passing() and now.state.standing is not None:
                may = now.legal(asked or 0)
                return bool(may.challenge and (may.peek or may.shake))
            now = now.dealt() if asked is None else now.handed_on()
        return False

    return check


def better_is_no_lie(at: Moment, _facts: Facts) -> bool:
    """Return whether a claim that is called holds exactly if the hand ranks at least as high (K12)."""
    now: Moment | None = at
    for _step in range(12):
        if now is None or now.is_of_bids:
            return False
        asked = now.asked()
        if now.is_passing() and now.state.standing is not None:
            called, place = now.called(asked), now.state.rules.ranking.place
            shown = called.showdown() if called is not None else None
            return shown is not None and shown.holds == (place(shown.hand) >= place(shown.claim))
        now = now.dealt() if asked is None else now.handed_on()
    return False


CHECKS: dict[str, Check] = {
    "A better hand than claimed is no lie.": better_is_no_lie,
    "**The roll.** You roll all five under the cup. Nobody has seen them yet, not even you.": rolls_all(True),
    "**The roll.** {name} rolls all five under the cup and looks.": rolls_all(False),
    "One cup with five dice goes around. Claim a **poker hand**, true or not, and pass it on. "
    "The next player believes it and beats it, or calls Liar!": goes_around(5),
    "🫵 **Liar!** You call {name} on **{claim}**. Cup up:": called_on(True, lambda shown: spoken(shown.claim)),
    "🫵 **Liar!** {name} calls you on **{claim}**. Cup up:": called_on(False, lambda shown: spoken(shown.claim)),
    "You’re caught, so you pay.": judged(caller=False, holds=False),
    "🗣️ {name} claims **{claim}** and passes the cup on.": claims(is_learner=False),
    "🗣️ You claim **{claim}** and pass the cup on.": claims(is_learner=True),
    "⬆️ You pull out {dice}. Everyone sees them now.": pulls_out,
    "🎲 You roll {was} on the table, and everyone sees {now}.": rolls_on_the_table,
    "🥤 You shake the cup: {n} die rolls.": shakes,
    "⬇️ You put {dice} under the cup, to be rolled again.": puts_under,
    "👀 You believe {name} and look: it was a **lie**! Too late to call: it’s yours now.\n"
    "You peeked, so now you must roll. Make it true, or bluff better than {name}.": peeked(is_true=False),
    "👀 You believe {name} and look: **{claim}**. It was the truth!\nYou peeked, so now you must roll.": peeked(
        is_true=True
    ),
    "You open, so claim what you like: what you have, less or more.": any_hand,
    "👀 You look: **{hand}**.": looked,
    "Good enough to tell the truth. You can also claim less than you have, or more.": may_tell_the_truth,
    "Good enough to tell the truth: nothing lower will do. You can also claim more.": is_just_enough,
    "Not good enough to tell the truth. Claim more than you have, and keep a straight face!": must_claim_more,
    "You haven’t looked, so nothing gives you away.": has_not_looked,
    "That’s true.": lambda at, _facts: claims_truth(at) is True,
    "💡 You have the cup, and the claim looks likely: **Peek** to believe it and see the dice.": looks_likely,
    "💡 You have the cup, and the dice you see make the claim unlikely. Too good to be true: call **Liar!**": unlikely,
    "💡 Worth keeping: {dice}. Tap those, then **Pull out**, then **Shake and look** at the rest.": worth_keeping,
    "💡 The good dice are on the table. **Shake and look** at the rest.": shake_the_rest,
}
