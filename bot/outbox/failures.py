"""What can go wrong between the bot and Discord, sorted by what is to be done about it."""

import aiohttp
import discord

TROUBLE = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError)
"""Everything by which Discord, or the way to it, fails."""

NO_CHANNEL = 10003
NO_MESSAGE = 10008
ARCHIVED = 50083
INVALID_FORM = 50035
"""Discord's codes: a channel or a message that is gone, an archived thread, what it does not take."""

DM_CLOSED = (50007, 50278)
DMS_HELD_BACK = (40003, 20026)
"""Discord's codes: this person cannot be written to; the bot writes to too many."""


def code(error: BaseException) -> int:
    """Discord's code for what it refused, 0 where it gave none."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def is_gone(error: BaseException) -> bool:
    """Whether the channel will never be there again."""
    return code(error) == NO_CHANNEL


def is_refused_emoji(error: discord.HTTPException) -> bool:
    """Whether Discord takes nothing of a message because it does not know an emoji of a button or a menu."""
    return error.code == INVALID_FORM and "invalid emoji" in error.text.casefold()


def may_have_arrived(error: BaseException) -> bool:
    """Whether Discord may have done what was asked, and only its answer was lost."""
    return isinstance(error, discord.DiscordServerError) or not isinstance(
        error, discord.HTTPException | discord.RateLimited
    )


def in_short(error: BaseException) -> str:
    """The failure for the log, without whatever people wrote."""
    status = error.status if isinstance(error, discord.HTTPException) else type(error).__name__
    return f"{status} {code(error)}"
