"""How to play: a game by a table's own rules, and one round of it told with its dice."""

from bot.presses.learning import HowTo, Lesson
from bot.screens import options, variants
from bot.screens.families import example_round, to_press
from bot.screens.model import Box, Button, Choice, Ephemeral, Menu, Row, Rule, Style, Text, Tone
from bot.tables.model import Setup, TableInfo
from bot.words.language import _


def this_table(table: TableInfo) -> Ephemeral:
    """How this table plays: its rules, what it has agreed on, and one round by them."""
    agreed = (*options.terms(table.setup, table.rules), *options.pot(table.rules))
    return _card(table.setup, _("this table"), "\n".join(f"-# {line}" for line in agreed))


def the_game(variant: str) -> Ephemeral:
    """How a game is played where nothing else is agreed on."""
    return _card(Setup(variant, variants.told(variant).proposed))


def games_menu(chosen: str = "") -> Menu:
    """All the games, each with what sets it apart; the choice tells how it is played. `chosen` is the one shown now."""
    told = [(name, variants.told(name)) for name in variants.offered()]
    choices = tuple(Choice(HowTo(name), its.title, its.story, its.emoji, name == chosen) for name, its in told)
    return Menu("howto", _("How does a game go?"), choices)


def _card(setup: Setup, whose: str = "", agreed: str = "") -> Ephemeral:
    told, rules = variants.told(setup.variant), setup.rules()
    title = f"### {told.emoji} {told.title}{f' · {whose}' if whose else ''}"
    head = "\n".join(filter(None, [title, *told.describe(rules), agreed]))
    steps = example_round(rules, setup.forfeit if setup.stakes else None)
    parts: list[Text | Rule] = [Text(head), Rule()]
    if steps:
        parts += [*(Text(step) for step in (_("**One round, told**"), *steps)), Rule()]
    learn = Button(_("Learn by playing"), Lesson(setup.variant, ""), "🎓", Style.GOOD)
    return Ephemeral(
        (Box((*parts, Text("\n".join(to_press(rules)))), Tone.BRASS), Row((learn,)), games_menu(setup.variant))
    )
