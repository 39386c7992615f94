"""The dice and moves for lessons in the cup: of a first game, with a learner's words, and of a sample round.

In its first round the learner gets a true claim, and theirs is doubted. In the second one the computer before them goes
too far, so that there is a lie to catch.
"""

import re
from collections.abc import Callable
from typing import Any

from bot.presses import poker_cup as p
from bot.presses.base import GameMove, Press
from bot.presses.game import CallLie
from bot.screens.families.scripted import DEAL, FIRST, LEARNER, LIAR, SECOND, Played, Rolled, Views
from engine.core.actions import Action, Challenge
from engine.core.dice import Hand
from engine.poker_cup import actions as a
from engine.poker_cup.ranking import EVERY, RANK, Claim, Kind
from engine.poker_cup.view import CupView

OPENING: tuple[dict[int, Hand], ...] = (
    {SECOND: (1, 2, 2, 3, 5)},
    {LEARNER: (1, 3, 3, 5, 6), FIRST: (1, 3, 4, 4, 6), SECOND: (1, 3, 4, 4, 6)},
)
"""The faces of all five dice when somebody throws them to open a round, or again; by round and seat."""
PILED = 4
"""The face of which the last computer keeps two on the table, and then claims four."""
REST = (1, 2, 5)
"""Its other dice, without `PILED`."""
LUCK = (5, 3, 2, 6, 4, 6, 1)
"""The learner's further rolls, by the address of the throw."""
TAME = Kind.TRIPS
"""The highest kind of hand that the first computer believes."""
MOST_ARRANGED = 2
"""How often dice may be pulled out, put under or rolled on the table in one turn, since a path must fit an id."""

_WORDS: dict[type[Press], Callable[[Any], str]] = {
    p.PullOut: lambda press: f"o{press.dice}",
    p.PutUnder: lambda press: f"u{press.dice}",
    p.RollDice: lambda press: f"r{press.dice}",
    p.MakeClaim: lambda press: f"c{_in_digits(press.said)}",
    p.BeginClaim: lambda press: f"b{_in_digits(press.said)}",
    p.MarkDice: lambda press: f"m{press.marks}",
    p.OpenBlind: lambda _press: "b",
    p.PeekUnder: lambda _press: "p",
    p.LookUnder: lambda _press: "l",
    p.ShakeCup: lambda press: "sl" if press.looks else "s",
    CallLie: lambda _press: LIAR,
}
_PLAIN: dict[str, GameMove] = {
    "p": p.PeekUnder(0, 0),
    "l": p.LookUnder(0, 0),
    "s": p.ShakeCup(0, 0, looks=False),
    "sl": p.ShakeCup(0, 0, looks=True),
    LIAR: CallLie(0, 0),
}
_OF_DICE = {"o": p.PullOut, "u": p.PutUnder, "r": p.RollDice}
_KINDS = {str(rank): kind for kind, rank in RANK.items()}
_DICE, _HAND = re.compile(f"[1-6]{{1,{EVERY.dice}}}"), re.compile(f"[{''.join(_KINDS)}][1-6]*")


def word_of(press: Press) -> str:
    """Return a press of the cup as a word of a path: "o22" pulls two twos out, "c12" claims a pair of twos.

    A press that writes nothing is a word as well, but never followed by another: "m5" marks dice, "b12" begins a claim.
    Raises `LookupError` for a press that is not in a lesson.
    """
    return _WORDS[type(press)](press)


Turning = p.MarkDice | p.BeginClaim


def turned_by(word: str) -> Turning | None:
    """Return the press of a word that only changes the learner's own ephemeral message; None for any other."""
    match word[:1], word[1:]:
        case "m", marks if marks.isdigit() and len(marks) <= 2:
            return p.MarkDice(0, 0, int(marks))
        case "b", said if not said or _HAND.fullmatch(said):
            return p.BeginClaim(0, 0, _in_words(said) if said else "none")
        case _:
            return None


def _in_digits(said: str) -> str:
    """Return a claim, or its beginning, in few enough letters for a path: "pair-2" is "12"; "" for nothing."""
    kind, *faces = said.split("-")
    return f"{RANK[Kind(kind)]}{''.join(faces)}" if kind in set(Kind) else ""


