"""Send interactions to the bot, wait for its answers, and resolve the users, channels and roles that people chose."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from bot.sandbox.adapter import Interaction, Message
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.views import Views
from bot.sandbox.world import Person, World

#: How long Discord waits for a bot's first answer, in seconds.
PATIENCE = 3.0


class Asking:
    """Sends the bot interactions on behalf of people."""

    def __init__(self, world: World, views: Views) -> None:
        """Set up for the people in `world`. `views` draws the forms that the bot opens."""
        self._world = world
        self._views = views
        self._waiting: dict[int, asyncio.Event] = {}

    def answered(self, interaction_id: int) -> None:
        """Note that the bot has answered an interaction."""
        if interaction_id in self._waiting:
            self._waiting[interaction_id].set()

    async def ask(
        self, kind: int, channel: int, person: Person, data: dict[str, Any], source: Message | None = None
    ) -> dict[str, Any]:
        """Send the bot an interaction and return the answer for the page; it is a failure after `PATIENCE` seconds."""
        record = self._world.discord.interact(kind, channel, person.id, data, source, person.locale)
        done = self._waiting[record.id] = asyncio.Event()
        self._world.changed()
        try:
            await asyncio.wait_for(done.wait(), PATIENCE)
        except TimeoutError:
            return {"failed": True}
        finally:
            del self._waiting[record.id]
        return self._outcome(record)

    def _outcome(self, record: Interaction) -> dict[str, Any]:
        if record.modal is not None:
            return {"interaction": str(record.id), "modal": self._views.modal(record.modal)}
        if record.autocomplete_choices is not None:
            return {"choices": record.autocomplete_choices}
        return {}

    def resolve(self, person: Person, channel: int, raw: Any, resolved: dict[str, Any]) -> None:
        """Put the user, channel or role with this id into `resolved`, in the form in which Discord sends it."""
        discord, number = self._world.discord, int(raw)
        guild_id = discord.channels[channel].guild_id
        if number in discord.users:
            resolved.setdefault("users", {})[str(number)] = discord.user_payload(number)
            if guild_id is not None and number in discord.guilds[guild_id].members:
                member = discord.member_payload(guild_id, number)
                resolved.setdefault("members", {})[str(number)] = member
        elif number in discord.channels and discord.sees_channel(person.id, number):
            payload = discord.channel_payload(number, person.id)
            resolved.setdefault("channels", {})[str(number)] = payload
        elif guild_id is not None and number in discord.guilds[guild_id].roles:
            resolved.setdefault("roles", {})[str(number)] = discord.role_payload(guild_id, number)
        else:
            raise NotPossibleError("That cannot be chosen here.")

    def choose(
        self, person: Person, channel: int, menu: Mapping[str, Any], values: Any, resolved: dict[str, Any]
    ) -> list[str]:
        """Check a choice in a menu and return the chosen values.

        Raises `NotPossibleError` if the choice is not allowed.
        """
        chosen = list(dict.fromkeys(str(value) for value in values))
        least, most = menu.get("min_values", 1), menu.get("max_values", 1)
        if not least <= len(chosen) <= most:
            raise NotPossibleError(f"Choose {least} to {most}.")
        if menu["type"] == 3:
            if not set(chosen) <= {option["value"] for option in menu["options"]}:
                raise NotPossibleError("That is not among the choices any more.")
        else:
            for value in chosen:
                self.resolve(person, channel, value, resolved)
        return chosen
