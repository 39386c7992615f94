"""Choose the claims that are offered as buttons: the truth, a small step up, and a bold lie.

The claims do not reveal which of them is true. Each lie is a hand that an honest throw of the dice under the cup could
make, together with the open dice. All random choices come from `draws`, which are numbers in [0, 1). In a game they
come from the stream `lies` of the seed (FAIRNESS.md).

In games in which no die is ever open, other claims are offered: see `spread_claims`.
"""

from collections import defaultdict
from functools import lru_cache
from itertools import permutations
from math import factorial

from engine.core.dice import Hand, picked
from engine.poker_cup.odds import fallen
from engine.poker_cup.ranking import Claim, Ranking
from engine.poker_cup.state import State

Draws = tuple[float, float, float, float]
"""Four random draws, which decide whether other dice are named, the step up, the bold lie, and the buttons' order.

`spread_claims` uses the first three, one for each part of the ladder.
"""

STILL: Draws = (0.5, 0.5, 0.5, 0.0)
"""The draws to use when there is no seed, for example in a lesson."""

NEAREST = 1 / 3
"""The share of the lies from which the step up is chosen, beginning with the lowest lie."""

Ladder = tuple[tuple[Claim, float], ...]
"""Lies from low to high, each with its probability."""


def quick_claims(state: State, own: Hand, draws: Draws) -> tuple[Claim, ...]:
    """Return the claims to offer as buttons, in random order. Return () after the highest claim (K13).

    `own` are all dice, sorted, if the player knows them. Otherwise `own` is empty, and only lies are offered.
    """
    if not state.rules.opens_dice():
        return spread_claims(state, own, draws)
    truth, lies = choices(state, own, draws[0] < 0.5)
    said = [] if truth is None else [truth]
    if lies:
        step = _picked(lies, draws[1] * NEAREST)
        farther = tuple(each for each in lies if each[0] != step)
        said += [step, *([_picked(farther, draws[2])] if farther else [])]
    elif not said and (least := state.rules.ranking.lowest_above(state.claim())) is not None:
        ranking = state.rules.ranking  # no honest throw beats the claim, as everybody can see
        said.append(ranking.claims[ranking.real_from(ranking.place(least))])
    return tuple(permutations(said))[int(draws[3] * factorial(len(said)))]


PARTS = 3
"""The number of parts of the ladder, above the lowest claim, from which `spread_claims` offers one claim each."""


def spread_claims(state: State, own: Hand, draws: Draws) -> tuple[Claim, ...]:
    """Return the lowest possible claim and one claim of each part of the ladder above it, from low to high.

    The claim of a part is the player's own throw if it is in this part, and otherwise a throw as likely as an honest
    throw in this part. Therefore the claims are as likely with one throw as with another, also with a throw that is too
    low, and neither the claims nor their order show which of them is true. Return () after the highest claim (K18).

    `own` are all dice, sorted, if the player knows them. Otherwise `own` is empty.
    """
    ranking = state.rules.ranking
    least = state.least(state.turn)
    if least is None:
        return ()
    hand = ranking.hand(own) if own else None
    parts = zip(parts_above(ranking, least), draws, strict=False)
    return (least, *(hand if hand in dict(part) else _picked(part, draw) for part, draw in parts))


@lru_cache(maxsize=64)
def parts_above(ranking: Ranking, least: Claim) -> tuple[Ladder, ...]:
    """Return the claims above `least`, with their probabilities, in up to three parts that are about equally likely."""
    ladder = _lies((), ranking, least, names_others=True)
    if len(ladder) <= PARTS:
        return tuple((each,) for each in ladder)
    whole, below = sum(likely for _, likely in ladder), 0.0
    parts = defaultdict[int, list[tuple[Claim, float]]](list)
    for claim, likely in ladder:
        parts[int((below + likely / 2) / whole * PARTS)].append((claim, likely))
        below += likely
    return tuple(map(tuple, parts.values()))


def choices(state: State, own: Hand, names_others: bool) -> tuple[Claim | None, Ladder]:
    """Return the true claim and all possible lies. The true claim is None if it is unknown or too low.

    Either all of these claims name their other dice (K11), or none does. They name them if `names_others` is True, or
    if shorter claims would not be high enough.
    """
    ranking = state.rules.ranking
    hand = ranking.hand(own) if own else None
    truth = hand if hand is not None and state.is_enough(hand, state.turn) else None
    above = truth or state.claim()
    if not names_others:
        short = ranking.short(truth) if truth is not None else None
        lies = _lies(state.on_table(), ranking, above, names_others=False)
        if lies and (short is None or state.is_enough(short, state.turn)):
            return short, lies
    return truth, _lies(state.on_table(), ranking, above, names_others=True)


@lru_cache(maxsize=1024)
def _lies(table: Hand, ranking: Ranking, above: Claim | None, names_others: bool) -> Ladder:
    """Return the claims above `above` that an honest throw could make, from low to high, with their probabilities.

    The dice on the `table` stay.
    """
    found = defaultdict[Claim, float](float)
    for dice, likely in fallen(table, ranking.dice):
        hand = ranking.hand(dice)
        claim = hand if names_others else ranking.short(hand)
        if ranking.beats(claim, above):
            found[claim] += likely
    return tuple((claim, found[claim]) for claim in sorted(found, key=ranking.worth))


def _picked(ladder: Ladder, draw: float) -> Claim:
    """Return a claim from the ladder. The random number `draw` selects it according to the claims' probabilities."""
    return ladder[picked([likely for _, likely in ladder], draw)][0]


CLAIMS, DICE = 1000, 10**5
"""`CLAIMS` exceeds the number of claims in a round. `DICE` exceeds every number made of the open dice."""


def lies_at(state: State) -> int:
    """Return the number that identifies the random draws for the claims offered in this turn.

    It combines the round, the number of claims and the open dice.
    """
    open_dice = int("".join(map(str, state.on_table())) or "0")
    return (state.round * CLAIMS + len(state.claims)) * DICE + open_dice
