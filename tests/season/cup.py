"""Follow the dice of one cup from the events alone, and compare them with claims (K10, K11, K16)."""

from collections import Counter
from itertools import product
from typing import Any

KINDS = ("high", "pair", "twopair", "trips", "straight", "full", "quads", "quints")
"""The kinds of hands, beginning with the lowest."""

Claim = tuple[str, list[int], list[int]]
"""A claim as the events store it: the kind, the faces of the kind, and the other dice that are named."""


class Cup:
    """Holds the dice under the cup and on the table, and the dice that each player has seen."""

    def __init__(self, many: int, straights: bool) -> None:
        self.many = many
        """The number of dice: five, or two in Mia."""
        self._straights = straights
        self._under: list[int] = []
        self._table: list[int] = []
        self._seen: dict[int | None, list[int]] = {}
        """The dice under the cup as each player last saw them since the roll.

        The key None stands for players who have only seen which dice were put under the cup.
        """

    def dice(self) -> list[int]:
        """Return all dice, beginning with the lowest."""
        return sorted(self._under + self._table)

    def take(self, event: dict[str, Any]) -> None:
        """Update the dice, and what players have seen of them, with one event."""
        match event["event"]:
            case "roll-under":
                self._under, self._seen = list(event["dice"]), {}
                if len(self._under) == self.many:
                    self._table = []
            case "peek" | "look":
                self._seen[event["seat"]] = list(self._under)
            case "show":
                for die in event["dice"]:
                    self._under.remove(die)
                    self._table.append(die)
                self._seen = {who: self._left(seen, event["dice"]) for who, seen in self._seen.items()}
            case "cover":
                for die in event["dice"]:
                    self._table.remove(die)
                    self._under.append(die)
                self._seen = {who: seen + event["dice"] for who, seen in ({None: list[int]()} | self._seen).items()}
            case "roll-table":
                self._table.remove(event["was"])
                self._table.append(event["now"])
            case "slip":
                self._under.remove(event["was"])
                self._under.append(event["now"])

    def reaches(self, claim: Claim) -> bool:
        """Return whether the dice are at least as good as a claim (K12)."""
        return self._reaches(self.dice(), claim)

    def likely(self, seat: int, claim: Claim) -> float:
        """Return the chance that a claim is true, as a player sees it.

        The player knows the dice on the table, and the dice under the cup that they last saw. All other dice are
        unknown.
        """
        known = self._table + self._seen.get(seat, self._seen.get(None, []))
        fallen = list(product(range(1, 7), repeat=self.many - len(known)))
        return sum(self._reaches(sorted([*known, *dice]), claim) for dice in fallen) / len(fallen)

    def _left(self, seen: list[int], out: list[int]) -> list[int]:
        """Return the dice that a player remembers under the cup, without the dice that came out.

        If the result has more dice than the cup, a die has slipped, so the memory is wrong. Then return an empty list.
        """
        left = list(seen)
        for die in out:
            if die in left:
                left.remove(die)
        return left if len(left) <= len(self._under) else []

    def _reaches(self, dice: list[int], claim: Claim) -> bool:
        kind, faces, others = claim
        if kind == "two-dice":
            return _of_two(dice) >= _of_two(faces)
        if not others and kind in ("pair", "twopair", "trips", "quads"):
            others = [min({1, 2, 3} - set(faces))]  # K11: a die that is not named has the lowest possible face
        hand, named = self._hand(dice), (KINDS.index(kind), *faces, *others)
        return hand >= named

    def _hand(self, dice: list[int]) -> tuple[int, ...]:
        if self._straights and dice in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]):
            return KINDS.index("straight"), dice[-1]
        many = Counter(dice)
        faces = sorted(many, key=lambda face: (-many[face], -face))
        kind = {5: "high", 4: "pair", 1: "quints"}.get(len(many))
        if kind is None:
            most = many[faces[0]]
            kind = ("twopair" if most == 2 else "trips") if len(many) == 3 else "full" if most == 3 else "quads"
        return KINDS.index(kind), *faces


def _of_two(dice: list[int]) -> tuple[int, ...]:
    """Return the rank of two dice: 21 is the highest, then come two equal dice, and then the others (K16)."""
    low, high = sorted(dice)
    return (2 if (high, low) == (2, 1) else int(high == low)), high, low
