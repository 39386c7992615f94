"""The values of options that the engine plays, but that no page of house rules offers yet."""

from engine.options import OPTIONS

UNOFFERED_VALUES = {"price": frozenset({"lives"})}
"""Values that no page offers, by the option. `bot/tables/unoffered.py` has whole options."""


def offered_words(option: str) -> tuple[str, ...]:
    """Return the values of an option that pages offer, or () if there are many."""
    return tuple(word for word in OPTIONS[option].words() if word not in UNOFFERED_VALUES.get(option, ()))
