"""Build the pages on which a host chooses house rules, and return the set-up after each choice."""

from collections.abc import Container

from msgspec.structs import replace

from bot.presses.game import OpenMore
from bot.presses.lobby import (
    ChooseHouseRule,
    OpenComputers,
    OpenDoor,
    OpenHouseRule,
    OpenHouseRules,
    OpenOptions,
    OpenStakes,
    SendHouseRule,
)
from bot.presses.preferences import OpenNaming
from bot.screens.elements.cards import Choice, Field, Form, Menu, Part, Text
from bot.screens.elements.labels import MORE, SAVE_THESE_RULES, WHAT_LOSERS_OWE
from bot.screens.families import variants
from bot.screens.families.common_house_rules import CLOCK, HouseRule, Typed, Value
from bot.screens.families.presenters import all_house_rules, house_rules
from bot.tables.model import Setup, TableView
from bot.tables.trouble import Code, Trouble
from bot.words.language import _, labelled
from engine.options import OPTIONS, going_along, read_option, rules_for


def page(table: TableView, number: int) -> tuple[Part, ...]:
    """Return page `number` (from 0) of the house rules of this game, or the last page if there are fewer."""
    pages = house_rules(table.rules)
    number = min(number, len(pages) - 1)
    here, wording = pages[number], variants.wording(table.setup.variant)
    # Translators: {page} is a part of the house rules, such as “Dice”.
    head = _("### {emoji} House rules · {page}\n-# {game} · changes take effect right away")
    title = Text(head.format(emoji=here.emoji, page=here.title, game=wording.title))
    asked = (part for rule in here.rules for part in _asked(table, rule))
    return (title, *asked, leaves(table, number))


def _asked(table: TableView, rule: HouseRule) -> tuple[Part, ...]:
    """Return a house rule with the menu of its values. If values can be typed, the last choice opens a form."""
    now = current(table.setup, rule)
    choices = [
        Choice(ChooseHouseRule(table.id, rule.option, number), each.label, each.about[:100], chosen=each == now)
        for number, each in enumerate(rule.values)
    ]
    if rule.typed is not None:
        choices.append(Choice(OpenHouseRule(table.id, rule.option), rule.typed.label, rule.typed.about[:100], "✏️"))
    lines = (now.about if now is not None else "", rule.aside(table.rules))
    about = "".join(f"\n-# {line}" for line in lines if line)
    hint = labelled(rule.name, now.label) if now is not None else rule.name
    # Discord remembers a menu's choice by the menu's name, so the name changes with the table's version.
    return (Text(f"**{rule.name}**{about}"), Menu(f"rule-{rule.option}-{table.version}", hint, tuple(choices)))


STAKES, COMPUTERS, DOOR = -1, -2, -3
"""The numbers of pages that have no rule: what losers owe, the computer players, and who can join."""


def leaves(table: TableView, number: int | None = None) -> Menu:
    """Return the menu of all pages, with page `number` chosen.

    Its first choice leads from a page back to More, and its last one saves the rules under a name.
    """
    owed = Choice(OpenStakes(table.id), _(WHAT_LOSERS_OWE), "", "🃏", chosen=number == STAKES)
    basics = Choice(OpenOptions(table.id), _("The basics"), "", "✏️")
    leaves = [
        Choice(OpenHouseRules(table.id, at), each.title, "", each.emoji, chosen=at == number)
        for at, each in enumerate(house_rules(table.rules))
    ]
    keep = Choice(OpenNaming(table.id), _(SAVE_THESE_RULES), "", "💾")
    computers = Choice(OpenComputers(table.id), _("Computers"), "", "🤖", chosen=number == COMPUTERS)
    door = Choice(OpenDoor(table.id), _("Who can join"), "", "🚪", chosen=number == DOOR)
    first = (basics, owed, computers, door) if table.setup.stakes else (basics, computers, door)
    back = () if number is None else (Choice(OpenMore(table.id), _(MORE), "", "◀️"),)
    return Menu(f"rules-{number}", _("Rules and options"), (*back, *first, *leaves, keep))


