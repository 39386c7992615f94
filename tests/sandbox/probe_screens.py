"""The messages, buttons, menus and forms of the probe bot."""

from __future__ import annotations

import asyncio
from re import Match
from typing import Any, Self

import discord
from discord import ui


class Count(ui.DynamicItem[ui.Button[Any]], template=r"count:(?P<n>\d+)"):
    """A button that counts its presses. It also works after the bot has been restarted."""

    def __init__(self, n: int) -> None:
        super().__init__(
            ui.Button(label=f"Count {n}", custom_id=f"count:{n}", style=discord.ButtonStyle.primary, emoji="🎲")
        )
        self.n = n

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: Match[str]) -> Self:
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=Panel(self.n + 1))
        await interaction.followup.send(view=Line(f"-# {interaction.user.mention} pressed **{self.n}**"))


class Colour(ui.DynamicItem[ui.Select[Any]], template=r"colour"):
    """A menu of colors. It also works after the bot has been restarted."""

    def __init__(self) -> None:
        options = [
            discord.SelectOption(label=name, value=name.lower(), description=f"The {name} one", emoji=mark)
            for name, mark in (("Red", "🔴"), ("Green", "🟢"), ("Blue", "🔵"))
        ]
        super().__init__(ui.Select(custom_id="colour", placeholder="A colour", options=options, max_values=2))

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, _match: Match[str]) -> Self:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data
        values = data["values"]
        await interaction.response.send_message(f"Chosen: {', '.join(map(str, values))}", ephemeral=True)


NEXT = asyncio.Event()
"""Set when somebody presses "Next", for which the answer to "Pass" waits."""


