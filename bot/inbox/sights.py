"""Decide which past games and debts a person may see, and which may be posted; ask Discord what only it knows."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeVar

from msgspec.structs import replace

from bot.inbox import places
from bot.inbox.request import Request
from bot.people import NamedRules
from bot.storage.sight import Sight, Venue


class Page(Protocol):
    """A page that leaves out, for now, everything from the private threads that are `unsure`."""

    @property
    def unsure(self) -> Sequence[int]:
        """The private threads of which only Discord knows whether the person is in them."""
        ...


P = TypeVar("P", bound=Page)


async def seen(request: Request, look: Callable[[Sight], Awaitable[P]]) -> P:
    """Return the page that `look` makes of what this person sees; Discord is asked once about private threads in it."""
    page = await look(request.sight)
    return await look(request.sight) if await looked_inside(request, page.unsure) else page


async def looked_inside(request: Request, threads: Sequence[int]) -> bool:
    """Ask Discord whether this person is in private threads; return whether they see more now."""
    found = await request.services.membership.inside(threads, request.user) if threads else frozenset()
    request.sight = replace(request.sight, inside=request.sight.inside | found)
    return bool(found)


async def sees_channel(request: Request, channel: int) -> bool:
    """Return whether this person sees a channel or a thread of the server; games know about archived threads."""
    return await sees(request, await _venue(request, channel))


async def sees(request: Request, venue: Venue) -> bool:
    """Return whether this person sees a place; Discord is asked who is in a private thread."""
    if request.sight.is_unsure(venue):
        await looked_inside(request, [venue.channel])
    return request.sight.sees(venue)


async def may_stand_here(request: Request, channel: int) -> bool:
    """Return whether things from a channel or thread may be posted where this request comes from."""
    return of_this_channel(request).sees(await _venue(request, channel))


def of_this_channel(request: Request) -> Sight:
    """Return what may be posted in a request's place: things from there, and what everybody on the server sees."""
    return replace(places.sight_of_everyone(request.interaction), here=request.channel)


def rules_as_seen(request: Request, rules: NamedRules) -> NamedRules:
    """Return rules as this person may read them: the stake's words are only for people who see their place."""
    return rules if rules.by == request.user or request.sight.sees(rules.venue) else rules.without_words()


def rules_as_posted(request: Request, rules: NamedRules) -> NamedRules:
    """Return saved rules as they may be played here: their words only where they were saved, or if all see that place.

    If the place of saved rules is not known, the person who saved them may use their words anywhere.
    """
    is_own = rules.channel is None and rules.by == request.user
    return rules if is_own or of_this_channel(request).sees(rules.venue) else rules.without_words()


async def look_where_rules_are_from(request: Request, rules: Sequence[NamedRules]) -> None:
    """Ask Discord whether this person is in the private threads from which the words of saved rules are."""
    words = [each.venue for each in rules if each.has_words()]
    await looked_inside(request, [venue.channel for venue in words if request.sight.is_unsure(venue)])


async def _venue(request: Request, channel: int) -> Venue:
    known = places.venue(request.interaction, channel)
    return known or await request.services.past.venue(request.guild or 0, channel) or Venue(channel)
