"""Who opens the next round, in one sentence for all games."""

from bot.words.language import _
from engine.core.policies import Opener


def who_opens(opens: Opener) -> str:
    """O1, O2: a table's policy as players are told it."""
    match opens:
        case Opener.WINNER:
            return _("The winner opens.")
        case Opener.LOSER:
            return _("The loser opens.")
        case Opener.CHALLENGER:
            return _("Whoever called it opens.")
        case Opener.NEXT:
            return _("The next in turn opens.")
