"""Lists, months and days in words."""

from collections.abc import Sequence
from datetime import date
from functools import reduce

from bot.words.language import _, pgettext


def joined(words: Sequence[str]) -> str:
    """All of them: "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    if len(words) == 2:
        return _("{first} and {second}").format(first=words[0], second=words[1])
    return _("{some} and {last}").format(some=listed(words[:-1]), last=words[-1])


def either(words: Sequence[str]) -> str:
    """One of them: "a, b or c"."""
    if len(words) < 2:
        return "".join(words)
    if len(words) == 2:
        return _("{first} or {second}").format(first=words[0], second=words[1])
    return _("{some} or {last}").format(some=listed(words[:-1]), last=words[-1])


def listed(words: Sequence[str]) -> str:
    """One after the other: "a, b, c"; nothing for none."""
    return reduce(lambda some, more: _("{some}, {more}").format(some=some, more=more), words) if words else ""


def month_name(month: int, year: int) -> str:
    """A month of a year: "November 2026". Raises `IndexError` for a month that is none."""
    named = (
        _("January {year}"),
        _("February {year}"),
        _("March {year}"),
        _("April {year}"),
        _("May {year}"),
        _("June {year}"),
        _("July {year}"),
        _("August {year}"),
        _("September {year}"),
        _("October {year}"),
        _("November {year}"),
        _("December {year}"),
    )
    return named[month - 1].format(year=year)


def month_brief(month: int) -> str:
    """A month where there is little room: "Nov". Raises `IndexError` for one that is none."""
    named = (
        pgettext("month", "Jan"),
        pgettext("month", "Feb"),
        pgettext("month", "Mar"),
        pgettext("month", "Apr"),
        pgettext("month", "May"),
        pgettext("month", "Jun"),
        pgettext("month", "Jul"),
        pgettext("month", "Aug"),
        pgettext("month", "Sep"),
        pgettext("month", "Oct"),
        pgettext("month", "Nov"),
        pgettext("month", "Dec"),
    )
    return named[month - 1]


def day(at: date) -> str:
    """A day where there is little room: "22 Nov 2026"."""
    return _("{day} {month} {year}").format(day=at.day, month=month_brief(at.month), year=at.year)
