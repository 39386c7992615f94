"""The first game of somebody who learns: two rounds with two computers, played by the engine with dice that are told.

What the learner does is their own choice among the buttons of a table. The computers go along in the first round; in
the second one the last of them bids too much, so that there is a lie to be caught.
"""

from functools import lru_cache

import msgspec

from engine import games
from engine.common_hand.actions import Bid
from engine.common_hand.odds import holds
from engine.common_hand.proposals import least_raises, openings
from engine.common_hand.view import View
from engine.core.actions import Action, Challenge, Deal, How, Settle
from engine.core.dice import FACES, Hand, counted
from engine.core.events import Event
from engine.core.state import BETWEEN, BIDDING, OVER
from engine.games import AnyGame
from engine.options import rules_for

LEARNER, FIRST, SECOND = range(3)
"""The seats: the learner, and the two computers after them."""
RULES = rules_for("common", {"rounds": "2"})
HANDS = (((5, 5, 3, 6, 2), (5, 5, 4, 6, 1), (5, 6, 6, 3, 2)), ((4, 2, 1, 4, 2), (6, 3, 6, 1, 5), (3, 5, 2, 6, 4)))
"""What they throw, by round and seat. In the second no face shows more than `BOLD` - 1 dice."""
BOLD = 5
"""The least quantity of a bid that goes too far."""
DEAL, LIAR = "deal", "liar"
"""What a learner does beside bidding, as it stands in a path; a bid is "2x5"."""


class Astray(Exception):  # noqa: N818 - says how far it came
    """A path with a step that nobody offered."""


class Played(msgspec.Struct, frozen=True):
    """The game after a learner's step: what they saw before it and see now, and what happened since."""

    before: View
    seen: View
    happened: tuple[Event, ...]


class _Game(msgspec.Struct, frozen=True):
    """The same with what is hidden."""

    game: AnyGame
    played: Played


class _Throws:
    """The dice of one round."""

    def __init__(self, number: int) -> None:
        self._hands = HANDS[number - 1]

    def roll_off(self, _at: int, seats: tuple[int, ...]) -> Hand:
        return tuple(6 - seat for seat in seats)

    def red(self, _at: int) -> int:
        return 6

    def crooked(self, _at: int, _seat: int, _chance: float) -> bool:
        return False

    def roll(self, _at: int, seat: int, _count: int) -> Hand:
        return self._hands[seat]

    def slip(self, _at: int, _chance: float, _under: Hand) -> None:
        return None


def after(path: tuple[str, ...]) -> Played:
    """The game after these steps. Raises `Astray` for one that was not offered when it was taken."""
    return _after(path).played


def offered(seen: View) -> tuple[str, ...]:
    """The steps that a learner may take: a throw, a bid on each face that can be bid, a doubt; none when it is over."""
    if seen.state.phase is OVER:
        return ()
    if seen.state.phase is BETWEEN:
        return (DEAL,)
    doubt = (LIAR,) if seen.state.standing is not None else ()
    return (*(step(quantity, face) for face, quantity in bids(seen).items()), *doubt)


def bids(seen: View) -> dict[int, int]:
    """By face the quantity that a learner may bid, as a table's buttons have it: they tell nothing of their dice."""
    onlooker = msgspec.structs.replace(seen, mine=())
    return {bid.face: bid.quantity for bid in openings(onlooker) or least_raises(onlooker)}


def step(quantity: int, face: int) -> str:
    """A bid as it stands in a path."""
    return f"{quantity}x{face}"


@lru_cache(maxsize=1024)
def _after(path: tuple[str, ...]) -> _Game:
    if not path:
        _events, game = games.start(RULES, len(HANDS[0]), _Throws(1))
        return _Game(game, Played(_seen(game), _seen(game), ()))
    last = _after(path[:-1])
    before = last.played.seen
    if path[-1] not in offered(before):
        raise Astray
    seat, action = _meant(path[-1])
    events, game = _play(last.game, seat, action)
    while (move := _answer(game)) is not None:
        more, game = _play(game, *move)
        events += more
    return _Game(game, Played(before, _seen(game), events))


def _meant(word: str) -> tuple[int | None, Action]:
    """Whose action a step is (None: the table's), and which."""
    if word == DEAL:
        return None, Deal()
    if word == LIAR:
        return LEARNER, Challenge()
    quantity, face = word.split("x")
    return LEARNER, Bid(int(quantity), int(face))


def _play(game: AnyGame, seat: int | None, action: Action) -> tuple[tuple[Event, ...], AnyGame]:
    number = _seen(game).state.round + (1 if isinstance(action, Deal) else 0)
    return games.play(game, seat, action, _Throws(number))


def _seen(game: AnyGame, seat: int = LEARNER) -> View:
    view = games.view(game, seat)
    assert isinstance(view, View)
    return view


def _answer(game: AnyGame) -> tuple[int, Action] | None:
    """What comes of itself: a computer's turn, or a forfeit; None where the learner is asked, or the round is over."""
    state = _seen(game).state
    if state.phase is BETWEEN and state.debtors:
        return _settled(state.debtors[0], state.creditor)
    if state.phase is not BIDDING or state.turn == LEARNER:
        return None
    return state.turn, _computers_move(game, state.turn)


def _settled(debtor: int, creditor: int) -> tuple[int, Action]:
    """P1: a computer pays what it owes, and lets the learner off."""
    if debtor == LEARNER:
        return creditor, Settle(debtor, How.WAIVED)
    return debtor, Settle(debtor, How.PAID)


def _computers_move(game: AnyGame, seat: int) -> Action:
    """The learner's raise is doubted; in the second round the last computer goes too far; else they go along."""
    seen = _seen(game, seat)
    state = seen.state
    if len(state.bids) > 1 and state.bids[-1].bidder == LEARNER:
        return Challenge()
    if seat == SECOND and state.round == len(HANDS):
        return _too_much(game) or Challenge()
    if state.standing is None:
        return Bid(2, max(FACES, key=lambda face: (seen.mine.count(face), face)))
    return _small_raise(seen) or Challenge()


def _small_raise(seen: View) -> Bid | None:
    """One more of the same face by who holds it, else the likeliest raise."""
    raises, standing = least_raises(seen), seen.state.standing
    same = [bid for bid in raises if standing and bid.face == standing.face and bid.face in seen.mine]
    best = max(same or raises, key=lambda bid: bid.likely, default=None)
    return Bid(best.quantity, best.face) if best is not None else None


def _too_much(game: AnyGame) -> Bid | None:
    """The false bid that a learner believes least; None where all that can be bid is true."""
    learner, hands = _seen(game), tuple(_seen(game, seat).mine for seat in range(len(HANDS[0])))
    least = learner.bids_in_turn()
    bold = [Bid(max(least[face], BOLD), face) for face in FACES if least[face]]
    false = [bid for bid in bold if counted(hands, bid.face, 0) < bid.quantity <= learner.state.pool]
    return min(false, key=lambda bid: holds(learner, bid.quantity, bid.face), default=None)
