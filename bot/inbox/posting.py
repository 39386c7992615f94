"""Posts from people's own pages, such as a board or a step of a replay: a limited number."""

from collections.abc import Hashable, Iterable
from datetime import timedelta
from math import ceil

from bot.inbox.request import Request
from bot.screens.elements.cards import Part
from bot.tables.trouble import Code, Trouble

WITHIN = timedelta(minutes=1)

OF_ONE_PERSON, IN_ONE_CHANNEL = 1, 10
"""How many posts one person makes in a minute, and all of them in one channel."""


def require_turn(request: Request) -> None:
    """Raise `Trouble` if this person, or everybody in this channel, has posted enough for now."""
    mine, here = _names(request)
    for what, most in ((mine, OF_ONE_PERSON), (here, IN_ONE_CHANNEL)):
        again = request.services.cooldowns.again(what, most, WITHIN)
        if again is not None:
            raise Trouble(Code.JUST_POSTED, again=ceil(again.timestamp()), channel=what is here)


def note(request: Request) -> None:
    """Record that this person posts something here now."""
    for what, most in zip(_names(request), (OF_ONE_PERSON, IN_ONE_CHANNEL), strict=True):
        request.services.cooldowns.note(what, most)


async def post(request: Request, parts: Iterable[Part]) -> None:
    """Post something for everybody here to see. Raises `Trouble` if there were enough posts."""
    require_turn(request)
    note(request)
    await request.reply_public(parts)


def _names(request: Request) -> tuple[Hashable, Hashable]:
    return ("posts", request.user), ("posted in", request.channel)
