"""How to play: a game by a table's own rules, and one round of it told with its dice."""

from bot.screens import terms, variants
from bot.screens.families import told_round
from bot.screens.model import Box, Rule, Text, Tone, Whisper
from bot.tables.model import Setup, TableInfo
from bot.words.language import _


def this_table(table: TableInfo) -> Whisper:
    """How this table plays: its rules, what it has agreed on, and one round by them."""
    return _card(
        table.setup, _("this table"), "\n".join(f"-# {line}" for line in terms.terms(table.setup, table.rules))
    )


def the_game(variant: str) -> Whisper:
    """How a game is played where nothing else is agreed on."""
    return _card(Setup(variant, variants.told(variant).proposed))


def _card(setup: Setup, whose: str = "", agreed: str = "") -> Whisper:
    told, rules = variants.told(setup.variant), setup.rules()
    title = f"### {told.emoji} {told.title}{f' · {whose}' if whose else ''}"
    head = "\n".join(filter(None, [title, *told.describe(rules), agreed]))
    steps = told_round(rules, setup.forfeit if setup.stakes else None)
    parts: list[Text | Rule] = [Text(head), Rule()]
    if steps:
        parts += [*(Text(step) for step in (_("**One round, told**"), *steps)), Rule()]
    return Whisper((Box((*parts, Text(_to_press())), Tone.BRASS),))


def _to_press() -> str:
    return "\n".join(
        [
            _("🎲 Your dice come by direct message; **My dice** shows them any time, to you alone."),
            _("🗣️ Your turn? Tap a bid on the panel, or type it: `/bid` reads “5 ducks”, “4x3” and “five sixes”."),
            _("-# ace 1 · duck 2 · tripod 3 · cow 4 · horse 5 · ant 6"),
        ]
    )
