"""Check whether a person may press a button of a table from the channel where they are.

The ids of buttons can be forged, so a press does not prove that the person sees the button.
"""

from bot.inbox import sights
from bot.inbox.request import Request
from bot.presses.base import AtTable
from bot.storage.sight import Venue
from bot.tables.trouble import Code, Trouble


async def require_near(request: Request, press: AtTable) -> None:
    """Raise `Trouble`, as for an unknown table, if this person may not make this press from this request's channel.

    - In the table's own channel every press is allowed.
    - A press that posts is allowed only in the table's own channel. It is also refused if Discord names no channel.
    - People who sit or wait at the table may make all other presses from anywhere.
    - Other people who can see the table's channel may make presses that only show something from anywhere.
    - If the table is in a thread, these people may make all other presses from the parent channel as well.
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
    """Return whether a person who is not at the table may make this press from another channel."""
    return (press.only_shows or request.channel == venue.parent) and await sights.sees(request, venue)
