"""Notice who has left a server when a page of a board or of debts is shown, and who is there because they press."""

import logging

from bot.inbox.request import Request
from bot.people.members import Near

log = logging.getLogger(__name__)


async def look_for(request: Request, *pages: Near) -> None:
    """Ask Discord about the people on these pages, and record its answer.

    Without an answer in time, nothing changes.
    """
    guild, presence = request.guild, request.services.presence
    if guild is None or not (due := await presence.to_ask_about(guild, *pages)):
        return
    answer = await request.services.member_requests.found(guild, request.user, due)
    if answer is not None:
        await presence.note(guild, *answer)


async def note_presence(request: Request) -> None:
    """Record that the person is on the server, if they were missing before. Never raises."""
    if request.guild is None:
        return
    try:
        await request.services.presence.is_here(request.guild, request.user)
    except Exception:
        log.warning("A person's return to a server could not be recorded.", exc_info=True)
