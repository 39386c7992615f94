"""Profiles and rivals: looked at by one person, who may show them to everybody. What others see is one's own to say."""

from msgspec.structs import replace

from bot.history.profiles import Profile, Rivalry
from bot.inbox.handlers import on
from bot.inbox.request import Request
from bot.preferences import OthersSee
from bot.presses.history import PaintProfile, PostProfile, PostRivals, ShowProfile, ShowRivals
from bot.screens import profile as profile_screen
from bot.screens import rivals as rivals_screen
from bot.screens.model import Part
from bot.screens.profile import Look
from bot.screens.rivals import Met
from bot.tables.trouble import Code, Trouble


@on(ShowProfile)
async def show_profile(request: Request, press: ShowProfile) -> None:
    """Somebody's profile."""
    await request.turn(profile_screen.private(*await look(request, press.who)))


@on(PaintProfile)
async def paint_profile(request: Request, press: PaintProfile) -> None:
    """The same, dark or light, as every chart of theirs from now on."""
    found, how = await look(request, press.who)
    await request.services.preferences.change(request.user, charts=press.charts)
    with request.saved():
        await request.turn(profile_screen.private(found, replace(how, theme=press.charts)))


@on(PostProfile)
async def post_profile(request: Request, press: PostProfile) -> None:
    """Somebody's profile, for everybody."""
    found, how = await look(request, press.who)
    with request.publicly():
        shown = profile_screen.public(found, how)
    await request.post(shown)


@on(ShowRivals)
async def show_rivals(request: Request, press: ShowRivals) -> None:
    """How this person fared against somebody, or against all."""
    await request.turn(await against(request, press.other))


@on(PostRivals)
async def post_rivals(request: Request, press: PostRivals) -> None:
    """The same, for everybody."""
    found = await (between(request, press.other) if press.other else met(request))
    with request.publicly():
        shown = rivals_screen.head_to_head(found) if isinstance(found, Rivalry) else rivals_screen.against_all(found)
    await request.post(shown)


async def look(request: Request, who: int, called: str = "") -> tuple[Profile, Look]:
    """Somebody's profile (0: one's own) as this person may see it; `called` where the server knows no name of them.

    Raises `Trouble` for one that is hidden.
    """
    await request.told()
    user = who or request.user
    found = await request.services.profiles.of(request.guild or 0, user, request.interaction.created_at)
    found = found if found.name else replace(found, name=called)
    is_hidden = await may_see(request, user, found.name)
    theme = (await request.services.preferences.of_one(request.user)).charts
    return found, Look(theme, user == request.user, is_hidden)


async def may_see(request: Request, user: int, name: str) -> bool:
    """Raise `Trouble` where somebody hides what they have done from this person; whether they hide it from others."""
    chosen = await request.services.preferences.of_one(user)
    is_hidden = chosen.others_see is not OthersSee.EVERYTHING
    if is_hidden and user != request.user:
        raise Trouble(Code.KEEPS_IT_PRIVATE, name=name)
    return is_hidden


async def against(request: Request, other: int, called: str = "") -> tuple[Part, ...]:
    """How this person fared against somebody, or (0) against all, with what can be done with it."""
    if other:
        return rivals_screen.private(await between(request, other, called))
    return rivals_screen.private_against_all(await met(request))


async def between(request: Request, other: int, called: str = "") -> Rivalry:
    """How this person fared against somebody. Raises `Trouble` for oneself, and for who would rather not show it."""
    if other == request.user:
        raise Trouble(Code.ONESELF)
    await request.told()
    found = await request.services.profiles.between(request.guild or 0, request.user, other)
    names = {request.user: request.who.name, other: called} | dict(found.names)
    await may_see(request, other, names[other])
    return replace(found, names=names)


async def met(request: Request) -> Met:
    """Whom this person has met most often, but for those who would rather not show it."""
    await request.told()
    found = await request.services.profiles.most_met(request.guild or 0, request.user)
    chosen = await request.services.preferences.of([rival.user for rival in found])
    open_ones = tuple(rival for rival in found if chosen[rival.user].others_see is OthersSee.EVERYTHING)
    return Met(request.who.name, open_ones, len(open_ones) < len(found))
