"""Define the emojis of an application that has uploaded every picture."""

from bot.outbox.drawn import Emoji, EmojiSet
from bot.pictures import spoken
from bot.words.dice import MARKS, name_of

PICTURED = EmojiSet({mark: Emoji(f"{spoken(name_of(mark))}_abcdef", 10**18 + at) for at, mark in enumerate(MARKS)})
