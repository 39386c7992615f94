"""Run an ordinary discord.py bot that uses most kinds of messages and components.

The bot knows nothing about the local Discord.
"""

from __future__ import annotations

import asyncio
import io
import os
import struct
import zlib
from typing import Any

import discord
from discord import app_commands

from tests.sandbox import probe_screens
from tests.sandbox.probe_screens import Act, Colour, Count, Fives, Gallery, Hands, Lesson, Mark, Marks, Panel, Tick


def picture(red: int, green: int, blue: int) -> bytes:
    """Return a small PNG of one color."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\x00" + bytes((red, green, blue)) * 160) * 100
    head = struct.pack(">IIBBBBB", 160, 100, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class Probe(discord.Client):
    """A client with commands that show each kind of message."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Count, Colour, Act, Mark, Tick)
        await self.tree.sync()

    async def on_ready(self) -> None:
        print("READY", flush=True)

    async def on_resumed(self) -> None:
        print("RESUMED", flush=True)


bot = Probe()


@bot.tree.command(description="A panel with buttons")
async def panel(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(view=Panel(0))


@bot.tree.command(description="A private message with two buttons")
async def lesson(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(view=Lesson("Welcome", "liar", "roll"), ephemeral=True)


@bot.tree.command(description="A table to be started")
async def lobby(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(view=Lesson("Who plays?", "silent", "start", "look"))


@bot.tree.command(description="The result of a game, from which the next one begins")
async def result(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(view=Lesson("Ann wins", "look", "again"))


@bot.tree.command(description="A private cup whose shake shows the dice in another message")
async def shake(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(view=Lesson("Your cup", "shake"), ephemeral=True)


@bot.tree.command(description="A claim that can be doubted")
async def cup(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(view=Lesson("Three fours", "silent", "peek"))


@bot.tree.command(description="A table whose dice are sealed before the game begins")
async def gather(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(view=Lesson("Come and sit", "begin"))


@bot.tree.command(description="A round in which it is Ben’s turn")
async def turn(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(view=Lesson("Round 1\n👉 **Ben**, beat that!", "peek"))


@bot.tree.command(description="A round that ends with a long showdown")
async def duel(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(view=Lesson("Round 1", "reveal", "peek"))


@bot.tree.command(description="Picks a number")
@app_commands.describe(number="Which number you want, as the list has them; the last is the newest of all")
async def pick(interaction: discord.Interaction[Any], number: int) -> None:
    await interaction.response.send_message(f"It is {number}.", ephemeral=True)


DISHES = [app_commands.Choice(name=name, value=name.lower()) for name in ("Soup", "Pie")]


@bot.tree.command(description="An option that is not needed, with choices")
@app_commands.describe(what="What you like")
@app_commands.choices(what=DISHES)
async def mood(interaction: discord.Interaction[Any], what: str = "nothing") -> None:
    await interaction.response.send_message(f"You like {what}.", ephemeral=True)


@bot.tree.command(description="An option that is not needed, with suggestions")
@app_commands.describe(what="What you like")
async def dish(interaction: discord.Interaction[Any], what: str = "nothing") -> None:
    await interaction.response.send_message(f"You like {what}.", ephemeral=True)


@dish.autocomplete("what")
async def dishes(_interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
    return [each for each in DISHES if each.name.startswith(typed)]


@bot.tree.command(description="What one does with a kettle")
@app_commands.describe(act="What you do")
@app_commands.choices(act=[app_commands.Choice(name=name, value=name.lower()) for name in ("Stir", "Pour")])
async def kettle(interaction: discord.Interaction[Any], act: str = "look") -> None:
    await interaction.response.send_message(f"You {act}.", ephemeral=True)


@bot.tree.command(description="Two options that are not needed")
@app_commands.describe(what="What you like", where="Where you eat it")
async def serve(interaction: discord.Interaction[Any], what: str = "nothing", where: str = "here") -> None:
    await interaction.response.send_message(f"You get {what} {where}.", ephemeral=True)


@serve.autocomplete("what")
async def meals(_interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
    return [each for each in DISHES if each.value.startswith(typed.lower())]


WAGERS = [app_commands.Choice(name=f"{n} twos (ducks)", value=f"{n}x2") for n in (2, 3)]


@bot.tree.command(description="An option that is needed, with suggestions; other words are refused")
@app_commands.describe(what="What you bet that there is, as in 2 twos or 3 twos")
async def wager(interaction: discord.Interaction[Any], what: str) -> None:
    said = {each.value: "✔️ Done." for each in WAGERS} | {"a pair": "Claimed: a pair."}
    view = discord.ui.LayoutView()
    refused: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay(f"I can’t read “{what}”.", id=400)
    view.add_item(discord.ui.TextDisplay(said[what]) if what in said else refused)
    await interaction.response.send_message(view=view, ephemeral=True)


@wager.autocomplete("what")
async def wagers(_interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
    return [each for each in WAGERS if each.name.startswith(typed.replace("two twos", "2 twos"))]


@bot.tree.command(description="An option that is not needed, for which only one thing is suggested")
@app_commands.describe(bid="Which bid you accuse")
async def accuse(interaction: discord.Interaction[Any], bid: str = "any") -> None:
    await interaction.response.send_message(f"You accuse {bid}.", ephemeral=True)


@accuse.autocomplete("bid")
async def accusable(_interaction: discord.Interaction[Any], _typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name="2 twos · Ben", value="2-7")]


@bot.tree.command(description="Dice to be marked")
async def marks(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(view=Marks(0), ephemeral=True)


@bot.tree.command(description="Dice of one face to be ticked")
async def fives(interaction: discord.Interaction[Any]) -> None:
    there = await probe_screens.pictures(bot)
    for name in {probe_screens.PLAIN, probe_screens.TICKED} - {*there}:
        there[name] = await bot.create_application_emoji(name=name, image=picture(60, 60, 200))
    await interaction.response.send_message(view=Fives(0, there), ephemeral=True)


@bot.tree.command(description="An option with many choices")
@app_commands.choices(which=[app_commands.Choice(name=f"Hue {number}", value=number) for number in range(1, 21)])
async def hue(interaction: discord.Interaction[Any], which: int) -> None:
    await interaction.response.send_message(f"Hue {which} it is.", ephemeral=True)


@bot.tree.command(description="A menu of many lines")
async def hands(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(view=Hands())


@bot.tree.command(description="A private answer")
async def ping(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message("pong", ephemeral=True)


@bot.tree.command(description="Your language")
async def tongue(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(str(interaction.locale), ephemeral=True)


@bot.tree.command(description="Takes its time")
@app_commands.describe(seconds="How long")
async def slow(interaction: discord.Interaction[Any], seconds: app_commands.Range[float, 0, 10] = 1.0) -> None:
    await interaction.response.defer()
    await asyncio.sleep(seconds)
    await interaction.followup.send("Here it is, at last.")


@bot.tree.command(description="Pictures and a file")
async def gallery(interaction: discord.Interaction[Any]) -> None:
    files = [
        discord.File(io.BytesIO(picture(200, 60, 60)), "red.png"),
        discord.File(io.BytesIO(picture(60, 60, 200)), "blue.png"),
        discord.File(io.BytesIO(b"round 1\n"), "record.txt"),
    ]
    await interaction.response.send_message(view=Gallery(), files=files)


@bot.tree.command(description="Says something to somebody")
@app_commands.describe(who="To whom", tone="In which tone", word="What")
@app_commands.choices(tone=[app_commands.Choice(name=n, value=n.lower()) for n in ("Kind", "Stern")])
async def say(
    interaction: discord.Interaction[Any],
    who: discord.Member,
    tone: app_commands.Choice[str],
    word: str,
    loud: bool = False,
) -> None:
    text = word.upper() if loud else word
    await interaction.response.send_message(
        f"{who.mention}, {tone.name.lower()}ly: {text}", allowed_mentions=discord.AllowedMentions(users=True)
    )


@say.autocomplete("word")
async def words(_interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=w, value=w) for w in ("hello", "help", "bye") if w.startswith(typed)]


@bot.tree.command(description="An embed and all of markdown")
async def embed(interaction: discord.Interaction[Any]) -> None:
    box = discord.Embed(title="A title", description="**Bold**, *slanted*, ||hidden||, `code`", colour=0xE67E22)
    box.add_field(name="One", value="1").add_field(name="Two", value="2").set_footer(text="The end")
    text = f"# Big\n- a\n- b\n> quoted\n-# small\n<t:1700000000:R> in <#{interaction.channel_id}>"
    await interaction.response.send_message(text, embed=box)


@bot.tree.command(description="Two answers")
async def twice(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message("the first")
    await interaction.followup.send("the second")


@bot.tree.command(description="Sends what Discord refuses")
async def wrong(interaction: discord.Interaction[Any]) -> None:
    box = discord.Embed(title="A title")
    box.add_field(name="One", value="")
    try:
        await interaction.response.send_message(embed=box)
    except discord.HTTPException as error:
        await interaction.response.send_message(f"{error.status} {error.code} {error.text}", ephemeral=True)


@bot.tree.command(description="Writes to the channel and to you, outside the interaction")
async def write(interaction: discord.Interaction[Any], word: str) -> None:
    await interaction.response.defer(ephemeral=True)
    told = []
    for place in (interaction.channel, interaction.user):
        assert isinstance(place, discord.abc.Messageable)
        try:
            await place.send(word)
            told.append("sent")
        except discord.HTTPException as error:
            told.append(f"{error.status} {error.code}")
    await interaction.followup.send(" ".join(told), ephemeral=True)


@bot.tree.command(description="A thread with a panel in it")
@app_commands.default_permissions(manage_guild=True)
async def branch(interaction: discord.Interaction[Any], name: str) -> None:
    channel = interaction.channel
    assert isinstance(channel, discord.TextChannel)
    await interaction.response.defer(ephemeral=True)
    thread = await channel.create_thread(name=name, type=discord.ChannelType.public_thread, auto_archive_duration=60)
    await thread.send(view=Panel(0))
    await interaction.followup.send(f"It is {thread.mention}.", ephemeral=True)


@bot.tree.command(description="Archives this thread and locks it")
async def close(interaction: discord.Interaction[Any]) -> None:
    thread = interaction.channel
    assert isinstance(thread, discord.Thread)
    await interaction.response.send_message("Good night.")
    await thread.edit(archived=True, locked=True)


@bot.tree.command(description="Calls somebody by a line that goes again, and changes another so that it calls them")
async def nudge(interaction: discord.Interaction[Any], who: discord.Member, seconds: float = 0.0) -> None:
    await interaction.response.defer(ephemeral=True)
    channel = interaction.channel
    assert isinstance(channel, discord.abc.Messageable)
    everybody = discord.AllowedMentions(users=True)
    quiet = await channel.send("Nobody is called.")
    await quiet.edit(content=f"{who.mention} is called by an edit.", allowed_mentions=everybody)
    line = await channel.send(f"{who.mention}, your move.", allowed_mentions=everybody)
    if seconds:
        await asyncio.sleep(seconds)
        await line.delete()
    await interaction.followup.send("Done.", ephemeral=True)


if __name__ == "__main__":
    bot.run(os.environ["DISCORD_TOKEN"])
