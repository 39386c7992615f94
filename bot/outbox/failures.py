"""The errors between the bot and Discord, grouped by how to handle them."""

import aiohttp
import discord


class Gone(Exception):  # noqa: N818 - a state of an answer, not an error of the program
    """Raised if an interaction can no longer be answered, or may not edit this message."""


TROUBLE = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError, Gone)
"""The exceptions that Discord or the connection to Discord may raise."""

NO_ANSWER, TWICE = 10015, 40060
"""Discord's codes for an interaction that has no answer yet, and for a second first answer."""

TOO_LATE = (10062, NO_ANSWER, TWICE, 50027)
"""Discord's codes for an interaction that can no longer be answered."""

UNREADABLE = (LookupError, TypeError, ValueError, AttributeError)
"""The exceptions that discord.py raises if it cannot read Discord's answer."""

NO_CHANNEL = 10003
NO_MESSAGE = 10008
ARCHIVED = 50083
INVALID_FORM = 50035
"""Discord's codes for an unknown channel, an unknown message, an archived thread, and invalid input."""

LOCKED, NO_HISTORY, NO_THREADS = 160005, 160002, 160006
"""Discord's codes for a locked thread, a reply that needs Read Message History, and too many threads in a server."""

NO_USER, STRANGER = 10013, 50278
"""Discord's codes for an unknown account, and for a person who shares no server with the bot."""

DM_CLOSED = (50007, STRANGER, NO_USER)
DMS_HELD_BACK = (40003, 20026)
"""Discord's codes for a person to whom the bot cannot send DMs, and for a bot that sends too many DMs."""


def code(error: BaseException) -> int:
    """Return Discord's error code, or 0 if the error has none."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def is_gone(error: BaseException) -> bool:
    """Return whether the error means that the channel no longer exists."""
    return code(error) == NO_CHANNEL


def is_refused(error: BaseException) -> bool:
    """Return whether Discord's refusal is permanent, so that repeating the request has no use."""
    return isinstance(error, discord.HTTPException) and 400 <= error.status < 500 and error.status not in (401, 429)


def is_refused_emoji(error: discord.HTTPException) -> bool:
    """Return whether Discord refuses a message because it does not know the emoji of a button or a menu."""
    return error.code == INVALID_FORM and "invalid emoji" in error.text.casefold()


def may_have_arrived(error: BaseException) -> bool:
    """Return whether Discord may have carried out the request although its answer was lost or was 500 or more."""
    return isinstance(error, discord.DiscordServerError) or not isinstance(
        error, discord.HTTPException | discord.RateLimited | Gone
    )


def is_cut(error: BaseException) -> bool:
    """Return whether the connection broke before Discord answered. A timeout does not count."""
    return isinstance(error, aiohttp.ClientError | OSError) and not isinstance(error, TimeoutError)


def is_late(error: BaseException | None) -> bool:
    """Return whether the error means that the interaction can no longer be answered."""
    return isinstance(error, Gone) or (isinstance(error, discord.HTTPException) and error.code in TOO_LATE)


def in_short(error: BaseException) -> str:
    """Return the failure's status or type and Discord's code, for the log. The result contains no user's text."""
    status = error.status if isinstance(error, discord.HTTPException) else type(error).__name__
    return f"{status} {code(error)}"
