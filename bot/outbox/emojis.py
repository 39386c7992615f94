"""Bringing our pictures to Discord, as emojis of the application."""

import discord
import msgspec

from bot.pictures import is_ours, pictures, sets


class Brought(msgspec.Struct, frozen=True):
    """What an upload changed: the names of emojis."""

    new: tuple[str, ...]
    gone: tuple[str, ...]


async def upload(client: discord.Client) -> Brought:
    """Upload the pictures that are missing, then delete those of ours that are drawn in another way now.

    The client is logged in; emojis of others stay as they are. Raises what Discord fails with; what was brought until
    then stays, and the next upload goes on from there.
    """
    there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    ours = {picture.emoji: picture for each in sets() for picture in pictures(each)}
    new = [picture for name, picture in ours.items() if name not in there]
    gone = [emoji for name, emoji in there.items() if is_ours(name) and name not in ours]
    for picture in new:
        await client.create_application_emoji(name=picture.emoji, image=picture.png())
    for emoji in gone:
        await emoji.delete()
    return Brought(tuple(picture.emoji for picture in new), tuple(emoji.name for emoji in gone))


async def upload_by(token: str) -> Brought:
    """Upload to the application whose `token` this is; its bot may be running.

    Raises `discord.LoginFailure` for a token that Discord does not know, and what else Discord fails with.
    """
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        return await upload(client)
