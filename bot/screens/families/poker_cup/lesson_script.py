"""Script the poker cup's lessons: the dice and moves of the first game with its paths, and of the sample round.

In the first round the learner receives a true claim, and a computer player challenges the learner's own claim. In the
second round the computer player before the learner claims too much, so there is a lie to catch.
"""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import replace

from bot.presses import poker_cup as p
from bot.presses.base import GameMove, Press
from bot.presses.game import CallLie
from bot.screens.families.teaching import DEAL, FIRST, LEARNER, LIAR, Played, Rolled, Views
from engine.core.actions import Action, Challenge
from engine.core.dice import FACES, Hand
from engine.poker_cup import actions as a
from engine.poker_cup.ranking import EVERY, POKER_KINDS, RANK, Claim, Kind
from engine.poker_cup.view import CupView


class Dice(NamedTuple):
    """A set of dice for a first game: the opening throws and the later throws.

    - `told`: the throw that opens the first round, with a pair.
    - `mine`: the throw with which the learner opens the second round.
    - `piled`: the throw of the computer players in the second round. The last of them keeps a pair on the table.
    - `rest`: what that player throws then. It has none of the pair's face, but the player claims four of that face.
    - `luck`: the learner's later dice, by the address of the throw.
    """

    told: Hand
    mine: Hand
    piled: Hand
    rest: Hand
    luck: Hand


DICE = (
    Dice((1, 2, 2, 3, 5), (1, 3, 3, 5, 6), (1, 3, 4, 4, 6), (1, 2, 5), (5, 3, 2, 6, 4, 6, 1)),
    Dice((1, 3, 3, 4, 6), (2, 4, 4, 5, 6), (1, 2, 5, 5, 6), (1, 3, 6), (3, 6, 1, 4, 2, 3, 5)),
    Dice((2, 2, 4, 5, 6), (1, 1, 2, 4, 5), (2, 3, 3, 4, 6), (1, 4, 5), (2, 5, 6, 1, 3, 2, 4)),
    Dice((1, 1, 3, 4, 5), (2, 2, 3, 5, 6), (1, 4, 5, 6, 6), (2, 3, 4), (1, 4, 3, 5, 6, 2, 1)),
    Dice((1, 3, 3, 5, 6), (1, 4, 5, 5, 6), (1, 2, 2, 4, 5), (3, 5, 6), (6, 3, 5, 2, 1, 4, 3)),
)
"""The sets of dice. Tests play each of them."""
ROUNDS = 2
"""The number of rounds in the first game. In the last round there is a lie to catch."""
TAME = Kind.TRIPS
"""The highest kind of hand that the first computer player believes."""
MOST_ARRANGED = 2
"""How often the learner may move dice in a turn. The number is small, because a path must fit in a custom id."""

_WORDS: dict[str, Press] = {
    "b": p.OpenBlind(0, 0),
    "p": p.PeekUnder(0, 0),
    "l": p.LookUnder(0, 0),
    "s": p.ShakeCup(0, 0, looks=False),
    "sl": p.ShakeCup(0, 0, looks=True),
    LIAR: CallLie(0, 0),
}
"""The presses that need no dice and no claim, by their words in a path."""
_OF_DICE: dict[str, type[p.Arranging | p.RollDice]] = {"o": p.PullOut, "u": p.PutUnder, "r": p.RollDice}
"""The presses that move dice, by the letter that begins their words."""
_KEEPING = {"k": False, "w": True}
"""Whether the learner looks after they keep dice and shake the rest, by the letter that begins the word."""
_KINDS = {str(rank): kind for kind, rank in RANK.items()}
_DICE, _HAND = re.compile(f"[1-6]{{1,{EVERY.dice}}}"), re.compile(f"[{''.join(_KINDS)}][1-6]*")


def word_of(press: Press) -> str:
    """Return a press of the cup as a word of a path: "o22" pulls out two twos, "c12" claims a pair of twos.

    "w22" keeps two twos, shakes the rest and looks. A press that saves nothing has a word too: "m5" marks dice, "b12"
    begins a claim. No other word follows such a word. Raises `LookupError` for a press that lessons do not have.
    """
    match press:
        case p.PullOut(dice=dice) | p.PutUnder(dice=dice) | p.RollDice(dice=dice):
            return {kind: letter for letter, kind in _OF_DICE.items()}[type(press)] + dice
        case p.KeepAndShake(dice=dice, looks=looks):
            return {does: letter for letter, does in _KEEPING.items()}[looks] + dice
        case p.MakeClaim(said=said) | p.BeginClaim(said=said):
            kind, *faces = said.split("-")
            rank = str(RANK[Kind(kind)]) if kind in POKER_KINDS else ""
            return "".join(("c" if isinstance(press, p.MakeClaim) else "b", rank, *faces))
        case p.MarkDice(marks=marks):
            return f"m{marks}"
    return {each: word for word, each in _WORDS.items()}[replace(press, table=0, version=0)]


Turning = p.MarkDice | p.BeginClaim


def turned_by(word: str) -> Turning | None:
    """Return the press of a word that only redraws the learner's message, or None for any other word."""
    match word[:1], word[1:]:
        case "m", marks if marks.isdigit() and len(marks) <= 2:
            return p.MarkDice(0, 0, int(marks))
        case "b", said if not said or _HAND.fullmatch(said):
            return p.BeginClaim(0, 0, _in_words(said) if said else "none")
    return None


