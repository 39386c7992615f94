"""Checks of the sentences about Mia: the rolls of two dice, lives, and what a claim of Mia costs (K16 to K18, P7)."""

from typing import Any

from msgspec.structs import replace

from bot.screens.elements import amounts
from bot.screens.families.poker_cup import claims
from bot.screens.families.poker_cup.ranking import spoken
from bot.words.language import speaking
from engine.bids import events as b
from engine.core import events as e
from engine.core.events import End
from engine.poker_cup import events as c
from engine.poker_cup.actions import GiveUp, Look, MakeClaim, PassBlind, Shake
from engine.poker_cup.ranking import Claim, Kind
from engine.poker_cup.two_dice import TWO_DICE
from tests.truth.asked import Check, Moment
from tests.truth.of_bids import exact_pays
from tests.truth.of_prices import is_met, wrong
from tests.truth.of_prompts import cup
from tests.truth.of_prompts import may_give_up as may_give_up_now
from tests.truth.recording import Facts

MIA = (2, 1)
MIXED = tuple((high, low) for high in range(1, 7) for low in range(1, high) if (high, low) != MIA)
LOW_TO_HIGH = (*MIXED, *((face, face) for face in range(1, 7)), MIA)
"""The 21 rolls in the order of the sentences."""
CLAIMED_AS = {"43": (4, 3), "pair of fives": (5, 5), "Mia": MIA}
"""The rolls that these English words mean."""


def ranks(at: Moment, _facts: Facts) -> bool:
    """Return whether the engine ranks the rolls of two dice in the order of the sentences (K16)."""
    return not at.is_of_bids and tuple(each.faces for each in at.state.rules.ranking.claims) == LOW_TO_HIGH


def in_one_cup(at: Moment, facts: Facts) -> bool:
    """Return whether two dice are in play, both under the cup (K17)."""
    return ranks(at, facts) and (not at.is_passing() or (at.state.under, at.state.on_table()) == (2, ()))


def receiver(at: Moment) -> int | None:
    """Return the seat that has just got a claim of two dice and may challenge it, or None."""
    seat = at.asked() if at.is_passing() and ranks(at, {}) else None
    return seat if seat is not None and at.legal(seat).challenge else None


def believe_or_blind(at: Moment, facts: Facts) -> bool:
    """Return whether a player who gets a claim below Mia may roll both dice and look, or pass it on blind (K3, K17).

    Nothing is thrown in a blind pass. After a throw, the player may claim more, true or not.
    """
    seat = receiver(at)
    if seat is None or at.state.at_top():
        return in_one_cup(at, facts)
    rolled = at.after(seat, Shake())
    looked = rolled.after(seat, Look()) if rolled is not None else None
    passed = at.after(seat, PassBlind(at.legal(seat).least)) if at.legal(seat).blind else None
    if passed is None or any(passed.all_of(c.Shook)) or looked is None or len(looked.seen(seat).mine) != 2:
        return False
    higher = TWO_DICE.claims[TWO_DICE.place(at.state.standing.claim) + 1 :]
    return all(looked.after(seat, MakeClaim(claim)) is not None for claim in (higher[0], higher[-1]))


def reads_rolls(at: Moment, facts: Facts) -> bool:
    """Return whether the bot reads the three examples of the sentences as claims of this table."""
    with speaking(""):
        read = {words: claims.READERS[TWO_DICE.known](words) for words in CLAIMED_AS}
    return ranks(at, facts) and read == {words: (Claim(Kind.TWO_DICE, dice),) for words, dice in CLAIMED_AS.items()}


def is_no_roll(at: Moment, facts: Facts) -> bool:
    """Return whether the refused claim is no roll of two dice, while the examples are (K16).

    The sentence is also about words that the bot cannot read at all.
    """
    if at.tried is None:
        return reads_rolls(at, facts)
    act = at.tried.action
    return isinstance(act, MakeClaim) and act.claim not in TWO_DICE.claims and reads_rolls(at, facts)


def nothing_beats_mia(gives_up: bool) -> Check:
    """Return a check that Mia was claimed, so that its receiver can only call it.

    `gives_up` says whether the receiver may also give up (K18).
    """

    def check(at: Moment, _facts: Facts) -> bool:
        seat = receiver(at)
        if seat is None or at.state.standing.claim.faces != MIA:
            return False
        may = at.legal(seat)
        return may.give_up is gives_up and not (may.claim or may.blind or may.shake)

    return check


def giving_up_is_cheaper(check: Check) -> Check:
    """Return a check that a call of a true claim of Mia costs two, and giving up costs one (K18). `check` holds."""

    def both(at: Moment, facts: Facts) -> bool:
        seat = at.asked()
        if seat is None or not at.is_mia_claimed() or not check(at, facts):
            return False
        game = replace(at.game, hidden=replace(at.hidden, dice=MIA))
        called = Moment(at.table, game, at.before, at.news, at.whole).called()
        given = at.after(seat, GiveUp())
        if called is None or given is None:
            return False
        return (called.paid(), given.paid()) == (costs(2, seat, at), costs(1, seat, at))

    return both


