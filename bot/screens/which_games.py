"""Which games a figure is of, in words."""

from bot.screens import variants
from bot.words.language import _


def which_games(game: str) -> str:
    """All games (""), those of a family, or one by its name."""
    match game:
        case "":
            return _("all games")
        case "common-hand":
            return _("games of bids")
        case "single-cup":
            return _("the cup")
        case _:
            return variants.told(game).title
