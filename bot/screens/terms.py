"""What a table has agreed on, in words: how long, how fast, for what, and which house rules."""

import re

from bot.screens import paces
from bot.screens.clocks import span
from bot.screens.families import presenter
from bot.screens.house_rules import IN_THE_LOBBY, differences, rule_name
from bot.screens.variants import Switch, told
from bot.tables.model import WAIT_SETTLED, Setup
from bot.tables.pace import PaceName
from bot.words.cleaning import escaped
from bot.words.language import _, ngettext
from bot.words.lists import either
from engine.games import AnyRules
from engine.options import CHANCE, LONGEST_STAKE, WORDS


def title(setup: Setup) -> str:
    """What is played: the game, and the name by which the server keeps these rules of it."""
    game = told(setup.variant).title
    return _("*{name}* · {game}").format(name=escaped(setup.called), game=game) if setup.called else game


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
        case "verdict":
            return _("Who is judged")
        case "variant":
            return _("This game")
        case _:
            return rule_name(word) or f"`{word}`"


def option_values(allowed: str) -> str:
    """What an option takes: numbers in words ("1-100 or none"), other values by the record's own words."""
    if allowed == CHANCE:
        return _("a chance from 0 to 1, such as “1 in 50”, “2 %” or “0.02”")
    if allowed == WORDS:
        return _("up to {n} characters").format(n=LONGEST_STAKE)
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
    """The house rules in which a table differs from what is proposed, but those that stand in lines of their own."""
    return [*differences(setup, IN_THE_LOBBY), *_settled(setup)]


def differing(setup: Setup) -> list[str]:
    """All the house rules in which a table differs from what is proposed for its game."""
    return [*differences(setup), *_settled(setup)]


def _settled(setup: Setup) -> list[str]:
    settled = [switch.label for switch in told(setup.variant).switches if switch.option == WAIT_SETTLED]
    return settled if setup.wait_settled else []
