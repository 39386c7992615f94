"""Compare the application's emojis with the bot's pictures, and upload the missing ones."""

from collections.abc import Callable

import discord
import msgspec

from bot.pictures import Picture, is_ours, pictures, sets


class Uploaded(msgspec.Struct, frozen=True):
    """The names of the emojis that were added and deleted, and the new names of the emojis that were renamed."""

    new: tuple[str, ...]
    gone: tuple[str, ...]
    renamed: tuple[str, ...] = ()


class Comparison(msgspec.Struct, frozen=True):
    """The pictures that the application lacks, and the outdated emojis of the bot.

    `renamed` contains each emoji that still has the former name of a picture, with that picture.
    """

    new: tuple[Picture, ...]
    gone: tuple[discord.Emoji, ...]
    renamed: tuple[tuple[discord.Emoji, Picture], ...] = ()


async def compare(client: discord.Client) -> Comparison:
    """Compare the emojis of a logged-in client's application with the bot's pictures. Raises Discord's errors."""
    there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    ours = {picture.emoji: picture for each in sets() for picture in pictures(each)}
    lacking = [picture for name, picture in ours.items() if name not in there]
    renamed = tuple((there[picture.former], picture) for picture in lacking if picture.former in there)
    stay = {*ours, *(emoji.name for emoji, _picture in renamed)}
    gone = tuple(emoji for name, emoji in there.items() if is_ours(name) and name not in stay)
    return Comparison(tuple(each for each in lacking if each.former not in there), gone, renamed)


async def upload(client: discord.Client, after_each: Callable[[], object] = lambda: None) -> Uploaded:
    """Rename the emojis that have a former name, upload the missing pictures, and delete the bot's outdated emojis.

    The client must be logged in. Emojis that are not the bot's stay. `after_each()` is called after each uploaded
    picture. Raises Discord's errors. Pictures that were uploaded before an error stay, and the next upload continues
    from there.
    """
    compared = await compare(client)
    for emoji, picture in compared.renamed:
        await emoji.edit(name=picture.emoji)
        after_each()
    for picture in compared.new:
        await client.create_application_emoji(name=picture.emoji, image=picture.png())
        after_each()
    for emoji in compared.gone:
        await emoji.delete()
    return Uploaded(
        new=tuple(each.emoji for each in compared.new),
        gone=tuple(emoji.name for emoji in compared.gone),
        renamed=tuple(picture.emoji for _emoji, picture in compared.renamed),
    )


async def upload_by(token: str, after_each: Callable[[], object] = lambda: None) -> Uploaded:
    """Upload the pictures to the application that has this `token`, as `upload` does.

    The bot may be running at the same time. Raises `discord.LoginFailure` for an unknown token, or another of
    Discord's errors.
    """
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        return await upload(client, after_each)
