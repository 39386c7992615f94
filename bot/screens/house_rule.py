"""What a house rule is: an option of RECORD.md as a host chooses it, each value with what it changes for players."""

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


class HouseRule(msgspec.Struct, frozen=True):
    """An option by its word, what is asked, and the values that it may have."""

    option: str
    name: str
    values: tuple[Value, ...]


class RulesPage(msgspec.Struct, frozen=True):
    """House rules that stand together on a page; at most five of them fit."""

    title: str
    emoji: str
    rules: tuple[HouseRule, ...]


def on_off(option: str, name: str, on: str, off: str, gone: dict[str, str] = {}) -> HouseRule:  # noqa: B006 - read only
    """A house rule that is on or off, each with what that means; `gone` are other options that go when it does."""
    return HouseRule(option, name, (Value("on", name, on), Value("off", _("{rule}: no").format(rule=name), off, gone)))
