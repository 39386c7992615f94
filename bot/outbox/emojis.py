"""Bringing our pictures to Discord, as emojis of the application."""

import discord
import msgspec

from bot.pictures import Picture, is_ours, pictures, sets


class Brought(msgspec.Struct, frozen=True):
    """What an upload changed: the names of emojis."""

    new: tuple[str, ...]
    gone: tuple[str, ...]


class Compared(msgspec.Struct, frozen=True):
    """What an application has of our pictures: those that it lacks, and emojis of ours that look otherwise now."""

    new: tuple[Picture, ...]
    gone: tuple[discord.Emoji, ...]


async def compare(client: discord.Client) -> Compared:
    """Look what the application of a client that is logged in has. Raises what Discord fails with."""
    there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    ours = {picture.emoji: picture for each in sets() for picture in pictures(each)}
    new = tuple(picture for name, picture in ours.items() if name not in there)
    return Compared(new, tuple(emoji for name, emoji in there.items() if is_ours(name) and name not in ours))


async def upload(client: discord.Client) -> Brought:
    """Upload the pictures that are missing, then delete those of ours that are drawn in another way now.

    The client is logged in; emojis of others stay as they are. Raises what Discord fails with; what was brought until
    then stays, and the next upload goes on from there.
    """
    compared = await compare(client)
    for picture in compared.new:
        await client.create_application_emoji(name=picture.emoji, image=picture.png())
    for emoji in compared.gone:
        await emoji.delete()
    return Brought(tuple(each.emoji for each in compared.new), tuple(emoji.name for emoji in compared.gone))


async def upload_by(token: str) -> Brought:
    """Upload to the application whose `token` this is; its bot may be running.

    Raises `discord.LoginFailure` for a token that Discord does not know, and what else Discord fails with.
    """
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        return await upload(client)
