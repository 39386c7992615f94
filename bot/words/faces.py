"""Dice, numbers and bids in words and pictures."""

from bot.words.language import _, ngettext

DIE = ("", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅")
"""The picture of a die by its face; nothing for 0."""


def face_name(face: int, count: int = 2) -> str:
    """The word for `count` dice that show `face` (1-6): "fours", "four" for one of them."""
    match face:
        case 1:
            return ngettext("one", "ones", count)
        case 2:
            return ngettext("two", "twos", count)
        case 3:
            return ngettext("three", "threes", count)
        case 4:
            return ngettext("four", "fours", count)
        case 5:
            return ngettext("five", "fives", count)
        case _:
            return ngettext("six", "sixes", count)


def nickname(face: int) -> str:
    """What `face` (1-6) is called at the bar, in the plural: "cows" for fours."""
    return (_("aces"), _("ducks"), _("tripods"), _("cows"), _("horses"), _("ants"))[face - 1]


def count_word(count: int) -> str:
    """A number as it is said: in words up to twelve, in digits beyond."""
    words = (
        _("no"), _("one"), _("two"), _("three"), _("four"), _("five"), _("six"), _("seven"), _("eight"), _("nine"),
        _("ten"), _("eleven"), _("twelve"),
    )  # fmt: skip
    return words[count] if 0 <= count < len(words) else str(count)


def bid_words(quantity: int, face: int) -> str:
    """A bid on a button: "4 fours"."""
    return _("{quantity} {face}").format(quantity=quantity, face=face_name(face, quantity))


def bid_spoken(quantity: int, face: int) -> str:
    """A bid as it stands in a sentence: "five fours"."""
    return _("{quantity} {face}").format(quantity=count_word(quantity), face=face_name(face, quantity))
