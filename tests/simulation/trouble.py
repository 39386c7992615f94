"""Simulate trouble between the bot and Discord. It lasts for some time and affects a share of the requests."""

import fnmatch
from collections import Counter
from random import Random
from typing import Literal

import msgspec

Kind = Literal[
    "slow", "500", "502", "503", "429", "global 429", "reset", "lost", "late 502", "403", "down",  # requests
    "late", "stall", "twice", "close", "forget",  # the gateway
]  # fmt: skip
REQUESTS: tuple[Kind, ...] = (
    *("slow", "500", "502", "503", "429", "global 429"),
    *("reset", "lost", "late 502", "403", "down"),
)


class Trouble(msgspec.Struct, frozen=True):
    """Describes one kind of trouble.

    For `seconds` from `at` on, a `share` of the requests that match `path` fail or are delayed.
    """

    at: float
    seconds: float
    kind: Kind
    path: str = "*"
    share: float = 1.0


class Troubles:
    """Holds the trouble that exists now.

    `met` counts the requests and events that each kind of trouble has affected.
    """

    def __init__(self, luck: Random) -> None:
        self._luck = luck
        self._now: list[Trouble] = []
        self.met: Counter[str] = Counter()

    def begin(self, trouble: Trouble) -> None:
        """Begin this trouble."""
        self._now.append(trouble)

    def end(self, trouble: Trouble) -> None:
        """End this trouble."""
        self._now = [each for each in self._now if each is not trouble]

    def calm(self) -> None:
        """End all trouble."""
        self._now.clear()

    def request(self, method: str, path: str) -> Kind | None:
        """Return the kind of trouble that affects this request, or None."""
        return self._meets(REQUESTS, f"{method} {path}")

    def gateway(self, kind: Kind) -> bool:
        """Return whether trouble of this kind affects the next gateway event."""
        return self._meets((kind,), "gateway") is not None

    def is_down(self) -> bool:
        """Return whether Discord is out of reach."""
        return any(each.kind == "down" for each in self._now)

    def _meets(self, kinds: tuple[Kind, ...], what: str) -> Kind | None:
        for each in self._now:
            if each.kind in kinds and fnmatch.fnmatchcase(what, each.path) and self._luck.random() < each.share:
                self.met[each.kind] += 1
                return each.kind
        return None
