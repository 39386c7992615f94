"""Deliberate faults, which the bot has to survive. A seed decides which of the matching requests they hit."""

from __future__ import annotations

import collections
import fnmatch
import random
import re
from typing import Literal

import msgspec

Kind = Literal["429", "500", "502", "503", "slow", "reset", "lost", "late", "close"]


#: Matches the varying parts of a route: ids, and an interaction's token after its id.
_PART = re.compile(r"(?<=^/webhooks/)\d+/[^/]+|(?<=^/interactions/)\d+/[^/]+|(?<=/)\d+(?=/|$)")


class Fault(msgspec.Struct, forbid_unknown_fields=True):
    """One kind of fault, and the requests that it hits.

    `kind` is one of these:

    - `429` (with Retry-After), `500`, `502` or `503`: the request fails with this status.
    - `slow`: the answer comes after `seconds`.
    - `reset`: the connection is cut before anything is done.
    - `lost`: the request is carried out, and then the connection is cut.
    - `late`: the request is carried out, and then answered with 502.
    - `close`: the request is carried out, and the gateway closes with `code`.

    `path` and `method` are patterns with `*`. `share` is the fraction of matching requests that are hit (0-1). `times`
    limits the number of hits.
    """

    kind: Kind
    path: str = "*"
    method: str = "*"
    share: float = 1.0
    times: int | None = None
    seconds: float = 1.0
    shared: bool = False  # a 429 for the whole bot ("global")
    code: int = 4000


class Plan(msgspec.Struct, forbid_unknown_fields=True):
    """A list of faults, and the seed that decides which requests they hit."""

    faults: list[Fault] = []
    seed: int = 0


class Faults:
    """Decides which fault hits a request."""

    def __init__(self, plan: Plan | None = None) -> None:
        self.hits: collections.Counter[str] = collections.Counter()
        self.seen: collections.Counter[str] = collections.Counter()
        self.plan = Plan()
        self.use(plan or Plan())

    def use(self, plan: Plan) -> None:
        """Follow this plan from now on, starting from its seed. Raises `ValueError` if the plan is invalid."""
        for fault in plan.faults:
            if not 0 <= fault.share <= 1 or fault.seconds < 0:
                raise ValueError("share lies between 0 and 1, and seconds are not negative")
        self.plan = plan
        self._dice = random.Random(plan.seed)  # noqa: S311 -- the faults must be repeatable, not secret

    def strike(self, method: str, path: str) -> Fault | None:
        """Count a request under its route, and return the fault that hits it, or None."""
        self.seen[f"{method} {_PART.sub('*', path)}"] += 1
        for fault in self.plan.faults:
            if fault.times == 0 or not fnmatch.fnmatchcase(method, fault.method):
                continue
            if not fnmatch.fnmatchcase(path, fault.path) or self._dice.random() >= fault.share:
                continue
            if fault.times is not None:
                fault.times -= 1
            self.hits[fault.kind] += 1
            return fault
        return None
