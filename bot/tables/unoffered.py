"""The rules that the engine plays, but that no table offers."""

from engine.games import AnyRules


def is_offered(rules: AnyRules) -> bool:
    """Return whether a table may have these rules: it sheds dice only along with a poll (P4)."""
    return rules.costs.sheds == (getattr(rules, "verdict", None) == "poll")