class Act(ui.DynamicItem[ui.Button[Any]], template=r"act:(?P<what>\w+)"):
    """A button for another action of the bot, such as opening a form."""

    def __init__(self, what: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> None:
        super().__init__(ui.Button(label=what.capitalize(), custom_id=f"act:{what}", style=style))
        self.what = what

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: Match[str]) -> Self:
        return cls(match["what"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        match self.what:
            case "form":
                await interaction.response.send_modal(Ask())
            case "silent":
                await asyncio.sleep(0)
            case "whisper":
                await interaction.user.send(f"A word to **{interaction.user.display_name}** alone.")
                await interaction.response.send_message("Look at your direct messages.", ephemeral=True)
            case "roll":
                await interaction.response.edit_message(view=Lesson("Your throw", "silent", "bid", "liar"))
            case "bid":
                await interaction.response.edit_message(view=Lesson("The end"))
            case "peek":
                dice = Lesson("Your dice", "silent", "bid", "pass")
                await interaction.response.send_message(view=dice, ephemeral=True)
            case "pass":
                NEXT.clear()
                await interaction.response.edit_message(view=Lesson("Your dice: wait"))
                await NEXT.wait()
                await interaction.edit_original_response(view=Lesson("Your dice again", "silent", "bid"))
            case "shake":
                await interaction.response.edit_message(view=Line("Shaken."))
                await interaction.followup.send(view=Marks(0), ephemeral=True)
            case "look":
                await interaction.response.edit_message(view=Lesson("Looked at", "roll", "start"))
                await interaction.followup.send(view=Lesson("Your cup", "bid", "liar"), ephemeral=True)
            case "reveal" | "next":
                following = "next" if self.what == "reveal" else "start"
                shown = Showdown("Ann pays for doubting", following, "peek")
                await interaction.response.edit_message(view=shown)
                if self.what == "next":
                    NEXT.set()
            case _:
                await begin(interaction, self.what)


async def begin(interaction: discord.Interaction[Any], how: str) -> None:
    """Begin a game from its lobby, or another table from a result, whose buttons stay."""
    match how:
        case "begin":
            await interaction.response.edit_message(view=Lesson("The dice are sealed", "look"))
            await interaction.followup.send(view=Lesson("The first round", "roll", "liar"))
            await interaction.edit_original_response(view=Lesson("The game is on"))
        case "start":
            await interaction.response.edit_message(view=Lesson("The game is on"))
            await interaction.followup.send(view=Lesson("The first round", "roll", "liar"))
        case "again":
            await interaction.response.defer()
            await interaction.followup.send(view=Lesson("Another table", "silent", "start"))


ALL = 0b1110
"""The bits of all three dice."""


class Mark(ui.DynamicItem[ui.Button[Any]], template=r"mark:(?P<marks>\d+):(?P<die>\d)"):
    """A die that can be marked; `marks` has a bit for each die that is marked after the press.

    If all are marked, a line takes the place of the dice.
    """

    def __init__(self, marks: int, die: int) -> None:
        super().__init__(ui.Button(label=f"Die {die}", custom_id=f"mark:{marks}:{die}"))
        self.marks = marks

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: Match[str]) -> Self:
        return cls(int(match["marks"]), int(match["die"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(
            view=Line("All are marked.") if self.marks == ALL else Marks(self.marks)
        )


class Marks(ui.LayoutView):
    """Dice that can be marked, above lines that grow with each mark."""

    def __init__(self, marks: int) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.ActionRow(*(Mark(marks ^ 1 << die, die) for die in range(1, 4))))
        self.add_item(ui.TextDisplay("Marked:" + "\nis a die, and it stays." * marks.bit_count()))


PLAIN, TICKED = "five_under_cup_aaaaaa", "five_marked_bbbbbb"
"""The names of the pictures of a die, as the real bot names them: the second one is ticked."""


class Tick(ui.DynamicItem[ui.Button[Any]], template=r"tick:(?P<ticks>\d+):(?P<die>\d)"):
    """A die with a five. Its press ticks the dice whose bits are in `ticks`, and the picture shows it."""

    def __init__(self, ticks: int, die: int, picture: discord.Emoji | None = None) -> None:
        super().__init__(ui.Button(label="5", emoji=picture, custom_id=f"tick:{ticks}:{die}"))
        self.ticks = ticks

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: Match[str]) -> Self:
        return cls(int(match["ticks"]), int(match["die"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=Fives(self.ticks, await pictures(interaction.client)))


async def pictures(client: discord.Client) -> dict[str, discord.Emoji]:
    """Return the pictures of the die by their names."""
    return {each.name: each for each in await client.fetch_application_emojis()}


class Fives(ui.LayoutView):
    """Three dice with a five, some of them ticked."""

    def __init__(self, ticks: int, drawn: dict[str, discord.Emoji]) -> None:
        super().__init__(timeout=None)
        dice = (Tick(ticks ^ 1 << die, die, drawn[TICKED if ticks >> die & 1 else PLAIN]) for die in range(3))
        self.add_item(ui.ActionRow(*dice))
        self.add_item(ui.TextDisplay(f"Ticked: {ticks:03b}"))


class Line(ui.LayoutView):
    """A message with one line of text."""

    def __init__(self, text: str) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.TextDisplay(text))


class Panel(ui.LayoutView):
    """A message with a counting button, a menu, and buttons for other actions."""

    def __init__(self, n: int) -> None:
        super().__init__(timeout=None)
        box: ui.Container[Any] = ui.Container(accent_colour=0x3BA55D)
        box.add_item(ui.TextDisplay(f"## Count is {n}\nPress it, *anybody* may."))
        box.add_item(ui.Separator())
        box.add_item(ui.Section(ui.TextDisplay("A section with\na word beside it"), accessory=Act("whisper")))
        box.add_item(ui.ActionRow(Count(n), Act("form"), Act("silent", discord.ButtonStyle.danger)))
        box.add_item(ui.ActionRow(Colour()))
        self.add_item(box)


COLOURS = {
    "silent": discord.ButtonStyle.danger,
    "start": discord.ButtonStyle.success,
    "again": discord.ButtonStyle.primary,
}
"""The colors of those buttons of a lesson that are not grey."""


class Lesson(ui.LayoutView):
    """A message with a line of text and buttons below it."""

    def __init__(self, text: str, *buttons: str) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.TextDisplay(text))
        plain = discord.ButtonStyle.secondary
        if buttons:
            self.add_item(ui.ActionRow(*(Act(each, COLOURS.get(each, plain)) for each in buttons)))


class Showdown(ui.LayoutView):
    """A message with a verdict, many lines, and buttons. It is taller than a phone's screen."""

    def __init__(self, verdict: str, *buttons: str) -> None:
        super().__init__(timeout=None)
        lines = "\n".join(f"Line {number}" for number in range(1, 31))
        self.add_item(ui.Container(ui.TextDisplay(f"### {verdict}"), ui.TextDisplay(lines)))
        self.add_item(ui.ActionRow(*map(Act, buttons)))


class Hands(ui.LayoutView):
    """A message with a long menu."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        names = ("pair", "three of a kind", "full house", "poker")
        hands = [f"{name.capitalize()}, {number}s" for name in names for number in range(1, 7)]
        options = [discord.SelectOption(label=hand) for hand in (*hands, "other…")]
        placeholder = "Which hand do you claim, or which one do you believe?"
        self.add_item(ui.ActionRow(ui.Select(custom_id="colour", placeholder=placeholder, options=options)))


class Gallery(ui.LayoutView):
    """A message with pictures and a file."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        gallery.add_item(media="attachment://red.png", description="red")
        gallery.add_item(media="attachment://blue.png", description="blue")
        self.add_item(
            ui.Container(ui.TextDisplay("Two pictures and a file"), gallery, ui.File("attachment://record.txt"))
        )


class Ask(ui.Modal, title="A form"):
    """A form with a short text, a menu and a long text."""

    word: ui.TextInput[Any] = ui.TextInput(label="Word", custom_id="word", min_length=2, max_length=20)
    which: ui.Label[Any] = ui.Label(
        text="Which",
        description="Choose one",
        component=ui.Select(
            custom_id="which", options=[discord.SelectOption(label="One"), discord.SelectOption(label="Two")]
        ),
    )

    def __init__(self) -> None:
        super().__init__(custom_id="ask")

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        menu = self.which.component
        assert isinstance(menu, ui.Select)
        await interaction.response.send_message(f"Heard {self.word.value} and {menu.values[0]}", ephemeral=True)
