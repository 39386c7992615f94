"""What a house rule is: an option of RECORD.md as a host chooses it, each value with what it changes for players."""

from collections.abc import Callable

import msgspec

from bot.words.language import _


class Value(msgspec.Struct, frozen=True):
    """One way to play it: the option's value in RECORD.md's words, and with it perhaps values of others.

    `label` says it by itself, as the lobby does; `about` what it changes for players, in a sentence.
    """

    value: str
    label: str
    about: str
    besides: dict[str, str] = {}


class Typed(msgspec.Struct, frozen=True):
    """Any other value, typed into a form.

    `label` is on the button that opens it, `about` tells what may be typed; `read` makes of that the option's word, and
    leaves what it cannot read as it is (the rules refuse it, and say what would be right); `say` tells any word.
    """

    label: str
    about: str
    read: Callable[[str], str]
    say: Callable[[str], Value]
    longest: int = 20


class HouseRule(msgspec.Struct, frozen=True):
    """An option by its word, what is asked, the values that are offered, and whether any other may be typed."""

    option: str
    name: str
    values: tuple[Value, ...]
    typed: Typed | None = None

    def value(self, word: str) -> Value | None:
        """How it is told that the option has this word; None for one that is on no page."""
        offered = next((each for each in self.values if each.value == word), None)
        return self.typed.say(word) if offered is None and self.typed is not None else offered


class RulesPage(msgspec.Struct, frozen=True):
    """House rules that stand together on a page; at most five of them fit."""

    title: str
    emoji: str
    rules: tuple[HouseRule, ...]


def on_off(option: str, name: str, on: str, off: str, gone: dict[str, str] = {}) -> HouseRule:  # noqa: B006 - read only
    """A house rule that is on or off, each with what that means; `gone` are other options that go when it does."""
    return HouseRule(option, name, (Value("on", name, on), Value("off", _("{rule}: no").format(rule=name), off, gone)))
