"""The first game of bids: what its dice show, what a learner may do in it, and what its computers do.

What the learner does is their own choice among the buttons of a table. The computers go along in the first round; in
the second one the last of them bids too much, so that there is a lie to be caught.
"""

import msgspec

from bot.screens.first_game import DEAL, LEARNER, LIAR, SEATS, SECOND, FirstGame, PathError, Played, fixed_dice, seen_by
from engine.bids.actions import Bid
from engine.bids.odds import holds, least_raises, openings
from engine.bids.view import View
from engine.core.actions import Action, Challenge
from engine.core.dice import FACES, Chance, counted
from engine.games import AnyGame
from engine.options import rules_for

HANDS = (((5, 5, 3, 6, 2), (5, 5, 4, 6, 1), (5, 6, 6, 3, 2)), ((4, 2, 1, 4, 2), (6, 3, 6, 1, 5), (3, 5, 2, 6, 4)))
"""What they throw, by round and seat. In the second no face shows more than `BOLD` - 1 dice."""
BOLD = 5
"""The least quantity of a bid that goes too far."""


def offered(played: Played) -> tuple[str, ...]:
    """The steps that a learner may take: a throw, a bid on each face that can be bid, a doubt; none when it is over."""
    if played.is_over:
        return ()
    if played.may_deal:
        return (DEAL,)
    seen: View = played.seen
    doubt = (LIAR,) if seen.state.standing is not None else ()
    return (*(step(quantity, face) for face, quantity in bids(seen).items()), *doubt)


def bids(seen: View) -> dict[int, int]:
    """By face the quantity that a learner may bid, as a table's buttons have it: they tell nothing of their dice."""
    onlooker = msgspec.structs.replace(seen, mine=())
    return {bid.face: bid.quantity for bid in openings(onlooker) or least_raises(onlooker)}


def step(quantity: int, face: int) -> str:
    """A bid as it stands in a path: "2x5"."""
    return f"{quantity}x{face}"


def _throws(number: int, _begins: bool) -> Chance:
    return fixed_dice(lambda _at, seat, _count: HANDS[number - 1][seat])


def _meant(played: Played, _path: tuple[str, ...], word: str) -> tuple[Action, ...]:
    """The action of a step. Raises `PathError` for a step that was not offered."""
    if word not in offered(played):
        raise PathError
    if word == LIAR:
        return (Challenge(),)
    quantity, face = word.split("x")
    return (Bid(int(quantity), int(face)),)


def _computers_move(game: AnyGame, seat: int) -> Action:
    """The learner's raise is doubted; in the second round the last computer goes too far; else they go along."""
    seen: View = seen_by(game, seat)
    state = seen.state
    if len(state.bids) > 1 and state.bids[-1].bidder == LEARNER:
        return Challenge()
    if seat == SECOND and state.round == len(HANDS):
        return _too_much(game) or Challenge()
    if state.standing is None:
        return Bid(2, max(FACES, key=lambda face: (seen.mine.count(face), face)))
    return _small_raise(seen) or Challenge()


def _small_raise(seen: View) -> Bid | None:
    """A computer's raise: one more of the same face where it holds that, else the likeliest; None without any raise."""
    raises, standing = least_raises(seen), seen.state.standing
    same = [bid for bid in raises if standing and bid.face == standing.face and bid.face in seen.mine]
    best = max(same or raises, key=lambda bid: bid.likely, default=None)
    return Bid(best.quantity, best.face) if best is not None else None


def _too_much(game: AnyGame) -> Bid | None:
    """The false bid that a learner believes least; None where every possible bid is true."""
    learner: View = seen_by(game)
    hands = tuple(seen_by(game, seat).mine for seat in range(SEATS))
    least = learner.bids_in_turn()
    bold = [Bid(max(least[face], BOLD), face) for face in FACES if least[face]]
    false = [bid for bid in bold if counted(hands, bid.face, 0) < bid.quantity <= learner.state.pool]
    return min(false, key=lambda bid: holds(learner, bid.quantity, bid.face), default=None)


OF_BIDS = FirstGame(rules_for("common", {"rounds": "2"}), _throws, _meant, _computers_move)
"""The game."""
