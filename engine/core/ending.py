"""Determine when a game of any family ends (E1, E2, E3, E5, L3), and define the properties of prices."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engine.core.events import End, GameOver
from engine.core.policies import Policy, Price
from engine.core.results import is_majority
from engine.core.state import State


class Takes(Policy):
    """The things that a price can take from players. The price of a game also determines what decides the game."""

    FORFEITS = "forfeits"
    DICE = "dice"
    BADS = "bads"
    LIVES = "lives"


class Costs(msgspec.Struct, frozen=True):
    """The properties of a price.

    - `takes`: what players pay with.
    - `owes`: whether players owe forfeits even if no stake was set in words.
    - `by_loss`: whether a showdown may take more than one die (P2).
    - `sheds`: whether dice are shed. Then a player with no dice left has won (P4), and otherwise such a player is out.
    """

    takes: Takes
    owes: bool = True
    by_loss: bool = False
    sheds: bool = False


COSTS: Mapping[Price, Costs] = {
    Price.FORFEIT: Costs(Takes.FORFEITS),
    Price.DIE: Costs(Takes.DICE, owes=False, by_loss=True),
    Price.BADS: Costs(Takes.BADS),
    Price.SHED: Costs(Takes.DICE, sheds=True),
    Price.LIVES: Costs(Takes.LIVES, owes=False),
}
"""The properties of each price."""


class Priced(msgspec.Struct, frozen=True):
    """The base class of rules that have a price."""

    @property
    def costs(self) -> Costs:
        """Return the properties of the price in these rules."""
        raise NotImplementedError

    def counts_dice(self) -> bool:
        """Return whether dice decide the game, so that a player without dice is out."""
        return self.costs.takes is Takes.DICE

    def counts_forfeits(self) -> bool:
        """Return whether forfeits decide the game.

        Players cannot run out of forfeits, so such a game does not end by itself.
        """
        return self.costs.takes is Takes.FORFEITS

    def counts_bads(self) -> bool:
        """Return whether bads decide the game: the players with the most bads wash up, and nobody else loses."""
        return self.costs.takes is Takes.BADS

    def counts_lives(self) -> bool:
        """Return whether lives decide the game, so that a player without lives is out (P7)."""
        return self.costs.takes is Takes.LIVES

    def owes_forfeits(self) -> bool:
        """Return whether players owe forfeits even if no stake was set in words (P1, P3, P4)."""
        return self.costs.owes

    def runs_out(self) -> bool:
        """Return whether players can run out of what they pay with. Such a game ends by itself (E3)."""
        return self.counts_dice() or self.counts_lives()


Stands = Callable[[Any], tuple[int, ...]]
"""A function that returns a player's position, as the price measures it. A greater tuple is better."""


def best(state: State, why: End, stands: Stands) -> GameOver:
    """Return the result of ending the game now (E5).

    Of the players still in, those with the best position win. Players who left never win (L1).
    """
    amounts = [stands(player) for player in state.players]
    most = max((amounts[seat] for seat in state.circle), default=())
    return GameOver(why, winners=tuple(seat for seat in state.seats_in() if amounts[seat] == most))


def at_showdown(state: State, rules: Any, stands: Stands) -> GameOver | None:
    """Return the result if the showdown that was just settled ends the game, otherwise None.

    E3: the game ends if fewer than two players have anything left to pay with. The last round and the time limit (E1)
    are checked next, and then a majority for quitting (E2).
    """
    if state.is_deserted():
        return best(state, End.LIVES if rules.counts_lives() else End.DICE, stands)
    if state.is_last_round(rules.rounds):
        return best(state, End.TIME if state.time_up else End.ROUNDS, stands)
    return at_voices(state, rules, stands)


def at_departure(state: State, rules: Any, stands: Stands) -> GameOver | None:
    """Return the result if too few players are left (L3) or a majority wants to quit (E2), otherwise None."""
    return best(state, End.DESERTED, stands) if state.is_deserted() else at_voices(state, rules, stands)


def at_voices(state: State, rules: Any, stands: Stands) -> GameOver | None:
    """Return the result if a majority wants to quit (E2), otherwise None.

    The result has no winners if players can run out of what they pay with.
    """
    if not is_majority(state.voices(state.circle), len(state.circle)):
        return None
    return GameOver(End.QUITS) if rules.runs_out() else best(state, End.QUITS, stands)
