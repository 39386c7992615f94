"""What the looks of the dice are called."""

from bot.words.language import pgettext
from bot.words.pictures import Look


def look_names() -> dict[Look, str]:
    """Each look of the dice by its name in the code."""
    return {
        "ivory": pgettext("dice", "ivory"),
        "brass": pgettext("dice", "brass"),
        "ebony": pgettext("dice", "ebony"),
        "coral": pgettext("dice", "coral"),
    }
