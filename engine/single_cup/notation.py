"""What a record says of the game of the cup alone: its moves, and what a check may ask of a game."""

from engine.core.dice import NOBODY, Hand
from engine.core.refusals import Refused
from engine.core.state import Phase
from engine.record import debts
from engine.record.text import Malformed, face, faces, shown
from engine.single_cup import actions as a
from engine.single_cup.claims import claim_from_words
from engine.single_cup.hands import Claim
from engine.single_cup.rules import DICE
from engine.single_cup.state import CupGame
from engine.single_cup.view import view

_PLAIN: dict[str, a.AnyAction] = {
    "liar": a.Challenge(), "bang": a.Challenge(), "peek": a.Peek(), "shake": a.Shake(), "look": a.Look(),
    "protest": a.Protest(), "leave": a.Leave(), "quit": a.Quit(), "absent": a.Absent(),
}  # fmt: skip

MOVES = frozenset(_PLAIN) | debts.MOVES | {"blind", "claim", "show", "cover", "throw"}
"""The second word of every move."""


def read_move(game: CupGame, seat: int, words: tuple[str, ...], names: tuple[str, ...]) -> tuple[int, a.AnyAction]:
    """Who does what by `words`, said of `seat`: a forfeit is waived by who won it (P1). Raises `Malformed`."""
    word, rest = words[0] if words else "", words[1:]
    if word in _PLAIN and not rest:
        return seat, _PLAIN[word]
    if about_debts := debts.read(game.state, seat, words, names):
        return about_debts
    if rest and (action := _with_dice(word, rest)):
        return seat, action
    raise Malformed(f"{shown(' '.join(words)) or 'nothing'} is no move of this game")


def _with_dice(word: str, rest: tuple[str, ...]) -> a.AnyAction | None:
    """A move that names dice or a claim, if `word` is one. Raises `Malformed`."""
    match word:
        case "claim":
            return a.MakeClaim(_claim(rest))
        case "blind":
            return a.PassBlind(_claim(rest))
        case "show" if len(rest) <= DICE:
            return a.Show(faces(rest))
        case "cover" if len(rest) <= DICE:
            return a.Cover(faces(rest))
        case "throw" if len(rest) == 1:
            return a.Throw(face(rest[0]))
        case _:
            return None


def _claim(words: tuple[str, ...]) -> Claim:
    try:
        return claim_from_words(words)
    except Refused as refused:
        raise Malformed(f"{shown(' '.join(words))} is no claim: {refused}") from None


def turn(game: CupGame) -> tuple[int, ...]:
    """Whose move it is: while forfeits wait the debtors', before a round its opener's."""
    state = game.state
    if state.phase is Phase.PASSING:
        return (state.turn,)
    return state.debtors or ((state.opener,) if state.opener != NOBODY else ())


def pool(game: CupGame) -> int:
    """All the dice there are."""
    return DICE


def holds(game: CupGame, seat: int) -> int:
    """No dice of their own."""
    return 0


def score(game: CupGame, seat: int) -> int:
    """No goods and no bads."""
    return 0


def sees(game: CupGame, watcher: int, whom: int) -> Hand:
    """What `watcher` may know of the dice under the cup: from the watcher's own view alone; empty for nothing."""
    return view(game, watcher).seen


def over(game: CupGame) -> bool:
    """Whether the game has come to its end."""
    return game.state.phase is Phase.OVER


def rounds(game: CupGame) -> int:
    """How many rounds have begun."""
    return game.state.round
