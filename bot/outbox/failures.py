"""Errors between the bot and Discord, sorted by what to do about them."""

import aiohttp
import discord


class Gone(Exception):  # noqa: N818 - says what has become of an answer
    """Nobody waits for an answer to this interaction any more, or it may not edit this message."""


TROUBLE = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError, Gone)
"""The exceptions of Discord and of the connection to it."""

NO_ANSWER, TWICE = 10015, 40060
"""Discord's codes for an interaction that has no answer yet, and for a second first answer."""

TOO_LATE = (10062, NO_ANSWER, TWICE, 50027)
"""Discord's codes for an interaction that nobody waits for any more."""

UNREADABLE = (LookupError, TypeError, ValueError, AttributeError)
"""The exceptions of discord.py for an unreadable answer of Discord's."""

NO_CHANNEL = 10003
NO_MESSAGE = 10008
ARCHIVED = 50083
INVALID_FORM = 50035
"""Discord's codes for a channel or message that is gone, an archived thread, and unacceptable input."""

LOCKED, NO_HISTORY, NO_THREADS = 160005, 160002, 160006
"""Its codes for a locked thread, a reply if the bot may not read, and a server with the most threads allowed."""

NO_USER, STRANGER = 10013, 50278
"""Its codes for an account that is gone, and for somebody with whom the bot shares no server."""

DM_CLOSED = (50007, STRANGER, NO_USER)
DMS_HELD_BACK = (40003, 20026)
"""Discord's codes for a person who cannot be written to, and for a bot that writes to too many."""


def code(error: BaseException) -> int:
    """Return Discord's code for a refusal, or 0."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def is_gone(error: BaseException) -> bool:
    """Return whether the channel is gone for good."""
    return code(error) == NO_CHANNEL


def is_refused(error: BaseException) -> bool:
    """Return whether Discord refuses the request, so that repeating it helps nobody."""
    return isinstance(error, discord.HTTPException) and 400 <= error.status < 500 and error.status not in (401, 429)


def is_refused_emoji(error: discord.HTTPException) -> bool:
    """Return whether Discord refuses a message because it does not know an emoji of a button or a menu."""
    return error.code == INVALID_FORM and "invalid emoji" in error.text.casefold()


def may_have_arrived(error: BaseException) -> bool:
    """Return whether Discord may have carried out a request whose answer was lost."""
    return isinstance(error, discord.DiscordServerError) or not isinstance(
        error, discord.HTTPException | discord.RateLimited | Gone
    )


def is_cut(error: BaseException) -> bool:
    """Return whether the connection ended before Discord's answer came."""
    return isinstance(error, aiohttp.ClientError | OSError) and not isinstance(error, TimeoutError)


def is_late(error: BaseException | None) -> bool:
    """Return whether nobody waits for an answer any more."""
    return isinstance(error, Gone) or (isinstance(error, discord.HTTPException) and error.code in TOO_LATE)


def in_short(error: BaseException) -> str:
    """Return the failure for the log, without anybody's words."""
    status = error.status if isinstance(error, discord.HTTPException) else type(error).__name__
    return f"{status} {code(error)}"
