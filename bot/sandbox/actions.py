"""The actions of a person: write messages, call commands, press buttons, choose from menus, and fill in forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.sandbox.adapter import Message, walk_components
from bot.sandbox.asking import Asking
from bot.sandbox.commands import Commands
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.forms import fill
from bot.sandbox.world import Person, World

_COMPONENT, _MODAL = 3, 5
_BUTTON = 2
_SELECTS = (3, 5, 6, 7, 8)
_MOST_CONTENT = 2000

Body = Mapping[str, Any]


class Actions:
    """The actions that the page offers, by name."""

    def __init__(self, world: World, asking: Asking, gone: Callable[[Message], None]) -> None:
        """Set up the actions of people in `world`. `asking` sends interactions to the bot.

        `gone` is called with each message that its reader dismisses.
        """
        self._world = world
        self._asking = asking
        self._commands = Commands(world, asking)
        self._gone = gone

    async def do(self, what: str, person: Person, body: Body) -> dict[str, Any]:
        """Carry out one action and return the answer for the page. Raises `NotPossibleError` with the reason."""
        try:
            match what:
                case "commands":
                    return self._commands.listed(person, self._channel(person, body))
                case "send":
                    return self._send(person, body)
                case "dismiss":
                    return self._dismiss(person, body)
                case "slash":
                    return await self._commands.call(person, self._channel(person, body), body)
                case "autocomplete":
                    return await self._commands.suggest(person, self._channel(person, body), body)
                case "click":
                    return await self._click(person, body)
                case "select":
                    return await self._select(person, body)
                case "modal":
                    return await self._modal(person, body)
                case _:
                    raise NotPossibleError(f"Nobody can {what} here.")
        except (KeyError, TypeError, ValueError) as error:
            raise NotPossibleError(f"That was not understood ({type(error).__name__}: {error}).") from error

    # ------------------------------------------------------------ speaking
    def _channel(self, person: Person, body: Body) -> int:
        channel = int(body["channel"])
        if not self._world.discord.sees_channel(person.id, channel):
            raise NotPossibleError("You cannot see that channel.")
        return channel

    def _send(self, person: Person, body: Body) -> dict[str, Any]:
        channel, text = self._channel(person, body), str(body["text"]).strip()
        if not 1 <= len(text) <= _MOST_CONTENT:
            raise NotPossibleError(f"A message has 1 to {_MOST_CONTENT} characters.")
        reply = body.get("reply")
        self._world.discord.post(person.id, channel, text, int(reply) if reply else None)
        return {}

    def _dismiss(self, person: Person, body: Body) -> dict[str, Any]:
        message = self._message(person, body)
        if not message.is_ephemeral:
            raise NotPossibleError("Only a message that nobody else sees can be dismissed.")
        self._world.dismissed.add(message.id)
        self._gone(message)
        return {}

    def _message(self, person: Person, body: Body) -> Message:
        channel = self._channel(person, body)
        message = self._world.discord.messages(channel).get(int(body["message"]))
        if message is None or not self._world.discord.sees(person.id, message):
            raise NotPossibleError("That message is gone.")
        return message

    # ------------------------------------------------------------ components
    async def _click(self, person: Person, body: Body) -> dict[str, Any]:
        message = self._message(person, body)
        button = _component(message, str(body["custom_id"]), (_BUTTON,))
        data = {"custom_id": button["custom_id"], "component_type": _BUTTON, "id": button.get("id", 0)}
        return await self._asking.ask(_COMPONENT, message.channel_id, person, data, message)

    async def _select(self, person: Person, body: Body) -> dict[str, Any]:
        message = self._message(person, body)
        menu = _component(message, str(body["custom_id"]), _SELECTS)
        data = {"custom_id": menu["custom_id"], "component_type": menu["type"], "id": menu.get("id", 0)}
        resolved: dict[str, Any] = {}
        data["values"] = self._asking.choose(person, message.channel_id, menu, body["values"], resolved)
        if resolved:
            data["resolved"] = resolved
        return await self._asking.ask(_COMPONENT, message.channel_id, person, data, message)

    async def _modal(self, person: Person, body: Body) -> dict[str, Any]:
        shown = self._world.discord.interaction(int(body["interaction"]))
        if shown is None or shown.modal is None or shown.user_id != person.id or shown.modal_consumed:
            raise NotPossibleError("That form is no longer open.")
        resolved: dict[str, Any] = {}

        def choose(menu: Body, values: Any) -> list[str]:
            return self._asking.choose(person, shown.channel_id, menu, values, resolved)

        components = fill(shown.modal["components"], body["values"], choose)
        data = {"custom_id": shown.modal["custom_id"], "components": components}
        if resolved:
            data["resolved"] = resolved
        source = self._world.discord.messages(shown.channel_id).get(shown.source_message_id or 0)
        done = await self._asking.ask(_MODAL, shown.channel_id, person, data, source)
        shown.modal_consumed = not done.get("failed")
        return done


def _component(message: Message, custom_id: str, kinds: tuple[int, ...]) -> dict[str, Any]:
    for part in walk_components(message.components):
        if part.get("custom_id") == custom_id and part.get("type") in kinds:
            if part.get("disabled"):
                raise NotPossibleError("That is switched off.")
            return part
    raise NotPossibleError("That is not there any more.")
