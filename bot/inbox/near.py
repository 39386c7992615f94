"""The places from which somebody may press at a table. Ids can be forged, so a message's buttons prove nothing."""

from bot.inbox import sights
from bot.inbox.request import Request
from bot.presses.base import AtTable
from bot.storage.sight import Venue
from bot.tables.trouble import Code, Trouble


async def require_near(request: Request, press: AtTable) -> None:
    """Raise `Trouble`, as for an unknown table, for a press that this person may not make from here.

    A press that posts is refused if Discord names no channel, for any table. All presses are allowed in the table's own
    place; also in the channel of its thread for people who see the thread; and anywhere for people who sit or wait
    there. A press that only shows needs sight of the place, and a press that posts must be made in it.
    """
    if press.posts:
        request.known_channel()
    place = await request.tables.queries.place(press.table)
    if request.channel == place.channel:
        return
    venue = Venue(place.channel, place.parent, place.is_private)
    if press.posts or not (await _is_in(request, press.table) or await _may_from_here(request, press, venue)):
        raise Trouble(Code.UNKNOWN_TABLE)


async def _is_in(request: Request, table_id: int) -> bool:
    """Return whether this person sits or waits at a table."""
    table = await request.tables.queries.table(table_id)
    return table.seat_of(request.user) is not None or any(each.who.id == request.user for each in table.waiting)


async def _may_from_here(request: Request, press: AtTable, venue: Venue) -> bool:
    """Return whether somebody who is not at the table may press this from another channel."""
    return (press.only_shows or request.channel == venue.parent) and await sights.sees(request, venue)
