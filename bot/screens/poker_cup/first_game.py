"""The first game of the cup: its dice, the learner's presses as words of a path, and what its computers do.

In the first round the learner gets a true claim, and theirs is doubted. In the second one the computer before them goes
too far, so that there is a lie to be caught.
"""

from bot.presses import poker_cup as p
from bot.presses.base import GameMove, Press
from bot.presses.game import CallLie
from bot.screens.first_game import DEAL, FIRST, LEARNER, LIAR, SECOND, FirstGame, PathError, Played, fixed_dice, seen_by
from engine.core.actions import Action, Challenge
from engine.core.dice import Chance, Hand
from engine.games import AnyGame
from engine.options import rules_for
from engine.poker_cup import actions as a
from engine.poker_cup.claims import beats, lowest_above
from engine.poker_cup.hands import RANK, Claim, Kind
from engine.poker_cup.rules import DICE
from engine.poker_cup.view import CupView

OPENING: tuple[dict[int, Hand], ...] = (
    {SECOND: (1, 2, 2, 3, 5)},
    {LEARNER: (1, 3, 3, 5, 6), FIRST: (1, 3, 4, 4, 6), SECOND: (1, 3, 4, 4, 6)},
)
"""What all five show when somebody throws them to open a round, or anew; by round and seat."""
KEPT = 4
"""The face of which the last computer keeps two on the table, and then claims four."""
REST = (1, 2, 5)
"""What it has with them: `KEPT` is not among it."""
LUCK = (5, 3, 2, 6, 4, 6, 1)
"""How the learner's dice fall when they are rolled again, by the address of the throw."""
TAME = Kind.TRIPS
"""The highest kind of hand that the first computer believes of a learner."""
MOST_ARRANGED = 2
"""How often dice are pulled out, put under or rolled on the table in one turn: a path has to fit an id."""

_OF_DICE = {"o": p.PullOut, "u": p.PutUnder, "r": p.RollDice}
_PLAIN: dict[str, GameMove] = {
    "p": p.PeekUnder(0, 0),
    "l": p.LookUnder(0, 0),
    "s": p.ShakeCup(0, 0, looks=False),
    "sl": p.ShakeCup(0, 0, looks=True),
    LIAR: CallLie(0, 0),
}
_LETTERS: dict[type, str] = {
    **{kind: letter for letter, kind in _OF_DICE.items()},
    **{type(each): word for word, each in _PLAIN.items()},
}
_KINDS = {str(rank): kind for kind, rank in RANK.items()}


def word_of(press: Press) -> str:
    """A press of the cup as a word of a path: "o22" pulls two twos out, "c12" claims a pair of twos.

    A press that writes nothing is a word as well, but never followed by another: "m5" marks dice, "b12" begins a claim.
    Raises `LookupError` for a press that a lesson has not.
    """
    match press:
        case p.PullOut(dice=dice) | p.PutUnder(dice=dice) | p.RollDice(dice=dice):
            return _LETTERS[type(press)] + dice
        case p.MakeClaim(said=said):
            return f"c{_in_digits(said)}"
        case p.MarkDice(marks=marks):
            return f"m{marks}"
        case p.BeginClaim(said=said):
            return f"b{_in_digits(said)}"
        case p.OpenBlind():
            return "b"
        case p.ShakeCup(looks=looks):
            return "sl" if looks else "s"
        case _:
            return _LETTERS[type(press)]


def turned_by(word: str) -> p.MarkDice | p.BeginClaim | None:
    """The press of a word that only turns the learner's own ephemeral message; None for any other."""
    match word[:1], word[1:]:
        case "m", marks if marks.isdigit() and len(marks) <= 2:
            return p.MarkDice(0, 0, int(marks))
        case "b", said if not said or _is_claim(said):
            return p.BeginClaim(0, 0, _in_words(said) if said else "none")
        case _:
            return None


