"""Read and write whole games as plain text, in the notation of RECORD.md.

`text.py` reads the lines, `header.py` the head, and `claims.py` the assertions. `core/notation.py` and each family's
own notation define how events are written. `replay.py` reads records, `write.py` writes them, and `verify.py` checks
their throws against the seed.
"""

from engine.record.header import Header, game_lines
from engine.record.replay import Replay, replay
from engine.record.text import Disagrees, NoRecord, Problem
from engine.record.verify import Line, Unproven, verified
from engine.record.write import head, played, write

__all__ = [
    "Disagrees",
    "Header",
    "Line",
    "NoRecord",
    "Problem",
    "Replay",
    "Unproven",
    "game_lines",
    "head",
    "played",
    "replay",
    "verified",
    "write",
]
