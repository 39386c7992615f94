"""Months in words."""

from bot.words.language import _


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
