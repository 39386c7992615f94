"""What a record says of the games of bids alone: their moves, and what a check may ask of a game."""

from engine.common_hand import actions as a
from engine.common_hand.state import Game
from engine.common_hand.view import view
from engine.core.dice import NOBODY, Hand
from engine.core.state import Phase
from engine.record import debts
from engine.record.text import Malformed, face, shown, whole

_PLAIN: dict[str, a.AnyAction] = {
    "liar": a.Challenge(), "bang": a.Challenge(), "exact": a.CallExact(), "believe": a.Vote(believes=True),
    "doubt": a.Vote(believes=False), "leave": a.Leave(), "quit": a.Quit(), "absent": a.Absent(),
}  # fmt: skip

MOVES = frozenset(_PLAIN) | debts.MOVES | {"bid"}
"""The second word of every move."""


def read_move(game: Game, seat: int, words: tuple[str, ...], names: tuple[str, ...]) -> tuple[int, a.AnyAction]:
    """Who does what by `words`, said of `seat`: a forfeit is waived by who won it (P1). Raises `Malformed`."""
    word, rest = words[0] if words else "", words[1:]
    if word in _PLAIN and not rest:
        return seat, _PLAIN[word]
    if word == "bid" and len(rest) == 1:
        return seat, _bid(rest[0])
    if about_debts := debts.read(game.state, seat, words, names):
        return about_debts
    raise Malformed(f"{shown(' '.join(words)) or 'nothing'} is no move of this game")


def _bid(text: str) -> a.Bid:
    quantity, times, number = text.partition("x")
    if not times:
        raise Malformed(f"a bid is written 4x3, quantity and face, not {shown(text)}")
    return a.Bid(whole(quantity), face(number))


def turn(game: Game) -> tuple[int, ...]:
    """Whose move it is: while forfeits wait the debtors', before a round its opener's."""
    state = game.state
    if state.phase in (Phase.BIDDING, Phase.POLL):
        return (state.turn,)
    return state.debtors or ((state.opener,) if state.opener != NOBODY else ())


def pool(game: Game) -> int:
    """All dice in play this round; between rounds those that the next one begins with."""
    state = game.state
    if state.phase in (Phase.BIDDING, Phase.POLL):
        return state.pool
    return sum(state.players[seat].dice for seat in state.seats_in())


def holds(game: Game, seat: int) -> int:
    """How many dice `seat` has."""
    return game.state.players[seat].dice


def score(game: Game, seat: int) -> int:
    """The goods minus the bads of `seat` (P3)."""
    return game.state.players[seat].score


def sees(game: Game, watcher: int, whom: int) -> Hand:
    """What `watcher` may know of the dice of `whom`: from the watcher's own view alone; empty for nothing."""
    seen = view(game, watcher)
    if seen.showdown is not None:
        return seen.showdown.hands[whom]
    return seen.mine if watcher == whom else ()


def over(game: Game) -> bool:
    """Whether the game has come to its end."""
    return game.state.phase is Phase.OVER


def rounds(game: Game) -> int:
    """How many rounds have begun."""
    return game.state.round
