"""Checks of the odds that players read beside their own dice."""

import re
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any

from bot.words.dice import times
from engine.bids.actions import Bid
from engine.bids.counting import Counting
from tests.truth.asked import Check, Moment
from tests.truth.recording import HARD_SPACE, Facts


def is_percent(words: str, chance: float) -> bool:
    """Return whether this text gives a chance in percent.

    It may differ by one point. Only what is impossible may have 0 %, and only what is certain may have 100 %.
    """
    found = re.search(r"\d+", words)
    if found is None:
        return False
    number = int(found[0])
    if "under" in words:
        return 0 < chance < number / 100
    if number in (0, 100):
        return chance == 0 if number == 0 else chance > 1 - 1e-9
    return abs(number - 100 * chance) <= 1


def of_a_bid(at: Moment, bid: Any, mine: tuple[int, ...], unseen: int) -> float:
    """Return the probability that a bid is true for a player who has the dice `mine`, and does not see others (C3)."""
    numbers = at.counting(bid.face)
    return at_least(bid.quantity - sum(face in numbers for face in mine), unseen, len(numbers) / 6)


@cache
def at_least(missing: int, unseen: int, one: float) -> float:
    """Return the probability that so many of the unseen dice count, if each counts with the probability `one`."""
    return sum(
        comb(unseen, many) * one**many * (1 - one) ** (unseen - many) for many in range(max(0, missing), unseen + 1)
    )


@cache
def of_a_claim(ranking: Any, claim: Any, known: tuple[int, ...]) -> float:
    """Return the probability that a claim is true if these dice are known, and the others are fair (K12)."""
    hidden, reached = ranking.dice - len(known), 0
    for some in combinations_with_replacement(range(1, 7), hidden):
        if ranking.reaches(ranking.hand((*known, *some)), claim):
            reached += factorial(hidden) // prod(map(factorial, Counter(some).values()))
    return float(reached / 6**hidden)


def to_somebody(at: Moment, bid: Any, reader: int | None = None) -> float:
    """Return the probability that a bid is true for the reader of a private page, or for somebody without dice.

    Both know the dice that lie in the open (B6).
    """
    counts, hands = at.state.counting(Bid(0, bid.face, bid.called)), dict(enumerate(at.hidden))
    known = counts.stash(hands.pop(reader)) if reader is not None else 0
    opened = at.state.open or ((),) * len(at.hidden)
    stashes = sorted((opened[seat], len(hand) - len(opened[seat])) for seat, hand in hands.items())
    found = _in_stashes(counts, tuple(stashes))
    return sum(many for count, many in found.items() if count + known >= bid.quantity) / sum(found.values())


@cache
def _in_stashes(counts: Counting, stashes: tuple[tuple[tuple[int, ...], int], ...]) -> Counter[int]:
    """Return how many of all throws of these stashes count as so many dice (C2, C7).

    Each stash has the dice in the open, and the number of its other dice.
    """
    found = Counter[int]({0: 1})
    for stash in stashes:
        before, found = found, Counter[int]()
        for count, ways in in_a_stash(counts, *stash).items():
            for more, many in before.items():
                found[more + count] += many * ways
    return found


@cache
def in_a_stash(counts: Counting, seen: tuple[int, ...], dice: int) -> Counter[int]:
    """Return how many of all throws of so many dice, together with the dice in the open, count as so many dice."""
    found = Counter[int]()
    for some in combinations_with_replacement(range(1, 7), dice):
        found[counts.stash((*seen, *some))] += factorial(dice) // prod(map(factorial, Counter(some).values()))
    return found


def from_what_you_see(at: Moment, facts: Facts) -> bool:
    """Return whether the current bid or claim has the stated odds for the reader, who knows only what they see."""
    if at.reader is None or at.state.standing is None or "percent" not in facts:
        return False
    if at.is_of_bids:
        return is_percent(facts["percent"], to_somebody(at, at.state.standing, at.reader))
    known = tuple(sorted((*at.seen(at.reader).mine, *at.state.on_table())))
    return is_percent(facts["percent"], of_a_claim(at.state.rules.ranking, at.state.standing.claim, known))


def by_the_dice_alone(at: Moment, facts: Facts) -> bool:
    """Return whether the current claim has the stated odds for all players, none of whom sees any die (K17)."""
    seat = at.reader
    return seat is not None and not (at.seen(seat).mine or at.state.on_table()) and from_what_you_see(at, facts)


def lists_bids(opens: bool) -> Check:
    """Return a check that each bid in a list is legal for the reader and has the stated odds.

    `opens` says whether the bids must open the round.
    """

    def check(at: Moment, facts: Facts) -> bool:
        if at.reader is None or not at.is_of_bids or "raises" not in facts:
            return False
        if at.asked() != at.reader or (at.state.standing is None) is not opens:
            return False
        return all(_has_these_odds(at, each) for each in facts["raises"].split(" · "))

    return check


def _has_these_odds(at: Moment, words: str) -> bool:
    """Return whether an item of a list is a legal bid with its odds for the reader, such as “⚄×3 40%”."""
    symbols = {f"{times(bid)} ".replace(HARD_SPACE, " "): bid for bid in at.legal(at.reader).every_bid()}
    words = words.replace(HARD_SPACE, " ")
    named = max((said for said in symbols if words.startswith(said)), key=len, default="")
    return bool(named) and is_percent(words.removeprefix(named), to_somebody(at, symbols[named], at.reader))


CHECKS: dict[str, Check] = {
    "🔎 From what you can see: **{percent}** likely": from_what_you_see,
    "🔎 By the dice alone: **{percent}** likely": by_the_dice_alone,
    "-# Raises: {raises}": lists_bids(opens=False),
    "-# Bids: {raises}": lists_bids(opens=True),
}
