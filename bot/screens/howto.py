"""How to play, as short as can be."""

from bot.screens import variants
from bot.screens.model import Text, Whisper
from bot.words.language import _
from engine.options import rules_for


def how_to_play(variant: str) -> Whisper:
    """The whole game on one card."""
    told = variants.told(variant)
    lines = [
        f"### {told.emoji} {told.title}",
        _("🎲 Everybody throws in secret. Your dice come by direct message; **My dice** shows them too."),
        _("🗣️ In turn, bid on **all** the dice at the table: “five fours” says there are at least five."),
        _("🫵 Don’t believe it? Call the lie, and every cup is lifted."),
        "",
        *told.describe(rules_for(variant)),
        "",
        _("Tap a bid, or type `/bid`: “5 ducks”, “4x3” and “five sixes” all work."),
        _("-# ace 1 · duck 2 · tripod 3 · cow 4 · horse 5 · ant 6"),
    ]
    return Whisper((Text("\n".join(lines)),))
