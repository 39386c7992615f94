"""Handle `/profile`: a person's results, rivals and achievements.

The answer is private, and the person who asked (the reader) may post it. Each person decides which of their results
others may see.
"""

from typing import Literal

import discord
from discord import app_commands
from msgspec.structs import replace

from bot.history.profiles import Profile, Rivalry
from bot.inbox import posting
from bot.inbox.dispatcher import on
from bot.inbox.request import Request
from bot.inbox.services import Interaction
from bot.people import OthersSee
from bot.presses.history import PaintProfile, PostProfile, PostRivals, ShowProfile, ShowRivals
from bot.screens.elements.cards import Part
from bot.screens.pages import profile as profile_screen
from bot.screens.pages import rivals as rivals_screen
from bot.screens.pages.profile import Look
from bot.screens.pages.rivals import Met
from bot.screens.table import achievements as achievements_screen
from bot.tables.trouble import Code, Trouble
from bot.words.cleaning import told_apart_by_key
from bot.words.language import N_


@on(ShowProfile)
async def show_profile(request: Request, press: ShowProfile) -> None:
    """Show a person's profile in a private message."""
    await request.update(profile_screen.private(*await look(request, press.who)))


@on(PaintProfile)
async def paint_profile(request: Request, press: PaintProfile) -> None:
    """Show a person's profile with a dark or a light chart, and use that colour for the reader's charts from now on."""
    found, how = await look(request, press.who)
    await request.services.preferences.change(request.user, charts=press.charts)
    with request.saved():
        await request.update(profile_screen.private(found, replace(how, theme=press.charts)))


@on(PostProfile)
async def post_profile(request: Request, press: PostProfile) -> None:
    """Post a person's profile for everybody."""
    found, how = await look(request, press.who)
    with request.publicly():
        shown = profile_screen.public(found, how)
    await posting.post(request, shown)


@on(ShowRivals)
async def show_rivals(request: Request, press: ShowRivals) -> None:
    """Show the reader's results against another person, or against the people they have met most often."""
    await request.update(await against(request, press.other))


@on(PostRivals)
async def post_rivals(request: Request, press: PostRivals) -> None:
    """Post the reader's results against another person, or against the people they have met most often."""
    found = await (between(request, press.other) if press.other else met(request))
    with request.publicly():
        shown = rivals_screen.head_to_head(found) if isinstance(found, Rivalry) else rivals_screen.against_all(found)
    await posting.post(request, shown)


async def look(request: Request, who: int, called: str = "") -> tuple[Profile, Look]:
    """Return a person's profile, and the way to show it to the reader. If `who` is 0, it is the reader's own profile.

    `called` is the name to use if the server knows no name of that person. Raises `Trouble` if the person hides their
    profile from the reader.
    """
    await request.wait_for_curtains()
    user = who or request.user
    found = await request.services.profiles.of(request.guild or 0, user, request.interaction.created_at)
    found = found if found.name else replace(found, name=called)
    is_hidden = await may_see(request, user, found.name)
    theme = (await request.services.preferences.of_one(request.user)).charts
    return found, Look(theme, user == request.user, is_hidden)


async def may_see(request: Request, user: int, name: str) -> bool:
    """Return whether a person hides any part of their profile. Raises `Trouble` if they do and are not the reader."""
    chosen = await request.services.preferences.of_one(user)
    is_hidden = chosen.others_see is not OthersSee.EVERYTHING
    if is_hidden and user != request.user:
        raise Trouble(Code.KEEPS_IT_PRIVATE, name=name)
    return is_hidden


async def against(request: Request, other: int, called: str = "") -> tuple[Part, ...]:
    """Return the reader's results against another person, with buttons.

    If `other` is 0, return the results against the people whom the reader has met most often.
    """
    if other:
        return rivals_screen.private(await between(request, other, called))
    return rivals_screen.private_against_all(await met(request), request.services.usernames.handle)


async def between(request: Request, other: int, called: str = "") -> Rivalry:
    """Return the reader's results against another person.

    Raises `Trouble` if the other person is the reader, or hides their results.
    """
    if other == request.user:
        raise Trouble(Code.ONESELF)
    await request.wait_for_curtains()
    found = await request.services.profiles.between(request.guild or 0, request.user, other)
    names = {request.user: request.who.name, other: called} | dict(found.names)
    await may_see(request, other, names[other])
    return replace(found, names=told_apart_by_key((user, names[user]) for user in (request.user, other)))


async def met(request: Request) -> Met:
    """Return the people whom the reader has met most often, without those who hide their results."""
    await request.wait_for_curtains()
    found = await request.services.profiles.most_met(request.guild or 0, request.user)
    chosen = await request.services.preferences.of([rival.user for rival in found])
    open_ones = tuple(rival for rival in found if chosen[rival.user].others_see is OthersSee.EVERYTHING)
    called = told_apart_by_key([(request.user, request.who.name), *((rival.user, rival.name) for rival in open_ones)])
    named = tuple(replace(rival, name=called[rival.user]) for rival in open_ones)
    return Met(request.who.name, named, len(named) < len(found))


@app_commands.command(description=N_("What somebody has done here: wins, lies, calls, luck, rivals, achievements."))
@app_commands.describe(
    who=N_("whose; leave it empty for yours"), show=N_("the profile, rivals head to head or achievements")
)
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def profile(
    interaction: Interaction,
    who: discord.User | discord.Member | None = None,
    show: Literal["profile", "rivals", "achievements"] = "profile",
) -> None:
    """Handle `/profile`: show a person's profile, rivals or achievements."""
    request = Request(interaction)
    if show == "achievements" or request.guild is None:
        await _achievements(request, *_asked(who))
    elif show == "rivals":
        await request.reply_ephemeral(await against(request, *_asked(who)))
    else:
        await request.reply_ephemeral(profile_screen.private(*await look(request, *_asked(who))))


async def _achievements(request: Request, who: int, name: str) -> None:
    """Show which achievements a person has and which they lack. If `who` is 0, the person is the reader."""
    await request.wait_for_curtains()
    person = who or request.user
    await may_see(request, person, name)
    held = await request.services.profiles.achievements(person, request.guild)
    await request.reply_ephemeral(achievements_screen.listed(held, name if person != request.user else ""))


def _asked(who: discord.User | discord.Member | None) -> tuple[int, str]:
    """Return the id and the name of a person, or 0 and "" for None. Raises `Trouble` for a bot."""
    if who is None:
        return 0, ""
    if who.bot:
        raise Trouble(Code.A_COMPUTER)
    return who.id, who.display_name
