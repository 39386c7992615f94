"""The notation of RECORD.md: whole games as plain text, read and written.

`text.py` has the lines, `header.py` the head, `claims.py` what a record asserts; what events are called stands in
`core/notation.py` and each family's own; `replay.py` reads, `write.py` writes, `verify.py` holds the throws against
the seed.
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
