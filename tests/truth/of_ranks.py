"""Checks of hands and their ranks in the cup: which hands may be claimed, and why a claim is refused (K10, K11)."""

from collections.abc import Callable
from functools import cache

from bot.screens.families.poker_cup import claims
from bot.words.language import speaking
from engine.core.refusals import Refused
from engine.poker_cup.actions import MakeClaim
from engine.poker_cup.claims import check_form
from engine.poker_cup.ranking import DICE_OF, EVERY, POKER_DICE, Claim, Kind, Ranking
from tests.truth.asked import Check, Moment
from tests.truth.of_refusals import tried
from tests.truth.recording import Facts

LOW_TO_HIGH = (Kind.HIGH, Kind.PAIR, Kind.TWO_PAIRS, Kind.TRIPS, Kind.FULL, Kind.QUADS, Kind.QUINTS)
"""The kinds of hands in the order in which the sentences list them: the lowest first, and without a straight."""
WITH_STRAIGHT = (*LOW_TO_HIGH[:4], Kind.STRAIGHT, *LOW_TO_HIGH[4:])

Right = Callable[[Claim], bool]
"""Returns whether a claim meets the requirement that a sentence states."""


@cache
def read(words: str, ranking: Ranking = EVERY) -> Claim | None:
    """Return the claim that the bot reads from these English words at tables with this ranking, or None."""
    with speaking(""):
        meant = claims.READERS[ranking.known](words)
    return meant[0] if len(meant) == 1 else None


def _ranking(at: Moment) -> Ranking | None:
    """Return the ranking of poker hands by which the cup is played, or None in any other game."""
    if at.is_of_bids or at.state.rules.ranking.dice != POKER_DICE:
        return None
    ranking: Ranking = at.state.rules.ranking
    return ranking


def ranks(kinds: tuple[Kind, ...]) -> Check:
    """Return a check that the engine ranks the kinds of claims in the order of `kinds`, and that ones are low (K10)."""

    def check(at: Moment, _facts: Facts) -> bool:
        ranking = _ranking(at)
        if ranking is None:
            return False
        beats_ones = ranking.beats(Claim(Kind.PAIR, (2,)), Claim(Kind.PAIR, (1,)))
        return beats_ones and tuple(dict.fromkeys(each.kind for each in ranking.claims)) == kinds

    return check


def may_claim_a_straight(at: Moment, _facts: Facts) -> bool:
    """Return whether a straight may be claimed, and ranks between three of a kind and a full house (K10)."""
    ranking, straight = _ranking(at), Claim(Kind.STRAIGHT, (6,))
    if ranking is None or _is_refused(straight, ranking):
        return False
    lower, higher = Claim(Kind.TRIPS, (6,)), Claim(Kind.FULL, (1, 2))
    return ranking.beats(straight, lower) and ranking.beats(higher, straight)


def _is_refused(claim: Claim, ranking: Ranking) -> bool:
    try:
        check_form(claim, ranking)
    except Refused:
        return True
    return False


def five_dice_in_one_cup(at: Moment, _facts: Facts) -> bool:
    """Return whether five dice are in play, under one cup or on the table (K1)."""
    ranking = _ranking(at)
    return ranking is not None and (not at.is_passing() or at.state.under + len(at.state.on_table()) == 5)


def flawed(right: Right, *examples: str) -> Check:
    """Return a check that a refused claim breaks the requirement `right`, which all valid claims of its kind meet.

    The examples are quoted in the sentence. If a player types an example, the bot must read it as a claim that meets
    `right`.
    """

    def says(at: Moment, act: MakeClaim, _facts: Facts) -> bool:
        ranking, claim = _ranking(at), act.claim
        if ranking is None:
            return False
        well_formed = [each for each in ranking.claims if each.kind is claim.kind]
        good = [read(each) for each in examples]
        shows_how = None not in good and all(map(right, filter(None, good)))
        return all(map(right, well_formed)) and not right(claim) and shows_how

    return tried(MakeClaim).when(says)


def _has_faces(many: int) -> Right:
    return lambda claim: len(claim.faces) == many


def _names_each_once(claim: Claim) -> bool:
    named = (*claim.faces, *claim.others)
    return len(set(named)) == len(named)


def _names_higher_first(claim: Claim) -> bool:
    return claim.kind is not Kind.TWO_PAIRS or claim.faces[0] > claim.faces[1]


def _others_fall(claim: Claim) -> bool:
    named = (*claim.faces, *claim.others) if claim.kind is Kind.HIGH else claim.others
    return list(named) == sorted(named, reverse=True)


def _has_five_at_most(claim: Claim) -> bool:
    return DICE_OF[claim.kind] + len(claim.others) <= 5


def no_straight(at: Moment, act: MakeClaim, _facts: Facts) -> bool:
    """Return whether the refused claim was a straight at a table where nobody may claim one."""
    ranking = _ranking(at)
    return ranking is not None and act.claim.kind is Kind.STRAIGHT and _is_refused(Claim(Kind.STRAIGHT, (6,)), ranking)


def tries_are_read(at: Moment, _facts: Facts) -> bool:
    """Return whether the bot reads the two hands that this refusal suggests as claims at this table."""
    ranking = _ranking(at)
    some = [read("pair of twos"), read("full house, threes over twos")]
    return ranking is not None and all(each in ranking.claims for each in some)


CHECKS: dict[str, Check] = {
    "One cup, five dice, poker hands. Believe the claim and beat it, or call Liar!": five_dice_in_one_cup,
    "Straights count.": may_claim_a_straight,
    "-# high card · pair · two pair · three · straight · full house · four · five of a kind; ones are low": ranks(
        WITH_STRAIGHT
    ),
    "-# high card · pair · two pair · three · full house · four · five of a kind; ones are low": ranks(LOW_TO_HIGH),
    "🃏 Straights don’t count at this table.": tried(MakeClaim).when(no_straight),
    "🃏 That hand needs two faces, as in “threes full of twos”.": flawed(_has_faces(2), "threes full of twos"),
    "🃏 That hand needs one face, as in “three fives”.": flawed(_has_faces(1), "three fives"),
    "🃏 Name each face once, as in “five sixes”.": flawed(_names_each_once, "five sixes"),
    "🃏 Name the higher pair first, as in “two pair, fours and ones”.": flawed(
        _names_higher_first, "two pair, fours and ones"
    ),
    "🃏 Name the other dice from high to low, as in “six-high with a four and a two”.": flawed(
        _others_fall, "six-high with a four and a two"
    ),
    "🃏 There are only five dice: name fewer.": flawed(_has_five_at_most),
    "🃏 A straight ends at five or six.": flawed(lambda claim: claim.faces[0] in (5, 6)),
    "🃏 I don’t know that hand. Try “pair of twos” or “full house, threes over twos”.": tries_are_read,
}
