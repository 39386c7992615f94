"""An application that has every picture, as Discord would know them."""

from bot.outbox.drawn import Emoji, EmojiSet
from bot.words.dice import MARKS, name_of

PICTURED = EmojiSet({mark: Emoji(f"{name_of(mark)}_abcdef", 10**18 + at) for at, mark in enumerate(MARKS)})
