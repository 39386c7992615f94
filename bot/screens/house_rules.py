"""The pages of house rules that a host leafs through, and the set-up that a choice on them makes."""

from collections.abc import Collection

from msgspec.structs import replace

from bot.presses.lobby import ChooseHouseRule, OpenHouseRules
from bot.screens import variants
from bot.screens.families import HOUSE_RULES, house_rules
from bot.screens.house_rule import HouseRule, RulesPage, Value
from bot.screens.model import Button, Choice, Menu, Part, Style, Text, rows
from bot.tables.model import Code, Setup, TableInfo, Trouble
from bot.words.language import _
from engine.games import AnyRules
from engine.options import OPTIONS, rules_for


def page(table: TableInfo, number: int) -> tuple[Part, ...]:
    """Page `number` (from 0) of what fits this game, as the table stands; the last where there are fewer."""
    pages = house_rules(table.rules)
    number = min(number, len(pages) - 1)
    here, told = pages[number], variants.told(table.setup.variant)
    head = _("### {emoji} House rules · {page}\n-# {game}; what you choose here holds at once.")
    title = Text(head.format(emoji=here.emoji, page=here.title, game=told.title))
    return (title, *(part for rule in here.rules for part in _asked(table, rule)), *_leaves(table, pages, number))


def _asked(table: TableInfo, rule: HouseRule) -> tuple[Part, ...]:
    now = current(table.rules, rule)
    choices = tuple(
        Choice(ChooseHouseRule(table.id, rule.option, number), each.label, each.about[:100], chosen=each is now)
        for number, each in enumerate(rule.values)
    )
    about = f"\n-# {now.about}" if now is not None else ""
    return (Text(f"**{rule.name}**{about}"), Menu(f"rule-{rule.option}", rule.name, choices))


def _leaves(table: TableInfo, pages: tuple[RulesPage, ...], number: int) -> tuple[Part, ...]:
    return rows(
        [
            Button(
                each.title,
                OpenHouseRules(table.id, at),
                each.emoji,
                Style.MAIN if at == number else Style.PLAIN,
                disabled=at == number,
            )
            for at, each in enumerate(pages)
        ]
    )


def current(rules: AnyRules, rule: HouseRule) -> Value | None:
    """Which of its values a house rule has in these rules; None for one that is not on the page."""
    option = OPTIONS[rule.option]
    word = option.write(getattr(rules, option.field))
    return next((each for each in rule.values if each.value == word), None)


def chosen(table: TableInfo, option: str, number: int) -> tuple[Setup, int]:
    """The set-up in which a house rule has the value of that number, and the page on which it stands.

    Raises `Trouble` for what is on no page.
    """
    for at, each in enumerate(house_rules(table.rules)):
        for rule in each.rules:
            if rule.option == option and number < len(rule.values):
                value = rule.values[number]
                return _with(table.setup, {option: value.value, **value.besides}), at
    raise Trouble(Code.STALE_PANEL)


def _with(setup: Setup, words: dict[str, str]) -> Setup:
    """The set-up with these options; those that have the preset's own value are not worth a word."""
    usual = rules_for(setup.variant)
    options = {**setup.options, **words}
    own = {word for word in options if options[word] == OPTIONS[word].write(getattr(usual, OPTIONS[word].field, None))}
    return replace(setup, options={word: value for word, value in options.items() if word not in own})


def belonging(setup: Setup, options: Collection[str]) -> frozenset[str]:
    """The options that belong to one of these alone, as who may call exactly does to exact calls (P6)."""
    asked = [rule for page in house_rules(setup.rules()) for rule in page.rules if rule.option in options]
    return frozenset(word for rule in asked for value in rule.values for word in value.besides)


def differences(setup: Setup) -> list[str]:
    """The house rules in which a table differs from what is proposed for its game, each in a few words."""
    rules, proposed = setup.rules(), rules_for(setup.variant, variants.told(setup.variant).proposed)
    found = []
    for rule in (rule for each in house_rules(rules) for rule in each.rules):
        now = current(rules, rule)
        if rule.option in TOLD_ELSEWHERE or (rule.option == "seating" and setup.no_roll_off):
            continue
        if now is not None and now != current(proposed, rule):
            found.append(now.label)
    return found


TOLD_ELSEWHERE = ("ante", "bads")
"""What the lobby tells in a line of its own."""


def rule_name(option: str) -> str:
    """What the pages call an option; "" for one that is on none of them."""
    if option == "verdict":
        option = "price"  # P6: they go together, and are one choice
    pages = (page for each in HOUSE_RULES.values() for page in each(None))
    return next((rule.name for each in pages for rule in each.rules if rule.option == option), "")
