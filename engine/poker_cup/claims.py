"""Read and write claims in the words of RECORD.md, and refuse malformed claims."""

from collections.abc import Sequence

from engine.core.dice import FACES
from engine.core.refusals import NoSuchFace, Refused
from engine.poker_cup.ranking import OWN_FACES, POKER_KINDS, THROWS, Claim, Flaw, Kind, Ranking
from engine.poker_cup.refusals import ClaimMalformed, KindDoesNotCount


def check_form(claim: Claim, ranking: Ranking) -> None:
    """Raise `Refused` if a claim is malformed (K11), has an invalid face, or is of a kind that does not count here."""
    if wrong := [face for face in claim.faces + claim.others if face not in FACES]:
        raise Refused(NoSuchFace(wrong[0]))
    if claim.kind not in ranking.kinds:
        raise Refused(KindDoesNotCount() if claim.kind in ranking.known else unknown_claim(ranking))
    if flaw := ranking.flaw(claim):
        raise Refused(ClaimMalformed(flaw, claim.kind, OWN_FACES.get(claim.kind, 1)))


def unknown_claim(ranking: Ranking) -> ClaimMalformed:
    """Return the refusal of a claim that a ranking does not know."""
    return ClaimMalformed(Flaw.NO_KIND, next(iter(ranking.kinds)) if len(ranking.kinds) == 1 else None)


def claim_in_words(claim: Claim) -> str:
    """Return a claim in the words of RECORD.md, such as `twopair 4 1`, `pair 2 5` or, for a throw, `43`."""
    if claim.kind not in POKER_KINDS:
        return "".join(map(str, claim.faces + claim.others))
    return " ".join([claim.kind, *map(str, claim.faces), *map(str, claim.others)])


def claim_from_words(words: Sequence[str]) -> Claim:
    """Return the claim that these words of RECORD.md describe: the kind, then faces 1-6; or digits for a throw.

    Raises `Refused` for other words. The form of the claim (K11) is not checked here, because it depends on the
    table's rules.
    """
    if len(words) == 1 and len(words[0]) in THROWS and set(words[0]) <= set("123456"):
        return Claim(THROWS[len(words[0])], tuple(map(int, words[0])))
    if not words or words[0] not in POKER_KINDS:
        raise Refused(ClaimMalformed(Flaw.NO_KIND))
    kind, named = Kind(words[0]), words[1:]
    if wrong := [word for word in named if word not in ("1", "2", "3", "4", "5", "6")]:
        raise Refused(NoSuchFace(wrong[0][:40]))
    own = OWN_FACES.get(kind, 1)
    faces = tuple(int(word) for word in named[: len(FACES)])
    return Claim(kind, faces[:own], faces[own:])
