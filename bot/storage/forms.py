"""What was kept in an older form, told in today's: plain JSON values in, plain JSON values out.

The events of a kept game carry the number of their form (`engine.core.events.FORM`). A step takes a game from form n to
form n + 1 and is never changed again; reading goes up all the steps that are missing, so that only the newest form has
code to read it. Tables, whose snapshots change with their events, are carried over by the revisions in migrations/.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.events import FORM

Plain = dict[str, Any]
Step = Callable[[Sequence[Plain]], list[Plain]]

OLDEST = 2
"""The form in which the first games were kept."""

STEPS: Mapping[int, Step] = {}
"""By the form that a step starts from; none may be missing from the oldest form on."""


def upcast(events: Sequence[Plain], form: int) -> list[Plain]:
    """The events of a game in today's form, from `form`."""
    told = list(events)
    for each in range(form, FORM):
        told = STEPS[each](told)
    return told