def current(setup: Setup, rule: HouseRule) -> Value | None:
    """Return the current value of a house rule at a table, or None if the page does not offer that value."""
    return rule.value(_word(setup, rule.option))


def _word(setup: Setup, option: str) -> str:
    """Return the value of an option as game records write it. The switch `no_roll_off` does not change it (S4, S5)."""
    if option == CLOCK:
        return str(setup.clock or "none")
    return OPTIONS[option].of(rules_for(setup.variant, setup.options))


def chosen(table: TableView, option: str, number: int) -> tuple[Setup, int]:
    """Return the set-up with the chosen value of a house rule, and the number of the page with that rule.

    `number` is the place of the value in the rule's menu. Raises `Trouble` if no page has that rule or that value.
    """
    rule, at = _on_page(table, option)
    if number >= len(rule.values):
        raise Trouble(Code.STALE_PANEL)
    word, setup = rule.values[number].value, table.setup
    along = going_along(rules_for(setup.variant, setup.options), option, word) if option != CLOCK else {}
    return _with(setup, {option: word, **along}), at


def form(table: TableView, option: str) -> Form:
    """Return the form for typing a value of a house rule. Raises `Trouble` if values of that rule cannot be typed."""
    rule, typed, _at = _that_is_typed(table, option)
    word = typed.write(_word(table.setup, option))
    field = Field(option, rule.name, typed.about, word, longest=typed.longest, required=False)
    return Form(SendHouseRule(table.id, option), rule.name, (field,))


def written(table: TableView, option: str, text: str) -> tuple[Setup, int]:
    """Return the set-up with the typed value of a house rule, and the number of the page with that rule.

    Raises `Refused` or `Trouble` if the text cannot be read, or if values of that rule cannot be typed.
    """
    _rule, typed, at = _that_is_typed(table, option)
    word = typed.read(text)
    return _with(table.setup, {option: word if option == CLOCK else _as_written(option, word)}), at


def _as_written(option: str, word: str) -> str:
    """Return a value as game records write it: "7" for "007". Raises `Refused` if it is out of range."""
    return OPTIONS[option].write(read_option(option, word)[1])


def _that_is_typed(table: TableView, option: str) -> tuple[HouseRule, Typed, int]:
    rule, at = _on_page(table, option)
    if rule.typed is None:
        raise Trouble(Code.STALE_PANEL)
    return rule, rule.typed, at


def _on_page(table: TableView, option: str) -> tuple[HouseRule, int]:
    found = ((rule, at) for at, each in enumerate(house_rules(table.rules)) for rule in each.rules)
    for rule, at in found:
        if rule.option == option:
            return rule, at
    raise Trouble(Code.STALE_PANEL)


def _with(setup: Setup, words: dict[str, str]) -> Setup:
    """Return the set-up with these values of options. Values that equal those of the preset are left out."""
    clock = words.get(CLOCK)
    if clock is not None:
        return replace(setup, clock=None if clock == "none" else int(clock))
    usual = rules_for(setup.variant)
    options = {**setup.options, **words}
    own = {word: OPTIONS[word].of(usual) for word in options if word in OPTIONS and OPTIONS[word].is_of(usual)}
    kept = {word: value for word, value in options.items() if value != own.get(word, value)}
    return setup.with_rules(setup.variant, kept, setup.own())


def differences(setup: Setup, elsewhere: Container[str] = ()) -> list[str]:
    """Return, in a few words each, the house rules that differ from the set-up proposed for the table's game.

    Options in `elsewhere` are left out.
    """
    proposed = Setup(setup.variant, variants.wording(setup.variant).proposed, clock=setup.clock)
    found = []
    for rule in (rule for each in house_rules(setup.rules()) for rule in each.rules):
        now = current(setup, rule)
        if now is not None and rule.option not in elsewhere and now != current(proposed, rule):
            found.append(now.label)
    return found


IN_THE_LOBBY = ("ante", "bads", "rounds", "minutes", "stake", CLOCK)
"""The options that the lobby already shows in other lines."""


def rule_name(option: str) -> str:
    """Return the name of an option on the pages of house rules, or "" if no page has it."""
    return next((rule.name for each in all_house_rules() for rule in each.rules if rule.option == option), "")