def may_arrange(path: tuple[str, ...]) -> bool:
    """Whether the learner may still move dice in this turn, other than where they must."""
    moved = 0
    for word in reversed(path):
        if word in (DEAL, "p"):
            break
        moved += word[0] in _OF_DICE
    return moved < MOST_ARRANGED


def _in_digits(said: str) -> str:
    """A claim, or its beginning, in as few letters as a path has room for: "pair-2" is "12"; "" for nothing."""
    kind, *faces = said.split("-")
    return f"{RANK[Kind(kind)]}{''.join(faces)}" if kind in set(Kind) else ""


def _is_claim(digits: str) -> bool:
    return digits[0] in _KINDS and all(face in "123456" for face in digits[1:])


def _in_words(digits: str) -> str:
    return "-".join((_KINDS[digits[0]], *digits[1:]))


def _meant(played: Played, path: tuple[str, ...], word: str) -> tuple[Action, ...]:
    """What a word means at a table. Raises `Astray` for no word, and for dice that are moved once too often."""
    if word == LIAR:
        return (Challenge(),)
    press = _press(played.seen, path, word)
    if press is None:
        raise PathError
    return press.actions()


def _press(seen: CupView, path: tuple[str, ...], word: str) -> GameMove | None:
    if word in _PLAIN:
        return _PLAIN[word]
    letter, digits = word[:1], word[1:]
    if letter == "c" and len(digits) > 1 and _is_claim(digits):
        return p.MakeClaim(0, 0, _in_words(digits), seen.legal.blind)
    if letter in _OF_DICE and 0 < len(digits) <= DICE and set(digits) <= set("123456"):
        must = letter == "r" and not seen.legal.shake and not seen.legal.claim
        return _OF_DICE[letter](0, 0, digits) if must or may_arrange(path) else None
    return None


def _throws(number: int, begins: bool) -> Chance:
    def rolled(at: int, seat: int, count: int) -> Hand:
        if seat == LEARNER and not begins:
            return tuple(LUCK[(at + each) % len(LUCK)] for each in range(count))
        return OPENING[number - 1][seat] if count == DICE else REST

    return fixed_dice(rolled, highest=SECOND)


def _computers_move(game: AnyGame, seat: int) -> Action:
    seen: CupView = seen_by(game, seat)
    return _first(seen) if seat == FIRST else _second(seen)


def _first(seen: CupView) -> Action:
    """Doubts the learner's claim; believes only what they open with, where it is tame, throws all five and goes on."""
    standing, may = seen.state.standing, seen.legal
    if may.peek or may.challenge:
        assert standing is not None
        opened = len(seen.state.claims) == 1 and seen.state.round == len(OPENING)
        return a.Peek() if opened and RANK[standing.claim.kind] <= RANK[TAME] else Challenge()
    if may.cover:
        return a.Cover(may.cover)
    if may.shake:
        return a.Shake()
    if may.look:
        return a.Look()
    true = Claim(Kind.PAIR, (KEPT,))
    least = lowest_above(standing.claim, straights=False) if standing is not None else true
    assert least is not None
    return a.MakeClaim(true if beats(true, standing.claim if standing is not None else None) else least)


def _second(seen: CupView) -> Action:
    """Opens the first round with the truth. In the second one it keeps two fours on the table and claims four."""
    may, on_table = seen.legal, seen.state.on_table()
    if may.peek:
        return a.Peek()
    if may.look:
        return a.Look()
    if seen.state.round < len(OPENING):
        return a.MakeClaim(Claim(Kind.PAIR, (2,)))
    if may.show and on_table.count(KEPT) < 2:
        return a.Show((KEPT, KEPT))
    if may.shake:
        return a.Shake()
    return a.MakeClaim(Claim(Kind.QUADS, (KEPT,)))


OF_THE_CUP = FirstGame(rules_for("cup", {"rounds": "2"}), _throws, _meant, _computers_move)
"""The game."""
