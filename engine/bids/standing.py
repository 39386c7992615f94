"""How everybody stands in a game of bids, by whatever decides it."""

from engine.bids.rules import Price
from engine.bids.state import Player, State
from engine.core.story import Standing


def standing(state: State) -> Standing:
    """How everybody who has not left stands, more being better; in a playoff the two alone (E4)."""
    if state.playing_off:
        return {seat: (state.players[seat].dice,) for seat in state.playing_off if not state.players[seat].left}
    return {seat: _stands(state.rules.price, player) for seat, player in enumerate(state.players) if not player.left}


def _stands(price: Price, player: Player) -> tuple[int, ...]:
    """The fewest forfeits (E5), goods minus bads (P3), the most dice (P2), or the fewest, none first (P4)."""
    match price:
        case Price.FORFEIT:
            return (-player.forfeits,)
        case Price.BADS:
            return (player.score,)
        case Price.SHED:
            return (1, -player.shed_in) if player.shed_in else (0, -player.dice)
        case _:
            return (player.dice,)