# The price ---------------------------------------------------------------------------------------------------------


def has_lives(at: Moment) -> bool:
    """Return whether the players of this game have or had lives."""
    return any(player.lives for player in at.state.players) or any(at.all_of(e.LivesLeft, at.whole))


def costs(most: int, seat: int, at: Moment) -> dict[int, int]:
    """Return the price of a player who pays this amount, in forfeits or in as many lives as the player has."""
    return {seat: min(most, at.state.players[seat].lives) if has_lives(at) else most}


def with_mia(at: Moment, is_real: bool) -> Moment | None:
    """Return the moment after the player with the cup has claimed Mia blind, or None if nobody may claim blind now.

    `is_real` decides the dice under the cup. One of them may slip in the pass (K14).
    """
    seat = receiver(at)
    if seat is None or not at.legal(seat).blind:
        return None
    game = replace(at.game, hidden=replace(at.hidden, dice=MIA if is_real else (3, 1)))
    return Moment(at.table, game, at.before, at.news, at.whole).after(seat, PassBlind(TWO_DICE.top))


def a_call_of_mia_costs(if_real: int, if_false: int) -> Check:
    """Return a check of the price of a call of Mia, if the Mia is real and if it is not (K18)."""

    def check(at: Moment, facts: Facts) -> bool:
        if not ranks(at, facts):
            return False
        for is_real in (True, False):
            if (found := with_mia(at, is_real)) is None:
                continue
            called = found.called()
            if called is None:
                return False
            much = if_real if called.showdown().holds else if_false
            if called.paid() != costs(much, loser(called), found):
                return False
        return True

    return check


def may_give_up(at: Moment, facts: Facts) -> bool:
    """Return whether the receiver of a claim of Mia may pay one without a look at the dice (K18)."""
    if (claimed := with_mia(at, is_real=True)) is None:
        return ranks(at, facts)
    seat = claimed.asked() or 0
    after = claimed.after(seat, GiveUp())
    return after is not None and not any(after.all_of(c.CupLifted)) and after.paid() == costs(1, seat, claimed)


def costs_a_life(at: Moment, facts: Facts) -> bool:
    """Return whether all players begin with the stated lives, and a wrong one loses one of them (P7).

    The price of a call of Mia is in other sentences.
    """
    lost = dict.fromkeys(range(len(at.state.players)), 0)
    for each in at.all_of(e.LivesLeft, at.whole):
        lost[each.seat] -= each.change
    begun = {player.lives + lost[seat] for seat, player in enumerate(at.state.players)}
    if not has_lives(at) or len(begun) > 1 or facts.get("lives") not in (None, *map(amounts.lives, begun)):
        return False
    may_call = at.stands if at.is_of_bids else at.is_passing() and at.state.step == "received" and not at.state.at_top()
    after = at.called() if may_call else None
    is_of_another_sentence = after is not None and after.is_of_bids and is_met(after)  # P8
    return after is None or is_of_another_sentence or after.paid() == {loser(after): 1}


def loser(at: Moment) -> int:
    """Return the seat that was wrong in the newest showdown, or that has just given up. Return -1 if there is none."""
    if at.showdown() is not None:
        return wrong(at)
    return next((each.seat for each in at.all_of(c.GaveUp)), -1)


def last_with_lives_wins(at: Moment, _facts: Facts) -> bool:
    """Return whether the game ends when one player has lives left, and this player wins (E3)."""
    alive, over = {seat for seat in at.others() if at.state.players[seat].lives}, at.over()
    if over is not None and over.why is End.LIVES:
        return set(over.winners) == alive and len(alive) == 1
    return has_lives(at) and (len(alive) > 1 or over is not None)


def this_round(at: Moment, kind: type[e.Event]) -> list[Any]:
    """Return the events of this kind in the newest round."""
    begun = [number for number, each in enumerate(at.whole) if isinstance(each, e.RoundBegan)]
    return [*at.all_of(kind, at.whole[begun[-1] if begun else 0 :])]


def loses_lives(at: Moment, facts: Facts) -> bool:
    """Return whether the named player lost the stated number of lives and has the stated rest (P7).

    Return True if the player is not at this table, because the sentence is then part of a sample round.
    """
    if ranks(at, facts) and not at.named(facts.get("name", "")):
        return True
    return any(
        at.is_named(each.seat, facts)
        and -each.change == int(facts.get("n", "1"))
        and amounts.lives(each.lives) == facts.get("left")
        for each in this_round(at, e.LivesLeft)
    )