def _in_words(digits: str) -> str:
    return "-".join((_KINDS[digits[0]], *digits[1:]))


def meant(played: Played, path: tuple[str, ...], word: str) -> tuple[Action, ...]:
    """Return the actions of a word at a table. Raises `LookupError` for an unknown word, or too many arrangements."""
    seen, letter, rest = played.seen, word[:1], word[1:]
    if letter == "c" and len(rest) > 1 and _HAND.fullmatch(rest):
        return p.MakeClaim(0, 0, _in_words(rest), seen.legal.blind).actions()
    if letter in _OF_DICE and _DICE.fullmatch(rest):
        must = letter == "r" and not seen.legal.shake and not seen.legal.claim
        if must or may_arrange(path):
            return _OF_DICE[letter](0, 0, rest).actions()
    return _PLAIN[word].actions()


def may_arrange(path: tuple[str, ...]) -> bool:
    """Return whether the learner may still move dice in this turn, except where they must."""
    moved = 0
    for word in reversed(path):
        if word in (DEAL, "p"):
            break
        moved += word[0] in _OF_DICE
    return moved < MOST_ARRANGED


def throws(number: int, begins: bool) -> Rolled:
    """Return the dice of a round."""

    def rolled(at: int, seat: int, count: int) -> Hand:
        if seat == LEARNER and not begins:
            return tuple(LUCK[(at + each) % len(LUCK)] for each in range(count))
        return OPENING[number - 1][seat] if count == EVERY.dice else REST

    return rolled


def moves(views: Views, seat: int) -> tuple[Action, ...]:
    """Return the moves of a computer with the cup."""
    return (_first(views[seat]) if seat == FIRST else _second(views[seat]),)


def _first(seen: CupView) -> Action:
    """Return the move of the first computer: it only believes a tame opening, throws all five and goes on."""
    standing, may, ranking = seen.state.standing, seen.legal, seen.state.rules.ranking
    if may.peek or may.challenge:
        assert standing is not None
        opened = len(seen.state.claims) == 1 and seen.state.round == len(OPENING)
        return a.Peek() if opened and RANK[standing.claim.kind] <= RANK[TAME] else Challenge()
    true, said = Claim(Kind.PAIR, (PILED,)), standing.claim if standing is not None else None
    least = true if ranking.beats(true, said) else ranking.lowest_above(said)
    assert least is not None
    ways = ((may.cover, a.Cover(may.cover)), (may.shake, a.Shake()), (may.look, a.Look()), (True, a.MakeClaim(least)))
    return next(act for is_legal, act in ways if is_legal)


def _second(seen: CupView) -> Action:
    """Return the move of the second one: the truth in the first round; later it keeps two fours and claims four."""
    may, piles = seen.legal, seen.legal.show and seen.state.on_table().count(PILED) < 2
    ways: tuple[tuple[object, Action], ...] = (
        (may.peek, a.Peek()),
        (may.look, a.Look()),
        (seen.state.round < len(OPENING), a.MakeClaim(Claim(Kind.PAIR, (2,)))),
        (piles, a.Show((PILED, PILED))),
        (may.shake, a.Shake()),
        (True, a.MakeClaim(Claim(Kind.QUADS, (PILED,)))),
    )
    return next(act for is_right, act in ways if is_right)


# The sample round ------------------------------------------------------------------------------------------------

THROWS = {5: (1, 2, 2, 5, 6), 3: (1, 2, 4)}
"""The dice, by their number."""
KEPT = (2, 2)
"""The dice that the second player pulls out before the shake."""
CLAIMS = (Claim(Kind.PAIR, (2,)), Claim(Kind.TRIPS, (2,)), Claim(Kind.FULL, (4, 2)))
"""The claims: two true ones, and a false one."""

_TURNS: tuple[tuple[Action, ...], ...] = (
    (a.Look(), a.MakeClaim(CLAIMS[0])),
    (a.Peek(), a.Show(KEPT), a.Shake(), a.Look(), a.MakeClaim(CLAIMS[1])),
    (a.PassBlind(CLAIMS[2]),),
    (Challenge(),),
)


def sample_moves(views: Views, seat: int) -> tuple[Action, ...]:
    """Return the acts of a turn: a look, a peek and a shake, a blind pass, a challenge."""
    return _TURNS[len(views[seat].state.claims)]
