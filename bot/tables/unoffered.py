"""The rules that the engine plays, but that no table offers yet, because they have no screens."""

from engine.games import AnyRules
from engine.options import OPTIONS

UNOFFERED = frozenset({"show"})
"""The options that no table offers yet."""


def is_offered(rules: AnyRules) -> bool:
    """Return whether a table may have these rules.

    A table has no unoffered option, and sheds dice only along with a poll (P4).
    """
    own = (OPTIONS[word] for word in UNOFFERED if OPTIONS[word].is_of(rules))
    if any(option.of(rules) != option.usual for option in own):
        return False
    return rules.costs.sheds == (getattr(rules, "verdict", None) == "poll")
