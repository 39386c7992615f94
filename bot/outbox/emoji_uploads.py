"""Our pictures in an application: missing and outdated ones, and their upload."""

from collections.abc import Callable

import discord
import msgspec

from bot.pictures import Picture, is_ours, pictures, sets


class Uploaded(msgspec.Struct, frozen=True):
    """The names of the emojis that an upload added and deleted."""

    new: tuple[str, ...]
    gone: tuple[str, ...]


class Comparison(msgspec.Struct, frozen=True):
    """Our pictures that an application lacks, and its outdated emojis of ours."""

    new: tuple[Picture, ...]
    gone: tuple[discord.Emoji, ...]


async def compare(client: discord.Client) -> Comparison:
    """Compare the emojis of a logged-in client's application with our pictures. Raises Discord's errors."""
    there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    ours = {picture.emoji: picture for each in sets() for picture in pictures(each)}
    new = tuple(picture for name, picture in ours.items() if name not in there)
    return Comparison(new, tuple(emoji for name, emoji in there.items() if is_ours(name) and name not in ours))


async def upload(client: discord.Client, after_each: Callable[[], object] = lambda: None) -> Uploaded:
    """Upload missing pictures, then delete our outdated emojis.

    The client is logged in; others' emojis stay. `after_each()` is called when Discord has taken a picture. Raises
    Discord's errors; everything uploaded until then stays, and the next upload goes on from there.
    """
    compared = await compare(client)
    for picture in compared.new:
        await client.create_application_emoji(name=picture.emoji, image=picture.png())
        after_each()
    for emoji in compared.gone:
        await emoji.delete()
    return Uploaded(tuple(each.emoji for each in compared.new), tuple(emoji.name for emoji in compared.gone))


async def upload_by(token: str, after_each: Callable[[], object] = lambda: None) -> Uploaded:
    """Upload our pictures to the application with this `token`, as `upload` does; its bot may be running.

    Raises `discord.LoginFailure` for an unknown token, and Discord's other errors.
    """
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        return await upload(client, after_each)
