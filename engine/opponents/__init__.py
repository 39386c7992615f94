"""Computer players: they see a View, never a game, and play by the odds.

`odds.py` says how likely a bid is; `bids.py` what to do about it. All chance comes in as one number.
"""

from engine.opponents.bids import BANG, choose, joins_quitting, would_bang

__all__ = ["BANG", "choose", "joins_quitting", "would_bang"]
