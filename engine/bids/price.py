"""The prices of showdowns in the bidding games: the events of paying, and the players' positions."""

from collections.abc import Callable, Mapping
from typing import assert_never

import msgspec

from engine.bids.events import DiceLeft, Done, Revealed, Scored
from engine.bids.rules import ExactPays, Loss, Met
from engine.bids.state import Player, State
from engine.core import lives
from engine.core.events import Cause, Event, ForfeitOwed, Out
from engine.core.policies import Price

CHALLENGE, EXACT, MET = Cause.CHALLENGE, Cause.EXACT, Cause.MET

Paid = tuple[Event, ...]


class Pays(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of a price that the engine needs, besides its `Costs`.

    - `challenge`: returns the events with which a challenge is paid.
    - `one`: returns the events by which each of these seats (in joining order) pays 1 for an exact call (C5), or for a
      bid that is exactly met (P8). The last arguments are the seat that wins, and the cause.
    - `stands`: returns a player's position by this price. A greater tuple is better.
    - `sooner`: the extra worth of a challenge to patient computer players, so that rounds have a good length.
    - `after`: the weights with which a computer player estimates how a raised bid ends. They were fitted to games.
    - `is_final`: returns whether a player's position can no longer change, not even by leaving.
    - `back`: returns the events by which a right exact call wins something back (C5). It returns () for a player who
      has the full number of dice. `back` is None if this price cannot be won back.
    """

    challenge: Callable[[State, Revealed], Paid]
    one: Callable[[State, tuple[int, ...], int, Cause], Paid]
    stands: Callable[[Player], tuple[int, ...]]
    sooner: float
    after: tuple[float, ...]
    is_final: Callable[[Player], bool] = lambda _player: False
    back: Callable[[State, int], Paid] | None = None


def price(state: State, showdown: Revealed) -> Paid:
    """Return the events with which a showdown in the round of `state` is paid."""
    pays = PRICES[state.round_rules.price]
    if is_met(state, showdown):
        return pays.one(state, _payers_of_met(state, showdown), showdown.bidder, MET)
    return _exact_price(state, showdown, pays) if showdown.exact else pays.challenge(state, showdown)


def is_met(state: State, showdown: Revealed) -> bool:
    """Return whether a showdown is paid by everybody but the bidder, because the bid was exactly met (P8)."""
    asks = state.round_rules.met is Met.OTHERS and not showdown.exact
    return asks and showdown.count == showdown.quantity


def _payers_of_met(state: State, showdown: Revealed) -> tuple[int, ...]:
    """Return the players who pay 1 after a bid that was exactly met.

    P8: everybody still playing but the bidder. Where the bidder has left, only the challenger pays.
    """
    if not state.is_in(showdown.bidder):
        return (showdown.challenger,)
    return tuple(seat for seat in state.seats_in() if seat != showdown.bidder)


def stands(state: State) -> Callable[[Player], tuple[int, ...]]:
    """Return the function that computes a player's position in this game. A greater tuple is better."""
    return PRICES[state.rules.price].stands


def is_final(state: State, seat: int) -> bool:
    """Return whether the position of `seat` is final, because it has lost or shed all that it had (P2, P4, P7)."""
    return PRICES[state.rules.price].is_final(state.players[seat])


def brings_nothing(state: State, caller: int) -> bool:
    """Return whether a right exact call would gain nothing (C5), because its caller has the full number of dice."""
    rules, back = state.round_rules, PRICES[state.round_rules.price].back
    return rules.exact_pays is ExactPays.BACK and back is not None and not back(state, caller)


def _exact_price(state: State, showdown: Revealed, pays: Pays) -> Paid:
    """Return the events with which an exact call is paid (C5).

    A wrong caller pays 1. For a right call, the caller wins 1 back or others pay 1.
    """
    caller, bidder = showdown.challenger, showdown.bidder
    if not showdown.holds:
        return pays.one(state, (caller,), bidder, EXACT)
    match state.round_rules.exact_pays:
        case ExactPays.BACK if pays.back is not None:
            return pays.back(state, caller)
        case ExactPays.BACK | ExactPays.BIDDER:
            return pays.one(state, (bidder,), caller, EXACT)
        case ExactPays.OTHERS:
            return pays.one(state, tuple(seat for seat in state.seats_in() if seat != caller), caller, EXACT)
        case kind:
            assert_never(kind)


def _a_die_each(state: State, payers: tuple[int, ...], _winner: int, why: Cause) -> Paid:
    return tuple(event for seat in payers for event in _dice(state, seat, 1, why))


def _a_forfeit_each(_: State, payers: tuple[int, ...], winner: int, why: Cause) -> Paid:
    return tuple(ForfeitOwed(seat, winner, why) for seat in payers)


def _a_life_each(state: State, payers: tuple[int, ...], _winner: int, why: Cause) -> Paid:
    return tuple(event for seat in payers for event in lives.lost(state, seat, 1, why))


def _a_bad_each(state: State, payers: tuple[int, ...], _winner: int, why: Cause) -> Paid:
    return _scored(state, dict.fromkeys(payers, -1), why)


def _never(_: State, _payers: tuple[int, ...], _winner: int, _why: Cause) -> Paid:
    raise AssertionError("with shedding there is no exact call, and a bid that is met costs as any other")


def _a_die(state: State, showdown: Revealed) -> Paid:
    return _dice(state, showdown.loser(), LOSSES[state.round_rules.loss](showdown), CHALLENGE)


def _a_life(state: State, showdown: Revealed) -> Paid:
    return lives.lost(state, showdown.loser(), 1, CHALLENGE)


def _a_life_back(state: State, caller: int) -> Paid:
    return lives.won_back(state, caller, state.rules.lives, EXACT)


def _a_forfeit(_: State, showdown: Revealed) -> Paid:
    return (ForfeitOwed(showdown.loser(), showdown.winner(), CHALLENGE),)


def _dice(state: State, loser: int, many: int, why: Cause) -> Paid:
    """Return the events of losing dice.

    P2: the loser loses `many` dice, or all if there are fewer. A player without dice is out.
    """
    held = state.players[loser].dice
    if held > many:
        return (DiceLeft(loser, held - many, -many, why),)
    return DiceLeft(loser, 0, -held, why), Out(loser)


def _a_die_back(state: State, caller: int) -> Paid:
    """Return the event that gives a die back to the caller (C5). Return () if the caller has the full number."""
    dice = state.players[caller].dice + 1
    return (DiceLeft(caller, dice, 1, EXACT),) if dice <= state.rules.dice_for(len(state.players)) else ()


def _bads(state: State, showdown: Revealed) -> Paid:
    """Return the bads and goods of a showdown.

    P3: in turn, the loser gets 1 bad. Out of turn, the challenger gets 2 bads if the bid was true. Otherwise the
    challenger gets 2 goods and the bidder 1 bad.
    """
    challenger, bidder = showdown.challenger, showdown.bidder
    if showdown.in_turn:
        return _scored(state, {showdown.loser(): -1}, CHALLENGE)
    return _scored(state, {challenger: -2} if showdown.holds else {challenger: 2, bidder: -1}, CHALLENGE)


def _scored(state: State, changes: dict[int, int], why: Cause) -> Paid:
    players = state.players
    return tuple(Scored(seat, players[seat].score + changes[seat], changes[seat], why) for seat in sorted(changes))


def _shed(state: State, showdown: Revealed) -> Paid:
    """Return the events by which a die is shed by each player who was right.

    P4: these are the believers if the bid is true, otherwise the doubters. Without a poll they are the bidder or the
    challenger. A player who sheds the last die is done.
    """
    beliefs = {**dict(showdown.votes), showdown.bidder: True, showdown.challenger: False}
    correct = sorted(seat for seat in beliefs if beliefs[seat] is showdown.holds)
    place = 1 + sum(player.shed_in > 0 for player in state.players)
    return tuple(event for seat in correct for event in _one_shed(state, seat, place))


def _one_shed(state: State, seat: int, place: int) -> Paid:
    player = state.players[seat]
    less = DiceLeft(seat, player.dice - 1, -1, CHALLENGE)
    return (less,) if player.dice > 1 else (less, Done(seat, 0 if player.left else place))


def _shed_so_far(player: Player) -> tuple[int, ...]:
    """Return a player's position in a game in which dice are shed (P4).

    Players who have shed all dice come first, in the order of their rounds. The others follow, fewest dice first.
    """
    return (1, -player.shed_in) if player.shed_in else (0, -player.dice)


PRICES: Mapping[Price, Pays] = {
    Price.FORFEIT: Pays(
        challenge=_a_forfeit,
        one=_a_forfeit_each,
        stands=lambda player: (-player.forfeits,),
        sooner=0.12,
        after=(-1.55, -3.51, 1.63, 0.96, 0.74, 1.18, 0.09),
    ),
    Price.DIE: Pays(
        challenge=_a_die,
        one=_a_die_each,
        stands=lambda player: (player.dice,),
        sooner=0.04,
        after=(-1.91, -2.74, 2.49, -1.27, 1.67, 0.05, 1.75),
        is_final=lambda player: not player.dice,
        back=_a_die_back,
    ),
    Price.BADS: Pays(
        challenge=_bads,
        one=_a_bad_each,
        stands=lambda player: (player.score,),
        sooner=0.25,
        after=(-1.63, -2.41, 2.38, -0.63, 0.75, -0.25, 1.26),
    ),
    Price.SHED: Pays(
        challenge=_shed,
        one=_never,
        stands=_shed_so_far,
        sooner=-0.15,
        after=(-2.98, 0.6, 3.42, 0.6, -0.67, -1.29, 0.25),
        is_final=lambda player: player.shed_in > 0,
    ),
    Price.LIVES: Pays(
        challenge=_a_life,
        one=_a_life_each,
        stands=lives.stands,
        sooner=0.12,
        after=(-1.55, -3.51, 1.63, 0.96, 0.74, 1.18, 0.09),  # as with forfeits, since the pool keeps its size, too
        is_final=lambda player: not player.lives,
        back=_a_life_back,
    ),
}
"""The facts of each price."""

LOSSES: Mapping[Loss, Callable[[Revealed], int]] = {
    Loss.ONE: lambda _: 1,
    Loss.DIFFERENCE: lambda showdown: max(1, abs(showdown.count - showdown.quantity)),
}
"""The number of dice that the loser loses (P2): one, or the difference between the count and the bid (at least one)."""
