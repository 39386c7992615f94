"""From where somebody may press at a table. Ids can be forged, so that what a message offers says nothing of that."""

from bot.inbox import sights
from bot.inbox.request import Request
from bot.presses.base import AtTable
from bot.storage.sight import Venue
from bot.tables.trouble import Code, Trouble


async def require_near(request: Request, press: AtTable) -> None:
    """Raise `Trouble`, as for a table that there is not, for a press at one that this person may not press from here.

    A press that posts is refused where Discord names no channel, whatever table it names.
    All may in the table's own place; also in the channel of its thread who see the thread; and anywhere who sit or wait
    there. What only shows needs sight of the place, and what posts is pressed in the place alone.
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
