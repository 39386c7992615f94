"""Claims and dice as somebody types them, and what is proposed meanwhile."""

from bot.presses.poker_cup import MakeClaim
from bot.screens.poker_cup.claims import completions as claims_meant
from bot.screens.poker_cup.claims import read, spoken
from bot.words.language import pgettext
from bot.words.reading import read_face
from engine.core.refusals import NoSuchFace, Refused
from engine.games import AnyView
from engine.poker_cup.claims import claim_in_words
from engine.poker_cup.refusals import ClaimMalformed, Flaw, NoSuchDie
from engine.poker_cup.rules import DICE
from engine.poker_cup.view import CupView

Completions = list[tuple[str, str]]
"""What is offered while somebody types: as it is shown, and the value."""


def typed_claim(table: int, version: int, what: str, blind: bool) -> MakeClaim:
    """The claim that somebody typed, at a version of a table. Raises `Refused` for words that are none."""
    claim = read(what)
    if claim is None:
        raise Refused(ClaimMalformed(Flaw.NO_KIND))
    return MakeClaim(table, version, claim_in_words(claim).replace(" ", "-"), blind)


def typed_dice(what: str) -> str:
    """The dice that somebody typed, by their faces: "2 5", "25", "a two and a five" are "25".

    Raises `Refused` for words that name no face, and for no dice or more than there are.
    """
    words = [face for word in what.replace(",", " ").split() for face in (word if word.isdigit() else [word])]
    faces = [(word, read_face(word)) for word in words if word.casefold() not in _small_words()]
    if unknown := [word for word, face in faces if face is None]:
        raise Refused(NoSuchFace(unknown[0][:40]))
    if not 1 <= len(faces) <= DICE:
        raise Refused(NoSuchDie())
    return "".join(sorted(str(face) for _word, face in faces))


def _small_words() -> frozenset[str]:
    return frozenset(pgettext("small words among typed dice, between blanks", "a and the").split())


def is_blind(view: AnyView | None) -> bool:
    """Whether a claim that this seat makes now is made without looking (K3)."""
    return isinstance(view, CupView) and view.legal.blind


def completions(view: AnyView | None, what: str) -> Completions:
    """The claims that may be made now and go with what is typed so far."""
    if not isinstance(view, CupView):
        return []
    return [(said := spoken(claim), said) for claim in claims_meant(what, view.legal.least, view.state.rules.straights)]
