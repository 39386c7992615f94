"""The values of rules that a family of games does not have."""

from engine.options import OPTIONS

CUP = "single-cup"

UNOFFERED_VALUES = {
    "price": {CUP: frozenset({"die", "bads", "shed"})},
    "opens": {CUP: frozenset({"next"})},
}
"""Values that no page offers, by the option and the family."""


def offered_words(option: str, family: str = "common-hand") -> tuple[str, ...]:
    """Return the values of an option that pages of the family offer, or () if there are many."""
    gone = UNOFFERED_VALUES.get(option, {}).get(family, frozenset())
    return tuple(word for word in OPTIONS[option].words() if word not in gone)
