"""Put claims into words, suggest claims, and read typed claims.

Typed text is compared with the bot's own wordings.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from gettext import NullTranslations
from typing import NamedTuple

from bot.presses.game import CallLie
from bot.presses.poker_cup import MakeClaim
from bot.screens.elements.cards import Button, Row
from bot.screens.families.poker_cup import two_dice_claims
from bot.screens.families.poker_cup.claim_words import (
    JOIN,
    Key,
    by_hand,
    in_both_languages,
    key,
    key_of,
    readings,
    vocabulary,
)
from bot.screens.families.poker_cup.claims_by_dice import by_bids, by_dice
from bot.screens.families.poker_cup.ranking import kind_name, said_as, spoken, with_others, words_of
from bot.tables.model import TableView
from bot.tables.trouble import Code, Trouble
from bot.words.dice import face_name
from bot.words.faces_and_numbers import read_face
from bot.words.language import pgettext, spoken_language
from bot.words.reading import read_call
from bot.words.slips import corrected
from bot.words.vocabulary import (
    has_sign,
    in_usual_words,
    named_dice,
    named_straights,
    plain,
    without_wishes,
)
from engine.core.dice import FACES
from engine.core.refusals import NoSuchFace, Refused
from engine.games import AnyView
from engine.poker_cup.claims import claim_from_words, claim_in_words, unknown_claim
from engine.poker_cup.ranking import EVERY, OWN_FACES, Claim, Flaw, Kind, Kinds, Ranking, implied, real_hand
from engine.poker_cup.refusals import ClaimMalformed, KindDoesNotCount, NoSuchDie
from engine.poker_cup.two_dice import TWO_DICE
from engine.poker_cup.view import CupView

LONGEST = 120
"""The maximum length of a typed claim. A longer text is not read as a claim."""

MOST = 25
"""The maximum number of suggestions that Discord shows."""

_COUNTED = {Kind.PAIR: 2, Kind.TRIPS: 3, Kind.QUADS: 4, Kind.QUINTS: 5}


def forms(ranking: Ranking) -> dict[str, Claim]:
    """Return every claim of a ranking by its wording, from low to high: 430 claims with straights, 428 without."""
    return {spoken(claim): claim for claim in ranking.claims}


def read(text: str) -> Claim | None:
    """Return the claim that a text means, or None if the text means no claim or several.

    The text may be in the bot's own words, in a shorter form of these words, or in the words of records. Upper and
    lower case, blanks, numbers as words or digits, and an implied die make no difference. The claim may be a straight
    even if straights are off (K10). The engine checks that.
    """
    meant = meanings(text)
    return meant[0] if len(meant) == 1 else None


def meanings(text: str) -> tuple[Claim, ...]:
    """Return every claim that a text may mean: one claim, no claim, or sometimes two.

    There are two if a word can be a face or a hand and is next to a number, as in Portuguese "quadra 4". A negative
    number is no claim.
    """
    if len(text) > LONGEST or has_sign(text):
        return ()
    whole = without_wishes(text)
    if _kinds_alone(spoken_language()).get(key(whole)) is Kind.TWO_PAIRS:  # "two pair" is no pair of twos
        return ()
    usual, counted = in_usual_words(whole), by_bids(whole)
    found = _meanings(usual) or _meanings(whole) or _of_two_faces(usual)
    if counted and counted[0].kind is Kind.FULL:  # "three 3s and two 2s"; but "3 3 and 2 2" may be the dice themselves
        return tuple(dict.fromkeys((*counted, *found))) if _ONLY_DIGITS.match(whole) else counted
    return found or counted


def _meanings(whole: str) -> tuple[Claim, ...]:
    if (named := named_dice().get(whole)) is not None:
        claim = by_dice((str(named[0]), f"{named[1]}s"))
        return (claim,) if claim is not None else ()
    if (highest := named_straights().get(whole)) is not None:
        return (Claim(Kind.STRAIGHT, (highest,)),)
    if len(whole) == EVERY.dice and set(whole) <= {*map(str, FACES)}:
        return (real_hand(tuple(map(int, whole)), EVERY.known),)  # the dice themselves: "33322"
    words = by_hand(whole)
    hand = _read([key_of(words.said)]) if words is not None else None
    is_hand = words is not None and (words.is_certain or (hand is None and not words.is_counted))
    faces = None if is_hand else _read(readings(whole))
    return tuple(dict.fromkeys(claim for claim in (faces, hand) if claim is not None))


def _of_two_faces(whole: str) -> tuple[Claim, ...]:
    """Return the full house or the two pairs that a text means if one number has both faces: "full house 62"."""
    apart = _TWO_FACES.sub(r"\1 \2", whole)
    found = _meanings(apart) if apart != whole else ()
    return found if {claim.kind for claim in found} <= {Kind.FULL, Kind.TWO_PAIRS} else ()


_ONLY_DIGITS = re.compile(r"\d\D+\d\D+\d\D+\d$")
"""Matches text whose numbers are all digits, so that each may be a die or a quantity."""

_TWO_FACES = re.compile(r"(?<!\d)([1-6])([1-6])(?!\d)")


def _read(keys: list[Key]) -> Claim | None:
    """Return the claim that these keys mean, or None. The likeliest key comes first."""
    known = _claims(spoken_language())
    said = (*map(known.get, keys[:2]), by_dice(keys[0]), *map(known.get, keys[2:]), *map(by_dice, keys[1:]))
    return next(filter(None, said), None)


def claims_meant(typed: str, least: Claim | None, ranking: Ranking) -> tuple[Claim, ...]:
    """Return at most 25 claims, from `least` upwards, that match the typed text. Complete matches come first.

    `least` is None if nothing higher can be claimed (K13).
    """
    if least is None or len(typed) > LONGEST:
        return ()
    said, meant = plain(typed), READERS[ranking.known](typed)
    begun = frozenset([*readings(typed), *readings(in_usual_words(said))])
    meant = meant if len(meant) == 1 else ()
    lengths = {*map(len, begun)}
    found = [
        (each.claim not in meant, not each.said.startswith(said), each.claim)
        for each in _said(spoken_language(), ranking)
        if ranking.reaches(each.claim, least)
        and (
            said in each.said
            or each.claim in meant
            or any(key[:words] in begun for key in each.keys for words in lengths)
        )
    ]
    return tuple(claim for _not_meant, _inside, claim in sorted(found, key=lambda each: each[:2])[:MOST])


class _Said(NamedTuple):
    claim: Claim
    said: str
    keys: tuple[Key, ...]


@lru_cache(maxsize=16)
def _said(_language: NullTranslations, ranking: Ranking) -> tuple[_Said, ...]:
    return tuple(_Said(claim, plain(said), _keys(_language, claim)) for said, claim in forms(ranking).items())


@lru_cache(maxsize=8)
def _claims(_language: NullTranslations) -> dict[Key, Claim]:
    """Return every claim under each of its keys, with and without the die that it implies (K11)."""
    claims = EVERY.claims
    longer = [Claim(each.kind, each.faces, implied(each)) for each in claims if not each.others and implied(each)]
    return {key: claim for claim in (*claims, *longer) for key in _keys(_language, claim)}


@lru_cache(maxsize=4096)
def _keys(_language: NullTranslations, claim: Claim) -> tuple[Key, ...]:
    """Return the keys of all texts that mean this claim. They are cached, because suggestions need them too."""
    return tuple(dict.fromkeys(_each_key(claim)))


def _each_key(claim: Claim) -> Iterator[Key]:
    yield (claim.kind.value, *map(str, claim.faces + claim.others))
    hands = [*said_as(claim)]
    if claim.kind is Kind.HIGH:  # Portuguese "um" is "one" and an article; "1" is always a one
        hands += [words.format(single=claim.faces[0]) for words in words_of(claim.kind)]
    if claim.kind in _COUNTED:
        hands.append(f"{_COUNTED[claim.kind]} x {face_name(claim.faces[0])}")
    own = vocabulary(spoken_language())
    for hand in hands:
        said = key(with_others(hand, claim))
        short = tuple(word for word in said if word != JOIN)
        if not own.names_hand(hand) or not all(map(str.isdigit, short)):  # `by_hand` reads the others, such as "3 4"
            yield from (said, short)
        if any(word.isalpha() for word in short):  # "pair 2 5"; but "4 1" may be four ones, or a pair of each
            yield from (_folded(said), _folded(short))


def _folded(key: Key) -> Key:
    """Return the key with plural faces made singular: "5s" becomes "5"."""
    return tuple(word[:-1] if word[:-1].isdigit() else word for word in key)


def _of_two_dice(text: str) -> tuple[Claim, ...]:
    """Return the claim of two dice that a text means, or (). A pair may be named as in poker: "two fives"."""
    found = two_dice_claims.meanings(text)
    if found and found[0] in TWO_DICE.claims:
        return found
    pairs = [each.faces * 2 for each in meanings(text) if each.kind is Kind.PAIR and not each.others]
    return tuple(Claim(Kind.TWO_DICE, faces) for faces in pairs) or found


READERS: Mapping[Kinds, Callable[[str], tuple[Claim, ...]]] = {
    EVERY.known: meanings,
    TWO_DICE.known: _of_two_dice,
}
"""The functions that read typed claims, by all kinds of claims that records of such games may name."""


def typed_claim(table: int, version: int, what: str, view: AnyView | None = None) -> tuple[MakeClaim | CallLie, ...]:
    """Return the presses for a typed claim or call at this version of a table: two if the text has two meanings.

    `view` is the player's view of the table. Without it, the text may be a claim of any ranking.

    Raises `Refused` or `Trouble` if the text cannot be read.
    """
    call = read_call(what)
    if call == "liar":
        return (CallLie(table, version),)
    if call == "double":
        raise Trouble(Code.NO_DOUBLING)
    ranking = view.state.rules.ranking if isinstance(view, CupView) else None
    readers = READERS.values() if ranking is None else [READERS[ranking.known]]
    claims = next(filter(None, (read_claims(what) for read_claims in readers)), ())
    if not claims:
        raise Trouble(Code.NO_NEGATIVE) if has_sign(what) else Refused(_unread(what, ranking))
    blind = is_blind(view)
    return tuple(MakeClaim(table, version, claim_in_words(claim).replace(" ", "-"), blind) for claim in claims)


def _unread(what: str, ranking: Ranking | None) -> ClaimMalformed | KindDoesNotCount:
    """Return the refusal of a text that is no claim. If it is a kind of hand without its faces, say what is missing."""
    is_poker = ranking is None or ranking.known == EVERY.known
    kind = _kinds_alone(spoken_language()).get(key(in_usual_words(plain(what)))) if is_poker else None
    if kind is not None and ranking is not None and kind not in ranking.kinds:
        return KindDoesNotCount()
    if kind is Kind.STRAIGHT:
        return ClaimMalformed(Flaw.STRAIGHT_TO, kind)
    if kind is not None:
        return ClaimMalformed(Flaw.HOW_MANY_FACES, kind, OWN_FACES.get(kind, 1))
    return ClaimMalformed(Flaw.NO_KIND) if ranking is None else unknown_claim(ranking)


@lru_cache(maxsize=8)
def _kinds_alone(_language: NullTranslations) -> dict[Key, Kind]:
    """Return the kinds of hands by the keys of their names: "full house", "pair"."""
    bare = {"single": " ", "first": " ", "second": " "}
    said = ((kind, words) for kind in EVERY.kinds for words in (kind_name(kind), *words_of(kind)))
    named = {tuple(word for word in key(words.format(**bare)) if word != JOIN): kind for kind, words in said}
    return {words: kind for words, kind in named.items() if words and words not in {("2",), ("3",), ("4",), ("5",)}}


def meant_by_slip(what: str, view: AnyView | None) -> Claim | None:
    """Return the claim that a person probably meant if the typed text has slips of one letter, otherwise None.

    `view` is the person's view of the table.
    """
    if not isinstance(view, CupView):
        return None
    ranking = view.state.rules.ranking
    found = READERS[ranking.known](_corrected(what, ranking))
    return found[0] if len(found) == 1 else None


def _corrected(what: str, ranking: Ranking) -> str:
    return corrected(what, _words_of_hands(spoken_language(), ranking))


@lru_cache(maxsize=16)
def _words_of_hands(_language: NullTranslations, ranking: Ranking) -> frozenset[str]:
    hands = [with_others(hand, claim) for claim in ranking.claims for hand in said_as(claim)]
    return frozenset(word.strip(",") for hand in hands for word in plain(hand).split())


def instead(table: TableView, claim: Claim) -> tuple[Row, ...]:
    """Return a button for the claim that was probably meant by a typed text that cannot be read."""
    said = claim_in_words(claim).replace(" ", "-")
    return (Row((Button(spoken(claim), MakeClaim(table.id, table.version, said, is_blind(table.view))),)),)


def in_words(press: MakeClaim | CallLie) -> str:
    """Return a typed claim in words, or "" for a call. A button with these words asks whether the claim is meant."""
    return spoken(claim_from_words(press.said.split("-"))) if isinstance(press, MakeClaim) else ""


def typed_dice(what: str) -> str:
    """Return the faces of typed dice as digits: "2 5", "25" and "a two and a five" all give "25".

    Raises `Refused` if a word is no face, if no die is named, or if more dice are named than there are.
    """
    words = [
        face for word in vocabulary(spoken_language()).written(what) for face in (word if word.isdigit() else [word])
    ]
    small = in_both_languages(_small_words)
    faces = [(word, read_face(word)) for word in words if word not in small]
    if unknown := [word for word, face in faces if face is None]:
        raise Refused(NoSuchFace(unknown[0][:40]))
    if not 1 <= len(faces) <= EVERY.dice:
        raise Refused(NoSuchDie())
    return "".join(sorted(str(face) for _word, face in faces))


def _small_words() -> str:
    return pgettext("small words among typed dice, between blanks", "a and the")


def is_blind(view: AnyView | None) -> bool:
    """Return whether this seat would make a claim without looking now (K3)."""
    return isinstance(view, CupView) and view.legal.blind


def completions(view: AnyView | None, what: str) -> list[tuple[str, str]]:
    """Return the possible claims that match the typed text, as pairs of the shown text and the value."""
    if not isinstance(view, CupView):
        return []
    ranking = view.state.rules.ranking
    least = view.legal.least
    found = claims_meant(what, least, ranking) or claims_meant(_corrected(what, ranking), least, ranking)
    return [(said := spoken(claim), said) for claim in found]
