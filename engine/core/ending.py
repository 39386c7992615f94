"""The ends of a game by the thing that decides it (E1, E2, E3, E5, L3), shared by all families; and prices."""

from collections.abc import Callable
from typing import Any

import msgspec

from engine.core.events import End, GameOver
from engine.core.policies import Policy
from engine.core.results import is_majority
from engine.core.state import State


class Takes(Policy):
    """The thing that a price takes or gives: it decides the game, and may give it an end of its own."""

    FORFEITS = "forfeits"
    DICE = "dice"
    BADS = "bads"


class Costs(msgspec.Struct, frozen=True):
    """The properties of a price.

    - `takes`: the thing that is paid.
    - `owes`: whether it makes somebody owe a forfeit if there is no stake in words.
    - `by_loss`: whether it may take more than one (P2).
    - `sheds`: whether a poll decides who pays, and players with nothing left have won (P4); otherwise they are out
      (P2).
    """

    takes: Takes
    owes: bool = True
    by_loss: bool = False
    sheds: bool = False


class Priced(msgspec.Struct, frozen=True):
    """Rules with a price."""

    @property
    def costs(self) -> Costs:
        """Return the properties of these rules' price."""
        raise NotImplementedError

    def counts_dice(self) -> bool:
        """Return whether dice decide the game, so that a player without dice is out of it."""
        return self.costs.takes is Takes.DICE

    def counts_forfeits(self) -> bool:
        """Return whether forfeits decide the game, which then has no end of its own."""
        return self.costs.takes is Takes.FORFEITS

    def counts_bads(self) -> bool:
        """Return whether bads decide the game, so that the worst wash up and nobody else has lost."""
        return self.costs.takes is Takes.BADS

    def owes_forfeits(self) -> bool:
        """Return whether somebody owes a forfeit if there is no stake in words (P1, P3, P4)."""
        return self.costs.owes

    def runs_out(self) -> bool:
        """Return whether a player may have nothing left to pay with, so that the game has an end of its own (E3)."""
        return self.counts_dice()


Stands = Callable[[Any], tuple[int, ...]]
"""A player's position by the thing that a price takes, more being better."""


def best(state: State, why: End, stands: Stands) -> GameOver:
    """Return the result if a game ended now (E5): the best of those still in win, never leavers (L1)."""
    amounts = [stands(player) for player in state.players]
    most = max((amounts[seat] for seat in state.circle), default=())
    return GameOver(why, winners=tuple(seat for seat in state.seats_in() if amounts[seat] == most))


def at_showdown(state: State, rules: Any, stands: Stands) -> GameOver | None:
    """Return the result if the showdown just settled ends the game; None if it goes on.

    E3: a player who alone has something left wins. Otherwise, in this order: the last round or the time limit (E1), a
    majority for quitting (E2).
    """
    if state.is_deserted():
        return best(state, End.DICE, stands)
    if state.is_last_round(rules.rounds):
        return best(state, End.TIME if state.time_up else End.ROUNDS, stands)
    return at_voices(state, rules, stands)


def at_departure(state: State, rules: Any, stands: Stands) -> GameOver | None:
    """Return the result if too few players are left (L3) or a majority wants to quit (E2)."""
    return best(state, End.DESERTED, stands) if state.is_deserted() else at_voices(state, rules, stands)


def at_voices(state: State, rules: Any, stands: Stands) -> GameOver | None:
    """Return the result if a majority wants to quit (E2); there is none if players may be out."""
    if not is_majority(state.voices(state.circle), len(state.circle)):
        return None
    return GameOver(End.QUITS) if rules.runs_out() else best(state, End.QUITS, stands)
