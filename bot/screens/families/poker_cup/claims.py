"""Claims in words, in choices and typed: typed text is compared with our own wordings."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from gettext import NullTranslations
from itertools import product
from typing import NamedTuple

from bot.presses.game import CallLie
from bot.presses.poker_cup import MakeClaim
from bot.screens.families.poker_cup.ranking import said_as, spoken, with_others, words_of
from bot.words.dice import face_name, nickname
from bot.words.language import pgettext, speaking, spoken_language
from bot.words.reading import faces_by_name, numbers_by_name, plain, read_call, read_face
from engine.core.dice import FACES
from engine.core.refusals import NoSuchFace, Refused
from engine.games import AnyView
from engine.poker_cup.claims import claim_in_words
from engine.poker_cup.ranking import EVERY, Claim, Flaw, Kind, Ranking, implied
from engine.poker_cup.refusals import ClaimMalformed, NoSuchDie
from engine.poker_cup.view import CupView

LONGEST = 120
"""The most characters of a typed claim; a longer text is something else."""

MOST = 25
"""The number of suggestions that Discord shows."""

Key = tuple[str, ...]
"""A claim's words without weightless ones: faces and numbers as digits, "fives" as "5s"."""

_WORD = re.compile(
    r"[⚀-⚅]|[1-6]er(?![^\W\d_])|[0-9]+(?:'?s(?![^\W\d_]))?|[ぁ-ゖ]+|[ァ-ヺー]+|[一-鿿々]+|[^\W\d_ぁ-ゖァ-ヺー一-鿿々]+"
)
"""Matches a word, or a German "3er"; Japanese, which has no blanks, changes its script from word to word."""

_COUNTED = {Kind.PAIR: 2, Kind.TRIPS: 3, Kind.QUADS: 4, Kind.QUINTS: 5}


def forms(ranking: Ranking) -> dict[str, Claim]:
    """Return every claim, low to high, by its wording: 430 with straights, 428 without."""
    return {spoken(claim): claim for claim in ranking.claims}


def read(text: str) -> Claim | None:
    """Return the claim in `text`, in our words, a shorter form of them or the record's; None for anything else.

    Case, blanks, digits for words and the implied die make no difference. It may still be a straight although they are
    off (K10); the engine checks that.
    """
    if len(text) > LONGEST:
        return None
    keys, known = _readings(text), _claims(spoken_language())
    said = (*map(known.get, keys[:2]), _by_dice(keys[0]), *map(known.get, keys[2:]), *map(_by_dice, keys[1:]))
    return next(filter(None, said), None)


