"""Decide which past games and debts a person may see, and which may be posted in a channel.

For private threads, Discord is asked whether the person is a member.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeVar

from msgspec.structs import replace

from bot.inbox import places
from bot.inbox.request import Request
from bot.people import NamedRules
from bot.storage.sight import Sight, Venue


class Page(Protocol):
    """A page from which everything in the private threads in `unsure` is left out."""

    @property
    def unsure(self) -> Sequence[int]:
        """The private threads for which only Discord knows whether the person is a member."""
        ...


P = TypeVar("P", bound=Page)


async def seen(request: Request, look: Callable[[Sight], Awaitable[P]]) -> P:
    """Return the page that `look` makes from the places that this person sees.

    If private threads are left out of the page, Discord is asked about these threads once. If the person is in one of
    them, the page is made again.
    """
    page = await look(request.sight)
    return await look(request.sight) if await looked_inside(request, page.unsure) else page


async def looked_inside(request: Request, threads: Sequence[int]) -> bool:
    """Ask Discord whether this person is in these private threads. Return whether they are in any of them.

    The answer is added to the request's `sight`.
    """
    found = await request.services.membership.inside(threads, request.user) if threads else frozenset()
    request.sight = replace(request.sight, inside=request.sight.inside | found)
    return bool(found)


async def sees_channel(request: Request, channel: int) -> bool:
    """Return whether this person sees a channel or a thread of the server.

    For an archived thread, its parent channel is looked up in the kept games.
    """
    return await sees(request, await _venue(request, channel))


async def sees(request: Request, venue: Venue) -> bool:
    """Return whether this person sees a place. For a private thread, Discord is asked whether they are in it."""
    if request.sight.is_unsure(venue):
        await looked_inside(request, [venue.channel])
    return request.sight.sees(venue)


async def may_stand_here(request: Request, channel: int) -> bool:
    """Return whether content from `channel`, which may be a thread, may be posted in this request's channel."""
    return of_this_channel(request).sees(await _venue(request, channel))


def of_this_channel(request: Request) -> Sight:
    """Return the places whose content may be posted in this request's channel.

    These are the channel itself and the places that everybody sees.
    """
    return replace(places.sight_of_everyone(request.interaction), here=request.channel)


def rules_as_seen(request: Request, rules: NamedRules) -> NamedRules:
    """Return saved rules as this person may read them.

    The words of the rules' stake are left out if the person cannot see the place where the rules were saved.
    """
    return rules if rules.by == request.user or request.sight.sees(rules.venue) else rules.without_words()


def rules_as_posted(request: Request, rules: NamedRules) -> NamedRules:
    """Return saved rules as they may be used in this channel.

    The words of the rules' stake are left out unless the rules were saved here, or in a place that everybody sees. If
    that place is not known, only the person who saved the rules may use the words, and may use them anywhere.
    """
    is_own = rules.channel is None and rules.by == request.user
    return rules if is_own or of_this_channel(request).sees(rules.venue) else rules.without_words()


async def look_where_rules_are_from(request: Request, rules: Sequence[NamedRules]) -> None:
    """Ask Discord whether this person is in the private threads in which these rules were saved.

    Rules that have no stake in words are skipped.
    """
    words = [each.venue for each in rules if each.has_words()]
    await looked_inside(request, [venue.channel for venue in words if request.sight.is_unsure(venue)])


async def _venue(request: Request, channel: int) -> Venue:
    known = places.venue(request.interaction, channel)
    return known or await request.services.past.venue(request.guild or 0, channel) or Venue(channel)
