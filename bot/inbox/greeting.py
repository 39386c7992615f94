"""Answer people who write to the bot in a DM: say where games are played, and which commands work in a DM."""

from datetime import timedelta

import discord

from bot.inbox.services import Services
from bot.outbox.direct_messages import say
from bot.screens.pages import guide
from bot.words.language import speaking

ONCE_IN = timedelta(days=1)
"""A person gets the answer at most once in this period."""


USUAL = "en-US"
"""The language of the answer for a person whose language the bot does not know: Discord's own default."""


async def greet(services: Services, message: discord.Message) -> None:
    """Answer a person who has written to the bot in a DM, at most once a day. The bot does not read the message."""
    user = message.author.id
    if services.cooldowns.active(("dm", user), ONCE_IN):
        return
    with speaking(await services.preferences.last_language(user) or USUAL):
        words = guide.in_a_dm()
    await say(message.channel, words)
