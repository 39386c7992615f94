"""The rules that the engine plays, but that no table offers yet, because they have no screens."""

from engine.games import AnyRules
from engine.options import OPTIONS

UNOFFERED = frozenset({"lives", "equal", "cup-wild", "mia", "give-up"})
"""The options that no table offers yet."""


def is_offered(rules: AnyRules) -> bool:
    """Return whether a table may have these rules.

    A table has neither an unoffered option nor lives (P7), and sheds dice only along with a poll (P4).
    """
    own = (OPTIONS[word] for word in UNOFFERED if OPTIONS[word].is_of(rules))
    if rules.counts_lives() or any(option.of(rules) != option.usual for option in own):
        return False
    return rules.costs.sheds == (getattr(rules, "verdict", None) == "poll")
