"""What a table of a game of bids plays for, in words, and what the host is asked about it."""

from bot.screens.forfeit import forfeit_words
from bot.screens.model import Field
from bot.tables.model import Setup
from bot.words.language import _, ngettext
from engine.common_hand.rules import Price, Rules


def price(setup: Setup, rules: Rules) -> tuple[list[str], list[str]]:
    """What ends the game beside rounds and time, and what it is played for."""
    match rules.price:
        case Price.BADS:
            ends = ngettext(
                "{bads} bad, or two players at {pair}", "{bads} bads, or two players at {pair}", rules.bads
            ).format(bads=rules.bads, pair=rules.pair_bads)
            return [ends], []
        case Price.FORFEIT:
            return [], [_("📝 {forfeit}").format(forfeit=forfeit_words(setup))]
        case _:
            return [], []


def questions(setup: Setup, rules: Rules) -> tuple[Field, ...]:
    """What the host's form asks: the forfeit, or how many bads are too many."""
    match rules.price:
        case Price.BADS:
            about = _("Who reaches these washes up (2 to 20)")
            return (Field("bads", _("Bads"), about, str(rules.bads), "5", 2, False),)
        case Price.FORFEIT:
            about = _("What does a loser owe?")
            return (Field("forfeit", _("Forfeit"), about, setup.forfeit, _("one forfeit"), 80, False),)
        case _:
            return ()
