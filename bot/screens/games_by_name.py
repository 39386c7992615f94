"""Games by the names that people type: the presets, and the house rules that their server keeps."""

from collections.abc import Sequence
from difflib import get_close_matches

from bot.preferences.named_rules import NamedRules, key
from bot.screens import named_rules, variants
from bot.words.language import speaking

Completions = list[tuple[str, str]]
"""As it is shown, and the value."""


def preset(typed: str) -> str | None:
    """The preset of that name, by its word or its title, here or in English; None for no such."""
    return _presets().get(key(typed))


def completions(kept: Sequence[NamedRules], typed: str) -> Completions:
    """What may be opened, as far as it goes with what is typed: the presets first."""
    games = [(variants.told(name).title, name) for name in variants.offered()]
    return _going_with(typed, games) + of_names(kept, typed)


def of_names(kept: Sequence[NamedRules], typed: str) -> Completions:
    """Of the rules that a server keeps those that go with what is typed."""
    return _going_with(typed, [(f"{rules.name} · {named_rules.game(rules)}", rules.name) for rules in kept])


def nearest(kept: Sequence[NamedRules], typed: str, presets: bool = True) -> str:
    """The name that comes near what is typed; "" for none."""
    titles = [variants.told(name).title for name in variants.offered()] if presets else []
    named = {key(name): name for name in [*titles, *(rules.name for rules in kept)]}
    words = {name: variants.told(name).title for name in variants.offered()} if presets else {}
    found = get_close_matches(key(typed), [*named, *words], n=1, cutoff=0.5)
    return {**words, **named}[found[0]] if found else ""


def _presets() -> dict[str, str]:
    found: dict[str, str] = {}
    for name in variants.offered():
        found |= {key(variants.told(name).title): name, name: name}
        with speaking(""):
            found[key(variants.told(name).title)] = name
    return found


def _going_with(typed: str, games: Completions) -> Completions:
    return [(shown, value) for shown, value in games if key(typed) in key(shown) or key(typed) in key(value)]
