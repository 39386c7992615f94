"""Handle `/privacy`: explain which data the bot stores about a person, send these data, or delete them.

Deleting them takes two confirmations.
"""

from datetime import timedelta

from discord import app_commands

from bot.inbox.dispatcher import on
from bot.inbox.request import Request
from bot.inbox.services import Interaction
from bot.presses.preferences import AboutMe, ForgetMe, ForgetMeThen, SurelyForgetMe
from bot.screens.pages import privacy as privacy_screen
from bot.tables.trouble import Code, Trouble
from bot.words.language import N_

ONCE_WITHIN = timedelta(minutes=5)
"""A person may ask for all data about them at most once in this period."""


@on(AboutMe)
async def about_me(request: Request, _press: AboutMe) -> None:
    """Send a person all data that the bot keeps about them, in files that only they see.

    Raises `Trouble` if they got these files a moment ago.
    """
    if request.services.cooldowns.active(("about me", request.user), ONCE_WITHIN):
        raise Trouble(Code.JUST_GIVEN)
    await request.wait_for_curtains()
    number = 1
    async for text in request.services.privacy.everything(request.user):
        await request.reply_ephemeral(privacy_screen.file(number, text))
        del text  # otherwise it would be held while the next file is written
        number += 1


@on(ForgetMe)
async def forget_me(request: Request, _press: ForgetMe) -> None:
    """Explain which data is deleted when a person is forgotten, and ask them whether they want that."""
    await request.update(privacy_screen.sure())


@on(ForgetMeThen)
async def forget_me_then(request: Request, _press: ForgetMeThen) -> None:
    """Ask the person a second time whether they want to be forgotten."""
    await request.update(privacy_screen.quite_sure())


@on(SurelyForgetMe)
async def surely_forget_me(request: Request, _press: SurelyForgetMe) -> None:
    """Delete the data that the bot keeps about this person."""
    await request.services.privacy.forget(request.user)
    request.services.preferences.changed(request.user)
    request.services.forms.forget(request.user)
    request.services.lessons.forget(request.user)
    request.services.usernames.forget(request.user)
    with request.saved():
        await request.update(privacy_screen.forgotten())


@app_commands.command(
    description=N_("What I keep about you and for how long, a copy of it all, and how to be forgotten.")
)
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def privacy(interaction: Interaction) -> None:
    """Handle `/privacy`: explain which data the bot keeps about a person, with buttons to get and to delete them."""
    request = Request(interaction)
    replays = (await request.services.settings.of(request.guild)).replays if request.guild is not None else None
    await request.reply_ephemeral(privacy_screen.card(request.services.pages, replays, request.guild is not None))
