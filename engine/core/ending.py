"""How a game ends by what decides it (E1, E2, E3, E5, L3), alike in all families; and what a price takes."""

from collections.abc import Callable
from typing import Any

import msgspec

from engine.core.events import End, GameOver
from engine.core.policies import Policy
from engine.core.results import is_majority
from engine.core.state import State


class Takes(Policy):
    """What a price takes, or brings: by that a game is decided, and may have an end of its own."""

    FORFEITS = "forfeits"
    DICE = "dice"
    BADS = "bads"


class Costs(msgspec.Struct, frozen=True):
    """What a price says of itself.

    - `takes`: what is paid in.
    - `owes`: whether somebody comes to owe a forfeit by it where there is no stake in words.
    - `by_loss`: whether it may take more than one (P2).
    - `sheds`: whether a poll decides who pays, and who has nothing left has won (P4); otherwise they are out (P2).
    """

    takes: Takes
    owes: bool = True
    by_loss: bool = False
    sheds: bool = False


class Priced(msgspec.Struct, frozen=True):
    """Rules by which something is paid, as their price says."""

    @property
    def costs(self) -> Costs:
        """Return what the price of these rules says of itself."""
        raise NotImplementedError

    def counts_dice(self) -> bool:
        """Return whether dice decide the game, so that a player without dice is not in it any more."""
        return self.costs.takes is Takes.DICE

    def counts_forfeits(self) -> bool:
        """Return whether forfeits decide the game, which then has no end of its own."""
        return self.costs.takes is Takes.FORFEITS

    def counts_bads(self) -> bool:
        """Return whether bads decide the game, so that the worst wash up and nobody else has lost."""
        return self.costs.takes is Takes.BADS

    def owes_forfeits(self) -> bool:
        """Return whether somebody comes to owe a forfeit where there is no stake in words (P1, P3, P4)."""
        return self.costs.owes

    def runs_out(self) -> bool:
        """Return whether somebody may have nothing left to pay with, so that the game has an end of its own (E3)."""
        return self.counts_dice()


Stands = Callable[[Any], tuple[int, ...]]
"""How a player stands by what a price takes, more being better."""


def best(state: State, why: End, stands: Stands) -> GameOver:
    """Return the result as a game stands (E5): the best of those still in win, leavers never do (L1)."""
    amounts = [stands(player) for player in state.players]
    most = max((amounts[seat] for seat in state.circle), default=())
    return GameOver(why, winners=tuple(seat for seat in state.seats_in() if amounts[seat] == most))


def at_showdown(state: State, rules: Any, stands: Stands) -> GameOver | None:
    """Return the result, where the showdown just settled ends the game; None where it goes on.

    E3: where one alone has something left, they win. After that, in this order: the last round is played or the time
    is up (E1), a majority has called it quits (E2).
    """
    if state.is_deserted():
        return best(state, End.DICE, stands)
    if state.is_last_round(rules.rounds):
        return best(state, End.TIME if state.time_up else End.ROUNDS, stands)
    return at_voices(state, rules, stands)


def at_departure(state: State, rules: Any, stands: Stands) -> GameOver | None:
    """Return the result, where too few players are left (L3) or a majority has called it quits (E2)."""
    return best(state, End.DESERTED, stands) if state.is_deserted() else at_voices(state, rules, stands)


def at_voices(state: State, rules: Any, stands: Stands) -> GameOver | None:
    """Return the result, where a majority has called it quits (E2): there is none where players may be out."""
    if not is_majority(state.voices(state.circle), len(state.circle)):
        return None
    return GameOver(End.QUITS) if rules.runs_out() else best(state, End.QUITS, stands)
