"""Dice, numbers and bids in words and pictures."""

from bot.words.language import _, npgettext, pgettext

DIE = ("", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅")
"""The picture of a die by its face; nothing for 0."""


def face_name(face: int, count: int = 2) -> str:
    """The word for `count` dice that show `face` (1-6): "fours", "four" for one of them."""
    match face:
        case 1:
            return npgettext("dice", "one", "ones", count)
        case 2:
            return npgettext("dice", "two", "twos", count)
        case 3:
            return npgettext("dice", "three", "threes", count)
        case 4:
            return npgettext("dice", "four", "fours", count)
        case 5:
            return npgettext("dice", "five", "fives", count)
        case _:
            return npgettext("dice", "six", "sixes", count)


def a_die(face: int) -> str:
    """One die that shows `face` (1-6), among others: "a four"."""
    return (_("a one"), _("a two"), _("a three"), _("a four"), _("a five"), _("a six"))[face - 1]


def nickname(face: int) -> str:
    """What `face` (1-6) is called at the bar, in the plural: "cows" for fours."""
    return (_("aces"), _("ducks"), _("tripods"), _("cows"), _("horses"), _("ants"))[face - 1]


def face_and_nickname(face: int) -> str:
    """A face (1-6) where one is chosen: "fours (cows)"."""
    return _("{faces} ({nickname})").format(faces=face_name(face), nickname=nickname(face))


def count_word(count: int) -> str:
    """A number of dice as it is said: in words up to twelve, in digits beyond."""
    words = (
        pgettext("how many", "no"),
        pgettext("how many", "one"),
        pgettext("how many", "two"),
        pgettext("how many", "three"),
        pgettext("how many", "four"),
        pgettext("how many", "five"),
        pgettext("how many", "six"),
        pgettext("how many", "seven"),
        pgettext("how many", "eight"),
        pgettext("how many", "nine"),
        pgettext("how many", "ten"),
        pgettext("how many", "eleven"),
        pgettext("how many", "twelve"),
    )
    return words[count] if 0 <= count < len(words) else str(count)


def bid_words(quantity: int, face: int) -> str:
    """A bid on a button: "4 fours"."""
    return _("{quantity} {face}").format(quantity=quantity, face=face_name(face, quantity))


def bid_spoken(quantity: int, face: int) -> str:
    """A bid, or what was found, as it stands in a sentence: "five fours"."""
    return _("{quantity} {face}").format(quantity=count_word(quantity), face=face_name(face, quantity))