def lose_lives(change: int) -> Check:
    """Return a check that each named player has `change` lives more than before, and the stated number now (P7)."""

    def check(at: Moment, facts: Facts) -> bool:
        changes = {each.seat: each for each in this_round(at, e.LivesLeft)}
        named = at.named(facts.get("names", facts.get("name", "")))
        if not named or not named <= set(changes):
            return False
        said = facts.get("left", "").split(" · ")
        return all(changes[seat].change == change and amounts.lives(changes[seat].lives) in said for seat in named)

    return check


def no_life_to_win(at: Moment, facts: Facts) -> bool:
    """Return whether the named player called exactly and was right, and has never lost a life for good (C5)."""
    shown = at.showdown() or next(iter(this_round(at, b.Revealed)), None)
    if shown is None or not (shown.exact and shown.holds) or this_round(at, e.LivesLeft):
        return False
    lost = sum(each.change for each in at.all_of(e.LivesLeft, at.whole) if each.seat == shown.challenger)
    return lost == 0 and at.is_named(shown.challenger, facts)


def a_life_back(at: Moment, facts: Facts) -> bool:
    """Return whether nobody pays for an exact call that is right, and a wrong one costs the caller a life (C5)."""
    after = at.exactly() if at.stands else None
    if after is not None and not after.showdown().holds and not any(after.all_of(e.LivesLeft)):
        return False
    return exact_pays(lambda _at, _after: set())(at, facts)


def are_out_of_lives(at: Moment, facts: Facts) -> bool:
    """Return whether the named players are out with no life left (P7)."""
    gone = {each.seat for each in this_round(at, e.Out)}
    named = at.named(facts.get("names", ""))
    return bool(named) and named <= gone and has_lives(at) and not any(at.state.players[each].lives for each in named)


def gives_up(at: Moment, facts: Facts) -> bool:
    """Return whether the named player gave up on the other's claim of Mia, and no die was shown (K18)."""
    acts = this_round(at, c.GaveUp)
    if not acts or this_round(at, c.CupLifted) or facts.get("claim") != spoken(TWO_DICE.top):
        return False
    return at.is_named(acts[0].seat, facts) and at.is_named(acts[0].to, facts, "bidder")


CHECKS: dict[str, Check] = {
    "One cup, two dice. Believe the claim, roll again and claim higher, true or not. Or call Liar!": believe_or_blind,
    "-# 31, 32, 41 … 65, then double ones to sixes, then 21: **Mia**": ranks,
    "🥤 Your cup? **Believe** rolls both dice for you to see. **Blind** doesn’t roll or look.": believe_or_blind,
    "🗣️ Tap your claim, or type `/claim` and “43”, “double fives” or “Mia”.": reads_rolls,
    "🎲 That’s no roll of two dice, higher number first. Try “43”, “double fives” or “Mia”.": is_no_roll,
    "Nothing beats Mia: call Liar!, or give up.": nothing_beats_mia(gives_up=True),
    "Nothing beats Mia: call Liar! (two if it’s real), or give up (one).": giving_up_is_cheaper(
        nothing_beats_mia(gives_up=True)
    ),
    "👉 {name}, nothing beats that: call Liar! (two if it’s real), or give up (one)": giving_up_is_cheaper(
        cup(may_give_up_now)
    ),
    "Nothing beats Mia: call Liar!": nothing_beats_mia(gives_up=False),
    "You have {lives}: be wrong, lose one.": costs_a_life,
    "Last player with lives wins.": last_with_lives_wins,
    "💔 {name} loses a life and has {left} left": loses_lives,
    "💔 {names} lose a life each (now {left})": lose_lives(-1),
    "❤️ {name} wins a life back (now {left})": lose_lives(1),
    "❤️ {name} already has all their lives: none to win back": no_life_to_win,
    "Right: win a life back; wrong: lose one. The caller opens.": a_life_back,
    "💀 {names} is out of lives.": are_out_of_lives,
    "🏳️ {name} gives up on {bidder}’s **{claim}**. The dice stay under the cup.": gives_up,
    "Calling Liar! on a true claim of Mia costs two.": a_call_of_mia_costs(2, 1),
    "After a claim of Mia, being wrong costs two.": a_call_of_mia_costs(2, 2),
    "Facing a Mia, you may give up unseen and lose just one.": may_give_up,
}
"""The checks of the sentences that tables show."""

HOUSE_RULES: dict[str, Check] = {
    "Lose lives": lambda at, _facts: has_lives(at),
    "Be wrong, lose a life; last player with lives wins.": lambda at, facts: (
        costs_a_life(at, facts) and last_with_lives_wins(at, facts)
    ),
    "A real Mia costs two": a_call_of_mia_costs(2, 1),
    "A Mia costs two either way": a_call_of_mia_costs(2, 2),
    "A Mia costs one": a_call_of_mia_costs(1, 1),
}
"""The checks of the names and effects of house rules."""
