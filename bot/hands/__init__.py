"""Hands as people type and say them: words in, claims out, and back (K10, K11).

A claim is typed in any way that a bar would understand. Each word becomes a part; numbers that count ("three fives",
"three of a kind", "a pair of") become heads; what is left are the faces, with what joined them. The order in which
people name two pairs or other dice is put right here; everything else that K11 refuses is left to the engine.
"""

from bot.hands.reading import LONGEST, read_claim
from bot.hands.saying import claim_spoken

__all__ = ["LONGEST", "claim_spoken", "read_claim"]
