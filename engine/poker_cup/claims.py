"""What may be claimed, what beats what, and claims in the words of RECORD.md."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations

from engine.core.dice import FACES, Hand
from engine.core.refusals import NoSuchFace, Refused
from engine.poker_cup.hands import OWN_FACES, Claim, Kind, Worth, implied, worth
from engine.poker_cup.refusals import ClaimMalformed, Flaw, NoStraights
from engine.poker_cup.rules import DICE

DICE_OF = {
    Kind.HIGH: 1,
    Kind.PAIR: 2,
    Kind.TWO_PAIRS: 4,
    Kind.TRIPS: 3,
    Kind.STRAIGHT: 5,
    Kind.FULL: 5,
    Kind.QUADS: 4,
    Kind.QUINTS: 5,
}
"""How many dice the kind itself takes; the rest of the five may be named."""

HIGHEST = Claim(Kind.QUINTS, (6,))
"""K13: after five sixes only a challenge is possible."""


def beats(claim: Claim, standing: Claim | None) -> bool:
    """Whether `claim` beats the accepted one (K9); an opening claim may be any hand."""
    return standing is None or worth(claim) > worth(standing)


def reaches(hand: Claim, claim: Claim) -> bool:
    """Whether the real hand reaches the claim or beats it (K12)."""
    return worth(hand) >= worth(claim)


def check_form(claim: Claim, straights: bool) -> None:
    """K11: raise `Refused` with the claim's `Flaw`, for a straight where they are off, or for a face that is none."""
    named = claim.faces + claim.others
    if wrong := [face for face in named if face not in FACES]:
        raise Refused(NoSuchFace(wrong[0]))
    if claim.kind is Kind.STRAIGHT and not straights:
        raise Refused(NoStraights())
    if flaw := _flaw(claim, named):
        raise Refused(ClaimMalformed(flaw, claim.kind, OWN_FACES.get(claim.kind, 1)))


def _flaw(claim: Claim, named: Hand) -> Flaw | None:
    if len(claim.faces) != OWN_FACES.get(claim.kind, 1):
        return Flaw.HOW_MANY_FACES
    if DICE_OF[claim.kind] + len(claim.others) > DICE:
        return Flaw.TOO_MANY_DICE
    if len(set(named)) < len(named):
        return Flaw.SAME_FACE_TWICE
    if claim.kind is Kind.TWO_PAIRS and claim.faces[0] < claim.faces[1]:
        return Flaw.SECOND_PAIR_ABOVE
    # A high card is itself the first of the dice that fall.
    falling = named if claim.kind is Kind.HIGH else claim.others
    if falling != tuple(sorted(falling, reverse=True)):
        return Flaw.OTHERS_MUST_FALL
    if claim.kind is Kind.STRAIGHT and claim.faces[0] < 5:
        return Flaw.STRAIGHT_TO
    return None


def lowest_above(standing: Claim | None, straights: bool) -> Claim | None:
    """The lowest claim that beats `standing`, in its fewest words (L2); none after five sixes (K13)."""
    claims, worths = _LADDER(straights)
    if standing is None:
        return claims[0]
    at = bisect_right(worths, worth(standing))
    return claims[at] if at < len(claims) else None


def all_claims(straights: bool) -> tuple[Claim, ...]:
    """Every claim there is, low to high, each in its fewest words."""
    return _LADDER(straights)[0]


def _rungs(straights: bool) -> tuple[tuple[Claim, ...], tuple[Worth, ...]]:
    claims = sorted((claim for kind in Kind for claim in _of_kind(kind, straights)), key=worth)
    return tuple(claims), tuple(worth(claim) for claim in claims)


_LADDER = cache(_rungs)
"""Every claim with what it is worth, low to high."""


def _of_kind(kind: Kind, straights: bool) -> Iterator[Claim]:
    for faces in permutations(FACES, OWN_FACES.get(kind, 1)):
        bare = Claim(kind, faces)
        rest = [face for face in reversed(FACES) if face not in faces]
        for many in range(DICE - DICE_OF[kind] + 1):
            for others in combinations(rest, many):
                claim = Claim(kind, faces, others)
                if (not others or others != implied(bare)) and _well_formed(claim, straights):
                    yield claim


def _well_formed(claim: Claim, straights: bool) -> bool:
    return (straights or claim.kind is not Kind.STRAIGHT) and _flaw(claim, claim.faces + claim.others) is None


def claim_in_words(claim: Claim) -> str:
    """A claim as RECORD.md writes it: `twopair 4 1`, `full 3 2`, `pair 2 5`."""
    return " ".join([claim.kind, *map(str, claim.faces), *map(str, claim.others)])


def claim_from_words(words: Sequence[str]) -> Claim:
    """The claim that RECORD.md's words name: the kind, then faces 1-6. Raises `Refused` for words that name none.

    The form (K11) is checked where the claim is made, for it depends on the table's rules.
    """
    if not words or words[0] not in set(Kind):
        raise Refused(ClaimMalformed(Flaw.NO_KIND))
    kind, named = Kind(words[0]), words[1:]
    if wrong := [word for word in named if word not in ("1", "2", "3", "4", "5", "6")]:
        raise Refused(NoSuchFace(wrong[0][:40]))
    own = OWN_FACES.get(kind, 1)
    faces = tuple(int(word) for word in named[: DICE + 1])
    return Claim(kind, faces[:own], faces[own:])
