"""The five dice of the cup, followed from the events alone, and what they are worth (K10, K11)."""

from collections import Counter
from typing import Any

KINDS = ("high", "pair", "twopair", "trips", "straight", "full", "quads", "quints")
"""Low to high."""

Claim = tuple[str, list[int], list[int]]
"""A kind, its own faces, and the other dice named, as events have it."""


class Cup:
    """What lies under the cup and what on the table."""

    def __init__(self, straights: bool) -> None:
        self._straights = straights
        self._under: list[int] = []
        self._table: list[int] = []

    def dice(self) -> list[int]:
        """All five, the lowest first."""
        return sorted(self._under + self._table)

    def take(self, event: dict[str, Any]) -> None:
        """Go on by one event."""
        match event["event"]:
            case "roll-under":
                self._under = list(event["dice"])
                if len(self._under) == 5:
                    self._table = []
            case "show":
                for die in event["dice"]:
                    self._under.remove(die)
                    self._table.append(die)
            case "cover":
                for die in event["dice"]:
                    self._table.remove(die)
                    self._under.append(die)
            case "roll-table":
                self._table.remove(event["was"])
                self._table.append(event["now"])
            case "slip":
                self._under.remove(event["was"])
                self._under.append(event["now"])

    def reaches(self, claim: Claim) -> bool:
        """Whether what lies there is as good as a claim, or better (K12)."""
        kind, faces, others = claim
        if not others and kind in ("pair", "twopair", "trips", "quads"):
            others = [min({1, 2, 3} - set(faces))]  # K11: what is not named is the lowest that it can be
        hand, named = self._hand(), (KINDS.index(kind), *faces, *others)
        return hand >= named

    def _hand(self) -> tuple[int, ...]:
        dice = self.dice()
        if self._straights and dice in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]):
            return KINDS.index("straight"), dice[-1]
        many = Counter(dice)
        faces = sorted(many, key=lambda face: (-many[face], -face))
        kind = {5: "high", 4: "pair", 1: "quints"}.get(len(many))
        if kind is None:
            most = many[faces[0]]
            kind = ("twopair" if most == 2 else "trips") if len(many) == 3 else "full" if most == 3 else "quads"
        return KINDS.index(kind), *faces
