"""Computer players: they see a View, never a game, and play by the odds.

`odds.py` says how likely a bid is, `bids.py` what to do about it; `cup_odds.py` and `cup.py` do the same for the
game of the cup. All chance comes in as one number.
"""

from engine.common_hand import players as bids
from engine.common_hand.players import BANG
from engine.core.standings import is_majority
from engine.games import AnyAction, AnyView
from engine.single_cup import players as cup
from engine.single_cup.view import CupView


def choose(view: AnyView, draw: float) -> AnyAction:
    """What `view.seat`, who is awaited, does; `draw`, from 0 up to but not 1, is its mood."""
    return cup.choose(view, draw) if isinstance(view, CupView) else bids.choose(view, draw)


def would_bang(view: AnyView, draw: float) -> bool:
    """Whether `view.seat` cries out of turn. See `bids.would_bang`; in the cup only the receiver may challenge (K2)."""
    return not isinstance(view, CupView) and bids.would_bang(view, draw)


def joins_quitting(view: AnyView, people: tuple[int, ...]) -> bool:
    """L4: whether a computer player adds its voice: once most of the `people` (seats) still in have said so."""
    return view.legal.quit and is_majority([view.players[seat].quits for seat in people if seat in view.still_in])


def up_first(view: AnyView, leaver: int, people: tuple[int, ...]) -> tuple[int, ...]:
    """The computer players that leave before `leaver`, after whom none of the `people` (seats) would be in.

    Where bads decide, whoever leaves too few washes up (L3), and that is no computer: all but one of them leave first.
    """
    if not view.rules.counts_bads() or leaver not in view.still_in:
        return ()
    computers = tuple(seat for seat in view.still_in if seat not in people)
    return computers[1:] if len(computers) == len(view.still_in) - 1 else ()


__all__ = ["BANG", "choose", "joins_quitting", "up_first", "would_bang"]
