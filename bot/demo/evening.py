"""Play the demo's games: three people open a table, join it, and press its buttons until the game is over."""

from typing import Any

import simcord
from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.app import Bot
from bot.demo.choosing import Choosing
from bot.demo.transcript import MENU, Transcript, buttons, pressable
from bot.presses.codec import decode
from bot.presses.game import ShowDice
from bot.presses.lobby import OpenOptions
from bot.screens.families import variants
from bot.tables.model import Status, TableView

PEOPLE = ("Ann", "Ben", "Cleo")
CLOSED = "Cleo"
"""The person who does not accept direct messages."""
OPTIONS: dict[str, Any] = {"rounds": "2 rounds", "pace": ["quick"], "clock": ["180"]}
"""The host's choices, for a short game."""

Part = dict[str, Any]
"""A button, as Discord receives it."""


class Evening:
    """Three people in a channel, and the transcript of the messages that they see."""

    def __init__(self, env: simcord.Env, bot: Bot) -> None:
        self._env, self._queries = env, bot.services.tables.queries
        guild = env.create_guild("The Anchor")
        self._channel = guild.create_text_channel("dice")
        self._people: dict[str, MemberActor] = {
            name: guild.add_member(env.create_user(name.lower(), global_name=name)) for name in PEOPLE
        }
        direct_messages = {name: person.user.dm_channel for name, person in self._people.items()}
        self._choosing = Choosing()
        self._transcript = Transcript(
            env, self._channel, direct_messages, {str(each.id): name for name, each in self._people.items()}
        )
        refusal = "Cannot send messages to this user"
        closed = f"/channels/{direct_messages[CLOSED].id}/messages"
        env.inject_error("POST", closed, status=403, code=50007, message=refusal, times=None)

    async def game(self, variant: str) -> None:
        """Play one short game, from the lobby to its result."""
        ann, told = self._people["Ann"], variants.wording(variant)
        self._transcript.begin(f"{told.emoji} {told.title}: {told.story}")
        self._transcript.did("Ann", f"/play game:{variant}")
        await ann.slash(self._channel, "play", game=variant)
        self._transcript.show()
        for name in ("Ben", "Cleo"):
            self._transcript.did(name, "[🪑 Join]")
            await self._people[name].click(self._panel(), label="Join")
        self._transcript.did("Ann", "[➕ More] [The basics] 2 rounds, quick pace")
        await ann.submit_modal(await self._the_basics(ann), OPTIONS)
        await self._press("Ann", self._labelled("Start"))
        await self._look_at_dice()
        while (seen := await self._seen()) is not None:
            await self._move(seen)

    async def _the_basics(self, host: MemberActor) -> InteractionResult:
        """Open the form for length, clock and pace, which is in the menu under More."""
        more = (await host.click(self._panel(), label="More")).response
        assert more is not None
        menus = buttons(more.components, MENU)
        found = [
            (menu["custom_id"], option["value"])
            for menu in menus
            for option in menu["options"]
            if isinstance(decode(option["value"]), OpenOptions)
        ]
        menu, value = found[0]
        return await host.select(more, [value], custom_id=menu)

    async def boards(self) -> None:
        """Show the leaderboard and the open forfeits of a person."""
        self._transcript.begin("🏆 Afterwards")
        for command in ("leaderboard", "forfeits mine"):
            self._transcript.did("Ann", f"/{command}")
            self._heard("Ann", await self._people["Ann"].slash(self._channel, command))

    async def _seen(self) -> TableView | None:
        """Return the running game as everybody sees it, or None if no game is running."""
        table = await self._queries.at(self._channel.id)
        if table is None or table.status is not Status.PLAYING:
            return None
        return await self._queries.see(table.id, None)

    async def _look_at_dice(self) -> None:
        """Let the first player whose turn it is look at their own dice."""
        seen = await self._seen()
        own = [part for part in buttons(self._panel().components) if isinstance(decode(part["custom_id"]), ShowDice)]
        if seen is not None and seen.view is not None:
            await self._press(seen.seats[seen.view.awaited[0]].name, own[0])

    async def _move(self, seen: TableView) -> None:
        """Let a player press a button of the panel, and continue in their ephemeral message if one opens."""
        view, panel = seen.view, self._panel()
        assert view is not None
        chosen = self._choosing.choose(buttons(panel.components), view)
        assert chosen is not None
        reader, part = chosen
        ephemeral = await self._press(seen.seats[reader].name, part, panel)
        while (
            ephemeral is not None
            and (further := self._choosing.choose(buttons(ephemeral.components), view, reader)) is not None
        ):
            ephemeral = await self._press(seen.seats[reader].name, further[1], ephemeral)

    async def _press(self, name: str, part: Part, message: ResponseMessage | None = None) -> ResponseMessage | None:
        """Press a button of a message, and return the player's ephemeral message, or None.

        Without `message`, press the button on the panel.
        """
        self._transcript.did(name, pressable(part))
        result = await self._people[name].click(message or self._panel(), custom_id=part["custom_id"])
        return self._heard(name, result)

    def _heard(self, name: str, result: InteractionResult) -> ResponseMessage | None:
        """Print new public messages and this person's ephemeral messages.

        Return the last ephemeral message, or None.
        """
        self._transcript.show()
        said = [each for each in (result.response, *result.followups) if each is not None and each.ephemeral]
        for message in said:
            self._transcript.ephemeral(name, message)
        return said[-1] if said else None

    def _labelled(self, label: str) -> Part:
        return next(part for part in buttons(self._panel().components) if part.get("label") == label)

    def _panel(self) -> ResponseMessage:
        """Return the newest public message that has buttons."""
        messages = self._env.backend.messages[self._channel.id].values()
        return next(
            ResponseMessage(self._env, message)
            for message in sorted(messages, key=lambda each: -each.id)
            if not message.is_ephemeral and buttons(message.components)
        )
