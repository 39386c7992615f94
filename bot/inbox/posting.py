"""Post parts of people's private pages in a channel, such as a board or a step of a replay, and limit these posts."""

from collections.abc import Hashable, Iterable
from datetime import timedelta
from math import ceil

from bot.inbox.request import Request
from bot.screens.elements.cards import Part
from bot.tables.trouble import Code, Trouble

WITHIN = timedelta(minutes=1)

OF_ONE_PERSON, IN_ONE_CHANNEL = 1, 10
"""The most posts of one person in a minute, and the most posts of all people in one channel in a minute."""


def require_turn(request: Request) -> None:
    """Raise `Trouble` if this person, or all people in this channel together, have reached their limit of posts."""
    mine, here = _names(request)
    for what, most in ((mine, OF_ONE_PERSON), (here, IN_ONE_CHANNEL)):
        again = request.services.cooldowns.again(what, most, WITHIN)
        if again is not None:
            raise Trouble(Code.JUST_POSTED, again=ceil(again.timestamp()), channel=what is here)


def note(request: Request) -> None:
    """Record that this person posts something in this channel now."""
    for what, most in zip(_names(request), (OF_ONE_PERSON, IN_ONE_CHANNEL), strict=True):
        request.services.cooldowns.note(what, most)


async def post(request: Request, parts: Iterable[Part]) -> None:
    """Post something in this channel for everybody. Raises `Trouble` if the limit of posts is reached."""
    require_turn(request)
    note(request)
    await request.reply_public(parts)


def _names(request: Request) -> tuple[Hashable, Hashable]:
    return ("posts", request.user), ("posted in", request.channel)
