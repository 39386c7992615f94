"""Lengths of time in words, and those of a turn that are offered."""

from datetime import timedelta

from bot.words.language import ngettext

CLOCKS = (30, 60, 180, 600, 3600, 86400, 604800)
"""The lengths of a turn that are offered, in seconds."""


def span(seconds: int) -> str:
    """A length of time in words: "3 minutes", "2 days"."""
    whole = timedelta(seconds=seconds)
    if seconds % 86400 == 0:
        return ngettext("{n} day", "{n} days", whole.days).format(n=whole.days)
    if seconds % 3600 == 0:
        return ngettext("{n} hour", "{n} hours", seconds // 3600).format(n=seconds // 3600)
    if seconds % 60 == 0:
        return ngettext("{n} minute", "{n} minutes", seconds // 60).format(n=seconds // 60)
    return ngettext("{n} second", "{n} seconds", seconds).format(n=seconds)