def claims_meant(typed: str, least: Claim | None, ranking: Ranking) -> tuple[Claim, ...]:
    """Return at most 25 claims from `least` on that fit the typed text, complete matches first.

    `least` None: nothing can be claimed any more (K13).
    """
    if least is None or len(typed) > LONGEST:
        return ()
    said, begun, meant = plain(typed), frozenset(_readings(typed)), read(typed)
    lengths = {*map(len, begun)}
    found = [
        (each.claim != meant, not each.said.startswith(said), each.claim)
        for each in _said(spoken_language(), ranking)
        if ranking.reaches(each.claim, least)
        and (said in each.said or any(key[:words] in begun for key in each.keys for words in lengths))
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
    """Return every claim by all its keys, with or without the die that it implies (K11)."""
    claims = EVERY.claims
    longer = [Claim(each.kind, each.faces, implied(each)) for each in claims if not each.others and implied(each)]
    return {key: claim for claim in (*claims, *longer) for key in _keys(_language, claim)}


@lru_cache(maxsize=4096)
def _keys(_language: NullTranslations, claim: Claim) -> tuple[Key, ...]:
    """Return the keys of everything that means this claim; cached, since suggestions and reading both need them."""
    return tuple(dict.fromkeys(_each_key(claim)))


def _each_key(claim: Claim) -> Iterator[Key]:
    yield (claim.kind.value, *map(str, claim.faces + claim.others))
    hands = [*said_as(claim)]
    if claim.kind is Kind.HIGH:  # Portuguese "um" is a one and an article, which is weightless; 1 is a one
        hands += [words.format(single=claim.faces[0]) for words in words_of(claim.kind)]
    if claim.kind in _COUNTED:
        hands.append(f"{_COUNTED[claim.kind]} x {face_name(claim.faces[0])}")
    joins = _vocabulary(spoken_language()).joins
    for hand in hands:
        key = _key(with_others(hand, claim))
        short = tuple(word for word in key if word not in joins)
        yield from (key, short)
        if any(word.isalpha() for word in short):  # "pair 2 5"; but "4 1" may be four ones, or a pair of each
            yield from (_folded(key), _folded(short))


def _key(text: str) -> Key:
    """Return the key of our own words, or of typed text as it is."""
    vocabulary = _vocabulary(spoken_language())
    return tuple(filter(None, map(vocabulary.meaning, vocabulary.words(text))))


def _readings(text: str) -> list[Key]:
    """Return the keys of typed text: as it is, with counts before dice, and in every other way.

    A face by another name does not show whether it is one die or several, nor whether French "un" is an article.
    """
    vocabulary = _vocabulary(spoken_language())
    words = vocabulary.words(text)
    key = [vocabulary.meaning(word) for word in words]
    faces = [vocabulary.nicknames.get(word, 0) for word in words]
    counted = [
        f"{face}s" if face and before.isdigit() else meant
        for meant, face, before in zip(key, faces, ["", *key], strict=False)
    ]
    either = [(meant, f"{face}s", str(face)) if face else (meant,) for meant, face in zip(key, faces, strict=True)]
    others = product(*either) if sum(map(bool, faces)) <= EVERY.dice else ()
    return list(dict.fromkeys(tuple(filter(None, each)) for each in (key, counted, *others)))


def _folded(key: Key) -> Key:
    """Return the key without its plurals: "5s" becomes "5"."""
    return tuple(word[:-1] if word[:-1].isdigit() else word for word in key)


def _by_dice(key: Key) -> Claim | None:
    """Return the hand whose dice are named in sequence, in any order: "full house, three 3s, two 2s"."""
    joins, counts = _vocabulary(spoken_language()).joins, Counter[int]()
    each: Iterator[int] = iter(())
    words = list(key)
    while words:
        word, following = words.pop(0), words[0] if words else ""
        if word in joins:
            continue
        if (word, following[:4]) == ("2", Kind.PAIR.value):
            each, _pairs = iter((2, 2)), words.pop(0)
        elif word in _NAMED:
            each = iter(_NAMED[word])
        elif word.isdigit() and (_is_plural(following) or (word == "1" and following.isdigit())):
            counts[int(words.pop(0).rstrip("s"))] += int(word)
            next(each, None)
        elif _is_plural(word):
            counts[int(word[:-1])] += next(each, 0) or EVERY.dice + 1
        elif word.isdigit():
            counts[int(word)] += 1
        else:
            return None
    return _made_of(counts) if next(each, None) is None else None


_NAMED: dict[str, tuple[int, ...]] = {"pair": (2,), "trips": (3,), "set": (3,), "quads": (4,), "full": (3, 2)}
"""Hands by name, with how many dice of each face follow."""


def _is_plural(word: str) -> bool:
    return word.endswith("s") and word[:-1].isdigit()


def _made_of(counts: Counter[int]) -> Claim | None:
    """Return the hand of these counts of faces; None for an impossible one, or one not claimed by its dice."""
    ranked = sorted(counts, key=lambda face: (-counts[face], -face))
    shape = tuple(counts[face] for face in ranked)
    kinds = {(5,): Kind.QUINTS, (3, 2): Kind.FULL, (4,): Kind.QUADS, (3,): Kind.TRIPS, (2, 2): Kind.TWO_PAIRS}
    own = 2 if shape[:2] in ((3, 2), (2, 2)) else 1
    kind = kinds.get(shape[:own], Kind.PAIR if shape[:1] == (2,) else None)
    is_right = kind is not None and sum(shape) <= EVERY.dice and set(shape[own:]) <= {1} and {*ranked} <= {*FACES}
    return Claim(kind, tuple(ranked[:own]), tuple(ranked[own:])) if kind is not None and is_right else None


class _Vocabulary(NamedTuple):
    """Weightless words, words that join dice, and faces and numbers as digits, with an s for several dice.

    `nicknames` are the faces by their other names, and `kinds` the words that name a kind of hand.
    """

    silent: frozenset[str]
    joins: frozenset[str]
    meanings: dict[str, str]
    nicknames: dict[str, int]
    kinds: tuple[str, ...]

    def words(self, text: str) -> list[str]:
        """Return the words that may mean something."""
        written = _WORD.findall(plain(text).replace("’", "'"))
        parts = (part for word in written for part in _parts(spoken_language(), word))
        return [part for part in parts if part not in self.silent or part in self.nicknames]

    def meaning(self, word: str) -> str:
        """Return the meaning of a word in a key; "" for one that is most likely weightless."""
        return "" if word in self.silent else self.meanings.get(word, word.replace("'", ""))


@lru_cache(maxsize=1024)
def _parts(language: NullTranslations, word: str) -> tuple[str, ...]:
    """Return a word, split if it is a kind of hand and a face without a blank: "エースハイ". Claims have few words."""
    own = _vocabulary(language)
    if not any(word in known for known in (own.silent, own.joins, own.meanings, own.kinds)):
        for kind in own.kinds:
            if (face := word.removeprefix(kind)) != word and face in own.meanings:
                return kind, face
            if (face := word.removesuffix(kind)) != word and face in own.meanings:
                return face, kind
    return (word,)


@lru_cache(maxsize=8)
def _vocabulary(language: NullTranslations) -> _Vocabulary:
    faces, numbers = faces_by_name(language), numbers_by_name(language)
    read = faces | numbers
    meanings = {word: f"{number}s" if word.endswith("s") else str(number) for word, number in read.items()}
    meanings |= {plain(word): f"{face}s" for face in FACES for word in (face_name(face), nickname(face))}
    meanings |= {plain(face_name(face, 1)): str(face) for face in FACES}
    own = {plain(face_name(face, many)) for face in FACES for many in (1, 2)}
    nicknames = {
        word: face for word, face in faces.items() if word.isalnum() and not word.isdigit() and word not in own
    }
    said = " ".join(words.format(single=" ", first=" ", second=" ") for kind in Kind for words in words_of(kind))
    kinds = tuple(sorted({*_WORD.findall(plain(said))}, key=len, reverse=True))
    return _Vocabulary(_in_both_languages(_silent), _in_both_languages(_joining), meanings, nicknames, kinds)


def _in_both_languages(words: Callable[[], str]) -> frozenset[str]:
    """Return the words in the present language, and in English."""
    with speaking(""):
        english = words()
    return frozenset([*english.split(), *plain(words()).split()])


def _silent() -> str:
    return pgettext("words of a claim without weight, between blanks", "a an the of kind house card")


def _joining() -> str:
    return pgettext("words that join the dice of a claim, between blanks", "and with over to")


def typed_claim(table: int, version: int, what: str, blind: bool) -> MakeClaim | CallLie:
    """Return the typed claim or call, at a version of a table. Raises `Refused` for other words."""
    if read_call(what) == "liar":
        return CallLie(table, version)
    claim = read(what)
    if claim is None:
        raise Refused(ClaimMalformed(Flaw.NO_KIND))
    return MakeClaim(table, version, claim_in_words(claim).replace(" ", "-"), blind)


def typed_dice(what: str) -> str:
    """Return the typed dice, by their faces: "2 5", "25", "a two and a five" are "25".

    Raises `Refused` for words without a face, and for no dice or more than there are.
    """
    words = [face for word in _WORD.findall(plain(what)) for face in (word if word.isdigit() else [word])]
    small = _in_both_languages(_small_words)
    faces = [(word, read_face(word)) for word in words if word not in small]
    if unknown := [word for word, face in faces if face is None]:
        raise Refused(NoSuchFace(unknown[0][:40]))
    if not 1 <= len(faces) <= EVERY.dice:
        raise Refused(NoSuchDie())
    return "".join(sorted(str(face) for _word, face in faces))


def _small_words() -> str:
    return pgettext("small words among typed dice, between blanks", "a and the")


def is_blind(view: AnyView | None) -> bool:
    """Return whether a claim that this seat makes now is made without looking (K3)."""
    return isinstance(view, CupView) and view.legal.blind


def completions(view: AnyView | None, what: str) -> list[tuple[str, str]]:
    """Return the possible claims that fit the typed text: each text and its value."""
    if not isinstance(view, CupView):
        return []
    return [(said := spoken(claim), said) for claim in claims_meant(what, view.legal.least, view.state.rules.ranking)]
