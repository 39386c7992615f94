"""Send interactions to the bot, wait for its answers, and resolve the users, channels and roles that people choose."""

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
    """Sends interactions to the bot on behalf of people."""

    def __init__(self, world: World, views: Views) -> None:
        """Set up the interactions of the people in `world`. `views` converts the forms that the bot opens."""
        self._world = world
        self._views = views
        self._waiting: dict[int, asyncio.Event] = {}

    def answered(self, interaction_id: int) -> None:
        """Record that the bot has answered an interaction."""
        if interaction_id in self._waiting:
            self._waiting[interaction_id].set()

    async def ask(
        self, kind: int, channel: int, person: Person, data: dict[str, Any], source: Message | None = None
    ) -> dict[str, Any]:
        """Send an interaction to the bot, and return the answer for the page.

        If the bot does not answer within `PATIENCE` seconds, the answer says that the interaction failed.
        """
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
        """Add the user, channel or role with this id to `resolved`, as Discord sends it."""
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
        """Check what a person chose from a menu, and return the chosen values.

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