def _in_words(digits: str) -> str:
    return "-".join((_KINDS[digits[0]], *digits[1:]))


def meant(played: Played, path: tuple[str, ...], word: str) -> tuple[Action, ...]:
    """Return the actions that a word means.

    Raises `LookupError` for an unknown word, or if dice were moved too often.
    """
    may, letter, rest = played.seen.legal, word[:1], word[1:]
    if letter == "c" and len(rest) > 1 and _HAND.fullmatch(rest):
        return p.MakeClaim(0, 0, _in_words(rest), may.blind).actions()
    if letter in _OF_DICE and _DICE.fullmatch(rest):
        must = letter == "r" and not may.shake and not may.claim
        if must or may_arrange(path):
            return _OF_DICE[letter](0, 0, rest).actions()
    if letter in _KEEPING and _DICE.fullmatch(rest) and may_arrange(path):
        return p.KeepAndShake(0, 0, rest, _KEEPING[letter]).actions()
    press = _WORDS[word]
    if not isinstance(press, GameMove):
        raise LookupError
    return press.actions()


def may_arrange(path: tuple[str, ...]) -> bool:
    """Return whether the lesson still lets the learner move dice in this turn, apart from moves that are required."""
    turn = takewhile(lambda word: word not in (DEAL, "p"), reversed(path))
    return sum(word[0] in (*_OF_DICE, *_KEEPING) for word in turn) < MOST_ARRANGED


def throws(dice: int, number: int, begins: bool) -> Rolled:
    """Return a function that provides the dice of a round of the first game.

    `dice` is the number of the set of dice, and `number` is the number of the round. `begins` is True for the throw
    that begins the round.
    """
    fixed = DICE[dice]

    def rolled(at: int, seat: int, count: int) -> Hand:
        if seat == LEARNER and not begins:
            return tuple(fixed.luck[(at + each) % len(fixed.luck)] for each in range(count))
        opening = fixed.told if number < ROUNDS else fixed.mine if seat == LEARNER else fixed.piled
        return opening if count == EVERY.dice else fixed.rest

    return rolled


def _pair(seen: CupView) -> int:
    """Return the most frequent face among the dice that a computer player knows."""
    dice = (*seen.mine, *seen.state.on_table())
    return max(FACES, key=dice.count)


def moves(views: Views, seat: int) -> tuple[Action, ...]:
    """Return the first legal act in the script of the computer player who has the cup."""
    ways = (_first if seat == FIRST else _second)(views[seat])
    return (next(act for is_legal, act in ways if is_legal),)


def _first(seen: CupView) -> Iterator[tuple[object, Action]]:
    """Yield the acts of the first computer player, the preferred acts first, each with whether it is legal.

    This player believes only a low opening claim. Then it throws all dice and claims a pair, or the lowest claim that
    is high enough.
    """
    standing, may, ranking = seen.state.standing, seen.legal, seen.state.rules.ranking
    said = standing.claim if standing is not None else None
    opened = len(seen.state.claims) == 1 and seen.state.round == ROUNDS
    yield may.peek and opened and said is not None and RANK[said.kind] <= RANK[TAME], a.Peek()
    yield may.peek or may.challenge, Challenge()
    yield from ((may.cover, a.Cover(may.cover)), (may.shake, a.Shake()), (may.look, a.Look()))
    true = Claim(Kind.PAIR, (_pair(seen),))
    least = true if ranking.beats(true, said) else ranking.lowest_above(said)
    assert least is not None
    yield True, a.MakeClaim(ranking.claims[ranking.real_from(ranking.place(least))])


def _second(seen: CupView) -> Iterator[tuple[object, Action]]:
    """Yield the acts of the second computer player, the preferred acts first, each with whether it is legal.

    This player claims the truth in the first round. In the second round it keeps a pair and claims four of that face.
    """
    may, pair = seen.legal, _pair(seen)
    yield from ((may.peek, a.Peek()), (may.look, a.Look()))
    yield seen.state.round < ROUNDS, a.MakeClaim(Claim(Kind.PAIR, (pair,)))
    yield may.show and seen.state.on_table().count(pair) < 2, a.Show((pair, pair))
    yield from ((may.shake, a.Shake()), (True, a.MakeClaim(Claim(Kind.QUADS, (pair,)))))


# The sample round ------------------------------------------------------------------------------------------------

THROWS = {5: (1, 2, 2, 5, 6), 3: (2, 3, 4)}
"""The dice of a throw, by the number of dice."""
KEPT = (2, 2)
"""The dice that the second player pulls out before the shake."""
CLAIMS = (Claim(Kind.PAIR, (2,)), Claim(Kind.TRIPS, (2,)), Claim(Kind.FULL, (4, 2)))
"""The claims of the sample round: two true ones, and then a false one."""

TURNS: tuple[tuple[Action, ...], ...] = (
    (a.Look(), a.MakeClaim(CLAIMS[0])),
    (a.Peek(), a.Show(KEPT), a.Shake(), a.Look(), a.MakeClaim(CLAIMS[1])),
    (a.PassBlind(CLAIMS[2]),),
    (Challenge(),),
)
"""The acts of each turn, by the number of claims before it: a look, a peek and a shake, a blind pass, a challenge."""
