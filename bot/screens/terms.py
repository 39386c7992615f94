"""What a table has agreed on, in words: how long, how fast, for what, and which house rules."""

import re
from datetime import timedelta

from bot.screens import paces
from bot.screens.families import presenter
from bot.screens.house_rules import differences, rule_name
from bot.screens.variants import told
from bot.screens.variants.switches import WAIT_SETTLED
from bot.screens.variants.told import Switch
from bot.tables.model import Setup
from bot.tables.pace import PaceName
from bot.words.language import _, ngettext
from bot.words.lists import either
from engine.games import AnyRules

CLOCKS = (30, 60, 180, 600, 3600, 86400, 604800)
"""The lengths of a turn that are offered, in seconds."""


def span(seconds: int) -> str:
    """A length of time in words: "3 minutes", "2 days"."""
    whole = timedelta(seconds=seconds)
    if seconds % 86400 == 0:
        return ngettext("{n} day", "{n} days", whole.days).format(n=whole.days)
    if seconds % 3600 == 0:
        return ngettext("{n} hour", "{n} hours", seconds // 3600).format(n=seconds // 3600)
    if seconds % 60 == 0:
        return ngettext("{n} minute", "{n} minutes", seconds // 60).format(n=seconds // 60)
    return ngettext("{n} second", "{n} seconds", seconds).format(n=seconds)


def terms(setup: Setup, rules: AnyRules) -> list[str]:
    """What this table has agreed on: how long and how fast it plays, by which house rules; and what a loser must do."""
    shown = presenter(rules)
    ends, played_for = shown.price(setup, rules) if shown is not None else ([], [])
    clock = _("⏳ {time} a turn").format(time=span(setup.clock)) if setup.clock else _("⏳ no clock")
    return [" · ".join([_length(rules, ends), clock, *_pace(setup), *_extras(setup)]), *played_for]


def pot(rules: AnyRules) -> list[str]:
    """E6: what everybody puts in, and that it is worth nothing."""
    if not rules.ante:
        return []
    words = ngettext(
        "🪙 {n} chip each, never bought, sold or given",
        "🪙 {n} chips each, never bought, sold or given",
        rules.ante,
    )
    return [words.format(n=rules.ante)]


def _pace(setup: Setup) -> list[str]:
    """The pace, where it is not the usual one."""
    told = paces.told(setup.pace)
    return [f"{told.emoji} {told.name}"] if setup.pace is not PaceName.EASY else []


def _length(rules: AnyRules, own: list[str]) -> str:
    ends = []
    if rules.rounds is not None:
        ends.append(ngettext("{n} round", "{n} rounds", rules.rounds).format(n=rules.rounds))
    if rules.minutes is not None:
        ends.append(ngettext("{n} minute", "{n} minutes", rules.minutes).format(n=rules.minutes))
    ends += own
    return _("🏁 {ends}").format(ends=either(ends)) if ends else _("🏁 until you call it quits")


def option_name(word: str) -> str:
    """An option of RECORD.md as the host's form calls it; one that is not in the form by the record's own word."""
    match word:
        case "rounds":
            return _("Rounds")
        case "minutes":
            return _("Minutes")
        case "bads":
            return _("Bads")
        case _:
            return rule_name(word) or f"`{word}`"


def option_values(allowed: str) -> str:
    """What an option takes: numbers in words ("1-100 or none"), other values by the record's own words."""
    found = re.fullmatch(r"(\d+)-(\d+)( or none)?", allowed)
    if found is None:
        return f"`{allowed}`"
    words = _("{low} to {high}, or nothing") if found[3] else _("{low} to {high}")
    return words.format(low=found[1], high=found[2])


def is_on(switch: Switch, setup: Setup) -> bool:
    """Whether the table plays by this house rule."""
    if switch.option == WAIT_SETTLED:
        return setup.wait_settled
    return setup.options.get(switch.option) == switch.value


def _extras(setup: Setup) -> list[str]:
    """The house rules in which a table differs from what is proposed."""
    settled = [switch.label for switch in told(setup.variant).switches if switch.option == WAIT_SETTLED]
    return [*differences(setup), *(settled if setup.wait_settled else [])]
