"""What was stored in an older form, told in today's: plain JSON values in, plain JSON values out.

Stored events and snapshots carry the number of their form. A step takes form n to form n + 1 and is never changed
again; reading goes up all the steps that are missing, so that only the newest form has code to read it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

FORM = 1
"""The form in which events and snapshots are written now."""

Plain = dict[str, Any]
Events = list[Plain]

EVENT_STEPS: Mapping[int, Callable[[Events], Events]] = {}
"""By the form that a step starts from. It is given a game's events from the first on, and gives as many."""


def upcast(events: Sequence[Plain], forms: Sequence[int]) -> Events:
    """A game's events from the first on, each in its form, all in today's.

    A game that was played across a change of forms has older ones first: `forms` never falls.
    """
    told = list(events)
    for form in range(min(forms, default=FORM), FORM):
        older = sum(each <= form for each in forms)
        told[:older] = EVENT_STEPS[form](told[:older])
    return told
